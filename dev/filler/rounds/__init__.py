"""Who plays, what is written, and which mistakes are made."""

"""Sheets together: repeats, clashes, names, what is missing, and the standings."""

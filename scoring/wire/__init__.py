"""Games and scores as lines of JSON."""

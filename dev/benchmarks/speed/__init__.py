"""How long and in how much memory the program works."""

"""How well real photographs of foreign tables are found, read and learnt: sudokus and a score card."""

"""What is printed from a rule set and a draw: sheets with keys and example rows, the guide, the seating."""

"""What a game is worth: rules as data, calls, winner, steps, value, and the values that can be."""

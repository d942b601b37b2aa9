"""What a game is worth: rules as data, calls, winner, steps, value, and all values that a game can have."""

"""What waits for a person, how much it can change, and an evening's results as plain values."""

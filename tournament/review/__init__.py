"""What waits for a person, how much it can change, and what an evening says as plain values."""

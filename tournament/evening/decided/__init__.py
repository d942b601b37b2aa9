"""What people decided, in the sheets: what it makes of their ink, what is closed by it, and the sums that follow it."""

"""What a rule set puts on paper: keys, example rows, the guide's hints."""

"""What a rule set puts on paper besides the table: the key, the example row, the guide's words."""

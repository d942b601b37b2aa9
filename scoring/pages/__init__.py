"""What people read about the rules: a rule set as a page, and a game counted line by line."""

"""What a club is asked for its own rules, and the rule set file that its answers make."""

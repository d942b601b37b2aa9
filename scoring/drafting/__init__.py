"""The questions to a club about its own rules, and the rule set file made from its answers."""

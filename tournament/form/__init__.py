"""The form of a tournament: what a club plays beside its rules, as keys and values."""

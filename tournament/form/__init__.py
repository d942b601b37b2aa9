"""The form of a tournament: settings beside the rule set, as keys and values."""

"""The tournament's file: entries that are only ever added, each chained to the one before by hash."""

"""Pages of the running evening: the next step, the clock, who sits where, awards."""

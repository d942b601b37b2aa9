"""From the tournament's file to its book and back: readings and judgements come out, entries go in."""

"""From the tournament's file to its book and back: reads readings and judgements, adds entries."""

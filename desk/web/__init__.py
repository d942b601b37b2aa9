"""The page: photograph at the table, decide, watch the standings, in any browser of the same network."""

"""Lists of running totals, whose rows are worked out from the totals."""

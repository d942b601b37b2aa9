"""Lists of running totals: rows told from the totals."""

"""A written row and sheet: who sits, which points are legal, what mends them, and rows told from running totals."""

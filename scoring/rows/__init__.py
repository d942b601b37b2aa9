"""A written row and sheet: who sits out, which points are legal, what mends them, and rows rebuilt from less."""

"""Reads lists on paper without a printed table: the paper's own lines, the ink on them, columns and rows of writing."""

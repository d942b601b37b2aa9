"""Composed cells: who writes, what stands in the cell, what becomes of it."""

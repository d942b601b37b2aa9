"""Composed cells: who writes, what is in the cell, what becomes of it."""

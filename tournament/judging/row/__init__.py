"""One row: its cells, their readings, what the rules say of them, and the decision."""

"""How well photographs of our own sheets are read and judged: composed ones, by hands that no training has seen."""

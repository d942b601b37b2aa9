"""All sheets of a tournament together: repeats, clashes, names, what is missing, and the standings."""

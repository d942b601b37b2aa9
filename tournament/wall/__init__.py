"""What is pinned up or sent round: the standings as a list in large type, as a page for phones, as data."""

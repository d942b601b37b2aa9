"""Pages for whoever comes with a telephone: the entrance, photographs, the table."""

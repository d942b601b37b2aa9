"""One module per page: its addresses, and the values for its template."""

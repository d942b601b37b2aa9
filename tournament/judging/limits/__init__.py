"""How sure ink, rows and sums must be, and how often players slip: all the judge's numbers, and how each was found."""

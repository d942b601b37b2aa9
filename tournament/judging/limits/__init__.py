"""How sure ink, rows and sums must be, and how often players slip: every number of the judge, and how it was found."""

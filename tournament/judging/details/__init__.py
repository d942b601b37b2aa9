"""The details of a full sheet's row: who played what, the calls, Augen and Sonderpunkte; checked against its points."""

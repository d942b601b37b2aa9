"""Places and what hangs on them: ties, place points, teams, prizes, money, a season, chances. Plain values, no ink."""

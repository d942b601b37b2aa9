"""Places and what depends on them: ties, place points, teams, prizes, money, a season, chances. Plain values, no
ink."""

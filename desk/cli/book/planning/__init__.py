"""Before the first card is played: players, draw, and what a round has on paper."""

"""The eyes: a photograph becomes candidates with probabilities. Knows paper and ink, never a rule of the game."""

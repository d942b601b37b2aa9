"""Turns a photograph into candidates with probabilities. Knows paper and ink, but no rule of the game."""

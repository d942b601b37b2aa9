"""Fills in printed sheets as people do and photographs them, with the truth of every field (`docs/truth.md`)."""

"""The calls of the shipped rule sets by name; of a club's own, its levels say which there are."""

from __future__ import annotations

from scoring.counting.game import ANSAGE, NOTHING

LEVELS = K90, K60, K30, SCHWARZ = range(ANSAGE + 1, ANSAGE + 5)
CALLS = (NOTHING, ANSAGE, *LEVELS)

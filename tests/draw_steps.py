"""How long a draw is searched for: as many steps as in an evening, or a hundredth of them."""

from __future__ import annotations

from tournament.draw import draw_search

EVENING = {name: getattr(draw_search, name) for name in ("PATIENCE", "LONG_BUDGET", "BUDGET")}
BRIEF = {name: steps // 100 for name, steps in EVENING.items()}
"""Where few players sit at few tables some pair meets again however long the search goes on. What tests something else
need not wait for its end."""

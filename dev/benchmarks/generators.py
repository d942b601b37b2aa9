"""Where the simulated rounds, sheets and readings come from: the one place of the benchmarks that imports them."""

from __future__ import annotations

from dev.filler.rounds.mistakes import PLANTERS as PLANTERS
from dev.filler.rounds.people import PlayedRound as PlayedRound
from dev.filler.rounds.written import WrittenRound as WrittenRound
from dev.tools.full_samples import Order as FullOrder
from dev.tools.full_samples import filled as fill_full_sheet
from dev.tools.full_samples import shoot as shoot_full_sheet
from tests.tournament.fullmistakes import IN_DETAILS as IN_DETAILS
from tests.tournament.fullsheets import SYSTEMS as SYSTEMS
from tests.tournament.fullsheets import CrossHand as CrossHand
from tests.tournament.fullsheets import FullRow as FullRow
from tests.tournament.fullsheets import full_page as simulate_full_page
from tests.tournament.fullsheets import read_full as simulate_full_reading
from tests.tournament.simulate import Hand as Hand
from tests.tournament.simulate import Page as Page
from tests.tournament.simulate import page as simulate_page
from tests.tournament.simulate import read as simulate_reading
from tests.tournament.simulate import value as written_value

__all__ = [
    "IN_DETAILS", "PLANTERS", "SYSTEMS", "CrossHand", "FullOrder", "FullRow", "Hand", "Page", "PlayedRound",
    "WrittenRound", "fill_full_sheet", "shoot_full_sheet", "simulate_full_page", "simulate_full_reading",
    "simulate_page", "simulate_reading", "written_value",
]

"""A whole tournament for tests: twelve players, three rounds of three tables, with names that would break a careless
writer."""

from __future__ import annotations

import io
import random
from collections.abc import Sequence

from PIL import Image

from dev.rounds.reader import Hand, read_sheet
from dev.rounds.sheets import draw_points_sheet
from scanner.sheet_reading import Problem, Reading, SheetReading
from tests.tournament.filing.files import keep_book
from tests.tournament.paper import RULES
from texts.sentences import Words
from tournament.evening.book import Book
from tournament.evening.roster import Roster
from tournament.judging.written_sheet import WrittenSheet

HOSTILE = (
    "=SUMME(A1:A9)",
    "+Karl",
    "-Dora",
    "@Heinz",
    "*",
    "<5",
    "'Ida",
    "Jo\x07\x0b",
    "\tTab",
    "Ä" * 60,
    "\U0001f0a1 Ass",
    "<r>a&b<c></r>",
)
"""Formulas, conditions and wildcards for SUMIFS, control characters, Excel's own markup, a very long name."""

BROKEN = SheetReading(
    "kaputt.jpg",
    "f" * 64,
    0,
    (0, 0),
    None,
    None,
    None,
    (),
    Problem(
        "unreadable",
        Words("Das Bild ist beschädigt; bitte neu fotografieren.", "The picture is damaged; photograph it again."),
    ),
)


def evening(
    seed: int = 5,
    names: Sequence[str] = HOSTILE,
    rounds: int = 3,
    lang: str = "de",
    mistakes: float = 0.03,
    given: bool = True,
) -> Book:
    """The book of such a tournament; the names are given by hand, or nobody's is known."""
    rng = random.Random(seed)
    by_hand: dict[tuple[str, int], str] = {}
    sheets: list[SheetReading] = []
    tables = len(names) // 4
    for round_ in range(1, rounds + 1):
        order = rng.sample(list(names), len(names))
        for table in range(1, tables + 1):
            number = len(sheets) + 1
            written = draw_points_sheet(rng, mistakes=mistakes, slips=0.05, round_=round_, table=table)
            sheets.append(read_sheet(rng, written, Hand(unclear=0.05), photo=f"IMG_{number:04}.jpg"))
            by_hand |= {(str(number), seat + 1): order[(table - 1) * 4 + seat] for seat in range(4)}
    return keep_book(RULES, [*sheets, BROKEN], Roster(given=by_hand if given else {}), lang)


def picture(sheet: WrittenSheet, fields: Sequence[Reading]) -> bytes | None:
    """A small picture of its own for every request."""
    target = io.BytesIO()
    Image.new("L", (60 * len(fields), 30), 200).save(target, "PNG")
    return target.getvalue()

"""The keys of a tournament's form that decide how places are found."""

from __future__ import annotations

import re
from fractions import Fraction

from texts.sentences import Phrase
from tournament.form.form_keys import Form, FormKey, UnfitValue, make_number_key, make_word_key
from tournament.standings.scorings import SCORES, TABLE_POINTS, Scoring

_PART = re.compile(r"\s*(?:(\d{1,4}(?:[.,]\d{1,3})?)\s*[*×x]\s*)?([a-z-]+)\s*")
"""One part of an index: "10 * table-points"."""


def _read_table_points(text: str) -> tuple[tuple[int, ...], ...]:
    """Lists of whole numbers, separated by semicolons, one for each size of table from three to seven.

    Raises `UnfitValue` for anything else, and for two lists of one size.
    """
    sizes = []
    for part in text.split(";"):
        words = part.replace(",", " ").split()
        if not 3 <= len(words) <= 7 or not all(re.fullmatch(r"[+-]?\d{1,4}", word, re.ASCII) for word in words):
            raise UnfitValue(Phrase("form.wants.table-points"))
        sizes.append(tuple(map(int, words)))
    if len({len(points) for points in sizes}) < len(sizes):
        raise UnfitValue(Phrase("form.wants.table-points"))
    return tuple(sizes)


def _read_index(text: str) -> tuple[tuple[Fraction, str], ...]:
    """The parts of an index with their weights, separated by plus signs; "" for none. Raises `UnfitValue`."""
    parts = []
    for words in text.split("+") if text.strip() else ():
        found = _PART.fullmatch(words)
        if found is None or found[2] not in SCORES or found[2] == "index":
            raise UnfitValue(Phrase("form.wants.index", {"choices": tuple(one for one in SCORES if one != "index")}))
        parts.append((Fraction((found[1] or "1").replace(",", ".")), found[2]))
    return tuple(parts)


_WORDS = ("total", "table-points", "best-rounds", "per-game", "index")
BY = make_word_key("rank.by", *_WORDS, default="total", counts=True)
"""The score that decides the places."""
TABLE_POINTS_KEY: FormKey[tuple[tuple[int, ...], ...]] = FormKey(
    "rank.table-points", _read_table_points, "; ".join(", ".join(map(str, one)) for one in TABLE_POINTS), counts=True
)
BEST = make_number_key("rank.best", 2, 1, 99, counts=True)
INDEX: FormKey[tuple[tuple[Fraction, str], ...]] = FormKey(
    "rank.index", _read_index, "10 * table-points + total", counts=True
)
TEAMS = make_number_key("rank.teams", 0, 0, 99, counts=True)
"""How many members of a club count for it; 0 for no teams."""

MISSED = make_number_key("rank.missed", 0, -9999, 9999, counts=True)
"""The points of a round that a player missed; 0 for none."""

RANKING_KEYS = (BY, TABLE_POINTS_KEY, BEST, INDEX, TEAMS, MISSED)


def read_scoring(form: Form) -> Scoring:
    """The scoring that decides the places in a tournament with that form."""
    return Scoring(BY.of(form), TABLE_POINTS_KEY.of(form), BEST.of(form), INDEX.of(form))

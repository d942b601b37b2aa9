"""Whether what is proposed is the truth: full sheets of whole rounds, by kind of mistake.

Rows with a mistake are planted in rounds of all six systems, each with its Pflichtsoli and the sums of what stands
there. `key`: rows whose proposal Enter takes; `true`: of those the ones that are then as they were played, in points
and in every box. `two`: rows with several proposals of which Enter takes none, `among`: those of them that offer the
truth. `points`: of the keys those whose points are right, whatever the boxes say.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from dev.benchmarks.judge.points import HANDS
from dev.rounds.games import draw_games
from dev.rounds.mistakes import Paper, change_row
from dev.rounds.reader import PLAIN, PLAIN_CROSSES, CrossHand, read_sheet
from dev.rounds.rows import count_row
from dev.rounds.sheets import LEVEL_NAMES, SYSTEMS, TextRow, TextSheet, list_columns, spell, spell_row
from scoring.counting.game import PARTIES
from scoring.counting.rules import RuleSet
from scoring.findings import Change, Proposal
from scoring.rulesets.load_rules import load
from templates.sheet_code import SheetCode
from tournament.judging.judged_sheet import JudgedRow
from tournament.judging.offers import find_accepted, list_offers
from tournament.judging.reconcile import reconcile
from tournament.judging.written_sheet import transcribe

_TABLES = tuple((system, seats) for system in SYSTEMS for seats in load(system).sheet.seats)
_SHARE, _GIVE_UP = 0.25, 400  # of rows with a mistake; sheets without one more of a kind, until that is left


@dataclass(frozen=True, slots=True)
class Slipped:
    """A sheet with mistakes: `kinds` by row, "" for none, and the cells as they should be."""

    sheet: TextSheet
    kinds: tuple[str, ...]
    meant: tuple[Mapping[str, str], ...]


def count_kind(kind: str, rows: int, seed: int, *, doubtful: bool = False) -> Counter[str]:
    """Keys and truths of so many rows with that mistake."""
    counts, rng, idle = Counter[str](), random.Random(f"{seed} {kind}"), 0
    while counts["rows"] < rows and idle < _GIVE_UP:
        system, seats = rng.choice(_TABLES)
        found = count_sheet(load(system), draw_slipped(rng, load(system), seats, kind), rng, doubtful=doubtful)
        idle, counts = 0 if found["rows"] else idle + 1, counts + found
    return counts


def draw_slipped(rng: random.Random, rules: RuleSet, seats: int, kind: str) -> Slipped:
    """A whole round with that mistake in about one row of four."""
    chance = np.random.default_rng(rng.getrandbits(64))
    rows, kinds, meant = list[TextRow](), list[str](), list[Mapping[str, str]]()
    for game in draw_games(rules, seats, rules.sheet.count_games(seats) or 16, chance, plain=True):
        right = count_row(rules, game, every_level=True)
        wrong = change_row(rules, right, kind, chance, Paper("full")) if rng.random() < _SHARE else None
        rows.append(spell_row(wrong or right))
        kinds.append(kind if wrong else "")
        meant.append(spell_row(right).cells)
    sums = tuple(spell(sum(column)) for column in zip(*(row.points for row in rows), strict=True))
    code = SheetCode(rules.id, "full", seats, len(rows), 1, 1)
    return Slipped(TextSheet(tuple(rows), list_columns(rules, seats), code, sums), tuple(kinds), tuple(meant))


def count_sheet(rules: RuleSet, slipped: Slipped, rng: random.Random, *, doubtful: bool = False) -> Counter[str]:
    """Keys and truths of one sheet."""
    hand, crosses = (HANDS["usual"], CrossHand()) if doubtful else (PLAIN, PLAIN_CROSSES)
    judged = reconcile(rules, transcribe(read_sheet(rng, slipped.sheet, hand, crosses)))
    counts = Counter[str]()
    for row, kind, meant, told in zip(slipped.sheet.rows, slipped.kinds, slipped.meant, judged.rows, strict=True):
        if kind:
            counts += _count_row(row, meant, told)
    return counts


def _count_row(row: TextRow, meant: Mapping[str, str], told: JudgedRow) -> Counter[str]:
    key, offered = find_accepted(told), [one.proposal for one in list_offers(told)]
    counts = Counter({"rows": 1, "asked": told.status == "review"})
    if key:
        counts.update(key=1, true=is_truth(row, meant, key), points=_list_points(row, meant, key))
    elif len(offered) > 1:
        counts.update(two=1, among=any(is_truth(row, meant, one) for one in offered))
    return counts


def is_truth(row: TextRow, meant: Mapping[str, str], changes: Proposal) -> bool:
    """Whether the row says with these changes what it should."""
    return dict(_read(_change(row, changes))) == dict(_read(meant))


def _list_points(row: TextRow, meant: Mapping[str, str], changes: Proposal) -> bool:
    after = dict(_read(_change(row, changes)))
    return all(after.get(name) == text for name, text in _read(meant) if name[0] == "p")


def _change(row: TextRow, changes: Proposal) -> dict[str, str]:
    return {**row.cells, **{one.field.partition(".")[2]: _spell(one) for one in changes}}


def _spell(change: Change) -> str:
    return spell(change.proposed) if isinstance(change.proposed, int) else change.proposed or ""


def _read(cells: Mapping[str, str]) -> Iterator[tuple[str, object]]:
    """What the cells mean: numbers as such, of each party its highest call, nothing for a blank box."""
    calls = {party: [f"{party}.{name}" for name in (party, *LEVEL_NAMES)] for party in PARTIES}
    for party, boxes in calls.items():
        yield party, max((n for n, box in enumerate(boxes, 1) if cells.get(box)), default=0)
    for name, text in cells.items():
        if name not in (*calls["re"], *calls["kontra"]) and text.lstrip("+-") not in ("", "0"):
            yield name, int(text) if text.lstrip("+-").isdecimal() else text

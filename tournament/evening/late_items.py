"""Compares a round's sheets at two times: what was changed after the round was closed, or after standings with it were
handed out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass

from scoring.findings import write_points
from texts.item_ids import spell_place
from texts.languages import Lang
from texts.sentences import Moment, say
from tournament.evening.counted_sheets import CountedSheet
from tournament.evening.item_names import find_key, name_row_item, name_seat_item
from tournament.remarks import Doubt, Remark, RowText

AFTER_CLOSING = "after-closing"
"""The code of findings on changes that wait because their round is closed."""

TYPED = "typed"
"""The code of findings on a sheet that somebody typed."""

_MOST_LISTED = 3
"""So many differences are listed in one sentence; the audit lists all."""

Shown = RowText | str
"""The content of an item: a row, totals, or a name; "" for nothing."""


@dataclass(frozen=True, slots=True)
class Said:
    """A row as a sentence quotes it: "+6 -2 -2 -2"; one that was not played says so."""

    row: RowText

    def in_(self, lang: Lang) -> str:
        """Its words."""
        played = any(value is not None for value in self.row.points)
        return self.row.spell(lang) if played else say(lang, "evening.typed.unplayed")


@dataclass(frozen=True, slots=True)
class SheetValues:
    """The content of a sheet: its totals, and by item its rows and names. `open`: the items of rows that wait for
    somebody. `others`: by item the other possibility, if a photograph does not agree with what was typed. `photo`: the
    photograph's name."""

    totals: RowText
    items: Mapping[str, Shown]
    open: Set[str]
    others: Mapping[str, Shown]
    photo: str


@dataclass(frozen=True, slots=True)
class Difference:
    """An item whose content changed. In a sentence: "Runde 1, Tisch 3, Spiel 6: ... statt ...". `photo`: the name of
    the sheet's photograph."""

    item: str
    old: Shown
    new: Shown
    photo: str

    def in_(self, lang: Lang) -> str:
        """For example: Spiel 6: +6 -2 -2 -2 statt +2 +2 -2 -2."""
        gaps = {"old": write_shown(self.old, lang), "new": write_shown(self.new, lang)}
        return say(lang, "decisions.late.difference", place=spell_place(self.item, lang, self.photo), **gaps)


def _are_blank(*shown: Shown) -> bool:
    """Whether each of these is "" or a blank row."""
    return not any(one if isinstance(one, str) else any(value is not None for value in one.points) for one in shown)


def write_shown(shown: Shown, lang: Lang) -> str:
    """A row's points, or a name; a dash for nothing."""
    return (shown if isinstance(shown, str) else shown.spell(lang)) or "–"


@dataclass(frozen=True, slots=True)
class Differences:
    """Several differences, joined by semicolons; of many the first ones."""

    every: tuple[Difference, ...]

    def in_(self, lang: Lang) -> str:
        """The first of them in words."""
        more = "; ..." if len(self.every) > _MOST_LISTED else ""
        return "; ".join(one.in_(lang) for one in self.every[:_MOST_LISTED]) + more


@dataclass(frozen=True, slots=True)
class Change:
    """A difference that counts since an entry. `by`, `when`, `reason`: of that entry; `entry`: its number. `closed`:
    whether the round was closed before; else standings with it had been handed out."""

    round: int
    difference: Difference
    by: str
    when: str
    reason: str
    entry: int
    closed: bool

    def in_(self, lang: Lang) -> str:
        """For example: Runde 1, Tisch 3, Spiel 6: +6 -2 -2 -2 statt +2 +2 -2 -2 (Rita, 21.11. 22:05: verrechnet)."""
        gaps = {"what": self.difference, "by": self.by, "when": Moment(self.when).write_short(lang)}
        return say(lang, f"decisions.late.{'changed-for' if self.reason else 'changed'}", **gaps, reason=self.reason)


def describe_change(one: Change, lang: Lang | None = None) -> dict[str, object]:
    """The change as JSON, and with a sentence if a language is given. Rows are lists of points by seat, as in
    proposals, followed by the crosses that count."""
    return {
        "item": one.difference.item,
        "old": _write_shown(one.difference.old),
        "new": _write_shown(one.difference.new),
        "by": one.by,
        "reason": one.reason,
        "when": one.when,
        "entry": one.entry,
        "after": "closing" if one.closed else "hand-out",
        **({} if lang is None else {"sentence": one.in_(lang)}),
    }


def _write_shown(shown: Shown) -> str | list[str]:
    if isinstance(shown, str):
        return shown
    crosses = (("solo", shown.solo), ("offence", shown.offence))
    points = ("" if value is None else write_points(value) for value in shown.points)
    return [*points, *(name for name, on in crosses if on)]


def read_values(entries: Sequence[CountedSheet]) -> dict[str, SheetValues]:
    """By key the content of the sheets."""
    return {find_key(entry.sheet.source): _read_sheet(entry) for entry in entries}


def _read_sheet(entry: CountedSheet) -> SheetValues:
    source = entry.sheet.source
    rows = {name_row_item(source, row.game): row for row in entry.sheet.rows}
    names = {name_seat_item(source, seat): name for seat, name in enumerate(entry.known, 1)}
    shown = {item: RowText(row.points, row.solo, row.offence, "–") for item, row in rows.items()}
    waiting = {item for item, row in rows.items() if row.status != "ok"}
    others = {item: other for item, row in rows.items() if (other := find_other(row.findings)) is not None}
    if (whole := find_other(entry.sheet.findings)) is not None:
        others[find_key(source)] = whole
    return SheetValues(RowText(entry.sheet.totals), {**shown, **names}, waiting, others, entry.photo)


def list_differences(old: dict[str, SheetValues], new: dict[str, SheetValues]) -> tuple[Difference, ...]:
    """The differences between both times; a sheet that came or went is one difference."""
    found: list[Difference] = []
    for key in dict.fromkeys((*old, *new)):
        if key not in old or key not in new:
            totals = [where[key].totals if key in where else "" for where in (old, new)]
            found.append(Difference(key, totals[0], totals[1], (old | new)[key].photo))
            continue
        before, after, photo = old[key].items, new[key].items, new[key].photo
        items = dict.fromkeys((*before, *after))
        pairs = ((item, before.get(item, ""), after.get(item, "")) for item in items)
        found += [Difference(*pair, photo) for pair in pairs if pair[1] != pair[2] and not _are_blank(*pair[1:])]
        fresh = {item: other for item, other in new[key].others.items() if item not in old[key].others}
        found += [Difference(item, before.get(item, old[key].totals), other, photo) for item, other in fresh.items()]
    return tuple(found)


def find_other(findings: Sequence[Doubt]) -> RowText | None:
    """The other possibility for the row, if one of the findings asks about what was typed; else None."""
    asked = (one for one in findings if isinstance(one, Remark) and one.code == TYPED and one.severity != "note")
    return next((other.row for one in asked if isinstance(other := one.gaps["other"], Said)), None)

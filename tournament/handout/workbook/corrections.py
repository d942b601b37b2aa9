"""Corrections that people typed into an exported workbook become decisions; what somebody decided stays.

Nothing is taken that was not typed: a cell with a formula, and one that says what counts anyway, are passed over.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from texts.languages import LANGUAGES
from texts.sentences import Moment, Phrase, say
from tournament.evening.counted_sheets import CountedSheet
from tournament.evening.decisions import How
from tournament.evening.item_names import name_row_item, name_seat_item, spell_item
from tournament.filing.deciding import Wish, make_decision, read_points
from tournament.filing.open_evening import Evening
from tournament.filing.reasons import RefusedDecision
from tournament.handout.workbook.worksheet import clean_text
from tournament.judging.row.judged import JudgedRow
from tournament.record.facts import Decided, Fact, Undone
from tournament.record.replay import find_undone
from tournament.review.waiting import write_all_points

if TYPE_CHECKING:
    from openpyxl.workbook import Workbook
    from openpyxl.worksheet.worksheet import Worksheet


AUTHOR = "Arbeitsmappe"
"""Who decided what was typed into a workbook; the file's format has it in this word in every language."""
_SETTLED = tuple(f"decisions.refused.{name}" for name in ("settled-row", "decided-row", "settled-name"))
"""Refusals of what is not open."""
_MOST_HEADS = 6
"""The row with the heads of the columns is one of the first."""

Cells = dict[str, Any]
RowPoints = tuple[int | None, ...]

_HEADS = ("item", "status", "decision", "name")


@dataclass(frozen=True, slots=True)
class Taken:
    """What a workbook brings: decisions, and sentences on what was not taken over, each with its item."""

    facts: tuple[Decided, ...] = ()
    told: tuple[tuple[str, Phrase], ...] = ()


def take_workbook(evening: Evening, path: Path) -> Taken:
    """The corrections typed into the workbook, as far as nobody decided otherwise."""
    from openpyxl import load_workbook

    workbook = load_workbook(path)
    taken = Taken()
    decided = set()
    for wish in (*_read_rows(workbook, evening), *_read_choices(workbook), *_read_names(workbook, evening)):
        if wish.item not in decided:
            decided.add(wish.item)
            taken = _take(taken, evening, wish)
    return taken


@dataclass(frozen=True, slots=True)
class _Typed(Wish):
    """What was typed of an item. `changed`: the sheet has been read anew since the workbook was made."""

    changed: bool = False


def _take(taken: Taken, evening: Evening, wish: _Typed) -> Taken:
    """With this correction, or with the reason why it is left out. What is in force already is passed over."""
    if _is_in_force(evening, wish):
        return taken
    why = Phrase("decisions.take.changed") if wish.changed else _find_contradiction(evening, wish)
    if why is None:
        try:
            return replace(taken, facts=(*taken.facts, _decide(evening, wish)))
        except RefusedDecision as refused:
            why = refused.phrase
    return replace(taken, told=(*taken.told, (wish.item, why)))


def _decide(evening: Evening, wish: _Typed) -> Decided:
    """The entry. Of what is not open, whoever typed over it meant it: that is its reason, unless its round is
    closed."""
    try:
        return make_decision(evening, wish)
    except RefusedDecision as refused:
        if refused.phrase.key not in _SETTLED:
            raise
        return make_decision(evening, replace(wish, reason=say("de", "decisions.take.typed")))


def _is_in_force(evening: Evening, wish: Wish) -> bool:
    """Whether just that was chosen for the item before."""
    ruling = evening.tournament.decisions.get(wish.item)
    return ruling is not None and ruling.fact.how == wish.how and wish.how in ("accept", "as-written")


def _find_contradiction(evening: Evening, wish: Wish) -> Phrase | None:
    """The sentence that somebody else decided otherwise, or took this very correction back; None where nobody did."""
    ruling = evening.tournament.decisions.get(wish.item)
    if ruling is not None and ruling.by != AUTHOR:
        return Phrase("decisions.take.decided", {"by": ruling.by, "when": Moment(ruling.when)})
    mine = {entry.number for entry in evening.entries if entry.by == AUTHOR and _says(entry.fact, wish)}
    undone = [entry for entry in evening.entries if isinstance(entry.fact, Undone) and entry.fact.entry in mine]
    if undone and mine <= find_undone(evening.entries):
        return Phrase("decisions.take.undone", {"by": undone[-1].by, "when": Moment(undone[-1].when)})
    return None


def _says(fact: Fact, wish: Wish) -> bool:
    """Whether the entry holds this correction."""
    if not isinstance(fact, Decided) or (fact.item, fact.how) != (wish.item, wish.how):
        return False
    points = read_points(wish.points, len(fact.points)) if wish.how == "points" else fact.points
    return points == fact.points and (wish.how != "name" or fact.name.casefold() == wish.name.strip().casefold())


def _read_rows(workbook: Workbook, evening: Evening) -> Iterator[_Typed]:
    """Points and status typed into `Spiele`."""
    rows = {
        name_row_item(entry.sheet.source, row.game): (entry, row)
        for entry in evening.book.entries
        for row in entry.sheet.rows
    }
    for cells in _read_lines(workbook, "workbook.tab.games"):
        found = rows.get(str(cells.get("item")))
        if found is not None and (wish := _read_row(cells, *found)) is not None:
            yield wish


def _read_row(cells: Cells, entry: CountedSheet, row: JudgedRow) -> _Typed | None:
    seats = len(row.points)
    points = tuple(_read_points(cells["counted"][seat], row.points[seat]) for seat in range(seats))
    written = tuple(str(text) if text is not None else "" for text in cells["written"][:seats])
    item = name_row_item(entry.sheet.source, row.game)
    settled = row.status == "review" and cells.get("status") in _say_all("workbook.status.ok")
    if [value or 0 for value in points] == [value or 0 for value in row.points] and not settled:
        return None
    typed = ",".join(text or "/" for text in write_all_points(points))
    changed = [text.strip() for text in written] != [text.strip() for text in row.written]
    return _Typed(item, "points", points=typed, changed=changed)


def _read_points(cell: object, now: int | None) -> int | None:
    """The number typed; what counts now where a formula stands, or nothing."""
    if isinstance(cell, bool) or not isinstance(cell, int | float) or int(cell) != cell:
        return now
    return int(cell) if cell or now is not None else None


def _read_choices(workbook: Workbook) -> Iterator[_Typed]:
    """Decisions chosen in `Prüfung`."""
    hows: dict[str, How] = {
        word: how for how in ("accept", "as-written") for word in _say_all(f"workbook.decision.{how}")
    }
    for cells in _read_lines(workbook, "workbook.tab.review"):
        how = hows.get(str(cells.get("decision")))
        if how is not None and cells.get("item"):
            yield _Typed(spell_item(str(cells["item"])), how)


def _read_names(workbook: Workbook, evening: Evening) -> Iterator[_Typed]:
    """Names typed into the rounds."""
    names = {
        name_seat_item(entry.sheet.source, seat): clean_text(name)
        for entry in evening.book.entries
        for seat, name in enumerate(entry.names, 1)
    }
    for sheet in workbook.worksheets:
        for cells in _read_sheet(sheet):
            item, typed = str(cells.get("item")), cells.get("name")
            known = names.get(item)
            if known is not None and isinstance(typed, str) and typed.strip().casefold() != known.strip().casefold():
                yield _Typed(item, "name", name=typed)


def _say_all(key: str) -> tuple[str, ...]:
    """The words in every language: nobody knows in which the workbook was made."""
    return tuple(say(lang, key) for lang in LANGUAGES)


def _read_lines(workbook: Workbook, tab: str) -> Iterator[Cells]:
    for name in _say_all(tab):
        if name in workbook.sheetnames:
            yield from _read_sheet(workbook[name])


def _read_sheet(sheet: Worksheet) -> Iterator[Cells]:
    """The lines of a worksheet that has a column of items: the cells by their heads, and those of each seat."""
    rows = list(sheet.iter_rows(values_only=True))
    words = {word: head for head in _HEADS for word in _say_all(f"workbook.head.{head}")}
    for at, heads in enumerate(rows[:_MOST_HEADS]):
        columns = {words[str(head)]: n for n, head in enumerate(heads) if str(head) in words}
        if "item" in columns:
            seats = _find_seats(heads)
            for row in rows[at + 1 :]:
                half = len(seats) // 2
                yield {head: row[n] for head, n in columns.items()} | {
                    "written": [row[n] for n in seats[:half]],
                    "counted": [row[n] for n in seats[half:]],
                }
            return


def _find_seats(heads: Sequence[object]) -> list[int]:
    """The columns of the seats: first those of what is written, then those of what counts."""
    words = {say(lang, "workbook.head.numbered-seat", seat=seat) for lang in LANGUAGES for seat in range(1, 6)}
    return [n for n, head in enumerate(heads) if str(head) in words]

"""Corrections that people typed into an exported workbook become decisions; what somebody decided stays.

Nothing is taken that was not typed: a cell with a formula, and one that says what counts anyway, are passed over.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from scoring.findings import write_points
from texts.item_ids import spell_item
from texts.languages import LANGUAGES
from texts.sentences import Moment, Phrase, say
from tournament.evening.counted_sheets import CountedSheet
from tournament.evening.item_names import find_key, name_row_item, name_seat_item
from tournament.filing.deciding import Wish, make_decision, read_points
from tournament.filing.open_evening import Evening
from tournament.filing.reasons import RefusedDecision
from tournament.given_workbooks import GivenTab, read_workbook
from tournament.handout.workbook.worksheet import clean_text
from tournament.human_decisions import How
from tournament.judging.judged_sheet import JudgedRow
from tournament.judging.written_sheet import parse_number
from tournament.record.facts import Decided, Fact, Undone
from tournament.record.replay import find_undone

Workbook = Sequence[GivenTab]
AUTHOR = "Arbeitsmappe"
"""Who decided what was typed into a workbook; the file's format has it in this word in every language."""
_SETTLED = tuple(f"decisions.refused.{name}" for name in ("settled-row", "decided-row", "settled-name"))
"""Refusals of what is not open."""
_MOST_HEADS = 6
"""The row with the heads of the columns is one of the first."""
_MOST_TYPED = 40
"""Letters of what was typed for points, as a sentence quotes it."""

Cells = dict[str, Any]
Rows = Mapping[str, tuple[CountedSheet, JudgedRow]]
"""The rows of an evening by their items."""

_HEADS = ("item", "status", "decision", "name")


@dataclass(frozen=True, slots=True)
class Taken:
    """What a workbook brings: decisions, and sentences on what was not taken over, each with its item."""

    facts: tuple[Decided, ...] = ()
    left_out: tuple[tuple[str, Phrase], ...] = ()


def take_workbook(evening: Evening, path: Path) -> Taken:
    """The corrections typed into the workbook, as far as nobody decided otherwise. Raises `UnreadableTable`."""
    workbook = read_workbook(path, formulas=True)
    rows = _map_rows(evening)
    changed = _find_changed(workbook, rows)
    taken = Taken()
    decided = set()
    for wish in (*_read_rows(workbook, rows), *_read_choices(workbook), *_read_names(workbook, evening)):
        if wish.item not in decided:
            decided.add(wish.item)
            taken = _take(taken, evening, wish, _is_changed(wish.item, rows, changed))
    return taken


def _map_rows(evening: Evening) -> Rows:
    return {
        name_row_item(entry.sheet.source, row.game): (entry, row)
        for entry in evening.book.entries
        for row in entry.sheet.rows
    }


def _find_changed(workbook: Workbook, rows: Rows) -> frozenset[str]:
    """The items of rows that the workbook shows with other ink than they have now: the sheet has been read anew since,
    or the workbook is another evening's."""
    return frozenset(
        str(cells["item"])
        for cells in _read_lines(workbook, "workbook.tab.games")
        if (found := rows.get(str(cells.get("item")))) is not None
        and [str(text or "").strip() for text in cells["written"][: len(found[1].written)]]
        != [text.strip() for text in found[1].written]
    )


def _is_changed(item: str, rows: Rows, changed: frozenset[str]) -> bool:
    """Whether the ink that the item is about has changed: of a row its own, of a name or a sum any of its sheet."""
    if item in rows:
        return item in changed
    return any(item.startswith(f"{find_key(rows[one][0].sheet.source)}.") for one in changed)


def _take(taken: Taken, evening: Evening, wish: Wish, changed: bool) -> Taken:
    """With this correction, or with the reason why it is left out. What is in force already is passed over."""
    if _is_in_force(evening, wish):
        return taken
    why = Phrase("decisions.take.changed") if changed else _find_contradiction(evening, wish)
    if why is None:
        try:
            return replace(taken, facts=(*taken.facts, _decide(evening, wish)))
        except RefusedDecision as refused:
            why = refused.phrase
    return replace(taken, left_out=(*taken.left_out, (wish.item, why)))


def _decide(evening: Evening, wish: Wish) -> Decided:
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
    return ruling is not None and ruling.how == wish.how and wish.how in ("accept", "as-written")


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


def _read_rows(workbook: Workbook, rows: Rows) -> Iterator[Wish]:
    """Points and status typed into `Spiele`."""
    for cells in _read_lines(workbook, "workbook.tab.games"):
        found = rows.get(str(cells.get("item")))
        if found is not None and (wish := _read_row(cells, found[1])) is not None:
            yield wish


def _read_row(cells: Cells, row: JudgedRow) -> Wish | None:
    """None where nothing was typed, or the columns were taken out."""
    if len(cells["counted"]) < len(row.points):
        return None
    typed = [_read_points(cell, now) for cell, now in zip(cells["counted"], row.points, strict=False)]
    settled = row.status == "review" and cells.get("status") in _say_all("workbook.status.ok")
    same = all(parse_number(text).points == (now or 0) for text, now in zip(typed, row.points, strict=True))
    if same and not settled:
        return None
    return Wish(str(cells["item"]), "points", points=",".join(text or "/" for text in typed))


def _read_points(cell: object, now: int | None) -> str:
    """What was typed, be it a number or not; for a formula or an empty cell what counts now."""
    if isinstance(cell, bool) or (isinstance(cell, str) and cell.strip() and not cell.startswith("=")):
        return clean_text(str(cell).strip())[:_MOST_TYPED]
    if isinstance(cell, int | float) and (cell or now is not None):
        return (f"{cell:.0f}" if cell == cell // 1 else str(cell))[:_MOST_TYPED]
    return "" if now is None else write_points(now)


def _read_choices(workbook: Workbook) -> Iterator[Wish]:
    """Decisions chosen in `Prüfung`."""
    hows: dict[str, How] = {
        word: how for how in ("accept", "as-written") for word in _say_all(f"workbook.decision.{how}")
    }
    for cells in _read_lines(workbook, "workbook.tab.review"):
        words, item = str(cells.get("decision")), spell_item(str(cells.get("item") or ""))
        said, _, points = words.partition(" ")
        if item and (how := hows.get(words)):
            yield Wish(item, how)
        elif item and points and said in _say_all("workbook.decision.points"):
            yield Wish(item, "points", points=points.replace(" ", ","))


def _read_names(workbook: Workbook, evening: Evening) -> Iterator[Wish]:
    """Names typed into the rounds."""
    names = {
        name_seat_item(entry.sheet.source, seat): clean_text(name)
        for entry in evening.book.entries
        for seat, name in enumerate(entry.names, 1)
    }
    for tab in workbook:
        for cells in _read_tab(tab):
            item, typed = str(cells.get("item")), cells.get("name")
            known = names.get(item)
            if known is not None and isinstance(typed, str) and typed.strip().casefold() != known.strip().casefold():
                yield Wish(item, "name", name=typed)


def _say_all(key: str) -> tuple[str, ...]:
    """The words in every language: nobody knows in which the workbook was made."""
    return tuple(say(lang, key) for lang in LANGUAGES)


def _read_lines(workbook: Workbook, name: str) -> Iterator[Cells]:
    for tab in workbook:
        if tab.name in _say_all(name):
            yield from _read_tab(tab)


def _read_tab(tab: GivenTab) -> Iterator[Cells]:
    """The lines of a worksheet that has a column of items: the cells by their heads, and by seat what is written and
    what counts."""
    words = {word: head for head in _HEADS for word in _say_all(f"workbook.head.{head}")}
    seat_words = {say(lang, "workbook.head.numbered-seat", seat=seat) for lang in LANGUAGES for seat in range(1, 6)}
    for at, heads in enumerate(tab.rows[:_MOST_HEADS]):
        columns = {words[str(head)]: n for n, head in enumerate(heads) if str(head) in words}
        if "item" in columns:
            seats = [n for n, head in enumerate(heads) if str(head) in seat_words]
            half = len(seats) // 2  # what is written comes first
            for row in tab.rows[at + 1 :]:
                cells: Cells = {head: row[n] for head, n in columns.items()}
                by_seat = {"written": [row[n] for n in seats[:half]], "counted": [row[n] for n in seats[half:]]}
                yield cells | by_seat
            return

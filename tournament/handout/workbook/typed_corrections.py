"""Reads what people typed into a workbook: points, crosses, status, choices and names, each with its exported value;
and lists what was typed into cells from which nothing is taken.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from texts.item_ids import spell_item
from texts.sentences import Phrase
from tournament.evening.counted_sheets import CountedSheet
from tournament.evening.item_names import name_seat_item
from tournament.filing.decisions.deciding import Wish
from tournament.filing.opened.open_evening import Evening
from tournament.handout.workbook.exported_cells import (
    ExportedRow,
    TypedCell,
    TypedLine,
    TypedWorkbook,
    read_exported_item,
    read_exported_row,
    say_in_all,
)
from tournament.handout.workbook.worksheet import clean_text
from tournament.human_decisions import How
from tournament.judging.judged_sheet import JudgedRow
from tournament.typed_points import spell_row

LeftOut = tuple[str, Phrase]
"""The item or the cell in the workbook, and the reason why its content is not taken over."""
Rows = Mapping[str, tuple[CountedSheet, JudgedRow]]
"""The rows of an evening by their items."""


@dataclass(frozen=True, slots=True)
class Correction:
    """A correction. `base`: the exported content: a row's state, a name, or another item's findings; None where the
    workbook lacks it. `option`: for a chosen decision its exported result. `twice`: the row that is struck as written
    twice, 0 for any other correction."""

    wish: Wish
    base: Any = None
    option: Any = None
    twice: int = 0


def get_exported(line: TypedLine, row: JudgedRow) -> ExportedRow:
    """The exported content of the row; for an older workbook, which lacks it, what counts now."""
    found = read_exported_row(line.get_text("exported"))
    if found is not None and len(found.counted) == len(row.points):
        return found
    return ExportedRow(tuple(cell.text for cell in line.written[: len(row.points)]), row.points, row.solo, row.status)


def read_typed_rows(
    workbook: TypedWorkbook, rows: Rows, chosen: Mapping[str, Correction]
) -> Iterator[Correction | LeftOut]:
    """Points, crosses and status typed into `Spiele`."""
    for line in workbook.games:
        item = line.get_text("item")
        if item in rows and len(line.counted) >= len(rows[item][1].points):
            option = chosen[item].option if item in chosen else None
            yield from _read_row(line, rows[item][1], option)
        elif not item and any(cell.text for cell in line.counted):
            yield f"{line.tab} {line.number}", Phrase("decisions.take.no-row")


def _read_row(line: TypedLine, row: JudgedRow, option: Any) -> Iterator[Correction | LeftOut]:
    item, exported = line.get_text("item"), get_exported(line, row)
    counted = tuple(zip(line.counted, exported.counted, strict=False))
    typed = [cell for cell, before in counted if cell.differs(before)]
    bad = [cell for cell in typed if cell.number is None and not cell.is_blank]
    bad += [cell for cell, before in zip(line.written, exported.written, strict=False) if cell.differs(before)]
    yield from ((item, _say_bad(cell, line)) for cell in bad)
    status, solo = line.cells.get("status"), _read_solo(line, exported.solo)
    settled = _is_settled(status, exported)
    if (
        status
        and not settled
        and not status.ours
        and status.text not in say_in_all(f"workbook.status.{exported.status}")
    ):
        yield item, Phrase("decisions.take.not-here", status.place)
    if bad or not (typed or settled or solo is not None):
        return
    before = option[0] if option and len(option[0]) == len(counted) else exported.counted
    points = [cell.number if cell in typed else now for (cell, _), now in zip(counted, before, strict=True)]
    blank = [cell for (cell, _), value in zip(counted, points, strict=True) if value is None]
    if blank and not (len(points) > 4 and len(blank) == 1):
        yield item, Phrase("decisions.take.no-points", blank[0].place)
        return
    wish = Wish(item, "points", points=spell_row(points), reason=line.get_text("reason"), solo=solo)
    yield Correction(wish, exported)


def _say_bad(cell: TypedCell, line: TypedLine) -> Phrase:
    """Why the content of a row's cell is no correction."""
    key = "unsolved" if cell.unsolved else "written" if cell in line.written else "no-number"
    return Phrase(f"decisions.take.{key}", cell.place)


def _read_solo(line: TypedLine, before: bool) -> bool | None:
    """True if the solo's cross was typed, False if it was deleted, None if it is unchanged."""
    cell = line.cells.get("solo")
    return None if cell is None or cell.ours or bool(cell.text) == before else bool(cell.text)


def _is_settled(status: TypedCell | None, exported: ExportedRow) -> bool:
    """Whether "ok" was typed for a row that was open."""
    return status is not None and exported.status == "review" and status.text in say_in_all("workbook.status.ok")


def read_choices(workbook: TypedWorkbook) -> tuple[dict[str, Correction], list[LeftOut]]:
    """Decisions chosen in `Prüfung` by item; and cells left out: typed words that are no option, or belong to no
    item."""
    chosen, told = dict[str, Correction](), list[LeftOut]()
    for line in workbook.review:
        cell, item = line.cells.get("decision"), spell_item(line.get_text("item"))
        if cell is None or cell.text in ("", "–", *say_in_all("workbook.decision.points")):
            continue
        typed = _read_choice(cell, item, line)
        if typed is None or not item:
            why = "no-choice" if typed is None else "no-item"
            told.append((item or f"{line.tab} {line.number}", Phrase(f"decisions.take.{why}", cell.place)))
        else:
            chosen[item] = typed
    return chosen, told


def _read_choice(cell: TypedCell, item: str, line: TypedLine) -> Correction | None:
    hows: dict[str, How] = {
        one: how for how in ("accept", "as-written") for one in say_in_all(f"workbook.decision.{how}")
    }
    said, _, points = cell.text.partition(" ")
    how, exported, reason = hows.get(cell.text), read_exported_item(line.get_text("exported")), line.get_text("reason")
    shown = exported if isinstance(exported, list) else None
    match exported.get(cell.text) if isinstance(exported, Mapping) else None:
        case [str(), [*then], bool() as solo, bool() as offence] if all(
            one is None or type(one) is int for one in then
        ):
            option = (tuple(then), solo, offence)
            if how:
                return Correction(Wish(item, how, reason=reason), option=option)
            wish = Wish(item, "points", spell_row(option[0]), reason=reason, solo=solo, offence=offence)
            return Correction(wish, option=option)
    if how:
        return Correction(Wish(item, how, reason=reason), shown)
    if game := _read_struck(cell.text):
        return Correction(Wish(item, "accept", reason=reason), shown, twice=game)
    if points and said in say_in_all("workbook.decision.points"):
        return Correction(Wish(item, "points", points=points, reason=reason))
    return None


def _read_struck(text: str) -> int:
    """The number of the row that the choice strikes; 0 for another choice."""
    number = next((int(word) for word in text.split() if word.isdecimal() and len(word) < 4), 0)
    return number if text in say_in_all("workbook.decision.strike", game=number) else 0


def is_same(one: str, other: str) -> bool:
    """Whether both are the same name by the workbook's comparison."""
    return clean_text(one).strip().casefold() == clean_text(other).strip().casefold()


def list_names(evening: Evening) -> Iterator[tuple[str, str, bool]]:
    """For each seat its item, the player's name, and whether the player is known."""
    for entry in evening.book.entries:
        for seat, (name, known) in enumerate(zip(entry.names, entry.known, strict=True), 1):
            yield name_seat_item(entry.sheet.source, seat), name, bool(known)


def read_typed_names(workbook: TypedWorkbook, evening: Evening) -> Iterator[Correction | LeftOut]:
    """Names typed into the rounds."""
    names = {item: name for item, name, _ in list_names(evening)}
    for line in workbook.names:
        item, cell = evening.tournament.names.name_today(line.get_text("item")), line.cells.get("name")
        if cell is None or item not in names:
            continue
        base = line.get_text("exported") or clean_text(names[item])
        if cell.differs(base) and not is_same(cell.text, names[item]):
            if cell.unsolved or not cell.text:
                yield item, Phrase("decisions.take.unsolved" if cell.unsolved else "decisions.take.no-name", cell.place)
            else:
                yield Correction(Wish(item, "name", name=cell.text, reason=line.get_text("reason")), base)


def list_elsewhere(workbook: TypedWorkbook, touched: set[str]) -> Iterator[LeftOut]:
    """Lists what cannot be taken over: content of a deleted worksheet, an overwritten formula, a reason or the choice
    of other points without a correction. `touched`: the items with typed cells."""
    for kind in workbook.missing:
        yield workbook.path.name, Phrase(f"decisions.take.no-{kind}")
    for cell in workbook.list_overwritten():
        yield f"{cell.tab} {cell.name}", Phrase("decisions.take.formula", cell.place)
    for line in workbook.lines:
        item, reason, choice = line.get_text("item"), line.cells.get("reason"), line.cells.get("decision")
        if not item or item in touched:
            continue
        if choice is not None and choice.text in say_in_all("workbook.decision.points"):
            yield item, Phrase("decisions.take.points-missing", choice.place)
        elif reason is not None and reason.text:
            yield item, Phrase("decisions.take.reason-alone", reason.place)

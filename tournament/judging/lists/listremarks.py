"""What is to be said of a list's ink in doubt: read as the row or its column demands, or asked about."""

from __future__ import annotations

from collections.abc import Iterator

from tournament.judging.lists.listink import is_clear
from tournament.judging.lists.told_rows import ToldRow
from tournament.judging.row.judged import Chosen
from tournament.judging.row.options import Choices, Option, asks, is_messy
from tournament.limits import Limits
from tournament.numbers import parse_number
from tournament.remarks import Remark, RowText


def remark_ink(told: ToldRow, limits: Limits) -> Iterator[Remark]:
    """What is to be said of ink in doubt."""
    yield from _doubt_row(told, limits)
    for number, choices in enumerate(told.row.all, 1):
        seat = number if number <= len(told.row.cells) else None
        hangs = choices in told.row.wins or choices is told.row.value  # on the points, which count
        if is_clear(choices, limits) or (hangs and not asks(choices, limits)):
            continue
        here, needed = (choices.id or "",), _find_demanded(told, seat, choices, limits) if seat else None
        settled = not is_messy(choices, limits) or choices.id in told.row.proven
        around = told.row.by_column.get(choices.id or "") if settled else None
        if around is not None:
            if asks(choices, limits) or around is not choices.first:
                yield _read_by_column(choices, around, here)
        elif needed is None or asks(choices, limits):
            yield _doubt(choices, here, limits)
        elif needed is not choices.first:
            yield _read("findings.chosen-row", choices, needed, here)


def _find_demanded(told: ToldRow, seat: int, choices: Choices, limits: Limits) -> Option | None:
    """What the row demands of the seat's cell, as far as the cell may well say it: its total, counted on from the right
    one above or from the written one; for who sits out, nothing at all will do."""
    if not told.known:
        return None
    totals = {told.below.right[seat - 1], told.below.carried[seat - 1]} - {None}
    empty = told.full.points[seat - 1] is None
    likely = (o for o in choices.options if o is choices.first or o.probability >= limits.show)
    return next((o for o in likely if o.value in totals or (empty and parse_number(o.text).empty)), None)


def _doubt_row(told: ToldRow, limits: Limits) -> Iterator[Remark]:
    """All the ink of its column together leaves a doubt of the row: then somebody must look."""
    points = tuple(number or 0 for number in told.full.points)
    if not told.known or told.findings:
        return
    games = told.shares.games
    if games.get(points, 0.0) < limits.sure:
        likely = sorted(games.items(), key=lambda game: -game[1])[:2]
        others = tuple(RowText(game) for game, _ in likely if game is not None and game != points)
        data = {"readings": (RowText(points), *others)}
        key = "findings.unsettled" if others else "findings.unsupported"
        yield Remark("illegible", "warning", key, told.row.inked.fields, data)


def _read_by_column(choices: Choices, read: Option, here: tuple[str, ...]) -> Remark:
    """A note: the rows around it leave no doubt."""
    if read is not choices.first:
        return _read("findings.chosen-column", choices, read, here)
    code, key = ("overwritten", "findings.overwritten-column") if "overwritten" in choices.flags else (
        "illegible", "findings.column-confirmed")
    return Remark(code, "note", key, here, {"text": read.text or "–"})


def _read(text: str, choices: Choices, read: Option, here: tuple[str, ...]) -> Remark:
    return Remark("illegible", "note", text, here, {"read": read.text or "–", "ink": choices.first.text or "–"})


def _doubt(choices: Choices, here: tuple[str, ...], limits: Limits) -> Remark:
    if choices.first.value is None:
        return Remark("illegible", "error", "findings.illegible", here)
    if "overwritten" in choices.flags:
        return Remark("overwritten", "warning", "findings.overwritten", here, {"text": choices.first.text or "–"})
    likely = (option.text or "–" for option in choices.options if option.probability >= limits.show)
    return Remark("illegible", "warning", "findings.unclear", here, {"readings": tuple(likely)})


def list_chosen(told: ToldRow, limits: Limits) -> Iterator[Chosen]:
    """The cells that were read as the row demands, against the ink's own first choice."""
    for choices in told.row.all:
        if (read := told.row.by_column.get(choices.id or "")) is not None and read is not choices.first:
            yield Chosen(choices.id or "", choices.first.text, read.text, "row", read.probability)
    for seat, choices in enumerate(told.row.cells, 1):
        if choices.id in told.row.by_column:
            continue
        doubted = is_clear(choices, limits) or asks(choices, limits)
        needed = None if doubted else _find_demanded(told, seat, choices, limits)
        if needed is not None and needed is not choices.first:
            yield Chosen(choices.id or "", choices.first.text, needed.text, "row", needed.probability)

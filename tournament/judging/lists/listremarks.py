"""What is to be said of a list's ink in doubt, read as its column demands or asked about; and of crosses beside one who
plays alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scoring.findings import Change
from scoring.rows.patterns import find_pattern
from tournament.judging.lists.listink import is_clear
from tournament.judging.lists.told_rows import ToldRow
from tournament.judging.row.judged import Chosen
from tournament.judging.row.options import Choices, Option, asks, is_messy
from tournament.limits import Limits
from tournament.remarks import Remark, RowText


def find_patchy(told: Sequence[ToldRow], limits: Limits) -> frozenset[int]:
    """The rows with a left-out total, by number, on a list that lacks so many that what is left proves little.

    A total is due of each player whose points show; of a row without points, and of one that nobody can tell, of all.
    """
    due = {one.row.inked.number: [cell for seat, cell in enumerate(one.row.inked.cells, 1)
                                  if one.show(seat) or not any(one.full.points)] for one in told if not one.blank}
    lacking = sum(cells.count(None) for cells in due.values())
    if lacking <= limits.list_gaps * sum(map(len, due.values())):
        return frozenset()
    return frozenset(number for number, cells in due.items() if None in cells)


def remark_ink(told: ToldRow, limits: Limits, *, patchy: bool = False) -> Iterator[Remark]:
    """What is to be said of ink in doubt; `patchy`: too little of it is there, see `find_patchy`."""
    yield from _doubt_row(told, limits, patchy=patchy)
    for choices in told.row.all:
        hangs = choices in told.row.wins or choices is told.row.value  # on the points, which count
        if is_clear(choices, limits) or (hangs and not asks(choices, limits)):
            continue
        here = (choices.id or "",)
        settled = not is_messy(choices, limits) or choices.id in told.row.proven
        around = told.row.by_column.get(choices.id or "") if settled else None
        if around is None:
            yield _doubt(choices, here, limits)
        elif asks(choices, limits) or around is not choices.first:
            yield _read_by_column(choices, around, here)


def _doubt_row(told: ToldRow, limits: Limits, *, patchy: bool) -> Iterator[Remark]:
    """All the ink of its column together leaves a doubt of the row: then somebody must look."""
    points = tuple(number or 0 for number in told.full.points)
    if not told.known or told.findings:
        return
    games = told.shares.games
    if patchy or games.get(points, 0.0) < limits.sure:
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


def list_read_by_column(told: ToldRow) -> Iterator[Chosen]:
    """The cells that were read as the column has it, against the ink's own first choice."""
    for choices in told.row.all:
        read = told.row.by_column.get(choices.id or "", choices.first)
        if read is not choices.first:
            yield Chosen(choices.id or "", choices.first.text, read.text, "row", read.probability)


def are_winners_marked(told: Sequence[ToldRow]) -> bool:
    """Whether most rows with points have their winners marked: some tables mark none."""
    marks = [bool(one.row.inked.winners) for one in told if any(one.full.points)]
    return 2 * sum(marks) > len(marks)


def find_winner_missing(told: ToldRow, limits: Limits) -> Iterator[Remark]:
    """One plays alone and wins, and nobody is marked. Of two winners at least one cross is there, and that tells."""
    row, points = told.row, told.full.points
    hands = {seat: number for seat, number in enumerate(points, 1) if number is not None}
    played = find_pattern(hands) if len(hands) == 4 else None
    if row.inked.blank or row.inked.offence or row.inked.winners or played is None or played.seat is None:
        return
    box = row.wins[played.seat - 1].id
    if played.value > 0 and box and all(is_clear(choices, limits) for choices in row.wins):
        proposal, data = (Change(box, "", "x"),), {"seat": played.seat}
        yield Remark("winner-mark", "warning", "findings.winner-missing", (box,), data, proposal)


def find_solo_of_none(told: ToldRow) -> Iterator[Remark]:
    """A Nullspiel is crossed as a solo. It may be one worth nothing, but nobody can say whose."""
    if told.known and not any(told.full.points) and told.full.solo:
        yield Remark("miscounted", "warning", "findings.list-solo-of-none", (told.row.crosses[0].id or "",))

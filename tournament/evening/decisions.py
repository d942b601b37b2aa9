"""People's decisions, treated as ink: the rest of the sheet is judged as if a decided row were clearly written so.

What the players wrote stays as it is. A decision holds while the ink says what it said then; if a better photograph
says something else, the item is open again.

Players add up the row that they wrote. If a person decides that it counts something else, their sums are off for that
reason alone, and nobody need be asked about them. The judge is given such a sum as it would have been with the decided
row; so it still confirms the rows that it confirmed before.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice, product

from scanner.sheet_reading import Reading
from scoring.findings import Finding
from scoring.rows.written_rows import StruckRows
from texts.field_ids import make_seat_id
from texts.item_ids import parse_item
from tournament.evening.item_names import name_row_item
from tournament.human_decisions import NO_GAME, SPARE, Boxes, Decisions, HumanDecision
from tournament.judging.causes import list_settlings
from tournament.judging.judged_sheet import JudgedRow, JudgedSheet, Posterior, all_in
from tournament.judging.limits.judging_limits import LIMITS, Limits
from tournament.judging.lists.list_ink import is_list
from tournament.judging.written_sheet import WrittenRow, WrittenSheet, parse_number
from tournament.remarks import Doubt, Remark, RowName

RowPoints = Sequence[int | None]
Decided = Mapping[int, RowPoints]
"""By row number the points that were decided; None for whoever sits out."""

_MOST = 512
"""At most so many combinations of what players may have counted for decided rows are tried: nine rows with two
possibilities each."""


@dataclass(frozen=True, slots=True)
class FollowedRows:
    """The decided rows (`games`) that the players added up with other points. `shifts`: by seat the decided points
    minus those that the players added."""

    games: tuple[int, ...] = ()
    shifts: tuple[int, ...] = ()

    def shift(self, sums: Sequence[Reading | None]) -> tuple[Reading | None, ...]:
        """The sum row as it would be written with the decided points."""
        if not self.games:
            return tuple(sums)
        return tuple(cell and _shift(cell, by) for cell, by in zip(sums, self.shifts, strict=True))

    @property
    def fields(self) -> frozenset[str]:
        """The ids of the sums that follow these rows."""
        return frozenset(make_seat_id("sum", seat) for seat, by in enumerate(self.shifts, 1) if by)


NOTHING_FOLLOWED = FollowedRows()


def find_followed(before: JudgedSheet, decided: Decided, limits: Limits = LIMITS) -> FollowedRows:
    """The decided rows because of which written sums are off. `before`: the sheet judged without any decision.
    `decided`: by row number the points that count.

    Of the sums that such rows change most must then be right (one may have a slip of its own), and none may become
    wrong. Rows that are still open may take any of their possible points. The fewest rows that explain most sums are
    taken.
    """
    gaps = [_list_gaps(before, decided, seat, limits) for seat in range(before.source.seats)]
    if all(0 in one for one in gaps if one):
        return NOTHING_FOLLOWED
    plus = _adds_plus_only(before)
    rows = [row for row in before.rows if row.game in decided or row.status == "review"]
    fitting = [
        (sum(by in gap for by, gap in zip(_add(moves, gaps), gaps, strict=True) if gap), moves)
        for moves in _list_moves(rows, decided, plus=plus)
        if _fits(moves, decided, gaps)
    ]
    _, best = min(fitting, key=lambda one: (-one[0], len(one[1])), default=(0, {}))
    followed = {game: by for game, by in best.items() if game in decided}
    return FollowedRows(tuple(followed), tuple(_add(followed, gaps))) if followed else NOTHING_FOLLOWED


def _list_gaps(before: JudgedSheet, decided: Decided, seat: int, limits: Limits) -> frozenset[int]:
    """What the column adds up to minus its written sum; several numbers if the sum's ink is not clear."""
    plus, cell = _adds_plus_only(before), before.source.sums[seat]
    right = sum(_count(decided.get(row.game, row.points)[seat], plus=plus) for row in before.rows)
    clear = cell is None or cell.confidence >= limits.clear_ink
    texts = [] if cell is None else [cell.text, *([] if clear else (text for text, _ in cell.candidates))]
    return frozenset(right - value for text in texts if (value := parse_number(text).value) is not None)


def _adds_plus_only(sheet: JudgedSheet) -> bool:
    return sheet.source.code is not None and sheet.source.code.plus


Moves = Mapping[int, tuple[int, ...]]
"""By row number and seat the points that count minus those that the players may have added."""


def _fits(moves: Moves, decided: Decided, gaps: Sequence[frozenset[int]]) -> bool:
    """Whether most of the sums that these rows move are off by just that much, at least one of them is moved by a
    decided row, and no right sum becomes wrong."""
    own = {game: by for game, by in moves.items() if game in decided}
    moved = [(by, gap) for by, gap in zip(_add(moves, gaps), gaps, strict=True) if by and gap]
    right = sum(by in gap for by, gap in moved)
    # rows that are still open may explain a sum only beside a decided one
    is_decided = any(by and gap for by, gap in zip(_add(own, gaps), gaps, strict=True))
    return is_decided and right > len(moved) - right and not any(0 in gap and by not in gap for by, gap in moved)


def _add(moves: Moves, seats: Sequence[object]) -> list[int]:
    """The sum of all moves, by seat."""
    return [sum(by[seat] for by in moves.values()) for seat in range(len(seats))]


def _list_moves(rows: Sequence[JudgedRow], decided: Decided, *, plus: bool) -> Iterator[Moves]:
    """Each combination of points that the players may have counted for these rows."""
    every = [
        [(0,) * len(row.points), *_list_differences(row, decided.get(row.game, row.points), plus=plus)] for row in rows
    ]
    for chosen in islice(product(*every), 1, _MOST):
        yield {row.game: by for row, by in zip(rows, chosen, strict=True) if any(by)}


def _list_differences(row: JudgedRow, points: RowPoints, *, plus: bool) -> list[tuple[int, ...]]:
    """By seat the decided points minus others that the players may have counted: as written, as they counted before the
    decision, or as proposed."""
    inked = [parse_number(text).points for text in row.written]
    listed = any(".total" in reading.id for reading in row.source.readings)
    others = (*([] if listed else [inked]), row.points, *(one.points for one in list_settlings(row)))
    found = (
        tuple(_count(new, plus=plus) - _count(old, plus=plus) for new, old in zip(points, other, strict=True))
        for other in others
        if sum(value is None for value in other) <= max(0, len(points) - 4)
    )
    return [by for by in dict.fromkeys(found) if any(by)]


def _count(points: int | None, *, plus: bool) -> int:
    """The points that a cell adds to its column. `plus`: only plus points are added up."""
    return max(points or 0, 0) if plus else points or 0


def _shift(cell: Reading, by: int) -> Reading:
    candidates = tuple((_shift_text(text, by), share) for text, share in cell.candidates)
    return replace(cell, text=_shift_text(cell.text, by), candidates=candidates)


def _shift_text(text: str, by: int) -> str:
    value = parse_number(text).value
    return text if value is None or not by else f"{value + by:+d}" if value + by else "0"


def restore_sums(judged: JudgedSheet, source: WrittenSheet, followed: FollowedRows) -> JudgedSheet:
    """The judged sheet with the sums as they are written. Those that are off because of a decided row have a note, and
    no question."""
    if not followed.games:
        return judged
    sums = tuple("" if cell is None else cell.text for cell in source.sums)
    kept_shares: Posterior = {field: texts for field, texts in judged.posterior.items() if field not in followed.fields}
    kept = tuple(one for one in judged.findings if not _is_about(one, followed))
    remarks = tuple(_make_remark(judged, seat, sums, followed) for seat, by in enumerate(followed.shifts, 1) if by)
    fields = {field for one in (*kept, *remarks) if one.severity != "note" for field in one.fields}
    look = tuple(field for field in judged.look if field not in followed.fields or field in fields)
    return replace(
        judged, source=source, sums=sums, posterior=kept_shares, findings=(*kept, *remarks), look=look, explanation=None
    )


def _is_about(finding: Doubt, followed: FollowedRows) -> bool:
    """Whether the finding quotes a sum that was shifted for these rows, which is not the number on the paper."""
    quotes = finding.code != "illegible" or finding.severity == "note"
    return quotes and all_in(finding, "sum") and followed.fields.issuperset(finding.fields)


def _make_remark(judged: JudgedSheet, seat: int, sums: Sequence[str], followed: FollowedRows) -> Doubt:
    """The note that the sum is off because of these rows; if it is off in any case, the finding with both numbers."""
    field, plus = make_seat_id("sum", seat), _adds_plus_only(judged)
    right = sum(_count(row.points[seat - 1], plus=plus) for row in judged.rows)
    written = parse_number(sums[seat - 1]).value
    if any(one.code == "sum-mismatch" and one.severity != "note" and field in one.fields for one in judged.findings):
        return Finding("sum-mismatch", "error", (field,), {"seat": seat, "right": right, "written": written or 0})
    gaps = {"rows": tuple(map(RowName, followed.games))}
    return Remark("sum-mismatch", "note", "decisions.sum.follows", (field,), gaps)


ByRow = Mapping[int, HumanDecision]
"""Decisions by the number of their row."""


@dataclass(frozen=True)
class DecidedSheet:
    """A written sheet with the decisions on its rows, by row number: those that hold (`held`), and those that the ink
    of a better photograph contradicts (`reopened`). `followed`: the decided rows because of which written sums are
    off."""

    source: WrittenSheet
    held: ByRow = field(default_factory=dict)
    reopened: ByRow = field(default_factory=dict)
    followed: FollowedRows = NOTHING_FOLLOWED

    @cached_property
    def ink(self) -> WrittenSheet:
        """The sheet as it is to be judged: with decided rows, and sums shifted by them, as if they were written so. On
        a list, whose rows have totals and no points, only rows that were decided to be no games are blank; not those
        that were written twice, as the totals below contain them."""
        if not self.held:
            return self.source
        if is_list(self.source):
            nothing = (game for game, one in self.held.items() if all(value is None for value in one.points))
            blank = blank_rows(self.source, frozenset(game for game in nothing if self.held[game].how != "twice"))
            boxes = {game: one.boxes for game, one in self.held.items() if one.boxes}
            crossed = (cross_boxes(row, boxes.get(row.game, ())) for row in blank.rows)
            return replace(blank, rows=tuple(crossed)) if boxes else blank
        plus = self.source.code is not None and self.source.code.plus
        rows = (
            write_decision(row, self.held[row.game], plus=plus) if row.game in self.held else row
            for row in self.source.rows
        )
        return replace(self.source, rows=tuple(rows), sums=self.followed.shift(self.source.sums))


def blank_rows(sheet: WrittenSheet, games: frozenset[int]) -> WrittenSheet:
    """The sheet with these rows blank."""
    rows = (_blank(row) if row.game in games else row for row in sheet.rows)
    return replace(sheet, rows=tuple(rows)) if games else sheet


def _blank(row: WrittenRow) -> WrittenRow:
    cells = tuple(cell and _make_clear(cell, "") for cell in row.cells)
    solo, offence = (mark and _make_clear(mark, "") for mark in (row.solo, row.offence))
    return replace(
        row, cells=cells, solo=solo, offence=offence, others=tuple(_make_clear(one, "") for one in row.others)
    )


def group_decisions(decisions: Decisions) -> Mapping[str, Decisions]:
    """The decisions by the key of their sheet."""
    found: dict[str, dict[str, HumanDecision]] = {}
    for item, one in decisions.items():
        found.setdefault(parse_item(item).key, {})[item] = one
    return found


def match_decisions(sheet: WrittenSheet, decisions: Decisions, limits: Limits = LIMITS) -> DecidedSheet:
    """The sheet with its decisions: those whose ink still says what it said, and those that it contradicts now."""
    held: dict[int, HumanDecision] = {}
    reopened: dict[int, HumanDecision] = {}
    for row in sheet.rows if decisions else ():
        decision = decisions.get(name_row_item(sheet, row.game))
        if decision is not None:
            holds = _says_the_same(row, decision, numbers=not is_list(sheet), limits=limits)
            (held if holds else reopened)[row.game] = decision
    timed = (game for game, one in held.items() if one.how == "struck")
    spare = tuple(game for game, one in held.items() if one.how in SPARE)
    ticked = (game for game in sheet.struck.timed if game not in (*held, *reopened))
    struck = StruckRows(tuple(sorted((*ticked, *timed))), spare)
    return DecidedSheet(sheet if struck == sheet.struck else replace(sheet, struck=struck), held, reopened)


def _says_the_same(row: WrittenRow, decision: HumanDecision, *, numbers: bool, limits: Limits) -> bool:
    """Whether no field contradicts the decision: each says, or may say, what it said then, or it says what was decided.
    Ink that is not clear contradicts nothing."""
    then = dict(decision.ink)
    due = dict(zip((cell.id for cell in row.cells if cell), decision.points, strict=False)) if numbers else {}
    crosses = {mark.id: wish for mark, wish in ((row.solo, decision.solo), (row.offence, decision.offence)) if mark}
    crosses |= dict(decision.boxes)
    return all(
        reading.id not in then
        or _is_alike(reading, then[reading.id], limits)
        or (reading.id in due and parse_number(reading.text).points == (due[reading.id] or 0))
        or crosses.get(reading.id) is bool(reading.text.strip())
        for reading in row.readings
    )


def _is_alike(reading: Reading, text: str, limits: Limits) -> bool:
    """Whether the field says that text, or may say it because its ink is not clear."""
    now, then = parse_number(reading.text), parse_number(text)
    if reading.text == text or (reading.kind != "cross" and now.points is not None and now.points == then.points):
        return True
    unclear = bool(reading.flags) or reading.confidence < limits.clear_ink
    return unclear and (reading.text == "?" or any(other == text for other, _ in reading.candidates))


def write_decision(row: WrittenRow, decision: HumanDecision, *, plus: bool = False) -> WrittenRow:
    """The row as if the decision were what is written in it; `plus`: only plus points are written."""
    if decision.how in NO_GAME:
        return _blank(row)
    points = decision.points or (None,) * len(row.cells)
    least = 1 if plus else None
    cells = tuple(cell and _write_number(cell, value, least) for cell, value in zip(row.cells, points, strict=True))
    solo, offence = _write_cross(row.solo, decision.solo), _write_cross(row.offence, decision.offence)
    return cross_boxes(replace(row, cells=cells, solo=solo, offence=offence), decision.boxes)


def cross_boxes(row: WrittenRow, boxes: Boxes) -> WrittenRow:
    """The row with these boxes clearly crossed, or blank."""
    texts = {field: "x" if crossed else "" for field, crossed in boxes}

    def cross(mark: Reading | None) -> Reading | None:
        return mark if mark is None or mark.id not in texts else _make_clear(mark, texts[mark.id])

    others = tuple(_make_clear(one, texts.get(one.id, one.text)) if one.id in texts else one for one in row.others)
    return replace(row, solo=cross(row.solo), offence=cross(row.offence), others=others) if texts else row


def _write_number(cell: Reading, value: int | None, least: int | None) -> Reading:
    """The cell with that number in clear ink; for no points (None, 0, or less than `least`) an empty cell, which stays
    as people wrote it: blank, 0 or struck out."""
    if value and (least is None or value >= least):
        return _make_clear(cell, f"{value:+d}")
    return _make_clear(cell, cell.text if parse_number(cell.text).points == 0 else "")


def _write_cross(mark: Reading | None, wish: bool | None) -> Reading | None:
    if mark is None:
        return None
    return _make_clear(mark, mark.text if wish is None else "x" if wish else "")


def _make_clear(reading: Reading, text: str) -> Reading:
    return replace(reading, text=text, confidence=1.0, candidates=((text, 1.0),), flags=())

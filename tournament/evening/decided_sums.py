"""Written sums that go on from a row as it was written, or as it was proposed, while somebody decided otherwise.

Players add up the row that they wrote. Once a person has decided that it counts otherwise, their sums are off for no
other reason, and nobody need be asked about them. To the judge such a sum is what it would have been with the decided
row; so it still bears out the rows that it bore out before.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice, product

from scanner.sheet_reading import Reading
from scoring.findings import Finding
from texts.field_ids import make_seat_id
from tournament.judging.causes import list_settlings
from tournament.judging.judged_sheet import JudgedRow, JudgedSheet, Posterior, all_in
from tournament.judging.judging_limits import LIMITS, Limits
from tournament.judging.written_sheet import WrittenSheet, parse_number
from tournament.remarks import Doubt, Remark, RowName

RowPoints = Sequence[int | None]
Decided = Mapping[int, RowPoints]
"""By row number the points that were decided; None for whoever sits out."""

_MOST = 512
"""So many combinations of what decided rows may have counted for the players are tried: nine rows of two each."""


@dataclass(frozen=True, slots=True)
class FollowedRows:
    """The decided rows (`games`) that the players added up otherwise. `shifts`: by seat how many points more the
    decided rows have than the players added."""

    games: tuple[int, ...] = ()
    shifts: tuple[int, ...] = ()

    def shift(self, sums: Sequence[Reading | None]) -> tuple[Reading | None, ...]:
        """The sum row as it would be written with what was decided."""
        if not self.games:
            return tuple(sums)
        return tuple(cell and _shift(cell, by) for cell, by in zip(sums, self.shifts, strict=True))

    @property
    def fields(self) -> frozenset[str]:
        """The ids of the sums that follow these rows."""
        return frozenset(make_seat_id("sum", seat) for seat, by in enumerate(self.shifts, 1) if by)


NOTHING_FOLLOWED = FollowedRows()


def find_followed(before: JudgedSheet, decided: Decided, limits: Limits = LIMITS) -> FollowedRows:
    """The rows that explain why sums are off, if these rows count so. `before`: the sheet without any decision.

    Most sums that such a row changes must fit, and no sum that fits without it may be off with it: one may have a slip
    of its own. Rows that are still open may count as anybody may yet decide. The fewest rows that explain most sums are
    taken.
    """
    gaps = [_list_gaps(before, decided, seat, limits) for seat in range(before.source.seats)]
    if all(0 in one for one in gaps if one):
        return NOTHING_FOLLOWED
    plus = _adds_plus_only(before)
    rows = [row for row in before.rows if row.game in decided or row.status == "review"]
    fitting = [moves for moves in _list_moves(rows, decided, plus=plus) if _fits(moves, decided, gaps)]
    best = min(fitting, key=lambda moves: (-_count_fitting(moves, gaps), len(moves)), default={})
    followed = tuple(game for game in best if game in decided)
    return FollowedRows(followed, _add(best, decided, gaps)) if followed else NOTHING_FOLLOWED


def _list_gaps(before: JudgedSheet, decided: Decided, seat: int, limits: Limits) -> frozenset[int]:
    """By how much the column may be more than its written sum; several where the sum's ink is not clear."""
    plus, cell = _adds_plus_only(before), before.source.sums[seat]
    right = sum(_count(decided.get(row.game, row.points)[seat], plus=plus) for row in before.rows)
    clear = cell is None or cell.confidence >= limits.clear_ink
    texts = [] if cell is None else [cell.text, *([] if clear else (text for text, _ in cell.candidates))]
    return frozenset(right - value for text in texts if (value := parse_number(text).value) is not None)


def _adds_plus_only(sheet: JudgedSheet) -> bool:
    return sheet.source.code is not None and sheet.source.code.plus


Moves = Mapping[int, tuple[int, ...]]
"""By row number how many points more it has, seat by seat, than the players may have added."""


def _fits(moves: Moves, decided: Decided, gaps: Sequence[frozenset[int]]) -> bool:
    """Whether most sums that are moved are off by just that, one of those that decided rows move among them."""
    moved = [(by, gap) for by, gap in zip(_add_all(moves, gaps), gaps, strict=True) if by and gap]
    told = any(by and gap for by, gap in zip(_add(moves, decided, gaps), gaps, strict=True))
    right = sum(by in gap for by, gap in moved)
    return told and right > len(moved) - right and not any(0 in gap and by not in gap for by, gap in moved)


def _count_fitting(moves: Moves, gaps: Sequence[frozenset[int]]) -> int:
    return sum(by in gap for by, gap in zip(_add_all(moves, gaps), gaps, strict=True) if gap)


def _add_all(moves: Moves, gaps: Sequence[frozenset[int]]) -> list[int]:
    """What all of them move together, by seat."""
    return [sum(by[seat] for by in moves.values()) for seat in range(len(gaps))]


def _list_moves(rows: Sequence[JudgedRow], decided: Decided, *, plus: bool) -> Iterator[Moves]:
    """Each combination of what the rows may have been for the players."""
    every = [
        [(0,) * len(row.points), *_list_differences(row, decided.get(row.game, row.points), plus=plus)] for row in rows
    ]
    for chosen in islice(product(*every), 1, _MOST):
        yield {row.game: by for row, by in zip(rows, chosen, strict=True) if any(by)}


def _list_differences(row: JudgedRow, points: RowPoints, *, plus: bool) -> list[tuple[int, ...]]:
    """What was decided less what was written, what counted before, or what was proposed."""
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
    """What a cell adds to its column. `plus`: only plus points are added up."""
    return max(points or 0, 0) if plus else points or 0


def _add(moves: Moves, decided: Decided, seats: Sequence[object]) -> tuple[int, ...]:
    """What the decided rows among them move, by seat."""
    return tuple(sum(by[seat] for game, by in moves.items() if game in decided) for seat in range(len(seats)))


def _shift(cell: Reading, by: int) -> Reading:
    candidates = tuple((_shift_text(text, by), share) for text, share in cell.candidates)
    return replace(cell, text=_shift_text(cell.text, by), candidates=candidates)


def _shift_text(text: str, by: int) -> str:
    value = parse_number(text).value
    return text if value is None or not by else f"{value + by:+d}" if value + by else "0"


def restore_sums(judged: JudgedSheet, source: WrittenSheet, followed: FollowedRows) -> JudgedSheet:
    """The judged sheet with the sums as they are written. Those that follow a decided row are told and not asked."""
    if not followed.games:
        return judged
    sums = tuple("" if cell is None else cell.text for cell in source.sums)
    told: Posterior = {field: texts for field, texts in judged.posterior.items() if field not in followed.fields}
    kept = tuple(one for one in judged.findings if not _is_about(one, followed))
    remarks = tuple(_make_remark(judged, seat, sums, followed) for seat, by in enumerate(followed.shifts, 1) if by)
    fields = {field for one in (*kept, *remarks) if one.severity != "note" for field in one.fields}
    look = tuple(field for field in judged.look if field not in followed.fields or field in fields)
    return replace(
        judged, source=source, sums=sums, posterior=told, findings=(*kept, *remarks), look=look, explanation=None
    )


def _is_about(finding: Doubt, followed: FollowedRows) -> bool:
    """Whether it quotes a sum that follows these rows: it was made of the moved one."""
    quotes = finding.code != "illegible" or finding.severity == "note"
    return quotes and all_in(finding, "sum") and followed.fields.issuperset(finding.fields)


def _make_remark(judged: JudgedSheet, seat: int, sums: Sequence[str], followed: FollowedRows) -> Doubt:
    """That the sum follows those rows; where it is off all the same, what it says and what its column does."""
    field, plus = make_seat_id("sum", seat), _adds_plus_only(judged)
    right = sum(_count(row.points[seat - 1], plus=plus) for row in judged.rows)
    written = parse_number(sums[seat - 1]).value
    if any(one.code == "sum-mismatch" and one.severity != "note" and field in one.fields for one in judged.findings):
        return Finding("sum-mismatch", "error", (field,), {"seat": seat, "right": right, "written": written or 0})
    gaps = {"rows": tuple(map(RowName, followed.games))}
    return Remark("sum-mismatch", "note", "decisions.sum.follows", (field,), gaps)

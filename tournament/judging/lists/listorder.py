"""Which game each row of a list is at a table of five, which may be out of step with the paper's turns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from scoring.counting.rules import RuleSet
from tournament.judging.lists.listduties import make_list_law
from tournament.judging.lists.listink import ListRow, read_list_rows
from tournament.judging.row.shift import SEATS, kept_games
from tournament.judging.row.transcribe import WrittenSheet
from tournament.limits import Limits
from tournament.numbers import parse_number


def order_rows(
    rules: RuleSet, written: WrittenSheet, planned: Sequence[ListRow], limits: Limits
) -> tuple[ListRow, ...]:
    """The rows with the turns to sit out that the table kept; `planned`: the rows by the paper's own turns."""
    if written.seats != SEATS:
        return tuple(planned)
    stayed, law = [*_find_stayed(planned)], make_list_law(rules, planned, limits)
    sitting = [(row.source.game, tuple(int(seat != away) for seat in range(1, SEATS + 1)))
               for row, away in zip(planned, stayed, strict=True)]
    kept = kept_games(law, sitting)
    deals = {number: deal for number, deal in kept.items() if deal != law.games[number]}
    rows = read_list_rows(rules, written, limits, deals)
    return tuple(replace(row, stayed=away) for row, away in zip(rows, stayed, strict=True))


def _find_stayed(rows: Sequence[ListRow]) -> Iterator[int | None]:
    """By row the one seat whose total is left out; or, where none is, the one whose total is the same as above."""
    last = [0] * SEATS
    for row in rows:
        totals = [parse_number(reading.text) for reading in row.source.others if ".total" in reading.id]
        same = [seat for seat, (total, above) in enumerate(zip(totals, last, strict=True), 1) if total.value == above]
        empty = [seat for seat, total in enumerate(totals, 1) if total.empty]
        found = empty or same
        yield found[0] if len(found) == 1 else None
        last = [above if total.value is None else total.value for total, above in zip(totals, last, strict=True)]

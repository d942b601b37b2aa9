"""A row in which one box alone is in doubt: what it counts with a cross there, and what without.

Each answer is judged as clear ink, with everything else on the sheet; so the two differ in what follows from the box,
and in nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from scoring.counting.rules import RuleSet
from scoring.rows.written_rows import Row
from texts.field_ids import parse_field
from tournament.evening.decided_sheets import is_contested
from tournament.evening.decisions import DecidedSheet, cross_boxes
from tournament.judging.causes import make_row
from tournament.judging.judged_sheet import JudgedRow, is_whole
from tournament.judging.limits.judging_limits import Limits
from tournament.judging.offers import list_offers
from tournament.judging.reconcile import reconcile
from tournament.judging.written_sheet import WrittenSheet


@dataclass(frozen=True, slots=True)
class BoxQuestion:
    """Whether the field `box` is crossed. `counts`: by answer what the row counts then; `likelier`: the likelier
    answer."""

    box: str
    counts: Mapping[bool, Row]
    likelier: bool


def find_box_question(rules: RuleSet, decided: DecidedSheet, row: JudgedRow, limits: Limits) -> BoxQuestion | None:
    """The question about the only doubtful box of an open row; None where anything else is in doubt, or where an answer
    would leave open what the row counts."""
    box = _find_only_box(row, limits)
    if not box:
        return None
    counts = {crossed: _count(rules, decided.ink, row.game, (box, crossed), limits) for crossed in (True, False)}
    settled = {crossed: one for crossed, one in counts.items() if one is not None}
    inked = next(one.candidates for one in row.source.readings if one.id == box)
    crossed = sum(share for text, share in row.posterior.get(box, inked) if text.strip())
    return BoxQuestion(box, settled, crossed >= 0.5) if len(settled) == len(counts) else None


def _find_only_box(row: JudgedRow, limits: Limits) -> str:
    """The box that is in doubt while nothing else is: it alone is asked about, or each proposal changes either it or
    the row's numbers; "" for none."""
    if row.status != "review" or row.source.struck or is_contested(row):
        return ""
    proposals = [{change.field for change in offer.proposal} for offer in list_offers(row)]
    asked = {*row.look}.union(*proposals)
    boxes = {
        one.id
        for one in row.source.readings
        if one.kind == "cross" and one.id in asked and (one.flags or one.confidence < limits.clear_ink)
    }
    crosses = {one.id for one in row.source.readings if one.kind == "cross"}
    if len(boxes) != 1 or asked & crosses != boxes:
        return ""
    alone = {*row.look} <= boxes or (boxes in proposals and all(one == boxes or not one & crosses for one in proposals))
    return boxes.pop() if alone and all(parse_field(one).line == row.place for one in asked) else ""


@lru_cache(maxsize=256)
def _count(rules: RuleSet, sheet: WrittenSheet, game: int, box: tuple[str, bool], limits: Limits) -> Row | None:
    """What the row counts if the box is crossed or not beyond doubt: as written, or as the only proposal mends it that
    leaves the box; None where that is open."""
    rows = tuple(cross_boxes(row, (box,)) if row.game == game else row for row in sheet.rows)
    row = next(one for one in reconcile(rules, replace(sheet, rows=rows), limits).rows if one.game == game)
    if row.status == "ok":
        return make_row(row) if is_whole(row.points) else None
    offers = [one.settled for one in list_offers(row) if box[0] not in {change.field for change in one.proposal}]
    return offers[0] if len(offers) == 1 else None

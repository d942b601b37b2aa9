"""What a row should count, with probabilities: by every way to read it, and, for a wrong row, by what was meant.

A right way has the judge's own probability. That of a way that breaks a rule is shared out among the right rows near
it: by how often players make the slip between them, and by how well they agree with the row's details and the written
totals.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping

from scoring.findings import Change, Proposal
from tournament.judging.decided_rows import DecidedRow
from tournament.judging.details.detail_case import BLANK_CELL
from tournament.judging.ink_options import Option, make_change
from tournament.judging.judged_sheet import UNKNOWN_ROW, RowOutcome, RowPoints, list_likely_outcomes
from tournament.judging.limits.judging_limits import LEAST
from tournament.judging.limits.slips import SLIPS
from tournament.judging.meant_rows import list_meant, weigh_slip
from tournament.judging.mend import mends, read_mended
from tournament.judging.row_readings import RowValues
from tournament.judging.weighed_row import WeighedRow
from tournament.remarks import Doubt, Remark, RowText

_SEVERAL = SLIPS["number miswritten"].odds ** 2
"""How often players make two slips in one row, relative to a right row."""
_RARE = LEAST / 100
"""Ways less probable than this are left out. It is far below `LEAST`, as many ways may have the same points."""
_ASKS = ("findings.unclear", "findings.unsettled")
"""The sentences that ask what is written in a cell, or in the row."""
_Gaps = tuple[int | None, ...]


def weigh_outcomes(row: DecidedRow, counts: RowPoints) -> tuple[RowOutcome, ...]:
    """What the row should count, likeliest first; () if that is surely what it `counts`."""
    weighed, complete = row.joint, not row.details.without_points
    ways = [way for way in weighed.ways if way.chance >= _RARE]
    if len(ways) == 1 and ways[0].right and complete and ways[0].values == row.decision.counted.values:
        return ()  # a shortcut for most rows
    chances: dict[tuple[RowValues, bool], float] = defaultdict(float)
    for way in ways:
        chances[way.values, complete and bool(way.right)] += way.chance
    found: dict[RowPoints, float] = defaultdict(float)
    for (values, right), chance in chances.items():
        if chance >= LEAST:
            meant = {weighed.law.kept(weighed.number, values): 1.0} if right else _share_meant(row, values)
            for points, share in meant.items():
                found[points] += chance * share
    return list_likely_outcomes(counts, found)


def propose_outcome(
    findings: tuple[Doubt, ...], row: DecidedRow, outcomes: tuple[RowOutcome, ...]
) -> tuple[Doubt, ...]:
    """The row's findings. If it has no right reading, and one right row is likelier than all others together, they
    propose that row, instead of asking which of the wrong readings is on the paper. Cells that another finding names
    are not repeated."""
    likely = next((one.points for one in outcomes if one.chance >= row.limits.proposal_share), UNKNOWN_ROW)
    lacking = row.decision.verdict == "unsettled" and not row.decision.legal and row.joint.law.side is None
    changes = tuple(_list_changes(row, likely)) if lacking else ()
    asked = [one for one in findings if isinstance(one, Remark) and one.sentence in _ASKS]
    if not (changes and asked) or any(one.proposal for one in findings) or not mends(row.joint, changes):
        return findings
    others, cells = [one for one in findings if one not in asked], tuple(change.field for change in changes)
    here = set(cells).intersection(field for one in others for field in one.fields)
    fields = tuple(dict.fromkeys(field for one in asked for field in one.fields))
    key, shown = "findings.fits-here" if here else "findings.fits-row", RowText(likely, nothing=BLANK_CELL)
    return (*others, Remark("illegible", "warning", key, fields, {"cells": cells, "read": shown}, changes))


def _list_changes(row: DecidedRow, points: RowPoints) -> Iterator[Change]:
    """The changes from the cells as inked to these points."""
    for choices, value in zip(row.choices.cells, points, strict=False):
        if (choices.first.value or 0) != (value or 0) or choices.first.value is None:
            yield make_change(choices, Option(value, 0.0, "" if value is None else str(value)), points=True)


def _share_meant(row: DecidedRow, written: RowValues) -> Mapping[RowPoints, float]:
    """By points P(players meant them, given that they wrote this wrong row). Their totals may be those of what they
    wrote or of what they meant; so both are weighed with the written totals."""
    law, number, gaps = row.joint.law, row.joint.number, _find_gaps(row.joint, written)
    weights: dict[RowPoints, float] = defaultdict(float)
    for values, odds in _list_meant(row, written, gaps).items():
        sums = sum(row.limits.sum_off_odds ** sum(map(bool, some)) for some in (gaps, _find_gaps(row.joint, values)))
        weights[law.kept(number, values)] += odds * law.weigh_value(number, values) * sums
    whole = sum(weights.values())
    return {points: weight / whole for points, weight in weights.items()} if whole else {UNKNOWN_ROW: 1.0}


def _list_meant(row: DecidedRow, written: RowValues, gaps: _Gaps) -> dict[RowValues, float]:
    """The right rows that players may have meant, each with the odds of its slip: rows near the written one, and what
    its details propose. If the points were left out, only the latter."""
    weighed, law, number = row.joint, row.joint.law, row.joint.number
    found: dict[RowValues, float] = defaultdict(float)
    if not row.details.without_points:
        known = all(value is not None or gap is not None for value, gap in zip(written.points, gaps, strict=True))
        for values in list_meant(law, number, written, [gap or 0 for gap in gaps] if known else ()):
            beside = weighed.ink.weigh_details(values) if weighed.ink else 1.0
            found[values] = weigh_slip(written, values, _SEVERAL) * beside
        found[written] = row.limits.row_slip  # right, beside wrong details
    proposed: dict[Proposal, float] = {**row.mended, **row.details.slips}
    for proposal, odds in proposed.items():
        values = read_mended(weighed, proposal)
        found[values] = max(found[values], odds or row.limits.row_slip)
    return {values: odds for values, odds in found.items() if law.legal(number, values)}


def _find_gaps(weighed: WeighedRow, values: RowValues) -> _Gaps:
    """By seat the written total minus what its column adds up to if the row has these values; None if unknown."""
    return tuple(
        None if gap is None else gap + (now or 0) - (new or 0)
        for gap, now, new in zip(weighed.gaps, weighed.likeliest.values.points, values.points, strict=True)
    )

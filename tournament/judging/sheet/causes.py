"""One cause, one item: what is wrong with a sheet only because one of its open rows is.

An open row is settled as its findings propose, or as its fields may say, and the sheet is checked once more.
What is not found then hangs on that row: it is asked about with the row, and not a second time.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from scoring.checks import check_sheet
from scoring.counting.rules import RuleSet
from scoring.findings import Proposal
from scoring.rows.row import Row, Sheet
from tournament.judging.row.judged import JudgedRow, JudgedSheet
from tournament.limits import LIMITS
from tournament.numbers import parse_number
from tournament.remarks import Doubt

_Key = tuple[object, ...]


def attach_to_causes(rules: RuleSet, sheet: JudgedSheet) -> JudgedSheet:
    """The sheet, knowing which of its findings hang on which open row."""
    asked = [finding for finding in sheet.findings if finding.severity != "note"]
    if not asked or not sheet.open_rows:
        return sheet
    now = _check(rules, sheet, {})
    mine = [finding for finding in asked if _identify(finding) in now]
    caused: dict[int, tuple[Doubt, ...]] = {}
    for row in sheet.open_rows:
        then = [_check(rules, sheet, {row.game: settled}) for settled in list_settlings(row)]
        gone = tuple(one for one in mine if any(_identify(one) not in found for found in then))
        if gone:
            caused[row.game] = gone
            mine = [one for one in mine if one not in gone]
    together = _check(rules, sheet, {row.game: found[0] for row in sheet.open_rows if (found := list_settlings(row))})
    if gone := tuple(one for one in mine if _identify(one) not in together):  # the first of several rows asks for it
        first = next(row.game for row in sheet.open_rows if list_settlings(row))
        caused[first] = (*caused.get(first, ()), *gone)
    return replace(sheet, caused=caused)


def list_settlings(row: JudgedRow) -> tuple[Row, ...]:
    """The row with each of its proposals, and as its fields may say; without what counts now."""
    now = make_row(row)
    found = dict.fromkeys((*_list_proposed(row, now), *_list_readings(row, now)))
    return tuple(one for one in found if one != now)


def make_row(row: JudgedRow) -> Row:
    """The row as it counts now, as the scoring takes it."""
    blank = not row.played and row.status == "ok"
    return Row(row.game, row.points, row.solo, row.offence, details=row.details, blank=blank)


def _list_proposed(row: JudgedRow, now: Row) -> Iterator[Row]:
    for finding in row.findings:
        if finding.severity == "note":
            continue
        if finding.proposal:
            yield _change(now, finding.proposal)
        if finding.code == "pflichtsolo":  # one plays alone: it was a solo without its cross
            yield replace(now, solo=True, details=None)
    if row.explanation:
        yield _change(now, row.explanation.changes)


def _list_readings(row: JudgedRow, now: Row) -> Iterator[Row]:
    """Every field with its likeliest text; then each field by itself with another text that a person is asked about."""
    yield _read(now, {field: shares[0][0] for field, shares in row.posterior.items() if shares})
    for field, shares in row.posterior.items():
        yield from (_read(now, {field: text}) for text, share in shares if share >= LIMITS.rival)


def _read(now: Row, told: Mapping[str, str]) -> Row:
    """The row with these texts, by field id."""
    texts = {field.partition(".")[2]: text for field, text in told.items()}
    points = [parse_number(texts[f"p{seat}"]).points if f"p{seat}" in texts else value
              for seat, value in enumerate(now.points, 1)]
    solo = bool(texts["solo"].strip()) if "solo" in texts else now.solo
    offence = bool(texts["offence"].strip()) if "offence" in texts else now.offence
    return replace(now, points=tuple(points), solo=solo, offence=offence, blank=now.blank and not any(points))


def _change(now: Row, changes: Proposal) -> Row:
    points, solo, offence = list(now.points), now.solo, now.offence
    for change in changes:
        column = change.field.partition(".")[2]
        if column[:1] == "p" and column[1:].isdigit() and not isinstance(change.proposed, str):
            points[int(column[1:]) - 1] = change.proposed
        elif column.partition(".")[0] == "solo":
            solo = bool(change.proposed)
        elif column == "offence":
            offence = bool(change.proposed)
    return replace(now, points=tuple(points), solo=solo, offence=offence)


def _check(rules: RuleSet, sheet: JudgedSheet, settled: Mapping[int, Row]) -> frozenset[_Key]:
    """What is wrong with the sheet, these rows being settled so."""
    rows = tuple(settled.get(row.game, make_row(row)) for row in sheet.rows)
    code, sums = sheet.source.code, tuple(_read_sum(text) for text in sheet.sums)
    whole = Sheet(sheet.source.seats, code.games if code else 0, rows, sums, half=code.half if code else 0)
    return frozenset((*map(_identify, check_sheet(rules, whole)), *_list_unclear(rows, sums)))


def _list_unclear(rows: Sequence[Row], sums: Sequence[int | None]) -> Iterator[_Key]:
    """The remarks on written totals that are not clear, and say another number than their columns."""
    for seat, written in enumerate(sums, 1):
        if written is not None and written != sum(row.points[seat - 1] or 0 for row in rows):
            yield ("illegible", (f"sum.p{seat}",), None)


def _identify(finding: Doubt) -> _Key:
    """Its code, the sums that it is about, and whom: fields of crosses differ from sheet to sheet."""
    sums = tuple(field for field in finding.fields if field.startswith("sum."))
    return finding.code, sums, getattr(finding, "gaps", {}).get("seat")


def _read_sum(text: str) -> int | None:
    return parse_number(text).value

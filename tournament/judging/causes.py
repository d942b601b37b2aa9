"""One cause, one question: finds what is wrong with a sheet only because one of its open rows is.

The sheet is checked again with the open row as its findings propose it, or as its fields may be read. A finding that is
gone then was caused by that row: it is asked about together with the row, and not a second time.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from scoring.counting.game import Game
from scoring.counting.rules import RuleSet
from scoring.findings import Proposal
from scoring.rows.all_checks import check_sheet
from scoring.rows.written_rows import Row, Sheet
from texts.field_ids import BOCK_COLUMNS, make_field_id, make_seat_id, parse_column, parse_field
from tournament.judging.judged_sheet import JudgedRow, JudgedSheet, all_in
from tournament.judging.limits.judging_limits import LIMITS
from tournament.judging.mend import keep_mending
from tournament.judging.written_sheet import parse_number
from tournament.last_results import LastResults
from tournament.remarks import Doubt

_Key = tuple[object, ...]
_OF_ROW = ("bock-block",)
"""Codes of findings on one row that follow from the other rows: whether it is a Bock game."""
_ATTACHED = LastResults[JudgedSheet]()


def attach_to_causes(rules: RuleSet, sheet: JudgedSheet) -> JudgedSheet:
    """The sheet with `caused` filled in: which of its findings are gone once which open row is settled."""
    return _ATTACHED.recall(sheet.source.identity, _attach, rules, sheet)


def _attach(rules: RuleSet, sheet: JudgedSheet) -> JudgedSheet:
    asked = [finding for finding in sheet.findings if finding.severity != "note"]
    if not asked or not sheet.open_rows:
        return sheet
    now, settlings = _check(rules, sheet, {}), {row.game: list_settlings(row) for row in sheet.open_rows}
    then = {game: [_check(rules, sheet, {game: one}) for one in found] for game, found in settlings.items()}
    together = _check(rules, sheet, {game: found[0] for game, found in settlings.items() if found})
    caused: dict[int, list[Doubt]] = {}
    for finding in asked:
        key = _identify(finding)
        games = [game for game, checks in then.items() if any(key not in check for check in checks)]
        if not games and key not in together:  # several rows cause it together: it is asked with the first
            games = [game for game, found in settlings.items() if found]
        if finding.code in _OF_ROW:
            games = games or [row.game for row in sheet.open_rows if all_in(finding, row.place)]
        if games and key in now:
            own = (game for game in games if any(parse_field(field).game == game for field in finding.fields))
            caused.setdefault(next(own, games[0]), []).append(finding)
    rows = tuple(_keep_bock(row, caused.get(row.game, ())) for row in sheet.rows)
    return replace(sheet, rows=rows, caused={game: tuple(found) for game, found in caused.items()})


def _keep_bock(row: JudgedRow, caused: Sequence[Doubt]) -> JudgedRow:
    """The row without the proposal to take back its Bock cross, if the other rows make it a Bock game."""
    if not any(finding.code in _OF_ROW for finding in caused):
        return row
    crosses = tuple(make_field_id(row.game, column) for column in BOCK_COLUMNS)
    return replace(
        row,
        findings=keep_mending(
            row.findings, lambda changes: not any(one.field in crosses and not one.proposed for one in changes)
        ),
    )


def drop_settled(rules: RuleSet, sheet: JudgedSheet, rows: tuple[JudgedRow, ...]) -> JudgedSheet:
    """The sheet without those findings that its checks would not make if its rows were these."""
    asked = [finding for finding in sheet.findings if finding.severity != "note"]
    if not asked:
        return sheet
    gone = _check(rules, sheet, {}) - _check(rules, replace(sheet, rows=rows), {})
    settled = [finding for finding in asked if _identify(finding) in gone]
    look = {field for finding in settled for field in finding.fields}
    kept = tuple(finding for finding in sheet.findings if finding not in settled)
    return replace(sheet, findings=kept, look=tuple(field for field in sheet.look if field not in look))


def list_settlings(row: JudgedRow) -> tuple[Row, ...]:
    """What an open row may count once it is settled: with each of its proposals, and as its fields may be read; without
    the row as it counts now."""
    now = make_row(row)
    found = dict.fromkeys((*_list_proposed(row, now), *_list_readings(row, now)))
    return tuple(one for one in found if one != now)


def settle_as_proposed(row: JudgedRow, changes: Proposal) -> Row:
    """The row with these changes, as far as they concern points or crosses."""
    settled = _read(make_row(row), {one.field: str("" if one.proposed is None else one.proposed) for one in changes})
    return replace(settled, **row.mended[changes]._asdict()) if changes in row.mended else settled


def make_row(row: JudgedRow) -> Row:
    """The row as it counts now, in the form that the rules' checks take."""
    blank = not row.played and row.status == "ok"
    return Row(row.game, row.points, row.solo, row.offence, details=row.details, blank=blank)


def _list_proposed(row: JudgedRow, now: Row) -> Iterator[Row]:
    for finding in row.findings:
        if finding.severity == "note":
            continue
        if finding.proposal:
            yield settle_as_proposed(row, finding.proposal)
        if finding.code == "pflichtsolo":  # one plays against three: a solo whose cross was left out
            yield replace(now, solo=True, details=None)
    if row.explanation:
        yield settle_as_proposed(row, row.explanation.changes)


def _list_readings(row: JudgedRow, now: Row) -> Iterator[Row]:
    """The row with the likeliest text of every field; then with each field alone changed to another text that a person
    may choose, because it is likely by the whole sheet or by its ink."""
    yield _read(now, {field: shares[0][0] for field, shares in row.posterior.items() if shares})
    for field, shares in row.posterior.items():
        yield from (_read(now, {field: text}) for text, share in shares if share >= LIMITS.rival)
    for reading in row.source.readings:
        if reading.id in row.look:
            yield from (_read(now, {reading.id: text}) for text, share in reading.candidates if share >= LIMITS.rival)


def _read(now: Row, told: Mapping[str, str]) -> Row:
    """The row with these texts, by field id."""
    texts = {parse_field(field).column: text for field, text in told.items()}
    points = [
        parse_number(texts[f"p{seat}"]).points if f"p{seat}" in texts else value
        for seat, value in enumerate(now.points, 1)
    ]
    crosses = [text.strip() for column, text in texts.items() if parse_column(column).kind == "solo"]
    offence = bool(texts["offence"].strip()) if "offence" in texts else now.offence
    return replace(
        now,
        points=tuple(points),
        solo=any(crosses) if crosses else now.solo,
        offence=offence,
        blank=now.blank and not any(points),
        details=_read_details(now.details, texts),
    )


def _read_details(game: Game | None, texts: Mapping[str, str]) -> Game | None:
    """The game with these texts of its fields, by column; None if more than Augen and Bock changes, as it would then be
    another game."""
    others = {column: text for column, text in texts.items() if parse_column(column).kind != "p"}
    if game is None or not others:
        return game
    if not others.keys() <= {"augen", *BOCK_COLUMNS}:
        return None
    augen = parse_number(others["augen"]).value if "augen" in others else game.augen
    crossed = {1: game.bock > 0, 2: game.bock > 1}
    crossed |= {bocks: bool(others[name].strip()) for bocks, name in enumerate(BOCK_COLUMNS, 1) if name in others}
    return replace(game, augen=augen, bock=max(bocks if there else 0 for bocks, there in crossed.items()))


def _check(rules: RuleSet, sheet: JudgedSheet, settled: Mapping[int, Row]) -> frozenset[_Key]:
    """What the checks find on the sheet if these rows, by number, are settled so."""
    rows = tuple(settled.get(row.game, make_row(row)) for row in sheet.rows)
    code, sums = sheet.source.code, tuple(parse_number(text).value for text in sheet.sums)
    games, half = (code.games, code.half) if code else (0, 0)
    whole = Sheet(sheet.source.seats, games, rows, sums, half=half, struck=sheet.source.struck)
    return frozenset((*map(_identify, check_sheet(rules, whole)), *_list_unclear(rows, sums)))


def _list_unclear(rows: Sequence[Row], sums: Sequence[int | None]) -> Iterator[_Key]:
    """The remarks that would be made on doubtful totals: those that differ from their columns."""
    for seat, written in enumerate(sums, 1):
        if written is not None and written != sum(row.points[seat - 1] or 0 for row in rows):
            yield ("illegible", (make_seat_id("sum", seat),), None)


def _identify(finding: Doubt) -> _Key:
    """What makes two findings the same question: code, sums or else rows that they are about, and seat. Field ids would
    not do, as the boxes for crosses differ from sheet to sheet; and a missing Pflichtsolo is the same question in
    whichever row it is looked for."""
    sums = {field for field in finding.fields if parse_field(field).is_sum}
    rows = {parse_field(field).line for field in finding.fields} if finding.code != "pflichtsolo" else ()
    return finding.code, tuple(sorted(sums or rows)), getattr(finding, "gaps", {}).get("seat")

"""Proposals: each is of fields that the sheet has, and makes its row legal; what does not is not shown."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from dev.rounds.reader import CrossHand, Hand, make_reading, read_exactly, read_sheet
from dev.rounds.row_mistakes import use_sitters_column
from dev.rounds.rows import count_row
from dev.rounds.sheets import SYSTEMS, TextRow, TextSheet, draw_full_sheet, draw_single_game, spell_row
from scanner.sheet_reading import Reading, SheetReading
from scoring.findings import Proposal
from scoring.rulesets.load_rules import load
from tests.tournament.filing.files import keep_book
from tests.tournament.fullpaper import judge_full
from tests.tournament.test_lists import judge_totals
from tests.tournament.test_reconcile import judge
from texts.labels import Labels
from tournament.judging.judged_sheet import JudgedRow, JudgedSheet
from tournament.judging.reconcile import reconcile
from tournament.judging.written_sheet import transcribe
from tournament.review.book_report import make_report

TABLES = [(system, seats) for system in SYSTEMS for seats in load(system).sheet.seats]
FIVE = tuple(system for system in SYSTEMS if 5 in load(system).sheet.seats)
UNCLEAR, CERTAIN = Hand(unclear=0.2), Hand(unclear=0.0)


def proposals(sheet: JudgedSheet) -> Iterator[Proposal]:
    """Everything that is proposed for any of its rows."""
    for row in sheet.rows:
        yield from (one.proposal for one in row.findings if one.proposal)
        yield from ([row.explanation.changes] if row.explanation else [])
    yield from (one.proposal for one in sheet.findings if one.proposal)
    if sheet.explanation:
        yield (*sheet.explanation.misread, *sheet.explanation.miscounted)


def errors(row: JudgedRow) -> list[str]:
    """What cannot be right in the row."""
    return [one.message() for one in row.findings if one.severity == "error"]


def followed(reading: SheetReading, proposal: Proposal) -> SheetReading:
    """The sheet when the players had written what is proposed."""
    said = {change.field: change.proposed for change in proposal}
    told = [read_exactly(r.id, _text(said[r.id]), kind=r.kind) if r.id in said else r for r in reading.readings]
    return replace(reading, readings=tuple(told))


def _text(proposed: int | str | None) -> str:
    return f"{proposed:+d}" if isinstance(proposed, int) and proposed else str(proposed if proposed is not None else "")


# -- rows that have no right reading -------------------------------------------------------------------------------


def test_a_row_without_a_right_reading_has_the_right_row_near_it_proposed() -> None:
    """No candidate of the first cell makes a game; its partner and the written totals leave one number for it."""
    row, _ = judge(["+4~0@0.6 +14 -74~-14@0.6 +14", "+2 +2 -2 -2"], "-12 +16 -16 +12").rows
    (told,) = (one for one in row.findings if one.proposal)
    assert told.message("de", Labels(here="g01")) == (
        "Platz 1 und Platz 3: undeutlich. Mit (-14 +14 -14 +14) stimmt die Zeile."
    )
    assert [(one.field, one.written, one.proposed) for one in told.proposal or ()] == [
        ("g01.p1", 4, -14),
        ("g01.p3", -74, -14),
    ]
    assert set(row.look) == {"g01.p1", "g01.p3"}


def test_a_row_near_several_right_rows_has_none_proposed() -> None:
    """Without totals it may as well be the solo of a player who wrote 14."""
    row, _ = judge(["+4~0@0.6 +14 -74~-14@0.9 +14", "+2 +2 -2 -2"]).rows
    assert row.status == "review"
    assert not any(one.proposal for one in row.findings)


# -- fields that the sheet does not have ---------------------------------------------------------------------------


@pytest.mark.parametrize("system", FIVE)
def test_points_of_re_in_the_sitters_column(system: str) -> None:
    """The sheet is judged, the row is before a person, and nothing is proposed for a box that is hatched on paper."""
    rules, rng, chance = load(system), random.Random(system), np.random.default_rng(5)
    page, rows = draw_full_sheet(rng, rules, 5, games=5), list[TextRow]()
    while len(rows) < 5:
        right = count_row(rules, draw_single_game(rules, 5, (len(rows) + 1,), chance), every_level=True)
        wrong = use_sitters_column(rules, right, chance)
        if wrong is not None and any(not wrong.points[seat - 1] for seat in right.game.re):
            rows.append(spell_row(wrong))
    page = replace(page, rows=tuple(rows))
    reading = _without_hatched(page, read_sheet(rng, page, CERTAIN, CrossHand(0.0, 1e-5)))
    sheet = reconcile(rules, transcribe(reading))
    known = {one.id for one in reading.readings}
    assert all(change.field in known for proposal in proposals(sheet) for change in proposal)
    assert [row.status for row in sheet.rows] == ["review"] * 5
    told = {"wrong-sitter", "impossible-value", "illegible"}
    assert all(told & {one.code for one in row.findings if one.severity != "note"} for row in sheet.rows)


def _without_hatched(page: TextSheet, reading: SheetReading) -> SheetReading:
    """Nobody reads the Re box of the seat that sits out."""
    hatched = {f"g{game:02}.re{(game - 1) % 5 + 1}" for game in range(1, len(page.rows) + 1)}
    return replace(reading, readings=tuple(one for one in reading.readings if one.id not in hatched))


@pytest.mark.parametrize("style", ["points", "full"])
def test_a_torn_sheet_is_judged(style: str) -> None:
    """Fields that no reading describes are missed by nobody: the sheet is judged and reported, and none is proposed."""
    for seed in range(15):
        rng = random.Random(seed)
        rules = load(rng.choice(SYSTEMS))
        page = draw_full_sheet(rng, rules, rng.choice(rules.sheet.seats), mistakes=0.7, games=3)
        kept = [
            _scrawled(rng, one)
            for one in read_sheet(rng, page, UNCLEAR).readings
            if rng.random() > 0.05 and (style == "full" or one.id.partition(".")[2][0] == "p")
        ]
        reading = make_reading(kept, replace(page.code, style=style))
        book = keep_book(rules, [reading])
        make_report(book, program="0")
        told = [change.field for proposal in proposals(book.entries[0].sheet) for change in proposal]
        assert {one.id for one in kept}.issuperset(told)


def _scrawled(rng: random.Random, one: Reading) -> Reading:
    """Now and then something else in the field, whatever belongs there."""
    text = rng.choice(("", "/", "?", "x", "+6", "-6", "0", "999", "-12"))
    return read_exactly(one.id, text, 0.9, one.kind) if rng.random() < 0.15 else one


def test_the_sitters_points_are_proposed_where_they_belong() -> None:
    """Re's seat 2 has nothing, the hatched cell of seat 1 its points: they are moved, and the cross stays."""
    row = judge_full([("+4 _ +4 -4 -4", "re2 re3 re.re augen=153 value=4")]).rows[0]
    assert row.status == "review"
    moved = "Spiel 1, Platz 1: leer statt +4; Spiel 1, Platz 2: +4 statt leer"
    told = [(one.code, one.proposal_text()) for one in row.findings]
    assert told == [("wrong-sitter", moved), ("impossible-value", "")]


# -- every proposal makes its row legal ----------------------------------------------------------------------------


def broken_proposals(system: str, seats: int, count: int, *, full: bool) -> list[object]:
    """Of so many simulated rows the proposals that leave their row with an error."""
    rules, rng = load(system), random.Random(f"{system} {seats} {full}")
    found: list[object] = []
    for _ in range(count):
        page = draw_full_sheet(rng, rules, seats, mistakes=0.7 if full else 0.0, games=1)
        reading = read_sheet(rng, page, UNCLEAR) if full else _points(rng, page)
        row = reconcile(rules, transcribe(reading)).rows[0]
        shown = dict.fromkeys(one.proposal for one in row.findings if one.proposal)
        shown |= {row.explanation.changes: None} if row.explanation else {}
        for proposal in shown:
            after = reconcile(rules, transcribe(followed(reading, proposal))).rows[0]
            found += [(page.rows[0].cells, proposal, errors(after))] if errors(after) else []
    return found


def _points(rng: random.Random, page: TextSheet) -> SheetReading:
    """The points alone, with a mistake in most rows, on a points sheet."""
    row, seats = page.rows[0], len(page.rows[0].right)
    texts = [row.cells[f"p{seat}"] for seat in range(1, seats + 1)]
    for seat in rng.sample(range(seats), rng.choice((0, 1, 1, 1, 2))):
        texts[seat] = rng.choice((texts[seat].translate(_TURNED), "+6", "-1", "", texts[seat] + "0", texts[0]))
    spoilt = replace(row, cells={f"p{seat}": text for seat, text in enumerate(texts, 1)})
    code = replace(page.code, style="points")
    whole = read_sheet(rng, replace(page, rows=(spoilt,), columns=("solo", "offence")), UNCLEAR)
    kept = [one for one in whole.readings if ".re" not in one.id and not one.id.startswith("sum")]
    return make_reading(kept, code)


_TURNED = str.maketrans("+-", "-+")


def test_two_doubtful_crosses_are_proposed_together() -> None:
    """Points that need both: one cross alone would leave the row broken."""
    row = judge_full([("+8 -8 +8 -8", "re1 re3 ~re.re@0.55 ~kontra.kontra@0.6 augen=153 value=8")]).rows[0]
    both = "Spiel 1, Ansage Re und Spiel 1, Ansage Kontra: angekreuzt statt leer"
    assert [one.proposal_text() for one in row.findings] == [both, both]


def test_a_lists_row_that_stays_broken_has_no_proposal() -> None:
    """The value alone is mended by what is proposed; where the wrong seat sat out besides, that would mend nothing."""
    shown = [
        [bool(one.proposal) for one in judge_totals([line]).rows[0].findings if one.code == "value-mismatch"]
        for line in ("5 | 23 | _ +4 +4 -4 -4", "5 | 12 | +4 +4 -4 -4 _")
    ]
    assert shown == [[True], [False]]


@pytest.mark.few(2)
@pytest.mark.parametrize(("system", "seats"), TABLES)
def test_every_proposal_of_points_mends_its_row(system: str, seats: int) -> None:
    """Whatever is proposed for a row of points, the row with it has no error."""
    assert broken_proposals(system, seats, 100, full=False) == []


@pytest.mark.few(4)
@pytest.mark.parametrize(("system", "seats"), TABLES)
def test_every_proposal_beside_details_mends_its_row(system: str, seats: int) -> None:
    """The same on full sheets, where points must follow from the details as well."""
    assert broken_proposals(system, seats, 20, full=True) == []


@pytest.mark.slow
@pytest.mark.parametrize("full", [False, True])
@pytest.mark.parametrize(("system", "seats"), TABLES)
def test_thousands_of_proposals_mend_their_rows(system: str, seats: int, full: bool) -> None:
    """The same for 500 rows of points and for 100 of full sheets, of every rule set and number of seats."""
    assert broken_proposals(system, seats, 100 if full else 500, full=full) == []

"""Laws of reconciling that hold for every sheet, and the bars on simulated readings."""

from __future__ import annotations

import random
from dataclasses import replace

from hypothesis import example, given, settings
from hypothesis import strategies as st

from dev.benchmarks.judge.points import measure_points
from dev.rounds.reader import Hand, make_reading, read_exactly, read_sheet
from dev.rounds.sheets import TextSheet, count_text, draw_points_sheet
from scanner.sheet_reading import Reading, SheetReading
from tests.tournament.paper import RULES
from tournament.judging.judged_sheet import JudgedSheet
from tournament.judging.limits.judging_limits import LIMITS
from tournament.judging.reconcile import reconcile
from tournament.judging.written_sheet import parse_number, transcribe

seeds = st.integers(0, 2**32)
some = settings(max_examples=settings.default.max_examples // 2, deadline=None)


def judged(reading: SheetReading) -> JudgedSheet:
    """Transcribed and reconciled."""
    return reconcile(RULES, transcribe(reading))


def plain(sheet: TextSheet) -> SheetReading:
    """The sheet as a reader without any doubt sees it."""
    cells = [
        read_exactly(f"g{game:02}.p{seat}", text)
        for game, row in enumerate(sheet.rows, 1)
        for seat, text in enumerate(row.texts, 1)
    ]
    crosses = [
        read_exactly(f"g{game:02}.{name}", row.cells.get(name, ""), kind="cross")
        for game, row in enumerate(sheet.rows, 1)
        for name in ("solo", "offence")
    ]
    sums = [read_exactly(f"sum.p{seat}", text) for seat, text in enumerate(sheet.sums, 1)]
    return make_reading([*cells, *crosses, *sums], sheet.code)


@given(seeds, st.sampled_from([4, 5]))
@some
def test_a_legal_clear_sheet_asks_nothing(seed: int, seats: int) -> None:
    """A sheet without mistake or doubt is settled as written, and its totals are those of its rows."""
    truth = draw_points_sheet(random.Random(seed), seats)
    sheet = judged(plain(truth))
    assert [row.status for row in sheet.rows] == ["ok"] * len(truth.rows)
    assert sheet.status == "ok"
    assert [text for row in truth.rows for text in row.texts] == [text for row in sheet.rows for text in row.written]
    assert sheet.totals == tuple(sum(count_text(row.texts[seat]) for row in truth.rows) for seat in range(seats))


@given(seeds)
@some
def test_clear_ink_is_never_changed(seed: int) -> None:
    """Whatever the players wrote and the sums say: a clear cell counts as the ink says."""
    rng = random.Random(seed)
    sheet = judged(read_sheet(rng, draw_points_sheet(rng, mistakes=0.2, slips=0.3), Hand(unclear=0.2)))
    for row in sheet.rows:
        for cell, points in zip(row.source.cells, row.points, strict=True):
            assert cell is not None
            if cell.confidence >= LIMITS.clear_ink and not cell.flags:
                assert points == parse_number(cell.text).points


@given(seeds)
@some
def test_what_counts_otherwise_than_the_ink_says_is_on_record(seed: int) -> None:
    """A settled row says what a rule chose; an open one, that its likeliest legal reading counts."""
    rng = random.Random(seed)
    sheet = judged(read_sheet(rng, draw_points_sheet(rng, mistakes=0.1), Hand(unclear=0.2)))
    for row in sheet.rows:
        ink = (parse_number(text).points for text in row.written)
        pairs = enumerate(zip(ink, row.points, strict=True), 1)
        differing = {f"g{row.game:02}.p{seat}" for seat, (said, counted) in pairs if said != counted}
        assert differing <= {choice.field for choice in row.chosen} or row.provisional == "likeliest"
        assert not (row.status == "review" and row.chosen)
        assert (row.provisional is None) == (row.status == "ok")
        assert (row.status == "review") == any(finding.severity != "note" for finding in row.findings)


@given(seeds, st.permutations([1, 2, 3, 4]))
@example(369745, [1, 2, 4, 3])  # equally likely combinations, some of them beyond the end of a search
@some
def test_seats_have_no_favourites(seed: int, order: list[int]) -> None:
    """Swapping whole columns swaps the result's columns and changes no status."""
    rng = random.Random(seed)
    reading = read_sheet(rng, draw_points_sheet(rng, mistakes=0.1, slips=0.2), Hand(unclear=0.15))
    swapped = replace(reading, readings=tuple(sorted((_moved(r, order) for r in reading.readings), key=lambda r: r.id)))
    before, after = judged(reading), judged(swapped)
    assert [row.status for row in before.rows] == [row.status for row in after.rows]
    for old, new in zip(before.rows, after.rows, strict=True):
        assert tuple(new.points[order[seat] - 1] for seat in range(4)) == old.points


@given(seeds, st.integers(0, 15), st.integers(0, 3), st.floats(0.05, 0.95))
@settings(max_examples=2 * settings.default.max_examples, deadline=None)
def test_a_single_misreading_is_repaired_or_asked(seed: int, game: int, seat: int, share: float) -> None:
    """One cell misread with the truth among its candidates is never settled wrongly."""
    rng = random.Random(seed)
    truth = draw_points_sheet(rng)
    right = truth.rows[game].texts[seat]
    wrong = rng.choice([text for text in ("+1", "-1", "+7", "-4", "12", "") if count_text(text) != count_text(right)])
    reading = plain(truth)
    field = f"g{game + 1:02}.p{seat + 1}"
    misread = Reading(field, "points", wrong, share, ((wrong, share), (right, 1 - share)), reading.readings[0].quad_px)
    sheet = judged(replace(reading, readings=tuple(misread if r.id == field else r for r in reading.readings)))
    row = sheet.rows[game]
    assert row.status == "review" or row.points[seat] == count_text(right)


@given(seeds, st.integers(0, 15))
@some
def test_a_players_mistake_is_found(seed: int, game: int) -> None:
    """One number clearly written wrong opens its row, and no other row is blamed."""
    rng = random.Random(seed)
    truth = draw_points_sheet(rng)
    row = truth.rows[game]
    wrong = row.write((str(count_text(row.texts[0]) + rng.choice([-3, -1, 1, 2])), *row.texts[1:]))
    sheet = judged(plain(replace(truth, rows=(*truth.rows[:game], wrong, *truth.rows[game + 1 :]))))
    assert [n for n, judged_row in enumerate(sheet.rows) if judged_row.status == "review"] == [game]


def test_the_bars_hold_on_simulated_readings() -> None:
    """At 98.5 % right cells: at most one silent error in 1,000 fields, 5 % asked, all mistakes found, 1 % blamed."""
    tally = measure_points(RULES, Hand(unclear=0.05), sheets=60, seed=7)
    assert 0.975 < tally.share("cells right", "cells") < 0.995
    assert tally.share("silent", "fields") <= 0.001
    assert tally.share("asked", "fields") <= 0.05
    assert tally.counts["mistakes found"] == tally.counts["mistakes"] > 5
    assert tally.share("blamed", "right rows") <= 0.01


def _moved(reading: Reading, order: list[int]) -> Reading:
    head, dot, seat = reading.id.rpartition(".p")
    return replace(reading, id=f"{head}.p{order[int(seat) - 1]}") if dot else reading

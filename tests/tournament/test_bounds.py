"""Every search in the judging ends: steps are counted, and what is left out is reported."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest

from dev.rounds.reader import QUAD
from scanner.sheet_reading import Reading, SheetReading
from tests.tournament.filing.files import keep_book
from tests.tournament.paper import RULES, codes, written
from tournament.judging import row_readings as weigh
from tournament.judging import smallest_explanation as whole
from tournament.judging.chain import ChainRow, Floats, Ints, Ways
from tournament.judging.judged_sheet import JudgedSheet
from tournament.judging.limits.judging_limits import LIMITS, Limits
from tournament.judging.reconcile import reconcile
from tournament.judging.smallest_explanation import Step, list_row_steps
from tournament.judging.written_sheet import transcribe
from tournament.review.book_report import make_report
from tournament.review.open_items import list_open_items

FEW = replace(LIMITS, explained_ways=50)


def wrecked(rows: int, seed: int = 0) -> SheetReading:
    """A sheet for five on which one or two numbers of each row are wrong, and all totals."""
    rng, lines = random.Random(seed), []
    for game in range(rows):
        players = [seat for seat in range(5) if seat != game % 5]
        worth, winners = rng.randint(1, 9), rng.sample(players, 2)
        points = {seat: worth if seat in winners else -worth for seat in players}
        for seat in rng.sample(players, rng.choice((1, 2))):
            points[seat] = rng.choice((-points[seat], 3 * points[seat], points[seat] + rng.choice((-2, -1, 1))))
        lines.append(" ".join(f"{points[seat]:+d}" if seat in points else "/" for seat in range(5)))
    return written(lines, "+3 +50 -20 -7 -19", seats=5)


def judged(reading: SheetReading, limits: Limits = LIMITS) -> JudgedSheet:
    """The sheet reconciled."""
    return reconcile(RULES, transcribe(reading), limits)


@pytest.mark.parametrize("rows", [14, 20])
def test_the_search_of_a_wrecked_sheet_is_bounded(rows: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its ways grow with the rows, not with the number of combinations, and the explanation says that it was cut."""
    made, sizes = [0], list[int]()
    add_row, steps = whole._add_row, list_row_steps

    def counted(steps: Sequence[Step]) -> ChainRow:
        row = add_row(steps)

        def find_ways(states: Ints, reached: Floats) -> Ways:
            ways = row(states, reached)
            made[0] += len(ways.above)
            return ways

        return find_ways

    def seen(*parts: object) -> tuple[Step, ...]:
        found = steps(*parts)  # type: ignore[arg-type]  # as it is called
        sizes.append(len(found))
        return found

    monkeypatch.setattr(whole, "_add_row", counted)
    monkeypatch.setattr(whole, "list_row_steps", seen)
    explanation = judged(wrecked(rows), FEW).explanation
    assert explanation is not None
    assert not explanation.complete
    assert len(sizes) == rows
    assert 1 < made[0] <= FEW.explained_ways * sum(sizes)


def test_a_cut_search_is_told() -> None:
    """To people beside the sum row, and in the report; nothing is said where all was searched."""
    cut, whole_one = (keep_book(RULES, [reading]) for reading in (wrecked(20), written(["+4 -4 +4 -6"], "+4 -4 +4 -5")))
    for lang, words in (("de", "Nicht alles wurde durchsucht"), ("en", "not everything was searched")):
        told = [text for item in list_open_items(cut, lang) for text in item.findings]
        assert any(words in text for text in told)
        assert not any(words in text for item in list_open_items(whole_one, lang) for text in item.findings)
    reports = [make_report(book, program="0")["sheets"][0]["explanation"] for book in (cut, whole_one)]
    assert [report["complete"] for report in reports] == [False, True]


def unclear(spread: tuple[float, ...]) -> SheetReading:
    """A row for five of which each cell may be six things, with these chances, and each cross be set or not."""
    texts = ["+4 -4 +9 -9 6 -6", "-4 +4 -9 9 -6 +6", "+2 -2 7 -7 +1 -1", "+5 -5 +3 -3 8 -8", "1 -1 +7 -7 +2 -2"]
    cells = [
        Reading(
            f"g02.p{seat}", "points", words.split()[0], spread[0], tuple(zip(words.split(), spread, strict=True)), QUAD
        )
        for seat, words in enumerate(texts, 1)
    ]
    crosses = [Reading(f"g02.{name}", "cross", "", 0.6, (("", 0.6), ("x", 0.4)), QUAD) for name in ("solo", "offence")]
    sheet = written(["/ +2 -2 +2 -2", "+2 / -2 +2 -2"], seats=5)
    kept = [one for one in sheet.readings if not one.id.startswith("g02")]
    return replace(sheet, readings=(*kept, *cells, *crosses))


@pytest.mark.parametrize(
    ("spread", "told"),
    [
        ((0.5, 0.2, 0.1, 0.09, 0.06, 0.05), True),
        ((0.9, 0.09, 0.004, 0.003, 0.002, 0.001), False),
    ],
)
def test_the_readings_of_a_row_are_bounded(
    spread: tuple[float, ...], told: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of 31,104 combinations at most `row_ways` are weighed; where likely ones were left out, the row says so."""
    counted, combine = [0], weigh._weigh_combinations

    def seen(*parts: object) -> Iterator[tuple[float, object]]:
        for one in combine(*parts):  # type: ignore[arg-type]  # as it is called
            counted[0] += 1
            yield one

    monkeypatch.setattr(weigh, "_weigh_combinations", seen)
    row = judged(unclear(spread)).rows[1]
    assert counted[0] <= 2 * LIMITS.row_ways  # of two rows
    assert any("alle Lesarten" in one.message() for one in row.findings) == told
    if told:
        assert (row.status, row.chosen) == ("review", ())
        assert "illegible" in codes(row.findings)

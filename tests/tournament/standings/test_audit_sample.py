"""The risk-limiting audit: bounds by hand, what holds for any evening, and the promise itself."""

from __future__ import annotations

import hashlib
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournament.standings.evenings import draw_evenings, play
from tests.tournament.standings.misread_evenings import MISREAD, simulate_audits
from tournament.standings.audit_sample import CountedRow, draw_row_lot, find_most, plan_audit
from tournament.standings.places import Player
from tournament.standings.ties import rank_players

EVENING = play("A+50 B+10 C-20 D-40 / E+0 F+0 G+0 H+0")


def list_rows(players: tuple[Player, ...]) -> list[CountedRow]:
    """A row for each sheet, in which everything was won at once."""
    sheets = sorted({one.sheet for player in players for one in player.sittings})
    return [
        CountedRow(
            f"s{sheet}.g1",
            {player.number: one.points for player in players for one in player.sittings if one.sheet == sheet},
        )
        for sheet in sheets
    ]


@pytest.mark.parametrize(
    ("winner", "loser", "most"),
    [
        (10, 10, 48),  # both here: the winner may have lost a solo of 12 in truth, 36 and 12 for the other
        (10, None, 46),  # the winner had 10 and may have lost 36
        (None, 10, 26),  # the other had 10 and may have won 36
        (-36, 12, 0),  # it cannot be worse than it counts
    ],
)
def test_how_much_a_row_can_overstate(winner: int | None, loser: int | None, most: int) -> None:
    """No game is worth more than 12 here; a soloist has three times that."""
    assert find_most(winner, loser, 12) == most


def test_the_bound_is_the_largest_share_of_a_lead() -> None:
    """A leads B by 40 and E by 50; in E's row E may have 36 more, F the same."""
    audit = plan_audit(rank_players(EVENING), [CountedRow("r1.t2.g1", dict.fromkeys((5, 6, 7, 8), 0))], 12, "x")
    assert audit.rows[0].bound == pytest.approx(36 / 50)
    assert audit.rows[0].chance == pytest.approx(1 - 0.05 ** (36 / 50))


def test_a_row_that_alone_can_turn_the_winner_is_drawn_with_95_per_cent() -> None:
    """And a shared first place depends on every row of its players."""
    tied = play("A+10 B+10 C-10 D-10")
    audit = plan_audit(rank_players(tied), [CountedRow("r1.t1.g1", {1: 2, 2: 2, 3: -2, 4: -2})], 12, "x")
    assert audit.rows[0].chance == pytest.approx(0.95)


def test_the_lot_can_be_drawn_again_by_hand() -> None:
    """The first 13 hexadecimal digits of the SHA-256 of "seed:item"."""
    digits = hashlib.sha256(b"4711:r1.t3.g14").hexdigest()[:13]
    assert draw_row_lot("4711", "r1.t3.g14") == int(digits, 16) / 16**13


@given(draw_evenings(), st.integers(1, 24), st.integers(0, 99))
def test_the_order_of_the_rows_does_not_matter(players: tuple[Player, ...], highest: int, seed: int) -> None:
    """Every row has its own lot: the same rows are drawn in whatever order they come."""
    rows, standings = list_rows(players), rank_players(players)
    mixed = random.Random(seed).sample(rows, len(rows))
    drawn = {row.item for row in plan_audit(standings, rows, highest, str(seed)).drawn}
    assert {row.item for row in plan_audit(standings, mixed, highest, str(seed)).drawn} == drawn


@given(draw_evenings(), st.integers(1, 24))
def test_rows_that_could_make_a_wrong_winner_are_missed_with_5_per_cent_at_most(
    players: tuple[Player, ...], highest: int
) -> None:
    """Of any rows whose bounds together reach a lead, none is drawn with the stated risk at most."""
    audit = plan_audit(rank_players(players), list_rows(players), highest, "x")
    bounds = missed = 0.0
    for number, one in enumerate(sorted(audit.rows, key=lambda row: row.bound)):
        missed = (missed if number else 1.0) * (1 - one.chance)
        bounds += one.bound
        if bounds >= 1:
            assert missed <= audit.risk + 1e-9
            break


@given(draw_evenings(), st.integers(1, 12))
def test_higher_values_and_more_places_draw_more(players: tuple[Player, ...], highest: int) -> None:
    """Who supposes less compares more."""
    rows, standings = list_rows(players), rank_players(players)
    few = plan_audit(standings, rows, highest, "x")
    for more in (plan_audit(standings, rows, highest + 5, "x"), plan_audit(standings, rows, highest, "x", first=3)):
        assert {row.item for row in few.drawn} <= {row.item for row in more.drawn}


@pytest.mark.few(1)
@pytest.mark.parametrize("name", MISREAD)
def test_a_wrong_winner_is_noticed(name: str) -> None:
    """In a few small evenings, within three standard errors of 95 %."""
    found = simulate_audits(name, 150, seed=1, tables=2, rounds=2, games=8)
    assert found.share >= 0.95 - 3 * found.error


@pytest.mark.slow
@pytest.mark.parametrize("name", MISREAD)
def test_a_wrong_winner_is_noticed_in_ten_thousand_evenings(name: str) -> None:
    """The same in 10,000 evenings of eight players; the worst way to misread is noticed no more than needed."""
    found = simulate_audits(name, 10_000, seed=2, tables=2, rounds=2, games=8)
    assert found.share >= 0.95 - 3 * found.error

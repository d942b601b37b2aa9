"""Ties: every rule of the chain by hand, and what holds for any evening and any chain."""

from __future__ import annotations

import hashlib
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournament.standings.evenings import draw_evenings, play
from tournament.standings.places import Player
from tournament.standings.ties import TIE_RULES, UnknownTieRule, name_parted, name_tie_rules, rank_players

CHAINS = st.permutations(sorted(set(TIE_RULES) - {"total"})).flatmap(
    lambda rules: st.integers(0, len(rules)).map(lambda length: ("total", *rules[:length], "shared"))
)


def list_places(players: tuple[Player, ...], *chain: str, seed: str = "") -> str:
    """Places as text: "1 Anna, 2= Bernd, 2= Clara"; what parted whom stands in brackets."""
    return ", ".join(
        f"{one.place}{'=' * one.shared} {one.player.name}{f' ({one.parted_by})' * bool(one.parted_by)}"
        for one in rank_players(players, chain, seed)
    )


def test_the_total_decides_first() -> None:
    """Equal totals share a place, and the next one stays empty."""
    assert list_places(play("A+9 B+4 C+4 D-17"), "total", "shared") == "1 A, 2= B, 2= C, 4 D"


def test_the_best_round_parts_equal_totals() -> None:
    """B and C both have 6; C's best round is better."""
    players = play("A+9 B+4 C+5 D-18", "A+1 B+2 C+1 D-4")
    assert list_places(players, "total", "best-round") == "1 A, 2 C (best-round), 3 B (best-round), 4 D"


def test_the_last_round_parts_equal_totals() -> None:
    """B came up at the end."""
    players = play("A+9 B+4 C+5 D-18", "A+1 B+2 C+1 D-4")
    assert list_places(players, "total", "last-round") == "1 A, 2 B (last-round), 3 C (last-round), 4 D"


def test_solos_won_part_equal_totals() -> None:
    """Who won more solos is in front; the rest still share."""
    players = play("A+2 B+2 C+2 D-6", solos="C2")
    assert (
        list_places(players, "total", "solos-won", "shared") == "1 C (solos-won), 2= A (solos-won), "
        "2= B (solos-won), 4 D"
    )


def test_a_direct_meeting_parts_who_met() -> None:
    """A and E tie with 3; at their common table E had more. B and F tie and never met: nothing parts them."""
    players = play("A+3 B+1 C+1 D-5 / E+1 F+1 G+1 H-3", "A+0 E+2 C-1 D-1 / B+0 F+0 G+1 H-1")
    assert list_places(players, "total", "direct-meeting").startswith("1 E (direct-meeting), 2 A (direct-meeting), ")
    apart = play("A+3 B-1 C-1 D-1 / E+3 F-1 G-1 H-1")
    assert list_places(apart, "total", "direct-meeting").startswith("1= A, 1= E, ")


def test_three_who_tie_are_compared_only_if_all_met() -> None:
    """A met B and B met C, but A never met C: nobody may be called better."""
    players = play("A+1 B+0 X-1 Y+0 / C+0 P+0 Q+0 R+0", "B+1 C+0 X-1 Y+0 / A+0 P+0 Q+0 R+0", "C+1 Q-1 X+0 R+0")
    assert list_places(players, "total", "direct-meeting").startswith("1= A, 1= B, 1= C, ")


def test_the_lot_can_be_checked_with_any_sha256() -> None:
    """The smaller SHA-256 of "seed:start number" is in front."""
    players = play("A+2 B+2 C-2 D-2")
    first = min((1, 2), key=lambda start: hashlib.sha256(f"2026:{start}".encode()).hexdigest())
    assert list_places(players, "total", "lot", seed="2026").startswith(f"1 {'AB'[first - 1]} (lot), 2 ")


def test_who_withdrew_comes_last() -> None:
    """The points stay, the place is behind all who played on."""
    assert list_places(play("A+9 B+4 C-4 D-9", withdrawn="A"), "total") == "1 B, 2 C, 3 D, 4 A"


def test_a_rule_that_does_not_exist_is_told() -> None:
    """The sentence names the rules that there are; a chain without the total is refused too."""
    with pytest.raises(UnknownTieRule, match="möglich sind total, best-round"):
        rank_players((), ("total", "weight"))
    with pytest.raises(UnknownTieRule, match="beginnt mit „total“"):
        rank_players((), ("lot",))


@given(draw_evenings(), CHAINS, st.integers(0, 99))
def test_the_order_of_the_players_does_not_matter(
    players: tuple[Player, ...], chain: tuple[str, ...], seed: int
) -> None:
    """The same standings, whichever sheet was read first."""
    mixed = random.Random(seed).sample(players, len(players))
    assert rank_players(mixed, chain, "s") == rank_players(players, chain, "s")


@given(draw_evenings(), CHAINS)
def test_places_count_who_is_in_front(players: tuple[Player, ...], chain: tuple[str, ...]) -> None:
    """A place is one more than the players before it; more points never stand behind fewer; shared is shared."""
    standings = rank_players(players, chain, "s")
    places = [one.place for one in standings]
    assert [one.place for one in standings] == [1 + sum(other < place for other in places) for place in places]
    assert all(one.shared == (places.count(one.place) > 1) for one in standings)
    keys = [(one.player.withdrawn, -one.player.total) for one in standings]
    assert keys == sorted(keys)


@given(draw_evenings(), CHAINS)
def test_a_longer_chain_only_parts(players: tuple[Player, ...], chain: tuple[str, ...]) -> None:
    """Who is in front by the first rules stays in front by more of them."""
    short = {one.player.number: one.place for one in rank_players(players, chain[:2], "s")}
    long = {one.player.number: one.place for one in rank_players(players, chain, "s")}
    assert all(long[one] < long[other] for one in short for other in short if short[one] < short[other])


@given(draw_evenings())
def test_a_lot_leaves_no_tie(players: tuple[Player, ...]) -> None:
    """With the lot in the chain nobody shares a place."""
    assert not any(one.shared for one in rank_players(players, ("total", "lot"), "s"))


def test_what_decided_is_said_with_its_places() -> None:
    """Each rule once, with the places that it gave; nothing where no rule decided."""
    players = play("A+2 B+2 C+1 D+1 E-3 F-3", solos="B2 D1")
    [said] = name_parted(rank_players(players, ("total", "solos-won", "lot")))
    assert said.in_("de") == "Gleichstand entschied: mehr gewonnene Soli (Platz 1, 2, 3, 4), Los (Platz 5, 6)."
    assert said.in_("en") == "Ties decided by: more solos won (place 1, 2, 3, 4), lot (place 5, 6)."
    assert name_parted(rank_players(play("A+2 B+1 C-3"))) == ()


def test_the_chain_is_one_sentence() -> None:
    """The usual chain shares places; a lot leaves nobody equal."""
    assert name_tie_rules(()).in_("de") == "Wer gleich viele Punkte hat, teilt sich den Platz."
    said = name_tie_rules(("total", "solos-won", "best-round", "shared")).in_("de")
    assert said.startswith(
        "Bei gleicher Punktzahl entscheidet: mehr gewonnene Soli, bessere beste Runde. Wer dann noch"
    )
    assert name_tie_rules(("total", "lot")).in_("de") == "Bei gleicher Punktzahl entscheidet: Los."

"""Laws that hold for every game of every system, whatever the cards."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import rulesets
from scoring.checks import check_row
from scoring.feasible import lone_values, pair_values
from scoring.game import PARTIES, Call, Calls, Extras, Game, Party
from scoring.legal import legal
from scoring.rows import Row
from scoring.rules import RuleSet
from scoring.score import score
from scoring.tally import edges
from scoring.value import Case, steps_of
from scoring.winner import winner
from scoring.wire import finding_json, game_json, parse_line, score_json

SYSTEMS = [rulesets.load(name) for name in rulesets.known()]


@st.composite
def played(draw: st.DrawFn) -> tuple[RuleSet, Game]:
    """A rule set, and a game that it can score, at four or five seats."""
    rules = draw(st.sampled_from(SYSTEMS))
    seats = draw(st.sampled_from(rules.sheet.seats))
    sits = draw(st.integers(1, 5)) if seats == 5 else None
    kind = draw(st.sampled_from(rules.kinds))
    playing = [seat for seat in range(1, seats + 1) if seat != sits]
    made = [(point.id, draw(st.integers(0, point.most))) for point in rules.sheet.sonderpunkte]
    sides = [draw(st.sampled_from(PARTIES)) for _ in made]
    extras = Extras(**{
        party: tuple(entry for entry, side in zip(made, sides, strict=True) if side == party) for party in PARTIES
    })
    names = [name for solo in rules.sheet.solos for name in (solo.id, *solo.suits)]
    augen = draw(st.integers(0, 240) | st.sampled_from([0, 240]))
    without = {0: "re", 240: "kontra"}.get(augen)
    return rules, Game(
        kind.id, tuple(draw(st.permutations(playing))[: kind.re_seats]),
        Calls(draw(st.sampled_from(Call)), draw(st.sampled_from(Call))), augen, extras=extras,
        no_trick=without if draw(st.booleans()) else None,  # type: ignore[arg-type]
        solo=draw(st.sampled_from(names)) if kind.id == "solo" else None, pflicht=kind.pflicht and draw(st.booleans()),
        bock=bool(rules.bock.triggers) and draw(st.booleans()), seats=seats, sits=sits,
    )


@st.composite
def broken(draw: st.DrawFn) -> tuple[RuleSet, Game]:
    """A rule set that has offences, and one of them."""
    rules = draw(st.sampled_from([rules for rules in SYSTEMS if not rules.offence.played_out]))
    seats = draw(st.sampled_from(rules.sheet.seats))
    sits = draw(st.integers(1, 5)) if seats == 5 else None
    minor = rules.offence.has_minor and draw(st.booleans())
    absagen = draw(st.integers(0, 4)) if rules.offence.has_absagen and not minor else 0
    offender = draw(st.sampled_from([seat for seat in range(1, seats + 1) if seat != sits]))
    return rules, Game("strafe", offender=offender, minor=minor, absagen=absagen, seats=seats, sits=sits)


@given(played() | broken())
def test_points_sum_to_zero(case: tuple[RuleSet, Game]) -> None:
    """Nobody wins what nobody loses, the lines add up to the value, and all of it comes in the system's units."""
    rules, game = case
    result = score(rules, game)
    assert result.points is not None
    assert sum(result.points) == 0
    assert sum(line.points for line in result.lines) == result.value
    assert all(points % rules.checks.unit.step == 0 for points in result.points)
    assert game.sits is None or result.points[game.sits - 1] == 0


@given(played())
def test_points_follow_from_the_value(case: tuple[RuleSet, Game]) -> None:
    """A lone player has three times the value, against a value from each other; of two, each has it once."""
    rules, game = case
    result = score(rules, game)
    assert result.points is not None
    assert result.value is not None
    for seat in game.playing:
        wanted = result.value * (3 if len(game.re) == 1 else 1) if seat in game.re else -result.value
        assert result.points[seat - 1] == wanted


@given(played() | broken(), st.data())
def test_seats_are_only_names(case: tuple[RuleSet, Game], data: st.DataObject) -> None:
    """Players who change seats take their points with them."""
    rules, game = case
    new = data.draw(st.permutations(range(1, game.seats + 1)))
    moved = replace(
        game, re=tuple(new[seat - 1] for seat in game.re), sits=new[game.sits - 1] if game.sits else None,
        offender=new[game.offender - 1] if game.offender else None,
    )
    before, after = score(rules, game).points, score(rules, moved).points
    assert before is not None
    assert after is not None
    assert [after[new[seat - 1] - 1] for seat in range(1, game.seats + 1)] == list(before)


@given(played())
def test_a_lone_player_has_what_the_others_have_not(case: tuple[RuleSet, Game]) -> None:
    """A soloist has the negative sum of the three others, who all have the same."""
    rules, game = case
    points = score(rules, game).points
    assert points is not None
    if len(game.re) == 1:
        others = [points[seat - 1] for seat in game.playing if seat not in game.re]
        assert len(set(others)) == 1
        assert points[game.re[0] - 1] == -sum(others)


@given(played(), st.sampled_from(PARTIES))
def test_a_doppelkopf_never_hurts_its_party(case: tuple[RuleSet, Game], party: Party) -> None:
    """One Doppelkopf more never lowers the points of the party that made it, the winner's least of all."""
    rules, game = case
    others = Extras(**{
        side: tuple(made for made in game.extras.of(side) if made[0] != "doppelkopf") for side in PARTIES
    })
    values = [
        score(rules, replace(game, extras=replace(others, **{party: (*others.of(party), ("doppelkopf", count))}))).value
        for count in range(5)
    ]
    rising = [value if party == "re" else -value for value in values if value is not None]
    assert len(rising) == 5
    assert rising == sorted(rising)


@given(played(), st.integers(0, 240))
def test_augen_of_a_band_count_alike(case: tuple[RuleSet, Game], augen: int) -> None:
    """Between two edges of the Augen nothing changes, so that a count may be kept for all games between them."""
    rules, game = case
    moved = replace(game, augen=augen, no_trick=None)
    band = [edge for edge in edges(rules) if edge <= augen]
    lowest = replace(moved, augen=max(band, default=0))
    for one in (moved, lowest):
        assert not any(finding.severity == "error" for finding in score(rules, one).findings)
    won = winner(rules, moved)
    assert won == winner(rules, lowest) == score(rules, moved).winner
    assert steps_of(Case(rules, moved, won)) == steps_of(Case(rules, lowest, won))


@given(played() | broken(), st.sampled_from(["de", "en"]))
def test_an_answer_tells_the_score(case: tuple[RuleSet, Game], lang: str) -> None:
    """The line of JSON holds points, value, winner, lines and findings, in words of the language."""
    rules, game = case
    result = score(rules, game)
    assert result.points is not None
    assert json.loads(score_json(result, lang)) == {
        "points": list(result.points), "value": result.value, "winner": result.winner,
        "lines": [{"text": line.words(lang), "points": line.points} for line in result.lines],
        "findings": [finding_json(finding, lang) for finding in result.findings],
    }


@given(played() | broken())
def test_json_round_trip(case: tuple[RuleSet, Game]) -> None:
    """A game written as JSON and read again is the same game."""
    assert parse_line(json.dumps(game_json(case[1]))) == (case[1], ())


@given(played() | broken())
def test_a_right_row_is_never_blamed(case: tuple[RuleSet, Game]) -> None:
    """Whatever was played, the row that is scored for it is legal, and no check calls it an error."""
    rules, game = case
    game = replace(game, sits=2 if game.seats == 5 else None)
    if 2 in game.re or game.offender == 2:
        return
    points = score(rules, game).points
    kind = rules.kind(game.kind)
    assert points is not None
    written = tuple(None if seat == game.sits else value for seat, value in enumerate(points, 1))
    row = Row(2, written, solo=bool(kind and kind.solo_cross), offence=game.kind == "strafe", sits=game.sits)
    assert legal(rules, row, game.seats)
    assert [finding for finding in check_row(rules, row, game.seats) if finding.severity == "error"] == []


@given(played())
def test_values_are_feasible(case: tuple[RuleSet, Game]) -> None:
    """A game scored from its details has a value in the enumerated set."""
    rules, game = case
    value = score(rules, game).value
    assert value is not None
    if len(game.re) == 2:
        assert abs(value) in pair_values(rules)
    else:
        kind = rules.kind(game.kind)
        assert kind is not None
        assert value in lone_values(rules, False)
        assert not kind.solo_cross or value in lone_values(rules, True)


@pytest.mark.parametrize(("name", "value", "possible"), [
    ("pflichtsolo-40", -1, False), ("kurzregeln-48", -1, False), ("kurzregeln-48", 1, False), ("ddv", -1, True),
    ("zwoelf-spiele", -2, False), ("zehn-cent", -20, True), ("zehn-cent", 5, False),
    ("stille-hochzeit", -1, False), ("stille-hochzeit", 1, True),
])
def test_values_of_a_solo(name: str, value: int, possible: bool) -> None:
    """What a solo can be worth tells systems apart: gegen counts against the soloist, or not, or a solo has its own."""
    assert (value in lone_values(rulesets.load(name), True)) == possible


@pytest.mark.parametrize("name", ["kurzregeln-48", "pflichtsolo-40"])
def test_odd_values_are_undoubled(name: str) -> None:
    """Where Re and Kontra double, no odd value is higher than what comes about without them."""
    odd = [value for value in pair_values(rulesets.load(name)) if value % 2]
    assert max(odd) <= 1 + 1 + 4 + 8

"""Laws that hold for every game, whatever the cards."""

from __future__ import annotations

import json
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from scoring import rulesets
from scoring.game import PARTIES, Call, Calls, Extras, Game
from scoring.score import score
from scoring.wire import game_json, parse_game, parse_line, score_lines

RULES = rulesets.load("pflichtsolo-40")


@st.composite
def games(draw: st.DrawFn) -> Game:
    """A game that the rule set can score, at four or five seats."""
    seats = draw(st.sampled_from([4, 5]))
    sits = draw(st.integers(1, 5)) if seats == 5 else None
    playing = [seat for seat in range(1, seats + 1) if seat != sits]
    kind = draw(st.sampled_from(RULES.kinds))
    re = tuple(draw(st.permutations(playing))[: kind.re_seats])
    made = [(point.id, draw(st.integers(0, point.most))) for point in RULES.sheet.sonderpunkte]
    sides = [draw(st.sampled_from(PARTIES)) for _ in made]
    extras = Extras(**{
        party: tuple(entry for entry, side in zip(made, sides, strict=True) if side == party) for party in PARTIES
    })
    return Game(
        kind.id, re, Calls(draw(st.sampled_from(Call)), draw(st.sampled_from(Call))), draw(st.integers(0, 240)),
        extras=extras, solo=draw(st.sampled_from(["buben", "herz", None])) if kind.id == "solo" else None,
        pflicht=kind.pflicht and draw(st.booleans()), seats=seats, sits=sits,
    )


@given(games())
def test_points_sum_to_zero(game: Game) -> None:
    """Nobody wins what nobody loses (paragraph 23)."""
    points = score(RULES, game).points
    assert points is not None
    assert sum(points) == 0


@given(games())
def test_a_lone_player_has_it_threefold(game: Game) -> None:
    """A lone player's points are the negative sum of the three others', who all have the same."""
    points = score(RULES, game).points
    assert points is not None
    if len(game.re) == 1:
        others = {points[seat - 1] for seat in game.playing if seat not in game.re}
        assert len(others) == 1
        assert points[game.re[0] - 1] == -3 * others.pop()


@given(games(), st.data())
def test_seats_are_only_names(game: Game, data: st.DataObject) -> None:
    """Players who change seats take their points with them."""
    new = data.draw(st.permutations(range(1, game.seats + 1)))
    moved = replace(game, re=tuple(new[seat - 1] for seat in game.re), sits=new[game.sits - 1] if game.sits else None)
    before, after = score(RULES, game).points, score(RULES, moved).points
    assert before is not None
    assert after is not None
    assert all(before[seat - 1] == after[new[seat - 1] - 1] for seat in range(1, game.seats + 1))


@given(games())
def test_lines_add_up(game: Game) -> None:
    """What is explained is what is written."""
    result = score(RULES, game)
    assert sum(line.points for line in result.lines) == result.value


@given(games())
def test_json_round_trip(game: Game) -> None:
    """A game written as JSON and read again is the same game."""
    assert parse_line(json.dumps(game_json(game))) == (game, ())


@given(games())
def test_a_doppelkopf_never_hurts_its_party(game: Game) -> None:
    """One Doppelkopf more for a party never lowers that party's points."""
    for party in PARTIES:
        count = game.extras.count(party, "doppelkopf")
        if sum(game.extras.count(side, "doppelkopf") for side in PARTIES) < 4:
            rest = tuple(entry for entry in game.extras.of(party) if entry[0] != "doppelkopf")
            more = replace(game, extras=replace(game.extras, **{party: (*rest, ("doppelkopf", count + 1))}))
            before, after = score(RULES, game).value, score(RULES, more).value
            assert before is not None
            assert after is not None
            assert (after >= before) if party == "re" else (after <= before)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
KEYS = st.sampled_from(["kind", "re", "calls", "augen", "no_trick", "extras", "solo", "seats", "sits", "offender"])


@given(st.dictionaries(KEYS, JSON | st.sampled_from(["solo", "strafe", "normal", 4, 5, [1], [1, 2], 120])) | JSON)
def test_any_json_gets_an_answer(data: object) -> None:
    """Whatever is sent, one line of JSON comes back, with points or with a finding in words."""
    (text,) = score_lines(RULES, [json.dumps(data)], "en")
    answer = json.loads(text)
    assert answer["points"] is not None or answer["findings"]
    assert all(finding["message"] for finding in answer["findings"])


@given(st.text())
def test_any_text_gets_an_answer(line: str) -> None:
    """A line that is no JSON is no reason to stop."""
    game, findings = parse_line(line)
    assert (game is None) == bool(findings)
    assert parse_game(line)[0] is None

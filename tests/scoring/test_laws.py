"""Laws that hold for every game of every system, whatever the cards: each is asked of each system by itself."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.counting.game import PARTIES, Calls, Extras, Game, Party, count_sitters
from scoring.counting.game_json import (
    describe_finding,
    describe_game,
    parse_game,
    parse_line,
    score_line,
    write_score,
)
from scoring.counting.game_value import Case, list_steps
from scoring.counting.rules import RuleSet
from scoring.counting.score import Score, find_edges, find_lone_values, find_pair_values, find_tally, score
from scoring.counting.who_wins import find_winner
from scoring.rows.all_checks import check_row
from scoring.rows.row_patterns import is_legal
from scoring.rows.written_rows import Row
from scoring.rulesets import load_rules
from tests.scoring.calls import CALLS

SYSTEMS = [load_rules.load(name) for name in load_rules.list_known()]
every_system = pytest.mark.parametrize("rules", SYSTEMS, ids=load_rules.list_known())
law = settings()


@st.composite
def played(draw: st.DrawFn, rules: RuleSet, re_seats: tuple[int, ...] = (1, 2)) -> Game:
    """A game that the system can score, at four or five seats, with so many players of Re."""
    seats, sits = draw(tables(rules))
    kind = draw(st.sampled_from([kind for kind in rules.kinds if kind.re_seats in re_seats]))
    playing = [seat for seat in range(1, seats + 1) if seat not in sits]
    last = [point for point in rules.sheet.sonderpunkte if point.last_trick]
    made = [(point.id, draw(st.integers(0, point.most))) for point in rules.sheet.sonderpunkte if point not in last[1:]]
    sides = [draw(st.sampled_from(PARTIES)) for _ in made]
    extras = Extras(
        **{party: tuple(entry for entry, side in zip(made, sides, strict=True) if side == party) for party in PARTIES}
    )
    names = [name for solo in rules.sheet.solos for name in (solo.id, *solo.suits)]
    augen = draw(st.integers(0, 240) | st.sampled_from([0, 240]))
    without = {0: "re", 240: "kontra"}.get(augen)
    return Game(
        kind.id,
        tuple(draw(st.permutations(playing))[: kind.re_seats]),
        Calls(draw(st.sampled_from(CALLS)), draw(st.sampled_from(CALLS))),
        augen,
        extras=extras,
        no_trick=without if draw(st.booleans()) else None,  # type: ignore[arg-type]
        solo=draw(st.sampled_from(names)) if kind.id == "solo" else None,
        pflicht=kind.pflicht and draw(st.booleans()),
        bock=bool(rules.bock.triggers) and draw(st.booleans()),
        seats=seats,
        sits=sits,
    )


@st.composite
def offences(draw: st.DrawFn, rules: RuleSet) -> Game:
    """An offence, minor or after Absagen where the system knows such."""
    seats, sits = draw(tables(rules))
    minor = rules.offence.has_minor and draw(st.booleans())
    absagen = draw(st.integers(0, 4)) if rules.offence.has_absagen and not minor else 0
    offender = draw(st.sampled_from([seat for seat in range(1, seats + 1) if seat not in sits]))
    return Game("strafe", offender=offender, minor=minor, absagen=absagen, seats=seats, sits=sits)


@st.composite
def tables(draw: st.DrawFn, rules: RuleSet) -> tuple[int, tuple[int, ...]]:
    """So many seats, and who of more than four sit out."""
    seats = draw(st.sampled_from(rules.sheet.seats))
    return seats, tuple(draw(st.permutations(range(1, seats + 1)))[: count_sitters(seats)])


def rows(rules: RuleSet) -> st.SearchStrategy[Game]:
    """Whatever fills a row: a game, or an offence where it is not played out as a lost game."""
    return played(rules) if rules.offence.played_out else played(rules) | offences(rules)


def scored(rules: RuleSet, game: Game) -> tuple[Score, tuple[int, ...]]:
    """The score of a possible game, and its points."""
    result = score(rules, game)
    assert result.points is not None
    assert result.value is not None
    return result, result.points


@every_system
@law
@given(data=st.data())
def test_points_sum_to_zero(rules: RuleSet, data: st.DataObject) -> None:
    """Nobody wins what nobody loses, all of it comes in the system's units, and who sits out has nothing."""
    game = data.draw(rows(rules))
    _, points = scored(rules, game)
    assert sum(points) == 0
    assert all(one % rules.checks.unit.step == 0 for one in points)
    assert not any(points[seat - 1] for seat in game.sits)


@every_system
@law
@given(data=st.data())
def test_lines_add_up(rules: RuleSet, data: st.DataObject) -> None:
    """What is explained, line by line, is what is written."""
    result, _ = scored(rules, data.draw(rows(rules)))
    assert sum(line.points for line in result.lines) == result.value


@every_system
@law
@given(data=st.data())
def test_points_follow_from_the_value(rules: RuleSet, data: st.DataObject) -> None:
    """A lone player has three times the value, against a value from each other; of two, each has it once."""
    game = data.draw(played(rules))
    result, points = scored(rules, game)
    assert result.value is not None
    for seat in game.playing:
        wanted = result.value * (3 if len(game.re) == 1 else 1) if seat in game.re else -result.value
        assert points[seat - 1] == wanted


@every_system
@law
@given(data=st.data())
def test_a_lone_player_has_what_the_others_have_not(rules: RuleSet, data: st.DataObject) -> None:
    """A soloist has the negative sum of the three others, who all have the same."""
    game = data.draw(played(rules, (1,)))
    _, points = scored(rules, game)
    others = [points[seat - 1] for seat in game.playing if seat not in game.re]
    assert len(set(others)) == 1
    assert points[game.re[0] - 1] == -sum(others)


@every_system
@law
@given(data=st.data())
def test_seats_are_only_names(rules: RuleSet, data: st.DataObject) -> None:
    """Players who change seats take their points with them."""
    game = data.draw(rows(rules))
    new = data.draw(st.permutations(range(1, game.seats + 1)))
    moved = replace(
        game,
        re=tuple(new[seat - 1] for seat in game.re),
        sits=tuple(new[seat - 1] for seat in game.sits),
        offender=new[game.offender - 1] if game.offender else None,
    )
    (_, before), (_, after) = scored(rules, game), scored(rules, moved)
    assert [after[new[seat - 1] - 1] for seat in range(1, game.seats + 1)] == list(before)


@every_system
@law
@given(data=st.data(), party=st.sampled_from(PARTIES))
def test_a_doppelkopf_never_hurts_its_party(rules: RuleSet, data: st.DataObject, party: Party) -> None:
    """One Doppelkopf more never lowers the points of the party that made it, the winner's least of all."""
    game = data.draw(played(rules))
    others = Extras(
        **{side: tuple(made for made in game.extras.of(side) if made[0] != "doppelkopf") for side in PARTIES}
    )
    values = [
        score(rules, replace(game, extras=replace(others, **{party: (*others.of(party), ("doppelkopf", count))}))).value
        for count in range(5)
    ]
    rising = [value if party == "re" else -value for value in values if value is not None]
    assert len(rising) == 5
    assert rising == sorted(rising)


@every_system
@law
@given(data=st.data(), augen=st.integers(0, 240))
def test_augen_of_a_band_count_alike(rules: RuleSet, data: st.DataObject, augen: int) -> None:
    """Between two edges of the Augen nothing changes, so that a count may be kept for all games between them; and one
    that is shared with other games loses no word."""
    moved = replace(data.draw(played(rules)), augen=augen, no_trick=None)
    band = [edge for edge in find_edges(rules) if edge <= augen]
    lowest = replace(moved, augen=max(band, default=0))
    for one in (moved, lowest):
        assert not any(finding.severity == "error" for finding in score(rules, one).findings)
    won = find_winner(rules, moved)
    assert won == find_winner(rules, lowest) == score(rules, moved).winner
    assert list_steps(Case(rules, moved, won)) == list_steps(Case(rules, lowest, won)) == find_tally(rules, moved).steps


@every_system
@law
@given(data=st.data(), lang=st.sampled_from(["de", "en"]))
def test_an_answer_tells_the_score(rules: RuleSet, data: st.DataObject, lang: str) -> None:
    """The line of JSON holds points, value, winner, lines and findings, in words of the language."""
    result, points = scored(rules, data.draw(rows(rules)))
    assert json.loads(write_score(result, lang)) == {
        "points": list(points),
        "value": result.value,
        "winner": result.winner,
        "lines": [{"text": line.describe(lang), "points": line.points} for line in result.lines],
        "findings": [describe_finding(finding, lang) for finding in result.findings],
    }


@every_system
@law
@given(data=st.data())
def test_json_round_trip(rules: RuleSet, data: st.DataObject) -> None:
    """A game written as JSON and read again is the same game."""
    game = data.draw(rows(rules))
    assert parse_line(rules, json.dumps(describe_game(rules, game))) == (game, ())


@every_system
@law
@given(data=st.data())
def test_a_right_row_is_never_blamed(rules: RuleSet, data: st.DataObject) -> None:
    """Whatever was played, the row that is scored for it is legal, and no check calls it an error."""
    game = data.draw(rows(rules))
    _, points = scored(rules, game)
    kind = rules.find_kind(game.kind)
    written = tuple(None if seat in game.sits else value for seat, value in enumerate(points, 1))
    row = Row(
        (*game.sits, 7)[0], written, solo=bool(kind and kind.solo_cross), offence=game.kind == "strafe", sits=game.sits
    )
    assert is_legal(rules, row, game.seats)
    assert [finding for finding in check_row(rules, row, game.seats) if finding.severity == "error"] == []


@every_system
@law
@given(data=st.data())
def test_values_are_feasible(rules: RuleSet, data: st.DataObject) -> None:
    """A game scored from its details has a value in the enumerated set."""
    game = data.draw(played(rules))
    value, kind = score(rules, game).value, rules.find_kind(game.kind)
    assert value is not None
    assert kind is not None
    if kind.re_seats == 2:
        assert abs(value) in find_pair_values(rules)
    else:
        assert value in find_lone_values(rules, False)
        assert not kind.solo_cross or value in find_lone_values(rules, True)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
KEYS = st.sampled_from(["kind", "re", "calls", "augen", "no_trick", "extras", "solo", "seats", "sits", "offender"])


@every_system
@law
@given(data=st.dictionaries(KEYS, JSON | st.sampled_from(["solo", "strafe", "normal", 4, 5, [1], [1, 2], 120])) | JSON)
def test_any_json_gets_an_answer(rules: RuleSet, data: object) -> None:
    """Whatever is sent, one line of JSON comes back, with points or with a finding in words."""
    text = write_score(score_line(rules, json.dumps(data)), "en")
    answer = json.loads(text)
    assert answer["points"] is not None or answer["findings"]
    assert all(finding["message"] for finding in answer["findings"])


@given(st.text())
def test_any_text_gets_an_answer(line: str) -> None:
    """A line that is no JSON is no reason to stop."""
    rules = load_rules.load("ddv")
    game, findings = parse_line(rules, line)
    assert (game is None) == bool(findings)
    assert parse_game(rules, line)[0] is None

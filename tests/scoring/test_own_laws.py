"""Laws of counting under rules that nobody has yet: entries, conditions and multipliers drawn by chance."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.counting.count_steps import Apart, Line, Sonderpunkte, Step, Times, Turned, count_steps, list_lines
from scoring.counting.counted_entries import OF_LEVELS, OF_PARTIES, Part
from scoring.counting.entry_types import Source
from scoring.counting.game import PARTIES, Calls, Extras, Game
from scoring.counting.game_json import describe_game, parse_line
from scoring.counting.game_value import CONDITIONS, FACTORS, RULES
from scoring.counting.rules import RuleSet
from scoring.counting.score import find_kind_values, score
from scoring.rulesets.load_rules import load
from texts.sentences import Words

WILD = load(Path(__file__).parents[1] / "desk" / "wild_club.toml")
NOTE = Source("x", "x")
LEVELS = tuple(level.id for level in WILD.levels)
SAID = ("nothing", "ansage", *LEVELS)
ADDING = tuple(name for name in RULES if name not in FACTORS)
MULTIPLYING = tuple(name for name in FACTORS if name != "bock")
law = settings(max_examples=3 * settings.default.max_examples, deadline=None)


def some(names: tuple[str, ...]) -> st.SearchStrategy[tuple[str, ...]]:
    """A few of these names, often none."""
    return st.just(()) | st.lists(st.sampled_from(names), max_size=2, unique=True).map(tuple)


@st.composite
def parts(draw: st.DrawFn, names: tuple[str, ...]) -> Part:
    """An entry of one of these rules."""
    rule = draw(st.sampled_from(names))
    low, high = (1, 3) if rule in FACTORS else (1, 9)
    limits = LEVELS if rule in OF_LEVELS else PARTIES if rule in OF_PARTIES else ()
    conditions = tuple(name for name in CONDITIONS if "bock" not in name)
    return Part(
        rule,
        draw(st.integers(low, high)) * (draw(st.sampled_from((1, -1))) if rule in ("solo", "sonderpunkte") else 1),
        tuple(kind.id for kind in WILD.kinds),
        draw(st.booleans()),
        NOTE,
        draw(some(tuple(limits))) if limits else (),
        draw(some(conditions)),
        draw(some(SAID)),
        draw(some(SAID)),
        draw(some(MULTIPLYING)) if rule in ADDING else (),
        draw(st.integers(1, 6)) if rule == "feigheit" else 0,
    )


def rule_sets(*names: tuple[str, ...]) -> st.SearchStrategy[RuleSet]:
    """Rule sets whose count has a few entries of these rules, in any order."""
    entries = st.lists(st.one_of(*(parts(one) for one in names)), min_size=1, max_size=6)
    return entries.map(lambda found: replace(WILD, value=tuple(found)))


@st.composite
def games(draw: st.DrawFn) -> Game:
    """A game that these rules know, at a table of four."""
    kind = draw(st.sampled_from(WILD.kinds))
    seats = draw(st.permutations((1, 2, 3, 4)))
    re = tuple(sorted(seats[: kind.re_seats or draw(st.integers(1, 3))]))
    calls = Calls() if kind.is_ramsch else Calls(*(draw(st.sampled_from(WILD.calls)) for _ in PARTIES))
    made = (("schwein", draw(st.integers(0, 1))), ("fuchs", draw(st.integers(0, 2))))
    extras = draw(st.sampled_from((Extras(), Extras(made, ()), Extras((), made))))
    solo = draw(st.sampled_from([solo.id for solo in WILD.sheet.solos])) if kind.id == "solo" else None
    pflicht = kind.pflicht and draw(st.booleans())
    return Game(kind.id, re, calls, draw(st.integers(0, 240)), None, extras, solo, pflicht)


PLAIN_STEPS: st.SearchStrategy[Step] = st.one_of(
    st.integers(-9, 9).map(lambda points: Line("grundwert", points)),
    st.builds(Sonderpunkte, st.integers(1, 3), st.just({"fuchs": Words("Fuchs", "fox")}), st.sampled_from(PARTIES)),
    st.integers(1, 3).map(lambda factor: Times("verdoppelt", factor)),
    st.just(Turned()),
)
"""Lines, Sonderpunkte, multipliers and the turn, one of them."""


@law
@given(
    before=st.lists(PLAIN_STEPS, max_size=3),
    apart=st.lists(PLAIN_STEPS, min_size=1, max_size=3),
    behind=st.lists(PLAIN_STEPS, max_size=3),
    of_re=st.integers(0, 2),
    of_kontra=st.integers(0, 2),
)
def test_a_sonderpunkt_is_worth_what_its_lines_say(
    before: list[Step], apart: list[Step], behind: list[Step], of_re: int, of_kontra: int
) -> None:
    """The count without Sonderpunkte and the worth of each make the same as the lines, also of steps apart."""
    steps = (*before, Apart(tuple(apart)), *behind)
    lines = list_lines(steps, Extras((("fuchs", of_re),), (("fuchs", of_kontra),)))
    base, worth = count_steps(steps)
    assert sum(line.points for line in lines) == base + (of_re - of_kontra) * worth.get("fuchs", 0)


@law
@given(rules=rule_sets(ADDING, MULTIPLYING), game=games())
def test_it_adds_up(rules: RuleSet, game: Game) -> None:
    """Whatever the entries: the four have 0 together, the lines make the value, and the value is one that can be."""
    result = score(rules, game)
    assert result.points is not None
    assert sum(result.points) == 0
    assert sum(line.points for line in result.lines) == result.value
    kind = rules.find_kind(game.kind)
    assert kind
    assert result.value in find_kind_values(rules, kind)
    assert all("{" not in line.describe(lang) for line in result.lines for lang in ("de", "en"))


@law
@given(rules=rule_sets(ADDING), game=games(), data=st.data())
def test_the_order_of_what_adds_does_not_matter(rules: RuleSet, game: Game, data: st.DataObject) -> None:
    """Without a multiplier between them, entries may stand in any order."""
    other = replace(rules, value=tuple(data.draw(st.permutations(rules.value))))
    assert score(other, game).points == score(rules, game).points


@law
@given(rules=rule_sets(ADDING, MULTIPLYING), extra=parts(ADDING), game=games(), data=st.data())
def test_what_no_multiplier_touches_is_added_as_it_is(
    rules: RuleSet, extra: Part, game: Game, data: st.DataObject
) -> None:
    """An entry that leaves out every multiplier counts as much as alone, wherever it stands."""
    place = data.draw(st.integers(0, len(rules.value)))
    apart = replace(extra, outside=MULTIPLYING)
    both = replace(rules, value=(*rules.value[:place], apart, *rules.value[place:]))
    alone = replace(rules, value=(extra,))
    one, two, together = (score(known, game).value for known in (rules, alone, both))
    assert None not in (one, two)
    assert together == (one or 0) + (two or 0)


@law
@given(rules=rule_sets(ADDING), factor=parts(("verdoppelt", "absage-verdoppelt", "mal")), game=games())
def test_a_multiplier_at_the_end_multiplies_all(rules: RuleSet, factor: Part, game: Game) -> None:
    """Behind everything else its factor is that of the whole value; before everything it multiplies nothing."""
    plain = replace(rules, value=tuple(replace(part, outside=()) for part in rules.value))
    before, behind = (
        score(replace(plain, value=value), game) for value in ((factor, *plain.value), (*plain.value, factor))
    )
    bare = score(plain, game).value or 0
    assert before.value == bare
    assert behind.value == bare or (behind.value or 0) % factor.points == 0


@law
@given(rules=rule_sets(ADDING), beyond=st.integers(1, 6), game=games())
def test_feigheit_turns_the_value_or_leaves_it(rules: RuleSet, beyond: int, game: Game) -> None:
    """Nothing else becomes of it; and a party that said everything is never too timid."""
    kinds = tuple(kind.id for kind in rules.kinds)
    plain = replace(rules, value=tuple(replace(part, outside=()) for part in rules.value))
    timid = Part("feigheit", 1, kinds, False, NOTE, beyond=beyond)
    value, turned = score(plain, game).value or 0, score(replace(plain, value=(*plain.value, timid)), game).value or 0
    assert turned in (value, -value)
    bold = replace(game, calls=Calls(*(WILD.calls[-1] for _ in PARTIES)))
    assert score(replace(plain, value=(*plain.value, timid)), bold).value == score(plain, bold).value


@law
@given(game=games())
def test_a_clubs_game_goes_through_json(game: Game) -> None:
    """Own Absagen, who pays in a Ramsch, and all else are read back."""
    assert parse_line(WILD, json.dumps(describe_game(WILD, game))) == (game, ())

"""What a Bock does to the next games, for each way in which Böcke meet: a simulation agrees, mistakes are reported."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.counting.bock_rules import MEETINGS, Trigger
from scoring.counting.entry_types import Source
from scoring.counting.game import ANSAGE, Calls, Extras, Game
from scoring.counting.rules import RuleSet
from scoring.counting.score import score
from scoring.findings import Finding
from scoring.rows.all_checks import check_sheet
from scoring.rows.bock_rounds import NOTHING_OWED, owe_after
from scoring.rows.bock_triggers import find_triggers
from scoring.rows.written_rows import Row, Sheet
from scoring.rulesets import load_rules
from scoring.rulesets.rule_page import write_page
from tests.scoring.calls import K60
from texts.sentences import Words

RULES = load_rules.load("stille-hochzeit")
SOURCE = Source.from_text("Satzung")
PLAIN = Game("normal", (1, 2), augen=130)
SPLIT = Game("normal", (1, 2), augen=120)
"""120 each, the one trigger of these clubs."""


def make_trigger(when: str, **more: object) -> Trigger:
    """A trigger of a club's own name."""
    return Trigger("eigen", Words("Herzdurchlauf", "hearts ran through"), SOURCE, when=when, **more)  # type: ignore[arg-type]


@cache
def make_club(meets: str, *triggers: Trigger, games: int = 0, per_game: int = 1) -> RuleSet:
    """The shipped rules with Böcke that meet so; 120 each is the trigger unless others are given. Every club is made
    once: what its games can be worth is worked out for each set of rules anew."""
    found = triggers or (make_trigger("gleichstand"),)
    return replace(RULES, bock=replace(RULES.bock, triggers=found, meets=meets, games=games, per_game=per_game))


def simulate(starts: list[bool], meets: str, length: int) -> list[int]:
    """How many Böcke count in each game, one game after the other, with a list of the games to come."""
    ahead = [0] * (len(starts) * (length + 1) + 1)
    found = []
    for at, start in enumerate(starts):
        found.append(ahead[at])
        coming = range(at + 1, len(ahead))
        if not start or (meets == "ignore" and ahead[at]):
            continue
        if meets == "anew":
            for game in coming:
                ahead[game] = 0
        room = {"append": 1, "ignore": 1, "doppelbock": 2}.get(meets)
        chosen = [game for game in coming if room is None or ahead[game] < room][:length]
        for game in chosen:
            ahead[game] = 1 if room is None else ahead[game] + 1
    return found


def write_rows(rules: RuleSet, games: list[Game], marks: list[int]) -> tuple[Row, ...]:
    """Rows with details, Böcke marked so."""
    rows = []
    for number, (game, bock) in enumerate(zip(games, marks, strict=True), 1):
        played = replace(game, bock=bock)
        points = score(rules, played).points
        assert points is not None
        rows.append(Row(number, points, details=played))
    return tuple(rows)


def find(rules: RuleSet, rows: tuple[Row, ...], seats: int = 4) -> list[Finding]:
    """What is said of Bock games."""
    return [one for one in check_sheet(rules, Sheet(seats, 0, rows)) if one.code == "bock-block"]


STARTS = st.lists(st.booleans(), min_size=1, max_size=16)
NOTHING_WON = replace(PLAIN, augen=125, extras=Extras(kontra=(("fuchs", 1),)))
"""A Nullspiel, the one trigger that points show."""


@pytest.mark.parametrize("meets", MEETINGS)
@pytest.mark.parametrize("games", [0, 3])
def test_what_is_owed_is_what_a_simulation_says(meets: str, games: int) -> None:
    """In every round of seven games, whichever of them bring about a Bock, at four seats and at five."""
    rules = make_club(meets, games=games)
    for starts, seats in product(product((False, True), repeat=7), (4, 5)):
        owed, found = NOTHING_OWED, []
        for start in starts:
            found.append(owed.level)
            owed = owe_after(rules, rules.bock.triggers if start else (), seats, owed)
        assert found == simulate([*starts], meets, games or seats)


def test_a_single_bock_game_comes_alone() -> None:
    """A trigger of one Bock game brings one, and none while a Bock runs, be it a single game itself."""
    rules = make_club(
        "append", make_trigger("gleichstand", single=True), replace(make_trigger("null-spiel"), id="null")
    )
    single, whole = ((one,) for one in rules.bock.triggers)
    for steps, levels in (
        ((single, (), ()), [0, 1, 0]),
        ((single, single, (), ()), [0, 1, 0, 0]),
        ((whole, single, (), (), (), ()), [0, 1, 1, 1, 1, 0]),
        ((single, whole, (), (), (), (), ()), [0, 1, 1, 1, 1, 1, 0]),
    ):
        owed, found = NOTHING_OWED, []
        for triggers in steps:
            found.append(owed.level)
            owed = owe_after(rules, triggers, 4, owed)
        assert found == levels


@pytest.mark.parametrize("meets", MEETINGS)
@given(starts=STARTS)
def test_right_sheets_are_not_blamed_and_every_wrong_mark_is(starts: list[bool], meets: str) -> None:
    """With all details a sheet whose marks follow is right; one Bock more or less in any game is reported, in that
    game."""
    rules, games = make_club(meets), [SPLIT if start else PLAIN for start in starts]
    marks = simulate(starts, meets, 4)
    assert find(rules, write_rows(rules, games, marks)) == []
    for at, mark in enumerate(marks):
        for wrong in {mark - 1, mark + 1} & set(range(rules.most_bocks + 1)):
            told = find(rules, write_rows(rules, games, [*marks[:at], wrong, *marks[at + 1 :]]))
            assert f"g{at + 1:02}" in {field[:3] for one in told for field in one.fields}


@pytest.mark.parametrize("meets", MEETINGS)
@settings(max_examples=2 * settings.default.max_examples)
@given(games=st.lists(st.sampled_from([PLAIN, PLAIN, SPLIT, NOTHING_WON]), min_size=6, max_size=16))
def test_right_rows_without_details_are_not_blamed(games: list[Game], meets: str) -> None:
    """Where points and crosses alone stand, or points alone, a right sheet is right, though one trigger does not show:
    rounds may begin where nothing says so, and be in the way of others."""
    rules = make_club(meets, make_trigger("gleichstand"), replace(make_trigger("null-spiel"), id="null"))
    rows = write_rows(rules, games, simulate([game != PLAIN for game in games], meets, 4))
    crossed = tuple(replace(row, details=None, bock=row.details.bock) for row in rows if row.details)
    assert find(rules, crossed) == []
    assert find(rules, tuple(replace(row, bock=None) for row in crossed)) == []


@pytest.mark.parametrize("meets", MEETINGS)
@given(seen=st.lists(st.booleans(), max_size=14), unseen=st.lists(st.booleans(), min_size=14, max_size=14))
def test_a_herzdurchlauf_excuses_whole_rounds(seen: list[bool], unseen: list[bool], meets: str) -> None:
    """Beside a trigger that shows, one that no sheet shows: whatever both bring about is right."""
    rules = make_club(meets, make_trigger("gleichstand"), replace(make_trigger("unseen"), id="herz"))
    both = [one or other for one, other in zip(seen, unseen, strict=False)]
    games = [SPLIT if start else PLAIN for start in seen]
    assert find(rules, write_rows(rules, games, simulate(both, meets, 4))) == []


def test_a_herzdurchlauf_is_named_where_it_explains_nothing() -> None:
    """Three Bock games in a row that nothing brought about: no whole round, and the finding names what is unseen."""
    rules = make_club("append", make_trigger("unseen"))
    (finding,) = find(rules, write_rows(rules, [PLAIN] * 8, [0, 0, 1, 1, 1, 0, 0, 0]))
    assert finding.message() == (
        "Spiel 3: 3 Böcke angekreuzt, nach den Spielen wären es 0. "
        "Herzdurchlauf erklärt das nicht: Eine Bockrunde hat 4 Spiele."
    )
    assert "hearts ran through" in finding.message("en")


def test_a_doppelbock_needs_its_own_cross() -> None:
    """Two triggers in a row: the game that belongs to both rounds is crossed in the other column."""
    rules = make_club("doppelbock")
    games, marks = [SPLIT, SPLIT, *[PLAIN] * 5], [0, 1, 1, 1, 1, 1, 0]
    told = find(rules, write_rows(rules, games, marks))
    assert [one.fields for one in told] == [("g03.doppelbock",), ("g04.doppelbock",), ("g05.doppelbock",)]
    assert told[0].message() == "Spiel 3: Das muss ein Doppelbock sein, das Kreuz dafür fehlt."
    assert told[0].message("en") == "Game 3: This must be a Doppelbock, the cross for it is missing."


def test_a_doppelbock_counts_four_times_and_the_points_twice() -> None:
    """The factor of each Bock, and the points of each."""
    part = RULES.list_entries("bock")[0]
    added = replace(RULES, value=(*RULES.value, replace(part, rule="bockzuschlag", points=3)))
    rules = replace(added, bock=replace(RULES.bock, meets="doppelbock"))
    assert [score(rules, replace(PLAIN, bock=bock)).value for bock in (0, 1, 2)] == [1, 2 + 3, 4 + 6]
    assert [line.in_("de") for line in score(rules, replace(PLAIN, bock=2)).lines][-2:] == ["Bockzuschlag +3"] * 2
    assert score(rules, replace(PLAIN, bock=3)).points is None
    assert score(RULES, replace(PLAIN, bock=2)).findings[0].message() == (
        "2 Böcke in einem Spiel gibt es nach diesen Regeln nicht, höchstens 1."
    )


def test_bare_points_are_asked_for_what_a_bock_game_can_be_worth() -> None:
    """Points added instead of doubled: behind a Nullspiel a value that needs no Bock is reported, another is not."""
    value = tuple(replace(one, rule="bockzuschlag", points=50) if one.rule == "bock" else one for one in RULES.value)
    rules = replace(make_club("append", make_trigger("null-spiel")), value=value)
    rows = (Row(1, (0,) * 4), Row(2, (51, 51, -51, -51)), Row(3, (1, 1, -1, -1)))
    (finding,) = find(rules, rows)
    assert finding.message() == "Spiel 3: Das muss ein Bockspiel sein. So viel wie 1 ist aber keines wert."
    assert "none is worth 1" in finding.message("en")


def test_solos_that_no_bock_doubles_may_be_odd() -> None:
    """Where the entry `bock` counts in games of two against two only, an odd solo behind a Nullspiel is right."""
    pairs = tuple(kind.id for kind in RULES.kinds if kind.re_seats == 2)
    value = tuple(replace(one, kinds=pairs) if one.rule == "bock" else one for one in RULES.value)
    rules = replace(make_club("append", make_trigger("null-spiel")), value=value)
    assert find(rules, (Row(1, (0,) * 4), Row(2, (9, -3, -3, -3), solo=True))) == []
    assert len(find(rules, (Row(1, (0,) * 4), Row(2, (3, 3, -3, -3))))) == 1


SAID, BOTH = Calls(ANSAGE), Calls(ANSAGE, ANSAGE)
FOX = Extras(re=(("fuchs", 1),))
TRIGGERED = {
    "null-spiel": NOTHING_WON,
    "gleichstand": SPLIT,
    "verlorenes-solo": Game("solo", (1,), augen=100, solo="damen"),
    "verlorene-ansage": replace(PLAIN, calls=Calls(kontra=ANSAGE)),
    "verlorenes-re": replace(PLAIN, calls=BOTH, augen=100),
    "verlorenes-kontra": replace(PLAIN, calls=BOTH),
    "verlorenes-re-allein": replace(PLAIN, calls=SAID, augen=100),
    "verlorenes-kontra-allein": replace(PLAIN, calls=Calls(kontra=ANSAGE)),
    "beide-angesagt": replace(PLAIN, calls=BOTH),
    "verfehlte-absage": replace(PLAIN, calls=Calls(K60), augen=160),
    "schwarz": replace(PLAIN, augen=240),
    "sonderpunkt": replace(PLAIN, extras=FOX),
}
NEAR = {
    "null-spiel": PLAIN,
    "gleichstand": replace(PLAIN, augen=121),
    "verlorenes-solo": Game("solo", (1,), augen=130, solo="damen"),
    "verlorene-ansage": replace(PLAIN, calls=SAID),
    "verlorenes-re": replace(PLAIN, calls=BOTH),
    "verlorenes-kontra": replace(PLAIN, calls=BOTH, augen=100),
    "verlorenes-re-allein": replace(PLAIN, calls=BOTH, augen=100),
    "verlorenes-kontra-allein": replace(PLAIN, calls=BOTH),
    "beide-angesagt": replace(PLAIN, calls=SAID),
    "verfehlte-absage": replace(PLAIN, calls=Calls(K60), augen=185),
    "schwarz": replace(PLAIN, augen=240, no_trick="none"),
    "sonderpunkt": replace(PLAIN, extras=Extras(re=(("doppelkopf", 1),))),
}


@pytest.mark.parametrize("when", TRIGGERED)
def test_each_trigger_is_seen_in_its_game_and_not_in_one_beside_it(when: str) -> None:
    """A game that brings the Bock about, and one that nearly does."""
    rules = make_club("append", make_trigger(when, only=("fuchs",) if when == "sonderpunkt" else ()))
    assert find_triggers(rules, Row(1, (), details=TRIGGERED[when]))
    assert not find_triggers(rules, Row(1, (), details=NEAR[when]))


@pytest.mark.parametrize("augen", [100, 130])
@pytest.mark.parametrize("calls", [Calls(), SAID, Calls(kontra=ANSAGE), BOTH])
def test_what_was_said_and_lost(calls: Calls, augen: int) -> None:
    """Whoever wins and whatever was said: each trigger is what its name says."""
    re, kontra = bool(calls.re), bool(calls.kontra)
    re_lost, kontra_lost = re and augen == 100, kontra and augen == 130
    due = {
        "verlorene-ansage": re_lost or kontra_lost,
        "verlorenes-re": re_lost,
        "verlorenes-kontra": kontra_lost,
        "verlorenes-re-allein": re_lost and not kontra,
        "verlorenes-kontra-allein": kontra_lost and not re,
        "beide-angesagt": re and kontra,
    }
    row = Row(1, (), details=replace(PLAIN, calls=calls, augen=augen))
    seen = {when: bool(find_triggers(make_club("append", make_trigger(when)), row)) for when in due}
    assert seen == due


def test_a_trigger_of_some_kinds_of_game_is_one_there_alone() -> None:
    """A lost solo, and no stille Hochzeit. Of bare points a cross says which it may be, and both may be."""
    rules = make_club("append", make_trigger("verlorenes-solo", kinds=("solo",)))
    lost = TRIGGERED["verlorenes-solo"]
    assert find_triggers(rules, Row(1, (), details=lost))
    assert not find_triggers(rules, Row(1, (), details=replace(lost, kind="stille-hochzeit", solo=None)))
    assert not find_triggers(rules, Row(1, (-9, 3, 3, 3), solo=True))
    assert find_triggers(make_club("append", make_trigger("verlorenes-solo")), Row(1, (-9, 3, 3, 3)))
    other = replace(load_rules.load("pflichtsolo-40"), bock=rules.bock)  # where players cross announced solos alone
    assert find_triggers(other, Row(1, (-9, 3, 3, 3), solo=True))
    assert not find_triggers(other, Row(1, (-9, 3, 3, 3)))


CLUB = """
extends = "pflichtsolo-40"
id = "stammtisch"
version = 1
title = {{ de = "Stammtisch", en = "Club", source = "x" }}
value = [
    {{ rule = "bockzuschlag", points = 3, kinds = ["normal"], nobody = false, behind = "verdoppelt", source = "x" }},
]
bock = {{ per_game = 1, games = {games}, meets = "{meets}", source = "x", triggers = [
    {{ id = "herz", when = "unseen", title = {{ de = "Herzdurchlauf", en = "hearts ran" }}, source = "x" }},
    {{ id = "weg", when = "verlorenes-solo", kinds = ["solo"], title = {{ de = "Solo weg", en = "x" }}, source = "x" }},
    {{ id = "foxes", when = "sonderpunkt", only = ["fuchs"], title = {{ de = "Fuchs", en = "fox" }}, source = "x" }},
] }}
"""

SAYS = {
    "append": ("eine neue beginnt nach denen, die schon laufen", "a new one begins after those that run"),
    "ignore": ("ein Bockspiel bringt keine neue", "a Bock game brings no new one"),
    "extend": ("mehr als ein Bock zählt in keinem Spiel", "no game counts more than one Bock"),
    "anew": ("eine neue beendet die, die schon läuft", "a new one ends the one that runs"),
    "doppelbock": ("Spiele, die zu beiden gehören, sind Doppelbock", "games of both are Doppelbock"),
}


@pytest.mark.parametrize("meets", MEETINGS)
def test_a_clubs_file_says_it_and_the_page_in_both_languages(tmp_path: Path, meets: str) -> None:
    """How Böcke meet, how many games, each trigger with its limits, and the points of a Bock game."""
    path = tmp_path / "verein.toml"
    path.write_text(CLUB.format(meets=meets, games=3), encoding="utf-8")
    rules = load_rules.load(path)
    german, english = ("\n".join(write_page(rules, lang)) for lang in ("de", "en"))
    for page, words in zip((german, english), SAYS[meets], strict=True):
        assert words in page
    for words in (
        "Eine Bockrunde hat 3 Spiele",
        "Bockrunde nach: Herzdurchlauf; das steht auf keinem Bogen",
        "Bockrunde nach: Solo weg; nur bei: ",
        "Bockrunde nach: Fuchs; nur Fuchs",
        "Bockspiel: +3 für den Sieger",
    ):
        assert words in german

"""What a club's rules change: each rule by itself, as its page reads, with the simplest game that counts otherwise."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from scoring.counting.entry_types import Source
from scoring.counting.game import ANSAGE, Calls, Extras, Game
from scoring.counting.row_laws import Rows
from scoring.counting.rules import RuleSet
from scoring.counting.score import score
from scoring.rulesets.load_rules import load
from scoring.rulesets.rule_changes import Alteration, list_alterations
from tests.scoring.calls import K90

DDV = load("ddv")
BOCK = load("stille-hochzeit")
TWELVE = load("zwoelf-spiele")
SHORT = load("kurzregeln-48")
FIVE = replace(DDV, sheet=replace(DDV.sheet, games=DDV.sheet.games[1:]))
"""The DDV's rules for tables of five only."""


def amount(rules: RuleSet, rule: str, points: int, only: tuple[str, ...] = ()) -> RuleSet:
    """The rules with other points for one entry of the value."""
    parts = (replace(one, points=points) if (one.rule, one.only) == (rule, only) else one for one in rules.value)
    return replace(rules, value=tuple(parts))


def offence(**changes: Any) -> RuleSet:
    """The DDV's rules with other fines."""
    return replace(DDV, offence=replace(DDV.offence, **changes))


NORMAL = Game("normal", (1, 2), augen=130)
MINOR, ABSAGE = (replace(one, offender=-6, others=2) for one in (DDV.offence.minor, DDV.offence.absage))
CHANGES = {
    "bock": (BOCK, amount(BOCK, "bock", 3), "mal 3;", replace(NORMAL, bock=True)),
    "won": (DDV, amount(DDV, "gewonnen", 2), "(keine 120): +2", NORMAL),
    "at-five": (FIVE, amount(FIVE, "gewonnen", 2), "(keine 120): +2", replace(NORMAL, seats=5, sits=(5,))),
    "call": (DDV, amount(DDV, "abgesagt", 3), "je Absage", replace(NORMAL, calls=Calls(K90))),
    "far-more": (DDV, amount(DDV, "dagegen", 3), "120 Augen", replace(NORMAL, calls=Calls(K90), augen=100)),
    "solo": (
        TWELVE,
        amount(TWELVE, "solo", 5, ("damen",)),
        "Damensolo: +5",
        Game("solo", (1,), augen=130, solo="damen"),
    ),
    "any-solo": (TWELVE, amount(TWELVE, "solo", 6), "stille Hochzeit: +6", Game("stille-hochzeit", (1,), augen=130)),
    "extra": (SHORT, amount(SHORT, "sonderpunkte", 2), "je +2", replace(NORMAL, extras=Extras((("karlchen", 1),)))),
    "fine": (DDV, offence(offender=-30, others=10), "-30", Game("strafe", offender=1)),
    "minor": (DDV, offence(minor=MINOR), "leichter Verstoß: -6", Game("strafe", offender=1, minor=True)),
    "absage": (DDV, offence(absage=ABSAGE), "für jede Absage", Game("strafe", offender=1, absagen=1)),
}
"""Rules, the club's, words of the changed entry, and the simplest game that then counts otherwise."""


@pytest.mark.parametrize(("base", "own", "words", "game"), CHANGES.values(), ids=list(CHANGES))
def test_the_simplest_game_that_counts_otherwise(base: RuleSet, own: RuleSet, words: str, game: Game) -> None:
    """It is of the changed kind, with nothing said and made that the change does not need."""
    [one] = list_alterations(base, own)
    [line] = one.describe("de")
    assert words in line
    assert not one.gone
    assert one.game == game
    assert one.before == score(base, game)
    assert one.before is not None
    assert one.before.points != score(own, game).points


def test_who_writes() -> None:
    """Winners only: the first game that somebody wins is written otherwise; what is checked cites the law of rows."""
    [one] = list_alterations(DDV, replace(DDV, rows=Rows("winners", Source.from_text("Beschluss"))))
    assert one.game == NORMAL
    lines = one.describe("de")
    assert any("Nur die Sieger schreiben" in line for line in lines)
    assert all(line.endswith("[Beschluss]") for line in lines if line.startswith("*"))


def test_the_page_in_english() -> None:
    """A changed entry is shown in the language asked for."""
    [one] = list_alterations(DDV, amount(DDV, "gewonnen", 2))
    assert one.describe("en")[0].startswith("* won (no 120): +2")


def test_a_rule_that_is_gone() -> None:
    """It is shown as it was, with the game that lacks it: a Fuchs that is worth nothing any more, or is none."""
    fuchs = replace(NORMAL, extras=Extras((("fuchs", 1),)))
    [part] = list_alterations(DDV, replace(DDV, value=DDV.value[:-1]))
    assert (part.gone, part.game) == (True, fuchs)
    assert part.describe("de")[0].startswith("* Sonderpunkte, eigene minus")
    [entry] = list_alterations(DDV, replace(DDV, sheet=replace(DDV.sheet, sonderpunkte=DDV.sheet.sonderpunkte[1:])))
    assert (entry.gone, entry.game) == (True, fuchs)
    assert score(entry.rules, fuchs).points is None


def test_another_order() -> None:
    """The entries that moved are shown, and the game is one to which both of them apply."""
    *first, extras, doubling = SHORT.value
    [one] = list_alterations(SHORT, replace(SHORT, value=(*first, doubling, extras)))
    assert [line.split(":")[0] for line in one.describe("de")] == [
        "* Re angesagt, Kontra angesagt",
        "* Sonderpunkte, eigene minus die der Gegenpartei",
    ]
    assert one.game == replace(NORMAL, calls=Calls(ANSAGE), extras=Extras((("karlchen", 1),)))


def test_a_new_kind_of_game_comes_last() -> None:
    """A kind that only the club plays: the base has no points for it."""
    armut = next(kind for kind in BOCK.kinds if kind.id == "armut")
    [kind, value] = list_alterations(SHORT, _play_also(SHORT, armut))
    for one in (kind, value):
        assert one.game == Game("armut", (1, 2), augen=130)
    assert kind.before is not None
    assert kind.before.points is None
    assert "* Armut: zwei gegen zwei" in kind.describe("de")[0]


def _play_also(rules: RuleSet, kind: Any) -> RuleSet:
    won, *others = rules.value
    return replace(rules, kinds=(*rules.kinds, kind), value=(replace(won, kinds=(*won.kinds, kind.id)), *others))


@pytest.mark.parametrize(
    "own",
    [
        replace(DDV, checks=replace(DDV.checks, unusual=replace(DDV.checks.unusual, above=9))),
        FIVE,
        replace(DDV, deck=DDV.deck[:-1]),
        replace(DDV, kinds=tuple(replace(one, pflicht=False) if one.pflicht else one for one in DDV.kinds)),
        replace(DDV, levels=(replace(DDV.levels[0], cards=8), *DDV.levels[1:])),
        replace(DDV, sheet=replace(DDV.sheet, rounds=replace(DDV.sheet.rounds, count=7))),
    ],
)
def test_no_points_hang_on_some_rules(own: RuleSet, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is asked, the deck, and how many games and rounds there are: no game is looked for."""
    monkeypatch.setattr("scoring.rulesets.rule_changes._list_games", lambda *_: pytest.fail("looked for a game"))
    [one] = list_alterations(DDV, own)
    assert (one.counts, one.game, one.before) == (False, None, None)
    assert one.describe("de")


def test_each_rule_is_shown_by_itself() -> None:
    """Several changes are so many alterations, in the order of the tables; the club's own name and version are none."""
    own = replace(amount(amount(DDV, "gewonnen", 2), "gegen", 4), id="verein", version=9, examples=(), extends="ddv")
    won, against = list_alterations(DDV, own)
    assert isinstance(won, Alteration)
    names = ("gewonnen", "gegen")
    amounts = [{part.rule: part.points for part in one.without.value} for one in (won, against)]
    assert [tuple(points[name] for name in names) for points in amounts] == [(1, 4), (2, 1)]
    assert won.rules is against.rules is own
    assert not [*list_alterations(own, own)]

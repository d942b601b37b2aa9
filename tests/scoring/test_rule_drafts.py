"""A club's answers become a rule set file: sound whatever was answered, and saying only what differs."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.counting.game import Game
from scoring.counting.rules import RuleSet
from scoring.counting.score import score
from scoring.drafting.rule_drafts import make_id, write_draft
from scoring.drafting.rule_questions import (
    BY_KEY,
    QUESTIONS,
    Answers,
    Question,
    WrongAnswer,
    complete,
    list_open,
    load_answered_base,
    read_answer,
    read_answers,
)
from scoring.drafting.value_drafts import Draft, list_value
from scoring.rulesets.load_rules import list_known, load, load_texts, read_from_texts
from texts.languages import LANGUAGES
from texts.sentences import say

NAMES = {"name": "Kegelclub „Alle Neune“", "source": "Beschluss vom 3. März"}


def draw_answers(question: Question) -> st.SearchStrategy[Any]:
    """Every answer that a question has."""
    match question.form:
        case "text":
            return st.just(NAMES[question.key])
        case "number":
            return st.integers(question.least // question.step, question.most // question.step).map(
                lambda n: n * question.step
            )
        case "one":
            return st.sampled_from(question.choices)
    return st.lists(st.sampled_from(question.choices), unique=True).map(tuple)


ANSWERS = st.fixed_dictionaries({}, optional={one.key: draw_answers(one) for one in QUESTIONS})


def load_draft(answers: Answers) -> RuleSet:
    """The rule set that the answers make."""
    full = {**NAMES, **answers}
    return read_from_texts("verein.toml", write_draft(full), load_texts(load_answered_base(full).id)[0])


@settings(max_examples=3 * settings.default.max_examples, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(ANSWERS)
def test_any_answers_make_sound_rules(answers: dict[str, Any]) -> None:
    """The file loads, and the value has the wanted entries in the wanted order."""
    full = {**NAMES, **answers}
    rules = load_draft(full)
    wanted = [*list_value(Draft(load_answered_base(full), complete(full)))]
    assert [(part.rule, part.only, part.points, part.kinds, part.nobody) for part in rules.value] == [
        (one["rule"], tuple(one.get("only", ())), one["points"], tuple(one["kinds"]), one["nobody"]) for one in wanted
    ]
    assert {one.id for one in rules.sheet.sonderpunkte} == set(complete(full)["extras"])
    assert {one.id for one in rules.sheet.solos} == set(complete(full)["solos"])
    assert {one.id for one in rules.bock.triggers} == set(complete(full)["bock"])
    rows = complete(full)["rows"]
    assert (rules.rows.law, rules.rows.pot) == {"pot": ("losers", True)}.get(str(rows), (rows, False))


@pytest.mark.parametrize("base", list_known())
def test_usual_answers_change_nothing(base: str) -> None:
    """Who takes every default has the base's rules under another name."""
    table = tomllib.loads(write_draft({**NAMES, "base": base}))
    assert table.keys() == {"extends", "id", "version", "title"}


def test_what_the_answers_say_counts() -> None:
    """Doubling by Re, a Sonderpunkt after it, a solo's own points, and a Bock round that brings points."""
    rules = load_draft({"base": "ddv", "calls": "double", "extras_place": "after", "solo_worth": 2, "bock": ("herz",)})
    caught = {"extras": {"re": {"fuchs": 1}}}
    for data, value in (
        ({"calls": {"re": "re"}, **caught}, 3),
        ({"kind": "solo", "solo": "damen", "re": [1]}, 3),
        ({"bock": True}, 2),
    ):
        assert count(rules, {"kind": "normal", "re": [1, 2], "augen": 130, **data}) == value


def count(rules: RuleSet, data: dict[str, Any]) -> int | None:
    """The game's value."""
    from scoring.counting.game_json import parse_game

    game, findings = parse_game(rules, data)
    assert isinstance(game, Game), findings
    return score(rules, game).value


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda one: one.key)
def test_every_question_has_its_words(question: Question) -> None:
    """A question, a line that explains it, and each choice, in both languages."""
    for lang in LANGUAGES:
        assert say(lang, f"newrules.ask.{question.key}").endswith("?")
        assert len(say(lang, f"newrules.why.{question.key}")) < 110
        assert all(say(lang, f"newrules.choice.{question.key}.{choice}") for choice in question.choices)


def test_what_is_asked_follows_the_answers() -> None:
    """Where Re does not double, nobody asks what it doubles; without a Bock nobody asks what it does."""
    keys = [one.key for one in list_open({"base": "ddv"})]
    assert "extras_place" not in keys
    assert "bock_effect" not in keys
    more = [one.key for one in list_open({"base": "ddv", "calls": "double", "bock": ("herz",)})]
    assert {"extras_place", "bock_effect", "bock_meets"} <= set(more)


@pytest.mark.parametrize(
    ("key", "typed", "answer"),
    [
        ("base", "2", list_known()[1]),
        ("calls", "double", "double"),
        ("extras", "1, 3", ("fuchs", "karlchen")),
        ("extras", "-", ()),
        ("solos", ["buben"], ("buben",)),
        ("games", 12, 12),
        ("name", "  Unser   Verein ", "Unser Verein"),
    ],
)
def test_answers_as_typed(key: str, typed: object, answer: object) -> None:
    """Choices go by number or by id; a file has lists and numbers."""
    assert read_answer(BY_KEY[key], typed) == answer


@pytest.mark.parametrize(
    ("key", "typed"),
    [("base", "7"), ("calls", ""), ("games", "-1"), ("fine", "10"), ("name", ""), ("extras", "fux"), ("games", True)],
)
def test_wrong_answers_are_told(key: str, typed: object) -> None:
    """A choice that is not there, a number out of range, no name: one sentence, with what is possible."""
    with pytest.raises(WrongAnswer) as told:
        read_answer(BY_KEY[key], typed)
    assert all(key in told.value.message(lang) for lang in LANGUAGES)


def test_an_unknown_key_is_told() -> None:
    """An answer that nobody asked for is no answer."""
    with pytest.raises(WrongAnswer, match="farbe"):
        read_answers({"farbe": "rot"})


@pytest.mark.parametrize(
    ("name", "id_"),
    [
        ("Kegelclub „Alle Neune“", "kegelclub-alle-neune"),
        ("DDV", "ddv-eigen"),
        ("???", "verein"),
        ("Übel & Söhne", "uebel-soehne"),
    ],
)
def test_the_id_of_a_club(name: str, id_: str) -> None:
    """Letters, digits and hyphens, and never that of a shipped rule set."""
    assert make_id(name) == id_
    assert load("ddv").id == "ddv"

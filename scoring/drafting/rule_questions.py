"""What a club is asked for its own rules: one table of questions, each with its default by the rules it builds on.

Whoever asks, on a screen or a page, goes through `QUESTIONS` in order, leaves out those that are not `needed`, and
gives each answer to `read_answer`. Sentences are in `texts/*/newrules.toml` under the keys of questions and choices.
What the answers make of a rule set is in `scoring.drafting.rule_drafts`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from scoring.counting.rules import RuleSet
from scoring.rulesets.load_rules import list_known, load
from texts.sentences import SpokenError, tidy_text

Answer = str | int | tuple[str, ...]
Answers = Mapping[str, Answer]
Form = Literal["text", "one", "some", "number"]
"""How a question is answered: in words, with one of its choices, with some of them, or with a number."""

LONGEST = 60
"""Characters of a name or a source."""


class WrongAnswer(SpokenError):
    """An answer that its question does not have (wrong use: exit status 2)."""

    exit_status = 2


@dataclass(frozen=True, slots=True)
class Question:
    """`choices`: what may be answered; of a number, `least`, `most` and `step`. `usual`: the default, by the rule set
    that the answers build on. `needed`: whether it is asked, by that rule set and the answers so far."""

    key: str
    form: Form
    usual: Callable[[RuleSet], Answer]
    choices: tuple[str, ...] = ()
    least: int = 0
    most: int = 0
    step: int = 1
    needed: Callable[[RuleSet, Answers], bool] = lambda base, answers: True


def list_rules_counted(base: RuleSet) -> frozenset[str]:
    """The rules that the base's value names."""
    return frozenset(part.rule for part in base.value)


def guess_calls(base: RuleSet) -> str:
    """How Re and Kontra count: they double, or are worth so many units."""
    [*worth] = (part.points // base.checks.unit.step for part in base.list_entries("angesagt"))
    return "double" if not worth else {1: "one", 2: "two"}[worth[0]]


def guess_place(base: RuleSet) -> str:
    """Whether Sonderpunkte are doubled with the rest."""
    rules = [part.rule for part in base.value]
    after = "verdoppelt" in rules and rules.index("sonderpunkte") > rules.index("verdoppelt")
    return "after" if after else "inside"


def guess_extras_in_solos(base: RuleSet) -> str:
    """Whether all Sonderpunkte count in solos."""
    return "yes" if any("solo" in part.kinds and not part.only for part in base.list_entries("sonderpunkte")) else "no"


def guess_gegen(base: RuleSet) -> str:
    """Whether "gegen die Alten" counts in solos, too."""
    [*parts] = base.list_entries("gegen")
    return "never" if not parts else "always" if "solo" in parts[0].kinds else "pairs"


def guess_solo_worth(base: RuleSet) -> int:
    """What a solo is worth by itself, in units; of several worths the smallest."""
    worths = (part.points // base.checks.unit.step for part in base.list_entries("solo") if "solo" in part.kinds)
    return min(worths, default=0)


def guess_bock_effect(base: RuleSet) -> str:
    """Whether a Bock game counts twice or brings points."""
    return "points" if base.list_entries("bockzuschlag") else "double"


def guess_rows(base: RuleSet) -> str:
    """Whose points are written; "pot" where what only losers write is paid into a pot."""
    return "pot" if base.rows.pot and base.rows.law == "losers" else base.rows.law


def guess_games(base: RuleSet) -> int:
    """Games of a round at four; 0 where that is free."""
    games = next(one for one in base.sheet.games if one.seats == 4)
    return 0 if games.free else games.games


def has_double_calls(base: RuleSet, answers: Answers) -> bool:
    """Whether Re and Kontra double, and there are Sonderpunkte to double."""
    return answers["calls"] == "double" and bool(answers["extras"])


YES_NO = ("yes", "no")
EXTRAS = ("fuchs", "doppelkopf", "karlchen", "karlchen_gefangen", "fuchs_am_end", "herzstich", "dulle_gefangen")
SOLOS = ("trumpf", "damen", "buben", "fleischlos")
TRIGGERS = (
    "null-spiel",
    "gleichstand",
    "verlorene-ansage",
    "verlorenes-re",
    "verlorenes-kontra",
    "verlorenes-solo",
    "herz",
    "armut",
)
QUESTIONS = (
    Question("name", "text", lambda base: ""),
    Question("source", "text", lambda base: ""),
    Question("base", "one", lambda base: "ddv", list_known()),
    Question("calls", "one", guess_calls, ("double", "two", "one")),
    Question("gegen", "one", guess_gegen, ("always", "pairs", "never")),
    Question("extras", "some", lambda base: tuple(one.id for one in base.sheet.sonderpunkte), EXTRAS),
    Question("extras_place", "one", guess_place, ("inside", "after"), needed=has_double_calls),
    Question(
        "extras_in_solos", "one", guess_extras_in_solos, YES_NO, needed=lambda base, answers: bool(answers["extras"])
    ),
    Question("solos", "some", lambda base: tuple(one.id for one in base.sheet.solos), SOLOS),
    Question("solo_worth", "number", guess_solo_worth, most=20, needed=lambda base, answers: bool(answers["solos"])),
    Question(
        "pflichtsolo",
        "number",
        lambda base: base.sheet.pflichtsolo.per_player,
        most=3,
        needed=lambda base, answers: bool(answers["solos"]),
    ),
    Question("armut", "one", lambda base: "yes" if base.find_kind("armut") else "no", YES_NO),
    Question("feigheit", "one", lambda base: "no", YES_NO),
    Question("bock", "some", lambda base: tuple(one.id for one in base.bock.triggers), TRIGGERS),
    Question(
        "bock_effect",
        "one",
        guess_bock_effect,
        ("double", "points"),
        needed=lambda base, answers: bool(answers["bock"]),
    ),
    Question(
        "bock_meets",
        "one",
        lambda base: base.bock.meets,
        ("append", "ignore", "extend", "anew", "doppelbock"),
        needed=lambda base, answers: bool(answers["bock"]),
    ),
    Question("rows", "one", guess_rows, ("zero-sum", "winners", "losers", "pot")),
    Question("games", "number", guess_games, most=40),
    Question(
        "fine",
        "number",
        lambda base: -base.offence.offender,
        least=3,
        most=900,
        step=3,
        needed=lambda base, answers: not base.offence.played_out,
    ),
)
"""In the order in which they are asked."""
BY_KEY = {question.key: question for question in QUESTIONS}


def load_answered_base(answers: Answers) -> RuleSet:
    """The rule set that the answers build on."""
    return load(str(answers.get("base", "ddv")))


def list_open(answers: Answers) -> tuple[Question, ...]:
    """The questions that are still to be asked after these answers, as far as these say."""
    base = load_answered_base(answers)
    return tuple(one for one in QUESTIONS if one.key not in answers and one.needed(base, complete(answers)))


def complete(answers: Answers) -> dict[str, Answer]:
    """The answers with the default of every question that has none."""
    base = load_answered_base(answers)
    return {one.key: answers.get(one.key, one.usual(base)) for one in QUESTIONS}


def read_answer(question: Question, given: object) -> Answer:
    """The answer as typed, or as a file has it. Choices go by their id or their number, several with commas or blanks
    between; "-" is none. Raises WrongAnswer."""
    match question.form:
        case "text":
            return _read_text(question, given)
        case "number":
            return _read_number(question, given)
        case "one":
            return _read_choice(question, given)
    words = given if isinstance(given, list | tuple) else str(given).replace(",", " ").split()
    chosen = {_read_choice(question, word) for word in words if word != "-"}
    return tuple(one for one in question.choices if one in chosen)


def _read_text(question: Question, given: object) -> str:
    text = tidy_text(str(given)) if isinstance(given, str) else ""
    if not text or len(text) > LONGEST:
        raise WrongAnswer("newrules.wrong.text", key=question.key, most=LONGEST)
    return text


def _read_number(question: Question, given: object) -> int:
    text = str(given).strip()
    number = int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else -1
    if not question.least <= number <= question.most or number % question.step:
        gaps = {"least": question.least, "most": question.most, "step": question.step}
        key = "newrules.wrong.number-step" if question.step > 1 else "newrules.wrong.number"
        raise WrongAnswer(key, key=question.key, **gaps)
    return number


def _read_choice(question: Question, given: object) -> str:
    text = str(given).strip()
    if text.isascii() and text.isdecimal() and len(text) < 3 and 1 <= int(text) <= len(question.choices):
        return question.choices[int(text) - 1]
    if text not in question.choices:
        raise WrongAnswer("newrules.wrong.choice", key=question.key, given=text[:LONGEST], known=question.choices)
    return text


def read_answers(given: Mapping[str, object]) -> dict[str, Answer]:
    """All answers of a file or of options. Raises WrongAnswer for the first that is wrong, or that nobody asked for."""
    unknown = [key for key in given if key not in BY_KEY]
    if unknown:
        raise WrongAnswer("newrules.wrong.key", key=str(unknown[0])[:LONGEST], known=tuple(BY_KEY))
    return {key: read_answer(BY_KEY[key], value) for key, value in given.items()}

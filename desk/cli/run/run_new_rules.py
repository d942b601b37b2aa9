"""`kiebitz rules new FILE`: asks a club for its rules, writes its file and a page, and says what it changes."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

from desk.cli.screen import print_note, wrap_lines
from desk.exits import Status, Unusable, WrongUse
from texts.sentences import say

if TYPE_CHECKING:
    from desk.cli.paper_orders import RulesNewOrder
    from scoring.drafting.rule_questions import Answer, Question
    from texts.languages import Lang

_BIGGEST = 1 << 16
"""Bytes of a file of answers; one has some 600."""
_COLUMNS = 100


def make_rules(order: RulesNewOrder) -> Status:
    """Asks, writes and checks. Nothing is written before all questions are answered and the rules are valid."""
    from desk.cli.paper_orders import RulesCheckOrder
    from desk.cli.run.run_rules import check_rules
    from desk.outputs import write_data
    from scoring.drafting.rule_drafts import write_draft
    from scoring.rulesets.load_rules import load_texts, read_from_texts
    from tournament.handout.rules_leaflet import make_leaflet

    leaflet = order.file.with_suffix(".html")
    _refuse_existing(order, leaflet)
    answers = _find_answers(order)
    draft = write_draft(answers)
    rules = read_from_texts(str(order.file), draft, load_texts(str(answers["base"]))[0])
    write_data(order.file, draft.encode("utf-8"))
    write_data(leaflet, make_leaflet(rules, order.lang))
    status = check_rules(RulesCheckOrder(order.file, order.lang))
    print_note(order.lang, "newrules.screen.written", file=order.file)
    print_note(order.lang, "newrules.screen.leaflet", file=leaflet)
    print_note(order.lang, "newrules.screen.next", file=order.file)
    return status


def _refuse_existing(order: RulesNewOrder, leaflet: Path) -> None:
    """Raises WrongUse where a file is there already and `force` was not given, or for another ending than .toml."""
    from desk.outputs import HTML, TOML, check_file

    for path in (order.file, leaflet):
        if path.exists() and not order.force:
            raise WrongUse("newrules.wrong.exists", file=path)
    check_file(order.file, TOML)
    check_file(leaflet, HTML)


def _find_answers(order: RulesNewOrder) -> dict[str, Answer]:
    """The answers: those given on the command line, then those asked for; all others have their defaults."""
    from scoring.drafting.rule_questions import QUESTIONS, complete, list_open, read_answers

    answers = read_answers({**_read_file(order.answers), **_split_pairs(order.answer)})
    given = order.yes or order.answers is not None or bool(order.answer)
    if not given and not sys.stdin.isatty():
        raise WrongUse("newrules.wrong.no-terminal")
    if not given:
        sys.stderr.write(f"{say(order.lang, 'newrules.screen.intro')}\n")
    while not given and (waiting := list_open(answers)):
        at = QUESTIONS.index(waiting[0]) + 1
        answers[waiting[0].key] = _ask(waiting[0], answers, at, order.lang)
    usual = {key: say(order.lang, f"newrules.screen.usual-{key}") for key in ("name", "source")}
    return complete({**usual, **answers})


def _read_file(path: Path | None) -> dict[str, Any]:
    """Reads the TOML file of answers. Raises Unusable for one that is not there, or is none."""
    if path is None:
        return {}
    try:
        if path.stat().st_size > _BIGGEST:
            raise ValueError(f"> {_BIGGEST}")
        return tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except (OSError, ValueError, RecursionError) as error:
        raise Unusable("newrules.wrong.no-file", file=path, reason=str(error)) from error


def _split_pairs(pairs: list[str]) -> dict[str, str]:
    """The answers of `--answer`, by question. Raises WrongUse for one without "="."""
    if not all("=" in pair for pair in pairs):
        raise WrongUse("newrules.wrong.pair")
    return {key.strip(): value.strip() for key, _, value in (pair.partition("=") for pair in pairs)}


def _ask(question: Question, answers: dict[str, Answer], at: int, lang: Lang) -> Answer:
    """Asks until there is a valid answer; an empty line takes the default. Raises WrongUse where the input ends."""
    from scoring.drafting.rule_questions import QUESTIONS, WrongAnswer, load_answered_base, read_answer

    usual = question.usual(load_answered_base(answers)) or (
        say(lang, f"newrules.screen.usual-{question.key}")
        if question.form == "text"
        else question.usual(load_answered_base(answers))
    )
    number = say(lang, "newrules.screen.number", at=at, count=len(QUESTIONS))
    words = (say(lang, f"newrules.ask.{question.key}"), say(lang, f"newrules.why.{question.key}"))
    sys.stderr.write(f"\n{number} {words[0]}\n")
    sys.stderr.writelines(
        f"{line}\n" for line in wrap_lines([f"  {words[1]}", *_list_choices(question, lang)], _COLUMNS)
    )
    form = "number-of" if question.form == "number" else question.form
    while True:
        sys.stderr.write(say(lang, f"newrules.screen.{form}", usual=_name_usual(question, usual, lang)))
        sys.stderr.flush()
        line = sys.stdin.readline()
        if not line:
            sys.stderr.write("\n")
            raise WrongUse("newrules.wrong.ended")
        try:
            return read_answer(question, line.strip()) if line.strip() else usual
        except WrongAnswer as wrong:
            sys.stderr.write(f"{wrong.message(lang)}\n")


def _list_choices(question: Question, lang: Lang) -> list[str]:
    """The choices, each with its number."""
    names = (say(lang, f"newrules.choice.{question.key}.{choice}") for choice in question.choices)
    return [f"  {number}  {name}" for number, name in enumerate(names, 1)]


def _name_usual(question: Question, usual: Answer, lang: Lang) -> str:
    """The default as it would be typed."""
    if question.form in ("text", "number"):
        return str(usual)
    chosen = usual if isinstance(usual, tuple) else (usual,)
    numbers = [str(question.choices.index(str(one)) + 1) for one in chosen]
    return ",".join(numbers) or say(lang, "newrules.screen.none")

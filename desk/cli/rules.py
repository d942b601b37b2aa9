"""`kiebitz rules list|show ID|check FILE`: which rule sets there are, one as a page, and a club's own file judged."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from shutil import get_terminal_size
from textwrap import wrap
from typing import TYPE_CHECKING, Annotated

import typer

from desk.cli.options import DEFAULT_LANG, Language, make_argument, say_help
from desk.exits import Status
from texts.languages import Lang
from texts.sentences import say

if TYPE_CHECKING:
    from scoring.counting.rules import RuleSet
    from scoring.rulesets.altered import Altered

rules_app = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help=say_help("help.rules.does"))


@rules_app.command("list", help=say_help("help.rules.list"))
def list_rules(language: Language = DEFAULT_LANG) -> int:
    """One line each: id and title."""
    from scoring.rulesets import known, load

    names = known()
    width = max(map(len, names))
    _say(f"{name:{width}}  {load(name).title.in_(language)}" for name in names)
    return Status.DONE


@rules_app.command("show", help=say_help("help.rules.show"))
def show(
    rules: Annotated[str, make_argument("ID", "help.rules.id")],
    language: Language = DEFAULT_LANG,
) -> int:
    """Every entry with its source, and every worked example counted."""
    from desk.rules import load_rules
    from scoring.pages.page import page

    _say(wrapped(page(load_rules(rules), language), get_terminal_size().columns))
    return Status.DONE


@rules_app.command("check", help=say_help("help.rules.check"))
def check(
    file: Annotated[Path, make_argument("FILE", "help.rules.file")],
    language: Language = DEFAULT_LANG,
) -> int:
    """Every fault with file, key and remedy: UNREADABLE; examples that do not come out: REVIEW."""
    from scoring.rulesets import inspect

    rules, faults = inspect(file)
    if rules is None:
        _say(fault.message(language) for fault in faults)
        sys.stderr.write(say(language, "desk.rules.faults", count=len(faults)) + "\n")
        return Status.UNREADABLE
    return _examples(rules, file, language)


def _examples(rules: RuleSet, file: Path, lang: Lang) -> Status:
    """The file is a rule set; says so, or which of its own examples it contradicts."""
    from scoring.pages.audit import off_examples

    off = tuple(off_examples(rules, lang))
    for one in off:
        title, points, now = one.example.title.in_(lang), _points(one.example.points), _points(one.points) or one.reason
        _say([say(lang, "desk.rules.off-example", file=file, title=title, points=points, now=now)])
    _say(wrapped(_changes(rules, file, lang), get_terminal_size().columns))
    if off:
        return Status.REVIEW
    _say([say(lang, "desk.rules.sound", file=file, rules=rules.id, examples=len(rules.examples))])
    return Status.DONE


def _changes(rules: RuleSet, file: Path, lang: Lang) -> Iterator[str]:
    """Every rule that is not as in the rule set extended, with a game that it makes count otherwise."""
    from scoring.rulesets import base_of
    from scoring.rulesets.altered import altered

    base = base_of(file, rules)
    told = [(one, words) for one in altered(base, rules) if (words := one.words(lang))] if base else []
    if base is None or not told:
        return
    yield say(lang, "desk.rules.changes", base=base.id)
    for one, words in told:
        mark = "* " + (say(lang, "desk.rules.gone") if one.gone else "")
        yield from ("", *(line.replace("* ", mark, 1) for line in words))
        yield from _worked(one, lang)
    yield ""


def _worked(one: Altered, lang: Lang) -> Iterator[str]:
    """The game counted aloud, and what it was worth before."""
    from scoring.pages.explain import explain

    if one.game is None or one.before is None:
        yield f"  {say(lang, 'desk.rules.no-points')}"
        return
    yield from (f"  {line}" for line in explain(one.rules, one.game, lang))
    points = _points(one.before.points) or " ".join(finding.message(lang) for finding in one.before.findings)
    yield f"  {say(lang, 'desk.rules.unchanged', points=points)}"


def _points(points: tuple[int, ...] | None) -> str:
    return " ".join(f"{one:+d}" for one in points or ())


def wrapped(lines: Iterable[str], columns: int) -> Iterator[str]:
    """The lines broken into `columns` characters, as far as words allow; what goes on is set in below its text."""
    for line in lines:
        margin = " " * (len(line) - len(line.lstrip(" *")))
        yield from wrap(line, columns, subsequent_indent=margin, break_long_words=False, break_on_hyphens=False) or [""]


def _say(lines: Iterable[str]) -> None:
    for line in lines:
        sys.stdout.write(f"{line}\n")

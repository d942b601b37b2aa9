"""`kiebitz rules list|show ID|check FILE`: which rule sets there are, one as a page, and a club's own file judged."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from shutil import get_terminal_size
from textwrap import wrap
from typing import TYPE_CHECKING, Annotated

import typer

from desk.exits import Status
from templates.sentences import counted
from texts.languages import Lang, default_language, pick

if TYPE_CHECKING:
    from scoring.counting.rules import RuleSet
    from scoring.errors import BrokenRules
    from scoring.rulesets.alterations import Alteration

DEFAULT = default_language()
Language = Annotated[Lang, typer.Option("--lang", help=pick("Sprache der Texte.", "Language of the texts."))]

rules_app = typer.Typer(
    no_args_is_help=True, rich_markup_mode=None,
    help=pick("Regelwerke zeigen und eigene prüfen.", "Show rule sets and check one's own."),
)


@rules_app.command("list", help=pick("Die mitgelieferten Regelwerke.", "The rule sets that come with the program."))
def list_rules(language: Language = DEFAULT) -> int:
    """One line each: id and title."""
    from scoring.rulesets import list_known, load

    names = list_known()
    width = max(map(len, names))
    _say(f"{name:{width}}  {load(name).title.in_(language)}" for name in names)
    return Status.DONE


@rules_app.command("show", help=pick("Ein Regelwerk als lesbare Seite.", "A rule set as a readable page."))
def show(
    rules: Annotated[str, typer.Argument(metavar="ID", help=pick("Kennung oder TOML-Datei.", "Id or TOML file."))],
    language: Language = DEFAULT,
) -> int:
    """Every entry with its source, and every worked example counted."""
    from desk.rules import load_rules
    from scoring.pages.page import write_page

    _say(wrapped(write_page(load_rules(rules), language), get_terminal_size().columns))
    return Status.DONE


@rules_app.command("check", help=pick("Eine eigene Regeldatei prüfen.", "Check a rule file of one's own."))
def check(
    file: Annotated[Path, typer.Argument(metavar="FILE", help=pick("Die TOML-Datei.", "The TOML file."))],
    language: Language = DEFAULT,
) -> int:
    """Every fault with file, key and remedy: UNREADABLE; examples that do not come out: REVIEW."""
    from scoring.rulesets import inspect

    rules, faults = inspect(file)
    if rules is None:
        _say(fault.message(language) for fault in faults)
        sys.stderr.write(_count(faults, language))
        return Status.UNREADABLE
    return _examples(rules, file, language)


def _examples(rules: RuleSet, file: Path, lang: Lang) -> Status:
    """The file is a rule set; says so, or which of its own examples it contradicts."""
    from scoring.pages.examples import find_wrong_examples

    off = tuple(find_wrong_examples(rules, lang))
    for one in off:
        title, points = one.example.title.in_(lang), _points(one.example.points)
        told = pick("{file}: Beispiel „{title}“ soll {points} ergeben, nach diesen Regeln ist es {now}.",
                    "{file}: example “{title}” should give {points}, by these rules it is {now}.", lang)
        _say([told.format(file=file, title=title, points=points, now=_points(one.points) or one.reason)])
    _say(wrapped(_changes(rules, file, lang), get_terminal_size().columns))
    if off:
        return Status.REVIEW
    count = len(rules.examples)
    de, en = counted(count, "Beispiel", "Beispiele"), counted(count, "example", "examples")
    _say([pick(f"{file}: in Ordnung ({rules.id}, {de} nachgerechnet).",
               f"{file}: all right ({rules.id}, {en} counted).", lang)])
    return Status.DONE


def _changes(rules: RuleSet, file: Path, lang: Lang) -> Iterator[str]:
    """Every rule that is not as in the rule set extended, with a game that it makes count otherwise."""
    from scoring.rulesets import find_base
    from scoring.rulesets.alterations import list_alterations

    base = find_base(file, rules)
    told = [(one, words) for one in list_alterations(base, rules) if (words := one.describe(lang))] if base else []
    if base is None or not told:
        return
    yield pick(f"Anders als in {base.id}, jeweils mit einem Spiel, das dadurch anders zählt:",
               f"Other than in {base.id}, each with a game that then counts otherwise:", lang)
    for one, words in told:
        mark = pick("* entfällt: ", "* gone: ", lang) if one.gone else "* "
        yield from ("", *(line.replace("* ", mark, 1) for line in words))
        yield from _worked(one, lang)
    yield ""


def _worked(one: Alteration, lang: Lang) -> Iterator[str]:
    """The game counted aloud, and what it was worth before."""
    from scoring.pages.explain import explain

    if one.game is None or one.before is None:
        yield pick("  (Daran hängen keine Punkte.)", "  (No points depend on it.)", lang)
        return
    yield from (f"  {line}" for line in explain(one.rules, one.game, lang))
    points = _points(one.before.points) or " ".join(finding.message(lang) for finding in one.before.findings)
    yield pick(f"  Ohne diese Änderung: {points}", f"  Without this change: {points}", lang)


def _count(faults: tuple[BrokenRules, ...], lang: Lang) -> str:
    one = len(faults) == 1
    return pick(f"Fehler: {len(faults)}; bitte diese {'Stelle' if one else 'Stellen'} berichtigen.\n",
                f"Faults: {len(faults)}; please mend {'this place' if one else 'these places'}.\n", lang)


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

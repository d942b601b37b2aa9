"""`kiebitz rules list|show ID|check FILE`, `kiebitz explain` and `kiebitz score`: rule sets and how they score games.

`rules` lists the rule sets, prints one, or checks a club's own file; `explain` counts one game as a referee would read
it aloud; `score` reads one game per line from standard input and writes one score per line to standard output.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from shutil import get_terminal_size
from typing import TYPE_CHECKING

from desk.cli.screen import print_note, wrap_lines
from desk.exits import Status
from texts.languages import Lang
from texts.sentences import say

if TYPE_CHECKING:
    from pathlib import Path

    from desk.cli.paper_orders import ExplainOrder, RulesCheckOrder, RulesListOrder, RulesShowOrder, ScoreOrder
    from scoring.counting.rules import RuleSet
    from scoring.rulesets.rule_changes import Alteration


def explain_games(order: ExplainOrder) -> Status:
    """Explains the game, or else each line of standard input, with a blank line between two games.

    For a line that is no game its finding is printed. With `strict`, a finding gives REVIEW.
    """
    from desk.inputs import load_rules, read_lines
    from scoring.counting.explain_count import explain
    from scoring.counting.game_json import parse_line
    from scoring.counting.score import score

    system = load_rules(order.rules)
    doubtful = False
    for number, line in enumerate([order.game] if order.game is not None else read_lines()):
        game, findings = parse_line(system, line)
        words = explain(system, game, order.lang) if game else tuple(one.message(order.lang) for one in findings)
        doubtful = doubtful or bool(score(system, game).findings if game else findings)
        sys.stdout.write(("\n" if number else "") + "\n".join(words).encode("utf-8", "replace").decode("utf-8") + "\n")
    return Status.REVIEW if order.strict and doubtful else Status.DONE


def list_rules(order: RulesListOrder) -> Status:
    """Prints id and title of every rule set."""
    from scoring.rulesets.load_rules import list_known, load

    names = list_known()
    width = max(map(len, names))
    _print_lines(f"{name:{width}}  {load(name).title.in_(order.lang)}" for name in names)
    return Status.DONE


def show_rules(order: RulesShowOrder) -> Status:
    """Prints every entry with its source, and the counting of every worked example; or writes them as a page."""
    from desk.inputs import load_rules
    from scoring.rulesets.rule_page import write_page

    if order.output is not None:
        from desk.outputs import HTML, check_file, write_data
        from tournament.handout.rules_leaflet import make_leaflet

        check_file(order.output, HTML)
        write_data(order.output, make_leaflet(load_rules(order.rules), order.lang))
        return Status.DONE
    _print_lines(wrap_lines(write_page(load_rules(order.rules), order.lang), get_terminal_size().columns))
    return Status.DONE


def check_rules(order: RulesCheckOrder) -> Status:
    """Prints what is wrong with the file. A fault gives UNREADABLE, an example with another score gives REVIEW."""
    from scoring.rulesets.load_rules import inspect

    rules, faults = inspect(order.file)
    if rules is None:
        _print_lines(fault.message(order.lang) for fault in faults)
        print_note(order.lang, "desk.rules.faults", count=len(faults))
        return Status.UNREADABLE
    return _check_examples(rules, order.file, order.lang)


def _check_examples(rules: RuleSet, file: Path, lang: Lang) -> Status:
    """Prints what a valid rule set changes, and which of its own examples get another score than they state."""
    from scoring.rulesets.rule_changes import find_wrong_examples

    off = tuple(find_wrong_examples(rules, lang))
    for one in off:
        points, now = _write_points(one.example.points), _write_points(one.points) or one.reason
        title = one.example.title.in_(lang)
        _print_lines([say(lang, "desk.rules.off-example", file=file, title=title, points=points, now=now)])
    _print_lines(wrap_lines(_describe_changes(rules, file, lang), get_terminal_size().columns))
    if off:
        return Status.REVIEW
    _print_lines([say(lang, "desk.rules.sound", file=file, rules=rules.id, examples=len(rules.examples))])
    return Status.DONE


def _describe_changes(rules: RuleSet, file: Path, lang: Lang) -> Iterator[str]:
    """Every rule that differs from the extended rule set, each with a game whose score it changes."""
    from scoring.rulesets.load_rules import find_base
    from scoring.rulesets.rule_changes import list_alterations

    base = find_base(file, rules)
    changes = [(one, words) for one in list_alterations(base, rules) if (words := one.describe(lang))] if base else []
    if base is None or not changes:
        return
    yield say(lang, "desk.rules.changes", base=base.id)
    for one, words in changes:
        mark = "* " + (say(lang, "desk.rules.gone") if one.gone else "")
        yield from ("", *(line.replace("* ", mark, 1) for line in words))
        yield from _explain_change(one, lang)
    yield ""


def _explain_change(one: Alteration, lang: Lang) -> Iterator[str]:
    """The counting of that game in words, and its score under the extended rule set."""
    from scoring.counting.explain_count import explain

    if one.game is None or one.before is None:
        yield f"  {say(lang, 'desk.rules.no-points')}"
        return
    yield from (f"  {line}" for line in explain(one.rules, one.game, lang))
    points = _write_points(one.before.points) or " ".join(finding.message(lang) for finding in one.before.findings)
    yield f"  {say(lang, 'desk.rules.unchanged', points=points)}"


def _write_points(points: tuple[int, ...] | None) -> str:
    return " ".join(f"{one:+d}" for one in points or ())


def _print_lines(lines: Iterable[str]) -> None:
    for line in lines:
        sys.stdout.write(f"{line}\n")


def score_stream(order: ScoreOrder) -> Status:
    """Scores each line as it comes. With `strict`, a finding in any line gives REVIEW."""
    from desk.inputs import load_rules, read_lines
    from scoring.counting.game_json import score_each_line, write_score

    rules = load_rules(order.rules)
    if sys.stdin.isatty():
        print_note(order.lang, "desk.score.prompt")
    doubtful = False
    for score in score_each_line(rules, read_lines()):
        sys.stdout.write(write_score(score, order.lang) + "\n")
        doubtful = doubtful or bool(score.findings)
    return Status.REVIEW if order.strict and doubtful else Status.DONE

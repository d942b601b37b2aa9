"""`kiebitz explain --rules ID [GAME]`: one game's counting as a referee would read it aloud."""

from __future__ import annotations

import sys

from desk.cli.stdin import read_lines
from desk.exits import Status
from desk.rules import load_rules
from texts.languages import Lang


def explain_games(rules: str, game: str | None, lang: Lang, strict: bool) -> Status:
    """Explains the game, or else each line of standard input, with a blank line between two games.

    For a line that is no game the sentence of its finding stands there. REVIEW with `strict` when any game has one.
    """
    from scoring.counting.explain_count import explain
    from scoring.counting.game_json import parse_line
    from scoring.counting.score import score

    system = load_rules(rules)
    doubtful = False
    for number, line in enumerate([game] if game is not None else read_lines()):
        parsed, findings = parse_line(line)
        words = explain(system, parsed, lang) if parsed else tuple(finding.message(lang) for finding in findings)
        doubtful = doubtful or bool(score(system, parsed).findings if parsed else findings)
        sys.stdout.write(("\n" if number else "") + "\n".join(words).encode("utf-8", "replace").decode("utf-8") + "\n")
    return Status.REVIEW if strict and doubtful else Status.DONE

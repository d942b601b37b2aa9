"""`kiebitz score`: one game a line on standard input, one score a line on standard output."""

from __future__ import annotations

import sys

from desk.cli.stdin import read_lines
from desk.exits import Status
from desk.rules import load_rules
from texts.languages import Lang
from texts.sentences import say


def score_stream(rules_name: str, lang: Lang, strict: bool) -> Status:
    """Scores line by line as they come. REVIEW with `strict` when any line has a finding."""
    from scoring.counting.game_json import score_each_line, write_score

    rules = load_rules(rules_name)
    if sys.stdin.isatty():
        sys.stderr.write(say(lang, "desk.score.prompt") + "\n")
    doubtful = False
    for score in score_each_line(rules, read_lines()):
        sys.stdout.write(write_score(score, lang) + "\n")
        doubtful = doubtful or bool(score.findings)
    return Status.REVIEW if strict and doubtful else Status.DONE

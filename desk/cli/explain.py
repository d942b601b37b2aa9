"""`kiebitz explain --rules ID [GAME]`: one game's counting as a referee would read it aloud."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from desk.cli.stdin import lines
from desk.exits import Status
from texts.languages import Lang, default_language, pick

DEFAULT = default_language()
HELP = pick(
    "Ein Spiel vorrechnen, wie ein Schiedsrichter es vorliest.", "Count a game as a referee would read it aloud."
)


def explain(
    rules: Annotated[
        str, typer.Option("--rules", help=pick("Regelwerk: Kennung oder TOML-Datei.", "Rule set: id or TOML file."))
    ],
    game: Annotated[
        str | None,
        typer.Argument(metavar="[GAME]", help=pick(
            "Das Spiel als JSON; sonst eines je Zeile der Eingabe.", "The game as JSON; else one a line of the input.",
        )),
    ] = None,
    language: Annotated[
        Lang, typer.Option("--lang", help=pick("Sprache der Texte.", "Language of the texts."))
    ] = DEFAULT,
    strict: Annotated[
        bool,
        typer.Option("--strict", help=pick(
            "Ausgangswert 1, wenn ein Mensch etwas prüfen muss.", "Exit status 1 when a person must look.",
        )),
    ] = False,
) -> int:
    """Each game in turn, a blank line between two; what is no game gets the sentence of its finding."""
    from desk.rules import load_rules
    from scoring.counting.score import score
    from scoring.pages.explain import explain as told
    from scoring.wire.lines import parse_line

    system = load_rules(rules)
    doubtful = False
    for number, line in enumerate([game] if game is not None else lines()):
        parsed, findings = parse_line(line)
        words = told(system, parsed, language) if parsed else tuple(finding.message(language) for finding in findings)
        doubtful = doubtful or bool(score(system, parsed).findings if parsed else findings)
        sys.stdout.write(("\n" if number else "") + "\n".join(words).encode("utf-8", "replace").decode("utf-8") + "\n")
    return Status.REVIEW if strict and doubtful else Status.DONE

"""The commands that seat the players and print a round, with their options."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from desk.cli.book.commands import By, Where
from desk.cli.options import DEFAULT_LANG, Language, make_option


def draw(
    where: Where,
    round_: Annotated[int | None, make_option("--round", "help.draw.round", min=1, max=99)] = None,
    seed: Annotated[str | None, make_option("--seed", "help.draw.seed")] = None,
    listed: Annotated[Path | None, make_option("--from", "help.draw.from")] = None,
    json_: Annotated[bool, make_option("--json", "help.draw.json")] = False,
    by: By = "",
    language: Language = DEFAULT_LANG,
) -> int:
    """See desk.cli.book.planning.draw."""
    from desk.cli.book.planning.draw import DrawOrder, draw_tables

    return draw_tables(DrawOrder(where, round_, seed, listed, json_, by, language))


def print_sheets(
    where: Where,
    round_: Annotated[int, make_option("--round", "help.print.round", min=1, max=99)],
    output: Annotated[Path, make_option("-o --output", "help.print.output")],
    style: Annotated[str, make_option("--style", "help.sheet.style", "points|totals|full")] = "points",
    plus: Annotated[bool, make_option("--plus", "help.sheet.plus")] = False,
    paper: Annotated[str, make_option("--paper", "help.sheet.paper", "a4|a5")] = "a4",
    geometry: Annotated[Path | None, make_option("--geometry", "help.print.geometry")] = None,
    language: Language = DEFAULT_LANG,
) -> int:
    """See desk.cli.book.planning.print."""
    from desk.cli.book.planning.print import PrintOrder, print_round

    return print_round(PrintOrder(where, round_, output, style, plus, paper, geometry, language))

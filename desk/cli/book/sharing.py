"""The commands that hand out what a tournament's file holds, with their options."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from desk.cli.book.commands import By, Where
from desk.cli.options import DEFAULT_LANG, Language, make_option


def export(
    where: Where,
    output: Annotated[Path, make_option("-o --output", "help.export.output")],
    paper: Annotated[str, make_option("--paper", "help.export.paper", "a4|a3")] = "",
    by: By = "",
    language: Language = DEFAULT_LANG,
) -> int:
    """See desk.cli.book.export."""
    from desk.cli.book.export import ExportOrder, export_standings

    return export_standings(ExportOrder(where, output, paper, by, language))

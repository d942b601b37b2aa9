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


def desk(
    where: Where,
    port: Annotated[int, make_option("--port", "help.desk.port", min=0, max=65535)] = 8765,
    host: Annotated[str, make_option("--host", "help.desk.host")] = "127.0.0.1",
    https: Annotated[bool, make_option("--https", "help.desk.https")] = False,
    certificate: Annotated[Path | None, make_option("--certificate", "help.desk.certificate")] = None,
    key: Annotated[Path | None, make_option("--key", "help.desk.key")] = None,
    language: Language = DEFAULT_LANG,
) -> int:
    """See desk.web.serve."""
    from desk.web.serve import DeskOrder, serve_desk

    return serve_desk(DeskOrder(where, host, port, https, certificate, key, language))

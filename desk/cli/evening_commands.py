"""The evening's commands on a tournament's file with their options: what is open, what is decided, when a round is
over, and what is handed out. A command's own module is imported when it runs.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from desk.cli.file_commands import By, Where
from desk.cli.options import DEFAULT_LANG, Language, make_argument, make_option

Reason = Annotated[str, make_option("--reason", "help.decide.reason")]


def status(
    where: Where,
    json_: Annotated[bool, make_option("--json", "help.status.json")] = False,
    language: Language = DEFAULT_LANG,
) -> int:
    """See `desk.cli.run.run_status.show_status`."""
    from desk.cli.run.run_status import show_status

    return show_status(where, as_json=json_, lang=language)


def decide(
    where: Where,
    item: Annotated[str, make_argument("item", "help.decide.item")],
    accept: Annotated[bool, make_option("--accept", "help.decide.accept")] = False,
    as_written: Annotated[bool, make_option("--as-written", "help.decide.as-written")] = False,
    points: Annotated[str | None, make_option("--points", "help.decide.points")] = None,
    name: Annotated[str | None, make_option("--name", "help.decide.name")] = None,
    solo: Annotated[str, make_option("--solo", "help.decide.solo")] = "",
    offence: Annotated[str, make_option("--offence", "help.decide.offence")] = "",
    undo: Annotated[bool, make_option("--undo", "help.decide.undo")] = False,
    by: By = "",
    reason: Reason = "",
    seen: Annotated[int | None, make_option("--seen", "help.decide.seen", min=1)] = None,
    language: Language = DEFAULT_LANG,
) -> int:
    """See `desk.cli.run.run_decide.decide_item`."""
    from desk.cli.run.run_decide import DecideOrder, decide_item

    return decide_item(
        DecideOrder(
            where,
            item,
            accept,
            as_written,
            points,
            name,
            solo,
            offence,
            undo,
            by,
            reason,
            seen,
            language,
        )
    )


def undo(
    where: Where,
    entry: Annotated[int | None, make_argument("entry", "help.undo.entry")] = None,
    list_: Annotated[bool, make_option("--list", "help.undo.list")] = False,
    by: By = "",
    reason: Reason = "",
    language: Language = DEFAULT_LANG,
) -> int:
    """See `desk.cli.run.run_decide.undo_command`."""
    from desk.cli.run.run_decide import UndoOrder, undo_command

    return undo_command(UndoOrder(where, entry, list_, by, reason, language))


def keying(
    where: Where,
    every: Annotated[bool, make_option("--all", "help.keying.all")] = False,
    sample: Annotated[int | None, make_option("--sample", "help.keying.sample", min=1, max=9999)] = None,
    seed: Annotated[str, make_option("--seed", "help.keying.seed")] = "",
    by: By = "",
    language: Language = DEFAULT_LANG,
) -> int:
    """See `desk.cli.run.run_decide.run_keying`."""
    from desk.cli.run.run_decide import KeyingOrder, run_keying

    return run_keying(KeyingOrder(where, every, sample, seed, by, language))


def close(
    where: Where,
    round_: Annotated[int, make_option("--round", "help.close.round", min=1, max=99)],
    by: By = "",
    reason: Annotated[str, make_option("--reason", "help.close.reason")] = "",
    language: Language = DEFAULT_LANG,
) -> int:
    """See `desk.cli.run.run_status.close_round`."""
    from desk.cli.run.run_status import CloseOrder, close_round

    return close_round(CloseOrder(where, round_, by, reason, language))


def reopen(
    where: Where,
    round_: Annotated[int, make_option("--round", "help.reopen.round", min=1, max=99)],
    by: By = "",
    reason: Annotated[str, make_option("--reason", "help.reopen.reason")] = "",
    language: Language = DEFAULT_LANG,
) -> int:
    """See `desk.cli.run.run_status.reopen_round`."""
    from desk.cli.run.run_status import CloseOrder, reopen_round

    return reopen_round(CloseOrder(where, round_, by, reason, language))


def audit(
    where: Where,
    round_: Annotated[int | None, make_option("--round", "help.audit.round", min=1, max=99)] = None,
    table: Annotated[int | None, make_option("--table", "help.audit.table", min=1, max=999)] = None,
    game: Annotated[int | None, make_option("--game", "help.audit.game", min=1, max=99)] = None,
    item: Annotated[str, make_option("--item", "help.audit.item")] = "",
    json_: Annotated[bool, make_option("--json", "help.audit.json")] = False,
    pdf: Annotated[Path | None, make_option("--pdf", "help.audit.pdf")] = None,
    language: Language = DEFAULT_LANG,
) -> int:
    """See `desk.cli.run.run_verify.audit_item`."""
    from desk.cli.run.run_verify import AuditOrder, audit_item

    return audit_item(AuditOrder(where, round_, table, game, item, json_, pdf, language))


def take(
    where: Where,
    workbook: Annotated[Path, make_argument("workbook", "help.take.workbook")],
    language: Language = DEFAULT_LANG,
) -> int:
    """See `desk.cli.run.run_export.take_corrections`."""
    from desk.cli.run.run_export import take_corrections

    return take_corrections(where, workbook, language)


def export(
    where: Where,
    output: Annotated[Path, make_option("-o --output", "help.export.output")],
    paper: Annotated[str, make_option("--paper", "help.export.paper", "a4|a3")] = "",
    by: By = "",
    language: Language = DEFAULT_LANG,
) -> int:
    """See `desk.cli.run.run_export.export_standings`."""
    from desk.cli.run.run_export import ExportOrder, export_standings

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
    """See `desk.web.serve.serve_desk`."""
    from desk.web.serve import DeskOrder, serve_desk

    return serve_desk(DeskOrder(where, host, port, https, certificate, key, language))

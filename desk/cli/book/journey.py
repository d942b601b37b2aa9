"""The evening's commands on a tournament's file: what is open, what is decided, when a round is over."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from desk.cli.book.commands import By, Where
from desk.cli.options import DEFAULT_LANG, Language, make_argument, make_option

Reason = Annotated[str, make_option("--reason", "help.decide.reason")]


def status(
    where: Where,
    json_: Annotated[bool, make_option("--json", "help.status.json")] = False,
    language: Language = DEFAULT_LANG,
) -> int:
    """See desk.cli.book.status."""
    from desk.cli.book.status import show_status

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
    """See desk.cli.book.decide."""
    from desk.cli.book.decide import DecideOrder, decide_item

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
    """See desk.cli.book.undo."""
    from desk.cli.book.undo import UndoOrder, undo_command

    return undo_command(UndoOrder(where, entry, list_, by, reason, language))


def keying(
    where: Where,
    every: Annotated[bool, make_option("--all", "help.keying.all")] = False,
    sample: Annotated[int | None, make_option("--sample", "help.keying.sample", min=1, max=9999)] = None,
    seed: Annotated[str, make_option("--seed", "help.keying.seed")] = "",
    by: By = "",
    language: Language = DEFAULT_LANG,
) -> int:
    """See desk.cli.book.keying."""
    from desk.cli.book.keying import KeyingOrder, run_keying

    return run_keying(KeyingOrder(where, every, sample, seed, by, language))


def close(
    where: Where,
    round_: Annotated[int, make_option("--round", "help.close.round", min=1, max=99)],
    by: By = "",
    reason: Annotated[str, make_option("--reason", "help.close.reason")] = "",
    language: Language = DEFAULT_LANG,
) -> int:
    """See desk.cli.book.close."""
    from desk.cli.book.close import CloseOrder, close_round

    return close_round(CloseOrder(where, round_, by, reason, language))


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
    """See desk.cli.book.audit."""
    from desk.cli.book.audit import AuditOrder, audit_item

    return audit_item(AuditOrder(where, round_, table, game, item, json_, pdf, language))


def take(
    where: Where,
    workbook: Annotated[Path, make_argument("workbook", "help.take.workbook")],
    language: Language = DEFAULT_LANG,
) -> int:
    """See desk.cli.book.take."""
    from desk.cli.book.take import take_corrections

    return take_corrections(where, workbook, language)

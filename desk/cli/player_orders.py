"""The commands behind `kiebitz players FILE`: the arguments and options of each, in the order of an evening."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from desk.cli.help_classes import DEFAULT_LANG, By, Language, Round, Where, Who, make_argument, make_option


class PlayersFile(NamedTuple):
    """The file that is typed before every command behind `players`; in their orders it is `file.obj`."""

    file: typer.Context
    where: Where


class ListOrder(NamedTuple):
    """`kiebitz players FILE list`"""

    file: typer.Context
    as_json: Annotated[bool, make_option("--json", "help.players.json")] = False
    lang: Language = DEFAULT_LANG


class AddOrder(NamedTuple):
    """`start`: None for the next number that was never used. `first`: the round from which the player plays."""

    file: typer.Context
    name: Annotated[str, make_argument("name", "help.players.name")]
    club: Annotated[str, make_option("--club", "help.players.club")] = ""
    start: Annotated[int | None, make_option("--start", "help.players.start", min=1, max=999)] = None
    table: Annotated[int | None, make_option("--table", "help.players.table", min=1, max=999)] = None
    first: Annotated[int | None, make_option("--from", "help.players.from", min=1, max=99)] = None
    by: By = ""
    lang: Language = DEFAULT_LANG


class TakeListOrder(NamedTuple):
    """`kiebitz players FILE take`"""

    file: typer.Context
    listed: Annotated[Path, make_argument("list", "help.new.players")]
    sheet: Annotated[str, make_option("--sheet", "help.new.sheet")] = ""
    dry: Annotated[bool, make_option("--dry-run", "help.new.dry")] = False
    by: By = ""
    lang: Language = DEFAULT_LANG


class SeatOrder(NamedTuple):
    """`table`: None for the next free seat."""

    file: typer.Context
    who: Who
    round: Round
    table: Annotated[int | None, make_option("--table", "help.players.seat-table", min=1, max=999)] = None
    by: By = ""
    lang: Language = DEFAULT_LANG


class PauseOrder(NamedTuple):
    """`kiebitz players FILE pause`"""

    file: typer.Context
    who: Who
    round: Round
    by: By = ""
    lang: Language = DEFAULT_LANG


class DropOrder(NamedTuple):
    """`after`: the last round, None for the last one of which a sheet is in."""

    file: typer.Context
    who: Who
    after: Annotated[int | None, make_option("--after", "help.players.after", min=0, max=99)] = None
    by: By = ""
    lang: Language = DEFAULT_LANG


class RenameOrder(NamedTuple):
    """`kiebitz players FILE rename`"""

    file: typer.Context
    who: Who
    name: Annotated[str, make_argument("name", "help.players.name")]
    by: By = ""
    lang: Language = DEFAULT_LANG


class SwapOrder(NamedTuple):
    """`kiebitz players FILE swap`"""

    file: typer.Context
    first: Who
    second: Who
    round: Round
    by: By = ""
    lang: Language = DEFAULT_LANG


class SubstituteOrder(NamedTuple):
    """`name`: "" where the player plays that round after all."""

    file: typer.Context
    who: Who
    round: Round
    name: Annotated[str, make_argument("name", "help.players.substitute-name")] = ""
    by: By = ""
    lang: Language = DEFAULT_LANG


class PaidOrder(NamedTuple):
    """`kiebitz players FILE paid`"""

    file: typer.Context
    who: Annotated[list[str], make_argument("who", "help.players.who")]
    unpaid: Annotated[bool, make_option("--not", "help.players.not")] = False
    by: By = ""
    lang: Language = DEFAULT_LANG


class FeeOrder(NamedTuple):
    """`kiebitz players FILE fee`"""

    file: typer.Context
    fee: Annotated[str, make_argument("value", "help.new.fee")]
    by: By = ""
    lang: Language = DEFAULT_LANG

"""The commands on a round's time: its clock, and rows struck because the time was up, or as their game is repeated."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from desk.cli.help_classes import DEFAULT_LANG, By, Language, Where, make_argument, make_option


class ClockOrder(NamedTuple):
    """`what`: start, stop or add, "" to show the running clocks. `table`: None for all tables. `minutes`: None for the
    number in the rule set."""

    where: Where
    what: Annotated[str, make_argument("value", "help.clock.what")] = ""
    round: Annotated[int | None, make_option("--round", "help.clock.round", min=1, max=99)] = None
    table: Annotated[int | None, make_option("--table", "help.clock.table", min=1, max=999)] = None
    minutes: Annotated[int | None, make_option("--minutes", "help.clock.minutes", min=-600, max=600)] = None
    by: By = ""
    reason: Annotated[str, make_option("--reason", "help.decide.reason")] = ""
    lang: Language = DEFAULT_LANG


class StrikeOrder(NamedTuple):
    """`game`: None for all rows that are left at the end. `repeated`: the row of a game that was played again; `twice`:
    that of a game that stands in another one, too; None where the time was up."""

    where: Where
    round: Annotated[int, make_option("--round", "help.strike.round", min=1, max=99)]
    table: Annotated[int, make_option("--table", "help.strike.table", min=1, max=999)]
    game: Annotated[int | None, make_option("--game", "help.strike.game", min=1, max=99)] = None
    repeated: Annotated[int | None, make_option("--repeated", "help.strike.repeated", min=1, max=99)] = None
    twice: Annotated[int | None, make_option("--twice", "help.strike.twice", min=1, max=99)] = None
    by: By = ""
    reason: Annotated[str, make_option("--reason", "help.decide.reason")] = ""
    lang: Language = DEFAULT_LANG

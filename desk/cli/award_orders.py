"""The order about awards: what a referee or a jury awards, or a list of all awards.

Without a name the awards are listed; with one an award is entered.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from desk.cli.help_classes import DEFAULT_LANG, By, Language, Where, make_argument, make_option

WHAT = "fine|deduction|warning|disqualification|compensation"
STANDS = "beside|own-row|game-row"


class AwardOrder(NamedTuple):
    """`who`: None to list them. `points`: as typed, "-12" or "Anna -12, Bernd +12". `round`, `table`, `game`: 0 where
    that is not said. `photo`: the name of a photograph."""

    where: Where
    who: Annotated[str | None, make_argument("name", "help.award.who")] = None
    what: Annotated[str, make_option("--as", "help.award.what", WHAT)] = "fine"
    points: Annotated[str, make_option("--points", "help.award.points")] = ""
    paragraph: Annotated[str, make_option("--paragraph", "help.award.paragraph")] = ""
    round: Annotated[int, make_option("--round", "help.award.round", min=0, max=99)] = 0
    table: Annotated[int, make_option("--table", "help.award.table", min=0, max=999)] = 0
    game: Annotated[int, make_option("--game", "help.award.game", min=0, max=99)] = 0
    stands: Annotated[str, make_option("--stands", "help.award.stands", STANDS)] = "beside"
    photo: Annotated[str, make_option("--photo", "help.award.photo")] = ""
    as_json: Annotated[bool, make_option("--json", "help.award.json")] = False
    by: By = ""
    reason: Annotated[str, make_option("--reason", "help.decide.reason")] = ""
    lang: Language = DEFAULT_LANG

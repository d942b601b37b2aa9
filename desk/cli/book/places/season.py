"""`kiebitz season`: many evenings' files become one table, of which each player's best evenings count."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from desk.cli.book.opening import open_book
from desk.exits import Status, WrongUse
from texts.languages import Lang
from texts.sentences import say

if TYPE_CHECKING:
    from tournament.filing.open_evening import Evening
    from tournament.standings.awards import SeasonEvening

By = Literal["points", "places"]


@dataclass(frozen=True, slots=True)
class SeasonOrder:
    """What the user asked for. `best`: so many evenings of each player count, 0 for all. `by`: what an evening is
    worth, the points or the place points."""

    files: tuple[str, ...]
    output: Path
    best: int = 0
    by: By = "points"
    lang: Lang = "de"


def make_season_file(order: SeasonOrder) -> Status:
    """Writes the season's workbook; says which evenings are not final and which names are alike."""
    from desk.cli.workbook_file import place_workbook
    from desk.outputs import XLSX, check_file
    from tournament.handout.statistics_workbook import make_season
    from tournament.handout.workbook.make_workbook import refuse_foreign
    from tournament.record.open_store import open_store
    from tournament.standings.awards import rank_season

    check_file(order.output, XLSX)
    refuse_foreign(order.output)
    opened = [open_book(open_store(file), order.lang) for file in order.files]
    _refuse_twice(order, opened)
    evenings = [_weigh_evening(one, order.by) for one in opened]
    lines = rank_season(evenings, order.best or None)
    place_workbook(make_season(lines, evenings, order.lang), order.output, order.lang)
    _tell_doubts(order, opened, [line.name for line in lines])
    sys.stderr.write(say(order.lang, "standings.season.written", path=order.output, count=len(evenings)) + "\n")
    return Status.DONE


def _refuse_twice(order: SeasonOrder, opened: Sequence[Evening]) -> None:
    """Raises WrongUse for one evening in two files: it would count twice."""
    seen: dict[str, str] = {}
    for file, evening in zip(order.files, opened, strict=True):
        key = evening.tournament.opening.key
        if key in seen:
            raise WrongUse("standings.season.twice", first=seen[key], second=file)
        seen[key] = file


def _weigh_evening(evening: Evening, by: By) -> SeasonEvening:
    """What the evening is worth to each player; without place points of its own as many as there are players."""
    from tournament.standings.awards import SeasonEvening, award_place_points, make_plain_points

    standings, opening = evening.book.standings, evening.tournament.opening
    if by == "points":
        return SeasonEvening(opening.title, {one.player.name: Fraction(one.player.total) for one in standings})
    points = award_place_points(standings, opening.places or make_plain_points(len(standings)))
    return SeasonEvening(opening.title, {one.player.name: points[one.player.number] for one in standings})


def _tell_doubts(order: SeasonOrder, opened: Sequence[Evening], names: Sequence[str]) -> None:
    from desk.cli.book.planning.new import tell_look_alikes
    from tournament.filing.evening_status import is_over

    for file, evening in zip(order.files, opened, strict=True):
        if not is_over(evening):
            sys.stderr.write(say(order.lang, "standings.season.not-final", file=file) + "\n")
    tell_look_alikes(names, None, order.lang)

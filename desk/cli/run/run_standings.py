"""What `kiebitz standings` shows beside the places: teams, payments, the audit's rows, and the statistics' workbook.

`kiebitz season`: many evenings' files become one table, of which each player's best evenings count.

`kiebitz standings`: the places as they stand, how sure they are, and what hangs on them."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from desk.cli.run.command_file import open_book, read_document
from desk.cli.screen import align_table, tell_wait, write_euros
from desk.exits import Status, WrongUse
from desk.outputs import XLSX, check_file, place_workbook
from scoring.findings import write_points
from texts.languages import Lang
from texts.sentences import say, write_number
from tournament.filing.open_evening import Evening
from tournament.handout.workbook.make_workbook import refuse_foreign
from tournament.review.game_rows import list_played_rows, list_sum_rows
from tournament.standings.audit_sample import CountedRow, plan_audit
from tournament.standings.awards import TILL, count_money, rank_teams, settle_up

if TYPE_CHECKING:
    from tournament.filing.open_evening import Evening
    from tournament.standings.awards import SeasonEvening


def show_teams(evening: Evening, counting: int, lang: Lang) -> None:
    """Prints the clubs by place, so many of the best members of each counted."""
    clubs = {entrant.start: entrant.club for entrant in evening.tournament.players}
    of = {one.number: clubs.get(one.start, "") for one in evening.book.players if not one.withdrawn}
    teams = rank_teams(evening.book.players, of, counting)
    head = [say(lang, f"standings.column.{key}") for key in ("place", "members", "team", "total")]
    rows = [(f"{team.place}.", str(len(team.counted)), team.name, write_points(team.total)) for team in teams]
    _print([say(lang, "standings.title.teams", count=counting), "", *align_table(head, rows)])


def show_payments(evening: Evening, lang: Lang) -> None:
    """Prints who pays whom. Raises WrongUse where the rules have no money."""
    cents = evening.tournament.opening.rules.money.cents_per_point
    if not cents:
        raise WrongUse("standings.use.no-money", rules=evening.tournament.opening.rules.id)
    players = evening.book.players
    names = {one.number: one.name for one in players} | {TILL: say(lang, "standings.till")}
    head = [say(lang, f"standings.column.{key}") for key in ("cents", "payer", "payee")]
    rows = [
        (write_euros(one.cents, lang), names[one.payer], names[one.payee])
        for one in settle_up(count_money(players, cents))
    ]
    _print([say(lang, "standings.title.payments"), "", *align_table(head, rows)])


def show_audit(evening: Evening, seed: str, first: int, sums: bool, lang: Lang) -> None:
    """Prints the rows that a referee compares with the paper, with what counts in them. `sums`: where all sums of a
    sheet agree with its columns, its sum row stands for its rows."""
    summed = list_sum_rows(evening.book) if sums else ()
    sheets = {row.sheet for row in summed}
    rows = [row for row in list_played_rows(evening.book) if row.sheet not in sheets]
    highest = find_highest(evening)
    counted = [CountedRow(row.item, row.points) for row in rows]
    audit = plan_audit(evening.book.standings, counted, highest, seed, first)
    names = {one.number: one.name for one in evening.book.players}
    drawn = {row.item for row in audit.drawn}
    head = [say(lang, f"standings.column.{key}") for key in ("in-round", "table", "row", "points")]
    lines = [
        (
            str(row.round or ""),
            str(row.table or ""),
            row.item,
            ", ".join(f"{names[number]} {write_points(points)}" for number, points in row.points.items()),
        )
        for row in (*summed, *(row for row in rows if row.item in drawn))
    ]
    gaps = {"compared": len(drawn), "rows": len(rows), "first": first, "seed": seed, "highest": highest}
    told = [say(lang, "standings.audit.drawn", **gaps)]
    told += [say(lang, "standings.audit.sums", sheets=len(summed))] if sums else []
    _print([*told, "", *align_table(head, lines), "", say(lang, "standings.audit.then")])


def find_highest(evening: Evening) -> int:
    """The highest value of a game that the audit supposes: what the rules call unusual above, or the highest played."""
    played = max(
        (
            abs(points)
            for row in list_played_rows(evening.book)
            for points in row.points.values()
            if row.soloist is None and not row.offence
        ),
        default=0,
    )
    return max(evening.tournament.opening.rules.checks.unusual.above, -(-played // 3))


def write_statistics(evening: Evening, path: Path, lang: Lang) -> None:
    """Writes the workbook of statistics."""
    from tournament.handout.statistics_workbook import make_statistics

    check_file(path, XLSX)
    refuse_foreign(path)
    place_workbook(make_statistics(evening.book, lang), path, lang)
    sys.stderr.write(say(lang, "standings.statistics.written", path=path) + "\n")


def _print(lines: Iterable[str] | Sequence[str]) -> None:
    sys.stdout.write("\n".join(lines) + "\n")


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
    from desk.outputs import XLSX, check_file, place_workbook
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
    from desk.cli.run.run_players import tell_look_alikes
    from tournament.filing.evening_status import is_over

    for file, evening in zip(order.files, opened, strict=True):
        if not is_over(evening):
            sys.stderr.write(say(order.lang, "standings.season.not-final", file=file) + "\n")
    tell_look_alikes(names, None, order.lang)


if TYPE_CHECKING:
    pass


Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class StandingsOrder:
    """What the user asked for. `teams`: so many members of each club count, 0 for no teams. `sample`: the seed of an
    audit of the first `first` places, "" for none; `sums`: in it sum rows stand for their sheets. `statistics`: the
    workbook to write, None for none.
    """

    where: str
    as_json: bool = False
    teams: int = 0
    settle: bool = False
    sample: str = ""
    first: int = 1
    sums: bool = False
    statistics: Path | None = None
    lang: Lang = "de"

    @property
    def wants_more(self) -> bool:
        """Whether the standings alone do not do."""
        return bool(self.teams or self.settle or self.sample or self.statistics)


def show_standings(order: StandingsOrder) -> Status:
    """Prints the standings, from what the file keeps wherever that is of its newest entry."""
    if order.wants_more:
        return _show_more(order)
    with tell_wait(order.lang):
        posted = read_document(order.where, "standings", order.lang)
    if order.as_json:
        sys.stdout.write(json.dumps(posted, ensure_ascii=False) + "\n")
    else:
        _show_table(posted, order.lang)
    return Status.DONE


def _show_table(posted: Json, lang: Lang) -> None:
    """The places as a table, what they rest on below; one sentence where nothing was played yet."""
    if not posted["standings"]:
        sys.stdout.write(say(lang, "standings.title.none", title=posted["title"]) + "\n")
        return
    key = "final" if posted["final"] else "after"
    title = say(lang, f"standings.title.{key}", title=posted["title"], after=posted["after"])
    head, rows = _make_table(posted, lang)
    sys.stdout.write("\n".join((title, "", *align_table(head, rows), "", *_list_notes(posted, lang))) + "\n")


def _make_table(posted: Json, lang: Lang) -> tuple[list[str], list[list[str]]]:
    lines: Sequence[Json] = posted["standings"]
    extra = [key for key in ("place_points", "prize_cents", "cents") if any(key in line for line in lines)]
    rounds = [say(lang, "standings.column.round", round=number) for number in range(1, posted["after"] + 1)]
    head = [
        *(say(lang, f"standings.column.{key}") for key in ("place", "start", "name")),
        *rounds,
        *(say(lang, f"standings.column.{key}") for key in ("total", "solos", "open", "sure")),
        *(say(lang, f"standings.column.{key}") for key in extra),
    ]
    return head, [_write_line(line, extra, lang) for line in lines]


def _write_line(line: Json, extra: Sequence[str], lang: Lang) -> list[str]:
    return [
        f"{line['place']}.",
        str(line["start"] or ""),
        line["name"],
        *("" if points is None else write_points(points) for points in line["rounds"]),
        write_points(line["total"]),
        str(line["solos"] or ""),
        str(line["open"] or ""),
        write_number(line["sure"], ".1%", lang),
        *(
            write_number(float(line[key]), "g", lang) if key == "place_points" else write_euros(line[key], lang)
            for key in extra
        ),
    ]


def _list_notes(posted: Json, lang: Lang) -> Iterator[str]:
    """How sure the prizes are, which ties were parted, and who withdrew."""
    if posted["standard_error"]:
        yield say(lang, "standings.note.sure", sure=posted["sure"], error=posted["standard_error"])
    else:
        yield say(lang, "standings.note.sure-exactly", sure=posted["sure"])
    for line in posted["standings"]:
        if "parted_by" in line:
            rule = say(lang, f"standings.rule.{line['parted_by']}")
            yield say(lang, "standings.note.parted", place=line["place"], name=line["name"], rule=rule)
    if left := tuple(line["name"] for line in posted["standings"] if line.get("withdrawn")):
        yield say(lang, "standings.note.withdrawn", names=left)


def _show_more(order: StandingsOrder) -> Status:
    from tournament.record.open_store import open_store

    evening = open_book(open_store(order.where), order.lang)
    if order.teams:
        show_teams(evening, order.teams, order.lang)
    if order.settle:
        show_payments(evening, order.lang)
    if order.sample:
        show_audit(evening, order.sample, order.first, order.sums, order.lang)
    if order.statistics is not None:
        write_statistics(evening, order.statistics, order.lang)
    return Status.DONE

"""What `kiebitz standings` shows beside the places: teams, payments, the audit's rows, and the statistics' workbook."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from desk.cli.book.places.plain_table import align_table, write_euros
from desk.cli.workbook_file import place_workbook
from desk.exits import WrongUse
from desk.outputs import XLSX, check_file
from scoring.findings import write_points
from texts.languages import Lang
from texts.sentences import say
from tournament.filing.open_evening import Evening
from tournament.handout.workbook.make_workbook import refuse_foreign
from tournament.review.game_rows import list_played_rows, list_sum_rows
from tournament.standings.audit_sample import CountedRow, plan_audit
from tournament.standings.awards import TILL, count_money, rank_teams, settle_up


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

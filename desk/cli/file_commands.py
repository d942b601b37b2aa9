"""The commands on a tournament's file with their options: players, standings, season, draw and print. A command's own
module is imported when it runs.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from desk.cli.help_classes import SpokenApp
from desk.cli.options import DEFAULT_LANG, Language, Rules, make_argument, make_option, say_help

players_app = SpokenApp("help.players.does")

By = Annotated[str, make_option("--by", "help.shared.by")]
Where = Annotated[str, make_argument("file", "help.shared.book")]
Who = Annotated[str, make_argument("who", "help.players.who")]
Round = Annotated[int, make_option("--round", "help.players.round", min=1, max=99)]


def new(
    where: Where,
    rules: Rules,
    title: Annotated[str, make_option("--title", "help.new.title")],
    rounds: Annotated[int, make_option("--rounds", "help.new.rounds", min=1, max=99)],
    games: Annotated[int | None, make_option("--games", "help.new.games", min=1, max=99)] = None,
    seats: Annotated[int, make_option("--seats", "help.new.seats", "4|5")] = 4,
    players: Annotated[Path | None, make_option("--players", "help.new.players")] = None,
    ties: Annotated[str, make_option("--ties", "help.new.ties")] = "",
    places: Annotated[str, make_option("--places", "help.new.places")] = "",
    prizes: Annotated[str, make_option("--prizes", "help.new.prizes")] = "",
    by: By = "",
    language: Language = DEFAULT_LANG,
) -> int:
    """See `desk.cli.run.run_players.make_tournament`."""
    from desk.cli.run.run_players import NewOrder, make_tournament

    return make_tournament(
        NewOrder(where, rules, title, rounds, games, seats, players, by, language, ties, places, prizes)
    )


def standings(
    where: Where,
    json_: Annotated[bool, make_option("--json", "help.standings.json")] = False,
    teams: Annotated[int, make_option("--teams", "help.standings.teams", min=0, max=99)] = 0,
    settle: Annotated[bool, make_option("--settle", "help.standings.settle")] = False,
    sample: Annotated[str, make_option("--sample", "help.standings.sample")] = "",
    first: Annotated[int, make_option("--first", "help.standings.first", min=1, max=99)] = 1,
    sums: Annotated[bool, make_option("--sums", "help.standings.sums")] = False,
    statistics: Annotated[Path | None, make_option("--statistics", "help.standings.statistics")] = None,
    language: Language = DEFAULT_LANG,
) -> int:
    """See `desk.cli.run.run_standings.show_standings`."""
    from desk.cli.run.run_standings import StandingsOrder, show_standings

    return show_standings(StandingsOrder(where, json_, teams, settle, sample, first, sums, statistics, language))


def season(
    files: Annotated[list[str], make_argument("file", "help.season.files")],
    output: Annotated[Path, make_option("-o --output", "help.season.output")],
    best: Annotated[int, make_option("--best", "help.season.best", min=0, max=999)] = 0,
    by: Annotated[Literal["points", "places"], make_option("--by", "help.season.by", "points|places")] = "points",
    language: Language = DEFAULT_LANG,
) -> int:
    """See `desk.cli.run.run_standings.make_season_file`."""
    from desk.cli.run.run_standings import SeasonOrder, make_season_file

    return make_season_file(SeasonOrder(tuple(files), output, best, by, language))


def verify(
    where: Where,
    photos: Annotated[list[Path] | None, make_option("--photos", "help.verify.photos")] = None,
    rescue: Annotated[str, make_option("--rescue", "help.verify.rescue")] = "",
    anew: Annotated[bool, make_option("--anew", "help.verify.anew")] = False,
    noted: Annotated[str, make_option("--noted", "help.verify.noted")] = "",
    language: Language = DEFAULT_LANG,
) -> int:
    """See `desk.cli.run.run_verify.verify_file`."""
    from desk.cli.run.run_verify import VerifyOrder, verify_file

    return verify_file(VerifyOrder(where, tuple(photos or ()), rescue, anew, noted, language))


@players_app.callback()
def name_file(context: typer.Context, where: Where) -> None:
    """Keeps the file's name for the command behind it."""
    context.obj = where


@players_app.command("list", help=say_help("help.players.list"))
def show_list(
    context: typer.Context,
    json_: Annotated[bool, make_option("--json", "help.players.json")] = False,
    language: Language = DEFAULT_LANG,
) -> int:
    """See `desk.cli.run.run_players.list_players`."""
    from desk.cli.run.run_players import list_players

    return list_players(context.obj, as_json=json_, lang=language)


@players_app.command(help=say_help("help.players.add"))
def add(
    context: typer.Context,
    name: Annotated[str, make_argument("name", "help.players.name")],
    club: Annotated[str, make_option("--club", "help.players.club")] = "",
    start: Annotated[int | None, make_option("--start", "help.players.start", min=1, max=999)] = None,
    table: Annotated[int | None, make_option("--table", "help.players.table", min=1, max=999)] = None,
    first: Annotated[int | None, make_option("--from", "help.players.from", min=1, max=99)] = None,
    by: By = "",
    language: Language = DEFAULT_LANG,
) -> int:
    """See `desk.cli.run.run_players.add_player`."""
    from desk.cli.run.run_players import add_player

    return add_player(context.obj, name, club, start, table, first, by, language)


@players_app.command(help=say_help("help.players.seat"))
def seat(
    context: typer.Context,
    who: Who,
    round_: Round,
    table: Annotated[int | None, make_option("--table", "help.players.seat-table", min=1, max=999)] = None,
    by: By = "",
    language: Language = DEFAULT_LANG,
) -> int:
    """See desk.cli.book.planning.players."""
    from desk.cli.run.run_players import seat_player

    return seat_player(context.obj, who, round_, table, by, language)


@players_app.command(help=say_help("help.players.pause"))
def pause(
    context: typer.Context,
    who: Who,
    round_: Round,
    by: By = "",
    language: Language = DEFAULT_LANG,
) -> int:
    """See desk.cli.book.planning.players."""
    from desk.cli.run.run_players import pause_player

    return pause_player(context.obj, who, round_, by, language)


@players_app.command(help=say_help("help.players.drop"))
def drop(
    context: typer.Context,
    who: Who,
    after: Annotated[int | None, make_option("--after", "help.players.after", min=0, max=99)] = None,
    by: By = "",
    language: Language = DEFAULT_LANG,
) -> int:
    """See `desk.cli.run.run_players.drop_player`."""
    from desk.cli.run.run_players import drop_player

    return drop_player(context.obj, who, after, by, language)


@players_app.command(help=say_help("help.players.rename"))
def rename(
    context: typer.Context,
    who: Who,
    name: Annotated[str, make_argument("name", "help.players.name")],
    by: By = "",
    language: Language = DEFAULT_LANG,
) -> int:
    """See `desk.cli.run.run_players.rename_player`."""
    from desk.cli.run.run_players import rename_player

    return rename_player(context.obj, who, name, by, language)


@players_app.command(help=say_help("help.players.swap"))
def swap(
    context: typer.Context,
    first: Who,
    second: Who,
    round_: Round,
    by: By = "",
    language: Language = DEFAULT_LANG,
) -> int:
    """See `desk.cli.run.run_players.swap_players`."""
    from desk.cli.run.run_players import swap_players

    return swap_players(context.obj, first, second, round_, by, language)


@players_app.command(help=say_help("help.players.substitute"))
def substitute(
    context: typer.Context,
    who: Who,
    round_: Round,
    name: Annotated[str, make_argument("name", "help.players.substitute-name")] = "",
    by: By = "",
    language: Language = DEFAULT_LANG,
) -> int:
    """See `desk.cli.run.run_players.substitute_player`."""
    from desk.cli.run.run_players import substitute_player

    return substitute_player(context.obj, who, name, round_, by, language)


@players_app.command(help=say_help("help.players.paid"))
def paid(
    context: typer.Context,
    who: Annotated[list[str], make_argument("who", "help.players.who")],
    not_: Annotated[bool, make_option("--not", "help.players.not")] = False,
    by: By = "",
    language: Language = DEFAULT_LANG,
) -> int:
    """See `desk.cli.run.run_players.mark_paid`."""
    from desk.cli.run.run_players import mark_paid

    return mark_paid(context.obj, who, paid=not not_, by=by, lang=language)


def draw(
    where: Where,
    round_: Annotated[int | None, make_option("--round", "help.draw.round", min=1, max=99)] = None,
    seed: Annotated[str | None, make_option("--seed", "help.draw.seed")] = None,
    listed: Annotated[Path | None, make_option("--from", "help.draw.from")] = None,
    json_: Annotated[bool, make_option("--json", "help.draw.json")] = False,
    by: By = "",
    language: Language = DEFAULT_LANG,
) -> int:
    """See `desk.cli.run.run_round.draw_tables`."""
    from desk.cli.run.run_round import DrawOrder, draw_tables

    return draw_tables(DrawOrder(where, round_, seed, listed, json_, by, language))


def draws(
    where: Where,
    round_: Annotated[int | None, make_option("--round", "help.draws.round", min=1, max=99)] = None,
    json_: Annotated[bool, make_option("--json", "help.draw.json")] = False,
    language: Language = DEFAULT_LANG,
) -> int:
    """See desk.cli.run.run_round."""
    from desk.cli.run.run_round import show_draws

    return show_draws(where, round_, as_json=json_, lang=language)


def print_sheets(
    where: Where,
    round_: Annotated[int, make_option("--round", "help.print.round", min=1, max=99)],
    output: Annotated[Path, make_option("-o --output", "help.print.output")],
    style: Annotated[str, make_option("--style", "help.sheet.style", "points|totals|full")] = "points",
    plus: Annotated[bool, make_option("--plus", "help.sheet.plus")] = False,
    paper: Annotated[str, make_option("--paper", "help.sheet.paper", "a4|a5")] = "a4",
    geometry: Annotated[Path | None, make_option("--geometry", "help.print.geometry")] = None,
    by: By = "",
    language: Language = DEFAULT_LANG,
) -> int:
    """See `desk.cli.run.run_round.print_round`."""
    from desk.cli.run.run_round import PrintOrder, print_round

    return print_round(PrintOrder(where, round_, output, style, plus, paper, geometry, by, language))

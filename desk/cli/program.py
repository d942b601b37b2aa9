"""The commands with their options. A command's own module is imported when it runs: the help must be quick."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from desk.cli.evening_commands import audit, close, decide, desk, export, keying, reopen, status, take, undo
from desk.cli.file_commands import draw, draws, new, players_app, print_sheets, season, standings, verify
from desk.cli.help_classes import SpokenApp, SpokenGroup
from desk.cli.options import (
    DEFAULT_LANG,
    Debug,
    Jobs,
    Language,
    LayoutFile,
    Photos,
    Rules,
    Strict,
    make_argument,
    make_option,
    say_help,
)
from desk.cli.run.run_rules import rules_app
from texts.languages import LANGUAGES

_ORDER = (
    "new",
    "players",
    "draw",
    "draws",
    "print",
    "scan",
    "desk",
    "status",
    "decide",
    "undo",
    "keying",
    "close",
    "reopen",
    "standings",
    "export",
    "take",
    "audit",
    "verify",
    "season",
    "rules",
    "sheet",
    "learn",
    "read",
    "score",
    "explain",
    "completion",
)
"""The commands in the order of an evening, then those that need no tournament."""


class _InOrder(SpokenGroup):
    """The program, whose help lists the commands as they are needed."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Their names in order."""
        return sorted(super().list_commands(ctx), key=_ORDER.index)


app = SpokenApp("help.program.does", name="kiebitz", group=_InOrder)
app.add_typer(rules_app, name="rules")
app.add_typer(players_app, name="players")
app.command(help=say_help("help.new.does"))(new)
app.command(help=say_help("help.verify.does"))(verify)
app.command(help=say_help("help.standings.does"))(standings)
app.command(help=say_help("help.season.does"))(season)
app.command(help=say_help("help.export.does"))(export)
app.command(help=say_help("help.desk.does"))(desk)
app.command(help=say_help("help.status.does"))(status)
app.command(help=say_help("help.decide.does"))(decide)
app.command(help=say_help("help.undo.does"))(undo)
app.command(help=say_help("help.keying.does"))(keying)
app.command(help=say_help("help.close.does"))(close)
app.command(help=say_help("help.reopen.does"))(reopen)
app.command(help=say_help("help.audit.does"))(audit)
app.command(help=say_help("help.take.does"))(take)
app.command(help=say_help("help.draw.does"))(draw)
app.command(help=say_help("help.draws.does"))(draws)
app.command("print", help=say_help("help.print.does"))(print_sheets)


@app.callback(invoke_without_command=True, no_args_is_help=False)
def kiebitz(
    context: typer.Context,
    version: Annotated[bool, make_option("--version", "help.program.version")] = False,
    language: Language = DEFAULT_LANG,  # a command takes it over: desk.__main__ looks for it before anything is parsed
) -> None:
    """Options of the program itself."""
    if version:
        from importlib.metadata import version as read_version

        typer.echo(f"kiebitz {read_version('kiebitz')}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        from desk.cli.help_pages import show_first_steps

        raise typer.Exit(show_first_steps(context, language))


@app.command(help=say_help("help.score.does"))
def score(rules: Rules, language: Language = DEFAULT_LANG, strict: Strict = False) -> int:
    """See `desk.cli.run.run_rules.score_stream`."""
    from desk.cli.run.run_rules import score_stream

    return score_stream(rules, language, strict)


@app.command(help=say_help("help.sheet.does"))
def sheet(
    context: typer.Context,
    rules: Rules = "",
    output: Annotated[Path | None, make_option("-o --output", "help.sheet.output")] = None,
    style: Annotated[str, make_option("--style", "help.sheet.style", "points|totals|full")] = "points",
    seats: Annotated[int, make_option("--seats", "help.sheet.seats", "4|5")] = 4,
    games: Annotated[int | None, make_option("--games", "help.sheet.games")] = None,
    geometry: Annotated[Path | None, make_option("--geometry", "help.sheet.geometry")] = None,
    title: Annotated[str, make_option("--title", "help.sheet.title")] = "",
    round_: Annotated[int | None, make_option("--round", "help.sheet.round", min=1, max=99)] = None,
    table: Annotated[int | None, make_option("--table", "help.sheet.table", min=1, max=999)] = None,
    names: Annotated[str, make_option("--names", "help.sheet.names", "A,B,C,D")] = "",
    plus: Annotated[bool, make_option("--plus", "help.sheet.plus")] = False,
    paper: Annotated[str, make_option("--paper", "help.sheet.paper", "a4|a5")] = "a4",
    all_: Annotated[Path | None, make_option("--all", "help.sheet.all")] = None,
    guide: Annotated[Path | None, make_option("--guide", "help.sheet.guide")] = None,
    language: Language = DEFAULT_LANG,
) -> int:
    """See `desk.cli.run.run_sheet.print_sheet`."""
    from desk.cli.run.run_sheet import print_all_sheets, print_guide, print_sheet
    from tournament.printing.sheet_orders import SheetOrder

    if guide is not None:
        _refuse_others(context, "guide")
        return print_guide(rules, guide, language)
    if all_ is not None:
        _refuse_others(context, "all_")
        langs = (language,) if "language" in _list_typed(context) else LANGUAGES
        return print_all_sheets(rules, all_, langs, language)
    order = SheetOrder(rules, style, seats, games, title, round_, table, names, language, plus, paper)
    return print_sheet(order, output, geometry)


def _refuse_others(context: typer.Context, name: str) -> None:
    """Raises WrongUse for options that `name` would pass over in silence."""
    from desk.exits import WrongUse

    options = {parameter.name: parameter.opts[-1] for parameter in context.command.params}
    if others := tuple(options[other] for other in _list_typed(context) if other not in (name, "rules", "language")):
        raise WrongUse("desk.use.other-options", option=options[name], others=others)


def _list_typed(context: typer.Context) -> list[str]:
    """The parameters that stand on the command line."""
    return [
        name
        for name in context.params
        if (source := context.get_parameter_source(name)) is not None and source.name == "COMMANDLINE"
    ]


@app.command(help=say_help("help.read.does"))
def read(
    photos: Photos,
    layout: LayoutFile = None,
    json_: Annotated[bool, make_option("--json", "help.read.json")] = False,
    debug: Debug = None,
    jobs: Jobs = 0,
    language: Language = DEFAULT_LANG,
) -> int:
    """See `desk.cli.run.run_read.read_photos`."""
    from desk.cli.run.run_read import read_photos

    return read_photos(photos, layout, json_, debug, jobs, language)


@app.command(help=say_help("help.scan.does"))
def scan(
    photos: Annotated[list[str], make_argument("photo", "help.scan.photos")],
    rules: Rules = "",
    output: Annotated[Path | None, make_option("-o --output", "help.scan.output")] = None,
    book: Annotated[str, make_option("--book", "help.scan.book")] = "",
    report: Annotated[Path | None, make_option("--json", "help.scan.json")] = None,
    players: Annotated[Path | None, make_option("--players", "help.scan.players")] = None,
    names: Annotated[Path | None, make_option("--names", "help.scan.names")] = None,
    draw: Annotated[Path | None, make_option("--draw", "help.scan.draw")] = None,
    round_: Annotated[int | None, make_option("--round", "help.scan.round", min=1, max=99)] = None,
    table: Annotated[int | None, make_option("--table", "help.scan.table", min=1, max=999)] = None,
    layout: LayoutFile = None,
    csv: Annotated[Path | None, make_option("--csv", "help.scan.csv")] = None,
    title: Annotated[str, make_option("--title", "help.scan.title")] = "",
    strict: Strict = False,
    debug: Debug = None,
    jobs: Jobs = 0,
    cluster: Annotated[str, make_option("--cluster", "help.scan.cluster")] = "",
    language: Language = DEFAULT_LANG,
) -> int:
    """See `desk.cli.run.run_scan.scan_photos`."""
    from desk.cli.run.run_scan import scan_photos
    from desk.cli.run.scan_order import ScanOrder
    from tournament.record.record_errors import SUFFIX, is_url

    if not book and (is_url(photos[0]) or Path(photos[0]).suffix.lower() == SUFFIX):
        book, *photos = photos
    return scan_photos(
        ScanOrder(
            tuple(Path(photo) for photo in photos),
            book,
            rules,
            output,
            report,
            players,
            names,
            draw,
            round_,
            table,
            layout,
            csv,
            strict,
            debug,
            jobs,
            language,
            title,
            cluster,
        )
    )


@app.command(help=say_help("help.learn.does"))
def learn(
    photo: Annotated[Path, make_argument("photo", "help.learn.photo")],
    output: Annotated[Path, make_option("-o --output", "help.learn.output")],
    picture: Annotated[Path | None, make_option("--picture", "help.learn.picture")] = None,
    page: Annotated[int, make_option("--page", "help.learn.page", min=1)] = 1,
    force: Annotated[bool, make_option("--force", "help.learn.force")] = False,
    strict: Strict = False,
    language: Language = DEFAULT_LANG,
) -> int:
    """See `desk.cli.run.run_learn.learn_layout`."""
    from desk.cli.run.run_learn import LearnOrder, learn_layout

    return learn_layout(LearnOrder(photo, page, output, picture, force, strict, language))


@app.command(help=say_help("help.explain.does"))
def explain(
    rules: Rules,
    game: Annotated[str | None, make_argument("game", "help.explain.game")] = None,
    language: Language = DEFAULT_LANG,
    strict: Strict = False,
) -> int:
    """See `desk.cli.run.run_rules.explain_games`."""
    from desk.cli.run.run_rules import explain_games

    return explain_games(rules, game, language, strict)


@app.command(help=say_help("help.completion.does"))
def completion(
    shell: Annotated[Literal["bash", "zsh", "fish", "powershell"], make_argument("shell", "help.completion.shell")],
    language: Language = DEFAULT_LANG,
) -> int:
    """See `desk.cli.help_pages.print_script`."""
    from desk.cli.help_pages import print_script

    return print_script(shell, language)

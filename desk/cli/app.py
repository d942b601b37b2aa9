"""The command line: options and their help. A command's module is imported when it runs: help must be quick."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, get_args

import typer

from desk.cli import explain as explain_cmd
from desk.cli import rules as rules_cmd
from texts.languages import Lang, default_language, pick

DEFAULT = default_language()

app = typer.Typer(
    name="kiebitz",
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode=None,  # plain help: Rich alone would take a third of the start-up time
    pretty_exceptions_enable=False,  # desk.__main__ says what went wrong
    help=pick(
        "Kiebitz liest fotografierte Doppelkopf-Spielzettel, rechnet jede Zeile nach und schreibt den Tabellenstand.",
        "Kiebitz reads photographed Doppelkopf score sheets, re-scores every row and writes the standings.",
    ),
)


def option(names: str, de: str, en: str) -> typer.models.OptionInfo:
    """An option with its help in the user's language. Files are not tried here: their readers tell what is wrong."""
    return typer.Option(*names.split(), help=pick(de, en), readable=False)  # type: ignore[no-any-return]


Rules = Annotated[str, option("--rules", "Regelwerk: Kennung oder TOML-Datei.", "Rule set: id or TOML file.")]
Language = Annotated[Lang, option("--lang", "Sprache der Texte.", "Language of the texts.")]
Strict = Annotated[
    bool,
    option("--strict", "Ausgangswert 1, wenn ein Mensch etwas prüfen muss.", "Exit status 1 when a person must look."),
]
LayoutFile = Annotated[
    Path | None, option("--layout", "Maße eines fremden Bogens (TOML).", "Layout of a foreign sheet (TOML).")
]
Debug = Annotated[
    Path | None, option("--debug", "Ordner für Bilder aller Schritte.", "Folder for pictures of every stage.")
]
Photos = Annotated[
    list[Path],
    typer.Argument(
        metavar="PHOTO", readable=False,
        help=pick("Fotos, PDF-Dateien oder Ordner.", "Photographs, PDF files or folders."),
    ),
]
Jobs = Annotated[
    int, typer.Option("--jobs", min=0, help=pick("Zahl der Prozesse; 0: alle Kerne.", "Processes; 0: all cores."))
]


@app.callback(invoke_without_command=True)
def kiebitz(
    version: Annotated[bool, option("--version", "Die Version nennen.", "Print the version.")] = False,
) -> None:
    """Options of the program itself."""
    if version:
        from importlib.metadata import version as installed

        typer.echo(f"kiebitz {installed('kiebitz')}")
        raise typer.Exit


@app.command(
    help=pick(
        "Spiele abrechnen: je Zeile ein Spiel (JSON) hinein, eine Abrechnung heraus.",
        "Score games: one JSON line in, one out.",
    )
)
def score(rules: Rules, language: Language = DEFAULT, strict: Strict = False) -> int:
    """See desk.cli.score."""
    from desk.cli.score import score_stream

    return score_stream(rules, language, strict)


@app.command(help=pick("Einen leeren Bogen als PDF zeichnen.", "Draw an empty sheet as PDF."))
def sheet(
    context: typer.Context,
    rules: Annotated[
        str, option("--rules", "Regelwerk: Kennung oder TOML-Datei.", "Rule set: id or TOML file.")
    ] = "",
    output: Annotated[
        Path | None, option("-o --output", "Wohin das PDF soll.", "Where the PDF goes.")
    ] = None,
    style: Annotated[str, option("--style", "points, totals oder full.", "points, totals or full.")] = "points",
    seats: Annotated[int, option("--seats", "4 oder 5 Plätze.", "4 or 5 seats.")] = 4,
    games: Annotated[int | None, option("--games", "Zahl der Spiele.", "Number of games.")] = None,
    geometry: Annotated[Path | None, option("--geometry", "Maße als JSON.", "Geometry as JSON.")] = None,
    title: Annotated[str, option("--title", "Überschrift.", "Title.")] = "",
    round_: Annotated[int | None, typer.Option("--round", min=1, max=99, help=pick("Runde.", "Round."))] = None,
    table: Annotated[int | None, typer.Option("--table", min=1, max=999, help=pick("Tisch.", "Table."))] = None,
    names: Annotated[str, option("--names", "Namen nach Plätzen: A,B,C,D.", "Names by seat: A,B,C,D.")] = "",
    plus: Annotated[bool, option("--plus", "Nur Pluspunkte schreiben.", "Only plus points are written.")] = False,
    paper: Annotated[str, option("--paper", "a4 oder a5 (nur points).", "a4 or a5 (points only).")] = "a4",
    all_: Annotated[
        Path | None, option("--all", "Alle Bögen in diesen Ordner.", "All sheets into this folder.")
    ] = None,
    guide: Annotated[
        Path | None, option("--guide", "Seite für Spieler: so wird ausgefüllt.", "Page for players: how to fill it in.")
    ] = None,
    language: Language = DEFAULT,
) -> int:
    """See desk.cli.sheet."""
    from desk.cli.guide import print_guide
    from desk.cli.sheet import Wish, print_all, print_sheet

    if guide is not None:
        _refuse_others(context, "guide")
        return print_guide(rules, guide, language)
    if all_ is not None:
        _refuse_others(context, "all_")
        return print_all(rules, all_, (language,) if "language" in _typed(context) else get_args(Lang), language)
    wish = Wish(rules, style, seats, games, title, round_, table, names, language, plus, paper)
    return print_sheet(wish, output, geometry)


def _refuse_others(context: typer.Context, name: str) -> None:
    """Raises WrongUse for options that `name` would pass over in silence."""
    from desk.exits import WrongUse

    options = {parameter.name: parameter.opts[-1] for parameter in context.command.params}
    if others := ", ".join(options[other] for other in _typed(context) if other not in (name, "rules", "language")):
        raise WrongUse(
            text_de=f"Mit {options[name]} gelten nur --rules und --lang; bitte weglassen: {others}.",
            text_en=f"With {options[name]} only --rules and --lang hold; please leave out: {others}.",
        )


def _typed(context: typer.Context) -> list[str]:
    """The parameters that stand on the command line."""
    return [name for name in context.params
            if (source := context.get_parameter_source(name)) is not None and source.name == "COMMANDLINE"]


@app.command(help=pick("Lesen, was geschrieben steht, ohne Regeln.", "Read what is written, without any rule."))
def read(
    photos: Photos,
    layout: LayoutFile = None,
    json_: Annotated[bool, option("--json", "JSON-Zeilen statt Tabelle.", "JSON lines instead of a table.")] = False,
    debug: Debug = None,
    jobs: Jobs = 0,
    language: Language = DEFAULT,
) -> int:
    """See desk.cli.read."""
    from desk.cli.read import read_photos

    return read_photos(photos, layout, json_, debug, jobs, language)


@app.command(
    help=pick(
        "Fotos lesen, nachrechnen und die Tabelle schreiben.", "Read photographs, re-score them and write the workbook."
    )
)
def scan(
    photos: Photos,
    rules: Rules,
    output: Annotated[Path, option("-o --output", "Die Arbeitsmappe (xlsx).", "The workbook (xlsx).")],
    report: Annotated[Path | None, option("--json", "Bericht als JSON.", "Report as JSON.")] = None,
    players: Annotated[Path | None, option("--players", "Spielerliste.", "Roster.")] = None,
    names: Annotated[Path | None, option("--names", "CSV: Bogen, Platz, Name.", "CSV: sheet, seat, name.")] = None,
    draw: Annotated[Path | None, option("--draw", "CSV: Runde, Tisch, Namen.", "CSV: round, table, names.")] = None,
    round_: Annotated[
        int | None,
        typer.Option("--round", min=1, max=99, help=pick(
            "Runde der Bögen, deren Code keine nennt.", "Round of the sheets whose code names none.")),
    ] = None,
    table: Annotated[
        int | None,
        typer.Option("--table", min=1, max=999, help=pick(
            "Tisch der Bögen, deren Code keinen nennt.", "Table of the sheets whose code names none.")),
    ] = None,
    layout: LayoutFile = None,
    csv: Annotated[Path | None, option("--csv", "Ordner für CSV-Tabellen.", "Folder for CSV tables.")] = None,
    strict: Strict = False,
    debug: Debug = None,
    jobs: Jobs = 0,
    language: Language = DEFAULT,
) -> int:
    """See desk.cli.scan."""
    from desk.cli.scan import Job, run

    job = Job(tuple(photos), rules, output, report, players, names, draw, round_, table, layout, csv, strict, debug,
              jobs, language)
    return run(job)


@app.command(
    help=pick(
        "Aus dem Bild eines eigenen Bogens ein Layout (TOML) und ein Prüfbild machen.",
        "Make a layout (TOML) and a picture to check it by from a picture of one's own sheet.",
    )
)
def learn(
    photo: Annotated[
        Path,
        typer.Argument(metavar="PHOTO", readable=False, help=pick("Ein Foto oder PDF.", "A photograph or PDF.")),
    ],
    output: Annotated[Path, option("-o --output", "Das Layout (toml).", "The layout (toml).")],
    picture: Annotated[
        Path | None, option("--picture", "Das Prüfbild (png); sonst neben dem Layout.",
                            "The picture to check by (png); else beside the layout."),
    ] = None,
    page: Annotated[int, typer.Option("--page", min=1, help=pick("Seite der Datei.", "Page of the file."))] = 1,
    force: Annotated[bool, option("--force", "Vorhandenes überschreiben.", "Overwrite what exists.")] = False,
    strict: Strict = False,
    language: Language = DEFAULT,
) -> int:
    """See desk.cli.learn."""
    from desk.cli.learn import Wish, learn_layout

    return learn_layout(Wish(photo, page, output, picture, force, strict, language))


app.command("explain", help=explain_cmd.HELP)(explain_cmd.explain)
app.add_typer(rules_cmd.rules_app, name="rules")

"""The commands on sheets, photographs and rules; of these only `kiebitz scan` can use a tournament's file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal, NamedTuple

import typer

from desk.cli.help_classes import (
    DEFAULT_LANG,
    Debug,
    EveryList,
    Jobs,
    Language,
    LayoutFile,
    Photos,
    Plain,
    Rules,
    Strict,
    make_argument,
    make_option,
)
from texts.sentences import say


class ScanOrder(NamedTuple):
    """`photos`: files and folders; the first may be a tournament's file instead. `book`: the tournament's file or
    database, "" where only a workbook is wanted, which then has its file beside it."""

    photos: Annotated[list[str], make_argument("photo", "help.scan.photos")]
    rules: Rules = ""
    output: Annotated[Path | None, make_option("-o --output", "help.scan.output")] = None
    book: Annotated[str, make_option("--book", "help.scan.book")] = ""
    report: Annotated[Path | None, make_option("--json", "help.scan.json")] = None
    players: Annotated[Path | None, make_option("--players", "help.scan.players")] = None
    names: Annotated[Path | None, make_option("--names", "help.scan.names")] = None
    draw: Annotated[Path | None, make_option("--draw", "help.scan.draw")] = None
    round: Annotated[int | None, make_option("--round", "help.scan.round", min=1, max=99)] = None
    table: Annotated[int | None, make_option("--table", "help.scan.table", min=1, max=999)] = None
    layout: LayoutFile = None
    plain: Plain = ""
    every_list: EveryList = False
    seated: Annotated[str, make_option("--seated", "help.scan.seated", "A,B,C,D")] = ""
    csv: Annotated[Path | None, make_option("--csv", "help.scan.csv")] = None
    title: Annotated[str, make_option("--title", "help.scan.title")] = ""
    strict: Strict = False
    debug: Debug = None
    jobs: Jobs = 0
    cluster: Annotated[str, make_option("--cluster", "help.scan.cluster")] = ""
    lang: Language = DEFAULT_LANG

    @property
    def paths(self) -> tuple[Path, ...]:
        """The photographs, as paths."""
        return tuple(map(Path, self.photos))


class RulesListOrder(NamedTuple):
    """`kiebitz rules list`"""

    lang: Language = DEFAULT_LANG


class RulesShowOrder(NamedTuple):
    """`kiebitz rules show`"""

    rules: Annotated[str, make_argument("id", "help.rules.id")]
    output: Annotated[Path | None, make_option("-o --output", "help.rules.output")] = None
    lang: Language = DEFAULT_LANG


class RulesCheckOrder(NamedTuple):
    """`kiebitz rules check`"""

    file: Annotated[Path, make_argument("file", "help.rules.file")]
    lang: Language = DEFAULT_LANG


class RulesNewOrder(NamedTuple):
    """`answers`: a TOML file of them; `answer`: "question=answer", each. `yes`: everything as it is usual."""

    file: Annotated[Path, make_argument("file", "help.rules.new-file")]
    answers: Annotated[Path | None, make_option("--answers", "help.rules.answers")] = None
    answer: Annotated[list[str], make_option("--answer", "help.rules.answer")] = []  # noqa: RUF012 - typer copies it
    yes: Annotated[bool, make_option("--yes", "help.rules.yes")] = False
    force: Annotated[bool, make_option("--force", "help.rules.force")] = False
    lang: Language = DEFAULT_LANG


class PaperOrder(NamedTuple):
    """Prints one empty sheet; with `all_sheets` every sheet, into that folder; with `guide` the page for players."""

    typed: typer.Context
    rules: Rules = ""
    output: Annotated[Path | None, make_option("-o --output", "help.sheet.output")] = None
    style: Annotated[str, make_option("--style", "help.sheet.style", "points|totals|full")] = "points"
    seats: Annotated[int, make_option("--seats", "help.sheet.seats", min=3, max=7)] = 4
    games: Annotated[int | None, make_option("--games", "help.sheet.games")] = None
    geometry: Annotated[Path | None, make_option("--geometry", "help.sheet.geometry")] = None
    title: Annotated[str, make_option("--title", "help.sheet.title")] = ""
    round: Annotated[int | None, make_option("--round", "help.sheet.round", min=1, max=99)] = None
    table: Annotated[int | None, make_option("--table", "help.sheet.table", min=1, max=999)] = None
    names: Annotated[str, make_option("--names", "help.sheet.names", "A,B,C,D")] = ""
    plus: Annotated[bool, make_option("--plus", "help.sheet.plus")] = False
    paper: Annotated[str, make_option("--paper", "help.sheet.paper", "a4|a5")] = "a4"
    all_sheets: Annotated[Path | None, make_option("--all", "help.sheet.all")] = None
    guide: Annotated[Path | None, make_option("--guide", "help.sheet.guide")] = None
    lang: Language = DEFAULT_LANG


class LearnOrder(NamedTuple):
    """`output`: the layout file. `picture`: the picture to check it by, None for its usual place. `page`: from 1.
    `table`: its number in the picture, from 1 by size, or "all". `column`: "2-5=total", what stands in columns. `yes`:
    nothing is asked. `force`: existing files may be replaced. `strict`: the exit status says whether anything was
    assumed."""

    photo: Annotated[Path, make_argument("photo", "help.learn.photo")]
    output: Annotated[Path, make_option("-o --output", "help.learn.output")]
    picture: Annotated[Path | None, make_option("--picture", "help.learn.picture")] = None
    page: Annotated[int, make_option("--page", "help.learn.page", min=1)] = 1
    table: Annotated[str, make_option("--table", "help.learn.table")] = ""
    column: Annotated[list[str], make_option("--column", "help.learn.column")] = []  # noqa: RUF012 - typer copies it
    yes: Annotated[bool, make_option("--yes", "help.learn.yes")] = False
    force: Annotated[bool, make_option("--force", "help.learn.force")] = False
    strict: Strict = False
    lang: Language = DEFAULT_LANG

    @property
    def picture_path(self) -> Path:
        """The path of the picture to check the layout by: the one asked for, else beside the layout."""
        ending = say(self.lang, "desk.learn.picture-file")
        return self.picture or self.output.with_name(f"{self.output.stem}-{ending}.png")

    def of_table(self, place: int) -> LearnOrder:
        """The order for one of all tables, counted from 1: the second one is `verein-2.toml`, with its picture."""
        if place == 1:
            return self
        files = (self.output, self.picture)
        output, picture = (file and file.with_name(f"{file.stem}-{place}{file.suffix}") for file in files)
        return self._replace(output=output or self.output, picture=picture)


class ReadOrder(NamedTuple):
    """`photos`: files and folders. `layout`: TOML of a foreign sheet. `debug`: a folder for pictures of every stage."""

    photos: Photos
    layout: LayoutFile = None
    plain: Plain = ""
    every_list: EveryList = False
    as_json: Annotated[bool, make_option("--json", "help.read.json")] = False
    debug: Debug = None
    jobs: Jobs = 0
    lang: Language = DEFAULT_LANG


class ScoreOrder(NamedTuple):
    """`kiebitz score`"""

    rules: Rules
    lang: Language = DEFAULT_LANG
    strict: Strict = False


class ExplainOrder(NamedTuple):
    """`game`: None for those on standard input."""

    rules: Rules
    game: Annotated[str | None, make_argument("game", "help.explain.game")] = None
    lang: Language = DEFAULT_LANG
    strict: Strict = False


class CompletionOrder(NamedTuple):
    """`kiebitz completion`"""

    shell: Annotated[Literal["bash", "zsh", "fish", "powershell"], make_argument("shell", "help.completion.shell")]
    lang: Language = DEFAULT_LANG

"""The commands on a tournament's file: the arguments and options of each, in the order of an evening.

An order is what the user typed for one command. Typer reads its fields as it reads a function's parameters.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal, NamedTuple

from desk.cli.help_classes import DEFAULT_LANG, By, Language, Rules, Where, make_argument, make_option, say_help

NAMES = say_help("help.values.names")
"""The placeholder that the help shows for names with commas; in other commands `--names` is a file."""
AWARD_KINDS = "fine|deduction|warning|disqualification|compensation"
STANDS = "beside|own-row|game-row"
"""The words of a choice, as the options take them."""


class NewOrder(NamedTuple):
    """`games`: None for the number in the rules. `ties`, `places`, `prizes`: lists with commas."""

    where: Where
    rules: Rules
    title: Annotated[str, make_option("--title", "help.new.title")]
    rounds: Annotated[int, make_option("--rounds", "help.new.rounds", min=1, max=99)]
    games: Annotated[int | None, make_option("--games", "help.new.games", min=1, max=99)] = None
    seats: Annotated[int, make_option("--seats", "help.new.seats", min=4, max=5)] = 4
    players: Annotated[Path | None, make_option("--players", "help.new.players")] = None
    sheet: Annotated[str, make_option("--sheet", "help.new.sheet")] = ""
    dry: Annotated[bool, make_option("--dry-run", "help.new.dry")] = False
    ties: Annotated[str, make_option("--ties", "help.new.ties")] = ""
    places: Annotated[str, make_option("--places", "help.new.places")] = ""
    prizes: Annotated[str, make_option("--prizes", "help.new.prizes")] = ""
    fee: Annotated[str, make_option("--fee", "help.new.fee")] = ""
    form: Annotated[Path | None, make_option("--form", "help.new.form")] = None
    by: By = ""
    lang: Language = DEFAULT_LANG


class FormOrder(NamedTuple):
    """`settings`: "final=places"; without any, and without a file, the form is shown."""

    where: Where
    settings: Annotated[list[str] | None, make_argument("setting", "help.form.settings")] = None
    listed: Annotated[Path | None, make_option("--from", "help.form.from")] = None
    as_json: Annotated[bool, make_option("--json", "help.form.json")] = False
    as_toml: Annotated[bool, make_option("--toml", "help.form.toml")] = False
    by: By = ""
    reason: Annotated[str, make_option("--reason", "help.decide.reason")] = ""
    lang: Language = DEFAULT_LANG


class DrawOrder(NamedTuple):
    """`round`: None for all that are not drawn yet. `seed`: None for a random one. `listed`: a CSV with the draw."""

    where: Where
    round: Annotated[int | None, make_option("--round", "help.draw.round", min=1, max=99)] = None
    seed: Annotated[str | None, make_option("--seed", "help.draw.seed")] = None
    listed: Annotated[Path | None, make_option("--from", "help.draw.from")] = None
    as_json: Annotated[bool, make_option("--json", "help.draw.json")] = False
    by: By = ""
    lang: Language = DEFAULT_LANG


class DrawsOrder(NamedTuple):
    """`round`: None for all. `pdf`: the file for the certificate of all rounds, None for none."""

    where: Where
    round: Annotated[int | None, make_option("--round", "help.draws.round", min=1, max=99)] = None
    as_json: Annotated[bool, make_option("--json", "help.draw.json")] = False
    pdf: Annotated[Path | None, make_option("--pdf", "help.draws.pdf")] = None
    lang: Language = DEFAULT_LANG


class PrintOrder(NamedTuple):
    """`geometry`: the file for one line of JSON per printed sheet, None for no such file."""

    where: Where
    round: Annotated[int, make_option("--round", "help.print.round", min=1, max=99)]
    output: Annotated[Path, make_option("-o --output", "help.print.output")]
    style: Annotated[str, make_option("--style", "help.sheet.style", "points|totals|full")] = "points"
    plus: Annotated[bool, make_option("--plus", "help.sheet.plus")] = False
    paper: Annotated[str, make_option("--paper", "help.sheet.paper", "a4|a5")] = "a4"
    geometry: Annotated[Path | None, make_option("--geometry", "help.print.geometry")] = None
    by: By = ""
    lang: Language = DEFAULT_LANG


class DeskOrder(NamedTuple):
    """`https`: with a certificate of our own, unless one is given. `certificate`, `key`: PEM files."""

    where: Annotated[str, make_argument("file", "help.desk.where")] = ""
    port: Annotated[int, make_option("--port", "help.desk.port", min=0, max=65535)] = 8765
    host: Annotated[str, make_option("--host", "help.desk.host")] = "127.0.0.1"
    https: Annotated[bool, make_option("--https", "help.desk.https")] = False
    certificate: Annotated[Path | None, make_option("--certificate", "help.desk.certificate")] = None
    key: Annotated[Path | None, make_option("--key", "help.desk.key")] = None
    lang: Language = DEFAULT_LANG


class StatusOrder(NamedTuple):
    """`kiebitz status`"""

    where: Where
    as_json: Annotated[bool, make_option("--json", "help.status.json")] = False
    lang: Language = DEFAULT_LANG


class EnterOrder(NamedTuple):
    """`totals`, `names`: by seat, with commas; one of `totals` and `rows` is given."""

    where: Where
    round: Annotated[int, make_option("--round", "help.enter.round", min=1, max=99)]
    table: Annotated[int, make_option("--table", "help.enter.table", min=1, max=999)]
    totals: Annotated[str, make_option("--totals", "help.enter.totals")] = ""
    rows: Annotated[Path | None, make_option("--rows", "help.enter.rows")] = None
    names: Annotated[str, make_option("--names", "help.enter.names", NAMES)] = ""
    source: Annotated[str, make_option("--source", "help.enter.source")] = ""
    by: By = ""
    reason: Annotated[str, make_option("--reason", "help.enter.reason")] = ""
    lang: Language = DEFAULT_LANG


class DecideOrder(NamedTuple):
    """`items`: names, or patterns with "*". `solo`, `offence`: "" leaves the cross as it is. `seen`: the
    number of the last entry that the user saw, None for all of them."""

    where: Where
    items: Annotated[list[str], make_argument("item", "help.decide.items")]
    accept: Annotated[bool, make_option("--accept", "help.decide.accept")] = False
    as_written: Annotated[bool, make_option("--as-written", "help.decide.as-written")] = False
    points: Annotated[str | None, make_option("--points", "help.decide.points")] = None
    name: Annotated[str | None, make_option("--name", "help.decide.name")] = None
    solo: Annotated[str, make_option("--solo", "help.decide.solo")] = ""
    offence: Annotated[str, make_option("--offence", "help.decide.offence")] = ""
    undo: Annotated[bool, make_option("--undo", "help.decide.undo")] = False
    by: By = ""
    reason: Annotated[str, make_option("--reason", "help.decide.reason")] = ""
    seen: Annotated[int | None, make_option("--seen", "help.decide.seen", min=1)] = None
    lang: Language = DEFAULT_LANG


class AwardOrder(NamedTuple):
    """`who`: None to list them. `points`: as typed, "-12" or "Anna -12, Bernd +12". `round`, `table`, `game`: 0 where
    that is not said. `photo`: the name of a photograph."""

    where: Where
    who: Annotated[str | None, make_argument("name", "help.award.who")] = None
    what: Annotated[str, make_option("--as", "help.award.what", AWARD_KINDS)] = "fine"
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


class MoveOrder(NamedTuple):
    """`round`, `table`: None to leave them. `names`: the players in the order of the columns, "" to leave them."""

    where: Where
    item: Annotated[str, make_argument("item", "help.move.item")]
    round: Annotated[int | None, make_option("--round", "help.move.round", min=1, max=99)] = None
    table: Annotated[int | None, make_option("--table", "help.move.table", min=1, max=999)] = None
    names: Annotated[str, make_option("--names", "help.move.names", NAMES)] = ""
    swap: Annotated[bool, make_option("--swap", "help.move.swap")] = False
    by: By = ""
    reason: Annotated[str, make_option("--reason", "help.decide.reason")] = ""
    lang: Language = DEFAULT_LANG


class UndoOrder(NamedTuple):
    """`entry`: None for the last one that a person made. `listing`: only show what there is."""

    where: Where
    entry: Annotated[int | None, make_argument("entry", "help.undo.entry")] = None
    listing: Annotated[bool, make_option("--list", "help.undo.list")] = False
    by: By = ""
    reason: Annotated[str, make_option("--reason", "help.decide.reason")] = ""
    lang: Language = DEFAULT_LANG


class KeyingOrder(NamedTuple):
    """Without `every` and `sample` no field is chosen, only the state shown. `seed`: "" for a random one."""

    where: Where
    every: Annotated[bool, make_option("--all", "help.keying.all")] = False
    sample: Annotated[int | None, make_option("--sample", "help.keying.sample", min=1, max=9999)] = None
    seed: Annotated[str, make_option("--seed", "help.keying.seed")] = ""
    by: By = ""
    lang: Language = DEFAULT_LANG


class CloseOrder(NamedTuple):
    """`kiebitz close`"""

    where: Where
    round: Annotated[int, make_option("--round", "help.close.round", min=1, max=99)]
    by: By = ""
    reason: Annotated[str, make_option("--reason", "help.close.reason")] = ""
    lang: Language = DEFAULT_LANG


class ReopenOrder(NamedTuple):
    """`kiebitz reopen`"""

    where: Where
    round: Annotated[int, make_option("--round", "help.reopen.round", min=1, max=99)]
    by: By = ""
    reason: Annotated[str, make_option("--reason", "help.reopen.reason")] = ""
    lang: Language = DEFAULT_LANG


class StandingsOrder(NamedTuple):
    """`teams`: how many members of each club count, 0 for no teams. `sample`: the seed of an audit of the first `first`
    places, "" for none; with `sums` a sheet's sum row is compared in place of its rows. `statistics`: the workbook to
    write."""

    where: Where
    as_json: Annotated[bool, make_option("--json", "help.standings.json")] = False
    teams: Annotated[int, make_option("--teams", "help.standings.teams", min=0, max=99)] = 0
    settle: Annotated[bool, make_option("--settle", "help.standings.settle")] = False
    sample: Annotated[str, make_option("--sample", "help.standings.sample")] = ""
    first: Annotated[int, make_option("--first", "help.standings.first", min=1, max=99)] = 1
    sums: Annotated[bool, make_option("--sums", "help.standings.sums")] = False
    statistics: Annotated[Path | None, make_option("--statistics", "help.standings.statistics")] = None
    lang: Language = DEFAULT_LANG


class ExportOrder(NamedTuple):
    """`paper`: "" for A4, where the file is a PDF."""

    where: Where
    output: Annotated[Path, make_option("-o --output", "help.export.output")]
    paper: Annotated[str, make_option("--paper", "help.export.paper", "a4|a3")] = ""
    by: By = ""
    lang: Language = DEFAULT_LANG
    certificates: Annotated[bool, make_option("--certificates", "help.export.certificates")] = False

    @property
    def ending(self) -> str:
        """The ending of the file's name, in small letters; "" for a folder."""
        return "" if self.output.is_dir() else self.output.suffix.lower()


class TakeOrder(NamedTuple):
    """`kiebitz take`"""

    where: Where
    workbook: Annotated[Path, make_argument("workbook", "help.take.workbook")]
    lang: Language = DEFAULT_LANG


class AuditOrder(NamedTuple):
    """What to explain: a row or a sheet by its place, any item by its name, one player, or all players."""

    where: Where
    round: Annotated[int | None, make_option("--round", "help.audit.round", min=1, max=99)] = None
    table: Annotated[int | None, make_option("--table", "help.audit.table", min=1, max=999)] = None
    game: Annotated[int | None, make_option("--game", "help.audit.game", min=1, max=99)] = None
    item: Annotated[str, make_option("--item", "help.audit.item")] = ""
    player: Annotated[str, make_option("--player", "help.audit.player")] = ""
    players: Annotated[bool, make_option("--players", "help.audit.players")] = False
    as_json: Annotated[bool, make_option("--json", "help.audit.json")] = False
    pdf: Annotated[Path | None, make_option("--pdf", "help.audit.pdf")] = None
    lang: Language = DEFAULT_LANG


class VerifyOrder(NamedTuple):
    """`rescue`: the new file for all entries that are intact, "" for none. `anew`: judges every sheet again; otherwise
    judgements in this user's own cache folder are used. `noted`: a hash that somebody wrote down, "" for none."""

    where: Where
    folders: Annotated[list[Path] | None, make_option("--photos", "help.verify.photos")] = None
    rescue: Annotated[str, make_option("--rescue", "help.verify.rescue")] = ""
    anew: Annotated[bool, make_option("--anew", "help.verify.anew")] = False
    noted: Annotated[str, make_option("--noted", "help.verify.noted")] = ""
    lang: Language = DEFAULT_LANG


class SeasonOrder(NamedTuple):
    """`best`: how many evenings of each player count, 0 for all. `by`: whether an evening counts by its points or by
    its place points. `same`, `different`: "A = B", "A ≠ B". `paper`: "" for A4, where the file is a PDF. `statistics`:
    a workbook of statistics to write as well."""

    files: Annotated[list[str], make_argument("file", "help.season.files")]
    output: Annotated[Path, make_option("-o --output", "help.season.output")]
    best: Annotated[int, make_option("--best", "help.season.best", min=0, max=999)] = 0
    by: Annotated[Literal["points", "places"], make_option("--by", "help.season.by", "points|places")] = "points"
    title: Annotated[str, make_option("--title", "help.season.title")] = ""
    same: Annotated[list[str] | None, make_option("--same", "help.season.same")] = None
    different: Annotated[list[str] | None, make_option("--different", "help.season.different")] = None
    paper: Annotated[str, make_option("--paper", "help.export.paper", "a4|a3")] = ""
    statistics: Annotated[Path | None, make_option("--statistics", "help.standings.statistics")] = None
    lang: Language = DEFAULT_LANG

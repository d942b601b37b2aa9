"""Every row of an evening as plain values: who had how many points, who played alone, who was Re.

The rows of the worksheet `Spiele` are listed as written and as counted, with the possible decisions on an open one and
what the row counts then. Some of the played rows are drawn for a referee to compare with the paper (audit).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from scoring.counting.game import Game
from texts.item_ids import make_sum_item
from texts.languages import Lang
from texts.sentences import say
from tournament.evening.book import Book
from tournament.evening.counted_sheets import CountedSheet
from tournament.evening.item_names import find_key, name_row_item
from tournament.human_decisions import list_denied
from tournament.judging.judged_sheet import JudgedRow, RowPoints, Status, is_whole
from tournament.judging.offers import Offer, list_offers
from tournament.judging.written_sheet import parse_number
from tournament.remarks import Doubt, RowText, attribute_faults
from tournament.standings.audit_sample import CountedRow, plan_audit
from tournament.standings.places import Round


@dataclass(frozen=True, slots=True)
class PlayedRow:
    """A row of a sheet; players by their numbers.

    `points`: by player, 0 for one who sat out or has no points yet. `played`: False for a blank row. `soloist`: who
    played a crossed solo. `re`: the players of Re, None if the sheet does not show them. `whole`: the row holds the
    totals of a table without games, and is no game itself. `resting`: who sat out. `told`: the game, if the sheet shows
    all of it.
    """

    item: str
    round: Round
    table: int | None
    sheet: int
    game: int
    points: Mapping[int, int]
    played: bool
    offence: bool = False
    soloist: int | None = None
    re: frozenset[int] | None = None
    whole: bool = False
    resting: frozenset[int] = frozenset()
    told: Game | None = None

    @property
    def players(self) -> tuple[int, ...]:
        """Who played, by seat."""
        return tuple(player for player in self.points if player not in self.resting)


def list_played_rows(book: Book) -> tuple[PlayedRow, ...]:
    """Every printed row of every sheet, including blank ones; a table's second half sheet follows its first. For a
    sheet of which only totals are known one row with these."""
    owners = {seat: player.number for player in book.players for seat in player.seats}
    entries = sorted(book.entries, key=lambda entry: (entry.round or 0, entry.table or 0, entry.half, entry.number))
    return tuple(row for entry in entries for row in _list_played(entry, owners))


def _list_played(entry: CountedSheet, owners: Mapping[tuple[int, int], int]) -> Iterator[PlayedRow]:
    if entry.sheet.source.totals_only:
        yield _make_sum_row(entry, owners, whole=True)
    for row in entry.sheet.rows:
        players = [owners[entry.number, seat] for seat in range(1, len(row.points) + 1)]
        points = {player: value or 0 for player, value in zip(players, row.points, strict=True)}
        soloist = players[row.soloist - 1] if row.soloist else None
        re = frozenset(players[seat - 1] for seat in row.details.re) if row.details else None
        yield PlayedRow(
            name_row_item(entry.sheet.source, row.game),
            entry.round,
            entry.table,
            entry.number,
            row.game,
            points,
            row.played and any(value is not None for value in row.points),
            row.offence,
            soloist,
            re,
            resting=frozenset(player for player, value in zip(players, row.points, strict=True) if value is None),
            told=row.details,
        )


@dataclass(frozen=True, slots=True)
class GameRow:
    """One row of the worksheet `Spiele`. `written`, `counted`: one value for each seat. `soloist`: the soloist's seat.
    `words`: all findings in one text. `item`: its name for commands."""

    sheet: int
    photo: str
    round: Round
    table: int | None
    game: str
    written: tuple[str, ...]
    counted: tuple[int | None, ...]
    solo: bool
    soloist: int | None
    status: Status
    words: str
    item: str = ""
    offence: bool = False


def list_game_rows(book: Book, lang: Lang) -> list[GameRow]:
    """Every row of every counted sheet in which something is written, or may be, in the order of the sheets."""
    rows: list[GameRow] = []
    for entry in book.entries:
        with attribute_faults(entry.number):
            rows += [_make_row(entry, row, lang) for row in entry.sheet.shown_rows]
    return rows


def name_game(entry: CountedSheet, row: JudgedRow, lang: Lang) -> str:
    """The number of the game; an offence among the games says so, and below them it is "Strafe 1"."""
    code = entry.sheet.source.code
    if code and 0 < code.games < row.game:
        return name_row(entry, row, lang)
    return say(lang, "workbook.place.offence", game=row.game) if row.offence else str(row.game)


def name_row(entry: CountedSheet, row: JudgedRow, lang: Lang) -> str:
    """The row's place on the paper: "Spiel 7", "Strafe 1"."""
    return entry.make_labels(None).spell_row(lang, row.game)


def name_photo(entry: CountedSheet, lang: Lang) -> str:
    """The name of the photograph that shows the sheet; for a typed sheet what it was typed from."""
    return say(lang, "workbook.place.typed", source=entry.photo) if entry.sheet.source.typed else entry.photo


def _make_row(entry: CountedSheet, row: JudgedRow, lang: Lang) -> GameRow:
    labels = entry.make_labels(row.place)
    words = " ".join(finding.message(lang, labels) for finding in row.findings)
    return GameRow(
        entry.number,
        name_photo(entry, lang),
        entry.round,
        entry.table,
        name_game(entry, row, lang),
        row.written,
        row.points,
        row.solo,
        row.soloist,
        row.status,
        words,
        name_row_item(entry.sheet.source, row.game),
        row.offence,
    )


Decision = Literal["accept", "as-written", "points", "strike"]


class RowOption(NamedTuple):
    """A decision on a row, with the points that it then counts, and whether its crosses for solo and offence count."""

    decision: Decision
    points: RowPoints
    solo: bool
    offence: bool


Choice = tuple[str, RowOption | None]
"""A decision in the words of the workbook's list, and what the row then counts; None for points that are typed in."""


@dataclass(frozen=True, slots=True)
class RowChoice:
    """The possible decisions on an open row. `now`: what it counts until somebody decides. `options`: to accept (the
    proposal, or what counts now if there is none), to keep what is written, and other proposals with other results; or
    that it is struck as written twice. `game`: its number."""

    now: RowOption
    options: tuple[RowOption, ...] = ()
    game: int = 0

    @property
    def accepted(self) -> RowPoints | None:
        """The points with the proposal; None if there is no single one."""
        return next((one.points for one in self.options if one.decision == "accept"), None)

    @property
    def written(self) -> RowPoints | None:
        """The points as written; None if not all can be read."""
        return next((one.points for one in self.options if one.decision == "as-written"), None)

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """The decisions that it offers; points can always be typed in."""
        return (*(one.decision for one in self.options if one.decision != "points"), "points")

    def list_words(self, lang: Lang) -> tuple[Choice, ...]:
        """The choices in the workbook: the decisions, and "Punkte +9 -3 -3 -3 ohne Solo" for other proposals."""
        words = [(self._spell(one, lang), one) for one in self.options]
        return (*words, (say(lang, "workbook.decision.points"), None))

    def _spell(self, option: RowOption, lang: Lang) -> str:
        """The words of an option: a cross is named if it would change."""
        words = say(lang, f"workbook.decision.{option.decision}", game=self.game)
        if option.decision != "points":
            return words
        solo, offence = (on if on != now else None for on, now in zip(option[2:], self.now[2:], strict=True))
        text = RowText(option.points, bool(solo), bool(offence), "/", list_denied(solo, offence))
        return f"{words} {text.spell(lang)}"

    @property
    def keeps_now(self) -> bool:
        """Whether some decision says that the points stay as they are now."""
        return self.now.points in (self.accepted, self.written)


_MOST_OFFERS = 5
"""How many proposals can be chosen: a list in Excel has at most 255 letters."""


def list_choices(row: JudgedRow, findings: Sequence[Doubt], *, plain: bool) -> RowChoice:
    """The possible decisions on the row. `findings`: those that a person is shown. `plain`: whether each cell of the
    row holds the points of its seat with their sign; not so on lists of totals, or where only one side's are
    written."""
    inked = row.points if row.provisional == "written" else _read_written(row) if plain else ()
    now = RowOption("points", row.points, row.solo, row.offence)
    written = [now._replace(decision="as-written", points=inked)] if is_whole(inked) else []
    offers = {one.key: _make_option(one) for one in reversed(list_offers(row))}
    accepted = [offers[True]._replace(decision="accept")] if True in offers else []
    others: list[RowOption] = []
    for one in map(_make_option, list_offers(row)):
        if one[1:] not in {known[1:] for known in (*accepted, *written, *others)}:
            others.append(one)
    if not offers and row.provisional == "likeliest" and not any(one.proposal for one in findings):
        keep = is_whole(row.points) and row.points not in {one.points for one in written}
        accepted = [now._replace(decision="accept")] if keep else []
    return RowChoice(now, (*others[:_MOST_OFFERS], *accepted, *written))


def choose_offer(row: JudgedRow, offer: Offer) -> RowChoice:
    """What may be decided of a row that is asked about with others: that its proposal is accepted."""
    accepted = _make_option(offer)._replace(decision="accept")
    return RowChoice(RowOption("points", row.points, row.solo, row.offence), (accepted,))


def choose_strike(row: JudgedRow) -> RowChoice:
    """What may be decided of a row that may be there twice: that it counts nothing."""
    struck = RowOption("strike", (None,) * len(row.points), solo=False, offence=False)
    return RowChoice(RowOption("points", row.points, row.solo, row.offence), (struck,), row.game)


def _make_option(offer: Offer) -> RowOption:
    return RowOption("points", offer.settled.points, offer.settled.solo, offer.settled.offence)


def _read_written(row: JudgedRow) -> RowPoints:
    """The points as written; () if a cell cannot be read."""
    cells = [parse_number(text) for text in row.written]
    if any(cell.mark == "illegible" for cell in cells):
        return ()
    return tuple(
        None if cell.empty and points is None else cell.points for cell, points in zip(cells, row.points, strict=True)
    )


@dataclass(frozen=True, slots=True)
class BookAudit:
    """What is to be compared with the paper: the sum rows first, then the rows `drawn` from `count`. `highest`: the
    highest value of a game that the audit assumes."""

    sums: tuple[PlayedRow, ...]
    drawn: tuple[PlayedRow, ...]
    count: int
    highest: int


def plan_book_audit(book: Book, seed: str, first: int, *, sums: bool) -> BookAudit:
    """The audit of the first `first` places; `seed`: see `plan_audit`. `sums`: whether sum rows are compared in place
    of all rows of their sheets."""
    summed = list_sum_rows(book) if sums else ()
    sheets = {row.sheet for row in summed}
    played = tuple(row for row in list_played_rows(book) if not row.whole)
    rows = [row for row in played if row.sheet not in sheets]
    highest = find_highest(book, played)
    audit = plan_audit(book.standings, [CountedRow(row.item, row.points) for row in rows], highest, seed, first)
    items = {row.item for row in audit.drawn}
    return BookAudit(summed, tuple(row for row in rows if row.item in items), len(rows), highest)


def list_sum_rows(book: Book) -> tuple[PlayedRow, ...]:
    """The sum row of each sheet on which all sums are written and are what the columns add up to."""
    owners = {seat: player.number for player in book.players for seat in player.seats}
    rows = []
    for entry in book.entries:
        written, totals = tuple(parse_number(text).value for text in entry.sheet.sums), entry.sheet.totals
        if written and written == totals:
            rows.append(_make_sum_row(entry, owners))
    return tuple(rows)


def _make_sum_row(entry: CountedSheet, owners: Mapping[tuple[int, int], int], *, whole: bool = False) -> PlayedRow:
    points = {owners[entry.number, seat]: total for seat, total in enumerate(entry.sheet.totals, 1)}
    item = make_sum_item(find_key(entry.sheet.source))
    return PlayedRow(item, entry.round, entry.table, entry.number, 0, points, played=True, whole=whole)


def find_highest(book: Book, rows: Sequence[PlayedRow]) -> int:
    """The value above which the rules call a game unusual, or the highest value that was played, if that is higher;
    more where a soloist has the value more than three times.

    Rows crossed as a solo are left out.
    """
    counted = (row.points.values() for row in rows if row.soloist is None and not row.offence)
    played = max((abs(value) for values in counted for value in values), default=0)
    often = max(3, *book.rules.list_lone_times())
    return max(-(-book.rules.checks.unusual.above * often // 3), -(-played // 3))

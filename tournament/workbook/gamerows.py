"""What the workbook and the tables say, as plain rows: no Excel, no pandas."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from scanner.reading import Reading
from texts.languages import Lang
from tournament.evening.between import unnamed_seat
from tournament.evening.book import Book, Unusable
from tournament.evening.missing import RoundMatter
from tournament.evening.standings import Entry, Round
from tournament.faults import about
from tournament.judging.row.judged import JudgedRow, JudgedSheet, Status, about_sums, all_in
from tournament.remarks import Doubt, RoundText, proposal_text, say


@dataclass(frozen=True, slots=True)
class GameRow:
    """One row of `Spiele`. `written`, `counted`: by seat; `words`: findings in one text."""

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


@dataclass(frozen=True, slots=True)
class OpenItem:
    """One line of `Prüfung`: a row, a sum or a name that a person must settle, what is missing of a round, or a
    photograph that is not counted.

    `fields`: what the picture shows; `game`: the row's name in `Spiele`, "" for what is no row; `seat`: the one whose
    name is asked for, 0 for anything else. A round and a photograph that is not counted have neither sheet nor entry.
    """

    sheet: int | None
    photo: str
    place: str
    names: tuple[str, ...]
    written: tuple[str, ...]
    findings: tuple[str, ...]
    proposals: tuple[str, ...]
    entry: Entry | None
    fields: tuple[Reading, ...]
    game: str = ""
    seat: int = 0


_FEW = 3
"""Fields that an explanation of a whole sheet names at most when it is told to people; the report has it all."""


def game_rows(book: Book, lang: Lang) -> list[GameRow]:
    """Every row of every counted sheet in which something is or may be written, in the order of the sheets."""
    return [row for entry in book.entries for row in _rows_of(entry, lang)]


def _rows_of(entry: Entry, lang: Lang) -> list[GameRow]:
    with about(entry.number):
        return [_game_row(entry, row, lang) for row in entry.sheet.told_rows]


def open_items(book: Book, lang: Lang) -> list[OpenItem]:
    """Everything that waits for a person: of each sheet the open rows, then the whole; then what is missing of the
    rounds; last the unused photographs."""
    of_sheets = [item for entry in book.entries for item in _items_of(entry, lang)]
    of_rounds = [_round(matter, lang) for matter in book.matters]
    return of_sheets + of_rounds + [_photo(unusable, lang) for unusable in book.unusable]


def _items_of(entry: Entry, lang: Lang) -> list[OpenItem]:
    with about(entry.number):
        return [*_open_rows(entry, lang), *_open_sheet(entry, lang)]


def _game_row(entry: Entry, row: JudgedRow, lang: Lang) -> GameRow:
    words = " ".join(finding.message(lang) for finding in row.findings)
    return GameRow(
        entry.number, entry.sheet.source.photo, entry.round, entry.table, game_name(row, lang), row.written, row.points,
        row.solo, row.soloist, row.status, words,
    )


def game_name(row: JudgedRow, lang: Lang) -> str:
    """The game's number; an offence row says so."""
    return f"{row.game} {say(lang, 'mark-offence')}" if row.offence else str(row.game)


def _open_rows(entry: Entry, lang: Lang) -> list[OpenItem]:
    items = []
    for row in entry.sheet.open_rows:
        game = game_name(row, lang)
        item = _item(entry, say(lang, "game", game=game), row.written, row.findings, row.source.readings, lang)
        items.append(replace(item, game=game, findings=(*item.findings, *_odds(row, lang))))
    return items


def _odds(row: JudgedRow, lang: Lang) -> tuple[str, ...]:
    """Whose mistake it rather is."""
    if row.odds is None:
        return ()
    shares = {"miscounted": row.odds.miscounted, "misread": row.odds.misread}
    return (say(lang, "odds", **{name: _percent(share, lang) for name, share in shares.items()}),)


def _percent(share: float, lang: Lang) -> str:
    """Whole per cents; nothing is certain."""
    whole = round(100 * share)
    return f"{whole} %" if 1 <= whole <= 99 else say(lang, "percent-low" if whole < 1 else "percent-high")


def _open_sheet(entry: Entry, lang: Lang) -> list[OpenItem]:
    """The sheet's own findings: those on the sum row in one line, the others one by one."""
    return [_matter(entry, findings, lang) for findings in entry.sheet.open_matters]


def _matter(entry: Entry, findings: Sequence[Doubt], lang: Lang) -> OpenItem:
    if about_sums(findings[0]):
        cells = tuple(reading for reading in entry.sheet.source.sums if reading is not None)
        item = _item(entry, say(lang, "sum-row"), entry.sheet.sums, findings, cells, lang)
        return replace(item, findings=(*item.findings, *_explained(entry.sheet, lang)))
    place = say(lang, "names-row" if all_in(findings[0], "name.") else "whole-sheet")
    item = _item(entry, place, (), findings, _pictured(entry.sheet, findings[0].fields), lang)
    return replace(item, seat=unnamed_seat(findings[0]))


def _explained(sheet: JudgedSheet, lang: Lang) -> tuple[str, ...]:
    """What few numbers would explain rows and sums together. Wrong sums alone have been told one by one; where several
    rows are wrong by themselves their own findings tell more."""
    found = sheet.explanation
    fields = [change.field for change in (*found.misread, *found.miscounted)] if found else []
    numbers = all(".p" in field or ".total" in field for field in fields)
    if found is None or all(map(_of_sum_row, fields)):
        return ()
    if not numbers or len(fields) > _FEW:
        return () if found.complete else (say(lang, "whole-unsearched"),)
    misread, miscounted = (proposal_text(changes, lang) for changes in (found.misread, found.miscounted))
    text = "whole-both" if misread and miscounted else "whole-misread" if misread else "whole-miscounted"
    more = () if found.complete else (say(lang, "whole-unsearched"),)
    return (say(lang, text, misread=misread, miscounted=miscounted), *more)


def _of_sum_row(field: str) -> bool:
    return field.startswith("sum.")


def _round(matter: RoundMatter, lang: Lang) -> OpenItem:
    """What no sheet shows: it stands for itself, without a picture."""
    messages = tuple(finding.message(lang) for finding in matter.findings)
    return OpenItem(None, "", RoundText(matter.round).in_(lang), (), (), messages, (), None, ())


def _photo(unusable: Unusable, lang: Lang) -> OpenItem:
    reason = unusable.problem.message_en if lang == "en" else unusable.problem.message_de
    return OpenItem(None, unusable.photo, say(lang, "photo"), (), (), (reason,), (), None, ())


def _item(
    entry: Entry, place: str, written: tuple[str, ...], findings: Sequence[Doubt], fields: tuple[Reading, ...],
    lang: Lang,
) -> OpenItem:
    proposals = tuple(dict.fromkeys(text for f in findings if (text := f.proposal_text(lang))))
    messages = tuple(finding.message(lang) for finding in findings)
    return OpenItem(
        entry.number, entry.sheet.source.photo, place, entry.names, written, messages, proposals, entry, fields
    )


def _pictured(sheet: JudgedSheet, fields: Sequence[str]) -> tuple[Reading, ...]:
    """The fields that a picture can show: names and sums of the sheet, or the cells of one row."""
    source = sheet.source
    heads = {r.id: r for r in (*source.names, *source.sums, *source.signatures) if r is not None}
    shown = tuple(heads[field] for field in fields if field in heads)
    if shown:
        return shown
    rows = [row for row in source.rows if any(reading.id in fields for reading in row.readings)]
    return rows[0].readings if len(rows) == 1 else ()

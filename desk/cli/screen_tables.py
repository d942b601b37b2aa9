"""What a person sees when `kiebitz scan` is done: the places, what is open, and where the workbook is.

The tables are drawn by Rich. What comes from a sheet or a file name is plain text, never markup.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from desk.cli.screen import count_shown, write_lines
from scanner.sheet_reading import Reading, SheetReading
from texts.field_ids import parse_field
from texts.languages import Lang
from texts.sentences import say, write_number

if TYPE_CHECKING:
    from tournament.evening.book import Book
    from tournament.evening.roster import Roster
    from tournament.review.open_items import OpenItem


PLAIN_WIDTH = 160
"""Characters a line where the output is no terminal: wide enough for a finding, narrow enough for a log."""

_HEAD = ("desk.summary.place", "desk.summary.name", "desk.summary.points", "desk.summary.open")


def show_table(title: str, head: Sequence[str], rows: Iterable[Sequence[str]], right: Iterable[int] = ()) -> None:
    """Prints a table to standard output. `right`: indices of the columns of numbers, which are set to the right."""
    table = Table(title=Text(title, style="bold"), title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False)
    for index, name in enumerate(head):
        table.add_column(Text(name), justify="right" if index in set(right) else "left", overflow="fold")
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))
    if sys.stdout.isatty():
        Console(emoji=False, highlight=False).print(table)
        return
    page = io.StringIO()
    Console(file=page, width=PLAIN_WIDTH, emoji=False, highlight=False).print(table)
    sys.stdout.write("\n".join(line.rstrip() for line in page.getvalue().splitlines()) + "\n")


def show_reading(reading: SheetReading, lang: Lang) -> None:
    """Prints one sheet's fields: a line for each row of the paper ("g01"), a column for each kind of field ("p1")."""
    lines: dict[str, dict[str, Reading]] = {}
    for field in reading.readings:
        known = parse_field(field.id)
        lines.setdefault(known.line, {})[known.column] = field
    columns = list(dict.fromkeys(column for line in lines.values() for column in line))
    rows = ([name, *(_write_cell(line.get(column), lang) for column in columns)] for name, line in lines.items())
    show_table(f"{reading.photo}  {reading.layout or ''}", [say(lang, "desk.read.row"), *columns], rows)


def _write_cell(field: Reading | None, lang: Lang) -> str:
    """The text, the probability where it is below 99 %, and the flags: "-6", "-6 (87 %)", "16 overwritten"."""
    if field is None or (field.kind == "text" and not field.text):  # handwriting is not guessed
        return ""
    doubt = "" if round(field.confidence, 2) >= 0.99 else f"({write_number(field.confidence, '.0%', lang)})"
    flags = (say(lang, f"desk.flag.{flag}") for flag in field.flags)
    return " ".join(filter(None, (field.text, doubt, *flags)))


def show_summary(book: Book, workbook: Path, file: str, lang: Lang) -> None:
    """Prints places, open items and counts to standard output, the workbook's path last. `file`: the tournament's, or
    the one beside the workbook; its status shows all the items."""
    from tournament.review.open_items import list_open_items

    items = list_open_items(book, lang)
    _show_places(book, workbook, lang)
    if items:
        write_lines(list_items(items, file, lang))
    write_lines(_list_unusable(book, lang))
    write_lines((_count_sheets(book, lang), say(lang, "desk.summary.workbook", path=workbook)))


def _show_places(book: Book, workbook: Path, lang: Lang) -> None:
    from scoring.findings import write_points

    places = book.standings[: count_shown(book.standings)]
    rows = [
        (f"{one.place}.", one.player.name, write_points(one.player.total), _count_items(one.player.open_items, lang))
        for one in places
    ]
    show_table(say(lang, "desk.summary.standings"), [say(lang, key) for key in _HEAD], rows, right=(0, 2))
    if len(places) < len(book.standings):
        more = say(lang, "desk.summary.more", count=len(book.standings) - len(places), where=workbook.name)
        write_lines((f"  {more}", ""))


def _count_items(count: int, lang: Lang) -> str:
    return say(lang, "desk.summary.items", count=count) if count else ""


def list_items(items: Sequence[OpenItem], file: str, lang: Lang) -> Iterator[str]:
    """How many things wait for a person, and the first of them, a line each; the most important stand first."""
    shown = count_shown(items)
    yield say(lang, "desk.summary.findings", count=len(items))
    yield from (f"  {_write_item(item, lang)}" for item in items[:shown])
    if shown < len(items):
        yield f"  {say(lang, 'desk.summary.more', count=len(items) - shown, where=f'kiebitz status {file}')}"
    yield ""


def _write_item(item: OpenItem, lang: Lang) -> str:
    """ "Bogen 7, Spiel 13: Zusammen +2 statt 0. Vorschlag: Platz 2: -6 statt -4 (7.jpg)" """
    if item.sheet:
        place, photo = f"{say(lang, 'desk.summary.sheet', sheet=item.sheet)}, {item.place}:", f"({item.photo})"
    else:
        place, photo = " ".join(filter(None, (item.place, item.photo))) + ":", ""
    return " ".join(filter(None, (place, *item.findings, _write_proposals(item, lang), photo)))


def _write_proposals(item: OpenItem, lang: Lang) -> str:
    """What is proposed, as far as no finding says it: there "Ina -6 statt -4", in a proposal "Ina: -6 statt -4"."""
    said = " ".join(item.findings)
    new = [proposal for proposal in item.proposals if proposal.replace(": ", " ") not in said.replace(": ", " ")]
    return say(lang, "desk.summary.proposal", proposals="; ".join(new)) if new else ""


def _list_unusable(book: Book, lang: Lang) -> list[str]:
    if not book.unusable:
        return []
    return [say(lang, "desk.summary.not-counted", photos=tuple(one.photo for one in book.unusable))]


def _count_sheets(book: Book, lang: Lang) -> str:
    """How many sheets count and how many items are open: "11 sheets counted, 7 items open"."""
    items = _count_items(book.open_items, lang) or "0"
    return say(lang, "desk.summary.counted", sheets=len(book.entries), open=items)


def tell_strays(book: Book, roster: Roster, names: Path | None, lang: Lang) -> None:
    """Says which names are for a sheet or seat that does not exist: a slip in the file `names`."""
    entries = [(key, entry) for entry in book.entries for key in (str(entry.number), entry.photo.casefold())]
    places = {(key, seat) for key, entry in entries for seat in range(1, len(entry.names) + 1)}
    for sheet, seat, name in roster.find_strays(places):
        sys.stderr.write(f"{names}: {say(lang, 'desk.scan.no-such-seat', sheet=sheet, seat=seat, name=name)}\n")


def tell_other_places(book: Book, round_: int | None, table: int | None, lang: Lang) -> None:
    """Says where a sheet's code names another round or table than was asked for: the code's counts."""
    for entry in book.entries:
        for key, given, known in (
            ("desk.scan.other-round", round_, entry.round),
            ("desk.scan.other-table", table, entry.table),
        ):
            if given not in (None, known):
                sys.stderr.write(f"{entry.photo}: {say(lang, key, known=known, given=given)}\n")


def tell_earlier(book: Book, here: Collection[str], file: str, lang: Lang) -> None:
    """Says how many sheets count of earlier scans. `here`: the SHA-256 of this scan's photographs."""
    count = sum(entry.sheet.source.photo_sha256 not in here for entry in book.entries)
    if count:
        sys.stderr.write(say(lang, "decisions.scan.earlier", count=count, path=file) + "\n")

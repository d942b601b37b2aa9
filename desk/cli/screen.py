"""What people read on the screen: sentences, lines, tables, progress, and the summary of a scan.

Lines break between words, and lists end before they fill the screen. In a terminal a bar shows file names and the time
left. Rich draws bars and the finer tables, and is loaded only for them. Text from a sheet or a file name is plain text,
never markup.
"""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from shutil import get_terminal_size
from textwrap import wrap
from threading import Timer
from typing import TYPE_CHECKING, Any, TextIO
from unicodedata import category

from desk.shell_words import quote_word
from texts.field_ids import parse_field
from texts.languages import Lang
from texts.sentences import say, write_number

if TYPE_CHECKING:
    from scanner.sheet_reading import Reading, SheetReading
    from tournament.evening.book import Book
    from tournament.evening.roster import Roster
    from tournament.review.open_items import OpenItem

Tick = Callable[[str], None]

_PATIENCE_S = 1.0
_WIDEST_NAME = 24
"""Characters of a file's name: with them the bar, its count and the time left stay on one line of 80."""

MOST_WATCHED = 10
"""Lines of a list in a terminal: with counts and a table of places they fill its usual 24 lines."""

MOST_LOGGED = 40
"""Lines of a list that goes into a file or a pipe; the workbook and `kiebitz status` show all of them."""


def print_note(lang: Lang, key: str, **gaps: Any) -> None:
    """Says the sentence on standard error."""
    sys.stderr.write(say(lang, key, **gaps) + "\n")


def print_json(document: Any) -> None:
    """Writes the document as one line to standard output."""
    sys.stdout.write(json.dumps(document, ensure_ascii=False) + "\n")


def align_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """The lines of a plain table: the third column, the name, is aligned to the left, all others to the right. Rich
    draws finer tables, but loading it takes half of the time that this command may take."""
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    for row in (head, *rows):
        cells = (
            cell.ljust(width) if at == 2 else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        yield "  ".join(cells).rstrip()


@contextmanager
def show_bar(total: int, title: str) -> Iterator[Tick]:
    """Yields a function that is to be called with each finished file's name. Draws on standard error only."""
    if total < 2 or not sys.stderr.isatty():
        yield _show_nothing
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    watched = Console(stderr=True)
    with Progress(*columns, console=watched, transient=True, redirect_stdout=False) as progress:  # results go by
        task = progress.add_task(title, total=total)
        yield lambda name: progress.update(task, advance=1, description=f"{title}: {_shorten(name)}")


@contextmanager
def report_wait(lang: Lang) -> Iterator[None]:
    """Prints one line that it takes a while, once it has taken longer than a person expects: after an update, and for a
    file from another computer, all sheets are judged anew."""
    words = say(lang, "desk.read.wait") + "\n"
    timer = Timer(_PATIENCE_S, lambda: sys.stderr.write(words) if sys.stderr.isatty() else None)
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _show_nothing(_name: str) -> None:
    """Does nothing: the output is no terminal, so there is no bar."""


def _shorten(name: str) -> str:
    """The end of a long name, since photographs' names differ there, escaped for Rich."""
    from rich.markup import escape

    return escape(name if len(name) <= _WIDEST_NAME else f"…{name[1 - _WIDEST_NAME :]}")


def write_lines(lines: Iterable[str], stream: TextIO | None = None) -> None:
    """Writes lines to `stream`, by default standard output. In a terminal long lines are wrapped; a pipe gets them
    whole.

    Names come from sheets and files: control codes in them, which could rewrite the screen, become question marks.
    """
    to = stream or sys.stdout
    plain = ("".join("?" if category(char).startswith("C") else char for char in line) for line in lines)
    shown = wrap_lines(plain, get_terminal_size().columns - 1, hang=2) if to.isatty() else plain
    to.writelines(f"{line}\n" for line in shown)


def count_shown(lines: Sequence[object]) -> int:
    """How many lines of a list are shown. One that is only a little too long is shown whole."""
    most = MOST_WATCHED if sys.stdout.isatty() else MOST_LOGGED
    return len(lines) if len(lines) <= most + 1 else most


def wrap_lines(lines: Iterable[str], columns: int, hang: int = 0) -> Iterator[str]:
    """Breaks lines between words at `columns` characters. A continued line is indented like the one above it, and by
    `hang` more where that one is indented, as in a list."""
    for line in lines:
        margin = len(line) - len(line.lstrip(" *"))
        below = " " * (margin + (hang if margin else 0))
        yield from wrap(line, columns, subsequent_indent=below, break_long_words=False, break_on_hyphens=False) or [""]


PLAIN_WIDTH = 160
"""Characters a line where the output is no terminal: wide enough for a finding, narrow enough for a log."""

_HEAD = ("desk.summary.place", "desk.summary.name", "desk.summary.points", "desk.summary.open")


def show_table(title: str, head: Sequence[str], rows: Iterable[Sequence[str]], right: Iterable[int] = ()) -> None:
    """Prints a table to standard output. `right`: indices of the columns of numbers, which are set to the right."""
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

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
    """How many items wait for a person, and the first of them, one per line; the most important first."""
    shown = count_shown(items)
    yield say(lang, "desk.summary.findings", count=len(items))
    yield from (f"  {_write_item(item, file, lang)}" for item in items[:shown])
    if shown < len(items):
        yield f"  {say(lang, 'desk.summary.more', count=len(items) - shown, where=f'kiebitz status {file}')}"
    yield ""


def _write_item(item: OpenItem, file: str, lang: Lang) -> str:
    """ "Runde 1, Tisch 3, Spiel 13: Zusammen +2 statt 0. Vorschlag: Platz 2: -6 statt -4 (7.jpg)" """
    if item.entry is not None:
        place, photo = f"{item.entry.title.in_(lang)}, {item.place}:", f"({item.photo})"
    else:
        place, photo = " ".join(filter(None, (item.place, item.photo))) + ":", ""
    return " ".join(
        filter(None, (place, *item.findings, _write_proposals(item, lang), _write_way(item, file, lang), photo))
    )


def _write_way(item: OpenItem, file: str, lang: Lang) -> str:
    """How a sheet that does not say its place comes there; "" for any other item."""
    from tournament.evening.item_names import NO_PLACE

    key, _, matter = item.item.partition(".")
    return say(lang, "desk.summary.move", file=quote_word(file), sheet=key) if matter == NO_PLACE else ""


def _write_proposals(item: OpenItem, lang: Lang) -> str:
    """The proposals that no finding states already: a finding says "Ina -6 statt -4", a proposal "Ina: -6 statt -4"."""
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


def report_strays(book: Book, roster: Roster, names: Path | None, lang: Lang) -> None:
    """Reports names that are given for a sheet or seat that does not exist: a mistake in the file `names`."""
    entries = [(key, entry) for entry in book.entries for key in (str(entry.number), entry.photo.casefold())]
    places = {(key, seat) for key, entry in entries for seat in range(1, len(entry.names) + 1)}
    for sheet, seat, name in roster.find_strays(places):
        sys.stderr.write(f"{names}: {say(lang, 'desk.scan.no-such-seat', sheet=sheet, seat=seat, name=name)}\n")


def report_other_places(
    book: Book, here: Collection[str], given: tuple[int | None, int | None], file: str, lang: Lang
) -> None:
    """Reports the sheets of this scan that belong to another round or table than `given`. A sheet whose code states its
    place stays there; for every other sheet the line names the command that moves it. `here`: the SHA-256 of the scan's
    photographs."""
    for entry in book.entries:
        known, source = (entry.round, entry.table), entry.sheet.source
        if source.photo_sha256 not in here or all(wish in (None, now) for wish, now in zip(given, known, strict=True)):
            continue
        coded = source.code is not None and source.code.round is not None
        for key, wish, now in zip(("round", "table"), given, known, strict=True):
            if coded and wish not in (None, now):
                said = say(lang, f"desk.scan.other-{key}", known=now, given=wish)
                sys.stderr.write(f"{entry.photo}: {said}\n")
        if not coded:
            words = zip(("--round", "--table"), given, strict=True)
            place = " ".join(f"{option} {wish}" for option, wish in words if wish is not None)
            command = f"kiebitz move {quote_word(file)} {source.key} {place}"
            said = say(lang, "desk.scan.known-place", sheet=entry.title, command=command)
            sys.stderr.write(f"{entry.photo}: {said}\n")


def report_earlier(book: Book, here: Collection[str], file: str, lang: Lang) -> None:
    """Reports how many sheets of earlier scans count. `here`: the SHA-256 of this scan's photographs."""
    count = sum(entry.sheet.source.photo_sha256 not in here for entry in book.entries)
    if count:
        print_note(lang, "decisions.scan.earlier", count=count, path=file)

"""What is given with photographs: the layout of their sheets, and who sits where. What is remarked on lists without a
table is told here too."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator, Sequence, Sized
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from desk.cli.paper_orders import ReadOrder, ScanOrder
from desk.cli.screen import print_note, write_lines
from desk.exits import Unusable, WrongUse
from texts.sentences import say, tidy_text

if TYPE_CHECKING:
    from scanner.sheet_reading import SheetReading
    from texts.languages import Lang
    from tournament.evening.roster import Roster

_SEATS = (3, 7)


@contextmanager
def choose_layout(order: ScanOrder | ReadOrder) -> Iterator[Path | None]:
    """The layout's file for as long as photographs are read: the one given, or one for lists without a table, or None.
    Raises WrongUse, Unusable, or `templates.layout.LayoutFault`."""
    from templates.foreign.layout_file import PLAIN_STYLES, write_plain_layout

    seats = len(list_seated(order)) if isinstance(order, ScanOrder) else 0
    if order.every_list and (order.layout is None or (isinstance(order, ScanOrder) and order.cluster)):
        raise WrongUse("desk.use.every-list")
    if not order.plain:
        if isinstance(order, ScanOrder) and order.layout is not None:
            _check_list(order.layout)
        yield order.layout
        return
    if order.plain not in PLAIN_STYLES or order.layout is not None:
        raise WrongUse("desk.use.plain", styles=PLAIN_STYLES)
    with tempfile.TemporaryDirectory(prefix="kiebitz-") as folder:
        path = Path(folder, "plain.toml")
        path.write_text(write_plain_layout(order.plain, seats), encoding="utf-8")
        yield path


def _check_list(path: Path) -> None:
    """Raises Unusable for the layout of a table without players' columns: its cells can be read, but nothing judged."""
    from templates.foreign.layout_file import load_layout
    from texts.field_ids import parse_field

    layout = load_layout(path)
    if not layout.plain and not any(parse_field(field.id).is_points for field in layout.fields):
        raise Unusable("desk.stop.no-list", layout=path)


def list_seated(order: ScanOrder) -> tuple[str, ...]:
    """The names that were typed, from the left of the list. Raises WrongUse for names that are no table's, for lists
    that are printed, and for a tournament's file, in which sheets have tables."""
    names = tuple(filter(None, map(tidy_text, order.seated.split(",")))) if order.seated else ()
    few = not _SEATS[0] <= len(names) <= _SEATS[1] or len({name.casefold() for name in names}) < len(names)
    if order.seated and (few or not order.plain or order.book):
        raise WrongUse("desk.use.seated", least=_SEATS[0], most=_SEATS[1])
    return names


def read_roster(order: ScanOrder, photos: tuple[Path, ...]) -> Roster:
    """The players, names and draw of the files that were given."""
    from tournament.evening.roster import Roster
    from tournament.filing.setup.people_files import read_draw, read_names, read_players, read_starts

    players = () if order.players is None else read_players(order.players)
    drawn = {} if order.draw is None else read_draw(order.draw)
    players = players or tuple(dict.fromkeys(name for table in drawn.values() for name in table))
    starts = {} if order.players is None else read_starts(order.players)
    given = {} if order.names is None else read_names(order.names)
    return Roster(players, _give_names(list_seated(order), photos) | given, drawn, starts)


def _give_names(names: Sequence[str], photos: Sequence[Path]) -> dict[tuple[str, int], str]:
    """Who sits at each seat of every photograph's list: (photograph, seat from 1) -> name."""
    return {(photo.name.casefold(), seat): name for photo in photos for seat, name in enumerate(names, 1)}


def hear_remarks(
    readings: Iterator[tuple[Path, SheetReading]], heard: list[SheetReading]
) -> Iterator[tuple[Path, SheetReading]]:
    """The readings, and notes those with remarks: they are told when the bar is gone."""
    for path, reading in readings:
        heard += [reading] if reading.remarks else []
        yield path, reading


def report_remarks(reading: SheetReading, lang: Lang) -> None:
    """Says on standard error what was taken for what on a list without a table."""
    if reading.remarks:
        said = "; ".join(remark.in_(lang) for remark in reading.remarks)
        write_lines([f"{reading.photo}: {said}."], sys.stderr)


def report_beside(reading: SheetReading, lang: Lang) -> None:
    """Says on standard error that a photograph shows more lists than were read."""
    beside = 0 if reading.quality is None else reading.quality.beside
    if beside:
        write_lines([f"{reading.photo}: {say(lang, 'evening.lists-beside', beside=beside)}"], sys.stderr)


def report_known(order: ScanOrder, known: Sized, file: str) -> None:
    """Says on standard error which photographs of a foreign sheet were not read again: its layout may be mended."""
    if known and (order.layout or order.plain):
        print_note(order.lang, "decisions.scan.known-layout", count=len(known), file=file)

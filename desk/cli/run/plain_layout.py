"""Lists on squared, lined or blank paper: their layout, made of what was typed, and who sits where on them."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from desk.cli.paper_orders import ReadOrder, ScanOrder
from desk.exits import WrongUse
from texts.sentences import tidy_text

_SEATS = (3, 7)


@contextmanager
def choose_layout(order: ScanOrder | ReadOrder) -> Iterator[Path | None]:
    """The layout's file for as long as photographs are read: the one given, or one for lists without a table, or None.
    Raises WrongUse."""
    from templates.foreign.layout_file import PLAIN_STYLES

    seats = len(list_seated(order)) if isinstance(order, ScanOrder) else 0
    if not order.plain:
        yield order.layout
        return
    if order.plain not in PLAIN_STYLES or order.layout is not None:
        raise WrongUse("desk.use.plain", styles=PLAIN_STYLES)
    with tempfile.TemporaryDirectory(prefix="kiebitz-") as folder:
        path = Path(folder, "plain.toml")
        path.write_text(f'id = "plain"\nplain = "{order.plain}"\nseats = {seats}\n', encoding="utf-8")
        yield path


def list_seated(order: ScanOrder) -> tuple[str, ...]:
    """The names that were typed, from the left of the list. Raises WrongUse for names that are no table's, for lists
    that are printed, and for a tournament's file, in which sheets have tables."""
    names = tuple(filter(None, map(tidy_text, order.seated.split(",")))) if order.seated else ()
    few = not _SEATS[0] <= len(names) <= _SEATS[1] or len({name.casefold() for name in names}) < len(names)
    if order.seated and (few or not order.plain or order.book):
        raise WrongUse("desk.use.seated", least=_SEATS[0], most=_SEATS[1])
    return names


def give_names(names: Sequence[str], photos: Sequence[Path]) -> dict[tuple[str, int], str]:
    """Who sits at each seat of every photograph's list: (photograph, seat from 1) -> name."""
    return {(photo.name.casefold(), seat): name for photo in photos for seat, name in enumerate(names, 1)}

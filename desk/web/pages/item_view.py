"""Collects what the page shows of one item: its row or names, the question, the proposal, addresses of its pictures.

For a row these include its crosses, which a person can change; for a sheet without a place the tables it may belong to.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import get_args

from desk.web.pages.picture_addresses import (
    find_sheet,
    list_framed,
    make_cell_address,
    make_row_address,
    make_sheet_address,
)
from scanner.sheet_reading import Reading
from scoring.rows.written_rows import Row
from texts.field_ids import make_seat_id, parse_field
from texts.item_ids import parse_item
from texts.languages import Lang
from texts.sentences import say
from tournament.evening.counted_sheets import CountedSheet
from tournament.evening.decided_sheets import is_contested
from tournament.evening.item_names import NO_PLACE, SWAPPED, SeatOrder, find_key, name_row_item, name_seat_item
from tournament.evening.late_items import AFTER_CLOSING, TYPED
from tournament.evening.seat_swaps import list_swap_sheets
from tournament.evening.sheet_places import FreeTable, choose_tables, find_fitting
from tournament.evening.struck_rows import list_left_rows
from tournament.filing.deciding import Wish, make_decision, read_settled
from tournament.filing.moving import find_order
from tournament.filing.open_evening import Evening
from tournament.filing.reasons import TWO_SHEETS, RefusedDecision, find_closed_rounds
from tournament.human_decisions import CrossName, HumanDecision
from tournament.judging.causes import make_row
from tournament.judging.judged_sheet import JudgedRow
from tournament.judging.offers import write_settled
from tournament.judging.written_sheet import has_mark, has_solo
from tournament.review.waiting import Waiting, find_proposed, write_all_points

CROSSES: tuple[CrossName, ...] = get_args(CrossName)


@dataclass(frozen=True, slots=True)
class CrossView:
    """A cross for which the sheet has a box. `inked`: whether there is a cross in the ink; `offered`: whether it counts
    in the proposal; `doubtful`: whether a person is asked to check it."""

    name: CrossName
    inked: bool
    offered: bool
    doubtful: bool


def view_crosses(row: JudgedRow, shown: Row, framed: tuple[str, ...]) -> tuple[CrossView, ...]:
    """The cross boxes of the row. `shown`: the row as the page proposes it; `framed`: the fields in doubt."""
    source = row.source
    solos = [one.id for one in (source.solo, *source.others) if one is not None and parse_field(one.id).kind == "solo"]
    offences = [source.offence.id] if source.offence is not None else []
    views = (
        CrossView("solo", has_solo(source), shown.solo, any(one in framed for one in solos)),
        CrossView("offence", has_mark(source.offence), shown.offence, any(one in framed for one in offences)),
    )
    return tuple(view for view, boxes in zip(views, (solos, offences), strict=True) if boxes)


def read_wished(form: Mapping[str, str], name: CrossName) -> bool | None:
    """Whether the visitor wants the cross to count; None where the form has no box for it."""
    return name in form if f"offered_{name}" in form else None


def get_crosses(form: Mapping[str, str]) -> tuple[bool | None, bool | None]:
    """`read_wished` for the solo and for the offence."""
    solo, offence = (read_wished(form, name) for name in CROSSES)
    return solo, offence


def is_changed(form: Mapping[str, str]) -> bool:
    """Whether the visitor changed a cross from what the page proposed."""
    wished = ((read_wished(form, name), bool(form.get(f"offered_{name}"))) for name in CROSSES)
    return any(now is not None and now != offered for now, offered in wished)


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat of a row. `written`: the likeliest reading of the ink; `offered`: the text in its input, "" for nothing;
    `doubtful`: whether a person is asked to check it first."""

    seat: int
    name: str
    field: str
    written: str
    offered: str
    doubtful: bool


@dataclass(frozen=True, slots=True)
class ItemView:
    """What the page shows of one item. `kind`: "row", "name", or another matter. `cell`, `row`: addresses of pictures,
    "" for none; `heads`: those of several sheets' heads. `framed`: the doubtful fields. `open`: whether it is open; a
    sheet can be moved even if not. `late`: it waits because its round is closed. `ruling`: an earlier decision.
    `reasoned`: whether a reason is required, as for an item that is `contested`, not open, or late.
    For a row: `as_written`: the points that count if it is left as written, "" where its ink is illegible. `crosses`:
    those that have a box. `contested`: a second person read something else. `typed`: a photograph or a second person
    disagrees with its typed totals. `together`: the rows of one question, each with its place and what it counts then.
    `left`: the first and the last of the rows at the end that may have been struck because the time was up.
    For names and places: `drawn`: players drawn to the table; `players`: all players. `likeliest`: who most probably
    sat at the seat, "" for nobody. `columns`: who was drawn to each column, by start number and name; `named`: whether
    the sheet names others. `tables`: free tables to which a sheet may belong; `fits`: the proposed one. `sheets`: keys
    and photographs of two sheets that claim one table."""

    item: str
    kind: str
    key: str
    place: str
    sentence: str
    seats: tuple[SeatView, ...] = ()
    proposal: str = ""
    cell: str = ""
    row: str = ""
    drawn: tuple[str, ...] = ()
    players: tuple[str, ...] = ()
    ruling: HumanDecision | None = None
    as_written: str = ""
    likeliest: str = ""
    crosses: tuple[CrossView, ...] = ()
    contested: bool = False
    reasoned: bool = False
    late: bool = False
    typed: bool = False
    together: tuple[tuple[str, str], ...] = ()
    tables: tuple[FreeTable, ...] = ()
    fits: FreeTable | None = None
    sheets: tuple[tuple[str, str], ...] = ()
    open: bool = True
    heads: tuple[str, ...] = ()
    columns: tuple[tuple[int, str], ...] = ()
    named: bool = False
    left: tuple[int, int] | None = None

    @property
    def offered(self) -> str:
        """The texts of all inputs, joined."""
        return ",".join(seat.offered for seat in self.seats)


def view_item(evening: Evening, items: Iterable[Waiting], item: str, lang: Lang, field: str = "") -> ItemView | None:
    """The view of an item, open or not; None where the evening has none of that name. `items`: its open items; `field`:
    the one to look at first."""
    waiting = next((one for one in items if one.item == item), None)
    for entry in evening.book.entries:
        for row in entry.sheet.rows:
            if name_row_item(entry.sheet.source, row.game) == item:
                return _view_row(evening, entry, row, waiting, lang, field)
        for seat in range(1, len(entry.names) + 1):
            if name_seat_item(entry.sheet.source, seat) == item:
                return _view_name(evening, entry, seat, waiting, lang)
    if waiting is not None and SWAPPED in waiting.codes:
        return _view_swap(evening, waiting, lang)
    if waiting is None or waiting.codes[:1] == (NO_PLACE,) or waiting.item.endswith(TWO_SHEETS):
        return _view_place(evening, item, waiting, lang)
    if (order := find_order(evening, item)) is not None:
        return _view_order(evening, waiting, order, lang)
    return _view_matter(evening, waiting, lang)


def name_place(entry: CountedSheet, lang: Lang) -> str:
    """Round and table of a sheet; its photograph where nobody knows them."""
    return entry.title.in_(lang)


def _view_row(
    evening: Evening, entry: CountedSheet, row: JudgedRow, waiting: Waiting | None, lang: Lang, field: str
) -> ItemView:
    item, framed = name_row_item(entry.sheet.source, row.game), list_framed(row, field)
    settlement = find_proposed(row) if waiting else None
    shown = settlement or make_row(row)
    written = write_all_points(shown.points) if settlement or not waiting else [""] * len(row.points)
    seats = tuple(_view_seat(seat, entry, row, written[seat - 1], framed) for seat in range(1, len(row.points) + 1))
    place = f"{name_place(entry, lang)}, {entry.make_labels(None).spell_row(lang, row.game)}"
    large = next((seat.field for seat in seats if seat.doubtful and seat.field), framed[0] if framed else "")
    return ItemView(
        item,
        "row",
        find_key(entry.sheet.source),
        place,
        waiting.sentence if waiting else "",
        seats,
        write_settled(settlement, lang) if settlement else "",
        make_cell_address(entry, large) if large else "",
        make_row_address(entry, item, framed, field),
        ruling=evening.tournament.decisions.get(item),
        as_written=_write_inked(evening, item, row, lang),
        crosses=view_crosses(row, shown, framed),
        contested=is_contested(row),
        reasoned=is_contested(row) or waiting is None or bool(find_closed_rounds(evening, item)),
        left=_find_left(evening, entry, row.game) if waiting and row.source.struck else None,
    )


def _find_left(evening: Evening, entry: CountedSheet, game: int) -> tuple[int, int] | None:
    """The rows without numbers at the end of the games, if that row is one of them; 0 for any."""
    rows = [row.game for row in list_left_rows(evening.book.rules, entry.sheet.source)]
    return (rows[0], rows[-1]) if rows and game in (0, *rows) else None


def _write_inked(evening: Evening, item: str, row: JudgedRow, lang: Lang) -> str:
    """The points that count if the row is left as it is written."""
    try:
        wish = Wish(item, "as-written", reason="–")
        if row.source.struck and row.status == "review":
            return say(lang, "web.review.struck")
        return write_settled(read_settled(row.source, make_decision(evening, wish)), lang)
    except RefusedDecision:
        return ""


def _view_seat(seat: int, entry: CountedSheet, row: JudgedRow, offered: str, framed: Sequence[str]) -> SeatView:
    cell: Reading | None = row.source.cells[seat - 1]
    field = "" if cell is None else cell.id
    return SeatView(seat, entry.names[seat - 1], field, row.written[seat - 1], offered, field in framed)


def _view_name(evening: Evening, entry: CountedSheet, seat: int, waiting: Waiting | None, lang: Lang) -> ItemView:
    source, ruling = entry.sheet.source, evening.tournament.decisions
    item, field = name_seat_item(source, seat), make_seat_id("name", seat)
    place = f"{name_place(entry, lang)}, {say(lang, 'web.review.seat', seat=seat)}"
    tables = evening.tournament.draws.get(entry.round or 0, ())
    starts = [start for table in tables if table.number == entry.table for start in table.starts]
    names = {player.start: player.name for player in evening.tournament.players}
    drawn = tuple(names[start] for start in starts if start in names)
    return ItemView(
        item,
        "name",
        find_key(source),
        place,
        waiting.sentence if waiting else "",
        cell=make_cell_address(entry, field) if field in source.head else "",
        drawn=drawn,
        players=tuple(names.values()),
        ruling=ruling.get(item),
        likeliest=_find_likeliest(evening, entry, seat, drawn) if waiting else "",
        reasoned=waiting is None or bool(find_closed_rounds(evening, item)),
    )


def _find_likeliest(evening: Evening, entry: CountedSheet, seat: int, drawn: Sequence[str]) -> str:
    """The only player whose name is near to the one read, else the player drawn to the seat who sits at no other; ""
    where a different name is written there."""
    who, others = evening.book.seated[entry.number - 1][seat - 1], {*entry.names[: seat - 1], *entry.names[seat:]}
    near = who.closest if who.doubt is not None and who.why == "name" and len(who.closest) == 1 else ()
    found = near[0] if near else drawn[seat - 1] if seat <= len(drawn) else ""
    return "" if who.why == "stranger" or found in others else found


def _view_matter(evening: Evening, waiting: Waiting, lang: Lang) -> ItemView:
    entry, late = find_sheet(evening, parse_item(waiting.item).key), AFTER_CLOSING in waiting.codes
    reasoned = bool(find_closed_rounds(evening, waiting.item))
    if entry is None:
        place = say(lang, "web.review.round", round=waiting.round or 0)
        return ItemView(waiting.item, "matter", "", place, waiting.sentence, reasoned=reasoned, late=late)
    summed = waiting.item.endswith(".sum")
    return ItemView(
        waiting.item,
        "matter",
        find_key(entry.sheet.source),
        name_place(entry, lang),
        waiting.sentence,
        row=make_sheet_address(entry, "summe") if summed else "",
        reasoned=reasoned,
        late=late,
        typed=TYPED in waiting.codes,
        together=tuple(
            (entry.make_labels(None).spell_row(lang, row.game or 0), row.proposed) for row in waiting.together
        ),
        left=_find_left(evening, entry, 0) if "game-count" in waiting.codes else None,
    )


def _view_order(evening: Evening, waiting: Waiting, order: SeatOrder, lang: Lang) -> ItemView:
    """The question in which order the drawn players sit, with the sheet's head."""
    view, entry = _view_matter(evening, waiting, lang), find_sheet(evening, parse_item(waiting.item).key)
    head = make_sheet_address(entry, "kopf") if entry and entry.sheet.source.head else ""
    columns = tuple(zip(order.starts, order.names, strict=True))
    return replace(view, kind="order", row=head, columns=columns, named=bool(order.read))


MOST_TABLES = 9
"""Tables that have a key of their own; any other table is typed."""


def _view_swap(evening: Evening, waiting: Waiting, lang: Lang) -> ItemView:
    """The question whether two players changed seats, with the heads of their sheets."""
    numbers = list_swap_sheets(evening.book.matters, waiting.item)
    sheets = [entry for entry in evening.book.entries if entry.number in numbers and entry.sheet.source.head]
    return ItemView(
        waiting.item,
        "swap",
        "",
        say(lang, "web.review.round", round=waiting.round or 0),
        waiting.sentence,
        reasoned=bool(find_closed_rounds(evening, waiting.item)),
        heads=tuple(filter(None, (make_sheet_address(entry, "kopf") for entry in sheets))),
    )


def _view_place(evening: Evening, item: str, waiting: Waiting | None, lang: Lang) -> ItemView | None:
    """The question where a sheet belongs. A sheet that is not asked about can be moved, too: its item is its key."""
    entry = find_sheet(evening, parse_item(item).key)
    if entry is None or (waiting is None and parse_item(item).matter):
        return None
    place = (entry.round, entry.table)
    claims = [one for one in evening.book.entries if waiting and (one.round, one.table) == place]
    twice = item.endswith(TWO_SHEETS)
    return ItemView(
        item,
        "place",
        find_key(entry.sheet.source),
        name_place(entry, lang),
        waiting.sentence if waiting else "",
        row=make_sheet_address(entry, "kopf") if entry.sheet.source.head else "",
        reasoned=bool(find_closed_rounds(evening, item)),
        tables=choose_tables(entry, evening.book.free)[:MOST_TABLES],
        fits=find_fitting(entry, evening.book.free) if waiting and not twice else None,
        sheets=tuple((find_key(one.sheet.source), one.photo) for one in claims if twice),
        open=waiting is not None,
    )

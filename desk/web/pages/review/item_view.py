"""Finds in the evening what the page shows of one item: its row or names, the question, the proposal, its pictures.

For a row these include its crosses, which a person can change; for a sheet without a place the tables it may belong to.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from desk.web.pages.review.picture_addresses import (
    find_sheet,
    list_framed,
    make_cell_address,
    make_marks_address,
    make_sheet_address,
)
from desk.web.pages.review.shown_item import (
    ItemView,
    LineView,
    PictureView,
    SeatView,
    ask_box,
    find_cross_asked,
    is_detailed,
    name_counted,
    name_kept,
    spell_row,
    view_crosses,
    view_fields,
    view_line,
    view_seats,
)
from scoring.findings import write_points
from scoring.rows.written_rows import Row
from texts.field_ids import make_seat_id, parse_field
from texts.item_ids import parse_item
from texts.languages import Lang, load_table
from texts.sentences import say
from tournament.errors import RefusedDecision
from tournament.evening.counted_sheets import CountedSheet
from tournament.evening.decided_sheets import is_contested
from tournament.evening.decisions import match_decisions
from tournament.evening.item_names import NO_PLACE, SWAPPED, WAY_UP, SeatOrder, find_key, name_row_item, name_seat_item
from tournament.evening.late_items import AFTER_CLOSING, TYPED
from tournament.evening.seat_swaps import list_swap_sheets
from tournament.evening.sheet_places import choose_tables, find_fitting
from tournament.evening.struck_rows import list_left_rows
from tournament.filing.decisions.deciding import Wish, make_decision, read_settled
from tournament.filing.decisions.moving import find_order
from tournament.filing.decisions.reasons import TWO_SHEETS, find_closed_rounds
from tournament.filing.opened.open_evening import Evening
from tournament.judging.causes import make_row
from tournament.judging.judged_sheet import JudgedRow
from tournament.judging.offers import write_settled
from tournament.review.box_question import BoxQuestion, find_box_question
from tournament.review.open_items import list_caused
from tournament.review.waiting import Waiting, find_proposed, write_all_points

STRUCK = "web.review.struck"


def _say_caused(entry: CountedSheet, row: JudgedRow, lang: Lang) -> str:
    """What is asked about the sheet only because of the row."""
    labels = entry.make_labels(row.place)
    return " ".join(one.message(lang, labels) for one in list_caused(entry.sheet, row))


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


def view_settled(evening: Evening, item: str, lang: Lang) -> ItemView:
    """The place of a matter that is settled, for two decisions on it that differ."""
    entry, round_ = find_sheet(evening, parse_item(item).key), parse_item(item).round or 0
    place = entry.title.in_(lang) if entry else say(lang, "web.review.round", round=round_)
    return ItemView(item, "matter", find_key(entry.sheet.source) if entry else "", place, "", open=False)


def _view_row(
    evening: Evening, entry: CountedSheet, row: JudgedRow, waiting: Waiting | None, lang: Lang, field: str
) -> ItemView:
    item, framed = name_row_item(entry.sheet.source, row.game), list_framed(row, field)
    question = _find_box_question(evening, entry, row) if waiting and field not in framed else None
    settlement = question.counts[question.likelier] if question else find_proposed(row) if waiting else None
    shown = settlement or make_row(row)
    written = write_all_points(shown.points) if settlement or not waiting else [""] * len(row.points)
    seats, crosses = view_seats(entry, row, written, framed), view_crosses(row, shown, framed)
    inked, proposal = _find_inked(evening, item, row), write_settled(settlement, lang) if settlement else ""
    struck = row.source.struck and row.status == "review"
    as_written = "" if inked is None else say(lang, STRUCK) if struck else write_settled(inked, lang)
    asked = find_cross_asked(row, seats, crosses, framed) if settlement else None
    if question and not asked:
        framed = (question.box,)
        seats, crosses = view_seats(entry, row, written, framed), view_crosses(row, shown, framed)
        asked = ask_box(entry, row, question, lang)
    large = next((seat.field for seat in seats if seat.doubtful and seat.field), framed[0] if framed else "")
    return ItemView(
        item,
        "row",
        find_key(entry.sheet.source),
        f"{entry.title.in_(lang)}, {entry.make_labels(None).name_row(lang, row.game)}",
        waiting.sentence if waiting else "",
        seats,
        proposal,
        make_cell_address(entry, large, "weit") if large else "",
        marks=make_marks_address(entry, row),
        detailed=is_detailed(row),
        ruling=evening.tournament.decisions.get(item),
        as_written=as_written,
        inked="" if inked is None else spell_row(inked),
        counts=say(lang, "review.take", counts=name_counted(seats, crosses, proposal)) if settlement else "",
        kept=_word_keeping(name_kept(seats, as_written) if settlement else as_written, lang),
        crosses=crosses,
        asked=asked and replace(asked, why=f"{asked.why} {_say_caused(entry, row, lang)}".strip()),
        contested=is_contested(row),
        reasoned=is_contested(row) or waiting is None or bool(find_closed_rounds(evening, item)),
        left=_find_left(evening, entry, row.game) if waiting and row.source.struck else None,
        doubled=_name_doubled(entry, waiting, lang),
        lines=tuple(_view_lines(entry, _list_doubled_rows(entry, waiting), lang)),
    )


def _find_box_question(evening: Evening, entry: CountedSheet, row: JudgedRow) -> BoxQuestion | None:
    decided = match_decisions(entry.sheet.source, evening.tournament.decisions)
    return find_box_question(evening.book.rules, decided, row, evening.book.limits)


def _name_doubled(entry: CountedSheet, waiting: Waiting | None, lang: Lang) -> tuple[tuple[int, str], ...]:
    """The rows that may be struck as written twice, each with its name."""
    labels = entry.make_labels(None)
    return tuple((one.struck, labels.spell_row(lang, one.struck)) for one in (waiting.doubled if waiting else ()))


def _list_doubled_rows(entry: CountedSheet, waiting: Waiting | None) -> list[JudgedRow]:
    """These rows, and those of which they may be a copy."""
    games = {game for pair in (waiting.doubled if waiting else ()) for game in pair}
    return [row for row in entry.sheet.rows if row.game in games]


def _find_left(evening: Evening, entry: CountedSheet, game: int) -> tuple[int, int] | None:
    """The rows without numbers at the end of the games, if that row is one of them; 0 for any."""
    rows = [row.game for row in list_left_rows(evening.book.rules, entry.sheet.source)]
    return (rows[0], rows[-1]) if rows and game in (0, *rows) else None


def _word_keeping(kept: str, lang: Lang) -> str:
    """What the button says that leaves the row as written."""
    return kept if kept in ("", say(lang, STRUCK)) else say(lang, "review.keep", counts=kept)


def _find_inked(evening: Evening, item: str, row: JudgedRow) -> Row | None:
    """The row as it counts if it is left as it is written; None where it cannot be."""
    try:
        return read_settled(row.source, make_decision(evening, Wish(item, "as-written", reason="–")))
    except RefusedDecision:
        return None


def _view_name(evening: Evening, entry: CountedSheet, seat: int, waiting: Waiting | None, lang: Lang) -> ItemView:
    source, ruling = entry.sheet.source, evening.tournament.decisions
    item, field = name_seat_item(source, seat), make_seat_id("name", seat)
    tables = evening.tournament.draws.get(entry.round or 0, ())
    starts = [start for table in tables if table.number == entry.table for start in table.starts]
    names = {player.start: player.name for player in evening.tournament.players}
    drawn, near = tuple(names[start] for start in starts if start in names), _list_near(evening, entry, seat)
    return ItemView(
        item,
        "name",
        find_key(source),
        f"{entry.title.in_(lang)}, {say(lang, 'web.review.seat', seat=seat)}",
        waiting.sentence if waiting else "",
        cell=make_cell_address(entry, field, "weit") if field in source.head else "",
        drawn=drawn,
        players=tuple(names.values()),
        ruling=ruling.get(item),
        likeliest=_find_likeliest(evening, entry, seat, near or drawn[seat - 1 : seat]) if waiting else "",
        fitting=near if waiting and len(near) > 1 else (),
        reasoned=waiting is None or bool(find_closed_rounds(evening, item)),
    )


def _find_likeliest(evening: Evening, entry: CountedSheet, seat: int, near: Sequence[str]) -> str:
    """The only player who is `near`, if he sits at no other seat; "" where a different name is written there."""
    why, others = evening.book.seated[entry.number - 1][seat - 1].why, {*entry.names[: seat - 1], *entry.names[seat:]}
    return near[0] if len(near) == 1 and why != "stranger" and near[0] not in others else ""


def _list_near(evening: Evening, entry: CountedSheet, seat: int) -> tuple[str, ...]:
    """The players whose names are near to the one that was read at the seat."""
    who = evening.book.seated[entry.number - 1][seat - 1]
    return who.closest if who.doubt is not None and who.why == "name" else ()


def _view_matter(evening: Evening, waiting: Waiting, lang: Lang) -> ItemView:
    entry, late = find_sheet(evening, parse_item(waiting.item).key), AFTER_CLOSING in waiting.codes
    reasoned = bool(find_closed_rounds(evening, waiting.item))
    if entry is None:
        place = say(lang, "web.review.round", round=waiting.round or 0)
        return ItemView(waiting.item, "matter", "", place, waiting.sentence, reasoned=reasoned, late=late)
    seats = _view_matter_seats(entry, waiting)
    return ItemView(
        waiting.item,
        "matter",
        find_key(entry.sheet.source),
        entry.title.in_(lang),
        waiting.sentence,
        seats,
        lines=tuple(_view_lines(entry, _list_doubled_rows(entry, waiting) or _list_named_rows(entry, waiting), lang)),
        stays=_word_staying(waiting, seats, lang),
        reasoned=reasoned,
        late=late,
        typed=TYPED in waiting.codes,
        together=tuple(
            (entry.make_labels(None).spell_row(lang, row.game or 0), row.proposed) for row in waiting.together
        ),
        left=_find_left(evening, entry, 0) if "game-count" in waiting.codes else None,
        doubled=_name_doubled(entry, waiting, lang),
    )


MOST_LINES = 3
"""Rows that are shown for a matter of the whole sheet."""


def _view_matter_seats(entry: CountedSheet, waiting: Waiting) -> tuple[SeatView, ...]:
    """The seats with their sums, or with their signatures, where the matter is about them; else ()."""
    sheet = entry.sheet
    if waiting.item.endswith(".sum"):
        totals = [] if sheet.open_rows else [write_points(total) for total in sheet.totals]
        return view_fields(entry, sheet.source.sums, totals, sheet.look)
    return view_fields(entry, sheet.source.signatures) if waiting.item.endswith(".unsigned") else ()


def _list_named_rows(entry: CountedSheet, waiting: Waiting) -> list[JudgedRow]:
    """The rows that a matter of the sheet is about, at most `MOST_LINES`: those that are written first show which way
    up the sheet lies."""
    matter = parse_item(waiting.item).matter
    if matter == WAY_UP:
        return list(entry.sheet.shown_rows[:MOST_LINES])
    named = [one for found in entry.sheet.open_matters for one in found if one.code == matter]
    fields = [field for one in named for field in one.fields]
    rows = [row for row in entry.sheet.rows if any(parse_field(field).line == row.place for field in fields)]
    return rows[:MOST_LINES]


def _view_lines(entry: CountedSheet, rows: Iterable[JudgedRow], lang: Lang) -> Iterator[LineView]:
    for row in rows:
        yield view_line(entry.make_labels(None).spell_row(lang, row.game), entry, row)


def _word_staying(waiting: Waiting, seats: Sequence[SeatView], lang: Lang) -> str:
    """What the button says that leaves the matter as it is; of sums what counts then."""
    doubtful = [seat.offered for seat in seats if seat.doubtful and seat.offered]
    if len(doubtful) == 1:
        return say(lang, "review.stay.sum", total=doubtful[0])
    code = "sums" if waiting.item.endswith(".sum") else waiting.codes[0] if waiting.codes else ""
    key = f"review.stay.{code}"
    return say(lang, key if key in load_table(lang, "review") else "web.review.stay")


def _view_order(evening: Evening, waiting: Waiting, order: SeatOrder, lang: Lang) -> ItemView:
    """The question in which order the drawn players sit, with the sheet's head."""
    view, entry = _view_matter(evening, waiting, lang), find_sheet(evening, parse_item(waiting.item).key)
    columns = tuple(zip(order.starts, order.names, strict=True))
    seats = view_fields(entry, entry.sheet.source.names) if entry else ()
    return replace(view, kind="order", seats=seats, columns=columns, named=bool(order.read))


def _picture_head(entry: CountedSheet, lang: Lang) -> PictureView:
    return PictureView(say(lang, "web.review.head-picture"), make_sheet_address(entry, "kopf"))


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
        pictures=tuple(_picture_head(entry, lang) for entry in sheets),
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
        entry.title.in_(lang),
        waiting.sentence if waiting else "",
        pictures=(_picture_head(entry, lang),) if entry.sheet.source.head else (),
        reasoned=bool(find_closed_rounds(evening, item)),
        tables=choose_tables(entry, evening.book.free)[:MOST_TABLES],
        fits=find_fitting(entry, evening.book.free) if waiting and not twice else None,
        sheets=tuple((find_key(one.sheet.source), one.photo) for one in claims if twice),
        open=waiting is not None,
    )

"""How far the tournament has come: what its standings are called, whether they are final, and what may change them."""

from __future__ import annotations

from datetime import date

from texts.item_ids import make_place_key
from texts.languages import Lang
from texts.sentences import Phrase, say
from tournament.evening.book import Book
from tournament.evening.item_names import drop_shared, list_sheet_matters, name_round_item, name_row_item
from tournament.evening.missing_sheets import is_missing, list_missing_tables


def count_unnamed(book: Book) -> int:
    """How many seats have a label instead of a player: "Bogen 12, Platz 1"."""
    return sum(who.source == "label" for seated in book.seated for who in seated)


def list_open(book: Book) -> list[str]:
    """The names of all that is open: rows, matters of sheets and rounds, and tables without a sheet, "r1.t3"."""
    found, shared = list[str](), set[str]()
    for entry in book.entries:
        found += [name_row_item(entry.sheet.source, row.game) for row in entry.sheet.open_rows]
        found += [matter.item for matter in drop_shared(list_sheet_matters(entry.sheet), shared)]
    for matter in book.matters:
        found += [make_place_key(matter.round or 0, table) for table in list_missing_tables(matter)]
        found += [name_round_item(matter, finding) for finding in matter.findings if not is_missing(finding)]
    return found


def is_final(book: Book) -> bool:
    """Whether these are the last word: all rounds are closed, what is open was signed off, and every seat has a player.

    Who signs off says with a reason that nobody will look at it any more. A seat without a player is different: its
    points are nobody's, and so no place is sure.
    """
    if not book.closed or book.unusable or count_unnamed(book):
        return False
    return set(list_open(book)) <= book.signed


def name_stage(book: Book, *, final: bool) -> Phrase:
    """How far the tournament has come, as a heading: "Stand nach Runde 2", while a table is missing "Stand in
    Runde 2", in the end "Endstand"."""
    last = book.last_round
    lacking = any(matter.round == last and not matter.key for matter in book.matters) or any(
        last in player.missing for player in (*book.players, *book.absent)
    )
    which = "final" if final else "none" if not last else "during" if lacking else "after"
    return Phrase(f"wall.stage.{which}", {"round": last})


def name_state(book: Book) -> Phrase:
    """Whether the standings can still change, and why: one sentence."""
    unnamed = count_unnamed(book)
    if is_final(book):
        return Phrase("wall.state.signed-off" if list_open(book) else "wall.state.final")
    if book.needs_person:
        return Phrase("wall.state.open", {"count": max(1, book.open_items)})
    if unnamed:
        return Phrase("wall.state.unnamed", {"count": unnamed})
    return name_settled_state(book)


def name_settled_state(book: Book) -> Phrase:
    """The same for standings of which nothing is open."""
    last = book.last_round
    if book.closed:
        return Phrase("wall.state.final")
    if last < book.planned:
        return Phrase("wall.state.rounds", {"played": last, "planned": book.planned})
    return Phrase("wall.state.nothing-open")


def write_day(day: date | None, lang: Lang) -> str:
    """The date as the language writes it; "" for none."""
    return "" if day is None else say(lang, "wall.day", day=day.day, month=day.month, year=day.year)

"""What a person sees when `kiebitz scan` is done: the places, what is open, and where the workbook is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from desk.cli.screen import count_shown, write_lines
from desk.cli.tables import show_table
from texts.languages import Lang
from texts.sentences import say

if TYPE_CHECKING:
    from tournament.evening.book import Book
    from tournament.review.open_items import OpenItem

_HEAD = ("desk.summary.place", "desk.summary.name", "desk.summary.points", "desk.summary.open")


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

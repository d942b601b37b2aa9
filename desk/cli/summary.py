"""What a person sees when `kiebitz scan` is done: the standings, what is open, and where the workbook is."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from desk.cli.tables import show_table
from texts.languages import Lang
from texts.sentences import say

if TYPE_CHECKING:
    from tournament.evening.book import Book
    from tournament.workbook.open_items import OpenItem

MOST_LINES = 40
"""Findings shown; more do not fit a screen, and the workbook has them all with their pictures."""
_STANDINGS_HEAD = ("desk.summary.place", "desk.summary.name", "desk.summary.points", "desk.summary.open")
_FINDINGS_HEAD = (
    "desk.summary.sheet", "desk.summary.photo", "desk.summary.where", "desk.summary.finding", "desk.summary.proposal",
)


def show_summary(book: Book, workbook: Path, lang: Lang) -> None:
    """Prints standings, open items and counts to standard output, the workbook's path last."""
    from tournament.workbook.open_items import list_open_items

    items = list_open_items(book, lang)
    _show_standings(book, lang)
    if items:
        _show_findings(items, lang)
    lines = [*_list_unusable(book, lang), _count_sheets(book, lang), say(lang, "desk.summary.workbook", path=workbook)]
    sys.stdout.write("\n".join(lines) + "\n")


def _show_standings(book: Book, lang: Lang) -> None:
    from scoring.wording import write_points

    head = [say(lang, key) for key in _STANDINGS_HEAD]
    rows = (
        (f"{one.place}.", one.player.name, write_points(one.player.total), _count_items(one.player.open_items, lang))
        for one in book.standings
    )
    show_table(say(lang, "desk.summary.standings"), head, rows, right=(0, 2))


def _count_items(count: int, lang: Lang) -> str:
    return say(lang, "desk.summary.items", count=count) if count else ""


def _show_findings(items: list[OpenItem], lang: Lang) -> None:
    head = [say(lang, key) for key in _FINDINGS_HEAD]
    rows = [
        (str(item.sheet or ""), item.photo, item.place, " ".join(item.findings), "; ".join(item.proposals))
        for item in items[:MOST_LINES]
    ]
    if len(items) > MOST_LINES:
        rows.append(("", "", "", say(lang, "desk.summary.more", count=len(items) - MOST_LINES), ""))
    show_table(say(lang, "desk.summary.findings"), head, rows, right=(0,))


def _list_unusable(book: Book, lang: Lang) -> list[str]:
    if not book.unusable:
        return []
    return [say(lang, "desk.summary.not-counted", photos=tuple(one.photo for one in book.unusable))]


def _count_sheets(book: Book, lang: Lang) -> str:
    """How many sheets count and how many items are open: "11 sheets counted, 7 items open"."""
    items = _count_items(book.open_items, lang) or "0"
    return say(lang, "desk.summary.counted", sheets=len(book.entries), open=items)

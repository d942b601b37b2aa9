"""What a person sees when the main job is done: the standings, what is open, and where the workbook is."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from desk.cli.tables import show
from texts.languages import Lang, pick

if TYPE_CHECKING:
    from tournament.evening.book import Book
    from tournament.workbook.open_items import OpenItem

MOST_LINES = 40
"""Findings shown; more do not fit a screen, and the workbook has them all with their pictures."""


def show_summary(book: Book, workbook: Path, lang: Lang) -> None:
    """Prints to standard output, the workbook's path last."""
    from tournament.workbook.open_items import list_open_items

    items = list_open_items(book, lang)
    _standings(book, lang)
    if items:
        _findings(items, lang)
    lines = [*_unusable(book, lang), _count(book, lang), f"{pick('Arbeitsmappe', 'Workbook', lang)}: {workbook}"]
    sys.stdout.write("\n".join(lines) + "\n")


def _standings(book: Book, lang: Lang) -> None:
    from tournament.remarks import signed

    head = (pick("Platz", "Place", lang), "Name", pick("Punkte", "Points", lang), pick("davon offen", "open", lang))
    rows = (
        (f"{one.place}.", one.player.name, signed(one.player.total), _items(one.player.open_items, lang))
        for one in book.standings
    )
    show(pick("Stand", "Standings", lang), head, rows, right=(0, 2))


def _items(count: int, lang: Lang) -> str:
    word = pick("Stelle", "item", lang) if count == 1 else pick("Stellen", "items", lang)
    return f"{count} {word}" if count else ""


def _findings(items: list[OpenItem], lang: Lang) -> None:
    head = (
        pick("Bogen", "Sheet", lang), pick("Foto", "Photo", lang), pick("Stelle", "Where", lang),
        pick("Befund", "Finding", lang), pick("Vorschlag", "Proposal", lang),
    )
    rows = [
        (str(item.sheet or ""), item.photo, item.place, " ".join(item.findings), "; ".join(item.proposals))
        for item in items[:MOST_LINES]
    ]
    if len(items) > MOST_LINES:
        more = len(items) - MOST_LINES
        told = pick(f"… und {more} weitere, siehe „Prüfung“", f"... and {more} more, see the workbook", lang)
        rows.append(("", "", "", told, ""))
    show(pick("Das muss ein Mensch ansehen", "A person must look at this", lang), head, rows, right=(0,))


def _unusable(book: Book, lang: Lang) -> list[str]:
    if not book.unusable:
        return []
    names = ", ".join(one.photo for one in book.unusable)
    return [pick(f"Nicht gezählt (Gründe oben und in „Info“): {names}", f"Not counted (reasons above): {names}", lang)]


def _count(book: Book, lang: Lang) -> str:
    """"11 Bögen gezählt, 7 Stellen offen"."""
    sheets, items = len(book.entries), _items(book.open_items, lang) or "0"
    de = f"{sheets} {'Bogen' if sheets == 1 else 'Bögen'} gezählt, {items} offen"
    en = f"{sheets} {'sheet' if sheets == 1 else 'sheets'} counted, {items} open"
    return pick(de, en, lang)

"""The workbook: from the book to one Excel file whose totals and places are formulas over `Spiele`."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from openpyxl import Workbook
from openpyxl.packaging.custom import StringProperty

from texts.languages import Lang
from tournament.atomic import write_whole
from tournament.evening.book import Book
from tournament.remarks import say
from tournament.workbook.cached import filled_in
from tournament.workbook.earlier import keep_edited
from tournament.workbook.gamerows import game_rows, open_items
from tournament.workbook.games import GamesPlan, write_games
from tournament.workbook.info import write_info
from tournament.workbook.mark import BLANK, PROPERTY, marked
from tournament.workbook.names import NamesPlan, plan_round
from tournament.workbook.package import packed, parts_of
from tournament.workbook.pictures import Crop
from tournament.workbook.review import ReviewPlan, write_review
from tournament.workbook.rounds import write_round
from tournament.workbook.standings import PlayersPlan, write_players, write_standings
from tournament.workbook.style import Page


def write_workbook(
    book: Book, target: Path, *, program: str, made: datetime, lang: Lang = "de", crop: Crop | None = None
) -> Path | None:
    """Makes the workbook and puts it at `target`; see `make_workbook` and `put_workbook`."""
    return put_workbook(make_workbook(book, program=program, made=made, lang=lang, crop=crop), target, lang)


def put_workbook(data: bytes, target: Path, lang: Lang = "de") -> Path | None:
    """Writes the file whole or not at all; gives the copy of what stood there, where that was not as Kiebitz left it.
    Raises `UnwritableFile`."""
    return write_whole(target, lambda draft: draft.write_bytes(data), lambda: keep_edited(target, lang))


def make_workbook(
    book: Book, *, program: str, made: datetime, lang: Lang = "de", crop: Crop | None = None
) -> bytes:
    """The workbook as a file's bytes.

    `program`: version of Kiebitz; `made`: date and time for `Info`; `crop`: cuts the pictures for `Prüfung` and for
    names.
    """
    pages = _pages(book, program, made, lang, crop)
    workbook = pages[0].ws.parent
    assert isinstance(workbook, Workbook)
    cached = {page.ws.title: page.cached for page in pages}
    return packed(marked(filled_in(parts_of(workbook), cached)))


def _pages(book: Book, program: str, made: datetime, lang: Lang, crop: Crop | None) -> list[Page]:
    """All worksheets in their order: Stand, rounds, Spieler, Spiele, Prüfung, Info."""
    workbook = Workbook()
    del workbook["Sheet"]
    workbook.calculation.fullCalcOnLoad = True
    workbook.custom_doc_props.append(StringProperty(name=PROPERTY, value=BLANK))  # type: ignore[attr-defined] # no stub

    def page(title: str) -> Page:
        return Page(workbook.create_sheet(title), lang)

    rounds = tuple(plan_round(round_, book.entries, lang) for round_ in book.rounds)
    games, items = game_rows(book, lang), open_items(book, lang)
    seats = max((len(row.written) for row in games), default=4)
    of_games = GamesPlan(say(lang, "tab-games"), seats, len(games))
    of_items = ReviewPlan(say(lang, "tab-review"), len(items), of_games)
    unnamed = sum(who.source == "label" for seats_ in book.seated for who in seats_)
    names = NamesPlan(say(lang, "tab-players"), book.players, unnamed, rounds)
    of_players = PlayersPlan(names, book.matters, of_items)
    pages = [page(say(lang, "tab-standings"))]
    write_standings(pages[0], of_players, book.standings, book.open_items)
    for plan in rounds:
        pages.append(page(plan.tab))
        write_round(pages[-1], plan, of_items, names, crop)
    pages += [page(title) for title in (of_players.tab, of_games.tab, of_items.tab, say(lang, "tab-info"))]
    write_players(pages[-4], of_players, book.standings)
    write_games(pages[-3], of_games, games)
    write_review(pages[-2], of_items, items, crop, names.who)
    write_info(pages[-1], book, program, made)
    return pages

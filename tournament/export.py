"""The workbook: from the book to one Excel file whose totals and places are formulas over `Spiele`."""

from __future__ import annotations

import io
from datetime import datetime
from pathlib import Path

from openpyxl import Workbook

from tournament.atomic import write_whole
from tournament.book import Book
from tournament.cached import filled_in
from tournament.excel_games import GamesPlan, write_games
from tournament.excel_info import write_info
from tournament.excel_names import NamesPlan, plan_round
from tournament.excel_pictures import Crop
from tournament.excel_review import ReviewPlan, write_review
from tournament.excel_rounds import write_round
from tournament.excel_standings import PlayersPlan, write_players, write_standings
from tournament.excel_style import Page
from tournament.gamerows import game_rows, open_items
from tournament.remarks import say


def write_workbook(
    book: Book, target: Path, *, program: str, made: datetime, lang: str = "de", crop: Crop | None = None
) -> None:
    """Writes the workbook whole or not at all; raises `UnwritableFile`.

    `program`: version of Kiebitz; `made`: date and time for `Info`; `crop`: cuts the pictures for `Prüfung` and for
    names.
    """
    pages = _pages(book, program, made, lang, crop)
    workbook = pages[0].ws.parent
    assert isinstance(workbook, Workbook)
    cached = {page.ws.title: page.cached for page in pages}
    plain = io.BytesIO()  # a zip file on a full disk would complain once more when it is thrown away
    workbook.save(plain)
    data = filled_in(plain.getvalue(), cached)
    write_whole(target, lambda draft: draft.write_bytes(data))


def _pages(book: Book, program: str, made: datetime, lang: str, crop: Crop | None) -> list[Page]:
    """All worksheets in their order: Stand, rounds, Spieler, Spiele, Prüfung, Info."""
    workbook = Workbook()
    del workbook["Sheet"]
    workbook.calculation.fullCalcOnLoad = True

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

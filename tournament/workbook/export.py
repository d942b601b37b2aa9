"""The workbook: from the book to one Excel file whose totals and places are formulas over `Spiele`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from texts.languages import Lang
from texts.sentences import say
from tournament.evening.book import Book
from tournament.review.game_rows import list_game_rows
from tournament.review.open_items import OpenItem, list_open_items
from tournament.review.stage import UNKNOWN_OCCASION, Occasion, count_unnamed, is_final
from tournament.whole_files import write_whole
from tournament.workbook.archive import pack_parts, unpack_parts
from tournament.workbook.excel import write_pages
from tournament.workbook.mark import BLANK, PROPERTY, fill_in_mark
from tournament.workbook.page import Page
from tournament.workbook.pages.decision_formulas import DecisionCell
from tournament.workbook.pages.games import Decisions, GamesPlan, fill_games
from tournament.workbook.pages.info import fill_info
from tournament.workbook.pages.name_formulas import NamesPlan, plan_round
from tournament.workbook.pages.players import PlayersPlan, fill_players
from tournament.workbook.pages.review import FIRST_ITEM, Neighbours, ReviewPlan, fill_review
from tournament.workbook.pages.rounds import fill_round
from tournament.workbook.pages.standings import fill_standings
from tournament.workbook.pictures import CropSource
from tournament.workbook.replacing import keep_edited


def write_workbook(
    book: Book,
    target: Path,
    *,
    program: str,
    made: datetime,
    lang: Lang = "de",
    crop: CropSource | None = None,
    occasion: Occasion = UNKNOWN_OCCASION,
) -> Path | None:
    """Makes the workbook and puts it at `target`; see `make_workbook` and `put_workbook`."""
    data = make_workbook(book, program=program, made=made, lang=lang, crop=crop, occasion=occasion)
    return put_workbook(data, target, lang)


def put_workbook(data: bytes, target: Path, lang: Lang = "de") -> Path | None:
    """Writes the file whole or not at all. Gives the path of a copy of what stood there, if that was not as Kiebitz
    left it. Raises `UnwritableFile`."""
    return write_whole(target, lambda draft: draft.write_bytes(data), lambda: keep_edited(target, lang))


def make_workbook(
    book: Book,
    *,
    program: str,
    made: datetime,
    lang: Lang = "de",
    crop: CropSource | None = None,
    occasion: Occasion = UNKNOWN_OCCASION,
) -> bytes:
    """The workbook as a file's bytes.

    `program`: version of Kiebitz; `made`: date and time for `Info`; `crop`: cuts the pictures for `Prüfung` and for
    names; `occasion`: the tournament's title, date and players; without a date the day of `made` counts.
    """
    occasion = replace(occasion, day=occasion.day or made.date())
    pages = _fill_pages(book, occasion, program, made, lang, crop)
    return pack_parts(fill_in_mark(unpack_parts(write_pages(pages, made, (PROPERTY, BLANK)))))


def _fill_pages(
    book: Book, occasion: Occasion, program: str, made: datetime, lang: Lang, crop: CropSource | None
) -> list[Page]:
    """All worksheets in their order: Stand, rounds, Spieler, Spiele, Prüfung, Info."""
    games, items = list_game_rows(book, lang), list_open_items(book, lang)
    seats = max((len(row.written) for row in games), default=4)
    of_games = GamesPlan(say(lang, "workbook.tab.games"), seats, len(games))
    signed = frozenset(one.item for one in items) if is_final(book, occasion) else occasion.signed
    of_items = ReviewPlan(say(lang, "workbook.tab.review"), len(items), of_games, signed)
    rounds = tuple(plan_round(round_, book.entries, lang) for round_ in book.rounds)
    names = NamesPlan(say(lang, "workbook.tab.players"), book.players, count_unnamed(book), rounds)
    of_players = PlayersPlan(names, book.matters, of_items, occasion)
    others = Neighbours(names.who, names.typed, of_games.number_rows(games))
    return [
        fill_standings(of_players, lang, book),
        *(fill_round(plan, lang, of_items, names, crop) for plan in rounds),
        fill_players(of_players, lang, book.standings),
        fill_games(of_games, lang, games, _find_decisions(of_items, items)),
        fill_review(of_items, lang, items, crop, others),
        fill_info(lang, book, program, made),
    ]


def _find_decisions(plan: ReviewPlan, items: Sequence[OpenItem]) -> Decisions:
    """Where the decision on each open row is chosen."""
    return {
        (item.sheet, item.game): DecisionCell(plan.find_decision(n), item.choice)
        for n, item in enumerate(items, FIRST_ITEM)
        if item.sheet and item.choice
    }

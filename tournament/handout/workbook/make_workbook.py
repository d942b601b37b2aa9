"""Makes the workbook from the book: one Excel file whose totals and places are formulas over `Spiele`.

If the file to replace was edited, a copy of it is kept; a file that Kiebitz never wrote is not replaced.
"""

from __future__ import annotations

import os
import shutil
from dataclasses import replace
from datetime import datetime
from itertools import count
from pathlib import Path

from texts.languages import Lang
from texts.sentences import say
from tournament.evening.book import Book
from tournament.given_workbooks import refuse_locked
from tournament.handout.workbook.awards_tab import fill_awards, plan_awards
from tournament.handout.workbook.decision_cells import find_decisions, find_name_choices, find_together
from tournament.handout.workbook.excel_file import find_origin, write_pages
from tournament.handout.workbook.games_tabs import fill_games, fill_review
from tournament.handout.workbook.info_tabs import fill_info, fill_technical
from tournament.handout.workbook.missing_tab import fill_missing
from tournament.handout.workbook.rounds_tab import fill_round
from tournament.handout.workbook.standings_tabs import fill_players, fill_standings
from tournament.handout.workbook.workbook_plan import plan_games, plan_players, plan_review, plan_round_tab
from tournament.handout.workbook.worksheet import CropSource
from tournament.review.game_rows import list_game_rows
from tournament.review.open_items import list_open_items
from tournament.review.waiting import is_final
from tournament.whole_files import make_foreign_error, make_unwritable_error, write_whole


def make_workbook(
    book: Book,
    *,
    program: str,
    made: datetime,
    lang: Lang = "de",
    crop: CropSource | None = None,
    noted: str = "",
) -> bytes:
    """The workbook as a file's bytes.

    `program`: version of Kiebitz; `made`: date and time for `Info`; `crop`: cuts the pictures for `Prüfung` and for
    names; `noted`: the entry that it is made from, for `Info`. If the tournament's day is unknown, that of `made` is
    used.
    """
    book = replace(book, day=book.day or made.date())
    games, items = list_game_rows(book, lang), list_open_items(book, lang)
    signed = frozenset(one.item for one in items) if is_final(book) else book.signed
    of_games = plan_games(games, lang, book.rules, together=any(one.block or one.hanging for one in book.entries))
    of_items = plan_review(items, of_games, signed, lang)
    rounds = tuple(plan_round_tab(round_, book.entries, lang) for round_ in book.rounds)
    awards = plan_awards(book, lang)
    players = plan_players(book, rounds, of_items, lang, awards)
    together = find_together(of_games, book.entries, lang)
    named = find_name_choices(of_items, items)
    pages = [
        fill_standings(players, lang, book),
        *(fill_round(plan, lang, players, crop, named, book.rules) for plan in rounds),
        fill_players(players, lang, book.standings),
        fill_games(of_games, lang, games, find_decisions(of_items, items), together),
        fill_review(of_items, lang, items, crop, players),
        *([fill_awards(awards, lang, book)] if awards else []),
        *([fill_missing(book.due, lang)] if book.due else []),
        fill_info(lang, book, program, made, noted),
        fill_technical(lang, book),
    ]
    return write_pages(pages, made)


def put_workbook(data: bytes, target: Path, lang: Lang = "de") -> Path | None:
    """Writes the file whole or not at all. Returns the path of a copy of the old file if that had been edited. Raises
    `UnwritableFile`."""
    return write_whole(target, lambda draft: draft.write_bytes(data), lambda: keep_edited(target, lang))


def refuse_foreign(target: Path) -> None:
    """Raises `UnwritableFile` if there is a file at `target` that Kiebitz never wrote, and `UnreadableTable` for one
    with a password, of which it is unknown. Called before any work is done."""
    if not _find_state(target):
        return
    refuse_locked(target)
    if find_origin(target) == "foreign":
        raise make_foreign_error(target)


def keep_edited(target: Path, lang: Lang) -> Path | None:
    """Copies `target` beside itself unless it is unchanged since Kiebitz wrote it; returns the copy's path, None if
    there is nothing to keep. If the file is saved again meanwhile, that version is copied, too.

    Raises `UnwritableFile` when it cannot be copied.
    """
    kept, seen = None, None
    while (now := _find_state(target)) != seen:
        seen = now
        if now and find_origin(target) != "ours":
            kept = _copy(target, lang)
    return kept


def _find_state(target: Path) -> tuple[int, int, int] | None:
    """Inode, size and time of change: one of them changes whenever a program saves the file. None where there is no
    file, or an empty one."""
    found = target.stat() if target.is_file() else None
    return (found.st_ino, found.st_size, found.st_mtime_ns) if found and found.st_size else None


def _copy(target: Path, lang: Lang) -> Path:
    """Copies to the first free name; never replaces a file, even if another process chooses a name at the same time."""
    for number in count(1):
        suffix = f"-{number}" if number > 1 else ""
        place = target.with_name(f"{target.stem}-{say(lang, 'workbook.file.earlier')}{suffix}{target.suffix}")
        try:
            _copy_to(target, place)
        except FileExistsError:
            continue
        except OSError as error:
            raise make_unwritable_error(place, error) from error
        return place
    raise AssertionError("numbers have no end")


def _copy_to(target: Path, place: Path) -> None:
    """Raises FileExistsError where `place` is taken; leaves no half copy behind."""
    with target.open("rb") as source:
        copy = place.open("xb")
        try:
            with copy:  # Windows deletes no file that is open
                shutil.copyfileobj(source, copy)
                copy.flush()
                os.fsync(copy.fileno())
            shutil.copystat(target, place)
        except OSError:
            place.unlink(missing_ok=True)
            raise

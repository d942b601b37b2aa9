"""The worksheet `Info`: what made this workbook, from which photographs, and by which thresholds."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from texts.languages import Lang
from texts.sentences import say
from tournament.evening.book import Book
from tournament.workbook.cell_texts import count_lines
from tournament.workbook.page import Page, PrintSetup
from tournament.workbook.style import BOLD, HEAD, NUMBER, WRAPPED, Style

_COLUMNS = 3
_WIDE = 100.0
"""Width of the second column in characters."""

_INFO_LINE_PT = 15.0
_PART = Style(bold=True, size=12, colour=HEAD)
_LEFT = replace(NUMBER, horizontal="left", vertical="bottom")
_HALF = 0.5
"""Fewer expected fields than this round to none; the report has the numbers."""


def fill_info(lang: Lang, book: Book, program: str, made: datetime) -> Page:
    """The worksheet: facts, unused photographs with their reasons, repeats, all photographs, thresholds."""
    page = Page(say(lang, "workbook.tab.info"), lang)
    page.put_title(say(lang, "workbook.title.info"), f"Kiebitz {program}", _COLUMNS)
    n = _put_facts(page, 4, book, program, made)
    unusable = [(entry.photo, entry.problem.in_(lang)) for entry in book.unusable]
    n = _put_list(page, n, say(lang, "workbook.info.unusable"), unusable)
    n = _put_list(page, n, say(lang, "workbook.info.repeats"), _list_repeats(book, lang))
    n = _put_list(page, n, say(lang, "workbook.info.photos"), book.photos)
    n = _put_limits(page, n, book)
    page.set_widths([34.0, _WIDE, 4.0])
    page.setup = PrintSetup(2, 0, n, _COLUMNS)
    return page


def _put_facts(page: Page, n: int, book: Book, program: str, made: datetime) -> int:
    """Program, rule set, date, open items, trust; gives the row after them and an empty one."""
    lang, rules = page.lang, book.rules
    for step, fact in enumerate(("program", "rules", "date", "open", "trust")):
        page.put_text(n + step, 1, say(lang, f"workbook.info.{fact}"), BOLD)
    version = say(lang, "workbook.info.version", version=rules.version)
    page.put_text(n, 2, f"Kiebitz {program}")
    page.put_text(n + 1, 2, f"{rules.title.in_(lang)} ({rules.id}, {version})")
    date = replace(_LEFT, number_format=say(lang, "workbook.info.date-format"))
    page.put_number(n + 2, 2, made.replace(tzinfo=None, microsecond=0), date)
    page.put_number(n + 3, 2, book.open_items, _LEFT)
    page.put_text(n + 4, 2, _say_trust(book, lang))
    return n + 6


def _say_trust(book: Book, lang: Lang) -> str:
    """How many fields may be read wrongly without a question, as far as the readings can say it."""
    trust = book.trust
    none = trust.expected < _HALF
    return say(
        lang,
        "workbook.info.none-expected" if none else "workbook.info.expected",
        rows=trust.rows,
        expected=trust.expected,
        most=trust.most,
    )


def _list_repeats(book: Book, lang: Lang) -> list[tuple[str, str]]:
    """The sheets that were photographed more than once."""
    return [
        (say(lang, "workbook.info.sheet", sheet=entry.number), finding.message(lang, entry.make_labels("")))
        for entry in book.entries
        for finding in entry.sheet.findings
        if finding.code == "duplicate-sheet"
    ]


def _put_list(page: Page, n: int, title: str, rows: Iterable[tuple[str, str]]) -> int:
    """One headed list of two columns; gives the row after it and an empty one."""
    page.put_text(n, 1, title, _PART)
    for first, second in list(rows) or [(say(page.lang, "workbook.info.none"), "")]:
        n += 1
        page.put_text(n, 1, first)
        page.put_text(n, 2, second, WRAPPED)
        page.heights[n] = _INFO_LINE_PT * count_lines([second], _WIDE)
    return n + 2


def _put_limits(page: Page, n: int, book: Book) -> int:
    """The thresholds as numbers, which every Excel shows with its own comma."""
    limits = book.limits.list_thresholds()
    after = _put_list(page, n, say(page.lang, "workbook.info.limits"), [(name, "") for name, _ in limits])
    for row, (_, value) in enumerate(limits, n + 1):
        page.put_number(row, 2, float(value), replace(_LEFT, number_format="General"))
    return after

"""The worksheet `Info`, one page of facts for the organiser; and the hidden worksheet `Technik`, with every
photograph's checksum, and the thresholds of reading and judging."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime

from texts.languages import Lang
from texts.sentences import say
from tournament.evening.book import Book
from tournament.handout.workbook.worksheet import (
    BOLD,
    HEAD,
    HINT,
    NUMBER,
    WRAPPED,
    Page,
    PrintSetup,
    Style,
    count_lines,
)
from tournament.remarks import RoundText
from tournament.review.waiting import is_final, name_stage, name_state, write_day
from tournament.standings.ties import name_tie_rules

_COLUMNS = 2
_WIDTHS = (30.0, 66.0)
"""Widths in characters: together as wide as upright A4, so that nothing is scaled down in print."""
_LINE_PT = 15.0
_PART: Style = BOLD | {"font_size": 12, "font_color": HEAD}
_LEFT: Style = NUMBER | {"align": "left", "valign": "top"}
_HALF = 0.5
"""Fewer expected fields than this round to none; the report has the numbers."""


def fill_info(lang: Lang, book: Book, program: str, made: datetime, noted: str = "") -> Page:
    """The worksheet: facts, what was changed after closing, unused photographs with their reasons, repeats. `noted`:
    the entry that it is made from."""
    page = Page(say(lang, "workbook.tab.info"), lang)
    page.put_title(say(lang, "workbook.title.info"), f"Kiebitz {program}", _COLUMNS)
    n = _put_facts(page, 4, _list_facts(book, lang, noted))
    page.put(n - 1, 1, say(lang, "workbook.info.date"), BOLD)
    date = _LEFT | {"num_format": say(lang, "workbook.info.date-format")}
    page.put(n - 1, 2, made.replace(tzinfo=None, microsecond=0), date)
    n += 1
    after = {True: say(lang, "workbook.info.closed"), False: say(lang, "workbook.info.handed-out")}
    changed = [(after[one.closed], one.in_(lang)) for one in book.changes]
    unusable = [(entry.photo, entry.problem.in_(lang)) for entry in book.unusable]
    typed = [(RoundText(one.round).in_(lang), one.in_(lang)) for one in book.typed]
    fees = [("", fee.in_(lang)) for fee in book.fees]
    parts = {
        say(lang, "workbook.info.fees"): fees,
        say(lang, "workbook.info.typed"): typed,
        say(lang, "wall.changed"): changed,
    }
    parts |= {say(lang, "workbook.info.unusable"): unusable}
    for title, rows in (parts | {say(lang, "workbook.info.repeats"): _list_repeats(book, lang)}).items():
        n = _put_list(page, n, title, rows) if rows else n
    page.put(n, 1, say(lang, "workbook.info.more"), HINT | WRAPPED)
    page.merged.append((n, 1, _COLUMNS))
    page.heights[n] = 2 * _LINE_PT
    page.widths = _WIDTHS
    page.setup = PrintSetup(2, 0, n, _COLUMNS, upright=True)
    return page


def _list_facts(book: Book, lang: Lang, noted: str) -> Iterator[tuple[str, str]]:
    """What was played and how, its progress, how ties are broken, and how sure the reading is."""
    rules, last = book.rules, book.last_round
    version = say(lang, "workbook.info.version", version=rules.version)
    played = {"rounds": last or len(book.rounds), "sheets": len(book.entries), "players": len(book.players)}
    yield "tournament", ", ".join(filter(None, (book.title, write_day(book.day, lang))))
    stage = name_stage(book, final=is_final(book)).in_(lang)
    yield "state", f"{stage}. {name_state(book).in_(lang)}"
    yield "played", say(lang, "workbook.info.all-played", **played)
    yield "rules", f"{rules.title.in_(lang)} ({rules.id}, {version})"
    if not book.scoring.is_plain:
        yield "scoring", book.scoring.name().in_(lang)
    yield "ties", name_tie_rules(book.ties, scored=not book.scoring.is_plain).in_(lang)
    yield "trust", _say_trust(book, lang)
    yield "noted", noted


def _put_facts(page: Page, n: int, facts: Iterable[tuple[str, str]]) -> int:
    """Writes one line per fact; returns the row after an empty one."""
    for fact, words in facts:
        if words:
            page.put(n, 1, say(page.lang, f"workbook.info.{fact}"), BOLD | {"valign": "top"})
            page.put(n, 2, words, WRAPPED)
            page.heights[n] = _LINE_PT * count_lines([words], _WIDTHS[1])
            n += 1
    return n + 1


def _say_trust(book: Book, lang: Lang) -> str:
    """The expected number of fields that are read wrongly without being asked about, where it is known."""
    trust = book.trust
    key = "workbook.info.none-expected" if trust.expected < _HALF else "workbook.info.expected"
    return say(lang, key, rows=trust.rows, expected=trust.expected, most=trust.most)


def _list_repeats(book: Book, lang: Lang) -> list[tuple[str, str]]:
    """The sheets that were photographed more than once."""
    return [
        (entry.title.in_(lang), finding.message(lang, entry.make_labels("")))
        for entry in book.entries
        for finding in entry.sheet.findings
        if finding.code == "duplicate-sheet"
    ]


def _put_list(page: Page, n: int, title: str, rows: Iterable[tuple[str, str]]) -> int:
    """Writes a list of two columns with a heading; returns the row after it and an empty one."""
    page.put(n, 1, title, _PART)
    for first, second in rows:
        n += 1
        page.put(n, 1, first, WRAPPED | {"valign": "top"})
        page.put(n, 2, second, WRAPPED)
        most = max(count_lines([words], width) for words, width in zip((first, second), _WIDTHS, strict=True))
        page.heights[n] = _LINE_PT * most
    return n + 2


def fill_technical(lang: Lang, book: Book) -> Page:
    """The hidden worksheet: all photographs with their SHA-256, and the thresholds as numbers, which every Excel shows
    with its own comma."""
    page = Page(say(lang, "workbook.tab.technical"), lang, hidden=True)
    page.put_title(say(lang, "workbook.title.technical"), say(lang, "workbook.hint.technical"), _COLUMNS)
    n = _put_list(page, 4, say(lang, "workbook.info.photos"), book.photos)
    limits = book.limits.list_thresholds()
    end = _put_list(page, n, say(lang, "workbook.info.limits"), [(name, "") for name, _ in limits])
    for row, (_, value) in enumerate(limits, n + 1):
        page.put(row, 2, float(value), _LEFT | {"num_format": "General"})
    page.widths = _WIDTHS
    page.setup = PrintSetup(2, 0, end - 2, _COLUMNS, upright=True)
    return page

"""The worksheet `Info`: what made this workbook, from which photographs, and by which thresholds."""

from __future__ import annotations

from datetime import datetime

from openpyxl.styles import Alignment

from scanner.reading import Problem
from templates.sentences import number
from texts.languages import Lang
from tournament.evening.book import Book
from tournament.remarks import say
from tournament.workbook.style import HEAD, Page, face, lines

_COLUMNS = 3
_WIDE = 100.0


def write_info(page: Page, book: Book, program: str, made: datetime) -> None:
    """Fills the worksheet: facts, unused photographs with their reasons, repeats, all photographs, thresholds."""
    page.title(say(page.lang, "title-info"), f"Kiebitz {program}", _COLUMNS)
    n = _facts(page, 4, book, program, made)
    unusable = [(entry.photo, reason(entry.problem, page.lang), "") for entry in book.unusable]
    n = _part(page, n, "info-unusable", unusable)
    repeats = [
        (f"{say(page.lang, 'sheet')} {entry.number}", finding.message(page.lang), "")
        for entry in book.entries for finding in entry.sheet.findings if finding.code == "duplicate-sheet"
    ]
    n = _part(page, n, "info-repeats", repeats)
    n = _part(page, n, "info-photos", [(name, sha256, "") for name, sha256 in book.photos])
    n = _limits(page, n, book)
    page.widths([34.0, _WIDE, 4.0])
    page.set_up(2, _COLUMNS, n, freeze="A3")


def reason(problem: Problem, lang: Lang) -> str:
    """The sentence in the workbook's language."""
    return problem.message_en if lang == "en" else problem.message_de


def _facts(page: Page, n: int, book: Book, program: str, made: datetime) -> int:
    rules, version = book.rules, say(page.lang, "version", version=book.rules.version)
    facts = [("info-program", f"Kiebitz {program}"),
             ("info-rules", f"{rules.title.in_(page.lang)} ({rules.id}, {version})")]
    for key, value in facts:
        page.text(n, 1, say(page.lang, key), bold=True)
        page.text(n, 2, value)
        n += 1
    page.text(n, 1, say(page.lang, "info-date"), bold=True)
    date = page.ws.cell(n, 2, made.replace(tzinfo=None, microsecond=0))
    date.number_format = "DD.MM.YYYY HH:MM" if page.lang == "de" else "YYYY-MM-DD HH:MM"
    date.font = face()
    date.alignment = Alignment(horizontal="left")
    page.text(n + 1, 1, say(page.lang, "info-open"), bold=True)
    page.number(n + 1, 2, book.open_items).alignment = Alignment(horizontal="left")
    page.text(n + 2, 1, say(page.lang, "info-trust"), bold=True)
    page.text(n + 2, 2, _trust(book, page.lang))
    return n + 4


def _trust(book: Book, lang: Lang) -> str:
    """How many fields count wrongly without a question, as far as the readings tell."""
    trust = book.trust
    expected = number(max(trust.expected, 0.01), ".2f", lang)
    expected = expected if trust.expected >= 0.01 else f"< {expected}"
    return say(lang, "trust", expected=expected, most=trust.most, rows=trust.rows)


def _part(page: Page, n: int, title: str, rows: list[tuple[str, str, str]]) -> int:
    """One headed list; gives the row after it."""
    page.text(n, 1, say(page.lang, title), bold=True).font = face(bold=True, size=12, colour=HEAD)
    for row in rows or [(say(page.lang, "none"), "", "")]:
        n += 1
        page.text(n, 1, row[0])
        page.text(n, 2, row[1], wrap=True)
        page.ws.row_dimensions[n].height = 15.0 * lines([row[1]], _WIDE)
    return n + 2


def _limits(page: Page, n: int, book: Book) -> int:
    """The thresholds as numbers, which every Excel shows with its own comma."""
    values = book.limits.as_rows()
    after = _part(page, n, "info-limits", [(name, "", "") for name, _ in values])
    for row, (_, value) in enumerate(values, n + 1):
        cell = page.number(row, 2, None, "General")
        cell.value, cell.alignment = float(value), Alignment(horizontal="left")
    return after

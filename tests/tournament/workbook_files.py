"""A book's workbook as a file, for tests that open it."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from texts.languages import Lang
from tournament.evening.book import Book
from tournament.handout.workbook.make_workbook import make_workbook, put_workbook
from tournament.handout.workbook.worksheet import CropSource


def write_workbook(
    book: Book,
    target: Path,
    *,
    program: str,
    made: datetime,
    lang: Lang = "de",
    crop: CropSource | None = None,
) -> Path | None:
    """Makes the workbook and puts it at `target`; gives what `put_workbook` gives."""
    data = make_workbook(book, program=program, made=made, lang=lang, crop=crop)
    return put_workbook(data, target, lang)

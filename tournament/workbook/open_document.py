"""The tables as one OpenDocument file (ODS), for whoever has no Excel: values, no formulas.

A text of such a file is a text, whatever it begins with: its cells say what they hold.
"""

from __future__ import annotations

from io import BytesIO
from typing import Final

import pandas as pd

from texts.languages import Lang
from texts.sentences import say
from tournament.evening.book import Book
from tournament.review.stage import Occasion
from tournament.workbook.archive import add_comment
from tournament.workbook.tables import make_tables

SIGN: Final = b"Kiebitz 1, tables"
"""The comment of the file's archive, by which Kiebitz knows its own; gone when another program saves the file."""


def make_open_document(book: Book, occasion: Occasion, lang: Lang) -> bytes:
    """The file: a worksheet a table."""
    data = BytesIO()
    with pd.ExcelWriter(data, engine="odf") as writer:
        for tab, table in make_tables(book, lang, occasion).items():
            table.to_excel(writer, sheet_name=say(lang, f"workbook.tab.{tab}"), index=False)
    return add_comment(data.getvalue(), SIGN)

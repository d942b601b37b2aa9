"""Lists of players as clubs have them, as files: text in any encoding, Excel, OpenDocument."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

from openpyxl import Workbook

Rows = Sequence[Sequence[object]]
ODS = "application/vnd.oasis.opendocument.spreadsheet"
SPACES = " ".join(
    f'xmlns:{one}="urn:oasis:names:tc:opendocument:xmlns:{one}:1.0"' for one in ("office", "table", "text")
)


def write_text(path: Path, text: str, encoding: str = "utf-8") -> Path:
    """A file of text."""
    path.write_bytes(text.encode(encoding))
    return path


def write_excel(path: Path, sheets: Mapping[str, Rows]) -> Path:
    """A workbook with these worksheets."""
    book = Workbook()
    for number, (name, rows) in enumerate(sheets.items()):
        sheet = book.worksheets[0] if not number else book.create_sheet()
        sheet.title = name
        for row in rows:
            sheet.append(list(row))
    book.save(path)
    return path


def write_open(path: Path, sheets: Mapping[str, Rows]) -> Path:
    """An OpenDocument table with these worksheets."""
    tables = (
        f"<table:table table:name={quoteattr(name)}>{''.join(map(_write_row, rows))}</table:table>"
        for name, rows in sheets.items()
    )
    return pack_open(path, "".join(tables))


def _write_row(row: Sequence[object]) -> str:
    texts = (f"<text:p>{escape(str(value))}</text:p>" if value is not None else "" for value in row)
    cells = "".join(f"<table:table-cell>{text}</table:table-cell>" for text in texts)
    return f"<table:table-row>{cells}</table:table-row>"


def pack_open(path: Path, table: str, head: str = "") -> Path:
    """An OpenDocument table by its XML."""
    content = f'<?xml version="1.0"?>{head}<office:document-content {SPACES}><office:body><office:spreadsheet>{table}'
    content += "</office:spreadsheet></office:body></office:document-content>"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mimetype", ODS)
        archive.writestr("content.xml", content)
    return path

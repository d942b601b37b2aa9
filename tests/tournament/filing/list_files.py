"""Lists of players as clubs have them, as files: text in any encoding, Excel, OpenDocument."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path

import pandas as pd
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
    """An OpenDocument table, as pandas writes it."""
    with pd.ExcelWriter(path, engine="odf") as writer:
        for name, rows in sheets.items():
            pd.DataFrame(rows).to_excel(writer, sheet_name=name, index=False, header=False)
    return path


def pack_open(path: Path, table: str, head: str = "") -> Path:
    """An OpenDocument table by its XML."""
    content = f'<?xml version="1.0"?>{head}<office:document-content {SPACES}><office:body><office:spreadsheet>{table}'
    content += "</office:spreadsheet></office:body></office:document-content>"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mimetype", ODS)
        archive.writestr("content.xml", content)
    return path

"""Writes worksheets to the bytes of an Excel file, with a mark that shows whether Kiebitz wrote it.

XlsxWriter writes each formula with its value, so that mail previews and phones, which do not calculate, show it too.
Excel and LibreOffice calculate anew when something is typed in. No text becomes a formula or a link, whatever it begins
with.

The mark is a custom document property, which Excel and LibreOffice keep when they save: `1 ` and the SHA-256 of all
other parts of the file, which every program writes differently. So a file is recognised as unchanged, as edited since
Kiebitz wrote it, or as never written by Kiebitz.
"""

from __future__ import annotations

import hashlib
import re
import zipfile
import zlib
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Literal

from xlsxwriter import Workbook
from xlsxwriter.format import Format
from xlsxwriter.worksheet import Worksheet

from texts.sentences import say
from tournament.given_workbooks import MOST_UNPACKED, Trap, is_archive, open_archive
from tournament.handout.workbook.worksheet import INK, Cell, Page, Style

_READABLE = 0o600 << 16

_OPTIONS = {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False}
A4_PAPER = 9
"""Excel's number of the paper."""

_USUAL: Style = {"font_name": "Calibri", "font_size": 11, "font_color": INK, "valign": "vcenter"}

_CHARACTER_PX = 7
"""Width of a digit in Calibri of 11 points: Excel's unit for the widths of columns."""

_HIDDEN_WIDTH = 12
"""In characters, for whoever shows a hidden column again."""

_PICTURE_INSET: dict[str, object] = {"x_offset": 2, "y_offset": 2, "decorative": True}
"""In pixels."""

_BROKEN = (ValueError, RuntimeError, EOFError, NotImplementedError, zipfile.BadZipFile, zlib.error, Trap)
"""The errors that reading a damaged archive may raise."""

Origin = Literal["ours", "edited", "damaged", "foreign"]
"""In order: as Kiebitz wrote it; saved by another program since; an archive that cannot be read to its end, whoever
wrote it; never written by Kiebitz."""

_PROPERTY = "Kiebitz"
_BLANK = f"1 {'0' * 64}"
"""The property's value as long as the content's hash is unknown."""

_PART = "docProps/custom.xml"
_MOST_PART = 1 << 16
"""Bytes, unpacked, of the properties that are looked at; more are none of ours."""

_MARK = re.compile(rb"<(?:\w+:)?property[^>]*\bname=\"Kiebitz\"[^>]*>\s*<(?:\w+:)?lpwstr>1 ([0-9a-f]{64})<")


class _Sheet(Worksheet):
    """A worksheet that takes formulas as they are. XlsxWriter looks in each for thirty functions of later Excels, which
    need a prefix and of which we use none: a fifth of the time."""

    def _prepare_formula(self, formula: str, expand_future_functions: bool = False) -> str:
        return formula.removeprefix("=")


def write_pages(pages: Sequence[Page], made: datetime) -> bytes:
    """The file's bytes. `made`: its date."""
    data = BytesIO()
    workbook = begin_workbook(data, created=made.replace(tzinfo=UTC, microsecond=0))

    @cache
    def make_format(style: frozenset[tuple[str, object]]) -> Format:
        return workbook.add_format(_USUAL | dict(style))

    for page in pages:
        sheet = workbook.add_worksheet(page.tab, _Sheet)
        if page.hidden:
            sheet.hide()
        _write_page(sheet, page, lambda style: make_format(frozenset(style.items())))
        for cells, condition, looks in page.highlights:
            rule = {"type": "formula", "criteria": f"={condition}", "format": workbook.add_format(looks)}
            sheet.conditional_format(cells, rule)
    return finish_workbook(workbook, data)


def begin_workbook(data: BytesIO, **properties: object) -> Workbook:
    """A workbook that is written into `data`, with a placeholder for its mark."""
    workbook = Workbook(data, _OPTIONS)
    workbook.set_properties({"author": "Kiebitz", **properties})
    workbook.set_custom_property(_PROPERTY, _BLANK, "text")
    return workbook


def finish_workbook(workbook: Workbook, data: BytesIO) -> bytes:
    """The file's bytes, with the mark filled in.

    No part is dated: zip has no dates before 1980 and after 2107, and a clock may be that wrong.
    """
    workbook.close()
    with zipfile.ZipFile(data) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    digest = _hash_content({name: hashlib.sha256(part).digest() for name, part in parts.items()})
    parts[_PART] = parts[_PART].replace(_BLANK.encode(), f"1 {digest}".encode())
    return pack_parts(parts)


def pack_parts(parts: Mapping[str, bytes], comment: bytes = b"") -> bytes:
    """The archive of an office file. An OpenDocument file begins with its kind, unpacked: by that others know it."""
    file = BytesIO()  # a zip file on a full disk would complain once more when it is thrown away
    with zipfile.ZipFile(file, "w") as archive:
        archive.comment = comment
        for name, part in parts.items():
            info = zipfile.ZipInfo(name)
            info.external_attr = _READABLE
            archive.writestr(info, part, zipfile.ZIP_STORED if name == "mimetype" else zipfile.ZIP_DEFLATED)
    return file.getvalue()


def _write_page(sheet: Worksheet, page: Page, make_format: Callable[[Style], Format]) -> None:
    for row, first, last in page.merged:  # before the cells: it blanks them
        sheet.merge_range(row - 1, first - 1, row - 1, last - 1, "", make_format(page.cells[row, first].style))
    for (row, column), cell in page.cells.items():
        _write_cell(sheet, row - 1, column - 1, cell, make_format(cell.style))
    for column, width in enumerate(page.widths):
        sheet.set_column_pixels(column, column, round(width * _CHARACTER_PX))
    for column in map(page.find_column, page.hidden_columns):
        sheet.set_column(column - 1, column - 1, _HIDDEN_WIDTH, None, {"hidden": True})
    for row, height in page.heights.items():
        sheet.set_row(row - 1, height)
    for row, column, image, scales in page.pictures:
        sheet.insert_image(row - 1, column - 1, image, _PICTURE_INSET | scales)
    for cells, kind in page.restrictions:
        sheet.data_validation(cells.split(" ")[0], kind | {"multi_range": cells})
    if page.filter:
        sheet.autofilter(page.filter)
    _set_up(sheet, page)


def _write_cell(sheet: Worksheet, row: int, column: int, cell: Cell, looks: Format) -> None:
    value = cell.value
    if cell.formula:
        sheet.write_formula(row, column, cell.formula, looks, value)
    elif value is None or value == "":
        sheet.write_blank(row, column, None, looks)
    elif cell.link:
        sheet.write_url(row, column, f"internal:{cell.link}", looks, str(value))
    elif isinstance(value, str):
        write_text(sheet, row, column, value, looks)
    elif isinstance(value, datetime):
        sheet.write_datetime(row, column, value, looks)
    else:
        sheet.write_number(row, column, value, looks)


def write_text(sheet: Worksheet, row: int, column: int, text: str, looks: Format) -> None:
    """Writes the text unchanged. XlsxWriter takes <r>...</r> for its own markup, so such a text is written in two
    runs."""
    if text.startswith("<r>") and text.endswith("</r>"):
        sheet.write_rich_string(row, column, text[0], looks, text[1:], looks)
    else:
        sheet.write_string(row, column, text, looks)


def _set_up(sheet: Worksheet, page: Page) -> None:
    """Frozen heads, and A4, fitted to the page's width, heads repeated and pages numbered."""
    setup = page.setup
    sheet.freeze_panes(setup.head_rows, setup.head_columns)
    sheet.hide_gridlines(2)
    if setup.upright:
        sheet.set_portrait()
    else:
        sheet.set_landscape()
    sheet.set_paper(A4_PAPER)
    sheet.fit_to_pages(1, 0)
    sheet.set_margins(left=0.4, right=0.4, top=0.5, bottom=0.8)
    sheet.repeat_rows(0, setup.head_rows - 1)
    if not page.hidden:  # LibreOffice prints a hidden worksheet all the same where it has an area to be printed
        sheet.print_area(0, 0, max(setup.last_row, setup.head_rows + 1) - 1, setup.last_column - 1)
    middle = page.foot.replace("&", "&&") or "&A"
    sheet.set_footer(f"&LKiebitz&C{middle}&R{say(page.lang, 'workbook.print.page')}", {"margin": 0.4})
    sheet.center_horizontally()


def find_origin(workbook: Path) -> Origin:
    """The origin of the file; "foreign" for one that cannot be opened."""
    try:
        with open_archive(workbook) as parts:
            return _compare_mark(parts)
    except OSError:
        return "foreign"
    except _BROKEN:
        return "damaged" if is_archive(workbook) else "foreign"


def _compare_mark(parts: zipfile.ZipFile) -> Origin:
    """The origin by the mark. Without a mark all parts are read, too: only an undamaged file is surely foreign."""
    mark = _read_mark(parts)
    if sum(part.file_size for part in parts.infolist()) > MOST_UNPACKED:
        return "damaged" if mark else "foreign"
    digest = _hash_content(_hash_parts(parts))
    if not mark:
        return "foreign"
    return "ours" if digest == mark else "edited"


def _read_mark(parts: zipfile.ZipFile) -> str:
    """The hash in the mark; "" where there is none."""
    if _PART not in parts.namelist():
        return ""
    with parts.open(_PART) as properties:
        mark = _MARK.search(properties.read(_MOST_PART))
    return mark[1].decode() if mark else ""


def _hash_parts(parts: zipfile.ZipFile) -> dict[str, bytes]:
    found = {}
    for name in parts.namelist():
        with parts.open(name) as part:
            digest = hashlib.file_digest(part, "sha256")  # type: ignore[arg-type]  # what zipfile opens has readinto
            found[name] = digest.digest()
    return found


def _hash_content(digests: Mapping[str, bytes]) -> str:
    """The SHA-256 of all parts except the one with the mark."""
    whole = hashlib.sha256()
    for name in sorted(digests.keys() - {_PART}):
        whole.update(name.encode() + b"\0" + digests[name])
    return whole.hexdigest()

"""Workbooks that are traps, damaged, or none: each made small, and what each would take to open unguarded is large."""

from __future__ import annotations

import random
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

from openpyxl import Workbook

Make = Callable[[Path], object]

MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
SHEET, STRINGS, BOOK, STYLES, TYPES = (
    "xl/worksheets/sheet1.xml",
    "xl/sharedStrings.xml",
    "xl/workbook.xml",
    "xl/styles.xml",
    "[Content_Types].xml",
)
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
ENTITIES = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 9))
EMOJI = "\N{GRINNING FACE}"
"""A text with one in it takes four bytes a character."""


def read_parts(path: Path) -> dict[str, bytes]:
    """The parts of a workbook by name."""
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def write_plain(path: Path) -> None:
    """A list of two names, as openpyxl saves it."""
    book = Workbook()
    for name in ("Anna Ott", "Bernd Uhl"):
        book.worksheets[0].append([name])
    book.save(path)


def pack(path: Path, new: Mapping[str, str], packing: int = zipfile.ZIP_DEFLATED) -> None:
    """That list, some parts of which are replaced or added."""
    write_plain(path)
    parts = read_parts(path)
    with zipfile.ZipFile(path, "w", packing) as archive:
        for name, data in {**parts, **{name: text.encode() for name, text in new.items()}}.items():
            archive.writestr(name, data)


def wrap_rows(rows: str) -> dict[str, str]:
    """The worksheet with these rows."""
    return {SHEET: f"<worksheet {MAIN}><sheetData>{rows}</sheetData></worksheet>"}


def wrap_strings(items: str) -> dict[str, str]:
    """The shared strings."""
    return {STRINGS: f"<sst {MAIN}>{items}</sst>"}


def name_tabs(count: int) -> dict[str, str]:
    """So many worksheets, all in one part."""
    tabs = "".join(f'<sheet name="s{n}" sheetId="{n + 1}" r:id="rId1"/>' for n in range(count))
    return {BOOK: f'<workbook {MAIN} xmlns:r="{OFFICE}"><sheets>{tabs}</sheets></workbook>'}


def pretend(path: Path) -> None:
    """A workbook's list of worksheets under the name of a worksheet."""
    write_plain(path)
    types = read_parts(path)[TYPES].decode().replace(f"/{BOOK}", "/xl/worksheets/book.xml")
    pack(path, {TYPES: types, "xl/worksheets/book.xml": f"<workbook {MAIN}>{'<row/>' * 400_000}</workbook>"})


def declare_large(path: Path) -> None:
    """A part that says to hold two gigabytes."""
    pack(path, {"xl/media/picture.png": ""})
    data = bytearray(path.read_bytes())
    size = data.rindex(b"PK\x01\x02") + 24
    data[size : size + 4] = (2**31).to_bytes(4, "little")
    path.write_bytes(data)


def cut_off(path: Path) -> None:
    """Half a workbook, as a full memory stick leaves it."""
    write_plain(path)
    path.write_bytes(path.read_bytes()[:2000])


TRAPS: dict[str, Make] = {
    "a sheet nested two million deep": lambda path: pack(path, wrap_rows("<a>" * 2_000_000)),
    "styles nested two million deep": lambda path: pack(path, {STYLES: "<styleSheet>" + "<a>" * 2_000_000}),
    "two million styles": lambda path: pack(path, {STYLES: "<styleSheet>" + '<a b="c"/>' * 2_000_000}),
    "four million rows": lambda path: pack(path, wrap_rows("<row/>" * 4_000_000)),
    "two million texts": lambda path: pack(path, wrap_strings("<si><t>a</t></si>" * 2_000_000)),
    "one giant text": lambda path: pack(path, wrap_strings(f"<si><t>{EMOJI}{'a' * 30_000_000}</t></si>")),
    "one giant attribute": lambda path: pack(path, wrap_strings(f'<si a="{EMOJI}{"a" * 30_000_000}"/>')),
    "long texts": lambda path: pack(path, wrap_strings(f"<si><t>{EMOJI}{'a' * 100_000}</t></si>" * 1_100)),
    "entities in entities": lambda path: pack(path, {BOOK: f'<!DOCTYPE a [<!ENTITY e0 "x">{ENTITIES}]><a>&e8;</a>'}),
    "many worksheets": lambda path: pack(path, name_tabs(200_000)),
    "zeros": lambda path: pack(path, {SHEET: "\0" * 50_000_000}),
    "a part in disguise": pretend,
    "many parts": lambda path: pack(path, {f"a{n}": "" for n in range(60_000)}),
    "two gigabytes declared": declare_large,
    "packed as no workbook is": lambda path: pack(path, {}, zipfile.ZIP_LZMA),
    "cut off": cut_off,
    "a text": lambda path: path.write_bytes(b"Anna Ott\nBernd Uhl\n"),
    "nothing": lambda path: path.touch(),
}
"""What ends as no workbook, by what it is."""


def lock(path: Path) -> None:
    """A workbook with a password is no archive but one of Microsoft's older containers, as .xls is."""
    path.write_bytes(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(4096))


def flip_bit(data: bytes, seed: int) -> bytes:
    """The bytes with one bit of them turned over, as a bad memory stick does."""
    dice, flipped = random.Random(seed), bytearray(data)
    flipped[dice.randrange(len(flipped))] ^= 1 << dice.randrange(8)
    return bytes(flipped)

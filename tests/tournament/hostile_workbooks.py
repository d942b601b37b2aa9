"""Variants of a real exported workbook, drawn by a seed: damaged as by a bad memory stick, or made as a trap."""

from __future__ import annotations

import io
import random
import re
import zipfile
from collections.abc import Callable, Mapping

Parts = dict[str, bytes]
Change = Callable[[Parts, random.Random], object]
CONTENT_TYPES, STRINGS, BOOK = "[Content_Types].xml", "xl/sharedStrings.xml", "xl/workbook.xml"
MACRO = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(2048)
LAUGHS = (
    "<!DOCTYPE a [<!ENTITY e0 'ha'>" + "".join(f"<!ENTITY e{n} '{f'&e{n - 1};' * 10}'>" for n in range(1, 10)) + "]>"
).encode()


def unpack(data: bytes) -> Parts:
    """The parts by name."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def pack(parts: Mapping[str, bytes]) -> bytes:
    """The archive of the parts."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, part in parts.items():
            archive.writestr(name, part)
    return data.getvalue()


def pick_tab(parts: Parts, dice: random.Random) -> str:
    """The name of a worksheet's part."""
    return dice.choice(sorted(name for name in parts if name.startswith("xl/worksheets/sheet")))


def pick(parts: Parts, dice: random.Random) -> str:
    """The name of any part."""
    return dice.choice(sorted(parts))


def skip_declaration(part: bytes) -> int:
    """Where the XML begins behind its declaration."""
    return part.index(b"?>") + 2 if part.startswith(b"<?xml") else 0


def turn_bits(parts: Parts, dice: random.Random) -> None:
    """Some bits of one part, so that the archive is whole and its XML is not."""
    name = pick(parts, dice)
    part = bytearray(parts[name])
    for _ in range(dice.choice((1, 3, 30))):
        part[dice.randrange(len(part))] ^= 1 << dice.randrange(8)
    parts[name] = bytes(part)


def cut_part(parts: Parts, dice: random.Random) -> None:
    """The end of one part is gone."""
    name = pick(parts, dice)
    parts[name] = parts[name][: dice.randrange(len(parts[name]))]


def drop_parts(parts: Parts, dice: random.Random) -> None:
    """Parts are missing."""
    for name in dice.sample(sorted(parts), dice.choice((1, 1, 2, 5))):
        del parts[name]


def swap_parts(parts: Parts, dice: random.Random) -> None:
    """Two parts have each other's name."""
    one, other = dice.sample(sorted(parts), 2)
    parts[one], parts[other] = parts[other], parts[one]


def claim_size(parts: Parts, dice: random.Random) -> None:
    """A worksheet says to be as large as Excel allows."""
    name = pick_tab(parts, dice)
    parts[name] = re.sub(rb'<dimension ref="[^"]*"', b'<dimension ref="A1:XFD1048576"', parts[name])


def move_rows(parts: Parts, dice: random.Random) -> None:
    """A row and its cells stand at the very end of the worksheet, or at no place at all."""
    name, to = pick_tab(parts, dice), dice.choice((b"1048576", b"99999999999", b"-1", b"0", b"x", b""))
    parts[name] = re.sub(rb'<row r="5"', b'<row r="' + to + b'"', parts[name])
    if dice.random() < 0.5:
        parts[name] = re.sub(rb'r="([A-Z]+)5"', rb'r="\g<1>' + to + b'"', parts[name])


def move_columns(parts: Parts, dice: random.Random) -> None:
    """Cells stand in columns that there are not."""
    name, to = pick_tab(parts, dice), dice.choice((b"XFD", b"ZZZZZZ", b"", b"1", b"\xc3\x84"))
    parts[name] = re.sub(rb'r="C(\d+)"', b'r="' + to + rb'\1"', parts[name])


def fill_rows(parts: Parts, dice: random.Random) -> None:
    """A million rows more."""
    name = pick_tab(parts, dice)
    parts[name] = parts[name].replace(b"</sheetData>", b"<row/>" * 1_000_000 + b"</sheetData>")


def fill_cells(parts: Parts, dice: random.Random) -> None:
    """A hundred thousand cells in one row."""
    name = pick_tab(parts, dice)
    cells = b"<c><v>1</v></c>" * 100_000
    parts[name] = parts[name].replace(b"</sheetData>", b'<row r="9999">' + cells + b"</row></sheetData>")


def laugh(parts: Parts, dice: random.Random) -> None:
    """A billion laughs in one part."""
    name = dice.choice([name for name in sorted(parts) if name.endswith((".xml", ".rels"))])
    part = parts[name]
    at = skip_declaration(part)
    parts[name] = part[:at] + LAUGHS + re.sub(rb">([^<]{1,9})<", b">&e9;<", part[at:], count=3)


def read_other_file(parts: Parts, dice: random.Random) -> None:
    """An entity that would read a file of the computer."""
    name = pick_tab(parts, dice)
    part = parts[name]
    at = skip_declaration(part)
    parts[name] = part[:at] + b'<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>' + part[at:]


def lengthen_strings(parts: Parts, dice: random.Random) -> None:
    """Shared texts of some megabytes, or very many of them."""
    size, count = dice.choice(((20_000_000, 1), (30_000, 1500), (1, 600_000)))
    more = b"<si><t>" + b"a" * size + b"</t></si>"
    parts[STRINGS] = parts.get(STRINGS, b"<sst></sst>").replace(b"</sst>", more * count + b"</sst>")


def miss_strings(parts: Parts, dice: random.Random) -> None:
    """Cells ask for texts that there are not."""
    name = pick_tab(parts, dice)
    number = dice.choice((b"999999", b"-7", b"x", b"1e9", b"99999999999999999999"))
    parts[name] = re.sub(rb't="s"><v>\d+</v>', b't="s"><v>' + number + b"</v>", parts[name], count=5)


def spoil_values(parts: Parts, dice: random.Random) -> None:
    """Cells with kinds and values that there are not."""
    name, kind = pick_tab(parts, dice), dice.choice((b"b", b"e", b"d", b"n", b"str", b"inlineStr", b"q"))
    value = dice.choice((b"1e999", b"nan", b"9" * 400, b"", b"#REF!", b"2026-99-99", b"0x10"))
    cells = rb"<c r=\"(\w+)\"([^>]*?)( t=\"\w+\")?><v>[^<]*</v>"
    new = rb'<c r="\1"\2 t="' + kind + b'"><v>' + value + b"</v>"
    parts[name] = re.sub(cells, new, parts[name], count=dice.choice((1, 9, 999)))


def nest_archive(parts: Parts, dice: random.Random) -> None:
    """The workbook holds itself, or an archive of zeros, as a part."""
    inner = pack({"a": bytes(50_000_000)}) if dice.random() < 0.5 else pack(parts)
    parts[dice.choice(("xl/embeddings/a.xlsx", "xl/media/a.zip", "xl/worksheets/sheet9.xml"))] = inner


def add_macros(parts: Parts, dice: random.Random) -> None:
    """A macro's part, announced or not."""
    parts["xl/vbaProject.bin"] = MACRO
    if dice.random() < 0.5:
        kind = b'<Override PartName="/xl/vbaProject.bin" ContentType="application/vnd.ms-office.vbaProject"/></Types>'
        types = parts[CONTENT_TYPES].replace(b"</Types>", kind)
        parts[CONTENT_TYPES] = types.replace(b"spreadsheetml.sheet.main+xml", b"macroEnabled.main+xml")


def link_outside(parts: Parts, dice: random.Random) -> None:
    """Links to another workbook, or to a server."""
    links = "xl/_rels/workbook.xml.rels"
    target = dice.choice((b"file:///etc/passwd", b"http://127.0.0.1:9/x.xlsx", b"../../../../etc/passwd", b"\\\\x\\y"))
    kind = b"http://schemas.openxmlformats.org/officeDocument/2006/relationships/externalLink"
    link = b'<Relationship Id="rId99" Type="' + kind + b'" Target="' + target + b'" TargetMode="External"/>'
    parts[links] = parts[links].replace(b"</Relationships>", link + b"</Relationships>")
    refer = b'<externalReferences><externalReference r:id="rId99"/></externalReferences></workbook>'
    parts[BOOK] = parts[BOOK].replace(b"</workbook>", refer)


def rename_tabs(parts: Parts, dice: random.Random) -> None:
    """Worksheets with the same name, or names from elsewhere."""
    new = dice.choice(("Spiele", "../../etc", "", "\U0001f600" * 30, "=1+1")).encode()
    parts[BOOK] = re.sub(rb'<sheet name="[^"]*"', b'<sheet name="' + new + b'"', parts[BOOK])


def nest_deep(parts: Parts, dice: random.Random) -> None:
    """Elements in elements in elements."""
    name = pick_tab(parts, dice)
    parts[name] = parts[name].replace(b"<sheetData>", b"<a>" * 200_000 + b"<sheetData>")


def repeat_merges(parts: Parts, dice: random.Random) -> None:
    """A merged range over the whole worksheet, many times."""
    name = pick_tab(parts, dice)
    merges = b"<mergeCells>" + b'<mergeCell ref="A1:XFD1048576"/>' * 20_000 + b"</mergeCells>"
    parts[name] = parts[name].replace(b"</sheetData>", b"</sheetData>" + merges)


CHANGES: tuple[Change, ...] = (
    turn_bits,
    cut_part,
    drop_parts,
    swap_parts,
    claim_size,
    move_rows,
    move_columns,
    fill_rows,
    fill_cells,
    laugh,
    read_other_file,
    lengthen_strings,
    miss_strings,
    spoil_values,
    nest_archive,
    add_macros,
    link_outside,
    rename_tabs,
    nest_deep,
    repeat_merges,
)


def make_variant(data: bytes, seed: int) -> tuple[str, bytes]:
    """What was done to the workbook, and how it is then: bits turned, its end cut, or its parts changed."""
    dice = random.Random(seed)
    way = seed % (len(CHANGES) + 2)
    if way == len(CHANGES):
        flipped = bytearray(data)
        for _ in range(dice.choice((1, 1, 5))):
            flipped[dice.randrange(len(flipped))] ^= 1 << dice.randrange(8)
        return "bits", bytes(flipped)
    if way == len(CHANGES) + 1:
        return "cut", data[: dice.randrange(len(data))]
    parts = unpack(data)
    CHANGES[way](parts, dice)
    return getattr(CHANGES[way], "__name__", ""), pack(parts)

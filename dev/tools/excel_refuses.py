"""What Excel refuses or "repairs" in a workbook although LibreOffice opens it: `python -m dev.tools.excel_refuses
XLSX`.

The limits are those of Microsoft's "Excel specifications and limits" and of its object model; the order of elements is
that of ECMA-376, CT_Worksheet. Excel drops what it refuses and tells the user that the file is damaged.
"""

from __future__ import annotations

import re
import sys
import zipfile
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path, PurePosixPath
from xml.etree import ElementTree

from openpyxl.utils.cell import range_boundaries

_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_FUNCTIONS = frozenset({
    "IF", "AND", "SUM", "MAX", "MIN", "MATCH", "INDEX", "RANK", "COUNT", "COUNTIF", "COUNTIFS", "SUMIFS", "TEXT", "N",
    "IFERROR", "ISNUMBER", "SUMPRODUCT", "TRIM",
})
"""Functions of Excel 2007 that need no `_xlfn.` before their name; any other has to be added here with care."""

_MOST = {"formula": 8192, "literal": 255, "cell": 32_767, "message": 255, "header": 255, "list": 255}
_ORDER = (
    "sheetPr", "dimension", "sheetViews", "sheetFormatPr", "cols", "sheetData", "sheetProtection", "autoFilter",
    "mergeCells", "conditionalFormatting", "dataValidations", "hyperlinks", "printOptions", "pageMargins", "pageSetup",
    "headerFooter", "rowBreaks", "colBreaks", "drawing", "legacyDrawing", "tableParts", "extLst",
)
_WIDEST, _HIGHEST = 255.0, 409.5
_LITERAL = re.compile(r'"((?:[^"]|"")*)"')
_SHEET = re.compile(r"'((?:[^']|'')+)'!")
_FUNCTION = re.compile(r"([A-Za-z_.][A-Za-z0-9_.]*)\(")


def refused(workbook: Path) -> Iterator[str]:
    """Every fault, with its place."""
    with zipfile.ZipFile(workbook) as parts:
        names = set(parts.namelist())
        trees = {
            name: ElementTree.fromstring(parts.read(name)) for name in sorted(names) if name.endswith((".xml", ".rels"))
        }
    tabs = [sheet.attrib["name"] for sheet in trees["xl/workbook.xml"].iter(f"{_MAIN}sheet")]
    yield from _tabs(tabs)
    yield from _links(trees, names)
    yield from _content_types(trees["[Content_Types].xml"], names)
    yield from _names(trees["xl/workbook.xml"], tabs)
    for name, tree in trees.items():
        if name.startswith("xl/worksheets/") and name.endswith(".xml"):
            yield from (f"{name}: {fault}" for fault in _worksheet(tree, tabs))
        if name.startswith("xl/drawings/") and name.endswith(".xml"):
            yield from (f"{name}: {fault}" for fault in _drawing(tree))
        for entry in (entry for kind in ("is", "si") for entry in tree.iter(f"{_MAIN}{kind}")):
            if len("".join(entry.itertext())) > _MOST["cell"]:
                yield f"{name}: a text has more characters than a cell holds"


def _tabs(tabs: list[str]) -> Iterator[str]:
    for tab in tabs:
        if not 0 < len(tab) <= 31 or re.search(r"[\[\]:*?/\\]", tab) or tab.strip("'") != tab:
            yield f"no name for a worksheet: {tab!r}"
    if len({tab.casefold() for tab in tabs}) < len(tabs):
        yield f"two worksheets have one name: {tabs}"


def _links(trees: dict[str, ElementTree.Element], names: set[str]) -> Iterator[str]:
    """Every part that another one points at is in the file."""
    for name, tree in trees.items():
        if name.endswith(".rels"):
            folder = PurePosixPath(name).parent.parent
            for link in tree:
                target = link.attrib["Target"]
                path = target.lstrip("/") if target.startswith("/") else _joined(folder, target)
                if link.attrib.get("TargetMode") != "External" and path not in names:
                    yield f"{name} points at {target}, which is not there"


def _joined(folder: PurePosixPath, target: str) -> str:
    parts: list[str] = []
    for part in (folder / target).parts:
        parts = parts[:-1] if part == ".." else [*parts, part]
    return "/".join(parts)


def _content_types(types: ElementTree.Element, names: set[str]) -> Iterator[str]:
    """Every part has a type, by its own name or by its ending."""
    endings = {entry.attrib["Extension"].casefold() for entry in types if "Extension" in entry.attrib}
    known = {entry.attrib["PartName"].lstrip("/") for entry in types if "PartName" in entry.attrib}
    yield from (f"{name} has no type" for name in sorted(names - known - {"[Content_Types].xml"})
                if name.rpartition(".")[2].casefold() not in endings)
    yield from (f"{name} has a type, but is not there" for name in sorted(known - names))


def _names(workbook: ElementTree.Element, tabs: list[str]) -> Iterator[str]:
    """Print titles, print areas and filters: once for a worksheet, and on one that is there."""
    seen: set[tuple[str, str]] = set()
    for entry in workbook.iter(f"{_MAIN}definedName"):
        key = entry.attrib["name"].casefold(), entry.attrib.get("localSheetId", "")
        if key in seen or int(key[1] or 0) >= len(tabs):
            yield f"the name {key} is given twice, or to no worksheet"
        seen.add(key)
        yield from _unknown_tabs(entry.text or "", tabs)


def _worksheet(sheet: ElementTree.Element, tabs: list[str]) -> Iterator[str]:
    parts = [part.tag.removeprefix(_MAIN) for part in sheet]
    if [part for part in parts if part not in _ORDER] or parts != sorted(parts, key=_ORDER.index):
        yield f"parts in an order that is not the schema's: {parts}"
    yield from _cells(sheet, tabs)
    yield from _sizes(sheet)
    yield from _overlaps([entry.attrib["ref"] for entry in sheet.iter(f"{_MAIN}mergeCell")])
    yield from _validations(sheet, tabs)
    rules = [rule.attrib["priority"] for rule in sheet.iter(f"{_MAIN}cfRule")]
    if len(set(rules)) < len(rules):
        yield "two conditional formats have one priority"
    for rule in sheet.iter(f"{_MAIN}cfRule"):
        yield from (fault for found in rule.iter(f"{_MAIN}formula") for fault in formula_faults(found.text or "", tabs))
    for text in (entry.text or "" for kind in ("oddHeader", "oddFooter") for entry in sheet.iter(f"{_MAIN}{kind}")):
        if len(text) > _MOST["header"]:
            yield "a header or footer is too long"


def _cells(sheet: ElementTree.Element, tabs: list[str]) -> Iterator[str]:
    """Rows and cells in their order, each once; formulas without a sign before them and within Excel's limits."""
    rows = [int(row.attrib["r"]) for row in sheet.iter(f"{_MAIN}row")]
    if any(one >= two for one, two in pairwise(rows)):
        yield "rows are not in their order"
    for row in sheet.iter(f"{_MAIN}row"):
        columns = [range_boundaries(cell.attrib["r"])[0] or 0 for cell in row]
        if any(one >= two for one, two in pairwise(columns)):
            yield f"cells of row {row.attrib['r']} are not in their order"
        for cell in row:
            for found in cell.iter(f"{_MAIN}f"):
                yield from (f"{cell.attrib['r']}: {fault}" for fault in formula_faults(found.text or "", tabs))


def _sizes(sheet: ElementTree.Element) -> Iterator[str]:
    for row in sheet.iter(f"{_MAIN}row"):
        if float(row.attrib.get("ht", 0)) > _HIGHEST:
            yield f"row {row.attrib['r']} is too high"
    for column in sheet.iter(f"{_MAIN}col"):
        if float(column.attrib.get("width", 0)) > _WIDEST:
            yield f"column {column.attrib['min']} is too wide"


def _overlaps(merged: list[str]) -> Iterator[str]:
    boxes = [tuple(side or 0 for side in range_boundaries(ref)) for ref in merged]
    for n, (left, top, right, bottom) in enumerate(boxes):
        for other in boxes[n + 1 :]:
            if left <= other[2] and other[0] <= right and top <= other[3] and other[1] <= bottom:
                yield f"merged cells overlap: {merged[n]}"


def _validations(sheet: ElementTree.Element, tabs: list[str]) -> Iterator[str]:
    for rule in sheet.iter(f"{_MAIN}dataValidation"):
        texts = [rule.attrib.get(key, "") for key in ("error", "prompt")]
        if max(map(len, texts)) > _MOST["message"]:
            yield "the message of a data validation is too long"
        for found in (entry.text or "" for entry in rule.iter(f"{_MAIN}formula1")):
            if rule.attrib.get("type") == "list" and len(found.strip('"')) > _MOST["list"]:
                yield "the list of a data validation is too long"
            yield from formula_faults(found, tabs)


def formula_faults(formula: str, tabs: Iterable[str]) -> Iterator[str]:
    """Why Excel would refuse this formula, which stands without its "=". `tabs`: the worksheets that there are."""
    if len(formula) > _MOST["formula"] or formula.startswith("="):
        yield f"a formula is too long, or begins with two signs: {formula[:60]}"
    if any(len(text) > _MOST["literal"] for text in _LITERAL.findall(formula)):
        yield f"a text in a formula is too long: {formula[:60]}"
    yield from _unknown_tabs(formula, tabs)
    bare = _SHEET.sub("", _LITERAL.sub('""', formula))
    if bare.count("(") != bare.count(")"):
        yield f"brackets do not match: {formula[:60]}"
    yield from (f"{name} is no function of Excel 2007" for name in _FUNCTION.findall(bare) if name not in _FUNCTIONS)


def _unknown_tabs(formula: str, tabs: Iterable[str]) -> Iterator[str]:
    known = set(tabs)
    for tab in _SHEET.findall(_LITERAL.sub('""', formula)):
        if tab.replace("''", "'") not in known:
            yield f"there is no worksheet {tab}"


def _drawing(drawing: ElementTree.Element) -> Iterator[str]:
    """Every picture is anchored to a cell, has a size and a number of its own."""
    spot = "{http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing}"
    ids = [entry.attrib["id"] for entry in drawing.iter(f"{spot}cNvPr")]
    if len(set(ids)) < len(ids):
        yield "two pictures have one number"
    for anchor in drawing:
        size = anchor.find(f"{spot}ext")
        sides = (0, 0) if size is None else (int(size.attrib["cx"]), int(size.attrib["cy"]))
        if anchor.find(f"{spot}from") is None or min(sides) < 1:
            yield "a picture has no anchor or no size"


if __name__ == "__main__":
    found = list(refused(Path(sys.argv[1])))
    sys.stdout.write("".join(f"{fault}\n" for fault in found))
    sys.exit(bool(found))

"""What the formulas come to, written beside them: for mail previews and phones, which show a workbook without
calculating.

openpyxl writes formulas without their values. Excel and LibreOffice calculate anew when they open the file. It also
writes a font's parts in an order of its own; here they get that of Excel's schema.
"""

from __future__ import annotations

from collections.abc import Mapping
from xml.etree import ElementTree

Values = Mapping[str, int | float | str]
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_FONT = tuple(f"{{{_MAIN}}}{part}" for part in (
    "b", "i", "strike", "condense", "extend", "outline", "shadow", "u", "vertAlign", "sz", "color", "name", "family",
    "charset", "scheme"))
_LINK = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_NAMESPACES = {
    "": _MAIN,
    "r": "http://schemas.openxmlformats.org/officeDocument/2006/relationships",
    "mc": "http://schemas.openxmlformats.org/markup-compatibility/2006",
}


def filled_in(parts: Mapping[str, bytes], cached: Mapping[str, Values]) -> dict[str, bytes]:
    """The parts of the saved workbook with the values (by worksheet and cell) beside its formulas."""
    worksheets = {name: _filled(parts[name], cached.get(title, {})) for title, name in _worksheets(parts).items()}
    return {**parts, **worksheets, "xl/styles.xml": _ordered(parts["xl/styles.xml"])}


def _worksheets(parts: Mapping[str, bytes]) -> dict[str, str]:
    """The file of each worksheet by its title."""
    links = ElementTree.fromstring(parts["xl/_rels/workbook.xml.rels"])
    files = {link.attrib["Id"]: link.attrib["Target"].lstrip("/") for link in links}
    sheets = ElementTree.fromstring(parts["xl/workbook.xml"]).iter(f"{{{_MAIN}}}sheet")
    return {sheet.attrib["name"]: _inside(files[sheet.attrib[_LINK]]) for sheet in sheets}


def _inside(target: str) -> str:
    return target if target.startswith("xl/") else f"xl/{target}"


def _filled(xml: bytes, values: Values) -> bytes:
    root = ElementTree.fromstring(xml)
    for cell in root.iter(f"{{{_MAIN}}}c"):
        value = values.get(cell.attrib.get("r", ""))
        if value is not None and cell.find(f"{{{_MAIN}}}f") is not None:
            _put(cell, value)
    return _written(root)


def _ordered(styles: bytes) -> bytes:
    root = ElementTree.fromstring(styles)
    for font in root.iter(f"{{{_MAIN}}}font"):
        font[:] = sorted(font, key=lambda part: _FONT.index(part.tag))
    return _written(root)


def _written(root: ElementTree.Element) -> bytes:
    for prefix, uri in _NAMESPACES.items():
        ElementTree.register_namespace(prefix, uri)
    written: bytes = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return written


def _put(cell: ElementTree.Element, value: int | float | str) -> None:
    slot = cell.find(f"{{{_MAIN}}}v")
    if slot is None:
        slot = ElementTree.SubElement(cell, f"{{{_MAIN}}}v")
    slot.text = str(value)
    if isinstance(value, str):
        cell.set("t", "str")
    else:
        cell.attrib.pop("t", None)

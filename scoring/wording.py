"""Rows, fields and points as people name them: "Spiel 7", "Spiel 7, Platz 3", "+4"."""

from __future__ import annotations

from string import ascii_letters, digits

from texts.sentences import Phrase

_CROSSES_AND_VALUE = ("solo", "offence", "value")
_COLUMNS = {"p": "faults.place.field-seat", "total": "faults.place.field-total", "win": "faults.place.field-win"}
"""The columns that each seat has."""


def name_row(number: int, *, offence: bool = False) -> Phrase:
    """ "Spiel 7"; an offence is no game: "Strafe in Zeile 17"."""
    return Phrase("faults.place.offence-row" if offence else "faults.place.row", {"number": number})


def name_field(field: str) -> Phrase:
    """The field of that id: `g07.p3` is "Spiel 7, Platz 3". An id that is no cell of a table stays as it is."""
    place, _, column = field.partition(".")
    return Phrase("faults.place.field", {"row": _name_place(place), "cell": _name_column(column)})


def _name_place(place: str) -> Phrase | str:
    if place[1:].isdigit():
        return name_row(int(place[1:]))
    return Phrase("faults.place.field-sum") if place == "sum" else place


def _name_column(column: str) -> Phrase | str:
    if column in _CROSSES_AND_VALUE:
        return Phrase(f"faults.place.field-{column}")
    kind, seat = column.rstrip(digits), column.lstrip(ascii_letters)
    return Phrase(_COLUMNS[kind], {"seat": seat}) if kind in _COLUMNS else column


def write_points(points: int) -> str:
    """Points as players write them: +4, -4, 0."""
    return f"{points:+d}" if points else "0"

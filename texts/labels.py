"""What seats, rows and fields of one sheet are called in a sentence: "Wolfgang", "Strafe 1", "Summe von Ingrid".

A sentence is made where only numbers of seats and ids of fields are known. Whoever shows it knows the players' names,
how many games the sheet has rows for, and which row of the paper is beside it.
"""

from __future__ import annotations

from dataclasses import dataclass
from operator import index

from texts.field_ids import name_line, parse_column, parse_field
from texts.languages import Lang, load_table

ON_SHEET = ("who", "row", "at", "place", "cell")
"""The formats of gaps that name seats, rows and fields of a sheet."""


@dataclass(frozen=True, slots=True)
class Labels:
    """The names on one sheet.

    `names`: by seat, "" where none is known: then it is "Platz 3". `games`: how many rows are printed for games, those
    below are for offences; 0: not known. `here`: the row of the paper beside which a sentence is shown, which it need
    not name again ("g07", "sum"; "" for the whole sheet); None: it is shown alone.
    """

    names: tuple[str, ...] = ()
    games: int = 0
    here: str | None = None

    def call(self, lang: Lang, spec: str, value: object) -> str:
        """What a gap with one of the formats `ON_SHEET` says."""
        if spec == "place":
            return self.name_field(lang, str(value))
        if spec == "cell":
            return self.name_column(lang, parse_field(str(value)).column)
        number = index(value)  # type: ignore[arg-type]  # a seat, or a row
        name = {"who": self.name_seat, "row": self.name_row, "at": self.place_row}[spec]
        return name(lang, number)

    def name_seat(self, lang: Lang, seat: int) -> str:
        """ "Wolfgang", or "Platz 3" while no name is known."""
        known = self.names[seat - 1] if 0 < seat <= len(self.names) else ""
        return known or _fill(lang, "common.seat", seat=seat)

    def name_row(self, lang: Lang, number: int) -> str:
        """ "Spiel 7", or "Strafe 1" for the first row below the games."""
        below = number - self.games if self.games else 0
        return _fill(lang, "common.offence", number=below) if below > 0 else _fill(lang, "common.game", number=number)

    def place_row(self, lang: Lang, number: int) -> str:
        """ "Spiel 7: " at the beginning of a sentence; "" beside that row."""
        if self.here == name_line(number):
            return ""
        return f"{self.spell_row(lang, number)}: "

    def spell_row(self, lang: Lang, number: int) -> str:
        """The row's name by itself, with a capital: "Game 7"."""
        name = self.name_row(lang, number)
        return name[:1].upper() + name[1:]

    def name_field(self, lang: Lang, field_id: str) -> str:
        """ "Spiel 7, Wolfgang" for `g07.p3`, beside that row "Wolfgang"; "Summe von Ingrid" for `sum.p2`."""
        field = parse_field(field_id)
        cell = self.name_column(lang, field.column)
        if field.line == self.here or not field.column:
            return cell or field.line
        if field.game is not None:
            return f"{self.name_row(lang, field.game)}, {cell}"
        return _fill(lang, f"fields.row-{field.line}", cell=cell)

    def name_column(self, lang: Lang, column: str) -> str:
        """A column of a row: "Wolfgang" for `p3`, "Ansage Re" for `re.re`. One without words stays as it is."""
        known, field = load_table(lang, "fields"), parse_column(column)
        kind = f"fields.of-{field.kind}"
        if field.seat is not None and kind in known:
            return known[kind].format(seat=self.name_seat(lang, field.seat))
        return known.get(f"fields.{column}", column)


NO_LABELS = Labels()
"""For a sentence by itself, or on a sheet of which nothing is known."""


def _fill(lang: Lang, key: str, **gaps: object) -> str:
    return load_table(lang, key.partition(".")[0])[key].format(**gaps)

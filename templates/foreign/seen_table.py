"""What was seen of a foreign ruled table, as plain data: rules, cells, the print in them. Nothing is guessed yet.

Above it are the words that head columns and rows of score sheets, and what people write under them."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import pairwise

from templates.layout import FieldKind


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a heading says: `name` (a part of field ids), the `kind` of the cells below, and the `words` that say it."""

    name: str
    kind: FieldKind
    words: str


MEANINGS = (
    Meaning("nr", "number", "nr no nummer lfd lfdnr spiel spiele spielnr runde rd game round platz rang pos position"),
    Meaning(
        "name",
        "text",
        "name namen spieler spielerin spielername mitspieler teilnehmer player players vorname nachname mitglied",
    ),
    Meaning(
        "sum",
        "points",
        "summe summen gesamt gesamtpunkte gesamtsumme total endstand endsumme endergebnis stand "
        "zwischenstand sum übertrag zwischensumme",
    ),
    Meaning(
        "points",
        "points",
        "punkte pkt pkte punkt points score ergebnis differenz diff plus minus gewinn verlust saldo "
        "spielpunkte pluspunkte minuspunkte wertung",
    ),
    Meaning("value", "number", "wert spielwert augen stiche value euro eur cent betrag"),
    Meaning("solo", "cross", "solo soli pflichtsolo pflicht lustsolo pflichtsoli"),
    Meaning("offence", "cross", "strafe verstoß strafpunkt renonce"),
    Meaning(
        "cross",
        "cross",
        "re kontra contra bock ramsch hochzeit armut keine90 keine60 keine30 k90 k60 k30 u90 u60 u30 "
        "schwarz fuchs charly karlchen doppelkopf gewonnen verloren bezahlt anwesend dabei",
    ),
    Meaning(
        "text",
        "text",
        "datum ort uhrzeit zeit bemerkung bemerkungen notiz notizen geber tisch ansage ansagen date "
        "spielart verein partner",
    ),
    Meaning("sign", "signature", "unterschrift unterschriften signatur handzeichen signature"),
)
_BY_WORD = {word: meaning for meaning in MEANINGS for word in meaning.words.split()}
_ALIKE = 0.82
"""How alike a misread word must be to a known one, from 0 to 1: one letter of six may differ."""
_LEAST_LETTERS = 5
"""Shorter words must be read exactly: "Re" and "Rd" are two things."""


def find_meaning(text: str) -> Meaning | None:
    """What a heading says; None for one that is not known. Numbers in it do not count: "Spiel 3" is "spiel"."""
    words = [re.sub(r"[^a-zäöüß0-9]", "", word) for word in text.lower().replace("/", " ").split()]
    words = [word for word in words if word and not word.isdigit()]
    for word in ("".join(words), *words):
        if word in _BY_WORD:
            return _BY_WORD[word]
    for word in (word for word in words if len(word) >= _LEAST_LETTERS):
        if near := get_close_matches(word, _BY_WORD, 1, _ALIKE):
            return _BY_WORD[near[0]]
    return None


def has_meaning(text: str, *names: str) -> bool:
    """Whether a heading has one of the meanings with these names."""
    meaning = find_meaning(text)
    return meaning is not None and meaning.name in names


def is_numbered(text: str) -> bool:
    """Whether a heading has a number: "Spiel 3", "1. Runde", "Spieler 2" are over points, not over names."""
    return any(char.isdigit() for char in text) and any(char.isalpha() for char in text)


def make_slug(text: str, longest: int = 16) -> str:
    """A heading as a part of a field id: a-z and 0-9, "" where nothing is left."""
    spelled = text.lower().replace("ä", "ae").replace("ö", "oe").replace("ü", "ue").replace("ß", "ss")
    plain = unicodedata.normalize("NFKD", spelled).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]", "", plain)[:longest]


def clean_line(text: str, longest: int = 40) -> str:
    """A text from a picture, fit for one line of a file or a terminal: no control characters, not too long."""
    clean = " ".join("".join(char if char.isprintable() else " " for char in text).split())
    return clean if len(clean) <= longest else clean[: longest - 1] + "…"


@dataclass(frozen=True, slots=True)
class SeenCell:
    """One cell of the table.

    `print_`: the words that Tesseract read in it. `trust`: its confidence in the weakest of them, from 0 to 1. `ink`:
    whether the cell has any ink. `number`: what the number reader is sure of, "" for none. `span`: where its ink begins
    and ends, as shares of the row from the top; (0, 0) without ink. `reach`: where it begins and ends across, in row
    heights from the cell's left edge.
    """

    print_: str = ""
    trust: float = 0.0
    ink: bool = False
    number: str = ""
    span: tuple[float, float] = (0.0, 0.0)
    reach: tuple[float, float] = (0.0, 0.0)

    @property
    def has_words(self) -> bool:
        """Whether letters were read with confidence: print, or a very neat hand."""
        return self.trust >= SURE_PRINT and sum(char.isalpha() for char in self.print_) >= 2


SURE_PRINT = 0.55
"""Tesseract's confidence from which words count as print: misread handwriting rarely reaches it."""


@dataclass(frozen=True, slots=True)
class ShortRule:
    """A rule that does not span the table: `upright` or level, at `at_mm`, and from `start_mm` to `end_mm` along it."""

    upright: bool
    at_mm: float
    start_mm: float
    end_mm: float


@dataclass(frozen=True, slots=True)
class SeenTable:
    """A table, upright as it is held to be read. All lengths are proportions: their size is arbitrary.

    `xs_mm`, `ys_mm`: the rules that span it. `edges_x_mm`, `edges_y_mm`: all edges of its cells, also where no rule is
    printed. `cells`: by row, then by column. `above`: the print over each column, outside of the table. `walls`: by
    row, whether an upright rule is seen at each of the edges. `short`: rules that do not span the table. `turned`:
    whether print showed which way is up. `read`: whether the print was read, False where that took too long.
    `dotted_xs_mm`, `dotted_ys_mm`: the rules of dots or dashes.
    """

    xs_mm: tuple[float, ...]
    ys_mm: tuple[float, ...]
    edges_x_mm: tuple[float, ...]
    edges_y_mm: tuple[float, ...]
    cells: tuple[tuple[SeenCell, ...], ...]
    above: tuple[str, ...]
    walls: tuple[tuple[bool, ...], ...]
    short: tuple[ShortRule, ...] = ()
    turned: bool = True
    read: bool = True
    dotted_xs_mm: tuple[float, ...] = ()
    dotted_ys_mm: tuple[float, ...] = ()

    @property
    def columns(self) -> int:
        """How many columns of cells there are."""
        return len(self.edges_x_mm) - 1

    @property
    def rows(self) -> int:
        """How many rows of cells there are."""
        return len(self.edges_y_mm) - 1

    @property
    def pitch_mm(self) -> float:
        """The median height of a row."""
        heights = sorted(low - top for top, low in pairwise(self.edges_y_mm))
        return heights[len(heights) // 2]

    @property
    def headed_above(self) -> bool:
        """Whether the headings are above the table: print over half of the columns; a title covers one or two."""
        return 2 * sum(bool(text) for text in self.above) >= max(self.columns, 3)

    def measure_width_mm(self, column: int) -> float:
        """The width of a column, counted from 0, as a proportion."""
        return self.edges_x_mm[column + 1] - self.edges_x_mm[column]

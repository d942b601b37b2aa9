"""Type: the faces that are printed with, text in letters that they have, and text fitted into a width."""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from collections.abc import Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

PLAIN: Final = "KiebitzPlain"
BOLD: Final = "KiebitzBold"
HAND: Final = "KiebitzHand"  # for printed examples of what to write
MM_PER_PT: Final = 25.4 / 72
CAP_HEIGHT: Final = 0.698  # of the size; from the OS/2 table of IBM Plex Sans Condensed
DESCENT: Final = 0.22  # of the size, below the baseline
LEADING: Final = 1.2  # from baseline to baseline
MISSING: Final = "?"  # stands for a letter that the face does not have, so that nobody takes the rest for the whole
ELLIPSIS: Final = "…"

_FILES = {
    PLAIN: "type/IBMPlexSansCondensed-Regular.ttf",
    BOLD: "type/IBMPlexSansCondensed-SemiBold.ttf",
    HAND: "fonts/patrick-hand.ttf",
}
_LONGEST = 1000  # letters; more never fit the foot of a page at the smallest size
_DROPPED = {"Cc", "Cf", "Mn", "Me", "Mc"}  # controls, bidirectional overrides, and accents that found no letter


@cache
def load_face(name: str) -> TTFont:
    """The face of that name, which the PDF carries; registered with reportlab on first use."""
    font = TTFont(name, str(Path(__file__).parents[1] / _FILES[name]))
    pdfmetrics.registerFont(font)
    return font


@lru_cache(maxsize=1000)
def clean(text: str) -> str:
    """`text` on one line, in letters that the face has: blanks joined, controls dropped, unknown letters as `?`."""
    known = load_face(PLAIN).face.charToGlyph
    spaced = "".join(" " if char.isspace() else char for char in text[: 10 * _LONGEST])
    letters = (part for char in unicodedata.normalize("NFC", spaced) for part in _spell(char, known))
    return " ".join("".join(letters).split())[:_LONGEST]


def find_missing(text: str) -> str:
    """The letters of `text` that the face cannot print, each once, so that a caller can warn of them."""
    known = load_face(PLAIN).face.charToGlyph
    return "".join(dict.fromkeys(char for char in text if _spell(char, known) == MISSING and char != MISSING))


def _spell(char: str, known: dict[int, int]) -> str:
    """The letter in letters that the face knows: itself, or without its accents; "" for a control."""
    if unicodedata.category(char) in _DROPPED:
        return ""
    if ord(char) in known:
        return char
    plain = "".join(part for part in unicodedata.normalize("NFKD", char) if ord(part) in known)
    return plain.strip() or MISSING


def measure_mm(text: str, name: str, size_pt: float) -> float:
    """The printed width of one line, in mm."""
    return 0.001 * size_pt * _measure_letters(text, name) * MM_PER_PT


@lru_cache(maxsize=10_000)
def _measure_letters(text: str, name: str) -> float:
    """The width in thousandths of the size; kept, since a line is tried at many sizes and in many rooms."""
    return float(load_face(name).stringWidth(text, 1000))


def fit(text: str, name: str, room_mm: float, largest_pt: float, smallest_pt: float) -> tuple[str, float]:
    """`text` and the size in points at which it fits `room_mm`: shrunk by half points first, then cut with "…"."""
    line, size = clean(text), largest_pt
    while size > smallest_pt and measure_mm(line, name, size) > room_mm:
        size = max(smallest_pt, size - 0.5)
    return _cut(line, name, room_mm, size), size


def _cut(line: str, name: str, room_mm: float, size_pt: float) -> str:
    """The line, cut with an ellipsis where it is wider than the room."""
    if measure_mm(line, name, size_pt) <= room_mm:
        return line
    fitting = bisect_right(range(len(line)), room_mm, key=lambda end: measure_mm(line[:end] + ELLIPSIS, name, size_pt))
    return line[: max(fitting - 1, 0)].rstrip() + ELLIPSIS


def flow(
    lines: Sequence[str], name: str, room_mm: tuple[float, float], sizes_pt: Sequence[float]
) -> tuple[list[str], float]:
    """The lines wrapped into `room_mm` (width, height), and their size: the first of `sizes_pt` at which they fit.

    Where none does, they are cut with an ellipsis at the last size.
    """
    cleaned = [line for line in map(clean, lines[:40]) if line]
    for size in sizes_pt:
        wrapped = [part for line in cleaned for part in _wrap(line, name, room_mm[0], size)]
        if measure_block_mm(len(wrapped), size) <= room_mm[1]:
            return wrapped, size
    most = next(count for count in range(len(wrapped), 0, -1) if measure_block_mm(count, size) <= room_mm[1])
    return [*wrapped[: most - 1], _cut(" ".join(wrapped[most - 1 :]), name, room_mm[0], size)], size


def place_baseline_mm(line: int, size_pt: float) -> float:
    """How far below the top of a block the baseline of a line lies, in mm; `line`: its number, from 0."""
    return (CAP_HEIGHT + line * LEADING) * size_pt * MM_PER_PT


def measure_block_mm(lines: int, size_pt: float) -> float:
    """The height of that many lines in mm, from the first one's capitals to the last one's descenders."""
    return place_baseline_mm(lines - 1, size_pt) + DESCENT * size_pt * MM_PER_PT


def _wrap(line: str, name: str, room_mm: float, size_pt: float) -> list[str]:
    """The line parted at its blanks; a word that is wider than the room is cut."""
    parts, current = [], ""
    for word in line.split(" "):
        longer = f"{current} {word}" if current else word
        if current and measure_mm(longer, name, size_pt) > room_mm:
            parts.append(current)
            longer = word
        current = longer
    return [_cut(part, name, room_mm, size_pt) for part in [*parts, current]]

"""The model card's figures of how numbers are read: by hand, length and character, and the calibration diagram.

The diagram is after DeGroot and Fienberg, "The comparison and evaluation of forecasters", The Statistician 32, 1983.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import matplotlib as mpl
from rapidfuzz.distance import Levenshtein

from dev.benchmarks.figures import Share, format_table
from dev.benchmarks.read.photographed import Cell, Sheet
from dev.training.calibrate import Band, measure_calibration_error, split_bands

CHARACTERS = "0123456789+-/"
NOTHING = "·"
"""A placeholder for a character that is missing in one of the texts."""
LENGTHS = ("one digit", "two digits", "three digits", "four digits")
STROKES = {"a slash": "/", "a dash": "-", "nothing": ""}
ByWriter = Mapping[str, Sequence[Cell]]
"""Number cells by the writer's name."""


def group_by_writer(sheets: Sequence[Sheet]) -> ByWriter:
    """The number cells of all sheets, by writer."""
    return {
        writer: [cell for sheet in sheets if sheet.writer == writer for cell in sheet.cells]
        for writer in sorted({sheet.writer for sheet in sheets})
    }


def format_card(by_writer: ByWriter) -> Iterator[str]:
    """Three Markdown tables: by hand, by what is written, by character."""
    cells = [cell for mine in by_writer.values() for cell in mine]
    hands = (
        [name, str(_count_right(mine)), f"{measure_calibration_error(pair_confidence(mine)):.2%}"]
        for name, mine in by_writer.items()
    )
    yield from format_table([["hand", "cells right", "expected calibration error"], *hands])
    yield ""
    yield from format_table([["cells with", "right"], *_count_by_length(cells)])
    yield ""
    found = Counter(pair for cell in cells for pair in align_texts(cell.written, cell.read))
    yield from format_table([["character", "right", "taken for"], *_count_by_character(found)])


def pair_confidence(cells: Sequence[Cell]) -> list[tuple[float, bool]]:
    """Each cell's confidence, and whether it is right."""
    return [(cell.confidence, cell.right) for cell in cells]


def align_texts(written: str, read: str) -> Iterator[tuple[str, str]]:
    """Each written character with the one read in its place, by the fewest changes (Levenshtein 1966).

    `NOTHING` is where a character was lost, or where one too many was read.
    """
    for step in Levenshtein.opcodes(written, read):
        old, new = written[step.src_start : step.src_end], read[step.dest_start : step.dest_end]
        length = max(len(old), len(new))
        yield from zip(old.ljust(length, NOTHING), new.ljust(length, NOTHING), strict=True)


def _count_right(cells: Sequence[Cell]) -> Share:
    return Share(sum(cell.right for cell in cells), len(cells))


def _count_by_length(cells: Sequence[Cell]) -> Iterator[list[str]]:
    """By the number of digits, without and with a sign; then cells that hold no digit."""
    for count, title in enumerate(LENGTHS, 1):
        for how, signed in (("", False), (", signed", True)):
            some = [c for c in cells if _count_digits(c.written) == count and c.written[0].isdigit() != signed]
            if some:
                yield [title + how, str(_count_right(some))]
    for title, text in STROKES.items():
        some = [cell for cell in cells if cell.written == text]
        if some:
            yield [title, str(_count_right(some))]


def _count_digits(written: str) -> int:
    return sum(character.isdigit() for character in written)


def _count_by_character(found: Counter[tuple[str, str]]) -> Iterator[list[str]]:
    for char in CHARACTERS:
        mine = Counter({read: count for (written, read), count in found.items() if written == char})
        others = ", ".join(f"{read} {count}" for read, count in mine.most_common() if read != char)
        if mine:
            yield [f"`{char}`", str(Share(mine[char], mine.total())), others]


def draw_calibration(by_writer: ByWriter, target: Path) -> None:
    """Writes the diagram as SVG: share right by confidence, a square for each hand."""
    bands = {writer: list(split_bands(pair_confidence(cells))) for writer, cells in by_writer.items()}
    draw_bands(bands, target)


def draw_bands(bands: Mapping[str, Sequence[Band]], target: Path) -> None:
    """One square per hand. A dot is a band of confidence, with its 95 % interval and its number of cells; with
    calibrated confidence the dots lie on the diagonal."""
    from matplotlib.figure import Figure  # no window is needed, so `pyplot` is not

    mpl.rcParams.update({"svg.hashsalt": "kiebitz", "svg.fonttype": "none"})  # the same figures give the same file
    figure = Figure(figsize=(4.7 * len(bands), 4.8), layout="constrained")
    for axes, (writer, mine) in zip(figure.subplots(1, len(bands), squeeze=False)[0], bands.items(), strict=True):
        shares = [Share(band.right, band.cells) for band in mine]
        away = [[abs(share.value - share.interval[end]) for share in shares] for end in (0, 1)]
        axes.plot([0, 1], [0, 1], color="lightgrey")
        axes.errorbar([band.mean for band in mine], [share.value for share in shares], yerr=away, fmt="o", markersize=4)
        for band in mine:
            axes.annotate(str(band.cells), (band.mean, 0.01), rotation=90, fontsize=7, color="dimgrey")
        cells = sum(band.cells for band in mine)
        off = sum(abs(band.mean * band.cells - band.right) for band in mine) / cells
        axes.set(
            title=f"{writer}: {cells:,} cells,\nexpected calibration error {off:.2%}",
            xlabel="confidence",
            ylabel="share right",
            xlim=(0, 1.03),
            ylim=(0, 1.03),
        )
    target.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(target, format="svg", metadata={"Date": None})

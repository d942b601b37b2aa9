"""The plots on the first screens of docs/accuracy.md and docs/performance.md, from the figures in their tables.

python -m dev.benchmarks.plots docs/images
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from dev.benchmarks.figures import Share

FIGURES = Path(__file__).parent / "results" / "first_screen.toml"
BLUE, GREY = "#3465a4", "#9a9a96"
Rows = Sequence[Mapping[str, Any]]


def draw_asked(rows: Rows, axes: Axes) -> None:
    """Right rows asked about, in percent with 95 % intervals; a grey stroke is the bar."""
    shares = [Share(row["hits"], row["of"]) for row in rows]
    values = [100 * share.value for share in shares]
    away = [[100 * abs(share.value - share.interval[end]) for share in shares] for end in (0, 1)]
    places = range(len(rows))
    axes.barh(places, values, xerr=away, color=BLUE, ecolor="black", capsize=3, height=0.6)
    axes.vlines([row["bar"] for row in rows], [n - 0.4 for n in places], [n + 0.4 for n in places], color=GREY, lw=3)
    axes.set_xlabel("right rows that are asked about, % (95 % interval; grey: the bar)")


def draw_times(rows: Rows, axes: Axes) -> None:
    """Seconds on two idle cores; a grey stroke is the bound."""
    places = range(len(rows))
    axes.barh(places, [row["seconds"] for row in rows], color=BLUE, height=0.6)
    axes.vlines([row["bound"] for row in rows], [n - 0.4 for n in places], [n + 0.4 for n in places], color=GREY, lw=3)
    axes.set_xlabel("seconds on two idle cores (grey: the bound)")


def save_plots(folder: Path) -> None:
    """Writes `accuracy.svg` and `time.svg`; the same figures give the same files."""
    mpl.rcParams.update({"svg.hashsalt": "kiebitz", "svg.fonttype": "none", "font.size": 11})
    figures = tomllib.loads(FIGURES.read_text(encoding="utf-8"))
    for name, key, draw in (("accuracy", "asked", draw_asked), ("time", "takes", draw_times)):
        rows = figures[key]
        figure = Figure(figsize=(8.0, 0.5 * len(rows) + 0.9), layout="constrained")
        axes = figure.subplots()
        draw(rows, axes)
        axes.set_yticks(range(len(rows)), [row["what"] for row in rows])
        axes.invert_yaxis()
        axes.spines[["top", "right"]].set_visible(False)
        figure.savefig(folder / f"{name}.svg", format="svg", metadata={"Date": None})


if __name__ == "__main__":
    save_plots(Path(sys.argv[1]))

"""`python -m dev.tools.samples FOLDER`: makes the project's sample photographs, the same every time.

Eight of the committed ones were drawn by an earlier generator: made anew, their mistakes stand elsewhere
(`docs/truth.md`).

The tournament of points lists is `dev.filler.samples`; here are the sheets that can be re-scored, in a folder for
each rule set.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from shutil import copyfile

import numpy as np

from dev.filler import samples as points_lists
from dev.filler.pens.glyphs import load_font_hand
from dev.filler.pens.sheet import FilledSheet, Manner
from dev.tools.full_samples import Order, fill, shoot

_QUALITY = 45  # keeps 12 MP under half a megabyte; a phone's own file has 90
_CAREFUL = Manner(pen="ball")
_WITNESS = "reenie-beanie"  # who adds up and signs


@dataclass(frozen=True, slots=True)
class Sample:
    """One photograph: the sheet, who writes, the light."""

    stem: str
    order: Order
    hand: str
    conditions: tuple[str, ...] = ("clean",)
    megapixels: float = 12.0

    @property
    def folder(self) -> str:
        """The rule set's."""
        return self.order.rules


def _sample(
    stem: str,
    rules: str,
    style: str,
    table: str,
    hand: str,
    *mistakes: str,
    seed: int,
    light: str = "clean",
    megapixels: float = 7.0,
    manner: Manner = _CAREFUL,
    plus: bool = False,
    offences: int = 0,
) -> Sample:
    """`table`: round and table, "1.4"; the fourth has five seats."""
    round_, number = map(int, table.split("."))
    names = points_lists.seat_players(round_, number)
    order = Order(rules, style, len(names), seed, mistakes, manner, plus, True, offences, True, names, round_, number)
    return Sample(stem, order, hand, (light,), megapixels)


SAMPLES = (
    _sample("full-right", "pflichtsolo-40", "full", "1.1", "playwrite-de-grund", seed=9, offences=1),
    _sample(
        "full-mistakes",
        "pflichtsolo-40",
        "full",
        "1.2",
        "patrick-hand",
        "signs-inverted",
        "doubling-forgotten",
        "gegen-forgotten",
        "solo-not-tripled",
        "extra-left-out",
        "stille-hochzeit-as-solo",
        "wrong-sum",
        seed=3,
        light="perspective",
    ),
    _sample(
        "full-five-seats",
        "pflichtsolo-40",
        "full",
        "1.4",
        "patrick-hand",
        "sitter-points",
        "call-not-crossed",
        "doubling-forgotten",
        seed=4,
        light="curl",
    ),
    _sample(
        "points-plus",
        "pflichtsolo-40",
        "points",
        "1.3",
        "kalam",
        "solo-not-tripled",
        "wrong-value",
        "wrong-sum",
        seed=14,
        light="uneven",
        megapixels=5.0,
        plus=True,
    ),
    _sample("full-right", "ddv", "full", "1.1", "playwrite-at", seed=5, light="shadow"),
    _sample(
        "full-mistakes",
        "ddv",
        "full",
        "1.2",
        "patrick-hand",
        "gegen-forgotten",
        "wrong-sign",
        "call-not-crossed",
        "pflichtsolo-missing",
        "row-twice",
        seed=5,
        light="warm",
        offences=1,
    ),
    _sample("totals-right", "ddv", "totals", "1.3", "playwrite-de-grund", seed=7, light="curl"),
    _sample(
        "totals-mistakes",
        "kurzregeln-48",
        "totals",
        "1.2",
        "patrick-hand",
        "total-slip",
        "total-slip-once",
        "total-copied",
        "value-to-another",
        "win-mark-missing",
        seed=11,
    ),
    _sample(
        "totals-five-seats",
        "ddv",
        "totals",
        "1.4",
        "kalam",
        "solo-not-tripled",
        "signs-inverted",
        "wrong-sum",
        seed=7,
        light="uneven",
    ),
    _sample(
        "full-bock",
        "stille-hochzeit",
        "full",
        "1.1",
        "indie-flower",
        "bock-forgotten",
        "extra-left-out",
        "wrong-value",
        seed=8,
        light="cool",
        manner=Manner(pen="ball", overwritten=1, struck=1, taken_back=2),
    ),
    _sample(
        "full-plus",
        "kurzregeln-48",
        "full",
        "1.1",
        "kalam",
        "doubling-forgotten",
        "solo-not-tripled",
        "signs-inverted",
        seed=20,
        light="rot180",
        plus=True,
    ),
    _sample(
        "full-tens",
        "zehn-cent",
        "full",
        "1.1",
        "playwrite-de-grund",
        "gegen-forgotten",
        "nullspiel-missing",
        "wrong-sign",
        seed=3,
        light="jpeg",
        offences=1,
    ),
    _sample(
        "full-twelve-games",
        "zwoelf-spiele",
        "full",
        "1.1",
        "caveat",
        "row-missing",
        "extra-left-out",
        "solo-not-tripled",
        seed=14,
        light="noise",
        manner=Manner(pen="gel"),
    ),
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Writes all samples into the folder that is named; returns 0, or 2 without a folder."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if len(given) != 1:
        sys.stderr.write("usage: python -m dev.tools.samples FOLDER\n")
        return 2
    points_lists.main(given)
    for rules in dict.fromkeys(sample.folder for sample in SAMPLES):
        (Path(given[0]) / rules).mkdir(exist_ok=True)
        copyfile(Path(given[0]) / "players.txt", Path(given[0]) / rules / "players.txt")
    for sample in SAMPLES:
        sys.stdout.write(f"{make(sample, Path(given[0]))}\n")
    return 0


def make_sheet(sample: Sample) -> FilledSheet:
    """The filled sheet."""
    return fill(sample.order, [load_font_hand(sample.hand), load_font_hand(_WITNESS)])


def make(sample: Sample, folder: Path) -> Path:
    """Makes one sample in the folder of its rule set."""
    folder = folder / sample.folder
    folder.mkdir(parents=True, exist_ok=True)
    rng = np.random.default_rng([sample.order.seed, 2])
    return shoot(make_sheet(sample), sample.conditions, sample.megapixels, folder, sample.stem, rng, _QUALITY)


if __name__ == "__main__":
    sys.exit(main())

"""`python -m dev.filler.samples FOLDER`: makes the project's sample photographs again, the same every time.

A tournament of 17 players and three rounds at four tables, one of them of five; besides a club's own list, a second
photograph of one sheet and one that nobody can read. Only fonts write: nothing here is anybody's handwriting.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from dev.filler.batch import RULES
from dev.filler.camera.camera import photograph
from dev.filler.camera.scene import Scene, choose_scene, choose_size
from dev.filler.fill import fill_foreign, fill_sheet
from dev.filler.pens.glyphs import load_font_hand
from dev.filler.pens.sheet import FilledSheet, Manner
from dev.filler.truth import make_truth, save
from dev.rounds.mistakes import plant
from dev.rounds.points import draw_points_round
from dev.rounds.written import WrittenRound, write_round
from scoring.rulesets.load_rules import load
from templates.foreign.layout_file import load_layout
from templates.sheet_code import SheetCode
from templates.sheet_spec import SheetSpec

TITLE = "Herbstturnier"
PLAYERS = (
    "Anna Albers",
    "Bernd Böhm",
    "Carla Claßen",
    "Dörte Düring",
    "Emil Evers",
    "Frauke Fröhlich",
    "Günter Groß",
    "Heike Hüls",
    "Ingo Janßen",
    "Käthe Köster",
    "Ludger Lübbers",
    "Monika Möller",
    "Norbert Nölke",
    "Olaf Petersen",
    "Petra Rößler",
    "Rolf Schröder",
    "Sören Thöne",
)
_LIST = Path(__file__).parents[2] / "templates" / "layouts" / "doppelkopf-liste.toml"
_CAREFUL = Manner()
_QUALITY = 62  # keeps 12 MP under a megabyte; a phone's own file has 90 and five times the size


@dataclass(frozen=True, slots=True)
class Sample:
    """One photograph: which table of which round, who writes, the light, the mistakes; `again`: another photo of a
    sheet.
    """

    stem: str
    round_: int
    table: int
    hand: str
    conditions: tuple[str, ...] = ("clean",)
    mistakes: tuple[str, ...] = ()
    manner: Manner = _CAREFUL
    printed: bool = True
    megapixels: float = 12.0
    offences: int = 0
    again: bool = False


SAMPLES = (
    Sample("r1-t1-clean", 1, 1, "playwrite-de-grund"),
    Sample("r1-t2-curled", 1, 2, "kalam", ("curl",)),
    Sample("r1-t3-shadow", 1, 3, "caveat", ("shadow",), printed=False),
    Sample("r1-t4-five-seats", 1, 4, "patrick-hand", ("uneven",), manner=Manner(pen="gel"), offences=1),
    Sample(
        "r2-t1-turned-90-corrected",
        2,
        1,
        "reenie-beanie",
        ("rot90",),
        manner=Manner(pen="ball", overwritten=2, struck=3, illegible=1, taken_back=1),
    ),
    Sample("r2-t2-turned-180", 2, 2, "playwrite-at", ("rot180", "warm"), megapixels=8),
    Sample(
        "r2-t3-mistakes-in-rows",
        2,
        3,
        "kalam",
        ("perspective",),
        ("wrong-value", "wrong-sign", "solo-not-tripled", "wrong-sum"),
        printed=False,
    ),
    Sample("r2-t4-mistakes-five-seats", 2, 4, "shadows-into-light", ("fold",), ("sitter-points", "row-missing")),
    Sample("r3-t1-thumb", 3, 1, "indie-flower", ("finger",), manner=Manner(pen="felt")),
    Sample(
        "r3-t2-nullspiel-missing", 3, 2, "nanum-pen-script", ("noise",), ("nullspiel-missing", "pflichtsolo-missing")
    ),
    Sample(
        "r3-t3-offence-as-game",
        3,
        3,
        "playwrite-de-grund",
        ("cropped",),
        ("offence-as-game", "wrong-sum"),
        Manner(pen="pencil"),
        printed=False,
    ),
    Sample("r3-t4-row-twice", 3, 4, "caveat", ("glare",), ("row-twice",), megapixels=8),
    Sample("r1-t1-again", 1, 1, "playwrite-de-grund", ("perspective", "cool"), megapixels=5, again=True),
    Sample(
        "r3-t1-unusable-blur", 3, 1, "indie-flower", ("unusable",), manner=Manner(pen="felt"), megapixels=3, again=True
    ),
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Writes all samples into the folder that is named; returns 0, or 2 without a folder."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if len(given) != 1:
        sys.stderr.write("usage: python -m dev.filler.samples FOLDER\n")
        return 2
    folder = Path(given[0])
    (folder / "foreign").mkdir(parents=True, exist_ok=True)
    (folder / "players.txt").write_text("".join(f"{name}\n" for name in PLAYERS), encoding="utf-8")
    for sample in SAMPLES:
        sys.stdout.write(f"{_make_sample(sample, folder)}\n")
    sys.stdout.write(f"{_make_foreign(folder / 'foreign')}\n")
    return 0


def seat_players(round_: int, table: int) -> tuple[str, ...]:
    """Who sits at that table: four at each, and the last five at the fourth; drawn anew each round."""
    order = np.random.default_rng([17, round_]).permutation(len(PLAYERS)).tolist()
    places = order[4 * table - 4 : 4 * table] if table < 4 else order[12:]
    return tuple(PLAYERS[place] for place in places)


def draw_round(sample: Sample, rng: np.random.Generator) -> WrittenRound:
    """What was played at that table and what was written down."""
    seats = len(seat_players(sample.round_, sample.table))
    played = draw_points_round(seats, 4 * seats, rng, sample.offences, int("nullspiel-missing" in sample.mistakes))
    return write_round(plant(load(RULES), played, sample.mistakes, rng))


def make_sheet(sample: Sample) -> FilledSheet:
    """The filled sheet of that table: the same for every photograph of it."""
    rng = np.random.default_rng([sample.round_, sample.table])
    names, round_ = seat_players(sample.round_, sample.table), draw_round(sample, rng)
    code = SheetCode(RULES, "points", len(names), 4 * len(names), sample.round_, sample.table)
    spec = SheetSpec(code, TITLE, names if sample.printed else ())
    hands = [load_font_hand(sample.hand), load_font_hand("reenie-beanie")]
    return fill_sheet(spec, round_, hands, rng, names=names, manner=sample.manner)


def _make_sample(sample: Sample, folder: Path) -> Path:
    sheet = make_sheet(sample)
    rng = np.random.default_rng([sample.round_, sample.table, 1 + sample.again])
    return _shoot(
        sheet,
        choose_scene(sample.conditions, choose_size(sample.megapixels), rng),
        sample.conditions,
        folder,
        sample.stem,
        rng,
    )


def _make_foreign(folder: Path) -> Path:
    """A club evening on the club's own list: no marks, no code, four players of the tournament."""
    rng = np.random.default_rng(2024)
    round_ = write_round(plant(load(RULES), draw_points_round(4, 16, rng), ["wrong-value"], rng))
    sheet = fill_foreign(
        load_layout(_LIST),
        "Doppelkopf am Freitag",
        round_,
        [load_font_hand("patrick-hand")],
        rng,
        names=("Anna", "Bernd", "Käthe", "Olaf"),
        manner=Manner(pen="ball"),
    )
    scene = choose_scene(("curl",), choose_size(12), rng)
    return _shoot(sheet, scene, ("curl",), folder, "club-list", rng)


def _shoot(
    sheet: FilledSheet, scene: Scene, conditions: tuple[str, ...], folder: Path, stem: str, rng: np.random.Generator
) -> Path:
    picture = photograph(sheet, replace(scene, jpeg=_QUALITY), rng)
    document = make_truth(f"{stem}.jpg", sheet, picture, conditions, "unusable" not in conditions)
    return save(folder, stem, document, picture.jpeg())


if __name__ == "__main__":
    sys.exit(main())

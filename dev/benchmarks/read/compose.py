"""Composes the photographs for measuring: our sheets, with digits of real writers that no training has seen.

Two writers kept apart write the sheets on which choices are made (temperature, thresholds), another one those of the
last test. Every picture has its truth beside it (docs/truth.md); `set.json` lists the pictures by condition. The same
arguments give the same pictures, on any machine with the same versions of NumPy and OpenCV. A sheet takes about a
second on one core.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from dev.filler.batch import Order, draw_order, shoot_order
from dev.filler.pens.glyphs import Hand, NoHands, load_hands
from dev.rounds.mistakes import POINTS_MISTAKES
from dev.training.cells.glyphs import HELD_BACK

SEED = 7_000_000  # far from those that tests and samples use
LAST_SEEDS = 1_000_000
KEPT_APART = "swiss_val.npz"  # its labels were checked by eye: none is wrong
LAST_TEST = "swiss_train.npz"  # all glyphs of its hand in `HELD_BACK` were looked at:
WRONG_LABELS = {("0014_CH3F", "6"): 31}  # this 6 is a 7; two or three more would puzzle a person, too
SETS: dict[str, tuple[tuple[str, ...], str | None, float]] = {
    # name: conditions, the pen where it is the point, megapixels
    "clean": (("clean",), None, 12.0),
    "shadow": (("shadow", "uneven"), None, 12.0),
    "curl": (("curl", "perspective"), None, 12.0),
    "blur": (("defocus",), None, 12.0),
    "small": (("clean",), None, 3.0),
    "felt": (("turned",), "felt", 12.0),
    "pencil": (("warm",), "pencil", 12.0),
}


def load_writers(data: Path, last: bool) -> tuple[Hand, ...]:
    """The writers kept apart: those for choices, or the last one. Raises `NoHands` when they are not in the folder."""
    if not last:
        return load_hands(data / KEPT_APART)
    hands = {hand.name.split(":")[1]: hand for hand in load_hands(data / LAST_TEST)}
    if missing := HELD_BACK - set(hands):
        raise NoHands(f"{data / LAST_TEST}: {', '.join(sorted(missing))}")
    for (writer, digit), at in WRONG_LABELS.items():
        right = [glyph for number, glyph in enumerate(hands[writer].glyphs[digit]) if number != at]
        hands[writer] = replace(hands[writer], glyphs={**hands[writer].glyphs, digit: tuple(right)})
    return tuple(hands[writer] for writer in sorted(HELD_BACK))


def plan_sheet(number: int, seed: int = SEED) -> tuple[str, Order]:
    """Condition and order of the number-th sheet. Conditions take turns; every third sheet has a mistake."""
    name = list(SETS)[number % len(SETS)]
    conditions, pen, megapixels = SETS[name]
    kinds = list(POINTS_MISTAKES)
    wrong = (kinds[number // 3 % len(kinds)],) if number % 3 == 0 else ()
    order = draw_order(seed + number, (), (), megapixels)
    seats = 5 if "sitter-points" in wrong else order.seats
    manner = replace(order.manner, pen=pen)
    return name, replace(order, seats=seats, conditions=conditions, mistakes=wrong, manner=manner)


def compose_sheets(
    hands: Sequence[Hand], out: Path, numbers: Sequence[int], textures: Path | None, seed: int
) -> dict[str, list[str]]:
    """Makes the pictures of these numbers; returns their file names by condition."""
    made: dict[str, list[str]] = {name: [] for name in SETS}
    for number in numbers:
        name, order = plan_sheet(number, seed)
        first = number // len(SETS) % len(hands)
        pair = (hands[first], hands[(first + 1) % len(hands)])
        path = shoot_order(order, pair, out, f"{name}-{number:03}", textures)
        made[name].append(path.name)
        print(path)
    return made


def compose_set(data: Path, out: Path, sheets: int, first: int, *, last: bool, textures: Path | None) -> None:
    """Composes a set into the folder `out` and lists it in `set.json`. Raises `NoHands` without the writers."""
    hands = load_writers(data, last)
    out.mkdir(parents=True, exist_ok=True)
    seed = SEED + (LAST_SEEDS if last else 0)
    made = compose_sheets(hands, out, range(first, first + sheets), textures, seed)
    names = [hand.name for hand in hands]
    document = {"kiebitz": 1, "seed": seed, "first": first, "hands": names, "sets": made}
    (out / "set.json").write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")

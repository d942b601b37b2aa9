"""One field at a time: numbers, corrections and crosses on the page, and the truth about each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from dev.filler.pens import hand as write
from dev.filler.pens.habits import Scribe, spell_points
from dev.filler.pens.sheet import Ink
from dev.rounds.written import WrittenRow
from templates.layout import Field, Layout

_MARKS = ("cross", "cross", "cross", "tick", "slash")
_MANY_MARKS = ("cross", "cross", "cross", "tick", "tick", "slash", "circle")
MARKS_TAKEN_BACK = ("filled", "scribbled")
_MARGIN = 0.06  # of a narrow cell's width, on either side
_AIM = 0.3  # how far a scribe's place in wide cells still shows in narrow ones


@dataclass(frozen=True, slots=True)
class Paper:
    """A printed sheet before anybody wrote on it.

    `print_`: (H, W) uint8, black on white. `origin_mm`: where the layout's origin lies on the page.
    """

    print_: NDArray[np.uint8]
    layout: Layout
    px_per_mm: float
    origin_mm: tuple[float, float]
    code: str | None


@dataclass(slots=True)
class Work:
    """The sheet while it is written on: ink and truth grow cell by cell."""

    desk: write.Desk
    paper: Paper
    scribes: tuple[Scribe, ...]
    rng: np.random.Generator
    treatment: dict[str, str]
    inks: dict[str, Ink] = field(default_factory=dict)

    def box(self, place: Field) -> write.Box:
        """The field's box in pixels of the page."""
        (x, y, width, height), (left, top), scale = place.box_mm, self.paper.origin_mm, self.paper.px_per_mm
        return (x + left) * scale, (y + top) * scale, width * scale, height * scale


def write_points(work: Work, place: Field, points: int | None, scribe: Scribe) -> Ink:
    """Points in the scribe's way, corrected where the sheet's treatment says so."""
    text, box, rng = spell_points(points, scribe.habit, work.rng), work.box(place), work.rng
    treatment = work.treatment.get(place.id)
    if points is None or treatment is None:
        write.write_number(work.desk, box, text, scribe, rng)
        return Ink(text)
    wrong = (
        _slip(text, rng) if treatment == "overwritten" else spell_points(_pick_another(points, rng), scribe.habit, rng)
    )
    if treatment == "illegible":
        write.scribble_over(work.desk, box, wrong, scribe, rng)
        return Ink("", ("illegible",))
    (write.overwrite if treatment == "overwritten" else write.strike_out)(work.desk, box, wrong, text, scribe, rng)
    return Ink(text, ("overwritten",))


def _pick_another(points: int, rng: np.random.Generator) -> int:
    """What the scribe wrote first: the other sign, or another small value."""
    others = [-points, points + 1, points - 1, points * 2, points + 2, points - 3]
    return int(rng.choice([other for other in others if other not in (0, points)]))


def _slip(text: str, rng: np.random.Generator) -> str:
    """What `text` is written over: a minus made a plus, or another last digit.

    It is as long as `text`, or the two would read as one number; and a plus cannot be made a minus by writing over it.
    """
    if text[0] == "+" and rng.random() < 0.4:
        return f"-{text[1:]}"
    return text[:-1] + str(rng.choice([digit for digit in "123456789" if digit != text[-1]]))


def write_cross(work: Work, place: Field, crossed: bool, scribe: Scribe, shapes: Sequence[str] = _MARKS) -> Ink:
    """A box with a mark of one of the `shapes`, or none, or one taken back."""
    box, rng = work.box(place), work.rng
    if work.treatment.get(place.id) == "taken-back":
        write.mark_box(work.desk, box, str(rng.choice(MARKS_TAKEN_BACK)), scribe, rng)
        return Ink("", ("taken-back",))
    if crossed:
        write.mark_box(work.desk, box, str(rng.choice(shapes)), scribe, rng)
    return Ink("x" if crossed else "")


def write_details(work: Work, row_name: str, row: WrittenRow, scribe: Scribe) -> None:
    """All that a row holds beside points, solo and offence: crosses of every shape, numbers, running totals."""
    places = {place.id: place for place in work.paper.layout.fields}
    for name, text in row.details:
        place = places.get(f"{row_name}.{name}")
        if place is None:
            continue
        if place.kind == "cross":
            work.inks[place.id] = write_cross(work, place, bool(text), scribe, _MANY_MARKS)
        elif place.kind == "points" and text:
            work.inks[place.id] = write_points(work, place, int(text), scribe)
        elif text:
            write.write_number(work.desk, _inset(work.box(place)), text, _aim_at_middle(scribe), work.rng)
            work.inks[place.id] = Ink(text)


def _inset(box: write.Box) -> write.Box:
    """In a narrow cell people keep off its rules."""
    x, y, width, height = box
    return x + _MARGIN * width, y, (1 - 2 * _MARGIN) * width, height


def _aim_at_middle(scribe: Scribe) -> Scribe:
    """In a narrow cell people aim at its middle, and hardly write higher than it is."""
    habit = scribe.habit
    middle = 0.5 + _AIM * (habit.place - 0.5)
    return replace(scribe, habit=replace(habit, place=middle, stray=_AIM * habit.stray, most=1.0))

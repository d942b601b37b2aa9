"""A filled sheet as text becomes a sheet reading, as if it had been photographed and read without a doubt."""

from __future__ import annotations

import hashlib

from scanner.sheet_reading import Problem, Reading, SheetReading
from templates.list_sheets import make_list_layout
from templates.sheet_code import SheetCode
from texts.sentences import Words

ROUND = "\n".join(  # four Pflichtsoli, each won with 3 points a head, then pairs that cancel out
    ["+9 -3 -3 -3 x", "-3 +9 -3 -3 x", "-3 -3 +9 -3 x", "-3 -3 -3 +9 x"] + ["+2 +2 -2 -2", "-2 -2 +2 +2"] * 6
)


def sheet(
    photo: str,
    text: str = ROUND,
    table: int | None = 1,
    sums: str = "",
    names: tuple[str, ...] = (),
    round_: int | None = 1,
) -> SheetReading:
    """Four seats, 16 games, signed by all; a line a game, `x` crosses the solo. `sums`: the written totals."""
    lines = [line.split() for line in text.strip().splitlines()]
    games = list(enumerate(lines, 1))
    written = {f"g{game:02}.p{seat}": cell for game, line in games for seat, cell in enumerate(line[:4], 1)}
    written |= {f"g{game:02}.solo": "x" for game, line in games if "x" in line}
    written |= {f"sum.p{seat}": cell for seat, cell in enumerate((sums or _sums(lines)).split(), 1)}
    written |= {f"sign.p{seat}": "x" for seat in range(1, 5)}
    written |= {f"name.p{seat}": name for seat, name in enumerate(names, 1)}
    code = SheetCode("pflichtsolo-40", "points", 4, 16, round_, table, bool(names))
    layout = make_list_layout(code)
    readings = tuple(_reading(field.id, field.kind, written.get(field.id, ""), field.box_mm) for field in layout.fields)
    sha256 = hashlib.sha256(photo.encode()).hexdigest()
    return SheetReading(photo, sha256, 0, (2100, 2970), layout.id, code.spell(), None, readings)


def unusable(photo: str) -> SheetReading:
    """A photograph that shows no sheet."""
    problem = Problem("no-sheet", Words("Auf dem Bild ist kein Bogen zu finden.", "No sheet is found in the picture."))
    return SheetReading(photo, "", 0, (0, 0), None, None, None, (), problem)


def _sums(lines: list[list[str]]) -> str:
    return " ".join(f"{sum(int(line[seat]) for line in lines):+d}" for seat in range(4))


def _reading(field_id: str, kind: str, text: str, box: tuple[float, float, float, float]) -> Reading:
    x, y, w, h = (10 * side for side in box)  # ten pixels a millimetre
    corners = ((x, y), (x + w, y), (x + w, y + h), (x, y + h))
    return Reading(field_id, kind, text, 0.9999, ((text, 0.9999),), corners)

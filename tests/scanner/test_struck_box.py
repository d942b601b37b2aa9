"""The box "nach Zeit gestrichen" at the foot of a sheet, on photographed sheets of every style and paper."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from dev.filler.camera.camera import Photograph
from scanner.sheet_reading import Reading
from templates.sheet_code import SheetCode, parse_code
from templates.sheet_spec import make_layout
from tests.scanner.test_crosses_on_sheets import crosses, photographed
from texts.field_ids import STRUCK_ID
from tournament.judging.limits.judging_limits import LIMITS

Read = Callable[[Photograph], dict[str, Reading]]
FULL_COLUMNS = "hs.dbtf.fdk.o"
CODES = {
    "points": SheetCode("ddv", "points", 4, 24, 1, 2, offences=1, columns="...", timed=True),
    "points, five seats": SheetCode("ddv", "points", 5, 30, 1, 2, offences=1, columns="...", timed=True),
    "points, A5": SheetCode("ddv", "points", 4, 16, 1, 2, small=True, offences=1, columns="...", timed=True),
    "points, A5, five seats": SheetCode(
        "ddv", "points", 5, 16, 1, 2, small=True, offences=1, columns="...", timed=True
    ),
    "totals": SheetCode("ddv", "totals", 4, 24, 1, 2, offences=1, columns="...", timed=True),
    "totals, five seats": SheetCode("ddv", "totals", 5, 30, 1, 2, offences=1, columns="...", timed=True),
    "full": SheetCode("ddv", "full", 4, 24, 1, 2, offences=1, columns=FULL_COLUMNS, timed=True),
    "full, high rows": SheetCode("ddv", "full", 4, 24, 1, 2, offences=1, columns=FULL_COLUMNS, timed=True, high=True),
    "full, five seats": SheetCode("ddv", "full", 5, 30, 1, 2, offences=1, half=2, columns=FULL_COLUMNS, timed=True),
}
__all__ = ["crosses"]


@pytest.mark.parametrize("style", CODES)
def test_sheets_in_circulation_are_read_as_before(style: str) -> None:
    """A code without the letter has the layout that it had; with it all fields lie where they lay, and one more."""
    code = CODES[style]
    older = replace(code, timed=False)
    assert parse_code(code.spell()) == code
    assert parse_code(older.spell()) == older
    assert ":z" in code.spell()
    new, old = make_layout(code), make_layout(older)
    assert (new.grid, [field for field in new.fields if field.id != STRUCK_ID]) == (old.grid, list(old.fields))
    assert len(new.fields) == len(old.fields) + 1


@pytest.mark.few(2)
@pytest.mark.parametrize("shape", ["cross", "tick", None])
@pytest.mark.parametrize("style", CODES)
def test_the_tick_is_read(style: str, shape: str | None, crosses: Read) -> None:
    """Crossed and ticked it is clear ink, and so is an empty box; nothing else is read as a mark."""
    found = crosses(photographed(CODES[style], {STRUCK_ID: shape} if shape else {}))
    tick = found[STRUCK_ID]
    assert (tick.text, tick.flags) == ("x" if shape else "", ())
    assert tick.confidence >= LIMITS.clear_ink
    assert [name for name, one in found.items() if one.text] == ([STRUCK_ID] if shape else [])

"""What a person is told of an open row."""

from __future__ import annotations

from scoring.findings import Finding
from texts.labels import Labels
from tournament.remarks import Doubt, Remark
from tournament.review.telling_findings import pick_telling

LABELS = Labels(("Ina", "Uwe", "Kai", "Eva"), 16, "g02")


def remark(sentence: str, seat: int) -> Remark:
    """A remark on one cell of row 2."""
    return Remark("illegible", "warning", f"findings.{sentence}", (f"g02.p{seat}",), {"readings": ("4", "9")})


def tell(*findings: Doubt) -> list[str]:
    """What is told of them."""
    return [one.message("de", LABELS) for one in pick_telling(findings)]


def test_cells_that_are_hard_to_read_alike_are_told_together() -> None:
    """What each may say would take a sentence a cell."""
    found = pick_telling(
        [remark("overwritten", 1), remark("unclear", 3), remark("overwritten", 2), remark("overwritten", 4)]
    )
    assert [one.message("de", LABELS) for one in found] == ["Ina, Uwe und Eva: überschrieben.", "Kai: 4 oder 9?"]
    assert [one.fields for one in found] == [("g02.p1", "g02.p2", "g02.p4"), ("g02.p3",)]


def test_one_cell_is_told_with_what_it_may_say() -> None:
    """And two of different kinds each by itself."""
    assert tell(remark("unclear", 1)) == ["Ina: 4 oder 9?"]
    assert tell(remark("unclear", 1), remark("illegible", 2)) == ["Ina: 4 oder 9?", "Uwe: nicht lesbar."]


def test_of_a_row_in_another_unit_one_number_is_told() -> None:
    """Four sentences would say no more."""
    uneven = [
        Finding("unit-step", "error", (f"g02.p{seat}",), {"row": 2, "points": points, "step": 10})
        for seat, points in enumerate((3, 3, -3, -3), 1)
    ]
    assert tell(*uneven) == ["+3 ist kein Vielfaches von 10."]


def test_what_is_found_twice_is_told_once() -> None:
    """Of whatever kind it is."""
    whole = Remark("illegible", "warning", "findings.unsupported", ("g02.p1",))
    assert tell(whole, whole) == ["Nicht sicher zu lesen."]

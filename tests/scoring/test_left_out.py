"""What rule files leave out."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from scoring.counting.entry_types import NO_SOURCE
from scoring.counting.fines import Fine
from scoring.counting.paper_rules import Money, RunningTotals, SoloTrumps, Trumps
from scoring.counting.rules import Bock
from scoring.rulesets import load_rules
from scoring.rulesets.load_rules import find_file


@pytest.mark.parametrize("name", load_rules.list_known())
def test_what_a_file_leaves_out_has_no_source(name: str) -> None:
    """Nobody decided it: what stands in its place is nothing, and says so."""
    table = tomllib.loads(find_file(name).read_text(encoding="utf-8"))
    rules = load_rules.load(name)
    nothing: dict[str, tuple[object, object]] = {
        "trumps": (rules.trumps, Trumps((), NO_SOURCE)),
        "bock": (rules.bock, Bock((), 1, NO_SOURCE)),
        "money": (rules.money, Money(0, 0, NO_SOURCE)),
        "offence.minor": (rules.offence.minor, Fine(0, 0, NO_SOURCE)),
        "offence.absage": (rules.offence.absage, Fine(0, 0, NO_SOURCE)),
        "sheet.totals": (rules.sheet.totals, RunningTotals(True, NO_SOURCE)),
        "asides": (rules.asides, ()),
    }
    for place, (entry, none) in nothing.items():
        here: Any = table
        for key in place.split("."):
            here = here.get(key, {})
        assert (entry == none) == (not here), place
    solos = zip(rules.sheet.solos, table["sheet"]["solos"], strict=True)
    silent = [solo for solo, told in solos if "trumps" not in told]
    assert all(solo.trumps == SoloTrumps((), (), (), NO_SOURCE) for solo in silent)
    assert rules.extends == ""

"""The house can be overlooked: every file has a name of its own and a size to be read in one go; every room is
explained."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import texts

ROOT = Path(texts.__file__).parents[1]
PACKAGES = ("texts", "scoring", "templates", "scanner", "tournament", "desk")
MODULES = sorted(
    path.relative_to(ROOT)
    for package in PACKAGES
    for path in (ROOT / package).rglob("*.py")
    if path.name not in ("__init__.py", "__main__.py") and "versions" not in path.parts
)

MOST_LINES, FEWEST_LINES = 330, 60
SHORT: dict[str, str] = {
    "tournament/record/round_clocks.py": "how clocks follow from entries, beside a replay that fills its module",
    "desk/web/typeset.py": "how a page's text is set, beside a kit that fills its module",
    "desk/cli/clock_orders.py": "the round's time, beside orders that fill their module",
    "scanner/picture_kinds.py": "the server asks it, and no decoder may be loaded there",
    "tournament/evening/evening_limits.py": "thresholds that five modules of the room ask for",
    "tournament/last_results.py": "how three rooms remember; in one of theirs it would be one floor more",
    "desk/pictures/kept_strips.py": "no worker that cuts may load the tournament's file",
    "tournament/field_types.py": "what three modules of facts share; in their room it would be one floor more",
    "desk/shell_words.py": "screen and commands ask it; in their room it would be one floor more",
    "texts/languages.py": "the ground floor: everything else in texts imports it",
}
"""Modules of fewer lines, each with why it stands alone."""


def count_lines(module: Path) -> int:
    """The lines of a module."""
    return len((ROOT / module).read_text(encoding="utf-8").splitlines())


def test_no_file_name_stands_twice() -> None:
    """A name alone on an editor's tab says which module it is."""
    places: defaultdict[str, list[str]] = defaultdict(list)
    for module in MODULES:
        places[module.name].append(str(module.parent))
    assert {name: found for name, found in places.items() if len(found) > 1} == {}


def test_a_module_can_be_read_in_one_go() -> None:
    """None has more than 330 lines."""
    assert {str(module): count_lines(module) for module in MODULES if count_lines(module) > MOST_LINES} == {}


def test_a_small_module_has_a_reason() -> None:
    """One of fewer than 60 lines stands beside what it is read with, or says why not; no reason outlives its module."""
    small = {str(module) for module in MODULES if count_lines(module) < FEWEST_LINES}
    assert small == SHORT.keys()


def test_every_room_is_told() -> None:
    """CONTRIBUTING says of every folder with modules what it holds."""
    told = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    rooms = {str(module.parent) for module in MODULES}
    missing = [room for room in sorted(rooms) if f"`{room}`" not in told and f"`{Path(room).name}`" not in told]
    assert missing == []

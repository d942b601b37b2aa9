"""The one table of the players' slips, and the one module of limits: no number of theirs stands anywhere else."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import tournament
from texts.languages import Lang, load_table
from tournament.judging.limits.slips import SLIPS

JUDGING = Path(tournament.__file__).parent / "judging"
LIMITS = JUDGING / "limits"
TABLES = ("judging_limits.py", "row_limits.py", "list_limits.py", "detail_limits.py", "slips.py")
MODULES = sorted(path for path in JUDGING.rglob("*.py") if path.name not in TABLES)

PLAIN = (0.0, 1.0)
LEAST = 1e-100
"""What is smaller guards a division, and is no probability."""


def list_numbers(path: Path) -> Iterator[str]:
    """The fractions that stand in a module, with their lines."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, float) and node.value not in PLAIN:
            yield f"{path.name}:{node.lineno} {node.value:g}" if node.value > LEAST else ""


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_no_module_has_a_number_of_its_own(path: Path) -> None:
    """Thresholds and priors stand in `tournament.judging.limits.judging_limits`, rates of slips in
    `tournament.judging.limits.slips`."""
    assert [one for one in list_numbers(path) if one] == []


def test_a_slip_has_one_line() -> None:
    """No name stands twice in the table, and none is never asked for."""
    table = (LIMITS / "slips.py").read_text(encoding="utf-8")
    code = "".join(
        path.read_text(encoding="utf-8")
        for path in (*MODULES, *(LIMITS / name for name in TABLES if name != "slips.py"))
    )
    assert all(table.count(f'NamedSlip("{name}",') == 1 for name in SLIPS)
    made = ("off by ", " not crossed", " forgotten")  # put together from what was miscounted, called, left out
    assert [name for name in SLIPS if f'"{name}"' not in code and not any(part in name for part in made)] == []


@pytest.mark.parametrize("lang", ["de", "en"])
def test_every_slip_has_its_sentence(lang: Lang) -> None:
    """What the table calls a sentence stands in both languages."""
    known = load_table(lang, "details")
    assert [slip.name for slip in SLIPS.values() if slip.text and f"details.slip-{slip.text}" not in known] == []


def test_every_rate_has_a_source() -> None:
    """No slip in a row is made oftener than any is, and none without saying whence its rate is known."""
    assert all(slip.source and 0.0 < slip.rate <= SLIPS["row miswritten"].rate for slip in SLIPS.values() if slip.text)

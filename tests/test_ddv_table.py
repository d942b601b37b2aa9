"""The federation's text paragraph by paragraph: each number stands once in `docs/rules/ddv.md`, and what is named there
exists."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scoring.rulesets.load_rules import find_file, load
from texts.languages import load_table

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "rules" / "ddv.md").read_text(encoding="utf-8")
SECTIONS = {
    "2.1": 3,
    "2.2": 2,
    "2.3": 7,
    "2.4": 7,
    "2.5": 1,
    "3.1": 1,
    "3.2": 1,
    "3.3": 10,
    "4.1": 9,
    "4.2": 5,
    "4.3": 2,
    "4.4": 5,
    "5.1": 3,
    "5.2": 4,
    "5.3": 8,
    "5.4": 7,
    "5.5": 2,
    "6.1": 2,
    "6.2": 2,
    "6.3": 4,
    "6.4": 7,
    "7.1": 3,
    "7.2": 4,
    "8.1": 1,
    "8.2": 2,
    "8.3": 1,
    "8.4": 1,
    "8.5": 3,
    "9.1": 7,
    "9.2": 3,
    "9.4": 4,
    "9.5": 1,
    "9.6": 7,
    "10.1": 5,
    "10.2": 1,
}
"""By section of the text of 21 February 2026 how many numbered paragraphs it has."""
SINGLE = (
    *("1", "7.3.1", "7.3.2", "7.3.3.1", "7.3.3.2", "7.3.3.3", "7.3.4", "8.6", "9.3.1", "9.3.2", "9.3.3 a"),
    *("9.3.3 b1", "9.3.3 b2", "9.7.1", "9.7.2 a", "9.7.2 b", "9.7.2 c", "9.7.3", "10", "11"),
)
"""Paragraphs that are told apart by letters, or stand alone."""
HOWS = ("gerechnet", "geprüft", "gedruckt", "festgehalten", "gesagt", "–")


def list_rows() -> list[tuple[str, ...]]:
    """The cells of every row: number, subject, what happens, where."""
    cells = [
        tuple(cell.strip() for cell in line.strip("|").split("|")) for line in PAGE.splitlines() if line[:1] == "|"
    ]
    return [row for row in cells if re.match(r"\d", row[0])]


def list_numbers() -> list[str]:
    """Every paragraph of the text."""
    return [*(f"{section}.{n}" for section, last in SECTIONS.items() for n in range(1, last + 1)), *SINGLE]


def test_each_paragraph_stands_once() -> None:
    """None is left out, none is there twice, and none is made up."""
    assert sorted(row[0] for row in list_rows()) == sorted(list_numbers())
    assert len(list_rows()) == 155


def test_each_row_says_what_happens() -> None:
    """One of six words; and whatever is not done says why."""
    assert {row[2] for row in list_rows()} <= set(HOWS)
    assert [row[0] for row in list_rows() if len(row) != 4 or not row[1] or not row[3]] == []


def list_named() -> Iterator[tuple[str, str]]:
    """Number and what its row names, behind a semicolon nothing."""
    for number, _, how, where in list_rows():
        if how != "–":
            yield from ((number, name) for name in where.partition(";")[0].split(", "))


@pytest.mark.parametrize("name", sorted({name for _, name in list_named()}))
def test_what_is_named_exists(name: str) -> None:
    """A check that applies, an aside, a command, a page of the menu, a key of the rule set's file."""
    rules = load("ddv")
    words = name.split()
    if re.fullmatch(r"[RS]\d+", name):
        assert name in rules.checks_applied
    elif name.startswith("asides."):
        assert name.removeprefix("asides.") in {aside.id for aside in rules.asides}
    elif words[0] == "kiebitz":
        assert f"`{name}`" in (ROOT / "docs" / "exit-status.md").read_text(encoding="utf-8")
    elif words[0] == "Seite":
        assert words[1] in {text for key, text in load_table("de", "web").items() if key.startswith("web.menu.")}
    else:
        assert _find(tomllib.loads(find_file("ddv").read_text(encoding="utf-8")), words[0])


def _find(table: Any, key: str) -> Any:
    for part in key.split("."):
        table = table[part]
    return table

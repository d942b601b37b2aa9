"""Rows and sheets as text, so that tests look like the paper."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest

from scoring.counting.rules import RuleSet
from scoring.findings import Finding
from scoring.rows.written_rows import Row, Sheet
from scoring.rulesets import load_rules


def row_of(text: str) -> Row:
    """A row from "7  +4 +4 -4 -6  solo": its number, points by seat ("." not readable, "/" sits out), crosses.

    "7 blank" is an empty row.
    """
    number, *words = text.split()
    points = [word for word in words if word[0] in "+-./0123456789"]
    sits = tuple(seat for seat, word in enumerate(points, 1) if word == "/")
    return Row(
        int(number),
        tuple(None if word in "./" else int(word) for word in points) or (None,) * 4,
        solo="solo" in words,
        offence="offence" in words,
        sits=sits,
        blank="blank" in words,
    )


def sheet_of(text: str, games: int = 16) -> Sheet:
    """A sheet from its rows, one a line, and the sum row after "sums"."""
    lines = [line.strip() for line in text.strip().splitlines()]
    sums = next((line.split()[1:] for line in lines if line.startswith("sums")), [])
    rows = tuple(row_of(line) for line in lines if not line.startswith("sums"))
    seats = max(len(row.points) for row in rows)
    rows = tuple(Row(row.number, (None,) * seats, blank=True) if row.blank else row for row in rows)
    return Sheet(seats, games, rows, tuple(None if word == "." else int(word) for word in sums))


def told(findings: Iterable[Finding]) -> list[str]:
    """ "code field field" of each finding; every sentence must come out in both languages."""
    found = list(findings)
    for finding in found:
        assert finding.severity in ("error", "warning", "note")
        for lang in ("de", "en"):
            assert "{" not in finding.message(lang) + finding.proposal_text(lang)
    return [" ".join((finding.code, *finding.fields)) for finding in found]


@pytest.fixture(scope="session")
def rules() -> RuleSet:
    """The rule set that is tested most."""
    return load_rules.load("pflichtsolo-40")


@pytest.fixture(scope="session", name="row_of")
def _row_of() -> Callable[[str], Row]:
    return row_of


@pytest.fixture(scope="session", name="sheet_of")
def _sheet_of() -> Callable[..., Sheet]:
    return sheet_of


@pytest.fixture(scope="session", name="told")
def _told() -> Callable[[Iterable[Finding]], list[str]]:
    return told

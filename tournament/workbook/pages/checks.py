"""Formulas and number formats by which several worksheets show that something is right or still open."""

from __future__ import annotations

from texts.languages import Lang
from texts.sentences import say


def check_zero(cells: str) -> str:
    """The formula of a tick when these cells add up to zero, else of what they add up to."""
    return f'IF(SUM({cells})=0,"✓ 0",TEXT(SUM({cells}),"! +0;! -0"))'


def say_zero_check(total: int) -> str:
    """What `check_zero` comes to for cells that add up to `total`."""
    return f"! {total:+d}" if total else "✓ 0"


def format_open_count(lang: Lang) -> str:
    """The number format of a count of open items: a tick for none, else sign, number and word."""
    words = f'"! "0" {say(lang, "workbook.status.open-count")}"'
    return f'{words};{words};"✓"'

"""Rows of sheets that hold less than all points, in text."""

from __future__ import annotations

from scoring.rows.one_sided_rows import Inked


def inked_of(text: str) -> Inked:
    """A row from "7  6 6 . . solo": by seat a number, "." nothing, "/" a stroke, "?" unreadable; then crosses, and
    "game=3 deal=2"."""
    number, *words = text.split()
    cells = [word for word in words if word[0] in "+-0123456789./?"]
    named = dict(word.split("=") for word in words if "=" in word)
    return Inked(
        int(number),
        tuple(None if word in ("/", ".", "?") else int(word) for word in cells),
        unread=tuple(seat for seat, word in enumerate(cells, 1) if word == "?"),
        solo="solo" in words,
        offence="offence" in words,
        sits=tuple(seat for seat, cell in enumerate(cells, 1) if cell == "/"),
        game=int(named["game"]) if "game" in named else None,
        deal=int(named["deal"]) if "deal" in named else None,
    )

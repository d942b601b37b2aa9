"""Sheets for tests, written the way they look: one line a row, one word a cell.

`+6` clear ink; `+6~+8@0.8` the ink's first choice +6 at 0.8, else +8; `_` blank; `/` slash; `-` dash; `?` unreadable;
a `!` and a letter behind a word is a flag: `o` overwritten, `d` doubtful, `i` illegible. `solo` and `strafe` behind
the cells are crosses; `solo@0.8` is crossed at 0.8, `~solo@0.8` blank at 0.8.
"""

from __future__ import annotations

from dataclasses import replace

from dev.rounds.reader import QUAD, make_reading, read_exactly
from scanner.sheet_reading import Flag, Reading, SheetReading
from scoring.rulesets.load_rules import load
from templates.sheet_code import SheetCode
from tournament.judging.judged_sheet import JudgedSheet
from tournament.judging.reconcile import reconcile
from tournament.judging.written_sheet import transcribe

RULES = load("pflichtsolo-40")
_FLAGS: dict[str, Flag] = {"o": "overwritten", "d": "doubtful", "i": "illegible"}


def cell(field_id: str, word: str) -> Reading:
    """One word as a reading."""
    word, _, flag = word.partition("!")
    first, _, other = word.partition("~")
    text = {"_": "", "?": "?"}.get(first, first)
    if not other:
        found = read_exactly(field_id, text)
    else:
        second, _, sure = other.partition("@")
        share = float(sure or 0.8)
        second = {"_": ""}.get(second, second)
        both = ((text, share), (second, round(1 - share, 6)))
        found = Reading(field_id, "points", text, share, both, QUAD)
    return replace(found, flags=(_FLAGS[flag],) if flag else ("illegible",) if text == "?" else ())


def written(
    lines: list[str],
    sums: str = "",
    *,
    seats: int = 4,
    games: int = 0,
    round_: int | None = 1,
    table: int | None = 1,
    photo: str = "IMG_1.jpg",
    names: tuple[str, ...] = (),
    plus: bool = False,
    rules: str = "pflichtsolo-40",
) -> SheetReading:
    """The sheet as the scanner gives it; `games`: rows it was printed for (as many as there are lines, if 0)."""
    readings: list[Reading] = []
    for game, line in enumerate(lines, 1):
        words = line.split()
        readings += [cell(f"g{game:02}.p{seat}", word) for seat, word in enumerate(words[:seats], 1)]
        if game <= (games or len(lines)):
            readings += [
                _cross(f"g{game:02}.{name}", mark, words[seats:])
                for name, mark in (("solo", "solo"), ("offence", "strafe"))
            ]
    readings += [cell(f"sum.p{seat}", word) for seat, word in enumerate(sums.split(), 1)]
    readings += [read_exactly(f"name.p{seat}", name, 0.95, "text") for seat, name in enumerate(names, 1)]
    code = SheetCode(rules, "points", seats, games or len(lines), round_, table, bool(names), plus=plus)
    return make_reading(readings, code, photo)


def _cross(field_id: str, mark: str, words: list[str]) -> Reading:
    """The box of that mark, crossed or in doubt where a word says so."""
    word = next((word for word in words if mark in word), "")
    name, _, sure = word.partition("@")
    share, text, other = float(sure or 0.9995), *(("", "x") if not word or name.startswith("~") else ("x", ""))
    found = read_exactly(field_id, text, share, "cross")
    return replace(found, candidates=((text, share), (other, round(1 - share, 6)))) if sure else found


def judge(lines: list[str], sums: str = "", *, seats: int = 4, games: int = 0) -> JudgedSheet:
    """The sheet reconciled with `pflichtsolo-40`."""
    return reconcile(RULES, transcribe(written(lines, sums, seats=seats, games=games)))


def codes(findings: object) -> list[str]:
    """The codes of findings, notes left out."""
    assert isinstance(findings, tuple)
    return [finding.code for finding in findings if finding.severity != "note"]

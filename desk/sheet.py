"""`kiebitz sheet`: an empty sheet for a rule set as PDF, and its geometry."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from desk.exits import Status, WrongUse
from desk.key import key_lines
from desk.lang import Lang, pick
from desk.outputs import check_file, write_json, write_whole
from desk.rules import load_rules

if TYPE_CHECKING:
    from scoring.rules import RuleSet
    from templates.code import SheetCode


@dataclass(frozen=True, slots=True)
class Wish:
    """What the user asked for, as typed. `names`: by seat, with commas; `games`: None for what the rules say."""

    rules: str
    style: str
    seats: int
    games: int | None
    title: str
    round: int | None
    table: int | None
    names: str
    lang: Lang


def print_sheet(wish: Wish, target: Path, geometry: Path | None) -> Status:
    """Writes the PDF and, when asked for, the geometry as JSON."""
    from templates.draw import draw_sheet
    from templates.geometry import geometry_json
    from templates.registry import layout_for
    from templates.spec import SheetSpec

    rules = load_rules(wish.rules)
    code = _code(wish, rules)
    layout = layout_for(code)
    spec = SheetSpec(code, wish.title, _names(wish), key_lines(rules, wish.seats, wish.lang), wish.lang)
    for path in filter(None, (target, geometry)):
        check_file(path)
    write_whole(target, lambda draft: draw_sheet(spec, draft))
    if geometry is not None:
        write_json(geometry, geometry_json(layout, spec.code.text()))
    sys.stderr.write(pick(f"Bogen: {target}\n", f"Sheet: {target}\n", wish.lang))
    return Status.DONE


def _code(wish: Wish, rules: RuleSet) -> SheetCode:
    from templates.code import SheetCode

    games = wish.games if wish.games is not None else rules.sheet.games_for(wish.seats)
    if games is None or wish.seats not in rules.sheet.seats:
        seats = " oder ".join(map(str, rules.sheet.seats)), " or ".join(map(str, rules.sheet.seats))
        raise WrongUse(
            text_de=f"{rules.id} wird nicht mit {wish.seats} Plätzen gespielt; möglich: --seats {seats[0]}.",
            text_en=f"{rules.id} is not played with {wish.seats} seats; possible: --seats {seats[1]}.",
        )
    return SheetCode(rules.id, wish.style, wish.seats, games, wish.round, wish.table)


def _names(wish: Wish) -> tuple[str, ...]:
    """By seat; none when nothing but commas was given. How many there must be, the paper knows."""
    names = tuple(name.strip() for name in wish.names.split(","))
    return names if any(names) else ()

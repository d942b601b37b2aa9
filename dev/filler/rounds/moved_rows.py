"""Mistakes that move rows, or leave one out. Each planter gives the sheet with the mistake, None where it has no place.
"""

from __future__ import annotations

import numpy as np

from dev.filler.rounds.places import blank, choice, free, out_of_step, put, shifted, with_mistake
from dev.filler.rounds.written import WrittenRound, WrittenRow


def nullspiel_missing(sheet: WrittenRound, rng: np.random.Generator) -> WrittenRound | None:
    """A Nullspiel is not written; the games after it move up, so the last row stays blank."""
    places = [place for place in free(sheet) if not any(sheet.rows[place].cells)]
    place = choice(rng, places)
    if place is None or sheet.mistakes:
        return None
    rows = (*sheet.rows[:place], *sheet.rows[place + 1 :], blank(sheet))
    return with_mistake(sheet, rows, "nullspiel-missing", shifted(sheet, [len(rows) - 1], place), True)


def row_twice(sheet: WrittenRound, rng: np.random.Generator) -> WrittenRound | None:
    """A game is written twice, so the last one finds no row: seen at a table of five (sitters), or when that was a
    Pflichtsolo.
    """
    place = choice(rng, [place for place in free(sheet) if place < len(sheet.rows) - 2])
    if place is None or sheet.mistakes:
        return None
    rows = (*sheet.rows[: place + 1], *sheet.rows[place:-1])
    places = shifted(sheet, [place, place + 1], place + 1)
    return with_mistake(sheet, rows, "row-twice", places, out_of_step(sheet, rows))


def offence_as_game(sheet: WrittenRound, rng: np.random.Generator) -> WrittenRound | None:
    """An offence takes a game's row and the last game finds none; its cross shows that a game is missing."""
    place = choice(rng, [place for place in free(sheet) if place < len(sheet.rows) - 1])
    if place is None or sheet.mistakes:
        return None
    playing = [seat for seat, points in enumerate(sheet.rows[place].cells) if points is not None]
    offender = int(rng.choice(playing))
    cells = tuple((-15 if seat == offender else 5) if seat in playing else None for seat in range(sheet.played.seats))
    crossed = rng.random() < 0.7
    rows = (*sheet.rows[:place], WrittenRow(cells, offence=crossed), *sheet.rows[place:-1])
    seen = crossed or out_of_step(sheet, rows)
    return with_mistake(sheet, rows, "offence-as-game", shifted(sheet, [place], place), seen)


def row_missing(sheet: WrittenRound, rng: np.random.Generator) -> WrittenRound | None:
    """A row is skipped."""
    place = choice(rng, free(sheet))
    return None if place is None else with_mistake(sheet, put(sheet, place, blank(sheet)), "row-missing", [place], True)

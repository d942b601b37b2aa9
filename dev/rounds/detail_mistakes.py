"""Mistakes beside the points of one row: crosses, Augen, Sonderpunkte, the value. The points are right.

Each function gives the row with its mistake, None where it cannot be made.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from dev.rounds.row_mistakes import SLIPS, change_details
from dev.rounds.rows import Row, count_row
from scoring.counting.game import AUGEN, PARTIES, Calls, Extras, Game, find_other_party
from scoring.counting.rules import RuleSet
from scoring.counting.score import score


def tell_another(rules: RuleSet, row: Row, game: Game) -> Row | None:
    """The right points with the details of another game; None where these would give the same points."""
    result = score(rules, game)
    if result.points in (None, row.right) or any(finding.severity == "error" for finding in result.findings):
        return None
    told = count_row(rules, game, every_level=True)
    return replace(row, details=change_details(told, value=str(row.value)))


def leave_calls_out(rules: RuleSet, row: Row, rng: np.random.Generator) -> Row | None:
    """The points count a call that nobody crossed."""
    crossed = [name for name in row.details if name.partition(".")[0] in PARTIES and row.details[name] == "x"]
    silent = replace(row.game, calls=Calls())
    if not crossed or score(rules, silent).points == row.points:
        return None
    return replace(row, details={**row.details, **dict.fromkeys(crossed, "")})


def cross_calls_at_other(rules: RuleSet, row: Row, rng: np.random.Generator) -> Row | None:
    """What one party said is crossed in the other party's boxes."""
    calls = row.game.calls
    if bool(calls.re) == bool(calls.kontra):
        return None
    return tell_another(rules, row, replace(row.game, calls=Calls(calls.kontra, calls.re)))


def miswrite_augen(rules: RuleSet, row: Row, rng: np.random.Generator) -> Row | None:
    """One digit of the Augen is wrong."""
    text = str(row.game.augen or 0)
    at, digit = int(rng.integers(len(text))), int(rng.integers(10))
    augen = int(f"{text[:at]}{digit}{text[at + 1 :]}")
    return tell_another(rules, row, replace(row.game, augen=augen)) if augen <= AUGEN else None


def cross_kontra(rules: RuleSet, row: Row, rng: np.random.Generator) -> Row | None:
    """Kontra's seats are crossed instead of Re's."""
    others = _find_kontra(row)
    return tell_another(rules, row, replace(row.game, re=others)) if len(others) == 2 else None


def cross_wrong_seat(rules: RuleSet, row: Row, rng: np.random.Generator) -> Row | None:
    """One Re cross is at the wrong seat."""
    if row.offence:
        return None
    wrong, right = int(rng.choice(row.game.re)), int(rng.choice(_find_kontra(row)))
    return tell_another(rules, row, replace(row.game, re=tuple(sorted({*row.game.re, right} - {wrong}))))


def _find_kontra(row: Row) -> tuple[int, ...]:
    return tuple(seat for seat in row.game.playing if seat not in row.game.re)


def give_extra_to_other(rules: RuleSet, row: Row, rng: np.random.Generator) -> Row | None:
    """A Sonderpunkt is entered at the other party."""
    made = list(row.game.extras)
    if not made:
        return None
    party, name, count = made[int(rng.integers(len(made)))]
    counts = {one: dict(row.game.extras.of(one)) for one in PARTIES}
    del counts[party][name]
    counts[find_other_party(party)][name] = counts[find_other_party(party)].get(name, 0) + count
    extras = Extras(*(tuple(counts[one].items()) for one in PARTIES))
    return tell_another(rules, row, replace(row.game, extras=extras))


def leave_extras_out(rules: RuleSet, row: Row, rng: np.random.Generator) -> Row | None:
    """The Sonderpunkte that are counted are not written down."""
    return tell_another(rules, row, replace(row.game, extras=Extras())) if list(row.game.extras) else None


def miswrite_value(rules: RuleSet, row: Row, rng: np.random.Generator) -> Row | None:
    """Another number is in the value column."""
    if not row.value:
        return None
    value = row.value + int(rng.choice([slip for slip in SLIPS if slip > 0])) * rules.checks.unit.step
    return replace(row, value=value, details=change_details(row, value=str(value)))


def leave_bock_out(rules: RuleSet, row: Row, rng: np.random.Generator) -> Row | None:
    """A Bock game is neither crossed nor doubled: its row is right by itself."""
    if not row.game.bock:
        return None
    plain = count_row(rules, replace(row.game, bock=False))
    return replace(plain, right=row.right)


def cross_offence(rules: RuleSet, row: Row, rng: np.random.Generator) -> Row | None:
    """A game is crossed as an offence."""
    return None if row.offence or row.solist or not row.value else replace(row, details={**row.details, "offence": "x"})

"""The mistakes that people make on such sheets, each planted into a round that was right."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

from scoring.counting.game import Calls, Game
from scoring.counting.rules import RuleSet
from scoring.counting.score import score
from scoring.rows.row import Row, Sheet
from tests.scoring.rounds import row_of_game, rows_at, with_row, with_sums


class NoSuchGame(Exception):
    """This round has no game in which the mistake could happen."""


def _pick(sheet: Sheet, rng: random.Random, wanted: str = "points") -> int:
    return rng.choice(list(rows_at(sheet, wanted)))


def _cell(sheet: Sheet, rng: random.Random, change: Callable[[int], int]) -> Sheet:
    """One written number (not 0) changed."""
    at = _pick(sheet, rng)
    row = sheet.rows[at]
    seat = rng.choice([seat for seat, points in enumerate(row.points) if points])
    points = (*row.points[:seat], change(row.points[seat] or 0), *row.points[seat + 1 :])
    return with_row(sheet, at, replace(row, points=points))


def _points(row: Row, change: Callable[[int], int]) -> Row:
    return replace(row, points=tuple(None if p is None else change(p) for p in row.points))


def sign(rules: RuleSet, sheet: Sheet, rng: random.Random) -> Sheet:
    """One sign wrong."""
    return _cell(sheet, rng, lambda points: -points)


def value(rules: RuleSet, sheet: Sheet, rng: random.Random) -> Sheet:
    """One number wrong."""
    return _cell(sheet, rng, lambda points: points + rules.checks.unit.step * rng.choice([-10, -2, -1, 1, 2, 10]))


def off_the_unit(rules: RuleSet, sheet: Sheet, rng: random.Random) -> Sheet:
    """A row counted in fives."""
    at = _pick(sheet, rng, "pairs")
    return with_sums(with_row(sheet, at, _points(sheet.rows[at], lambda p: p + 5 if p > 0 else p - 5)))


def not_tripled(rules: RuleSet, sheet: Sheet, rng: random.Random) -> Sheet:
    """A soloist who wrote his points only once."""
    at = _pick(sheet, rng, "solo")
    most = max(abs(points or 0) for points in sheet.rows[at].points)
    return with_sums(with_row(sheet, at, _points(sheet.rows[at], lambda p: p // 3 if abs(p) == most else p)))


def sitters_column(rules: RuleSet, sheet: Sheet, rng: random.Random) -> Sheet:
    """Points in the column of the seat that sits out, instead of a player's."""
    at = _pick(replace(sheet, rows=sheet.rows[: -sheet.seats]), rng)  # a section's sitters are nobody's turn
    points = list(sheet.rows[at].points)
    seat = rng.choice([seat for seat, p in enumerate(points) if p])
    points[at % 5], points[seat] = points[seat], None
    return with_sums(with_row(sheet, at, replace(sheet.rows[at], points=tuple(points), sits=None)))


def sitter_too(rules: RuleSet, sheet: Sheet, rng: random.Random) -> Sheet:
    """Points for all five."""
    at = _pick(sheet, rng)
    points = tuple(p or rules.checks.unit.step for p in sheet.rows[at].points)
    return with_sums(with_row(sheet, at, replace(sheet.rows[at], points=points, sits=None)))


def inverted(rules: RuleSet, sheet: Sheet, rng: random.Random) -> Sheet:
    """Winners and losers swapped, which is the same as all signs turned round."""
    at = _pick(sheet, rng)
    return with_sums(with_row(sheet, at, _points(sheet.rows[at], lambda p: -p)))


def _as_if(change: Callable[[Game], Game], rules: RuleSet, sheet: Sheet, rng: random.Random) -> Sheet:
    """A row counted as if the game had been another one."""
    worth = [
        (at, points) for at, row in enumerate(sheet.rows) if row.details
        and (points := score(rules, change(row.details)).points) != score(rules, row.details).points
    ]
    if not worth:
        raise NoSuchGame("no such game in this round")
    at, counted = rng.choice(worth)
    assert counted is not None
    shown = tuple(None if old is None else new for old, new in zip(sheet.rows[at].points, counted, strict=True))
    return with_sums(with_row(sheet, at, replace(sheet.rows[at], points=shown)))


def doubling_forgotten(rules: RuleSet, sheet: Sheet, rng: random.Random) -> Sheet:
    """Calls that were not counted."""
    return _as_if(lambda game: replace(game, calls=Calls()) if game.augen != 120 else game, rules, sheet, rng)


def gegen_forgotten(rules: RuleSet, sheet: Sheet, rng: random.Random) -> Sheet:
    """The point for winning against the Kreuz-Damen left out."""
    less = replace(rules, value=tuple(part for part in rules.value if part.rule != "gegen"))
    at = next((
        at for at, row in enumerate(sheet.rows)
        if row.details and score(less, row.details).points != score(rules, row.details).points
    ), None)
    if at is None:
        raise NoSuchGame("Kontra won no game in this round")
    row = row_of_game(less, at + 1, sheet.rows[at].details or Game("normal"))
    return with_sums(with_row(sheet, at, replace(sheet.rows[at], points=row.points)))


def bock_forgotten(rules: RuleSet, sheet: Sheet, rng: random.Random) -> Sheet:
    """A Bock game counted once."""
    return _as_if(lambda game: replace(game, bock=False), rules, sheet, rng)


def bock_uncrossed(rules: RuleSet, sheet: Sheet, rng: random.Random) -> Sheet:
    """A Bock game neither crossed nor doubled: its row is right by itself."""
    rows = [at for at, row in enumerate(sheet.rows) if row.details and row.details.bock]
    if not rows:
        raise NoSuchGame("no Bock game in this round")
    at = rng.choice(rows)
    game = replace(sheet.rows[at].details or Game("normal"), bock=False)
    return with_sums(with_row(sheet, at, row_of_game(rules, at + 1, game)))


def skipped(rules: RuleSet, sheet: Sheet, rng: random.Random) -> Sheet:
    """A row left blank in between."""
    at = rng.randrange(len(sheet.rows) - 1)
    return with_sums(with_row(sheet, at, Row(at + 1, (None,) * sheet.seats, blank=True)))


def _numbered(sheet: Sheet, rows: list[Row]) -> Sheet:
    return with_sums(replace(sheet, games=0, rows=tuple(replace(row, number=n) for n, row in enumerate(rows, 1))))


def twice(rules: RuleSet, sheet: Sheet, rng: random.Random) -> Sheet:
    """A game written twice, and so one too many."""
    at = _pick(sheet, rng)
    return _numbered(sheet, [*sheet.rows[: at + 1], *sheet.rows[at:]])


def nullspiel_left_out(rules: RuleSet, sheet: Sheet, rng: random.Random) -> Sheet:
    """A game that was worth nothing has no row, and those below moved up."""
    at = _pick(sheet, rng, "pairs")
    return _numbered(sheet, [*sheet.rows[:at], *sheet.rows[at + 1 :]])


def wrong_sum(rules: RuleSet, sheet: Sheet, rng: random.Random) -> Sheet:
    """A sum that is wrong."""
    seat = rng.randrange(sheet.seats)
    sums = [points or 0 for points in sheet.sums]
    sums[seat] += rules.checks.unit.step * rng.choice([-10, -2, -1, 1, 2, 10])
    return replace(sheet, sums=tuple(sums))


def uncrossed(rules: RuleSet, sheet: Sheet, rng: random.Random) -> Sheet:
    """A Pflichtsolo without its cross."""
    at = rng.choice([at for at, row in enumerate(sheet.rows) if row.solo])
    return with_row(sheet, at, replace(sheet.rows[at], solo=False))


def never_played(rules: RuleSet, sheet: Sheet, rng: random.Random) -> Sheet:
    """A player without a Pflichtsolo: somebody else played a solo in its place."""
    at = rng.choice([at for at, row in enumerate(sheet.rows) if row.solo])
    game = sheet.rows[at].details or Game("solo")
    other = rng.choice([seat for seat in game.playing if seat not in game.re])
    return with_sums(with_row(sheet, at, row_of_game(rules, at + 1, replace(game, re=(other,)))))


def silent_hochzeit(rules: RuleSet, sheet: Sheet, rng: random.Random) -> Sheet:
    """A stille Hochzeit taken for the Pflichtsolo."""
    at = rng.choice([at for at, row in enumerate(sheet.rows) if row.solo])
    game = replace(sheet.rows[at].details or Game("solo"), kind="stille-hochzeit", solo=None)
    return with_sums(with_row(sheet, at, row_of_game(rules, at + 1, game)))


def _offence(rules: RuleSet, sheet: Sheet, at: int, rng: random.Random, minor: bool = False) -> Row:
    """An offence by one of those who play in that row."""
    fine = rules.offence.minor if minor else rules.offence.make_fine()
    playing = [seat for seat in range(sheet.seats) if sheet.rows[at].points[seat] is not None]
    points = [fine.others if seat in playing else None for seat in range(sheet.seats)]
    points[rng.choice(playing)] = fine.offender
    return Row(at + 1, tuple(points), offence=True)


def offence_as_game(rules: RuleSet, sheet: Sheet, rng: random.Random) -> Sheet:
    """An offence written in place of a game."""
    at = _pick(sheet, rng, "pairs")
    return with_sums(with_row(sheet, at, _offence(rules, sheet, at, rng)))


def minor_as_game(rules: RuleSet, sheet: Sheet, rng: random.Random) -> Sheet:
    """A minor offence, after which the game goes on, in place of that game."""
    at = _pick(sheet, rng, "pairs")
    return with_sums(with_row(sheet, at, _offence(rules, sheet, at, rng, minor=True)))


def offence_as_extra(rules: RuleSet, sheet: Sheet, rng: random.Random) -> Sheet:
    """An offence written beside a whole round of games, although it counts as one of them."""
    at = _pick(sheet, rng, "pairs")
    last = replace(_offence(rules, sheet, at, rng), number=len(sheet.rows) + 1)
    return with_sums(replace(sheet, rows=(*sheet.rows, last)))


def offence_crossed(rules: RuleSet, sheet: Sheet, rng: random.Random) -> Sheet:
    """An offence crossed where it has to be played out as a lost game."""
    at = _pick(sheet, rng, "pairs")
    return with_row(sheet, at, replace(sheet.rows[at], offence=True))


def other_fine(rules: RuleSet, sheet: Sheet, rng: random.Random) -> Sheet:
    """An offence that costs what it costs elsewhere."""
    at = _pick(sheet, rng, "pairs")
    playing = [seat for seat in range(sheet.seats) if sheet.rows[at].points[seat] is not None]
    points: list[int | None] = [10 if seat in playing else None for seat in range(sheet.seats)]
    points[playing[0]] = -30
    return with_sums(with_row(sheet, at, Row(at + 1, tuple(points), offence=True)))


def not_signed(rules: RuleSet, sheet: Sheet, rng: random.Random) -> Sheet:
    """A player who did not sign."""
    seat = rng.randrange(sheet.seats)
    return replace(sheet, signed=tuple(other != seat for other in range(sheet.seats)))


def stranger(rules: RuleSet, sheet: Sheet, rng: random.Random) -> Sheet:
    """A player at the wrong table."""
    seat = rng.randrange(sheet.seats)
    return replace(sheet, names=(*sheet.names[:seat], "Franz Fuchs", *sheet.names[seat + 1 :]))

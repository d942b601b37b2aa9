"""Whole rounds of every system, written without a mistake: with details, and with all columns that sheets may have."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

from scoring.counting.game import Call, Calls, Extras, Game
from scoring.counting.rules import RuleSet
from scoring.counting.score import score
from scoring.rows.patterns import find_pattern
from scoring.rows.row import Row, Sheet
from scoring.rows.seating import find_hands

NAMES = ("Anna Albers", "Bernd Böhm", "Chris Celik", "Doris Dahl", "Emil Ernst")


def a_round(rules: RuleSet, seats: int, rng: random.Random) -> Sheet:
    """A round in which each player has a solo, and every row has its details."""
    games = rules.sheet.count_games(seats) or 0
    rows, owed, last = [], 0, Game("normal")
    for number in range(1, games + 1):
        sits = (number - 1) % 5 + 1 if seats == 5 else None
        game = _game(rules, rng, _soloist(rules, seats, number), seats, sits)
        while _strange(rules, game) or game == last:
            game = _game(rules, rng, _soloist(rules, seats, number), seats, sits)
        last, game = game, replace(game, bock=owed > 0)
        owed = max(0, owed - 1) + seats * _starts_bock(rules, game)
        rows.append(row_of_game(rules, number, game))
    return with_sums(Sheet(seats, games, tuple(rows), signed=(True,) * seats, names=NAMES[:seats], drawn=NAMES[:seats]))


def row_of_game(rules: RuleSet, number: int, game: Game) -> Row:
    """The row of that game: "/" for the seat that sits out, the cross for a solo."""
    points = score(rules, game).points
    assert points is not None
    shown = tuple(None if seat == game.sits else p for seat, p in enumerate(points, 1))
    kind = rules.find_kind(game.kind)
    return Row(number, shown, solo=bool(kind and kind.solo_cross), sits=game.sits, details=game)


def with_sums(sheet: Sheet) -> Sheet:
    """The sheet with its sum row added up by the players."""
    sums = tuple(sum(row.points[seat] or 0 for row in sheet.rows) for seat in range(sheet.seats))
    return replace(sheet, sums=sums)


def with_row(sheet: Sheet, at: int, row: Row) -> Sheet:
    """The sheet with another row at that index."""
    return replace(sheet, rows=(*sheet.rows[:at], row, *sheet.rows[at + 1 :]))


def points_only(sheet: Sheet) -> Sheet:
    """The same round on a sheet without columns for details."""
    return replace(sheet, rows=tuple(replace(row, details=None) for row in sheet.rows))


def with_columns(rules: RuleSet, sheet: Sheet) -> Sheet:
    """The same round on a sheet with the value, the winners and, where these rules allow them, running totals."""
    totals = [0] * sheet.seats
    rows = []
    for row in points_only(sheet).rows:
        totals = [total + (points or 0) for total, points in zip(totals, row.points, strict=True)]
        told = find_hands(rules, row, sheet.seats) or {}
        found = find_pattern(told)
        winners = tuple(seat for seat, points in told.items() if points > 0)
        written = tuple(totals) if rules.sheet.totals.allowed else ()
        rows.append(replace(row, value=abs(found.value) if found else None, winners=winners, totals=written))
    return replace(sheet, rows=tuple(rows))


def _soloist(rules: RuleSet, seats: int, number: int) -> int | None:
    """Who plays a solo in that row: each once, in games that he does not sit out."""
    games = rules.sheet.count_games(seats) or 0
    if rules.sheet.pflichtsolo.section:
        seat = number - (games - seats)  # a row of the section that its player does not sit out
        return seat % seats + 1 if 0 < seat <= seats else None
    return dict(zip((3, 5, 8, 11, 17), (1, 2, 4, 3, 5), strict=True)).get(number) if seats == 5 else {
        3: 1, 5: 2, 8: 3, 11: 4}.get(number)


def _game(rules: RuleSet, rng: random.Random, alone: int | None, seats: int, sits: int | None) -> Game:
    playing = [seat for seat in range(1, seats + 1) if seat != sits]
    re = (alone,) if alone else tuple(rng.sample(playing, 2))
    calls = Calls(rng.choice([*Call, *[Call.NOTHING] * 8]), rng.choice([Call.NOTHING] * 5 + [Call.ANSAGE]))
    augen = rng.choice([rng.randint(8, 232), rng.randint(100, 150), rng.randint(100, 150), 0, 240])
    fox = Extras(re=(("fuchs", 1),)) if rng.random() < 0.2 and 40 < augen < 200 and not alone else Extras()
    solo = "damen" if alone else None
    return Game("solo" if alone else "normal", re, calls, augen, extras=fox, solo=solo, seats=seats, sits=sits)


def _strange(rules: RuleSet, game: Game) -> bool:
    """A game worth a second look, or a solo worth nothing: right rounds here have none."""
    result = score(rules, replace(game, bock=True) if rules.bock.triggers else game)
    return bool(result.findings) or abs(result.value or 0) > rules.checks.unusual.above or (
        game.kind == "solo" and not result.value)


def _starts_bock(rules: RuleSet, game: Game) -> bool:
    """In words of its own: a Nullspiel, 120 each, or a call that lost."""
    result = score(rules, game)
    lost = {"re": game.calls.kontra, "kontra": game.calls.re, None: Call.NOTHING}[result.winner]
    return bool(rules.bock.triggers) and (result.value == 0 or game.augen == 120 or lost > Call.NOTHING)


def rows_at(sheet: Sheet, wanted: str) -> Iterator[int]:
    """Indices of the rows with points ("points"), of ordinary games with points ("pairs"), or of solos ("solo")."""
    for at, row in enumerate(sheet.rows):
        fits = {"points": True, "pairs": not row.solo, "solo": row.solo}[wanted]
        if any(row.points) and fits and not row.offence:
            yield at

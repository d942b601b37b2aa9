"""The product's row rules are those of the rulebooks: on every row of small points, and on every value of a game."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest

from scoring.counting import score
from scoring.rows.row_patterns import is_legal
from scoring.rows.written_rows import Row
from scoring.rulesets import load_rules
from tests.oracle.rulebook import BOOK, System, find_lone_values, find_pair_values, is_legal_row, list_fines

CROSSES = ((False, False), (True, False), (False, True), (True, True))
"""Solo and offence."""
Different = tuple[tuple[int, ...], bool, bool, bool]
"""Points, crosses for solo and offence, and whether the rulebook allows the row."""
FIVE = [name for name in BOOK if name != "zwoelf-spiele"]


@pytest.mark.parametrize("name", BOOK)
def test_games_can_be_worth_the_same(name: str) -> None:
    """Two against two, one against three, and one against three crossed as a solo."""
    rules, system = load_rules.load(name), BOOK[name]
    assert score.find_pair_values(rules) == find_pair_values(system)
    assert score.find_lone_values(rules, False) == find_lone_values(system, False)
    assert score.find_lone_values(rules, True) == find_lone_values(system, True)


@pytest.mark.parametrize("name", BOOK)
def test_offences_cost_the_same(name: str) -> None:
    """Minor ones, and those that Absagen raise, too."""
    fines, book = load_rules.load(name).offence.list_fines(), BOOK[name]
    shared = {(fine.offender, fine.others) for fine in fines if not fine.soloist}
    alone = {(fine.soloist, fine.extra_row) for fine in fines if fine.soloist}
    assert shared == list_fines(book)
    played = {(paid, False) for paid in book.against_soloist}
    assert alone == played | {(paid, True) for paid in book.minor_against_soloist}
    assert {sum(fine.hands) for fine in fines} <= {0}


def list_rows(seats: int, most: int, off: int) -> Iterator[tuple[int, ...]]:
    """Every row of points up to `most` whose sum is at most `off` beside 0."""
    for points in product(range(-most, most + 1), repeat=seats - 1):
        for total in range(-off, off + 1):
            if abs(total - sum(points)) <= most:
                yield *points, total - sum(points)


def find_different(system: System, rows: Iterator[tuple[int, ...]], game: int = 1) -> list[Different]:
    """The rows of which product and rulebook say different things."""
    rules, found = load_rules.load(system.name), []
    for points in rows:
        for solo, offence in CROSSES:
            row = Row(game, points, solo, offence, game=game, deal=game)
            by_book = is_legal_row(system, points, game, solo=solo, offence=offence)
            if is_legal(rules, row, len(points)) != by_book:
                found.append((points, solo, offence, by_book))
    return found


@pytest.mark.parametrize("name", BOOK)
@pytest.mark.few(1)
def test_rows_of_four_are_legal_alike(name: str) -> None:
    """Every row from -12 to +12 that adds up to 0, with each crossing; in tens where all is counted in tens."""
    system = BOOK[name]
    rows = (tuple(n * system.step for n in row) for row in list_rows(4, 12, 0))
    assert find_different(system, rows) == []


@pytest.mark.few(1)
@pytest.mark.parametrize("name", BOOK)
def test_rows_that_add_up_wrongly_are_legal_nowhere(name: str) -> None:
    """Every row from -5 to +5 whose sum is at most 2 beside 0."""
    assert find_different(BOOK[name], list_rows(4, 5, 2)) == []


@pytest.mark.parametrize(("name", "game"), list(product(FIVE, (1, 3, 5, 6, 26, 30))))
@pytest.mark.few(1)
def test_rows_of_five_are_legal_alike(name: str, game: int) -> None:
    """Every row from -4 to +4 that adds up to 0, in games in which another seat sits out, or nobody knows who."""
    system = BOOK[name]
    rows = (tuple(n * system.step for n in row) for row in list_rows(5, 4, 0))
    assert find_different(system, rows, game) == []


def list_games(seats: int, values: range) -> Iterator[tuple[int, ...]]:
    """Every row of two against two and of one against three of these values, and one point beside each."""
    for value in values:
        for away, lone in product(range(seats) if seats == 5 else (5,), range(3)):
            for hands in ([3 * value, -value, -value, -value], [value, -value, value, -value]):
                played = hands[lone:] + hands[:lone]
                for wrong in (0, 1):
                    row = [played[0] + wrong, *played[1:]]
                    yield tuple([*row[:away], 0, *row[away:]] if seats == 5 else row)


@pytest.mark.parametrize(("name", "seats"), [*product(BOOK, (4,)), *product(FIVE, (5,))])
@pytest.mark.few(1)
def test_great_values_are_legal_alike(name: str, seats: int) -> None:
    """A little more than any game is worth, whatever the pattern and whoever sits out."""
    system = BOOK[name]
    most = max(find_pair_values(system) | find_lone_values(system, False))
    span = range(-most - 20 * system.step, most + 20 * system.step + 1, max(1, most // 60))
    assert find_different(system, list_games(seats, span)) == []

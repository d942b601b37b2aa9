"""Results are handed on as they come and not kept: a long folder takes no more memory than a short one."""

from __future__ import annotations

import weakref
from collections.abc import Iterator

import pytest

from desk.workers.pool import Pool, Work
from desk.workers.worker_process import Loss
from scanner.sheet_reading import PageProgress


class Heavy:
    """A result whose life can be watched."""

    def __init__(self, number: int) -> None:
        self.number = number


def heavy(task: int, _first: int, _tell: PageProgress) -> Iterator[Heavy]:
    """A result of its own for each task."""
    yield Heavy(task)


def lost(task: int, _loss: Loss) -> Heavy:
    """Nothing is lost here."""
    return Heavy(-task)


@pytest.mark.few(1)
@pytest.mark.parametrize("size", [1, 2])
def test_a_result_that_was_taken_is_let_go(size: int) -> None:
    """Of those already handed on one or two at most are still there, on their way."""
    alive: list[weakref.ref[Heavy]] = []
    with Pool(size) as pool:
        for number, (result,) in enumerate(pool.run(Work(heavy, lost), range(12))):
            assert result.number == number
            alive.append(weakref.ref(result))
            del result
            assert sum(one() is not None for one in alive) <= 2


def test_the_first_result_comes_before_the_last_task_is_done() -> None:
    """Nobody waits for a whole folder to see its first sheet."""
    done: list[int] = []
    with Pool(1) as pool:
        results = pool.run(Work(heavy, lost), range(5), done.append)
        assert next(results)[0].number == 0
        assert done == [0]

"""Results are handed on as they come and not kept: a long folder takes no more memory than a short one."""

from __future__ import annotations

import gc
import weakref

import pytest

from desk.pool import Work, run_all


class Heavy:
    """A result whose life can be watched."""

    def __init__(self, number: int) -> None:
        self.number = number


def nothing(_task: object = None) -> None:
    """No preparation, no progress."""


def heavy(task: int) -> Heavy:
    """A result of its own for each task."""
    return Heavy(task)


@pytest.mark.parametrize("processes", [1, 2])
def test_a_result_that_was_taken_is_let_go(processes: int) -> None:
    """Of those already handed on one or two at most are still there, on their way."""
    alive: list[weakref.ref[Heavy]] = []
    for number, result in enumerate(run_all(Work(nothing, heavy, heavy), range(12), processes, nothing)):
        assert result.number == number
        alive.append(weakref.ref(result))
        del result
        gc.collect()
        assert sum(one() is not None for one in alive) <= 2


def test_the_first_result_comes_before_the_last_task_is_done() -> None:
    """Nobody waits for a whole folder to see its first sheet."""
    done: list[int] = []
    results = run_all(Work(nothing, heavy, heavy), range(5), 1, done.append)
    assert next(results).number == 0
    assert done == [0]

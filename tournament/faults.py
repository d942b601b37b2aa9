"""A fault of the program while one sheet is worked at costs that sheet's judging, never the evening."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from tournament.remarks import Remark

Value = TypeVar("Value")
Log = Callable[[Exception], str]
"""Keeps a fault's details and says where."""


class SheetFault(Exception):
    """Something about the sheet with this number cannot be told; `fault` is why."""

    def __init__(self, number: int, fault: Exception) -> None:
        super().__init__(number, fault)
        self.number, self.fault = number, fault


@contextmanager
def attribute_faults(number: int | None) -> Iterator[None]:
    """Whatever fails inside is a `SheetFault` of that sheet; None: it is about no sheet."""
    try:
        yield
    except Exception as fault:
        if number is None or isinstance(fault, SheetFault):
            raise
        raise SheetFault(number, fault) from fault


def keep_nothing(_fault: Exception) -> str:
    """No log is kept."""
    return "-"


def make_fault_remark(key: str, fault: Exception, log: Log) -> Remark:
    """What is told of a fault; `key`: which sentence."""
    return Remark("unchecked", "error", key, (), {"reason": type(fault).__name__, "log": log(fault)})


def try_or_remark(task: Callable[[], Value], key: str, log: Log, otherwise: Callable[[Remark], Value]) -> Value:
    """The task's value; where it fails, what `otherwise` makes of the remark."""
    try:
        return task()
    except Exception as fault:  # noqa: BLE001 - whatever it is, the other sheets are counted
        return otherwise(make_fault_remark(key, fault, log))

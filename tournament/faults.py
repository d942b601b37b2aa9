"""A fault in the program costs the sheet that it happened at, and never the whole evening."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from tournament.remarks import Remark

Value = TypeVar("Value")
Log = Callable[[Exception], str]
"""Keeps the details of a fault; gives the name of the place where they are kept."""


class SheetFault(Exception):
    """The program failed at the sheet with this number; `fault` is the exception."""

    def __init__(self, number: int, fault: Exception) -> None:
        super().__init__(number, fault)
        self.number, self.fault = number, fault


@contextmanager
def attribute_faults(number: int | None) -> Iterator[None]:
    """Turns every exception inside into a `SheetFault` of the sheet `number`; with None it leaves them as they are."""
    try:
        yield
    except Exception as fault:
        if number is None or isinstance(fault, SheetFault):
            raise
        raise SheetFault(number, fault) from fault


def keep_nothing(_fault: Exception) -> str:
    """Keeps no log."""
    return "-"


def make_fault_remark(key: str, fault: Exception, log: Log) -> Remark:
    """The remark on a fault. `key`: its sentence, which has gaps for the kind of fault and for its log."""
    return Remark("unchecked", "error", key, (), {"reason": type(fault).__name__, "log": log(fault)})


def try_or_remark(task: Callable[[], Value], key: str, log: Log, otherwise: Callable[[Remark], Value]) -> Value:
    """The task's value. Where the task fails, the fault is logged and `otherwise` makes a value of the remark on it."""
    try:
        return task()
    except Exception as fault:  # noqa: BLE001 - whatever it is, the other sheets are counted
        return otherwise(make_fault_remark(key, fault, log))

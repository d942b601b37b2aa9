"""What is typed turned into values: at once where that is plain, by Typer where it is not.

Typer loads pydantic for every value, which takes as long as all the rest of a quick command.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

_NOT_PLAIN = object()


def read_plainly(parameter: Any) -> Any:
    """The same parameter of Typer's, which takes plain values as they are from now on."""
    parameter._runtime_param = _PlainValue()
    return parameter


class _PlainValue:
    """Stands in a parameter where Typer keeps how its values are read. Whatever is not plain goes to Typer's own way,
    which also says what is wrong with it."""

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        """The value that the command gets. The names are Typer's."""
        plain = _read_plain(param.type_descriptor.annotation, value, param)
        if plain is not _NOT_PLAIN:
            return plain
        param._runtime_param = None
        return param.get_runtime_param().coerce(value, param=param, ctx=ctx)


def _read_plain(kind: Any, value: Any, limits: Any) -> Any:
    """The value of that kind, for what is typed without a slip; `_NOT_PLAIN` for all else. `limits` has the least and
    the largest whole number."""
    if value is None and limits.nargs == 1 and not limits.multiple:
        return None
    if get_origin(kind) is Literal:
        return value if value in get_args(kind) else _NOT_PLAIN
    if kind is int:
        return _read_number(value, limits.min, limits.max)
    if kind is Path and isinstance(value, str) and not value.startswith("-"):
        return Path(value)
    return value if kind in (str, bool) and type(value) is kind else _NOT_PLAIN


def _read_number(value: Any, least: int | None, most: int | None) -> Any:
    if type(value) is str and re.fullmatch(r"\d{1,6}", value, re.ASCII):
        value = int(value)
    if type(value) is not int or (least is not None and value < least) or (most is not None and value > most):
        return _NOT_PLAIN
    return value

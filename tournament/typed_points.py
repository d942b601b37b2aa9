"""Points as people type them: with any sign for minus, before or after the number, with spaces; rows in one line.

Nothing is guessed: what can be read in two ways, or not at all, is no number.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence

_MINUS, _PLUS = "\u2212\u2013\u2014\u2012\u2010\u2011\u00ad\u207b\ufe63\uff0d", "\uff0b\u207a\ufe62"
"""Signs for minus and plus on telephones, in Word and Excel: true minus, dashes, hyphens, small and wide signs."""
_SIGNS = str.maketrans(dict.fromkeys(_MINUS, "-") | dict.fromkeys(_PLUS, "+"))
_SIGNED = re.compile(r"([+-]?)\s*(\d{1,4})(?:\.0+)?\s*([+-]?)")
_APART = (re.compile(r"(?<!\d)([+-])\s+(?=\d)"), re.compile(r"(?<=\d)\s+([+-])(?!\d)"))
"""A sign with a space between it and the number after it, or before it."""
_SEPARATORS = (r"\s*[,;]\s*", r"\s+", r"\s*/\s*", r"(?<=\d)(?=[+-])")
"""What separates the points of a row: a comma, spaces, a stroke, or only the next sign."""
_NOTHING = ("", "/", "-")
"""How people write that a seat sits out."""
_MOST_FORMULA = 60
_MOST_POINTS = 9999

TypedRow = tuple[int | None, ...]
"""By seat; None for one that is left out."""


def read_typed_number(typed: str) -> int | None:
    """The whole number: "+6", " 6 ", "−6", "– 6", "6-"; None for anything else, and for two signs."""
    found = _SIGNED.fullmatch(typed.translate(_SIGNS).strip())
    if found is None or (found[1] and found[3]):
        return None
    return -int(found[2]) if "-" in (found[1], found[3]) else int(found[2])


def is_left_out(typed: str) -> bool:
    """Whether that means no points: blank, a stroke, a dash."""
    return typed.translate(_SIGNS).strip() in _NOTHING


def read_typed_row(typed: str, seats: int) -> TypedRow | None:
    """The points of a row in one line: "+6,-2,-2,-2", "-8 -8 8 8", "+12/-4/-4/-4", "8- 8- 8 8"; "/" or nothing for a
    seat that is left out. None if it cannot be read, or in more than one way."""
    found = {row for row in _list_rows(typed.translate(_SIGNS).strip()) if len(row) == seats}
    return found.pop() if len(found) == 1 else None


def _list_rows(typed: str) -> Iterator[TypedRow]:
    """The rows of numbers that it may be, by each of the separators."""
    for separator in _SEPARATORS:
        for text in dict.fromkeys((typed, *(apart.sub(r"\1", typed) for apart in _APART))):
            parts = re.split(separator, text)
            if all(is_left_out(part) or read_typed_number(part) is not None for part in parts):
                yield tuple(read_typed_number(part) for part in parts)


def solve_formula(formula: str) -> int | None:
    """The result of a formula of plain arithmetic, "=2*3": numbers, + - * / and brackets; None for any other formula,
    or if the result is no whole number of points."""
    text = formula.removeprefix("=").translate(_SIGNS).strip()
    try:
        tree = ast.parse(text, mode="eval").body if len(text) <= _MOST_FORMULA else None
        value = _solve(tree)
    except (SyntaxError, ValueError, ZeroDivisionError, RecursionError, MemoryError):
        return None
    return int(value) if value == value // 1 and abs(value) <= _MOST_POINTS else None


def _solve(node: ast.expr | None) -> float:
    """The result. Raises ValueError for anything but arithmetic of numbers."""
    match node:
        case ast.Constant(value=int() | float() as value) if not isinstance(value, bool):
            return value
        case ast.UnaryOp(op=ast.USub() | ast.UAdd() as sign, operand=inner):
            return -_solve(inner) if isinstance(sign, ast.USub) else _solve(inner)
        case ast.BinOp(left=left, op=op, right=right):
            return _combine(op, _solve(left), _solve(right))
    raise ValueError


def _combine(op: ast.operator, left: float, right: float) -> float:
    match op:
        case ast.Add():
            return left + right
        case ast.Sub():
            return left - right
        case ast.Mult():
            return left * right
        case ast.Div():
            return left / right
    raise ValueError


def spell_row(points: Sequence[int | None]) -> str:
    """The row as people type it: "+6,-2,-2,-2", "/" for a seat that is left out."""
    return ",".join("/" if value is None else f"{value:+d}" if value else "0" for value in points)

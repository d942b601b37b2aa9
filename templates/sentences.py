"""Numbers in sentences as their language writes them: German "1,8 %", English "1.8%".

Behind a format specification "<" rounds down and ">" up, so that what misses a limit never reads like it, and whole
numbers go without ",0".
"""

from __future__ import annotations

import math
import string
from collections.abc import Callable

from templates.errors import Lang


def number(value: float, spec: str, lang: str) -> str:
    """The value by a format specification (".1f", ".0%", "g"): with a comma, and a space before a per cent, in
    German.
    """
    towards = _TOWARDS.get(spec[-1:])
    told = format(value, spec) if towards is None else _rounded(value, spec[:-1], towards)
    return told.replace(".", ",").replace("%", " %") if lang == "de" else told


_TOWARDS: dict[str, Callable[[float], int]] = {"<": math.floor, ">": math.ceil}


def _rounded(value: float, spec: str, towards: Callable[[float], int]) -> str:
    """By ".1f" or ".0%", towards one side, without zeros at the end."""
    scale = 10 ** (int(spec[1:-1]) + (2 if spec[-1] == "%" else 0))
    whole = towards(round(value * scale, 6))  # 0.3 is a hair less than three tenths
    told, per_cent = format(whole / scale, spec).partition("%")[:2]
    return (told.rstrip("0").rstrip(".") if "." in told else told) + per_cent


def counted(count: int, one: str, many: str) -> str:
    """"1 Name", "3 Namen"."""
    return f"{count} {one if count == 1 else many}"


class _Spoken(string.Formatter):
    """Numbers as one language writes them; `{games:Spiel|Spiele}` brings the word along."""

    def __init__(self, lang: Lang) -> None:
        self.lang = lang

    def format_field(self, value: object, format_spec: str) -> str:
        one, bar, many = format_spec.partition("|")
        if bar and isinstance(value, int):
            return counted(value, one, many)
        if isinstance(value, float) or format_spec[-1:] in _TOWARDS:
            return number(float(str(value)), format_spec, self.lang)
        return str(super().format_field(value, format_spec))


_FORMATTERS: dict[Lang, string.Formatter] = {"de": _Spoken("de"), "en": _Spoken("en")}


def filled(text: str, lang: Lang, **data: object) -> str:
    """The text with its `{names}` filled in; KeyError for a datum that does not exist."""
    return _FORMATTERS[lang].format(text, **data)

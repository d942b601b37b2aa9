"""Numbers in sentences as their language writes them: German "1,8 %", English "1.8%"."""

from __future__ import annotations

import string

from templates.errors import Lang


def number(value: float, spec: str, lang: str) -> str:
    """The value by a format specification (".1f", ".0%", "g"): with a comma, and a space before a per cent, in
    German.
    """
    told = format(value, spec)
    return told.replace(".", ",").replace("%", " %") if lang == "de" else told


class _German(string.Formatter):
    def format_field(self, value: object, format_spec: str) -> str:
        if isinstance(value, float):
            return number(value, format_spec, "de")
        return str(super().format_field(value, format_spec))


_FORMATTERS: dict[Lang, string.Formatter] = {"de": _German(), "en": string.Formatter()}


def filled(text: str, lang: Lang, **data: object) -> str:
    """The text with its `{names}` filled in; KeyError for a datum that does not exist."""
    return _FORMATTERS[lang].format(text, **data)

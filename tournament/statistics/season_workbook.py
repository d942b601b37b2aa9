"""The workbook of a season: a line a player, a column an evening, and whether it counts."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import pandas as pd

from texts.languages import Lang
from texts.sentences import say, write_number
from tournament.standings.awards import SeasonEvening, SeasonLine
from tournament.statistics.workbook import Tab, write_tabs


def make_season(lines: Sequence[SeasonLine], evenings: Sequence[SeasonEvening], lang: Lang = "de") -> bytes:
    """The workbook's bytes. An evening that does not count stands in brackets."""
    heads = [say(lang, f"standings.column.{key}") for key in ("place", "name")]
    titles = [f"{number}. {evening.title}" for number, evening in enumerate(evenings, 1)]
    rows = [
        (
            line.place,
            line.name,
            *map(_write_worth, line.worth, line.counts, [lang] * len(titles)),
            _make_number(line.total),
            sum(line.counts),
        )
        for line in lines
    ]
    after = [say(lang, "standings.column.total"), say(lang, "standings.season.counted")]
    return write_tabs([Tab(say(lang, "standings.season.tab"), pd.DataFrame(rows, columns=[*heads, *titles, *after]))])


def _write_worth(worth: Fraction | None, counts: bool, lang: Lang) -> int | float | str | None:
    if worth is None or counts:
        return None if worth is None else _make_number(worth)
    return f"({write_number(float(worth), 'g', lang)})"


def _make_number(value: Fraction) -> int | float:
    return int(value) if value.denominator == 1 else round(float(value), 2)

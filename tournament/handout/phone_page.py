"""The standings as one HTML file for phones: no scripts, nothing loaded, dark or light as the phone is set.

The template `phone_page.html` escapes every text, and its security policy forbids scripts and anything from other
sites. Text has a contrast of at least 7:1 (WCAG AAA). On a narrow screen the rounds are below the name, on a wide one
in columns.
"""

from __future__ import annotations

from functools import cache, partial
from pathlib import Path
from typing import Final

import segno
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from texts.languages import Lang
from texts.sentences import say, show_minus
from tournament.handout.wall_list import WallList
from tournament.handout.workbook.worksheet import clean_text
from tournament.record.entries import spell_head, write_head

SIGN: Final = '<meta name="generator" content="Kiebitz">'
"""A line in each of these files, by which Kiebitz recognises its own."""

_NAME_REM, _ROUND_REM = 24.0, 4.5
"""Least width of the screen, in heights of a letter, for rounds in columns: the rest of a line, and each round."""


def make_web_page(wall: WallList, lang: Lang) -> str:
    """The whole file: a tournament's standings or a season's, for they are the same list.

    The code of the file's last entry is drawn in the page itself, for its policy lets nothing in from elsewhere.
    """
    # black on white, however the phone is set
    code = (
        segno.make_qr(spell_head(wall.head), error="m").svg_inline(scale=3, border=4, light="#ffffff")
        if wall.head
        else ""
    )
    return fill_template(
        "phone_page.html",
        wall=wall,
        lang=lang,
        stage=wall.stage.in_(lang),
        day=wall.write_days(lang),
        noted=write_head(wall.head, lang) if wall.head else "",
        code=code,
        say=partial(say, lang),
        zip=zip,
        sign=SIGN,
        wide_rem=_NAME_REM + _ROUND_REM * len(wall.rounds),
    )


def fill_template(name: str, **values: object) -> str:
    """One of this folder's templates, filled: every text is escaped, and letters that no page can hold are dropped."""
    return _open_templates().get_template(name).render(values)


@cache
def _open_templates() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=lambda value: clean_text(value) if type(value) is str else value,  # what is marked as safe stays
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["minus"] = show_minus
    return environment

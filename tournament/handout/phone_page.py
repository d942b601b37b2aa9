"""The standings as one HTML file for phones: no scripts, nothing loaded, dark or light as the phone is set.

Every text is escaped; the file's own policy forbids scripts and anything from elsewhere. Colours keep a contrast of at
least 7:1 (WCAG AAA) for text. On a narrow screen the rounds stand below the name, on a wide one in columns.
"""

from __future__ import annotations

from html import escape
from typing import Final

import segno

from scoring.findings import write_points
from texts.languages import Lang
from texts.sentences import say
from tournament.handout.wall_list import WallList, WallRow, write_round
from tournament.handout.workbook.worksheet import clean_text
from tournament.record.entries import spell_head, write_head
from tournament.review.waiting import write_day

SIGN: Final = '<meta name="generator" content="Kiebitz">'
"""Stands in each of these files, so that Kiebitz knows its own."""

COLOURS: Final = {
    "light": {
        "ink": "#1f2d3a",
        "faint": "#44525e",
        "paper": "#ffffff",
        "band": "#f1f4f6",
        "line": "#c9d2d9",
        "mark": "#7a3b00",
    },
    "dark": {
        "ink": "#eef2f5",
        "faint": "#b9c4cc",
        "paper": "#12181d",
        "band": "#1c252c",
        "line": "#3b4a55",
        "mark": "#ffc37a",
    },
}
"""By the phone's setting; `mark` is the colour of the word for what is open."""

_NAME_REM, _ROUND_REM = 24.0, 4.5
"""Width of the screen, in heights of a letter, from which rounds stand in columns: for the rest of a line, and for each
round."""

_STYLE: Final = """
:root{color-scheme:light dark;%(light)s}
@media (prefers-color-scheme:dark){:root{%(dark)s}}
*{box-sizing:border-box}
body{margin:0;padding:1rem .75rem 2rem;font:1rem/1.4 system-ui,sans-serif;color:var(--ink);background:var(--paper)}
main{max-width:max(60rem,%(wide)srem);margin:0 auto}
h1{font-size:1.35rem;line-height:1.2;margin:0 0 .25rem;overflow-wrap:anywhere}
h2{font-size:1.1rem;margin:0 0 .25rem}
p{margin:0 0 .5rem;color:var(--faint)}
table{border-collapse:collapse;width:100%%;margin:.75rem 0}
th,td{padding:.45rem .35rem;text-align:right;vertical-align:top;border-bottom:1px solid var(--line)}
thead th{color:var(--faint);font-size:.85rem;font-weight:600;position:sticky;top:0;background:var(--paper)}
tbody tr:nth-child(even){background:var(--band)}
.name{text-align:left;font-weight:600;overflow-wrap:anywhere}
.small{display:block;font-weight:400;font-size:.85rem;color:var(--faint)}
.total{font-weight:700}
.open{color:var(--mark);font-weight:700;font-size:.85rem;display:block}
td,.small{font-variant-numeric:tabular-nums}
td,.wide,.played{white-space:nowrap}
.played{display:inline-block;margin-right:.75em}
.wide{display:none}
@media (min-width:%(wide)srem){.wide{display:table-cell}.narrow{display:none}}
"""


def make_web_page(wall: WallList, lang: Lang) -> str:
    """The whole file."""
    heading = wall.write_stage(lang)
    title = _clean(" – ".join(filter(None, (wall.title, heading))))
    return "\n".join(
        (
            "<!DOCTYPE html>",
            f'<html lang="{lang}">',
            "<head>",
            '<meta charset="utf-8">',
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">",
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            SIGN,
            f"<title>{title}</title>",
            f"<style>{_make_style(len(wall.rounds))}</style>",
            "</head>",
            "<body>",
            "<main>",
            *_make_heading(wall, heading, lang),
            _make_table(wall, lang) if wall.rows else _make_note("nobody", lang),
            *(_make_note(note, lang) for note in wall.notes),
            *_list_changes(wall, lang),
            *_make_noted(wall, lang),
            "</main>",
            "</body>",
            "</html>",
            "",
        )
    )


def _clean(text: str) -> str:
    return escape(clean_text(text))


def _make_style(rounds: int) -> str:
    """The style sheet; the more rounds, the wider a screen must be to have them in columns."""
    return _STYLE % {"wide": _NAME_REM + _ROUND_REM * rounds, **{mode: _spell_colours(mode) for mode in COLOURS}}


def _spell_colours(mode: str) -> str:
    return "".join(f"--{name}:{colour};" for name, colour in COLOURS[mode].items())


def _make_heading(wall: WallList, heading: str, lang: Lang) -> list[str]:
    day = write_day(wall.day, lang)
    titled = (
        [f"<h1>{_clean(wall.title)}</h1>", f"<h2>{_clean(heading)}</h2>"]
        if wall.title
        else [f"<h1>{_clean(heading)}</h1>"]
    )
    return [*titled, f"<p>{_clean(' · '.join(filter(None, (day, wall.state.in_(lang)))))}</p>"]


def _make_note(note: str, lang: Lang) -> str:
    return f"<p>{_clean(say(lang, f'wall.{note}'))}</p>"


def _list_changes(wall: WallList, lang: Lang) -> list[str]:
    """What was changed after closing or hanging up."""
    if not wall.changes:
        return []
    items = "".join(f"<li>{_clean(change.in_(lang))}</li>" for change in wall.changes)
    return [f"<h2>{_clean(say(lang, 'wall.changed'))}</h2>", f"<ul>{items}</ul>"]


def _make_noted(wall: WallList, lang: Lang) -> list[str]:
    """The entry that the list was made from, in words and as a code; black on white, however the phone is set."""
    if wall.head is None:
        return []
    code = segno.make_qr(spell_head(wall.head), error="m").svg_inline(scale=3, border=4, light="#ffffff")
    return [f"<p>{_clean(write_head(wall.head, lang))}</p>", code]


def _make_table(wall: WallList, lang: Lang) -> str:
    heads = [_make_head("place", lang), *([_make_head("start", lang)] if wall.has_starts else [])]
    heads.append(f'<th scope="col" class="name">{_clean(say(lang, "wall.head.name"))}</th>')
    heads += [f'<th scope="col" class="wide">{_clean(write_round(one, lang, short=False))}</th>' for one in wall.rounds]
    heads.append(_make_head("total", lang))
    rows = "\n".join(_make_row(wall, row, lang) for row in wall.rows)
    return f"<table>\n<thead><tr>{''.join(heads)}</tr></thead>\n<tbody>\n{rows}\n</tbody>\n</table>"


def _make_head(head: str, lang: Lang) -> str:
    return f'<th scope="col">{_clean(say(lang, f"wall.head.{head}"))}</th>'


def _make_row(wall: WallList, row: WallRow, lang: Lang) -> str:
    start = f"<td>{'' if row.start is None else row.start}</td>" if wall.has_starts else ""
    club = f'<span class="small"><bdi>{_clean(row.club)}</bdi></span>' if row.club else ""
    played = [
        _clean(f"{write_round(one, lang, short=True)} {write_points(points)}")
        for one, points in zip(wall.rounds, row.rounds, strict=True)
        if points is not None
    ]
    parts = " ".join(f'<span class="played">{text}</span>' for text in played)
    below = f'<span class="small narrow">{parts}</span>'
    points = ("–" if points is None else write_points(points) for points in row.rounds)
    columns = "".join(f'<td class="wide">{text}</td>' for text in points)
    mark = f'<span class="open">{_clean(say(lang, f"wall.{row.mark}"))}</span>' if wall.is_open(row) else ""
    name = f'<th scope="row" class="name"><bdi>{_clean(row.name)}</bdi>{club}{below}</th>'
    total = f'<td class="total">{"–" if row.mark == "missing" else write_points(row.total)}{mark}</td>'
    place = "–" if row.mark == "missing" else f"{row.place}."
    return f"<tr><td>{place}</td>{start}{name}{columns}{total}</tr>"

"""Certificates for the first places: one landscape A4 page each, in black and grey for any printer.

Players who share a place each get a certificate, which says with whom. The ornaments are the four suits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import cos, pi, sin
from typing import Final

from scoring.findings import write_points
from templates.drawing.pen import BOLD, PLAIN, Pen, clean, fit
from texts.languages import Lang
from texts.sentences import say
from tournament.handout.wall_list import WallList, WallRow
from tournament.record.entries import write_head
from tournament.review.waiting import write_day

FIRST: Final = 3
"""Places that get a certificate."""

_PAGE_MM = (297.0, 210.0)
_MIDDLE = _PAGE_MM[0] / 2
_ROOM_MM = 220.0
"""Most width of a line of words."""
_FRAMES = ((9.0, 1.4, 0.0), (12.5, 0.3, 0.35), (14.0, 0.3, 0.35))
"""Distance from the edge, width and grey of each frame."""
_CORNER_MM, _SUIT_MM = 25.0, 9.0
"""How far from the edges the suits in the corners are, and their height."""
_GREY, _FAINT = 0.3, 0.5
_SIGNED_Y, _SIGNED_MM = 180.0, 80.0
"""Where the lines for day and signature are, and how long."""

Point = tuple[float, float]


def list_winners(wall: WallList) -> tuple[WallRow, ...]:
    """The players who get a certificate: the first places among those who played to the end."""
    ranked = (row for row in wall.rows if not row.unseen and row.left is None and not row.unranked)
    return tuple(row for row in ranked if row.place <= FIRST)


def make_certificates(wall: WallList, lang: Lang) -> bytes:
    """The PDF. Raises ValueError unless the standings are final, since a place on a certificate must not change."""
    if not wall.final:
        raise ValueError("the standings are not final")
    winners = list_winners(wall)
    pen = Pen(_PAGE_MM, clean(" – ".join(filter(None, (say(lang, "wall.certificate.title"), wall.title)))), lang)
    for number, row in enumerate(winners):
        if number:
            pen.turn_page()
        _draw_frames(pen)
        _write_words(pen, wall, row, winners, lang)
        _draw_foot(pen, wall, lang)
    return pen.finish()


def _draw_frames(pen: Pen) -> None:
    """Three frames, and a suit in each corner."""
    width, height = _PAGE_MM
    for edge, stroke, grey in _FRAMES:
        pen.draw_frame((edge, edge, width - 2 * edge, height - 2 * edge), stroke, grey)
    corners = [(x, y) for y in (_CORNER_MM, height - _CORNER_MM) for x in (_CORNER_MM, width - _CORNER_MM)]
    for suit, corner in zip(_SUITS, corners, strict=True):
        suit(pen, corner, _SUIT_MM)


def _write_words(pen: Pen, wall: WallList, row: WallRow, winners: Sequence[WallRow], lang: Lang) -> None:
    """Tournament, place, name, points, and with whom the place is shared, one below the other."""
    others = tuple(one.name for one in winners if one.place == row.place and one is not row)
    points = say(lang, "wall.certificate.points", points=write_points(row.total), rounds=len(wall.rounds))
    _write_line(pen, 41.0, wall.title, PLAIN, 24)
    _write_line(pen, 69.0, say(lang, "wall.certificate.title").upper(), BOLD, 58)
    place = say(lang, "wall.certificate.place", place=row.place)
    _write_line(pen, 97.0, place, BOLD, 34)
    _draw_flourish(pen, 80.0)
    _write_line(pen, 123.0, row.name, BOLD, 46)
    _write_line(pen, 134.0, row.club_beside, PLAIN, 18, _GREY)
    _write_line(pen, 149.0, points, PLAIN, 20)
    if others:
        _write_line(pen, 158.0, say(lang, "wall.certificate.shared", names=others), PLAIN, 15, _GREY)


def _write_line(pen: Pen, y: float, words: str, face: str, size: float, grey: float = 0.0) -> None:
    """One line in the middle, made smaller where it is too wide."""
    line, fitting = fit(words, face, _ROOM_MM, size, size / 3)
    pen.write((_MIDDLE, y), line, face, fitting, "centre", grey)


def _draw_flourish(pen: Pen, y: float) -> None:
    """A rule on either side of a small diamond."""
    for side in (-1, 1):
        pen.draw_rule((_MIDDLE + side * 5, y - 1.5), (_MIDDLE + side * 60, y - 1.5), 0.3, _FAINT)
    _draw_diamond(pen, (_MIDDLE, y - 1.5), 4.0)


def _draw_foot(pen: Pen, wall: WallList, lang: Lang) -> None:
    """The lines for the day, filled in where it is known, and for the signature; the entry of the file."""
    fields = {"day": (45.0, write_day(wall.day, lang)), "signed": (_PAGE_MM[0] - 45.0 - _SIGNED_MM, "")}
    for key, (left, words) in fields.items():
        pen.draw_rule((left, _SIGNED_Y), (left + _SIGNED_MM, _SIGNED_Y), 0.3)
        middle = left + _SIGNED_MM / 2
        pen.write((middle, _SIGNED_Y - 2), words, PLAIN, 16, "centre")
        pen.write((middle, _SIGNED_Y + 5), say(lang, f"wall.certificate.{key}"), PLAIN, 11, "centre", _GREY)
    if wall.head is not None:
        pen.write((_MIDDLE, _PAGE_MM[1] - 16.5), write_head(wall.head, lang), PLAIN, 7, "centre", _FAINT)


def _draw_diamond(pen: Pen, middle: Point, height: float) -> None:
    x, y, half = *middle, height / 2
    pen.fill_outline([(x, y - half), (x + 0.75 * half, y), (x, y + half), (x - 0.75 * half, y)])


def _draw_heart(pen: Pen, middle: Point, height: float, turn: int = 1) -> None:
    """By the usual parametric curve; `turn` -1: upside down."""
    pen.fill_outline([(middle[0] + x, middle[1] - turn * y) for x, y in _trace_heart(height / 29)])


def _trace_heart(scale: float) -> Iterator[Point]:
    """x = 16 sin³ t, y = 13 cos t - 5 cos 2t - 2 cos 3t - cos 4t, moved so that its middle is 0."""
    for step in range(120):
        t = 2 * pi * step / 120
        y = 13 * cos(t) - 5 * cos(2 * t) - 2 * cos(3 * t) - cos(4 * t)
        yield scale * 16 * sin(t) ** 3, scale * (y + 2.5)


def _draw_spade(pen: Pen, middle: Point, height: float) -> None:
    """A heart upside down on a foot."""
    _draw_heart(pen, (middle[0], middle[1] - 0.08 * height), 0.84 * height, -1)
    _draw_stem(pen, middle, height)


def _draw_club(pen: Pen, middle: Point, height: float) -> None:
    """Three leaves on a foot."""
    x, y, radius = *middle, 0.23 * height
    for right, down in ((0.0, -0.27), (-0.25, 0.07), (0.25, 0.07)):
        pen.draw_disc((x + right * height, y + down * height), radius)
    _draw_stem(pen, middle, height)


def _draw_stem(pen: Pen, middle: Point, height: float) -> None:
    x, foot, half = middle[0], middle[1] + height / 2, 0.16 * height
    pen.fill_outline([(x, middle[1] - 0.1 * height), (x + half, foot), (x - half, foot)])


_SUITS: Sequence[Callable[[Pen, Point, float], None]] = (_draw_club, _draw_spade, _draw_heart, _draw_diamond)
"""Clockwise from the upper left, as Doppelkopf ranks them, each by its middle and its height."""

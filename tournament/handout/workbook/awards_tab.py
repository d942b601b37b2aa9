"""The worksheet of awards: a line for each player whose points one changes, which the players' rounds add up.

It is there only where something was awarded. What somebody types into it is not taken: awards are entered with
`kiebitz award` or on the page.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from texts.languages import Lang
from texts.sentences import say
from tournament.evening.award_notes import AwardNote
from tournament.evening.book import Book
from tournament.handout.workbook.workbook_plan import AwardsPlan
from tournament.handout.workbook.worksheet import (
    BOLD,
    POINTS,
    WRAPPED,
    Page,
    PrintSetup,
    fit_width,
    number_style,
    say_heads,
)

_HEADS = ("entry", "round", "where", "what", "paragraph", "name", "points", "counts", "by", "reason", "number")
_FIRST = 4
_WIDTHS = (8.0, 8.0, 24.0, 22.0, 16.0, 18.0, 9.0, 10.0, 14.0, 40.0, 6.0)


@dataclass(frozen=True, slots=True)
class _Line:
    """One player's part of an award; `points`: None where it changes none."""

    note: AwardNote
    name: str
    points: int | None


def plan_awards(book: Book, lang: Lang) -> AwardsPlan | None:
    """A line for each share, one for an award without any; None where nothing was awarded."""
    lines = len([*_list_lines(book)])
    return AwardsPlan(say(lang, "workbook.tab.awards"), _HEADS, range(_FIRST, _FIRST + lines)) if lines else None


def _list_lines(book: Book) -> Iterator[_Line]:
    for note in book.awards:
        yield from (_Line(note, *share) for share in note.shares or ((note.name, None),))


def fill_awards(plan: AwardsPlan, lang: Lang, book: Book) -> Page:
    """The worksheet. `counts`: the points that count beside the list; 0 where they stand in a row of it."""
    page, numbers = Page(plan.tab, lang, plan.heads), {one.name.casefold(): one.number for one in book.players}
    page.put_title(plan.tab, say(lang, "workbook.hint.awards"), page.find_column("reason"))
    page.put_heads(_FIRST - 1, say_heads(lang, plan.heads))
    for n, one in zip(plan.rows, _list_lines(book), strict=True):
        note, beside = one.note, one.note.stands == "beside"
        page.put(n, "entry", note.entry)
        page.put(n, "round", note.round or None)
        page.put(n, "where", note.name_place(lang) or "–")
        page.put(n, "what", say(lang, f"awards.what.{note.what}"))
        page.put(n, "paragraph", note.paragraph)
        page.put(n, "name", one.name, BOLD)
        page.put(n, "points", one.points, number_style(POINTS))
        page.put(n, "counts", (one.points or 0) if beside else 0, number_style(POINTS))
        page.put(n, "by", note.by)
        page.put(n, "reason", note.reason, WRAPPED)
        page.put(n, "number", numbers.get(one.name.casefold(), 0))
    page.draw_grid(plan.rows, page.find_column("reason"))
    page.widths = [*_WIDTHS[:5], fit_width([one.name for one in _list_lines(book)], 18, 40), *_WIDTHS[6:]]
    page.hidden_columns = ["number"]
    page.setup = PrintSetup(_FIRST - 1, 0, plan.rows.stop - 1, page.find_column("reason"))
    return page

"""The worksheet `Nachtragen`: a block of lines for each table whose sheet is missing, in which its games, or its totals
alone, can be typed. What was typed there is read as a result without a photograph.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from texts.item_ids import make_place_key
from texts.languages import Lang
from texts.sentences import Moment, Phrase, SpokenError, say
from tournament.evening.book import DueTable
from tournament.filing.decisions.typed_results import TypedWish, make_typed
from tournament.filing.opened.open_evening import Evening
from tournament.given_workbooks import GivenTab
from tournament.handout.workbook.exported_cells import say_in_all, say_seats
from tournament.handout.workbook.typed_corrections import LeftOut
from tournament.handout.workbook.worksheet import (
    BOLD,
    CENTRED,
    FAINT,
    HINT,
    Page,
    PrintSetup,
    clean_text,
    fit_width,
    number_style,
    say_heads,
)
from tournament.record.entries import Entry
from tournament.record.facts import SheetTyped, Undone

_HEADS = ("round", "table", "game")
_AFTER = ("solo", "offence", "reason", "source")
_LEAST_SEATS = 5  # as many columns as there always were
_MOST_HEADS = 6
"""Rows at the top in which the column headings are looked for."""
_FIRST = 5
_MOST_QUOTED = 40


def fill_missing(due: Sequence[DueTable], lang: Lang) -> Page:
    """The worksheet: for each table a line with the players, one line per game, and one for the totals."""
    most = max(_LEAST_SEATS, *(len(table.names) for table in due))
    seats = tuple(say(lang, "workbook.head.numbered-seat", seat=seat) for seat in range(1, most + 1))
    heads = (*say_heads(lang, _HEADS), *seats, *say_heads(lang, _AFTER))
    page = Page(say(lang, "workbook.tab.missing"), lang, heads)
    page.put_title(page.tab, say(lang, "workbook.hint.missing"), len(heads))
    page.put_heads(_FIRST - 1, heads)
    n, begins = _FIRST, []
    for table in due:
        begins.append(n)
        n = _put_table(page, n, table, most)
    page.draw_grid(range(_FIRST, n), len(heads), above=begins)
    names = fit_width([name for table in due for name in table.names], 9, 20)
    page.widths = [8.0, 8.0, 14.0, *[names] * most, 7.0, 8.0, 24.0, 16.0]
    page.setup = PrintSetup(_FIRST - 1, 0, n - 1, len(heads))
    return page


def _put_table(page: Page, n: int, table: DueTable, most: int) -> int:
    """Writes the table's lines from row `n` on; returns the row after them. `most`: how many columns seats have."""
    games = [str(game) if game <= table.games else _name_offence(game, table, page.lang) for game in table.rows]
    labels = (say(page.lang, "workbook.head.name"), *games, say(page.lang, "workbook.place.sum-row"))
    for at, label in enumerate(labels, n):
        page.put(at, 1, table.round)
        page.put(at, 2, table.table)
        page.put(at, 3, int(label) if label.isdecimal() else label, CENTRED)
        for column in range(len(_HEADS) + 1, len(_HEADS) + most + 3):  # points and crosses
            page.put(at, column, None, number_style("General"))
    for seat, name in enumerate(table.names, len(_HEADS) + 1):
        page.put(n, seat, name, BOLD | {"font_color": FAINT})
    page.put(n, len(_HEADS) + most + 1, "", HINT)
    return n + len(labels)


def _name_offence(game: int, table: DueTable, lang: Lang) -> str:
    return say(lang, "common.offence", number=game - table.games)


@dataclass(frozen=True, slots=True)
class TypedResults:
    """What was typed there: entries, and what cannot be taken, with the reason."""

    facts: tuple[SheetTyped, ...] = ()
    left_out: tuple[LeftOut, ...] = ()


@dataclass(slots=True)
class _Block:
    """The lines of one table in the workbook."""

    names: int = 0
    games: list[list[str]] = field(default_factory=list)
    totals: str = ""
    reason: str = ""
    source: str = ""


def read_missing(evening: Evening, tabs: Sequence[GivenTab], author: str) -> TypedResults:
    """The tables that somebody typed into the worksheet."""
    facts: list[SheetTyped] = []
    left: list[LeftOut] = []
    for (round_, table), block in _list_blocks(tabs).items():
        key = make_place_key(round_, table)
        typed = [row for row in block.games if any(row[1:])]
        if not typed and not block.totals:
            if block.reason:
                left.append((key, Phrase("decisions.take.no-result", {"typed": block.reason[:_MOST_QUOTED]})))
            continue
        try:
            fact = make_typed(evening, _make_wish(round_, table, block, typed), author)
        except SpokenError as refused:
            if not _is_taken(evening.entries, key, author):
                left.append((key, refused.phrase))
            continue
        undone = _find_undoing(evening.entries, fact, author)
        if undone is None:
            facts.append(fact)
        else:
            left.append((key, Phrase("decisions.take.undone", {"by": undone.by, "when": Moment(undone.when)})))
    return TypedResults(tuple(facts), tuple(left))


def _make_wish(round_: int, table: int, block: _Block, typed: list[list[str]]) -> TypedWish:
    """The result that the lines describe. Its crosses count as known if at least one is typed."""
    crossed = any(any(row[-2:]) for row in typed)
    crosses = ["Solo", "Strafe"] if crossed else []
    heads = ["Spiel", *(f"Platz {seat}" for seat in range(1, block.names + 1)), *crosses]
    lines = [row[: len(heads)] if crossed else row[: block.names + 1] for row in typed]
    totals = "" if typed else block.totals
    return TypedWish(round_, table, block.reason, (heads, *lines) if typed else (), totals, "", block.source)


def _list_blocks(tabs: Sequence[GivenTab]) -> dict[tuple[int, int], _Block]:
    blocks: dict[tuple[int, int], _Block] = {}
    for tab in tabs:
        for line in _list_lines(tab):
            if line[0].isdecimal() and line[1].isdecimal():
                _add_line(blocks.setdefault((int(line[0]), int(line[1])), _Block()), line)
    return blocks


def _list_lines(tab: GivenTab) -> Iterator[list[str]]:
    """The lines below the headings, each as wide as these; none if the worksheet is another one."""
    words = [say_in_all(f"workbook.head.{head}") for head in _HEADS]
    for at, heads in enumerate(tab.rows[:_MOST_HEADS] if tab.name in say_in_all("workbook.tab.missing") else ()):
        width = len(words) + sum(str(head) in say_seats() for head in heads) + len(_AFTER)
        if all(str(head) in known for head, known in zip(heads, words, strict=False)) and len(heads) >= len(words):
            for row in tab.rows[at + 1 :]:
                cells = ["" if cell is None else clean_text(str(cell)).strip() for cell in row[:width]]
                yield [*cells, *[""] * (width - len(cells))]
            return


def _add_line(block: _Block, line: Sequence[str]) -> None:
    label, seats = line[2], list(line[len(_HEADS) : -len(_AFTER)])
    solo, offence, reason, source = line[-len(_AFTER) :]
    block.reason, block.source = block.reason or reason, block.source or source
    if label in say_in_all("workbook.head.name"):
        block.names = sum(map(bool, seats))
    elif label in say_in_all("workbook.place.sum-row"):
        block.totals = ";".join(seats[: block.names]) if any(seats) else ""
    else:
        block.games.append([str(len(block.games) + 1), *seats[: block.names], solo, offence])


def _is_taken(entries: Sequence[Entry], key: str, author: str) -> bool:
    """Whether the table was already taken from a workbook: then it is not taken again."""
    return any(one.by == author and isinstance(one.fact, SheetTyped) and one.fact.sheet_key == key for one in entries)


def _find_undoing(entries: Sequence[Entry], fact: SheetTyped, author: str) -> Entry | None:
    """The entry that took back this result, which had come from a workbook; None for none."""
    mine = {one.number for one in entries if one.by == author and one.fact == fact}
    undone = [one for one in entries if isinstance(one.fact, Undone) and one.fact.entry in mine]
    return undone[-1] if undone else None

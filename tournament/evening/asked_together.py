"""Open rows that are asked about together, because they have one cause.

Missing Bock crosses of a sheet are one question: if the points of several games in a row are right once each of them is
crossed as a Bock game, the table forgot to cross a block. Each game stays a row of its own, with its own decision; only
the question is one. If somebody says that no Bock was played, the rows are asked about one by one.

A stroke may run through a row of a list of running totals. The next game is then written one row lower, and its points
may seem to be those of either row. So the list is judged once more with the struck row blank: rows that are no longer
open then are asked about together with the struck row.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scoring.counting.rules import RuleSet
from texts.field_ids import BOCK_COLUMNS, parse_field
from texts.languages import Lang
from texts.sentences import say
from tournament.evening.counted_sheets import CountedSheet
from tournament.evening.decided_sheets import Judge
from tournament.evening.decisions import blank_rows
from tournament.evening.item_names import find_key
from tournament.evening.missing_sheets import Numbers
from tournament.human_decisions import Decisions
from tournament.judging.judged_sheet import JudgedRow, JudgedSheet
from tournament.judging.limits.judging_limits import Limits
from tournament.judging.lists.list_ink import is_list
from tournament.judging.offers import Offer, list_offers

BLOCK = "bock-cross"
_FEWEST_OPEN, _FEWEST = 2, 3
"""At least so many crosses must be missing, in a block of at least so many games: fewer may have other causes."""
_GAP = 2
"""The largest step between two game numbers of a block: one game in between may lack its cross, as a game of value 0
does not show whether it was doubled."""


def name_block_item(sheet: JudgedSheet) -> str:
    """The item for the missing Bock crosses: "r1.t3.bock-cross"."""
    return f"{find_key(sheet.source)}.{BLOCK}"


def find_bock_offer(row: JudgedRow) -> Offer | None:
    """The row's proposal that only crosses it as a Bock game; None if it has none."""
    return next((one for one in list_offers(row) if _crosses_bock(one)), None)


def list_bock_offers(entry: CountedSheet) -> tuple[tuple[JudgedRow, Offer], ...]:
    """The rows that are asked about together, each with what it counts as a Bock game."""
    rows = (row for row in entry.sheet.open_rows if row.game in entry.block)
    return tuple((row, offer) for row in rows if (offer := find_bock_offer(row)))


def _crosses_bock(offer: Offer) -> bool:
    return all(parse_field(one.field).column in BOCK_COLUMNS and one.proposed for one in offer.proposal)


def find_block(entry: CountedSheet, decisions: Decisions) -> tuple[int, ...]:
    """The open rows that are asked about together; () if somebody decided this item already."""
    sheet = entry.sheet
    if name_block_item(sheet) in decisions:
        return ()
    missing = {row.game for row in sheet.open_rows if find_bock_offer(row)}
    crossed = {row.game for row in sheet.rows if row.details is not None and row.details.bock}
    runs = _list_runs(sorted(missing | crossed)) if missing else ()
    blocks = (sorted(missing.intersection(run)) for run in runs if len(run) >= _FEWEST)
    return tuple(game for block in blocks if len(block) >= _FEWEST_OPEN for game in block)


def say_block(entry: CountedSheet, lang: Lang) -> str:
    """ "In Spiel 3 bis 16 fehlt das Bock-Kreuz, und die Punkte sind verdoppelt. Zählte Bock?" """
    return say(lang, "findings.bock-uncrossed", games=Numbers(entry.block))


def _list_runs(games: Sequence[int]) -> Iterator[Sequence[int]]:
    start = 0
    for at in range(1, len(games) + 1):
        if at == len(games) or games[at] - games[at - 1] > _GAP:
            yield games[start:at]
            start = at


def find_hanging_rows(
    rules: RuleSet, sheets: Sequence[JudgedSheet], judge: Judge, limits: Limits
) -> tuple[frozenset[int], ...]:
    """By sheet the numbers of the open rows that are asked about together with a struck one."""
    struck = [_list_struck(sheet) for sheet in sheets]
    pairs = [(sheet, games) for sheet, games in zip(sheets, struck, strict=True) if games]
    blank = judge(rules, [blank_rows(sheet.source, games) for sheet, games in pairs], limits) if pairs else ()
    found = {id(sheet): _compare(sheet, games, then) for (sheet, games), then in zip(pairs, blank, strict=True)}
    return tuple(found.get(id(sheet), frozenset()) for sheet in sheets)


def _list_struck(sheet: JudgedSheet) -> frozenset[int]:
    """The numbers of a list's open rows that are struck through; none on other sheets, whose rows do not depend on
    each other."""
    return frozenset(row.game for row in sheet.open_rows if row.source.struck) if is_list(sheet.source) else frozenset()


def _compare(sheet: JudgedSheet, struck: frozenset[int], then: JudgedSheet) -> frozenset[int]:
    """The open rows that are no longer open `then`, with the struck rows blank; none if the totals contain a game of a
    struck row."""
    if any(row.game in struck and any(row.points) for row in then.rows):
        return frozenset()
    left = {row.game for row in then.open_rows}
    return frozenset(row.game for row in sheet.open_rows) - struck - left

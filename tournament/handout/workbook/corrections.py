"""Turns corrections that people typed into an exported workbook into decisions; decisions made since then stay.

Only typed cells are taken, and no typed cell is ignored silently: one that cannot be taken is reported with its place
and content.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from texts.item_ids import parse_item
from texts.languages import LANGUAGES, load_table
from texts.sentences import Moment, Phrase, say
from tournament.errors import RefusedDecision, RefusedOrder
from tournament.evening.asked_together import BLOCK, name_block_item
from tournament.evening.item_names import find_key, name_row_item
from tournament.filing.decisions.deciding import Wish, decide_items, read_points, read_settled
from tournament.filing.decisions.moving import name_answered
from tournament.filing.decisions.striking import StrikeWish, make_strike
from tournament.filing.opened.open_evening import Evening
from tournament.handout.workbook.exported_cells import TypedWorkbook, open_typed
from tournament.handout.workbook.missing_tab import read_missing
from tournament.handout.workbook.typed_corrections import (
    Correction,
    LeftOut,
    Rows,
    get_exported,
    is_same,
    list_elsewhere,
    list_names,
    read_choices,
    read_typed_names,
    read_typed_rows,
)
from tournament.handout.workbook.worksheet import clean_text
from tournament.record.clock_facts import RowsStruck
from tournament.record.facts import Decided, Fact, Undone
from tournament.record.replay import find_undone
from tournament.remarks import RowText
from tournament.review.open_items import list_open_items
from tournament.review.waiting import list_open

AUTHOR = "Arbeitsmappe"
"""The author of decisions from a workbook; part of the file's format, so the same word in every language."""
_SETTLED = tuple(f"decisions.refused.{name}" for name in ("settled-row", "decided-row", "settled-name"))
"""Refusals because an item is not open. Typing over it is reason enough, unless somebody else had decided it."""


@dataclass(frozen=True, slots=True)
class Taken:
    """The content of a workbook: decisions and their consequences, results of tables whose sheets are missing, and
    sentences on everything that was not taken over."""

    facts: tuple[Fact, ...] = ()
    left_out: tuple[LeftOut, ...] = ()


def take_workbook(evening: Evening, path: Path) -> Taken:
    """The corrections typed into the workbook, except where somebody has decided otherwise. Raises
    `UnreadableTable`."""
    workbook, rows = open_typed(path), _map_rows(evening)
    chosen, told = read_choices(workbook)
    found = [*read_typed_rows(workbook, rows, chosen), *chosen.values(), *read_typed_names(workbook, evening)]
    told += [one for one in found if not isinstance(one, Correction)]
    corrections = [one for one in found if isinstance(one, Correction)]
    touched = {one.wish.item for one in corrections} | {item for item, _ in told}
    taken = Taken(left_out=(*told, *list_elsewhere(workbook, touched)))
    names, first = evening.tournament.names, dict[str, Wish]()
    reread = frozenset(names.name_today(item) for item in _find_reread(workbook, rows))
    clashing = _find_clashing(evening, touched)
    for typed in corrections:
        wish = first.setdefault(typed.wish.item, typed.wish)
        if wish.item in clashing:
            taken = _leave_out(taken, wish.item, Phrase("decisions.take.block"))
        elif wish is typed.wish:
            today = replace(wish, item=names.name_today(wish.item))
            taken = _take(taken, evening, replace(typed, wish=today), rows, reread)
        elif typed.option is None and wish != typed.wish:
            taken = _leave_out(taken, wish.item, Phrase("decisions.take.twice"))
    results = read_missing(evening, workbook.tabs, AUTHOR)
    for item, why in results.left_out:
        taken = _leave_out(taken, item, why)
    return replace(taken, facts=(*taken.facts, *results.facts))


def _find_clashing(evening: Evening, touched: set[str]) -> set[str]:
    """The questions about several rows that cannot be answered, because something was typed of one of these as well."""
    blocks = ((name_block_item(entry.sheet), entry, row) for entry in evening.book.entries for row in entry.block)
    return {block for block, entry, row in blocks if name_row_item(entry.sheet.source, row) in touched}


def _map_rows(evening: Evening) -> Rows:
    """Every row by its item; rows of sheets that were moved also by their old items, which the workbook may have."""
    names = evening.tournament.names
    rows = {
        name_row_item(entry.sheet.source, row.game): (entry, row)
        for entry in evening.book.entries
        for row in entry.sheet.rows
    }
    former = {key: now for key in names.once if (now := names.name_today(key)) != key}
    old = {
        key + item.removeprefix(now): found
        for key, now in former.items()
        for item, found in rows.items()
        if item.startswith(f"{now}.")
    }
    return {**old, **rows}


def _find_reread(workbook: TypedWorkbook, rows: Rows) -> frozenset[str]:
    """The items of rows whose ink in the workbook differs from the current reading: the sheet has been read anew since,
    or the workbook belongs to another evening."""
    return frozenset(
        item
        for line in workbook.games
        if (item := line.get_text("item")) in rows
        and _strip(get_exported(line, rows[item][1]).written) != _strip(rows[item][1].written)
    )


def _strip(texts: tuple[str, ...]) -> list[str]:
    return [clean_text(text).strip() for text in texts]


def _take(taken: Taken, evening: Evening, typed: Correction, rows: Rows, reread: frozenset[str]) -> Taken:
    """`taken` with this correction added, or the reason why it is left out; unchanged if it is in force already."""
    wish = typed.wish
    try:
        if _is_in_force(evening, typed, rows):
            return taken
        changed = Phrase("decisions.take.changed") if _is_reread(wish.item, rows, reread) else None
        why = changed or _find_contradiction(evening, typed, rows)
        if why is None:
            return replace(taken, facts=(*taken.facts, *_decide(evening, typed, rows)))
    except (RefusedDecision, RefusedOrder) as refused:
        why = refused.phrase
    return _leave_out(taken, wish.item, why)


def _leave_out(taken: Taken, item: str, why: Phrase) -> Taken:
    """Adds the item with the reason, in a version for workbooks where the usual sentence names options of commands."""
    key = f"workbook.refusal.{why.key}"
    own = Phrase(key, why.gaps) if key in load_table("de", "workbook") else why
    return replace(taken, left_out=(*taken.left_out, (item, own)))


def _is_reread(item: str, rows: Rows, reread: frozenset[str]) -> bool:
    """Whether the item's ink has changed: for a row its own, for a name or a sum that of any row of its sheet."""
    if item in rows:
        return item in reread
    return any(item.startswith(f"{find_key(rows[one][0].sheet.source)}.") for one in reread)


def _decide(evening: Evening, typed: Correction, rows: Rows) -> Sequence[Fact]:
    """The entries for a correction. For an item that is not open, having typed over it is the reason, unless its round
    is closed or somebody else decided it. Raises `RefusedDecision`, and `RefusedOrder`."""
    wish = typed.wish
    if typed.twice:
        return [make_strike(evening, StrikeWish(wish.item, typed.twice, "twice", wish.reason))]
    try:
        made = decide_items(evening, [wish])
    except RefusedDecision as refused:
        ruling = evening.tournament.decisions.get(wish.item)
        if refused.phrase.key not in _SETTLED or (ruling is not None and ruling.by != AUTHOR):
            raise
        made = decide_items(evening, [replace(wish, reason=say("de", "decisions.take.typed"))])
    for decided in made if typed.option is not None else ():
        if isinstance(decided, Decided) and wish.item in rows:
            settled = read_settled(rows[wish.item][1].source, decided)
            if (settled.points, settled.solo, settled.offence) != typed.option:
                raise RefusedDecision("decisions.take.changed")
    return made


def _is_in_force(evening: Evening, typed: Correction, rows: Rows) -> bool:
    """Whether the correction is already what counts."""
    wish = typed.wish
    ruling = evening.tournament.decisions.get(wish.item)
    if wish.how in ("accept", "as-written"):
        return ruling.how == wish.how if ruling and not typed.twice else _has_followed(evening, typed)
    if wish.item not in rows:
        return ruling is not None and wish.how == "name" == ruling.how and is_same(ruling.name, wish.name)
    row = rows[wish.item][1]
    points = read_points(wish.points, len(row.points)) if wish.points else row.points
    crosses = {(wish.solo, row.solo), (wish.offence, row.offence)}
    return row.status == "ok" and points == row.points and all(one in (None, now) for one, now in crosses)


def _has_followed(evening: Evening, typed: Correction) -> bool:
    """Whether the file has the consequence of accepting this item from a workbook: a sheet moved, two players swapped,
    rows crossed as Bock games, or a row struck."""
    if typed.wish.item in list_open(evening.book):
        return False
    gone = find_undone(evening.entries)
    followed = (one.fact for one in evening.entries if one.by == AUTHOR and one.number not in gone)
    return any(_follows(fact, typed) for fact in followed)


def _follows(fact: Fact, typed: Correction) -> bool:
    """Whether the entry is what comes of accepting something that is no row."""
    wish = typed.wish
    if isinstance(fact, Decided):
        row, block = parse_item(fact.item), parse_item(wish.item)
        return block.matter == BLOCK and (row.kind, row.key, fact.how) == ("game", block.key, "accept")
    if isinstance(fact, RowsStruck):
        return (fact.why, fact.sheet_key, fact.first) == ("twice", parse_item(wish.item).key, typed.twice)
    return name_answered(fact) == wish.item


def _find_contradiction(evening: Evening, typed: Correction, rows: Rows) -> Phrase | None:
    """The sentence that somebody has decided otherwise since the export, or took this correction back; None for
    neither."""
    wish, ruling = typed.wish, evening.tournament.decisions.get(typed.wish.item)
    if (now := _find_changed(evening, typed, rows)) is not None:
        if ruling is not None and ruling.by != AUTHOR:
            return Phrase("decisions.take.decided", {"by": ruling.by, "when": Moment(ruling.when)})
        if ruling is None or not wish.reason:
            return now if ruling is None else Phrase("decisions.take.counts-reason", now.gaps)
    if typed.twice and ruling is not None:  # somebody decided that it stays
        return Phrase("decisions.take.decided", {"by": ruling.by, "when": Moment(ruling.when)})
    mine = {entry.number for entry in evening.entries if entry.by == AUTHOR and _says(entry.fact, typed)}
    undone = [entry for entry in evening.entries if isinstance(entry.fact, Undone) and entry.fact.entry in mine]
    if undone and mine <= find_undone(evening.entries):
        return Phrase("decisions.take.undone", {"by": undone[-1].by, "when": Moment(undone[-1].when)})
    return None


def _find_changed(evening: Evening, typed: Correction, rows: Rows) -> Phrase | None:
    """The sentence with what counts now, if that differs from the exported workbook; None if not."""
    item, base = typed.wish.item, typed.base
    if base is None:
        return None
    if item in rows:
        row = rows[item][1]
        same = (row.points, row.solo) == (base.counted, base.solo)
        counts = RowText(row.points, row.solo, row.offence, "–")
        decided_since = item in evening.tournament.decisions and base.status != row.status
        return None if same and not decided_since else Phrase("decisions.take.counts", {"row": counts})
    if typed.wish.how == "name":
        known = next((name for one, name, known in list_names(evening) if one == item and known), base)
        return None if is_same(known, base) else Phrase("decisions.take.sits", {"name": known})
    return None if _find_findings(evening, item, base) else Phrase("decisions.take.changed-item")


def _find_findings(evening: Evening, item: str, said: list[str]) -> bool:
    """Whether an open item still has the findings that the workbook shows; also True for an item that is not open."""
    found = [
        [clean_text(words) for words in one.findings]
        for lang in LANGUAGES
        for one in list_open_items(evening.book, lang)
        if one.item == item
    ]
    return not found or said in found


def _says(fact: Fact, typed: Correction) -> bool:
    """Whether the entry is the decision that this correction asks for."""
    wish = typed.wish
    if typed.twice or (wish.how == "accept" and not isinstance(fact, Decided)):
        return _follows(fact, typed)
    if not isinstance(fact, Decided) or (fact.item, fact.how) != (wish.item, wish.how):
        return False
    points = read_points(wish.points, len(fact.points)) if wish.how == "points" and wish.points else fact.points
    return points == fact.points and (wish.how != "name" or is_same(fact.name, wish.name))

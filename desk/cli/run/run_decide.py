"""`kiebitz enter`, `decide`, `move`, `undo` and `keying`: people's entries about lost sheets and doubtful ink.

A person types a table's result that no photograph shows, settles an open item, or takes a decision back; a sheet is
moved to where it belongs; an entry is taken back, the last one that a person made or any other; doubtful fields are
read by a second person on the page, and the outcome is shown.
"""

from __future__ import annotations

import secrets
import sys
from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from functools import partial
from typing import TYPE_CHECKING

from desk.cli.run.command_file import open_book, open_to_add
from desk.cli.screen import print_note, write_lines
from desk.exits import Status, WrongUse
from desk.inputs import find_author
from desk.shell_words import quote_word
from texts.item_ids import spell_item, spell_place
from texts.languages import Lang
from texts.sentences import Moment, say

if TYPE_CHECKING:
    from desk.cli.evening_orders import DecideOrder, EnterOrder, KeyingOrder, MoveOrder, UndoOrder
    from tournament.filing.decisions.deciding import Wish
    from tournament.filing.decisions.second_keying import KeyingState
    from tournament.filing.opened.open_evening import Evening
    from tournament.human_decisions import How
    from tournament.record.facts import Fact
    from tournament.review.waiting import Waiting


_ON, _OFF = ("mit", "on", "ja", "yes"), ("ohne", "off", "nein", "no")
"""The words for a cross that counts and for one that does not, in both languages."""

_SHOWN = 20
"""Entries that are listed."""


def decide_item(order: DecideOrder) -> Status:
    """Writes the decisions, unless somebody wrote about the items meanwhile, and reports what counts and what is
    open."""
    from desk.cli.run.command_file import keep_status
    from tournament.filing.decisions.deciding import decide_items
    from tournament.filing.decisions.undoing import make_undoing
    from tournament.filing.entering import enter_decision
    from tournament.review.waiting import list_waiting

    _choose(order)
    store = open_to_add(order.where, order.lang)
    look = partial(open_book, store, order.lang)
    waiting = list_waiting(look().book, order.lang)
    items = find_items(waiting, order.items)
    _refuse_sweeping(order, items)
    wishes = [] if order.undo else [_make_wish(order, item) for item in items]

    def make(evening: Evening) -> list[Fact]:
        """All of them, or none."""
        undone = [fact for item in items if order.undo for fact in make_undoing(evening, item, order.reason)]
        return [*undone, *decide_items(evening, wishes)]

    enter_decision(store, items, make, find_author(order.by), order.seen, look)
    write_lines(_list_decided(waiting, items, order.lang))
    document, number = keep_status(look(), order.lang), len(items)
    key = ("undone" if order.undo else "decided") + ("-several" if number > 1 else "")
    print_note(order.lang, f"decisions.decide.{key}", item=items[0], count=number, open=len(document["open"]))
    return Status.DONE


def find_items(items: Sequence[Waiting], typed: Sequence[str]) -> tuple[str, ...]:
    """The items that were typed; a "*" stands for anything: "r1.*.unsigned". Raises `RefusedDecision` for a pattern
    that nothing open has."""
    from tournament.errors import RefusedDecision

    found: list[str] = []
    for text in map(spell_item, typed):
        fitting = [one.item for one in items if fnmatchcase(one.item, text)] if "*" in text else [text]
        if not fitting:
            raise RefusedDecision("decisions.refused.no-item", item=text)
        found += fitting
    return tuple(dict.fromkeys(found))


def _refuse_sweeping(order: DecideOrder, items: Sequence[str]) -> None:
    """Raises WrongUse where points, a name or a cross are typed for several items: these differ from row to row."""
    typed = order.points is not None or order.name is not None or order.solo or order.offence
    if typed and len(items) > 1:
        raise WrongUse("decisions.decide.one-item", items=", ".join(items))


def _list_decided(waiting: Sequence[Waiting], items: Sequence[str], lang: Lang) -> Iterator[str]:
    """Each decided item with what it counts now, also the rows that are decided by one question."""
    asked = [one for one in waiting if one.item in items]
    for one in asked if len(items) > 1 else ():
        words = one.proposed or one.sentence
        yield f"{one.item}: {words}"
    for row in (row for one in asked for row in one.together):
        yield f"{row.item}: {row.proposed}"


def move_sheet(order: MoveOrder) -> Status:
    """Writes to which round and table the sheet belongs, and reports its new key."""
    from desk.cli.run.command_file import keep_status
    from tournament.filing.decisions.moving import NewPlace, find_moved, find_order, make_move, name_order_item
    from tournament.filing.entering import enter_decision

    store = open_to_add(order.where, order.lang)
    look = partial(open_book, store, order.lang)
    move = NewPlace(order.item, order.round, order.table, order.names, order.swap, order.reason)
    author = find_author(order.by)
    [made] = enter_decision(store, [order.item], lambda evening: [make_move(evening, move)], author, None, look)
    evening = look()
    entry, document = find_moved(evening, getattr(made.fact, "becomes", "")), keep_status(evening, order.lang)
    unnamed = name_order_item(entry.sheet.source.key)
    drawn = find_order(evening, unnamed)
    gaps = {"photo": entry.photo, "sheet": entry.title, "item": entry.sheet.source.key, "open": len(document["open"])}
    if drawn is None:
        print_note(order.lang, "decisions.move.done", **gaps, names=entry.names)
    else:
        gaps |= {"names": drawn.names, "read": drawn.read, "typed": quote_word(",".join(drawn.names))}
        key = "others" if drawn.read else "unnamed"
        print_note(order.lang, f"decisions.move.done-{key}", **gaps, where=quote_word(order.where), unnamed=unnamed)
    return Status.DONE


def _make_wish(order: DecideOrder, item: str) -> Wish:
    from tournament.filing.decisions.deciding import Wish

    solo, offence = _read_cross(order.solo), _read_cross(order.offence)
    return Wish(item, _choose(order), order.points or "", order.name or "", order.reason, solo, offence)


def _choose(order: DecideOrder) -> How:
    """The kind of decision that the options ask for; for a cross alone "points", which then stay as they are. Raises
    WrongUse unless exactly one is given."""
    given: dict[How, bool] = {
        "accept": order.accept,
        "as-written": order.as_written,
        "points": order.points is not None,
        "name": order.name is not None,
    }
    chosen = [how for how, wished in given.items() if wished]
    crossed = bool(order.solo or order.offence)
    if len(chosen) + order.undo > 1 or not (chosen or order.undo or crossed) or (crossed and order.undo):
        raise WrongUse("decisions.decide.one-choice", item=", ".join(order.items))
    return chosen[0] if chosen else "points"


def _read_cross(typed: str) -> bool | None:
    word = typed.strip().lower()
    if word in _ON or word in _OFF:
        return word in _ON
    if word:
        raise WrongUse("decisions.refused.cross", typed=typed)
    return None


def enter_result(order: EnterOrder) -> Status:
    """Writes the typed result of a table that has no photograph, and reports what is open about it."""
    from desk.cli.run.command_file import keep_status
    from tournament.filing.decisions.typed_results import TypedWish, make_typed, say_typed
    from tournament.filing.entering import enter_decision
    from tournament.given_tables import read_table

    lines = read_table(order.rows, blank=True) if order.rows is not None else ()
    wish = TypedWish(order.round, order.table, order.reason, lines, order.totals, order.names, order.source)
    by = find_author(order.by)
    store = open_to_add(order.where, order.lang)
    look = partial(open_book, store, order.lang)
    enter_decision(store, wish.key, lambda evening: [make_typed(evening, wish, by)], by, look=look)
    evening = look()
    document = keep_status(evening, order.lang)
    write_lines(one.in_(order.lang) for one in say_typed(evening, wish, [one["item"] for one in document["open"]]))
    return Status.DONE


def run_keying(order: KeyingOrder) -> Status:
    """Chooses fields for the second keying, or shows its state."""
    from desk.exits import write_log
    from tournament.filing.decisions.second_keying import describe_keying, make_keying
    from tournament.filing.opened.open_evening import open_evening

    if (order.every and order.sample is not None) or (order.seed and order.sample is None):
        raise WrongUse("keying.told.one-choice")
    store = open_to_add(order.where, order.lang)
    evening = open_evening(store, order.lang, log=write_log)
    if order.every or order.sample is not None:
        fact = make_keying(evening, order.sample, order.seed or secrets.token_hex(4))
        store.append([fact], by=find_author(order.by), seen=evening.tournament.head)
        print_note(order.lang, "keying.told.started", fields=len(fact.fields))
        evening = open_evening(store, order.lang, log=write_log)
    told = (*_describe_state(describe_keying(evening), order.lang), *_describe_tables(evening, order.lang))
    sys.stdout.write("\n".join(told) + "\n")
    return Status.DONE


def _describe_tables(evening: Evening, lang: Lang) -> Iterator[str]:
    """One line for each table that was typed, once or by two people."""
    from tournament.filing.decisions.typed_results import list_typed_tables

    for one in list_typed_tables(evening):
        gaps = {"place": spell_place(one.key, lang), "by": one.by, "count": len(one.differing)}
        yield say(lang, "keying.told.once" if len(one.by) < 2 else "keying.told.twice", **gaps)


def _describe_state(state: KeyingState, lang: Lang) -> Iterator[str]:
    """The state in words."""
    if not state.asked:
        yield say(lang, "keying.told.nobody")
        return
    for drawn, among, seed in state.samples:
        yield say(lang, "keying.told.sample", fields=drawn, among=among, seed=seed)
    yield say(lang, "keying.told.read", read=state.read, asked=state.asked)
    yield say(lang, "keying.told.agreed", agreed=state.agreed)
    if state.open:
        yield say(lang, "keying.told.open", count=len(state.open), items=", ".join(state.open))
    yield say(lang, "keying.told.settled", settled=state.settled)
    for one in state.rates:
        gaps = {"share": one.wrong / one.compared, "low": one.low, "high": one.high}
        yield say(lang, "keying.told.rate", name=one.name, wrong=one.wrong, compared=one.compared, **gaps)
    if state.rates:
        yield say(lang, "keying.told.means")


def undo_command(order: UndoOrder) -> Status:
    """Writes that the entry no longer counts."""
    from tournament.filing.decisions.undoing import enter_undoing, list_undoable
    from tournament.filing.entry_names import name_entry

    store = open_to_add(order.where, order.lang)
    entries = store.read_entries()
    if order.listing:
        for entry in list_undoable(entries)[:_SHOWN]:
            gaps = {"entry": entry.number, "when": Moment(entry.when), "by": entry.by}
            line = say(order.lang, "decisions.undo.line", **gaps, what=name_entry(entry, entries))
            sys.stdout.write(line + "\n")
        return Status.DONE
    entry = enter_undoing(store, order.entry, order.reason, find_author(order.by))
    what = name_entry(entry, entries)
    print_note(order.lang, "decisions.undo.done", entry=entry.number, by=entry.by, what=what)
    return Status.DONE

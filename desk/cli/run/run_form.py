"""`kiebitz form`: shows the tournament's form (the settings beside its rules) or changes it, by options or a file."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from desk.cli.run.command_file import open_to_add
from desk.cli.screen import print_json, show_table, write_lines
from desk.exits import Status, WrongUse
from desk.inputs import find_author
from texts.sentences import Phrase, say

if TYPE_CHECKING:
    from desk.cli.evening_orders import FormOrder
    from tournament.record.replay import Tournament


def settle_form(order: FormOrder) -> Status:
    """Changes the settings that are given; without any, shows the form."""
    if order.settings and order.listed is not None:
        raise WrongUse("form.both")
    if order.settings or order.listed is not None:
        return _change_form(order)
    from tournament.record.open_store import open_store
    from tournament.record.replay import replay

    state = replay(open_store(order.where).read_entries())
    return _write_form(state, order) if order.as_json or order.as_toml else _show_form(state, order)


def _change_form(order: FormOrder) -> Status:
    from tournament.filing.decisions.reasons import report_waiting
    from tournament.filing.entering import enter_change
    from tournament.filing.setup.form_entries import make_form_change
    from tournament.form.form_file import read_form_file, read_typed

    settings = read_typed(order.settings or ()) if order.listed is None else read_form_file(order.listed)
    store = open_to_add(order.where, order.lang)
    change, made = enter_change(
        store, lambda state: make_form_change(state, settings, order.reason), find_author(order.by)
    )
    waits = report_waiting(store, made)
    sys.stderr.writelines(said.in_(order.lang) + "\n" for said in waits or (change.said, *change.notes))
    return Status.DONE


def _write_form(state: Tournament, order: FormOrder) -> Status:
    from tournament.form.form_words import write_file, write_form

    if order.as_toml:
        sys.stdout.write(write_file(state.form))
    else:
        print_json({"kiebitz": 1, "form": write_form(state.form), "set": sorted(state.form.values)})
    return Status.DONE


def _show_form(state: Tournament, order: FormOrder) -> Status:
    """Each group as a table, and how each round is seated."""
    from tournament.filing.setup.form_entries import list_form_waits
    from tournament.form.form_file import GROUPS
    from tournament.form.form_words import describe_keys, list_ways

    head = [say(order.lang, f"form.head.{name}") for name in ("key", "name", "value")]
    for group in GROUPS:
        rows = [
            [key, name.in_(order.lang), value.in_(order.lang)] for key, name, value in describe_keys(state.form, group)
        ]
        show_table(Phrase(f"form.group.{group}").in_(order.lang), head, rows)
    ways = (*list_ways(state.form, state.opening.rounds), *list_form_waits(state))
    write_lines(way.in_(order.lang) for way in ways)
    return Status.DONE

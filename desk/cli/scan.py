"""`kiebitz scan`: photographs in, a checked workbook out."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from desk.cli.book.opening import open_book
from desk.cli.book.scan_order import ScanOrder, check_outputs, check_use, read_roster
from desk.cli.book.scan_results import ScanRun, hand_out
from desk.cli.readings import ReadSettings, check_beforehand, read_all
from desk.exits import Status
from desk.photos import expand_photos
from desk.rules import load_rules
from desk.workers.cluster import Cluster
from desk.workers.pool import Pool, count_workers
from desk.workers.reading import JUDGE, READER
from texts.sentences import say

if TYPE_CHECKING:
    from tournament.evening.roster import Roster
    from tournament.record.store import Store


def scan_photos(order: ScanOrder) -> Status:
    """Reads, judges, writes and shows. Raises Stop and other errors that say themselves."""
    check_use(order)
    photos = expand_photos(order.photos)
    with ExitStack() as stack:
        pool = stack.enter_context(Pool(count_workers(order.jobs, len(photos)), preload=(*READER, *JUDGE)))
        cluster = stack.enter_context(Cluster(order.cluster)) if order.cluster else None
        settings = ReadSettings(order.layout, order.debug, pool, order.lang, cluster=cluster)
        return (_scan_into_book if order.book else _scan_beside)(order, photos, settings)


def _scan_into_book(order: ScanOrder, photos: tuple[Path, ...], settings: ReadSettings) -> Status:
    """Into the tournament's file: every photograph is in it as soon as it is read."""
    from desk.book.adding import add_readings, find_known
    from tournament.filing.open_evening import make_roster
    from tournament.record.open_store import open_store
    from tournament.record.replay import replay

    store = open_store(order.book)
    entries = store.read_entries()
    tournament = replay(entries)
    rules, roster = tournament.opening.rules, make_roster(tournament, entries)
    settings = replace(settings, drawn=roster.drawn_names)
    check_outputs(order, photos)
    check_beforehand(settings, order.photos)
    known = find_known(store, photos)
    readings = read_all([photo for photo in photos if photo not in known], settings)
    added = add_readings(store, rules, roster, readings, (order.round, order.table))
    return hand_out(order, ScanRun(store, added, photos, known, None, settings.pool))


def _scan_beside(order: ScanOrder, photos: tuple[Path, ...], settings: ReadSettings) -> Status:
    """For a workbook: everything is read, and what can be counted is put into the file beside it. Nothing new is made
    where nothing can be counted."""
    from desk.book.adding import add_readings, find_known, has_usable
    from desk.cli.book.beside import find_beside, make_beside, open_beside

    assert order.output is not None
    rules, roster = load_rules(order.rules), read_roster(order)
    settings = replace(settings, drawn=roster.drawn_names)
    check_outputs(order, photos)
    check_beforehand(settings, order.photos)
    store = open_beside(order.output, order.rules)
    if store is not None:
        _take_typed(order, store, roster)
    known = find_known(store, photos) if store is not None and order.debug is None else {}
    readings = list(read_all([photo for photo in photos if photo not in known], settings))
    with ExitStack() as stack:
        if store is None:
            usable = has_usable(rules, roster, [reading for _, reading in readings])
            store = stack.enter_context(make_beside(order.output, order.rules, lasting=usable))
        lasting = store.where == str(find_beside(order.output))
        added = add_readings(store, rules, roster, iter(readings), (order.round, order.table))
        return hand_out(order, ScanRun(store, added, photos, known, roster, settings.pool, lasting))


def _take_typed(order: ScanOrder, store: Store, roster: Roster) -> None:
    """Takes over what people typed into the workbook that is about to be replaced."""
    from desk.cli.book.take import take_into
    from tournament.handout.workbook.excel_file import find_origin

    if order.output is not None and order.output.is_file() and find_origin(order.output) == "edited":
        evening = open_book(store, order.lang, roster)
        count = take_into(store, evening, order.output, order.lang)
        sys.stderr.write(say(order.lang, "decisions.take.taken", count=count) + "\n")

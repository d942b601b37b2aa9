"""Opens the tournament's file that a command works on: the one named, or the one beside a workbook.

Opening it may take a while, which is reported. Status and standings are read from a cache if that belongs to the file's
last entry; this needs no large library.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from desk.cli.screen import print_note, report_wait
from desk.exits import WrongUse
from desk.outputs import is_plain
from texts.languages import Lang
from tournament.filing.opened.cache_folder import Name, forget_tournament, glance
from tournament.record.record_errors import SUFFIX

if TYPE_CHECKING:
    from tournament.evening.roster import Roster
    from tournament.filing.opened.open_evening import Evening
    from tournament.record.store import Store


Json = dict[str, Any]


def read_document(where: str, name: Name, lang: Lang) -> Json:
    """The status or the standings as JSON: from the cache if that belongs to the file's last entry, else computed
    now."""
    kept = glance(where, name, lang)
    if kept is not None:
        return kept
    from desk.exits import write_log
    from tournament.filing.rounds.evening_status import recall_document
    from tournament.record.open_store import open_store

    return recall_document(open_store(where), name, lang, write_log)


def keep_status(evening: Evening, lang: Lang) -> Json:
    """Computes the status and the standings and caches both for later commands; returns the status.

    `evening` is the file as it is now.
    """
    from tournament.filing.rounds.evening_status import keep_documents

    return keep_documents(evening, lang)["status"]


def find_beside(workbook: Path) -> Path:
    """The path of the workbook's file: "standings.kiebitz" beside "standings.xlsx"."""
    return workbook.with_suffix(SUFFIX)


def open_beside(workbook: Path, rules: str) -> Store | None:
    """The file beside the workbook; None where there is none yet. `rules`: "" for any. Raises WrongUse where the file
    has other rules."""
    from desk.inputs import load_rules
    from tournament.record.older_files import open_current
    from tournament.record.replay import replay

    place = find_beside(workbook)
    if not is_plain(workbook) or not place.exists():
        return None
    store = open_current(place)
    theirs = replay(store.read_entries()).opening.rules.id
    if rules and theirs != load_rules(rules).id:
        raise WrongUse("decisions.scan.other-rules", path=place, rules=theirs)
    return store


def open_to_add(where: str | Path, lang: Lang) -> Store:
    """The tournament there, to add entries to. Raises the errors of `open_to_write`."""
    from tournament.filing.decisions.reasons import open_to_write

    return tell_copy(open_to_write(where), lang)


def tell_copy(store: Store, lang: Lang) -> Store:
    """Says where an older version's file is kept as it was, if that was just done; returns the store."""
    if store.copied is not None:
        print_note(lang, "laptop.copy.made", name=store.copied.name)
    return store


@contextmanager
def make_beside(workbook: Path, rules: str, *, lasting: bool) -> Iterator[Store]:
    """Makes a new file beside the workbook. If the workbook goes to a device or a pipe, or without `lasting`, the file
    is temporary and is deleted afterwards with its cache."""
    from desk.inputs import load_rules
    from scoring.rulesets.load_rules import load_texts
    from tournament.record.facts import Opened
    from tournament.record.open_store import create_store

    own, base = load_texts(rules)
    opened = Opened(workbook.stem, load_rules(rules).id, own, 0, 0, 4, base)
    if lasting and is_plain(workbook):
        yield create_store(find_beside(workbook), [opened], by="kiebitz scan")
        return
    with tempfile.TemporaryDirectory(prefix="kiebitz-") as folder:
        store = create_store(Path(folder) / f"scan{SUFFIX}", [opened], by="kiebitz scan")
        first = store.read_first()
        try:
            yield store
        finally:
            forget_tournament(first)


def open_book(store: Store, lang: Lang, people: Roster | None = None) -> Evening:
    """The tournament with its book. `people`: in place of the file's players and draw, for a file that has none."""
    from desk.exits import write_log
    from tournament.filing.opened.open_evening import open_evening

    with report_wait(lang):
        return open_evening(store, lang, log=write_log, people=people)

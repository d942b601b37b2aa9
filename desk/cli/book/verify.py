"""`kiebitz verify`: whether a tournament's file is as it was written; what a damaged one has left, in a new file."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from desk.cli.progress import tell_wait
from desk.exits import Status, WrongUse
from texts.languages import Lang
from texts.sentences import Phrase

if TYPE_CHECKING:
    from tournament.record.store import Store
    from tournament.record.verify_record import Verdict

_GROUP = 8
"""A hash is shown in groups of so many letters, for people who compare it."""


def verify_file(where: str, folders: Sequence[Path], rescue: str, *, anew: bool, lang: Lang) -> Status:
    """Prints what is in order, then what is not. A flaw gives UNREADABLE.

    `anew`: every sheet is judged again. Else a judgement is believed that this user's Kiebitz wrote into the file.
    """
    from tournament.filing.caches import check_caches
    from tournament.filing.evening_status import post_standings
    from tournament.record.record_photos import list_folders
    from tournament.record.salvage import open_damaged
    from tournament.record.verify_record import verify

    store = open_damaged(where)
    with tell_wait(lang):
        verdict = verify(store, list_folders(where, folders), post_standings, partial(check_caches, anew=anew))
    _print(_tell(store, verdict, store.where if not rescue else ""), lang)
    if rescue:
        _print(_rescue(store, rescue), lang)
    return Status.UNREADABLE if verdict.flaws else Status.DONE


def _print(told: Sequence[Phrase], lang: Lang) -> None:
    sys.stdout.writelines(f"{phrase.in_(lang)}\n" for phrase in told)


def _tell(store: Store, verdict: Verdict, hint: str) -> Sequence[Phrase]:
    """What was found. `hint`: the file that a rescue could be tried on, "" for no such advice."""
    short = " ".join(verdict.head.hash[n : n + _GROUP] for n in range(0, len(verdict.head.hash), _GROUP))
    gaps = {"where": store.where, "entries": verdict.head.number, "hash": short}
    found = [] if verdict.lost else [Phrase("book.verify.chain", gaps)]
    found.append(Phrase("book.verify.blobs", {"count": verdict.blobs}))
    if verdict.same or verdict.absent:
        found.append(Phrase("book.verify.photos", {"same": verdict.same, "absent": verdict.absent}))
    if verdict.posted:
        found.append(Phrase("book.verify.standings", {"count": verdict.posted}))
    if not verdict.flaws:
        return [*found, Phrase("book.verify.sound")]
    return [*found, *verdict.flaws, *([Phrase("book.verify.rescue-hint", {"where": hint})] if hint else [])]


def _rescue(store: Store, target: str) -> Sequence[Phrase]:
    """Writes the new file, and says what is in it."""
    from tournament.record.record_errors import SUFFIX, is_url
    from tournament.record.verify_record import rescue_store, write_ranges

    if not is_url(target) and Path(target).suffix.lower() != SUFFIX:
        raise WrongUse("desk.use.wrong-ending", path=target, suffix=SUFFIX)
    rescue = rescue_store(store, target)
    kept = rescue.entries - len(rescue.lost)
    told = [Phrase("book.verify.rescued", {"where": rescue.store.where, "entries": kept, "blobs": rescue.blobs})]
    if rescue.lost:
        told.append(Phrase("book.verify.rescued-lost", {"lost": write_ranges(rescue.lost)}))
    return told

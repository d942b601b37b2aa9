"""Whether a tournament's file is as it was written: its chain, its blobs, the photographs, the standings handed out.

A new file from what a damaged one still has.

Entries keep their numbers, so that an `Undone` still means the entry that it meant. In the place of an entry that is
lost, or that makes no sense without a lost one, stands a `Lost`. Up to the first of these the chain is the old one;
from there on it is made anew, with the authors and times of the old entries.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path

import sqlalchemy as sa

from texts.sentences import Moment, Phrase, SpokenError
from tournament.given_tables import tidy_text
from tournament.record.database import TABLES, explain_failure
from tournament.record.entries import START, Entry, Head, Sealed, is_canonical, list_noted, read_chain, seal_facts
from tournament.record.facts import Exported, Fact, Lost, Opened, Photographed, Posted, SheetJudged, SheetRead
from tournament.record.open_store import REVISIONS, copy_store, find_revision
from tournament.record.record_errors import NoTournament, RecordError, SenselessEntry
from tournament.record.record_photos import find_photos
from tournament.record.replay import find_undone, replay
from tournament.record.salvage import Remains, read_remains, read_sound_blobs
from tournament.record.store import Store

Repost = Callable[[Store], Sequence[Posted]]
"""Works out the standings of the tournament as the store gives it."""


MOST_BACK = timedelta(minutes=2)
"""So far an entry may be older than one before it: two computers whose quartz clocks lose or gain two seconds a day,
and that last heard the right time a month ago, are that far apart."""
_LONGEST, _MOST_NAMED = 40, 5
"""Letters of a foreign table's name that are shown, and how many such names."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was found. `flaws`: everything that is wrong, each with what it means; () for a file that is in order.

    `head`: the last entry; whoever has written down its hash can tell that nothing before it was changed. `lost`: the
    numbers of entries that are not as they were written. `same`, `absent`: how many photographs are unchanged, and how
    many are not there. `posted`: how many standings were worked out again and are the same. `noted`: the entries with
    the hash that was asked for.
    """

    head: Head
    lost: tuple[int, ...]
    blobs: int
    same: int
    absent: int
    posted: int
    flaws: tuple[Phrase, ...]
    noted: tuple[Entry, ...] = ()


def verify(store: Store, folders: Iterable[Path] = (), repost: Repost | None = None, noted: str = "") -> Verdict:
    """Checks all of it. `folders`: where photographs may lie. `repost`: None leaves the standings unchecked. `noted`:
    the first letters of a hash that is looked for."""
    remains = read_remains(store)
    entries = [remains.sound[number] for number in sorted(remains.sound)]
    blobs = tuple(dict.fromkeys(name for entry in entries for name in list_blob_names(entry.fact)))
    broken = set(blobs).difference(name for name, _ in read_sound_blobs(store, blobs))
    photos = find_photos((entry.fact for entry in entries if isinstance(entry.fact, Photographed)), folders)
    posted = list(_compare_standings(store, entries, repost)) if repost and not remains.lost else []
    flaws = (
        *_check_file(store, remains),
        *_check_chain(remains),
        *_check_clock(entries),
        *_check_blobs(entries, broken),
        *_check_replay(remains),
        *(Phrase("book.verify.photo-changed", {"photo": name}) for name in photos.changed),
        *(flaw for flaw in posted if flaw is not None),
    )
    return Verdict(
        head=entries[-1].head if entries else Head(0, ""),
        lost=remains.lost,
        blobs=len(blobs) - len(broken),
        same=len(photos.paths),
        absent=len(photos.absent),
        posted=posted.count(None),
        flaws=flaws,
        noted=list_noted(entries, noted) if noted else (),
    )


def list_blob_names(fact: Fact) -> tuple[str, ...]:
    """The hashes of the blobs that the fact names."""
    match fact:
        case Photographed(copy=name) | SheetRead(reading=name) | SheetJudged(judged=name):
            return (name,) if name else ()
        case _:
            return ()


def _check_file(store: Store, remains: Remains) -> Iterator[Phrase]:
    """Tables that are none of ours (one of version 0.2.1 stays where it could not be dropped), and the database's own
    check of its pages."""
    with suppress(RecordError), store.connect() as connection:
        left = {"caches"} if find_revision(connection) != REVISIONS[-1] else set()
        if odd := set(sa.inspect(connection).get_table_names()) - TABLES - left:
            names = sorted(tidy_text(name)[:_LONGEST] for name in odd)
            more = ("…",) if len(names) > _MOST_NAMED else ()
            yield Phrase("book.verify.odd-tables", {"names": (*names[:_MOST_NAMED], *more)})
    if store.engine.dialect.name != "sqlite":
        return
    try:
        with explain_failure(store.where), store.engine.connect() as connection:
            found = str(connection.exec_driver_sql("PRAGMA integrity_check(1)").scalar())
    except RecordError as error:
        found = str(error.phrase.gaps.get("reason", error))
    if found != "ok":
        yield Phrase("book.verify.pages", {"reason": found.splitlines()[-1], "last": remains.last})


def _check_chain(remains: Remains) -> Iterator[Phrase]:
    """Which entries are lost; then what is safe. Then entries that nobody but Kiebitz itself should have written."""
    if not remains.sound:
        yield Phrase("book.verify.all-lost")
    elif remains.lost:
        gaps = {"lost": write_ranges(remains.lost), "count": len(remains.lost), "safe": write_ranges(remains.sound)}
        yield Phrase("book.verify.lost", gaps)
    odd = [number for number, entry in remains.sound.items() if not is_canonical(remains.kept[number], entry)]
    if odd:
        yield Phrase("book.verify.not-canonical", {"entries": write_ranges(odd)})
    if 1 in remains.sound and not isinstance(remains.sound[1].fact, Opened):
        yield Phrase("book.record.not-opened")


def _check_clock(entries: Sequence[Entry]) -> Iterator[Phrase]:
    """The first entry that is older than one before it. What stands for a lost entry is of the day of its rescue."""
    latest: Entry | None = None
    for entry in entries:
        if isinstance(entry.fact, Lost):
            continue
        when = datetime.fromisoformat(entry.when)
        if latest is not None and when < datetime.fromisoformat(latest.when) - MOST_BACK:
            gaps = {"entry": entry.number, "when": Moment(entry.when)}
            yield Phrase("book.verify.clock", {**gaps, "before": latest.number, "then": Moment(latest.when)})
            return
        latest = entry if latest is None else max(latest, entry, key=lambda one: one.when)


def _check_blobs(entries: Sequence[Entry], broken: set[str]) -> Iterator[Phrase]:
    """What the file lacks that an entry names."""
    for entry in entries:
        if broken.intersection(list_blob_names(entry.fact)):
            what = entry.fact.name if isinstance(entry.fact, Photographed) else getattr(entry.fact, "sheet_key", "")
            yield Phrase(f"book.verify.blob.{entry.fact.kind}", {"entry": entry.number, "what": what})


def _check_replay(remains: Remains) -> Iterator[Phrase]:
    if remains.lost or not remains.sound:
        return
    try:
        replay(remains.sound[number] for number in sorted(remains.sound))
    except SpokenError as error:
        yield error.phrase


def _compare_standings(store: Store, entries: Sequence[Entry], repost: Repost) -> Iterator[Phrase | None]:
    """For all standings that were handed out: None where the file still gives them, else what is wrong."""
    gone = find_undone(entries)
    until, post_again = 0, cache(lambda number: repost(replace(store, until=number)))
    for entry in entries:
        until = until if isinstance(entry.fact, Exported) else entry.number
        if isinstance(entry.fact, Exported) and entry.fact.standings and entry.number not in gone:
            gaps = {"entry": entry.number, "what": entry.fact.what, "when": Moment(entry.when)}
            try:
                now = post_again(until)
            except SpokenError as error:
                yield Phrase("book.verify.no-standings", {**gaps, "why": error.phrase})
                continue
            lines = {_drop_label(one) for one in now} ^ {_drop_label(one) for one in entry.fact.standings}
            changed = sorted({one.name for one in lines})
            yield Phrase("book.verify.other-standings", {**gaps, "names": tuple(changed)}) if changed else None


def _drop_label(line: Posted) -> Posted:
    """The line without the name of somebody who has no start number: it may be a label in either language."""
    return line if line.start else replace(line, name="")


def write_ranges(numbers: Iterable[int]) -> str:
    """Numbers in order, short: "1-16, 18-40"."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and number == runs[-1][-1] + 1:
            runs[-1][1:] = [number]
        else:
            runs.append([number])
    return ", ".join("–".join(map(str, run)) for run in runs)


_RESCUER = "kiebitz verify"
"""The author of the entries that stand for lost ones."""


@dataclass(frozen=True, slots=True)
class Rescue:
    """What came into the new file. `lost`: numbers of entries that did not, `blobs`: how many blobs came along."""

    store: Store
    entries: int
    lost: tuple[int, ...]
    blobs: int


def rescue_store(store: Store, target: str | Path) -> Rescue:
    """Writes the new file. Raises `NoTournament` where not even the tournament's opening is left."""
    remains = read_remains(store)
    first = remains.sound.get(1)
    if first is None or not isinstance(first.fact, Opened):
        raise NoTournament("book.verify.no-opening", where=store.where)
    blobs = frozenset(name for name, _ in _read_blobs(store, remains))
    facts = {number: _keep_fact(remains, number, blobs) for number in range(1, remains.last + 1)}
    while True:
        sealed = _seal_again(remains, facts)
        try:
            replay(read_chain(sealed))
            break
        except SenselessEntry as error:
            facts[error.number] = Lost(remains.sound[error.number].hash)
    lost = tuple(number for number, fact in facts.items() if isinstance(fact, Lost))
    return Rescue(copy_store(target, sealed, _read_blobs(store, remains)), len(sealed), lost, len(blobs))


def _read_blobs(store: Store, remains: Remains) -> Iterator[tuple[str, bytes]]:
    """Every sound blob that a sound entry names, one after the other: all of them may be larger than the memory."""
    names = {name for entry in remains.sound.values() for name in list_blob_names(entry.fact)}
    return read_sound_blobs(store, sorted(names))


def _keep_fact(remains: Remains, number: int, blobs: Set[str]) -> Fact:
    """The entry's fact as far as it holds. A sheet whose reading is lost is lost: it must be photographed again."""
    entry = remains.sound.get(number)
    if entry is None:
        return Lost(remains.hashes.get(number, ""))
    if all(name in blobs for name in list_blob_names(entry.fact)):
        return entry.fact
    if isinstance(entry.fact, Photographed):
        return replace(entry.fact, copy="")
    return Lost(entry.hash) if isinstance(entry.fact, SheetRead | SheetJudged) else entry.fact


def _seal_again(remains: Remains, facts: Mapping[int, Fact]) -> tuple[Sealed, ...]:
    """The chain of these facts; as long as nothing is lost it is the old one, letter by letter."""
    head, sealed = START, []
    for number, fact in sorted(facts.items()):
        old = remains.sound.get(number)
        by, when = (_RESCUER, "") if old is None or isinstance(fact, Lost) else (old.by, old.when)
        _, made = seal_facts([fact], by, head, when)[0]
        head = Head(number, made.hash)
        sealed.append(made)
    return tuple(sealed)

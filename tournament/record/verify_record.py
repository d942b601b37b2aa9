"""Checks that a tournament's file is as it was written: its chain, its blobs, the standings handed out; and its
photographs, which are looked for in its folder, in the folders in it, and where people say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Literal

import sqlalchemy as sa

from texts.sentences import Moment, Phrase, SpokenError, tidy_text
from tournament.record.database import TABLES, explain_failure
from tournament.record.entries import (
    Entry,
    Head,
    group_hash,
    hash_file,
    is_canonical,
    list_noted,
)
from tournament.record.facts import (
    Exported,
    Lost,
    Opened,
    Photographed,
    Posted,
)
from tournament.record.open_store import REVISIONS, find_revision
from tournament.record.record_errors import RecordError, is_url
from tournament.record.replay import find_undone, replay
from tournament.record.salvage import Remains, list_blob_names, read_remains, read_sound_blobs
from tournament.record.store import Store

Repost = Callable[[Store], Sequence[Posted]]
"""Works out the standings of the tournament as the store gives it."""
Stage = Literal["entries", "photos", "standings"]
Tell = Callable[[Stage, int, int], object]
"""Is told what is checked now: the stage, how many of its parts are done, and of how many."""


MOST_BACK = timedelta(minutes=2)
"""By so much an entry may be older than one before it: the clocks of two computers that lose or gain two seconds a day,
and were last set a month ago, are that far apart."""
_LONGEST, _MOST_NAMED = 40, 5
"""Letters of a foreign table's name that are shown, and how many such names."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of a check. `flaws`: everything that is wrong, each with what it means; () for a file in order.

    `head`: the last entry; whoever has written down its hash can see that nothing before it was changed. `lost`: the
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


def verify(
    store: Store,
    folders: Iterable[Path] = (),
    repost: Repost | None = None,
    noted: str = "",
    tell: Tell = lambda stage, done, total: None,
) -> Verdict:
    """Checks all of it. `folders`: where photographs may lie. `repost`: None leaves the standings unchecked. `noted`:
    the first letters of a hash that is looked for."""
    tell("entries", 0, 0)
    remains = read_remains(store)
    entries = [remains.sound[number] for number in sorted(remains.sound)]
    blobs = tuple(dict.fromkeys(name for entry in entries for name in list_blob_names(entry.fact)))
    broken = set(blobs).difference(name for name, _ in read_sound_blobs(store, blobs))
    tell("photos", 0, 0)
    photos = find_photos((entry.fact for entry in entries if isinstance(entry.fact, Photographed)), folders)
    posted = list(_compare_standings(store, entries, repost, tell)) if repost and not remains.lost else []
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


def _check_file(store: Store, remains: Remains) -> Iterator[Phrase]:
    """Flaws of the database: foreign tables (the cache of version 0.2.1 may still be there), and damaged pages by its
    own check."""
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
    """Flaws of the chain: which entries are lost, and which are safe; and entries that are not written as Kiebitz would
    write them."""
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
    """A flaw for the first entry that is older than one before it. Entries that stand for lost ones are left out, as
    they have the time of the rescue."""
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
    """Flaws for blobs that an entry names and the file lacks."""
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


def _compare_standings(store: Store, entries: Sequence[Entry], repost: Repost, tell: Tell) -> Iterator[Phrase | None]:
    """For each standings that were handed out: None if the file still gives the same, else the flaw."""
    gone, done = find_undone(entries), 0
    total = sum(_has_standings(entry) and entry.number not in gone for entry in entries)
    until, post_again = 0, cache(lambda number: repost(replace(store, until=number)))
    for entry in entries:
        until = until if isinstance(entry.fact, Exported) else entry.number
        if isinstance(entry.fact, Exported) and _has_standings(entry) and entry.number not in gone:
            tell("standings", done, total)
            done += 1
            gaps = {"entry": entry.number, "what": entry.fact.what, "when": Moment(entry.when)}
            try:
                now = post_again(until)
            except SpokenError as error:
                yield Phrase("book.verify.no-standings", {**gaps, "why": error.phrase})
                continue
            lines = {_drop_label(one) for one in now} ^ {_drop_label(one) for one in entry.fact.standings}
            changed = sorted({one.name for one in lines})
            yield Phrase("book.verify.other-standings", {**gaps, "names": tuple(changed)}) if changed else None


def _has_standings(entry: Entry) -> bool:
    return isinstance(entry.fact, Exported) and bool(entry.fact.standings)


def _drop_label(line: Posted) -> Posted:
    """The line; without its name if it has no start number, as that may be a label in another language."""
    return line if line.start else replace(line, name="")


def describe_verdict(verdict: Verdict, where: str) -> tuple[Phrase, ...]:
    """What was found to be in order. `where`: the file, as its owner knows it."""
    gaps = {"where": where, "entries": verdict.head.number, "hash": group_hash(verdict.head.hash)}
    found = [] if verdict.lost else [Phrase("book.verify.chain", gaps)]
    found.append(Phrase("book.verify.blobs", {"count": verdict.blobs}))
    if verdict.same or verdict.absent:
        found.append(Phrase("book.verify.photos", {"same": verdict.same, "absent": verdict.absent}))
    if verdict.posted:
        found.append(Phrase("book.verify.standings", {"count": verdict.posted}))
    return tuple(found)


def describe_noted(found: Sequence[Entry], letters: str, head: Head, where: str) -> Phrase:
    """Which entries of the chain have the noted hash. `letters`: its first ones; `head`: the chain's last entry."""
    if not found:
        return Phrase("book.verify.noted-gone", {"hash": group_hash(letters), "where": where})
    if len(found) > 1:
        gaps = {"hash": group_hash(letters), "entries": tuple(one.number for one in found)}
        return Phrase("book.verify.noted-several", gaps)
    [entry] = found
    since = head.number - entry.number
    place = {"entry": entry.number, "when": Moment(entry.when), "count": since}
    return Phrase("book.verify.noted" if since else "book.verify.noted-last", place)


def write_ranges(numbers: Iterable[int]) -> str:
    """Numbers in order, short: "1-16, 18-40"."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and number == runs[-1][-1] + 1:
            runs[-1][1:] = [number]
        else:
            runs.append([number])
    return ", ".join("–".join(map(str, run)) for run in runs)


@dataclass(frozen=True, slots=True)
class FoundPhotos:
    """The search for photographs. `paths`: by SHA-256 those that are unchanged. `changed`: the names of those for which
    only other pictures of that name exist. `absent`: the names of those for which there is no file."""

    paths: Mapping[str, Path]
    changed: tuple[str, ...]
    absent: tuple[str, ...]


def list_folders(where: str | Path, more: Iterable[Path] = ()) -> tuple[Path, ...]:
    """The folders in which photographs of the tournament `where` are looked for: its file's folder and the folders in
    it, as many people keep each round in its own; the working folder; and `more`."""
    own = Path(where).absolute().parent
    folders = [] if is_url(where) else [own]
    with suppress(OSError):
        folders += sorted(path for path in own.iterdir() if path.is_dir()) if folders else []
    with suppress(OSError):  # it was deleted
        folders.append(Path.cwd())
    return tuple(dict.fromkeys((*folders, *more)))


def find_photos(photos: Iterable[Photographed], folders: Iterable[Path]) -> FoundPhotos:
    """Looks for every photograph by its name in each of the folders, and compares its SHA-256.

    Two rounds may each have an IMG_0001.jpg: a file that is another photograph of the list does not count as changed.
    """
    # only the last part of the name: a file that somebody sent must not choose which files are looked into
    wanted = {photo.photo_sha256: PurePosixPath(PureWindowsPath(photo.name).name).name for photo in photos}
    folders = tuple(folders)
    lying = {
        name: [path for folder in folders if (path := folder / name).is_file()]
        for name in dict.fromkeys(wanted.values())
        if name
    }
    hashes = {path: hash_file(path) for paths in lying.values() for path in paths}
    paths: dict[str, Path] = {}
    for path, hash_ in hashes.items():
        if wanted.get(hash_) == path.name:
            paths.setdefault(hash_, path)
    missing = [name for hash_, name in wanted.items() if hash_ not in paths]
    strange = {name for name in missing if any(hashes[path] not in wanted for path in lying.get(name, ()))}
    changed = tuple(name for name in missing if name in strange)
    return FoundPhotos(paths, changed, tuple(name for name in missing if name not in strange))

"""Writes photographs into a tournament's file, each in a transaction of its own as soon as it is read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from desk.exits import make_printable, write_log

if TYPE_CHECKING:
    from scanner.sheet_reading import SheetReading
    from scoring.counting.rules import RuleSet
    from tournament.evening.roster import Roster
    from tournament.filing.opened.filed_sheets import FiledSheet, Filing, Photo
    from tournament.filing.opened.open_evening import Evening
    from tournament.judging.written_sheet import Place, WrittenSheet
    from tournament.record.store import Store


SCANNER = "kiebitz scan"
"""The author of entries that no person made."""


@dataclass(slots=True)
class Added:
    """What a run has added to the file.

    `known`: photographs that were in the file already; `new`, `better`, `worse`: keys of sheets. `unusable`: sheets of
    which nothing may be counted. `unread`: whether printed names were not read because Tesseract is missing. `photos`:
    name and SHA-256 of every photograph that was read; `files`: where each is, by SHA-256.
    """

    known: list[str] = field(default_factory=list)
    new: list[str] = field(default_factory=list)
    better: list[str] = field(default_factory=list)
    worse: list[str] = field(default_factory=list)
    unusable: list[WrittenSheet] = field(default_factory=list)
    photos: list[tuple[str, str]] = field(default_factory=list)
    unread: bool = False
    files: dict[str, Path] = field(default_factory=dict)

    @property
    def sheets(self) -> tuple[str, ...]:
        """The keys of all sheets that this run added."""
        return (*self.new, *self.better, *self.worse)

    def order_photos(self, others: Sequence[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
        """Name and SHA-256 of all photographs: those of earlier runs, then this run's in order."""
        earlier = [one for one in others if one not in self.photos]
        return tuple(dict.fromkeys((*earlier, *self.photos)))

    def note(self, filing: Filing, name: str) -> None:
        """Adds what one photograph brought."""
        changed = (*filing.better, *filing.worse)
        self.better += filing.better
        self.worse += filing.worse
        self.new += [key for key in filing.keys if key not in changed]
        if not filing.keys:
            self.known.append(name)


def find_known(store: Store, photos: Sequence[Path]) -> dict[Path, str]:
    """The photographs whose sheets are in the file already, with their SHA-256; a file that cannot be read is left
    out."""
    from tournament.filing.opened.filed_sheets import list_read
    from tournament.record.entries import hash_file
    from tournament.record.facts import SheetRead

    inside = {fact.photo_sha256 for _, fact in list_read(store.read_entries()) if isinstance(fact, SheetRead)}
    found = {photo: hash_file(photo) for photo in photos}
    return {photo: hash_ for photo, hash_ in found.items() if hash_ in inside}


def add_readings(
    store: Store, rules: RuleSet, roster: Roster, readings: Iterator[tuple[Path, SheetReading]], given: Place
) -> Added:
    """Writes every photograph's sheets into the file as they come in. A photograph is on the disk before the next one
    is taken."""
    from tournament.evening.sheet_intake import find_problem, transcribe_safely
    from tournament.filing.opened.filed_sheets import Photo

    added, writer = Added(), _Writer(store, given, _name_model())
    for path, group in groupby(readings, key=lambda one: one[0]):
        sheets = [reading for _, reading in group]
        added.unread |= any(is_unread(sheet) for sheet in sheets)
        added.files |= {sheet.photo_sha256: path for sheet in sheets}
        added.photos += [(sheet.photo, sheet.photo_sha256) for sheet in sheets]
        written = [transcribe_safely(sheet, given, write_log) for sheet in sheets]
        spoilt = [find_problem(rules, roster, one) is not None for one in written]
        added.unusable += [one for one, bad in zip(written, spoilt, strict=True) if bad]
        usable = [sheet for sheet, bad in zip(sheets, spoilt, strict=True) if not bad]
        if usable:
            photo = Photo(make_printable(path.name), usable[0].photo_sha256, _measure(path))
            added.note(writer.write(photo, usable), photo.name)
    return added


def is_unread(reading: SheetReading) -> bool:
    """Whether the sheet has printed names that were not read because Tesseract is missing."""
    return any("unread" in field.flags for field in reading.readings)


def has_usable(rules: RuleSet, roster: Roster, readings: Sequence[SheetReading]) -> bool:
    """Whether at least one of these sheets can be counted."""
    from tournament.evening.sheet_intake import find_problem, transcribe_safely
    from tournament.judging.written_sheet import NOWHERE

    written = [transcribe_safely(one, NOWHERE, write_log) for one in readings]
    return any(find_problem(rules, roster, one) is None for one in written)


def _name_model() -> str:
    """The recogniser of numbers by the first digits of its SHA-256."""
    from scanner.read.read_numbers import MODEL
    from tournament.record.entries import hash_file

    return f"{MODEL.name} {hash_file(MODEL)[:16]}"


def _measure(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


@dataclass(slots=True)
class _Writer:
    """Writes photograph after photograph while others may write to the same file. `sheets`: those in the
    file when it had the entry `seen`."""

    store: Store
    given: Place
    model: str
    seen: int = -1
    sheets: list[FiledSheet] = field(default_factory=list)

    def write(self, photo: Photo, readings: Sequence[SheetReading]) -> Filing:
        """Writes a photograph's sheets in one transaction."""
        from tournament.filing.opened.filed_sheets import file_photo
        from tournament.record.record_errors import ChangedMeanwhile

        while True:
            if self.seen < 0:
                self._look()
            filing = file_photo(self.sheets, photo, readings, self.model, self.given)
            if not filing.facts:
                return filing
            try:
                made = self.store.append(filing.facts, by=SCANNER, seen=self.seen, blobs=filing.blobs)
            except ChangedMeanwhile:
                self.seen = -1  # the sheets that somebody else added decide which of ours is new or better
                continue
            self.seen = made[-1].number
            self.sheets += filing.sheets
            return filing

    def _look(self) -> None:
        from tournament.filing.opened.filed_sheets import list_sheets

        entries = self.store.read_entries()
        self.seen, self.sheets = len(entries), list(list_sheets(self.store, entries))


def file_judgements(store: Store, evening: Evening) -> Evening:
    """Writes the judgements of the sheets that have none in the file yet: new ones, and those left without by a program
    that was killed after it wrote their reading. Returns the evening with that entry as its last."""
    from tournament.filing.opened.open_evening import VERSION, append_to, hash_limits, list_judgements
    from tournament.record.entries import hash_bytes
    from tournament.record.facts import SheetJudged

    unjudged = [sheet.key for sheet in evening.tournament.sheets.values() if sheet.judged is None]
    judgements = {key: (hash_bytes(data), data) for key, data in list_judgements(evening, unjudged).items()}
    limits = hash_limits(evening.book.limits)
    facts = [SheetJudged(key, hash_, limits, VERSION) for key, (hash_, _) in judgements.items()]
    return append_to(store, evening, facts, SCANNER, dict(judgements.values()))

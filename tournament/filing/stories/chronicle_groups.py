"""Entries of a tournament's file that have one cause: those about one photograph, and those that were made at once.

A photograph leaves three entries at least (it came, it was read, its sheet was judged), a list of players one for each.
Whoever looks for what people did reads one line for each cause; every entry is still there below it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from texts.languages import Lang
from texts.sentences import say
from tournament.filing.stories.chronicle import Chronicle, ChronicleLine
from tournament.record import facts
from tournament.record.entries import Entry

AT_ONCE = ("player-added", "drawn", "seated-by", "paid")
"""Kinds of entries of which a list or one press makes many."""
MINUTE = len("2026-11-28T19:04")
"""Letters of a moment, up to its minute."""

Cause = tuple[str, ...]
"""What entries of one group have in common; that of an entry that stands alone is its number."""


@dataclass(frozen=True, slots=True)
class EntryGroup:
    """Entries of one cause in words. `title`: what they are about together; `photo`: the SHA-256 of the photograph, ""
    for none; `lines`: the entries, the newest first."""

    title: str
    photo: str
    lines: tuple[ChronicleLine, ...]


def group_entries(picked: Sequence[Entry], entries: Sequence[Entry]) -> list[tuple[Entry, ...]]:
    """The picked entries, the newest first, by cause; a group stands where its newest entry does. `entries`: all of the
    file."""
    causes, groups = _find_causes(entries), dict[Cause, list[Entry]]()
    for entry in picked:
        groups.setdefault(causes[entry.number], []).append(entry)
    return [tuple(group) for group in groups.values()]


def _find_causes(entries: Sequence[Entry]) -> dict[int, Cause]:
    """By number of the entry its cause. A sheet is judged from the photograph that was read for it last."""
    photos: dict[str, str] = {}
    causes: dict[int, Cause] = {}
    for entry in entries:
        fact, number = entry.fact, entry.number
        if isinstance(fact, facts.SheetRead):
            photos[fact.sheet_key] = fact.photo_sha256
        if isinstance(fact, facts.Photographed | facts.SheetRead):
            causes[number] = "photo", fact.photo_sha256
        elif isinstance(fact, facts.SheetJudged) and fact.sheet_key in photos:
            causes[number] = "photo", photos[fact.sheet_key]
        elif fact.kind in AT_ONCE:
            causes[number] = "at-once", fact.kind, entry.by, entry.when[:MINUTE]
        else:
            causes[number] = "alone", str(number)
    return causes


def describe_cause(group: Sequence[Entry], chronicle: Chronicle, lang: Lang) -> EntryGroup:
    """The group in words."""
    lines = tuple(chronicle.describe(entry, lang) for entry in group)
    photo = next(
        (one.fact.photo_sha256 for one in group if isinstance(one.fact, facts.Photographed | facts.SheetRead)), ""
    )
    return EntryGroup(_name_group(group, lines, chronicle, lang), photo, lines)


def _name_group(group: Sequence[Entry], lines: Sequence[ChronicleLine], chronicle: Chronicle, lang: Lang) -> str:
    read = next((one for one in group if isinstance(one.fact, facts.SheetRead)), None)
    if read is not None and len(group) > 1:
        return say(lang, "chronicle.group.photo", place=chronicle.name_place(read, lang))
    if len(group) > 1 and group[0].fact.kind in AT_ONCE:
        return say(lang, f"chronicle.group.{group[0].fact.kind}", count=len(group))
    return lines[0].words

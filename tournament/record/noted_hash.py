"""A hash that somebody noted, or that stands on a hand-out, and where it is in a file.

A chain cannot show by itself that its last entries were cut off, or that all of it was written anew. A hash that lies
outside the file shows both.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from texts.languages import Lang
from texts.sentences import say
from tournament.errors import RefusedOrder
from tournament.record.entries import Entry, Head

SHORT = 12
"""Letters of a hash that a hand-out shows: to make an entry with the same ones takes some 2^48 tries,
hours on a graphics card; the code beside it has all 64."""
LEAST, FULL = 8, 64
_GROUP = 4


def group_hash(letters: str) -> str:
    """In groups, as people compare them: "3f2a 91bc 77d0"."""
    return " ".join(letters[at : at + _GROUP] for at in range(0, len(letters), _GROUP))


def spell_head(head: Head) -> str:
    """What a QR code says of an entry: "KIEBITZ:213:3F2A...", with capitals, which take less room."""
    return f"KIEBITZ:{head.number}:{head.hash.upper()}"


def write_head(head: Head, lang: Lang) -> str:
    """What a hand-out says of the last entry that it was made from: "Eintrag 213 · Prüfsumme 3f2a 91bc 77d0"."""
    return say(lang, "wall.noted", entry=head.number, hash=group_hash(head.hash[:SHORT]))


def read_noted(typed: str) -> str:
    """The letters of a hash, whole or its beginning, as somebody typed or scanned it: blanks, hyphens and capitals do
    not matter. Raises RefusedOrder for what is none."""
    letters = re.sub(r"[\s\-–·]", "", typed.rpartition(":")[2]).casefold()
    if not LEAST <= len(letters) <= FULL or not re.fullmatch("[0-9a-f]+", letters):
        raise RefusedOrder("book.verify.no-hash", least=LEAST)
    return letters


def list_noted(entries: Iterable[Entry], letters: str) -> tuple[Entry, ...]:
    """The entries whose hash begins so: one, or none where it is gone; more where too few letters were noted."""
    return tuple(entry for entry in entries if entry.hash.startswith(letters))

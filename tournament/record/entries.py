"""The chain: each entry names the hash of the one before, so that every change, gap or insertion is noticed.

An entry is kept as its document, which is JSON of `before`, `by`, `fact`, `number` and `when` in canonical form: UTF-8,
keys in order, no blanks. Its hash is the SHA-256 of that document. docs/tournament-file.md says it for strangers.

A chain cannot show by itself that its last entries were cut off, or that all of it was written anew. A hash that
somebody noted, or that a hand-out shows, lies outside the file and shows both.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from hashlib import file_digest, sha256
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from pydantic import ConfigDict, Field, TypeAdapter, ValidationError

from texts.languages import Lang
from texts.sentences import drop_marks, say
from tournament.errors import RefusedOrder
from tournament.field_types import Hash, Number, Text
from tournament.record.facts import Fact, Kinded
from tournament.record.record_errors import BrokenChain, UnfitFact

SHORT = 12
"""Letters of a hash that a hand-out shows: to make an entry with the same ones takes some 2^48 tries,
hours on a graphics card; the code beside it has all 64."""
LEAST, FULL = 8, 64
_GROUP = 4

MOST_BYTES = 1 << 20
"""Bytes of one entry's document. The longest has a rule set's text (256 KB) or the draw of a large round (100 KB)."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of the chain.

    `number`: from 1. `when`: UTC, ISO, to the second. `by`: who made it. `before`: the hash of the entry before, "" for
    the first. `hash`: the SHA-256 of all else.
    """

    number: int
    when: str
    by: str
    fact: Fact
    before: str
    hash: str

    @property
    def head(self) -> Head:
        """The entry as the last one of the chain up to it."""
        return Head(self.number, self.hash)


@dataclass(frozen=True, slots=True)
class _Body:
    """What an entry's document holds."""

    number: Number
    when: Annotated[str, Field(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")]
    by: Text
    fact: Kinded
    before: Hash


class Sealed(NamedTuple):
    """An entry as it is kept."""

    document: str
    hash: str


class Head(NamedTuple):
    """The last entry's number and hash; (0, "") before the first."""

    number: int
    hash: str


START = Head(0, "")


def seal_facts(facts: Iterable[Fact], by: str, head: Head, when: str = "") -> tuple[tuple[Entry, Sealed], ...]:
    """The entries that follow on `head`, with their documents, and without marks of direction, which nobody writes on
    paper. `when`: "" for now. Raises `UnfitFact`."""
    when = when or datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    made = []
    for fact in facts:
        document = drop_marks(write_canonical(_dump_body(_Body(head.number + 1, when, by, fact, head.hash))))
        sealed = Sealed(document, hash_bytes(document.encode()))
        head = Head(head.number + 1, sealed.hash)
        try:
            made.append((open_sealed(sealed, head.number), sealed))  # as everybody will read it
        except BrokenChain as error:
            raise UnfitFact("book.record.unfit") from error
    return tuple(made)


def read_chain(kept: Sequence[Sealed]) -> tuple[Entry, ...]:
    """The entries in order. Raises `BrokenChain` for the first that does not fit."""
    entries: list[Entry] = []
    before = ""
    for number, sealed in enumerate(kept, 1):
        entry = open_sealed(sealed, number)
        if entry.number != number or entry.before != before:
            raise BrokenChain(number)
        before = entry.hash
        entries.append(entry)
    return tuple(entries)


def open_sealed(sealed: Sealed, number: int) -> Entry:
    """The entry of a document. `number`: its place in the chain. Raises `BrokenChain` if the document does not have its
    hash or number, or is no entry."""
    data = sealed.document.encode("utf-8", "surrogatepass")
    if len(data) > MOST_BYTES or hash_bytes(data) != sealed.hash:
        raise BrokenChain(number)
    try:
        (body,) = _get_adapter().validate_json(b"[%b]" % data)
    except ValidationError as error:
        found = error.errors(include_url=False, include_input=False)
        unknown = any(one["type"] == "union_tag_invalid" for one in found)  # a kind that only a newer version knows
        raise BrokenChain(number, unknown=unknown) from error
    return Entry(body.number, body.when, body.by, body.fact, body.before, sealed.hash)


def is_canonical(sealed: Sealed, entry: Entry) -> bool:
    """Whether the document is what Kiebitz would write for the entry, letter by letter."""
    body = _Body(entry.number, entry.when, entry.by, entry.fact, entry.before)
    return sealed.document == write_canonical(_dump_body(body))


def write_canonical(values: Any) -> str:
    """The values as JSON that is the same everywhere: keys in order, no blanks, letters as they are."""
    text = json.dumps(values, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return text.encode("utf-8", "replace").decode()  # file names may have bytes that are no text


def hash_bytes(data: bytes) -> str:
    """The SHA-256 in hexadecimal digits."""
    return sha256(data).hexdigest()


def hash_file(path: Path) -> str:
    """The SHA-256 of a file, "" where it cannot be read."""
    try:
        with path.open("rb") as file:
            return file_digest(file, "sha256").hexdigest()
    except OSError:
        return ""


@cache
def _get_adapter() -> TypeAdapter[tuple[_Body]]:
    """Converts between entries and plain JSON values. Strict: "3" is no number, and unknown keys are refused.

    A tuple around the class, since the settings would not reach a dataclass by itself.
    """
    return TypeAdapter(tuple[_Body], config=ConfigDict(strict=True, extra="forbid"))


def _dump_body(body: _Body) -> Any:
    return _get_adapter().dump_python((body,), mode="json", warnings="error")[0]


def group_hash(letters: str) -> str:
    """The letters in groups, as people compare them: "3f2a 91bc 77d0"."""
    return " ".join(letters[at : at + _GROUP] for at in range(0, len(letters), _GROUP))


def spell_head(head: Head) -> str:
    """The content of the QR code for an entry: "KIEBITZ:213:3F2A..."; capitals take less room in it."""
    return f"KIEBITZ:{head.number}:{head.hash.upper()}"


def write_head(head: Head, lang: Lang) -> str:
    """The line of a hand-out on the last entry that it was made from: "Eintrag 213 · Prüfsumme 3f2a 91bc 77d0"."""
    return say(lang, "wall.noted", entry=head.number, hash=group_hash(head.hash[:SHORT]))


def read_noted(typed: str) -> str:
    """The letters of a hash, whole or its beginning, as somebody typed or scanned it; spaces, hyphens and capitals do
    not matter. Raises RefusedOrder if it is no hash."""
    letters = re.sub(r"[\s\-–·]", "", typed.rpartition(":")[2]).casefold()
    if not LEAST <= len(letters) <= FULL or not re.fullmatch("[0-9a-f]+", letters):
        raise RefusedOrder("book.verify.no-hash", least=LEAST)
    return letters


def list_noted(entries: Iterable[Entry], letters: str) -> tuple[Entry, ...]:
    """The entries whose hash begins with these letters: one, or none if it is gone; more if too few were noted."""
    return tuple(entry for entry in entries if entry.hash.startswith(letters))

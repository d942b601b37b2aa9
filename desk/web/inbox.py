"""Stores the photographs that were sent in, each unchanged, in a folder beside the tournament's file.

The list of who sent what lies with the links, not beside the file, since it names links.
"""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import lru_cache
from hashlib import file_digest
from pathlib import Path
from threading import Event, Lock
from typing import BinaryIO, Literal

from pydantic import TypeAdapter

from desk.exits import NoPhoto
from desk.inputs import expand_photos
from desk.web.access import Access
from desk.web.sender_turns import FOR_STAFF, FOR_TABLE, Allowance, Quota
from desk.web.upload_parts import PartShelf
from scanner.picture_kinds import find_ending
from texts.languages import LANGUAGES, Lang
from texts.sentences import Phrase, Spoken, tidy_text
from tournament.judging.written_sheet import NOWHERE, Place
from tournament.record.entries import hash_file
from tournament.whole_files import write_whole

MOST_BYTES = 40 * 1024 * 1024
"""Of one photograph; phones make 2 to 15 MB, a scanner's feed of 36 sheets 30 MB."""
PASSING = ("crashed", "too-slow", "file-too-slow", "no-memory", "internal")
"""Problems of the computer, not of the picture: sent again, the photograph is read again."""
OTHER_TABLE, CLOSED_ROUND = "other-table", "closed-round"
"""Of a table's link: why a photograph waits until the organiser has it read."""
UNKNOWN = (
    *("no-sheet", "plain-list", "no-table", "no-code", "half-sheet", "foreign-code"),
    *("plain-columns", "plain-aside", "plain-is-total", "plain-is-points"),
)
"""Problems of a picture on which no sheet was found, or another list than the organiser said."""
MOST_NAME = 100
"""Letters of a file's name."""
_FIRST_BYTES = 1024
_NAME_DIGITS = 16

Receipt = Literal["new", "again", "no-photo", "too-large", "too-many"]


@dataclass(frozen=True, slots=True)
class Refusal:
    """The reason why nothing of a photograph counts. `words`: the sentence by language."""

    code: str
    words: Mapping[str, str]

    @classmethod
    def from_phrase(cls, code: str, phrase: Spoken) -> Refusal:
        """The refusal that says this phrase."""
        return cls(code, {lang: phrase.in_(lang) for lang in LANGUAGES})

    def in_(self, lang: Lang) -> str:
        """The sentence."""
        return self.words.get(lang, "")


@dataclass(frozen=True, slots=True)
class Sent:
    """A photograph that came in. `file`: its name in the folder; `when`: UTC, ISO. `senders`: by the link's id the
    table of that link, None for one that may send every sheet; empty for a file that somebody put into the folder.
    `name`: what the sender's device calls it; `place`: round and table of a sheet that names none, as its sender said.
    """

    sha256: str
    file: str
    when: str
    senders: Mapping[str, int | None] = field(default_factory=dict)
    refusal: Refusal | None = None
    name: str = ""
    place: Place = NOWHERE

    @property
    def first_sender(self) -> str:
        """The id of the link that sent it first; "" for a file that somebody put into the folder."""
        return next(iter(self.senders), "")

    @property
    def tables(self) -> frozenset[int] | None:
        """The tables whose sheets may be read from it; None for all."""
        tables = self.senders.values()
        return None if None in tables or not tables else frozenset(table for table in tables if table is not None)


_STATE: TypeAdapter[tuple[Sent, ...]] = TypeAdapter(tuple[Sent, ...])


class Inbox:
    """Receives photographs, and still has them after a restart. Every call may come from any thread."""

    def __init__(self, state: Path, folder: Path, most_bytes: int = MOST_BYTES) -> None:
        self.folder, self.arrived, self.most_bytes, self._quota = folder, Event(), most_bytes, Quota()
        self._state, self._lock, self.parts = state, Lock(), PartShelf(state.with_suffix(".parts"))
        self._sent: Mapping[str, Sent] = _read_state(state)  # replaced, never changed: readers need no lock

    def take_in(
        self, file: BinaryIO, sender: Access, name: str = "", counted: int = 0, place: Place = NOWHERE
    ) -> Receipt:
        """Stores the photograph; when this returns "new" it is on the disk. `name`, `place`: as in `Sent`; `counted`:
        how many of its bytes are part of the sender's hour already. Raises `UnwritableFile`."""
        file.seek(0)
        ending = find_ending(file.read(_FIRST_BYTES))
        size, left = file.seek(0, 2), self.count_left(sender)
        if size > self.most_bytes:
            return "too-large"
        if not left.photos or left.bytes < size - counted:
            return "too-many"
        self._quota.note(sender.id, size - counted)
        if ending is None:
            return "no-photo"
        file.seek(0)
        sha256 = file_digest(file, "sha256").hexdigest()  # type: ignore[arg-type] # a spooled file can be digested
        path = self.folder / f"{sha256[:_NAME_DIGITS]}{ending}"
        with self._lock:
            known = self._sent.get(sha256)
            if known is None or not path.exists():
                _write_photo(file, path)
            now = datetime.now(UTC).isoformat(timespec="seconds")
            sent = known or Sent(sha256, path.name, now, name=tidy_text(name)[:MOST_NAME])
            self._note(_add_sender(sent if place == NOWHERE else replace(sent, place=place), sender))
        self.arrived.set()
        return "new" if known is None else "again"

    def count_left(self, sender: Access) -> Allowance:
        """What the link may still send within its hour."""
        return self._quota.count_left(sender.id, _find_allowance(sender))

    def count_wait(self, sender: Access, size: int) -> float:
        """Seconds until the link may send another photograph of which `size` bytes are still to come; 0 for now."""
        return self._quota.count_wait(sender.id, _find_allowance(sender), size)

    def note_part(self, sender: Access, size: int) -> None:
        """Counts so many bytes of a photograph that is not whole yet."""
        self._quota.note(sender.id, size, photos=0)

    def find(self, sha256: str) -> Sent | None:
        """The photograph with that SHA-256."""
        return self._sent.get(sha256)

    def list_sent(self) -> tuple[Sent, ...]:
        """All photographs, the last one first."""
        return tuple(self._sent.values())[::-1]

    def list_waiting(self, known: Mapping[str, object]) -> list[tuple[Sent, Path]]:
        """The photographs in the folder that are neither in the tournament's file (`known`, by SHA-256) nor refused; in
        the order in which they came."""
        with self._lock, suppress(NoPhoto):
            found = {_hash(path): path for path in expand_photos([self.folder]) if path.is_file()}
            for sha256, path in found.items():
                if sha256 and sha256 not in self._sent and sha256 not in known:
                    self._note(Sent(sha256, path.name, datetime.now(UTC).isoformat(timespec="seconds")))
            return [
                (one, found[sha256])
                for sha256, one in self._sent.items()
                if sha256 in found and sha256 not in known and one.refusal is None
            ]
        return []

    def refuse(self, sha256: str, refusal: Refusal) -> None:
        """Stores why nothing of it counts; it is not read again."""
        with self._lock:
            self._note(replace(self._sent[sha256], refusal=refusal))

    def accept(self, sha256: str, sender: Access) -> bool:
        """Lets a photograph that was refused for its table or its closed round be read, as if `sender` had sent it."""
        with self._lock:
            known = self._sent.get(sha256)
            if known is None or known.refusal is None or known.refusal.code not in (OTHER_TABLE, CLOSED_ROUND):
                return False
            self._note(_add_sender(known, sender))
        self.arrived.set()
        return True

    def accept_unknown(self) -> None:
        """Has the photographs read again on which no sheet was found: they may show a list that is known by now."""
        with self._lock:
            for sent in self._sent.values():
                if sent.refusal is not None and sent.refusal.code in UNKNOWN:
                    self._note(replace(sent, refusal=None))
        self.arrived.set()

    def _note(self, sent: Sent) -> None:
        self._sent = {**self._sent, sent.sha256: sent}
        document = _STATE.dump_json(tuple(self._sent.values()))
        write_whole(self._state, lambda draft: draft.write_bytes(document))


def refuse_other_table(table: int) -> Refusal:
    """The refusal of a photograph from a table's link: the sheet is that of another table."""
    return Refusal.from_phrase(OTHER_TABLE, Phrase("web.photos.other-table", {"table": table}))


def refuse_closed_round(round_: int) -> Refusal:
    """The refusal of a photograph from a table's link: the sheet is of a closed round."""
    return Refusal.from_phrase(CLOSED_ROUND, Phrase("web.photos.closed-round", {"round": round_}))


def _find_allowance(sender: Access) -> Allowance:
    return FOR_TABLE if sender.role == "table" else FOR_STAFF


def _add_sender(sent: Sent, sender: Access) -> Sent:
    """The photograph with this link among its senders. A refusal whose reason may be gone is dropped: it is read
    again."""
    fresh = sender.id not in sent.senders
    code = sent.refusal.code if sent.refusal else ""
    again = code in PASSING or (code in (OTHER_TABLE, CLOSED_ROUND) and fresh)  # another link may send other tables
    senders = {**sent.senders, sender.id: sender.table if sender.role == "table" else None}
    return replace(sent, senders=senders, refusal=None if again else sent.refusal)


def _write_photo(file: BinaryIO, place: Path) -> None:
    def copy(draft: Path) -> None:
        file.seek(0)
        with draft.open("wb") as target:
            shutil.copyfileobj(file, target)

    with suppress(OSError):  # `write_whole` says it in a sentence
        place.parent.mkdir(parents=True, exist_ok=True)
    write_whole(place, copy)


def _hash(path: Path) -> str:
    try:
        status = path.stat()
    except OSError:
        return ""
    return _hash_version(path, status.st_mtime_ns, status.st_size)


@lru_cache(maxsize=4096)
def _hash_version(path: Path, _changed: int, _size: int) -> str:
    return hash_file(path)


def _read_state(path: Path) -> dict[str, Sent]:
    """The stored list; empty for a file that is missing or not ours."""
    try:
        return {one.sha256: one for one in _STATE.validate_json(path.read_bytes())}
    except (OSError, ValueError):
        return {}

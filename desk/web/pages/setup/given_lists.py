"""Lists of players as they come in: pasted, from a file, or from a former evening. Each becomes text with tabs, which
the page shows and people may correct."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path, PurePath
from tempfile import TemporaryDirectory

from fastapi import UploadFile

from texts.sentences import SpokenError, tidy_text
from tournament.errors import UnreadableTable
from tournament.filing.setup.player_columns import Columns, Kind
from tournament.filing.setup.player_doubts import RowDoubt
from tournament.filing.setup.player_lists import PlayerList, choose_sheet, read_list
from tournament.given_tables import GivenSheet, parse_text, read_sheets
from tournament.record.open_store import open_store
from tournament.record.record_errors import SUFFIX
from tournament.record.replay import replay

MOST_LETTERS = 500_000
"""Of a list: a tournament with as many players as it can have has fewer than half of them."""
MOST_TABLE_BYTES, MOST_EVENING_BYTES = 4_000_000, 64 * 1024 * 1024
"""Of a table, and of a former evening's file, which has reduced photographs in it."""
MOST_NAMED = 80
"""Letters of a file's name in a sentence."""
_HASH = 16


def write_rows(rows: Iterable[Sequence[str]]) -> str:
    """The rows as text with tabs, which reads as the same rows again."""
    listed = [list(row) for row in rows]
    width = max((at for row in listed for at, cell in enumerate(row, 1) if cell), default=0)
    # a single column has no tab by which the reader knows that a comma parts nothing
    whole = width == 1 and any(mark in row[0] for row in listed for mark in ",;|")
    made = io.StringIO()
    writer = csv.writer(made, "excel-tab", lineterminator="\n", quoting=csv.QUOTE_ALL if whole else csv.QUOTE_MINIMAL)
    writer.writerows([*row, *[""] * width][:width] for row in listed)
    return made.getvalue()


def read_sent_list(sent: UploadFile, wanted: str) -> str:
    """The rows of a table, or the players of a former evening, in the file that was sent. `wanted`: the worksheet, ""
    for the one with players. A refusal uses the visitor's name of the file. Raises `SpokenError`."""
    name = tidy_text(PurePath(sent.filename or "").name)[:MOST_NAMED]
    suffix = PurePath(name).suffix[:8].lower()
    most = MOST_EVENING_BYTES if suffix == SUFFIX else MOST_TABLE_BYTES
    with TemporaryDirectory(prefix="kiebitz-") as folder:
        path = Path(folder) / f"liste{suffix}"
        data = sent.file.read(most + 1)
        if len(data) > most:
            raise UnreadableTable("setup.too-large", path=name)
        path.write_bytes(data)
        try:
            if suffix == SUFFIX:
                return read_former(path)
            return write_rows(row.cells for row in choose_sheet(read_sheets(path), name, wanted).rows)
        except SpokenError as error:
            raise UnreadableTable(error.phrase.key, **{**error.phrase.gaps, "path": name, "where": name}) from error


def read_former(path: Path) -> str:
    """The players of an evening's file, with their clubs. Raises `SpokenError`."""
    players = replay(open_store(path).read_entries()).players
    return write_rows([("Name", "Verein"), *((one.name, one.club) for one in players)])


@dataclass(frozen=True, slots=True)
class Given:
    """A list in the form. `kinds`, `head`: the columns as the form has them, () for none yet, and the row of their
    heads; `settled`: a person says that these are right. `answers`: by the first row of a doubt whether its rows stay.
    """

    name: str
    text: str
    kinds: tuple[Kind, ...] = ()
    head: int | None = None
    settled: bool = False
    answers: Mapping[int, bool] = field(default_factory=dict)

    @property
    def mark(self) -> str:
        """Tells this text from every other one: answers are about its rows alone."""
        return sha256(self.text.encode("utf-8", "surrogatepass")).hexdigest()[:_HASH]


@dataclass(frozen=True, slots=True)
class Asked:
    """One doubt with its answer. `stays`: the likelier answer as long as none was `given`, None where none is."""

    doubt: RowDoubt
    stays: bool | None
    given: bool

    @property
    def row(self) -> int:
        """The row by which the answer goes."""
        return self.doubt.rows[0]


@dataclass(frozen=True, slots=True)
class Understood:
    """What a list was understood as, with the likelier answers where none were given yet. `faults`: doubts that no
    answer settles."""

    players: PlayerList
    asked: tuple[Asked, ...]
    faults: tuple[RowDoubt, ...]

    @property
    def is_clear(self) -> bool:
        """Whether every question was answered and nothing else is in doubt."""
        return not self.faults and all(one.given for one in self.asked)


def understand(given: Given, known: Sequence[str] = ()) -> Understood:
    """Reads the list, and once more with the answers. `known`: who plays already. Raises `UnreadableTable` for quotes
    that do not match."""
    sheet = GivenSheet("", parse_text(Path(given.name), given.text))
    chosen = _choose_columns(given, sheet)
    first = read_list(sheet, given.name, chosen, known=known)
    asked = tuple(_ask(doubt, given.answers) for doubt in first.doubts if doubt.rows)
    again = _read_answered(given, sheet, chosen, asked, known)
    more = tuple(_ask(doubt, given.answers) for doubt in again.doubts if doubt.rows)  # by the first answers' leave
    found = _read_answered(given, sheet, chosen, (*asked, *more), known) if more else again
    return Understood(found, (*asked, *more), tuple(one for one in found.doubts))


def _choose_columns(given: Given, sheet: GivenSheet) -> Columns | None:
    """The columns that a person chose; None where the form has those that the list itself says."""
    heads = [at for at, row in enumerate(sheet.rows) if row.number == given.head]
    once = tuple(kind if kind not in given.kinds[:at] else "" for at, kind in enumerate(given.kinds))
    chosen = Columns(heads[0] if heads else -1, once)
    own = read_list(sheet, given.name).columns
    same = own is not None and (own.head, own.kinds) == (chosen.head, chosen.kinds[: len(own.kinds)])
    return chosen if any(once) and (given.settled or not same) else None


def _ask(doubt: RowDoubt, answers: Mapping[int, bool]) -> Asked:
    given = answers.get(doubt.rows[0])
    return Asked(doubt, doubt.likelier if given is None else given and doubt.may_stay, given is not None)


def _read_answered(
    given: Given, sheet: GivenSheet, chosen: Columns | None, asked: Sequence[Asked], known: Sequence[str]
) -> PlayerList:
    stay = frozenset(row for one in asked if one.stays for row in one.doubt.rows)
    out = frozenset(row for one in asked if not one.stays for row in one.doubt.rows)
    return read_list(sheet, given.name, chosen, out - stay, stay, known)

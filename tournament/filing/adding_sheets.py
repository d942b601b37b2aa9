"""How a photograph gets into the tournament's file: its sheets get keys, and what is known is left out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from scanner.sheet_reading import SheetReading
from texts.item_ids import make_place_key, make_sheet_key
from tournament.evening.sheet_intake import is_better, is_retaken
from tournament.filing.filed_sheets import FiledSheet
from tournament.filing.judgement_json import encode_reading
from tournament.judging.written_sheet import NOWHERE, Place, WrittenSheet, transcribe
from tournament.record.entries import hash_bytes
from tournament.record.facts import Fact, Photographed, SheetRead


@dataclass(frozen=True, slots=True)
class Photo:
    """A photograph as it came in. `copy`: a reduced copy's bytes, b"" for none."""

    name: str
    sha256: str
    size: int
    copy: bytes = b""


@dataclass(frozen=True, slots=True)
class Filing:
    """What is to be written into the file of one photograph. `keys`: the keys of its sheets; `better`: of these, the
    ones that a worse photograph showed before; `worse`: those that a better one shows."""

    facts: tuple[Fact, ...] = ()
    blobs: Mapping[str, bytes] = field(default_factory=dict)
    sheets: tuple[FiledSheet, ...] = ()
    better: tuple[str, ...] = ()
    worse: tuple[str, ...] = ()

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of the photograph's sheets that were not in the file."""
        return tuple(sheet.written.key for sheet in self.sheets)


def file_photo(
    known: Sequence[FiledSheet], photo: Photo, readings: Iterable[SheetReading], model: str, given: Place = NOWHERE
) -> Filing:
    """The entries for a photograph with its readings, beside the sheets that are `known`.

    A reading with a problem, and one that is in the file already, make no entry. `given`: round and table for sheets
    whose code has none.
    """
    filing = Filing()
    for reading in readings:
        if reading.problem is None and not _is_known((*known, *filing.sheets), reading):
            filing = _add_sheet(filing, known, reading, model, given)
    if not filing.sheets:
        return filing
    hash_ = hash_bytes(photo.copy) if photo.copy else ""
    blobs = {**filing.blobs, hash_: photo.copy} if hash_ else filing.blobs
    photographed = Photographed(photo.sha256, photo.name, photo.size, hash_)
    return replace(filing, facts=(photographed, *filing.facts), blobs=blobs)


def _is_known(known: Sequence[FiledSheet], reading: SheetReading) -> bool:
    """Whether the file has this sheet from this very photograph."""
    return any(
        (one.written.photo_sha256, one.written.page) == (reading.photo_sha256, reading.page)
        and (one.written.readings_by_id() == transcribe(reading).readings_by_id())
        for one in known
    )


def _add_sheet(filing: Filing, known: Sequence[FiledSheet], reading: SheetReading, model: str, given: Place) -> Filing:
    every = (*known, *filing.sheets)
    written = transcribe(reading, given)
    same = _find_same(every, written)
    key = same[0].written.key if same else _make_new_key(every, written)
    data = encode_reading(reading)
    round_, table = NOWHERE if _has_place(written) else given
    fact = SheetRead(key, reading.photo_sha256, hash_bytes(data), model, key if same else "", round_, table)
    sheet = FiledSheet(0, fact.reading, replace(written, key=key))
    better = bool(same) and all(is_better(written, one.written) for one in same)
    return replace(
        filing,
        facts=(*filing.facts, fact),
        blobs={**filing.blobs, fact.reading: data},
        sheets=(*filing.sheets, sheet),
        better=(*filing.better, *([key] if better else [])),
        worse=(*filing.worse, *([key] if same and not better else [])),
    )


def _has_place(written: WrittenSheet) -> bool:
    """Whether the sheet's code says round and table."""
    return written.code is not None and None not in (written.code.round, written.code.table)


def _find_same(known: Sequence[FiledSheet], written: WrittenSheet) -> list[FiledSheet]:
    """The photographs in the file that show this sheet: all those that have one key."""
    key = next((one.written.key for one in known if is_retaken(one.written, written)), None)
    return [one for one in known if one.written.key == key]


def _make_new_key(known: Sequence[FiledSheet], written: WrittenSheet) -> str:
    """The sheet's place; where that has a sheet already, or nobody knows it, the sheet's number."""
    taken = {one.written.key for one in known}
    half = written.code.half if written.code else 0
    if written.round is not None and written.table is not None:
        key = make_place_key(written.round, written.table, half)
        if key not in taken:
            return key
    return next(key for n in range(len(taken) + 1, 2 * len(taken) + 3) if (key := make_sheet_key(n)) not in taken)

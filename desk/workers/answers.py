"""Messages between this computer and the workers of a cluster: plain bytes and JSON, nothing that could run.

A worker may be anybody's computer, or have been hacked. So its answer is checked like a file from a stranger: its size,
its content, and whether it fits the photograph that was sent.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from importlib.metadata import version
from typing import Any, get_args

from desk.exits import Broken, Stop, make_printable
from desk.workers.read_photos import ReadTask
from scanner.scan_limits import MAX_PAGES, MAX_PIXELS
from scanner.sheet_reading import DrawnNames, Flag, Problem, Quality, Reading, SheetReading
from templates.layout import Layout, UnknownSheet
from templates.sheet_code import parse_code
from templates.sheet_spec import make_layout
from texts.languages import load_table
from texts.sentences import Phrase
from tournament.filing.opened.judgement_json import UnreadableContent, decode_reading, encode_reading

MOST_BYTES = 1 << 25
"""Most bytes of an answer. A sheet takes 60 kB, and a PDF of a hundred pages holds a hundred sheets."""
_MOST_SHEETS = 4 * MAX_PAGES
"""Sheets of a file."""
_MOST_TEXT, _MOST_CANDIDATES = 400, 64
"""Most characters of a text that was read, and most candidates of one field."""
_AROUND_PX = 2_000
"""Pixels that a field may lie outside the picture, for a sheet that is cut off."""
_KINDS = {
    "points": re.compile(r"[+-]?[0-9]{1,4}|/|-|"),
    "number": re.compile(r"[+-]?[0-9]{1,4}|/|-|"),
    "digit": re.compile(r"[+-]?[0-9]{1,4}|/|-|"),
    "cross": re.compile("x?"),
    "signature": re.compile("x?"),
    "text": re.compile(r".*"),
}
"""What may be read in a field, by its kind."""


class BadAnswer(Exception):
    """A worker's answer is invalid; the message says why, for whoever investigates."""


@dataclass(frozen=True, slots=True)
class SentPhoto:
    """What is sent to a worker with a photograph. `layout`: the text of a foreign sheet's layout; `drawn`: who was
    drawn where; these printed names need no Tesseract; `version`: that of Kiebitz on this computer."""

    name: str
    layout: str | None
    drawn: DrawnNames
    version: str


def pack_photo(photo: SentPhoto) -> bytes:
    """The message beside the photograph's bytes, as JSON."""
    drawn = photo.drawn
    tables = [[*place, list(names)] for place, names in drawn.tables.items()]
    whose = {"tables": tables, "tournament": drawn.tournament, "players": drawn.players}
    return json.dumps({"name": photo.name, "layout": photo.layout, "drawn": whose, "version": photo.version}).encode()


def unpack_photo(sent: bytes) -> SentPhoto:
    """Reads in a worker what `pack_photo` wrote."""
    content = json.loads(sent)
    whose = content["drawn"]
    tables = {(round_, table): tuple(names) for round_, table, names in whose["tables"]}
    drawn = DrawnNames(tables, whose["tournament"], tuple(whose["players"]))
    return SentPhoto(content["name"], content["layout"], drawn, content["version"])


def pack_answer(readings: Iterable[SheetReading], stop: Stop | None = None) -> bytes:
    """A worker's answer: a line of JSON with the version and, with a `stop`, the reason why this worker can read
    nothing; then one line for each sheet."""
    why = "" if stop is None else str(stop.phrase.gaps.get("reason", type(stop).__name__))
    head = json.dumps({"version": version("kiebitz"), "stop": why}).encode()
    return b"\n".join([head, *map(encode_reading, readings)])


def open_answer(answer: object, task: ReadTask, data: bytes, layout: Layout | None) -> tuple[SheetReading, ...]:
    """The sheets that a worker read in the file's `data`. `layout`: that of a foreign sheet.

    Raises `BadAnswer`, and `Broken` where the worker's installation is broken or has another version of Kiebitz, whose
    readings could differ.
    """
    if not isinstance(answer, bytes) or len(answer) > MOST_BYTES:
        raise BadAnswer("no bytes, or too many")
    head, *lines = answer.split(b"\n")
    _check_head(head)
    if not 0 < len(lines) <= _MOST_SHEETS:
        raise BadAnswer("no sheets, or too many")
    try:
        readings = tuple(map(decode_reading, lines))
        for reading in readings:
            _check_sheet(reading, task, sha256(data).hexdigest(), layout)
    except (UnreadableContent, UnknownSheet, TypeError, ValueError, AttributeError, KeyError) as error:
        raise BadAnswer(type(error).__name__) from error
    return readings


def _check_head(line: bytes) -> None:
    try:
        head = json.loads(line)
        there, stop = head["version"], head["stop"]
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise BadAnswer("no head") from error
    if not isinstance(there, str) or not isinstance(stop, str):
        raise BadAnswer("no head")
    if there != version("kiebitz"):
        raise Broken("desk.stop.cluster-version", here=version("kiebitz"), there=make_printable(there)[:40])
    if stop:
        raise Broken("desk.stop.no-model", reason=make_printable(stop)[:200])


def _require(holds: bool, what: str) -> None:
    """Raises `BadAnswer` unless it holds."""
    if not holds:
        raise BadAnswer(what)


def _check_sheet(sheet: SheetReading, task: ReadTask, hash_: str, layout: Layout | None) -> None:
    name = re.escape(make_printable(task.photo.name)) + r"(#[1-9]\d{0,3})?"
    _require(_is_text(sheet.photo) and re.fullmatch(name, sheet.photo) is not None, "another photograph's name")
    _require(_is_whole(sheet.page, MAX_PAGES), "no page")
    _require(sheet.photo_sha256 == hash_ or (sheet.photo_sha256 == "" and sheet.problem is not None), "another hash")
    width, height = sheet.size_px
    _require(_is_whole(width, MAX_PIXELS) and _is_whole(height, MAX_PIXELS), "no size")
    _require(width * height <= MAX_PIXELS, "too large a picture")
    _require(sheet.quality is None or _is_quality(sheet.quality), "no quality")
    if sheet.problem is not None:
        _require(sheet.readings == (), "a problem, and readings")
        _require(all(one is None or _is_text(one) for one in (sheet.code, sheet.layout)), "no code")
        _check_problem(sheet.problem)
        return
    found = _find_layout(sheet, layout)
    _require(sheet.layout == found.id, "another layout")
    for remark in sheet.remarks:
        _check_phrase(remark)
    ids = [(one.id, one.kind) for one in sheet.readings]
    fits = _is_plain_list(ids, found) if found.plain else ids == [(one.id, one.kind) for one in found.fields]
    _require(fits, "fields")
    for reading in sheet.readings:
        _check_reading(reading, width, height)


def _find_layout(sheet: SheetReading, layout: Layout | None) -> Layout:
    """The layout in the sheet's code, else the one that was given for it."""
    if layout is not None:
        _require(sheet.code is None or _is_text(sheet.code), "no code")
        return layout
    _require(_is_text(sheet.code), "no code")
    code = parse_code(str(sheet.code))
    if code is None:
        raise BadAnswer("no code of ours")
    return make_layout(code)


def _check_reading(reading: Reading, width: int, height: int) -> None:
    allowed = _KINDS[reading.kind]
    readings = [(reading.text, reading.confidence), *reading.candidates]
    _require(len(reading.candidates) <= _MOST_CANDIDATES, "too many candidates")
    _require(all(_is_text(text) and allowed.fullmatch(text) is not None for text, _ in readings), "no text of its kind")
    _require(all(_is_number(chance) and 0 <= chance <= 1 for _, chance in readings), "no chance")
    _require(sum(chance for _, chance in reading.candidates) <= 1.001, "more than sure")
    _require(set(reading.flags) <= set(get_args(Flag)), "an unknown flag")
    _require(len(reading.quad_px) == 4 and all(len(corner) == 2 for corner in reading.quad_px), "no corners")
    _require(all(_is_near(x, width) and _is_near(y, height) for x, y in reading.quad_px), "far outside")


def _is_plain_list(ids: Sequence[tuple[str, str]], layout: Layout) -> bool:
    """Whether the fields, by id and kind, are those that a list without a table may have, each once."""
    part = "p" if layout.plain == "points" else "total"
    known = rf"name\.p[1-7] text|sum\.p[1-7] points|g\d\d\.{part}[1-7] points|g\d\d\.value number"
    return len(ids) == len(set(ids)) and all(re.fullmatch(known, f"{id_} {kind}") for id_, kind in ids)


def _check_problem(problem: Problem) -> None:
    """A sentence of the scanner."""
    _require(_is_text(problem.code), "no problem")
    _check_phrase(problem.sentence)


def _check_phrase(phrase: object) -> None:
    """A sentence of the scanner, with words and numbers in its gaps."""
    if not isinstance(phrase, Phrase):
        raise BadAnswer("no phrase")
    _require(phrase.key in load_table("de", "scanner"), "no sentence of the scanner")
    _require(isinstance(phrase.gaps, Mapping) and all(map(_is_plain, phrase.gaps.values())), "no words in the gaps")
    phrase.in_("de")  # raises KeyError for a gap that is missing


def _is_plain(value: object) -> bool:
    return _is_text(value) or _is_number(value) or (isinstance(value, tuple) and all(map(_is_plain, value)))


def _is_text(value: object) -> bool:
    """Whether it is a text that can be shown unchanged."""
    return isinstance(value, str) and len(value) <= _MOST_TEXT and value == make_printable(value)


def _is_whole(value: object, most: int) -> bool:
    return type(value) is int and 0 <= value <= most


def _is_number(value: object) -> bool:
    return type(value) in (int, float) and math.isfinite(value)  # type: ignore[arg-type]  # it is a number


def _is_near(value: Any, size: int) -> bool:
    return _is_number(value) and -_AROUND_PX <= value <= size + _AROUND_PX


def _is_quality(quality: Quality) -> bool:
    numbers: Sequence[object] = [getattr(quality, name) for name in Quality.__dataclass_fields__]
    return isinstance(quality, Quality) and all(map(_is_number, numbers))

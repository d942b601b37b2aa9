"""`kiebitz read`: what is written on the photographed sheets, without any rule."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from desk.book.adding import is_unread
from desk.cli.readings import ReadSettings, check_beforehand, read_all, tell_problem, tell_unread
from desk.exits import NothingReadable, Status
from desk.photos import expand_photos
from desk.workers.pool import Pool, count_workers
from desk.workers.reading import READER
from scanner.sheet_reading import Problem, Reading, SheetReading
from texts.languages import Lang


def read_photos(
    given: Sequence[Path], layout: Path | None, as_json: bool, debug: Path | None, jobs: int, lang: Lang
) -> Status:
    """Prints every sheet as a JSON line or a table, then why others were not read. Raises NothingReadable for none."""
    photos = expand_photos(given)
    faults: list[tuple[str, Problem]] = []
    readable = unread = False
    with Pool(count_workers(jobs, len(photos)), preload=READER) as pool:
        settings = ReadSettings(layout, debug, pool, lang)
        check_beforehand(settings, given)
        readings = read_all(photos, settings)
        for _, reading in list(readings) if sys.stdout.isatty() else readings:  # a terminal shows the bar first
            readable |= reading.problem is None
            _print_reading(reading, as_json, lang)
            unread |= is_unread(reading)
            if reading.problem is not None:
                faults.append((reading.photo, reading.problem))
    for photo, problem in faults:
        tell_problem(photo, problem, lang)
    if unread:
        tell_unread(lang)
    if not readable:
        raise NothingReadable(photos=len(photos))
    return Status.DONE


def _print_reading(reading: SheetReading, as_json: bool, lang: Lang) -> None:
    if as_json:
        sys.stdout.write(json.dumps(make_reading_json(reading, lang), ensure_ascii=False) + "\n")
    elif reading.problem is None:
        from desk.cli.tables import show_reading

        show_reading(reading, lang)


def make_reading_json(reading: SheetReading, lang: Lang) -> dict[str, Any]:
    """One sheet as a JSON document; its `problem` is null, or says why its `fields` are empty."""
    problem, quality = reading.problem, reading.quality
    return {
        "kiebitz": 1,
        "photo": reading.photo,
        "page": reading.page,
        "sha256": reading.photo_sha256,
        "size_px": list(reading.size_px),
        "layout": reading.layout,
        "code": reading.code,
        "quality": None
        if quality is None
        else {name: round(getattr(quality, name), 4) for name in quality.__dataclass_fields__},
        "problem": None if problem is None else {"code": problem.code, "message": problem.in_(lang)},
        "fields": [_make_field_json(field) for field in reading.readings],
    }


def _make_field_json(field: Reading) -> dict[str, Any]:
    return {
        "id": field.id,
        "kind": field.kind,
        "text": field.text,
        "confidence": round(field.confidence, 4),
        "candidates": [[text, round(share, 4)] for text, share in field.candidates],
        "quad_px": [[round(x, 1), round(y, 1)] for x, y in field.quad_px],
        "flags": list(field.flags),
    }

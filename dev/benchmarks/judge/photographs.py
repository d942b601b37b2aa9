"""Photographs with their truth, each read once: what the reader saw, and what a perfect reader would have seen.

Two formats of truth are known: the filler's (docs/truth.md), and a plainer one of another camera model, in which
`fields` maps ids to texts and `rows` names the mistake that was planted in each row.
"""

from __future__ import annotations

import hashlib
import json
import pickle
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from dev.benchmarks.read.photographed import load_reader
from scanner.pipeline import read_photo
from scanner.sheet_reading import Reading, SheetReading

Truth = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Photograph:
    """One photograph. `written`: by field id the text that stands there. `planted`: the rows ("g07") and other places
    ("sum") of each planted mistake that can be found, `messy`: fields with struck-out or blacked-out ink."""

    name: str
    rules: str
    written: Mapping[str, str]
    planted: tuple[frozenset[str], ...]
    messy: Mapping[str, tuple[str, ...]]
    reading: SheetReading

    @property
    def perfect(self) -> SheetReading:
        """The sheet read without any doubt."""
        return replace(self.reading, readings=tuple(map(self._read_perfectly, self.reading.readings)))

    def _read_perfectly(self, reading: Reading) -> Reading:
        flags = reading.flags if reading.kind in ("text", "signature") else ()
        if "illegible" in self.messy.get(reading.id, ()):
            return replace(reading, text="", confidence=0.0, candidates=(), flags=("illegible",))
        text = self.written.get(reading.id, reading.text)
        return replace(reading, text=text, confidence=0.9999, candidates=((text, 0.9999),), flags=flags)


def load_photographs(folder: Path, cache: Path) -> Iterator[Photograph]:
    """Every photograph in a folder and the folders in it; readings are kept in `cache`."""
    for file in sorted(folder.rglob("*.json")):
        truth: Truth = json.loads(file.read_text("utf-8"))
        photo = file.with_name(truth.get("photo", f"{file.stem}.jpg"))
        if "fields" in truth and photo.exists():
            reading = _read_once(photo, cache)
            name = f"{file.parent.name}/{file.stem}"
            written, messy = _list_written(truth)
            yield Photograph(name, _name_rules(truth), written, tuple(_list_planted(truth)), messy, reading)


def _read_once(photo: Path, cache: Path) -> SheetReading:
    """The reading of a photograph, kept as a pickle named by the file's hash."""
    kept = cache / f"{hashlib.sha256(photo.read_bytes()).hexdigest()[:24]}.pickle"
    if not kept.exists():
        cache.mkdir(parents=True, exist_ok=True)
        kept.write_bytes(pickle.dumps(next(read_photo(photo, None, load_reader(), printed=False))))
    reading: SheetReading = pickle.loads(kept.read_bytes())
    return reading


def _name_rules(truth: Truth) -> str:
    return str(truth.get("rules") or truth["layout"].partition("/")[0])


def _list_written(truth: Truth) -> tuple[dict[str, str], dict[str, tuple[str, ...]]]:
    """The texts and the flags by field id."""
    fields = truth["fields"]
    texts = {key: one if isinstance(one, str) else one["written"] for key, one in fields.items()}
    flags = {key: tuple(one["flags"]) for key, one in fields.items() if not isinstance(one, str) and one["flags"]}
    return texts, flags | dict.fromkeys(truth.get("struck", ()), ("overwritten",))


def _list_planted(truth: Truth) -> Iterator[frozenset[str]]:
    """The rows of every planted mistake that can be found."""
    for mistake in truth.get("mistakes", ()):
        if mistake["detectable"]:
            yield frozenset(key.partition(".")[0] for key in mistake["fields"])
    yield from (frozenset({f"g{row['game']:02}"}) for row in truth.get("rows", ()) if row["mistake"])

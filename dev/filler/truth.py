"""The truth beside a picture, as JSON: what is written where, what was played, which mistakes were planted
(`docs/truth.md`).
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np

from dev.filler.camera.camera import Photograph, photograph
from dev.filler.camera.scene import choose_scene, choose_size
from dev.filler.pens.sheet import FilledSheet
from dev.rounds.written import PlayedRow


def make_truth(
    name: str, sheet: FilledSheet, picture: Photograph, conditions: Sequence[str] = (), usable: bool = True
) -> dict[str, Any]:
    """The document for the picture called `name`; `usable` False for one that must be refused, not read."""
    played, rows = sheet.round_.played, (*sheet.round_.rows, *sheet.round_.extra)
    fields = {
        field: {
            "written": ink.written,
            "flags": list(ink.flags),
            "by": ink.by,
            "visible": picture.visible[field],
            "quad_px": [list(corner) for corner in picture.quads[field]],
        }
        for field, ink in sheet.inks.items()
    }
    everything = [row.points for row in (*played.games, *played.offences)]
    written = [row.cells for row in rows if not row.blank]
    return {
        "kiebitz": 1,
        "photo": name,
        "code": sheet.code,
        "layout": sheet.layout.id,
        "usable": usable,
        "size_px": list(picture.scene.size_px),
        "conditions": {"names": list(conditions), **asdict(picture.scene)},
        "hands": list(sheet.hands),
        "names": list(sheet.names),
        "fields": fields,
        "games": [_tell_row(row) | {"game": game} for game, row in enumerate(played.games, 1)],
        "offences": [_tell_row(row) for row in played.offences],
        "mistakes": [asdict(mistake) for mistake in sheet.round_.mistakes],
        "standings": {"written": _add_up(written), "played": _add_up(everything), "sum_line": list(sheet.round_.sums)},
    }


def shoot(
    sheet: FilledSheet,
    conditions: Sequence[str],
    megapixels: float,
    folder: Path,
    stem: str,
    rng: np.random.Generator,
    *,
    textures: Path | None = None,
    quality: int | None = None,
) -> Path:
    """Photographs the sheet; writes `stem`.jpg and its truth, `stem`.json, into `folder`; returns the picture's path.

    `textures`: folder of table tops; `quality`: of the JPEG, None as a phone's.
    """
    size_px = choose_size(megapixels, sheet.page_mm[0] < sheet.page_mm[1])
    scene = choose_scene(conditions, size_px, rng)
    picture = photograph(sheet, scene if quality is None else replace(scene, jpeg=quality), rng, textures)
    path = folder / f"{stem}.jpg"
    path.write_bytes(picture.jpeg())
    truth = make_truth(path.name, sheet, picture, conditions, "unusable" not in conditions)
    path.with_suffix(".json").write_text(format_truth(truth), encoding="utf-8")
    return path


def format_truth(document: dict[str, Any]) -> str:
    """JSON to read and to compare: one field, game or mistake a line."""

    def block(key: str, value: Any) -> str:
        if key in ("games", "offences", "mistakes") and value:
            return "[\n" + ",\n".join(f"  {json.dumps(item, ensure_ascii=False)}" for item in value) + "\n ]"
        if key == "fields":
            lines = (f"  {json.dumps(name)}: {json.dumps(item, ensure_ascii=False)}" for name, item in value.items())
            return "{\n" + ",\n".join(lines) + "\n }"
        return json.dumps(value, ensure_ascii=False)

    return "{\n" + ",\n".join(f" {json.dumps(key)}: {block(key, value)}" for key, value in document.items()) + "\n}\n"


def _tell_row(row: PlayedRow) -> dict[str, Any]:
    told = {"details": json.loads(row.details)} if row.details else {}
    return {"kind": row.kind, "points": list(row.points), "solist": row.solist} | told


def _add_up(rows: Sequence[Sequence[int | None]]) -> list[int]:
    return [sum(points or 0 for points in column) for column in zip(*rows, strict=True)]

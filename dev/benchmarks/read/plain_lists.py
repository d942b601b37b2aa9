"""How well lists on squared, lined and blank paper are found, read and judged.

    python -m dev.benchmarks.read.plain_lists --data HANDWRITING --lists 48 --folder PICTURES

Composed photographs with random spacing, slant, wandering columns and strike-outs, in the hands of writers who were
never trained on. A list is found when every row and every player's column is where it was written; cells are right,
sure but wrong, or left in doubt; rows are judged by a rule set as those of any other list. Pictures that are in the
folder already are read again.
"""

from __future__ import annotations

import argparse
import json
import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import repeat
from pathlib import Path
from typing import Any

import numpy as np

from dev.benchmarks.figures import SURE, format_table
from dev.benchmarks.read.compose import load_writers
from dev.benchmarks.read.photographed import count_points, load_reader
from dev.filler.camera.camera import photograph
from dev.filler.camera.scene import choose_scene, choose_size
from dev.filler.plain_lists import PAPERS, SPACINGS, STYLES, draw_odd_design, draw_plain_design, write_plain_list
from dev.tools.fresh_processes import open_processes
from scanner.pipeline import read_photo
from scanner.sheet_reading import Reading, SheetReading
from scoring.rulesets.load_rules import load
from templates.layout import Grid, Layout
from texts.field_ids import parse_field
from tournament.judging.judged_sheet import JudgedSheet
from tournament.judging.reconcile import reconcile
from tournament.judging.written_sheet import transcribe

SEEDS = {"choices": 38, "last": 3838, "odd": 411}
"""Lists by which choices were made; those of the last test, in a hand of its own; and those on other paper, in all
three hands that were never trained on."""
_RULES = "pflichtsolo-40"
_COLUMNS = (
    "lists",
    "found",
    "rows",
    "rows there",
    "cells",
    "right",
    "asked",
    "sure wrong",
    "games",
    "games right",
    "games asked",
    "silent",
)
Truth = Mapping[str, Any]


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints the figures by paper, spacing and style; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--data", type=Path, default=os.environ.get("KIEBITZ_HANDWRITING"), help="folder of handwriting"
    )
    parser.add_argument("--folder", type=Path, required=True, help="where the pictures are, or will be")
    parser.add_argument("--lists", type=int, default=48)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--set", choices=SEEDS, default="choices", help="which lists, in whose hand")
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args(arguments)
    options.folder.mkdir(parents=True, exist_ok=True)
    numbers = range(options.first, options.first + options.lists)
    given = (numbers, repeat(options.folder), repeat(options.data), repeat(options.set))
    with open_processes(options.jobs) as pool:
        found = list(pool.map(measure_list, *given))
    print("\n".join(format_table([["", *_COLUMNS], *_group_lists(found)])))
    return 0


def _group_lists(found: Sequence[Counter[str]]) -> Iterator[list[str]]:
    for name in (*PAPERS, *SPACINGS, *STYLES, "lists"):
        some = [counts for counts in found if counts[name]]
        yield [name, *(str(sum(one[column] for one in some)) for column in _COLUMNS)]


def measure_list(number: int, folder: Path, data: Path | None, kind: str) -> Counter[str]:
    """Composes one list unless it is there, reads and judges it; counts what went well."""
    load_reader()
    path = folder / f"{number:03}.jpg"
    if not path.exists():
        assert data is not None
        compose_list(number, path, data, kind)
    truth: Truth = json.loads(path.with_suffix(".json").read_text("utf-8"))
    style = truth["style"]
    layout = Layout("plain", (1.0, 1.0), Grid((0.0, 1.0), (0.0, 1.0)), (), seats=len(truth["names"]), plain=style)
    seen = next(iter(read_photo(path, layout, load_reader(), printed=False)))
    counts = Counter({"lists": 1, truth["paper"]: 1, truth["spacing"]: 1, style: 1})
    why = _compare(truth, seen, counts)
    print(f"  {number:03} {truth['paper']} {truth['spacing']} {style}: {why}", flush=True)
    return counts


def compose_list(number: int, path: Path, data: Path, kind: str) -> None:
    """Writes the photograph of that list, and its truth beside it."""
    design = (draw_odd_design if kind == "odd" else draw_plain_design)(number, SEEDS[kind])
    kept = {"choices": (False,), "last": (True,), "odd": (False, True)}[kind]
    hands = [hand for last in kept for hand in load_writers(data, last)]
    rng = np.random.default_rng((number, list(SEEDS).index(kind)))
    sheet, points = write_plain_list(design, hands[number % len(hands)], rng)
    size = choose_size(design.megapixels, design.page_mm[0] < design.page_mm[1])
    shot = photograph(sheet, choose_scene(design.conditions, size, rng), rng)
    path.write_bytes(shot.jpeg())
    fields = {
        name: {"written": ink.written, "flags": list(ink.flags), "quad_px": shot.quads[name]}
        for name, ink in sheet.inks.items()
    }
    document = {
        "paper": design.paper,
        "spacing": design.spacing,
        "style": design.style,
        "names": design.names,
        "conditions": design.conditions,
        "fields": fields,
        "points": points,
    }
    path.with_suffix(".json").write_text(json.dumps(document, ensure_ascii=False), encoding="utf-8")


def _compare(truth: Truth, seen: SheetReading, counts: Counter[str]) -> str:
    """Counts rows, cells and games; returns what is to be told of the list."""
    written = {name: field for name, field in truth["fields"].items() if parse_field(name).game is not None}
    counts.update(rows=len(truth["points"]), games=len(truth["points"]))
    if seen.problem is not None:
        return seen.problem.in_("en")
    pairs = {name: _find_reading(field, name, seen.readings) for name, field in written.items()}
    rows = _pair_rows(pairs)
    counts["rows there"] = sum(rows.get(game) is not None for game in range(1, len(truth["points"]) + 1))
    extra = {parse_field(one.id).game for one in seen.readings if one.text or one.flags} - set(rows.values()) - {None}
    counts["found"] = counts["rows there"] == counts["rows"] and not extra
    wrong = []
    for name, got in pairs.items():
        text, sure = written[name]["written"], got is not None and got.confidence >= SURE and not got.flags
        right = got is not None and got.text == text
        struck = bool(written[name]["flags"])
        counts.update(cells=1, right=right, asked=not sure)
        counts["sure wrong"] += sure and not right and got is not None and not _is_same(got.text, text)
        if not right and not struck:
            wrong.append(f"{name} {text!r} {got.text if got else None!r} {got.confidence if got else 0:.2f}")
    judged = reconcile(load(_RULES), transcribe(seen))
    _count_games(truth, rows, judged, counts)
    said = "; ".join(one.in_("en") for one in seen.remarks)
    rows_said = f"{counts['rows there']}/{counts['rows']} rows, {len(extra)} more"
    cells_said = f"{counts['right']}/{counts['cells']} cells, {counts['games right']}/{counts['games']} games"
    return f"{rows_said}, {cells_said}, silent {counts['silent']} [{said}] {wrong[:6]}"


def _is_same(one: str, other: str) -> bool:
    """Whether two texts count the same: a plus that is not written changes nothing."""
    return count_points(one) == count_points(other) and bool(one.strip("/-")) == bool(other.strip("/-"))


def _find_reading(field: Truth, name: str, readings: Sequence[Reading]) -> Reading | None:
    """The reading of the same column that lies nearest to where the field was written; None where none is near."""
    column, true = parse_field(name).column, np.array(field["quad_px"])
    mine = [one for one in readings if parse_field(one.id).column == column and parse_field(one.id).game is not None]
    high = float(np.linalg.norm(true[3] - true[0]))
    away = [float(np.linalg.norm((np.array(one.quad_px).mean(axis=0) - true.mean(axis=0)) / high)) for one in mine]
    up = [abs(float(np.array(one.quad_px)[:, 1].mean() - true[:, 1].mean())) / high for one in mine]
    near = [n for n in range(len(mine)) if up[n] < 0.5 and away[n] < 3.0]
    return mine[min(near, key=lambda n: up[n])] if near else None


def _pair_rows(pairs: Mapping[str, Reading | None]) -> dict[int, int | None]:
    """By game the row that was read in its place, if its players' cells agree; one of them may hang together with a
    neighbour's."""
    found: dict[int, list[int | None]] = {}
    for name, got in pairs.items():
        game = parse_field(name).game
        if game is None or parse_field(name).seat is None:
            continue
        found.setdefault(game, []).append(None if got is None else parse_field(got.id).game)
    usual = {game: Counter(rows).most_common(1)[0] for game, rows in found.items()}
    return {game: row if count >= len(found[game]) - 1 else None for game, (row, count) in usual.items()}


def _count_games(truth: Truth, rows: Mapping[int, int | None], judged: JudgedSheet, counts: Counter[str]) -> None:
    """Games that count as played, are asked about, and count otherwise without a question."""
    by_row = {row.game: row for row in judged.rows}
    for game, points in enumerate(truth["points"], 1):
        row = by_row.get(rows.get(game) or 0)
        if row is None:
            counts["silent"] += bool(judged.rows)
            continue
        right = [one or 0 for one in row.points] == [one or 0 for one in points]
        asked = row.status == "review"
        counts.update({"games right": right and not asked, "games asked": asked, "silent": not right and not asked})


if __name__ == "__main__":
    raise SystemExit(main())

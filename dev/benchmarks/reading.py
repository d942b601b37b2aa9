"""How well whole photographs are read and judged, as one table by condition and by writer.

    python -m dev.benchmarks.reading FOLDER [--data HANDWRITING] [--others 6] [--json OUT] [--against EARLIER]

FOLDER holds pictures with their truth beside them (docs/truth.md), in folders of their own too. An empty or missing one
is composed first from `--data` (`dev.benchmarks.compose`): `--sheets` photographs of every writer kept apart from
training, in seven conditions. The columns: number cells right before any rule and after it, silent errors, fields put
before a person, planted mistakes found, right rows blamed; shares with 95 % intervals. `--others` sends so many cells
of each photograph through Tesseract and RapidOCR, too (half a second a cell). `--json` keeps all figures, so that
`--against` can tell what a later version changed, and what of it is beyond chance. `--card` writes the model card's
figures: by character, hand and length, confusions, calibration (`dev.benchmarks.card`). """

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from pathlib import Path

from dev.benchmarks.card import write_card
from dev.benchmarks.compose import main as compose
from dev.benchmarks.photographed import Sheet, measure
from dev.benchmarks.reading_table import differences, document, lines


def main(arguments: Sequence[str] | None = None) -> int:
    """Command line of the benchmark; returns its exit status."""
    options = _parser().parse_args(arguments)
    if not truths(options.photos):
        if options.data is None:
            _parser().error(f"{options.photos} holds no pictures with truth; name the handwriting with --data")
        status = _composed(options)
        if status:
            return status
    sheets = measured(options.photos, options.rules, options.others, options.jobs)
    found = document(sheets, options.rules, options.photos)
    print("\n".join(lines(found)))
    if options.wrong:
        print("\n".join(f"{w.photo} {w.field} {w.written} {w.read} {w.confidence}" for s in sheets for w in s.wrong))
    if options.against:
        print("\n".join(differences(json.loads(options.against.read_text("utf-8")), found)))
    if options.card:
        write_card(sheets, options.card)
    if options.json:
        options.json.parent.mkdir(parents=True, exist_ok=True)
        options.json.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", "utf-8")
    return 0


def truths(folder: Path) -> list[Path]:
    """The truth files of every picture in a folder and the folders in it."""
    return [file for file in sorted(folder.rglob("*.json")) if "photo" in json.loads(file.read_text("utf-8"))]


def measured(folder: Path, rules: str, others: int = 0, jobs: int = 1) -> list[Sheet]:
    """Every photograph of a folder, read and held against its truth."""
    files = truths(folder)
    names = [file.relative_to(folder).with_suffix("").as_posix() for file in files]
    given = (files, names, repeat(rules), repeat(others))
    if jobs == 1:
        return list(map(measure, *given))
    with ProcessPoolExecutor(jobs) as pool:
        return list(pool.map(measure, *given))


def _composed(options: argparse.Namespace) -> int:
    """Both sets of the writers kept apart, the one's sheets shared by its two hands; the exit status."""
    textures = ["--textures", str(options.textures)] if options.textures else []
    usual = ["--data", str(options.data), "--first", str(options.first), *textures]
    for name, sheets, which in (("choices", 2 * options.sheets, []), ("last", options.sheets, ["--last"])):
        status = compose([*usual, "--out", str(options.photos / name), "--sheets", str(sheets), *which])
        if status:
            return status
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("photos", type=Path, help="folder of pictures with their truth; composed when there are none")
    parser.add_argument("--data", type=Path, default=os.environ.get("KIEBITZ_HANDWRITING"), help="handwriting")
    parser.add_argument("--sheets", type=int, default=70, help="photographs of every writer")
    parser.add_argument("--first", type=int, default=0, help="leave out the sheets before this one of either set")
    parser.add_argument("--textures", type=Path, default=os.environ.get("KIEBITZ_TEXTURES"), help="table tops")
    parser.add_argument("--rules", default="pflichtsolo-40")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--others", type=int, default=0, help="cells of each photograph for the other readers")
    parser.add_argument("--wrong", action="store_true", help="list every number cell that is read wrongly")
    parser.add_argument("--json", type=Path, help="keep the figures here")
    parser.add_argument("--card", type=Path, help="folder for the model card's figures and diagram")
    parser.add_argument("--against", type=Path, help="figures kept earlier, to compare with")
    return parser


if __name__ == "__main__":
    raise SystemExit(main())

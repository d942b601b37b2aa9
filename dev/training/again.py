"""Trains the shipped recogniser on, and says whether the outcome is to be kept: one command, two hours on two cores.

    python -m dev.training.again --data FOLDER --fonts FOLDER... --out FOLDER --photos SET...

It goes on from the shipped weights (`unfold`), learns from composed cells by two learners who keep to the shipped
network's answers on numbers (`train`), takes the mean of before and after, writes it for the scanner (`export`),
photographs sheets by held-out hands through every camera model (`dev.filler`), and compares the networks on these and
on the given sets (`dev.benchmarks.compare`). Every step is a command of its own, and is printed. What is there already
is not made again, so a run that was cut off goes on. `--dry` does all of it with next to nothing.
"""

from __future__ import annotations

import argparse
import json
import shlex
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from scanner.read.networks import write_seal
from scanner.read.read_numbers import MODEL

CAMERAS = ("clean", "bright-phone", "old-phone")
"""Conditions of the filler: the first camera model, the second, the third."""
STYLES = {"points": "pflichtsolo-40", "full": "ddv"}
"""Which sheets are photographed, and by which rules."""
KEPT_APART = "swiss_val.npz"
SEED = 8_100_000
MINUTES, SHEETS, WORKERS = 100.0, 12, 2
DRY = (0.5, 1)
"""Minutes of a dry run, and sheets a set."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Command line; returns what the comparison returns: 0 where the new network is to be kept."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="folder with the .npz files of handwriting")
    parser.add_argument("--fonts", type=Path, nargs="+", required=True, help="folders with .ttf fonts")
    parser.add_argument("--out", type=Path, required=True, help="folder for weights, network and photographs")
    parser.add_argument("--photos", type=Path, nargs="*", default=[], help="further sets that decide")
    parser.add_argument("--minutes", type=float, default=MINUTES)
    parser.add_argument("--dry", action="store_true", help="try the path: half a minute of learning, one sheet a set")
    args = parser.parse_args(arguments)
    args.minutes, args.sheets = DRY if args.dry else (args.minutes, SHEETS)
    args.out.mkdir(parents=True, exist_ok=True)
    for made, command in list_steps(args):
        if not made.exists():
            run_step(command)
    use_shipped_facts(args.out / "digits.onnx")
    return run_step(
        ["dev.benchmarks.compare", args.out / "digits.onnx", *list_sets(args.out), *args.photos], fails=True
    )


def list_steps(args: argparse.Namespace) -> Iterator[tuple[Path, Sequence[object]]]:
    """Every step before the comparison: what it makes, and its module with what it is given."""
    start, trained, mean, model = (args.out / name for name in ("start.pt", "trained.pt", "mean.pt", "digits.onnx"))
    given = ["--data", args.data, "--fonts", *args.fonts]
    cells = ["--cells", 80] if args.dry else []
    yield start, ["dev.training.unfold", *given, *cells, "--out", start]
    learners = ["torch.distributed.run", "--nproc-per-node", WORKERS, "-m"]
    pace = ["--minutes", args.minutes, "--rate", 4e-4]
    learnt = [*given, *pace, "--resume", start, "--teacher", start, "--out", trained]
    yield trained, [*learners, "dev.training.train", *learnt]
    yield mean, ["dev.training.unfold", *given, "--mean", start, trained, "--out", mean]
    yield model, ["dev.training.export", mean, *given, "--model", model]
    for folder in list_sets(args.out):
        style, camera = folder.name.split("-", 1)
        shot = ["--style", style, "--rules", STYLES[style], "--hands", args.data / KEPT_APART, "--conditions", camera]
        yield folder, ["dev.filler", "--out", folder, "--count", args.sheets, "--seed", SEED, *shot]


def list_sets(out: Path) -> list[Path]:
    """The folders of the composed sets."""
    return [out / "sets" / f"{style}-{camera}" for camera in CAMERAS for style in STYLES]


def use_shipped_facts(model: Path) -> None:
    """Temperature and power as shipped: they are fitted anew (`calibrate`) once the network is kept."""
    facts = model.with_suffix(".json")
    facts.write_text(json.dumps(json.loads(MODEL.with_suffix(".json").read_text("utf-8")), indent=1) + "\n", "utf-8")
    write_seal(facts)


def run_step(command: Sequence[object], *, fails: bool = False) -> int:
    """Runs a module as a command and returns its exit status. Raises CalledProcessError for one that failed, unless it
    is a step that `fails` by saying no.
    """
    words = [sys.executable, "-m", *map(str, command)]
    print(f"$ {shlex.join(words[1:])}", flush=True)
    return subprocess.run(words, check=not fails).returncode


if __name__ == "__main__":
    raise SystemExit(main())

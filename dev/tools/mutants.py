"""Changes one thing at a time in the code and runs the tests, one of which must fail: `docs/mutation.md`.

    python -m dev.tools.mutants                                     60 changes of scoring, scanner and tournament
    python -m dev.tools.mutants scoring/counting --sample 0         every change in these modules
    python -m dev.tools.mutants tournament --without tournament/judging --sample 40 --seed 7

The changes are mutmut's. Each is tried in a copy of the repository, which is thrown away. The tests that run are those
of the changed module's own package, as far as they import the module: first those that import it most directly.
"""

from __future__ import annotations

import argparse
import ast
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.util import cache_from_source
from itertools import zip_longest
from pathlib import Path
from random import Random

from tournament.filing.decisions.second_keying import find_interval

ROOT = Path(__file__).parents[2]
PACKAGES: Mapping[str, tuple[str, ...]] = {
    "scoring": ("tests/scoring/", "tests/gallery/"),
    "scanner": ("tests/scanner/",),
    "tournament": ("tests/tournament/", "tests/oracle/"),
}
"""What is changed, and the folders of its own tests."""

NEAR = 5
"""So many test modules run by themselves first. They notice most changes, and the others need not be collected."""

LONGEST_S = 900
"""Tests that a change keeps busy for longer are stopped, and the change is noticed: it may never come to an end."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change. `file`: relative to the repository. `number`: which of the file's changes, from 0."""

    file: str
    number: int


@dataclass(frozen=True, slots=True)
class Change:
    """What a mutant does. `line`: the first that differs, from 1; `before`, `after`: that line; `text`: the file."""

    line: int
    before: str
    after: str
    text: str


def list_mutants(root: Path, places: Iterable[str], without: Sequence[str] = ()) -> Iterator[Mutant]:
    """Every change of every module at or below the places, but for those whose paths begin with one of `without`."""
    from mutmut.mutation.file_mutation import create_mutations  # takes half a second to load

    files = {path for place in places for path in (root, *root.rglob("*.py")) if path.is_relative_to(root / place)}
    for file in sorted(path.relative_to(root).as_posix() for path in files if path.is_file()):
        if not file.startswith(tuple(without)):
            text = (root / file).read_text(encoding="utf-8")
            yield from (Mutant(file, number) for number in range(len(create_mutations(file, text)[1])))


def draw_sample(mutants: Sequence[Mutant], size: int, seed: int) -> list[Mutant]:
    """That many of them, each as likely as the others, in the order of their files; 0: all."""
    chosen = Random(seed).sample(range(len(mutants)), min(size or len(mutants), len(mutants)))
    return [mutants[number] for number in sorted(chosen)]


def make_change(root: Path, mutant: Mutant) -> Change:
    """The file as the mutant changes it."""
    from mutmut.mutation.file_mutation import create_mutations, deep_replace

    module, mutations, *_ = create_mutations(mutant.file, (root / mutant.file).read_text(encoding="utf-8"))
    one = mutations[mutant.number]
    changed = deep_replace(module, one.original_node, one.mutated_node)
    text = str(getattr(changed, "code", ""))
    lines = enumerate(zip_longest(module.code.splitlines(), text.splitlines(), fillvalue=""), 1)
    line, (before, after) = next((number, pair) for number, pair in lines if pair[0] != pair[1])
    return Change(line, before.strip(), after.strip(), text)


def choose_tests(root: Path, file: str, also: Sequence[str] = ()) -> list[str]:
    """The test modules that import the file, however indirectly: those of its package and in the folders `also`.

    The most direct ones come first, of the others in the order of their names.
    """
    distances = measure_distances(root, file)
    folders = (*PACKAGES[file.partition("/")[0]], *also)
    tests = (one for one in distances if one.startswith(folders) and Path(one).name.startswith("test_"))
    return sorted(tests, key=lambda one: (distances[one], one))


def measure_distances(root: Path, file: str) -> dict[str, int]:
    """By file of the repository that imports this one, over how many imports it does; itself: 0."""
    imported = {path.relative_to(root).as_posix(): _list_imports(root, path) for path in root.rglob("*.py")}
    distances, reached = {file: 0}, {file}
    while reached:
        reached = {one for one, others in imported.items() if one not in distances and not others.isdisjoint(reached)}
        distances |= dict.fromkeys(reached, max(distances.values()) + 1)
    return distances


def _list_imports(root: Path, path: Path) -> set[str]:
    """The files of the repository that this one imports anywhere, and the `conftest.py` beside it and above it."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    files = {f"{name.replace('.', '/')}.py" for name in names}
    if path.name.startswith("test_"):
        files |= {
            (one.relative_to(root) / "conftest.py").as_posix() for one in path.parents if one.is_relative_to(root)
        }
    return files


def copy_repository(root: Path, copy: Path) -> None:
    """Copies what git knows, and what is new and not ignored."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    for name in subprocess.run(command, cwd=root, check=True, capture_output=True, text=True).stdout.split("\0"):
        if name and (root / name).is_file():
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(root / name, copy / name)


def notices(copy: Path, mutant: Mutant, change: Change, tests: Sequence[str]) -> bool:
    """Whether one of the tests fails with the change; the copy is as before then."""
    file = copy / mutant.file
    original = file.read_text(encoding="utf-8")
    try:
        _write_module(file, change.text)
        return not all(run_tests(copy, batch) for batch in (tests[:NEAR], tests[NEAR:]) if batch)
    finally:
        _write_module(file, original)


def _write_module(file: Path, text: str) -> None:
    file.write_text(text, encoding="utf-8")
    Path(cache_from_source(str(file))).unlink(missing_ok=True)  # which may be of the same second, and as long


def run_tests(copy: Path, tests: Sequence[str]) -> bool:
    """Whether all these test modules pass; they stop at the first failure. Laws draw the same examples each time."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "--hypothesis-seed=0", *tests]
    try:
        ended = subprocess.run(
            command,
            cwd=copy,
            env=os.environ | {"PYTHONPATH": str(copy)},
            capture_output=True,
            text=True,
            timeout=LONGEST_S,
        )
    except subprocess.TimeoutExpired:
        return False
    return ended.returncode in (0, 5)  # 5: they are all slow ones


def main(arguments: Sequence[str] | None = None) -> int:
    """Tries the sample and prints every change that lived; 1 when one did, 2 when the tests fail without a change."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("places", nargs="*", default=[*PACKAGES], help="modules or folders that are changed")
    parser.add_argument("--without", nargs="*", default=[], help="modules or folders that are not")
    parser.add_argument("--sample", type=int, default=60, help="how many changes; 0: all")
    parser.add_argument("--seed", type=int, default=1, help="which sample")
    parser.add_argument("--also", nargs="*", default=[], help="folders with more tests, such as tests/desk/")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="kiebitz-mutants-") as folder:
        root = Path(folder)
        copy_repository(ROOT, root)
        sample = draw_sample([*list_mutants(root, options.places, options.without)], options.sample, options.seed)
        tests = {mutant.file: choose_tests(root, mutant.file, options.also) for mutant in sample}
        if not run_tests(root, sorted({one for some in tests.values() for one in some})):
            _say("the tests fail without a change")
            return 2
        lived = sum(not _try(root, mutant, tests[mutant.file]) for mutant in sample)
    low, high = find_interval(len(sample) - lived, len(sample))
    _say(f"{len(sample) - lived} of {len(sample)} changes were noticed (95 %: {low:.1%} to {high:.1%})")
    return int(lived > 0)


def _try(copy: Path, mutant: Mutant, tests: Sequence[str]) -> bool:
    change = make_change(copy, mutant)
    noticed = notices(copy, mutant, change, tests)
    where = f"{mutant.file}:{change.line}"
    _say(f"noticed  {where}" if noticed else f"LIVED    {where}\n  - {change.before}\n  + {change.after}")
    return noticed


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    raise SystemExit(main())

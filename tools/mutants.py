"""Mutation testing: `python -m tools.mutants PACKAGE TESTS... [--sample N] [--jobs 2] [--only PART ...]`. Needs mutmut.

mutmut's operators change one thing in one module (a number, a comparison, an argument ...), and the tests must notice.
Unlike mutmut's own runner, this one also changes decorated functions and what stands outside of functions. Each mutant
runs in a process forked after pytest was loaded, with the tests first that noticed most in its module. No file changes.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib.util
import os
import random
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.machinery import ModuleSpec, SourceFileLoader
from pathlib import Path
from types import CodeType

import libcst as cst
import pytest
from hypothesis import settings
from libcst.metadata import MetadataWrapper, PositionProvider
from mutmut.mutation.mutators import mutation_operators

SECONDS = 600
"""A mutant that keeps the tests longer is noticed, but named: they take a tenth of it by themselves."""

NOBODY, NO_PYTHON, IMPORT = "nobody", "no Python", "(it cannot be imported)"
STOPPED = "(it ended the process or took too long)"

SPARED = (cst.Annotation, cst.Decorator, cst.Import, cst.ImportFrom)
"""Types, and decorators that tell of speed and memory, are not what tests are for."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """A module with one thing changed: `new` stands where `old` stood."""

    path: Path
    line: int
    whole: cst.Module
    old: cst.CSTNode
    new: cst.CSTNode

    def __str__(self) -> str:
        before, after = (" ".join(self.whole.code_for_node(node).split()) for node in (self.old, self.new))
        return f"{self.path}:{self.line}: {before} -> {after}"

    def code(self) -> CodeType:
        """The changed module, compiled. Raises SyntaxError where an operator leaves no Python."""
        source = self.whole.deep_replace(self.old, self.new).code
        code: CodeType = compile(source, self.path.resolve(), "exec")
        return code

    @property
    def module(self) -> str:
        """Its dotted name."""
        parts = self.path.with_suffix("").parts
        return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def main() -> int:
    """Prints each mutant that nobody noticed, and the shares by module; 1 when a mutant lives."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("package", type=Path)
    parser.add_argument("tests", type=Path, nargs="+", help="test files, or folders of them; the likeliest first")
    parser.add_argument("--sample", type=int, default=0, help="so many, drawn by chance (0: all)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", nargs="*", default=[""], help="modules whose path holds one of these")
    parser.add_argument("--spare", nargs="*", default=["texts/"], help="modules left alone: sentences for people")
    parser.add_argument("--last", nargs="*", default=["test_golden.py"], help="slow test files")
    told = parser.parse_args()
    paths = [path for path in sorted(told.package.rglob("*.py")) if any(part in str(path) for part in told.only)]
    every = [mutant for path in paths if not any(part in str(path) for part in told.spare) for mutant in mutants(path)]
    drawn = random.Random(told.seed).sample(every, min(told.sample, len(every))) if told.sample else every
    _say(f"{len(every)} mutants, {len(drawn)} of them tried")
    settings.register_profile("mutants", deadline=None, database=None, derandomize=True, max_examples=40)
    run = _Run(told.tests, told.last, told.jobs)
    for _, file in run.results([_unchanged(paths[0])]):
        if file:
            sys.exit(f"{file} fails though nothing was changed")
    return _report(run.results(drawn))


def mutants(path: Path) -> Iterator[Mutant]:
    """Every change that the operators make to a module."""
    wrapper = MetadataWrapper(cst.parse_module(path.read_text(encoding="utf-8")))
    places = wrapper.resolve(PositionProvider)
    for node in _nodes(wrapper.module):
        for kind, operator in mutation_operators:
            for new in operator(node) if isinstance(node, kind) else ():
                yield Mutant(path, places[node].start.line if node in places else 0, wrapper.module, node, new)


def _unchanged(path: Path) -> Mutant:
    module = cst.parse_module(path.read_text(encoding="utf-8"))
    return Mutant(path, 0, module, module.body[0], module.body[0])


def _nodes(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    yield node
    for child in node.children:
        if not isinstance(child, SPARED) and not _is_alias(child):
            yield from _nodes(child)


def _is_alias(node: cst.CSTNode) -> bool:
    """`Parsed = tuple[Game | None, ...]`: a name for a type."""
    return isinstance(node, cst.Assign) and isinstance(node.value, cst.Subscript | cst.BinaryOperation) and bool(
        isinstance(node.targets[0].target, cst.Name) and node.targets[0].target.value[0].isupper()
        and not node.targets[0].target.value.isupper()
    )


class _Run:
    """Tries mutants in child processes, as many at a time as there are jobs."""

    def __init__(self, tests: list[Path], last: list[str], jobs: int) -> None:
        files = (file for path in tests for file in (sorted(path.glob("test_*.py")) if path.is_dir() else [path]))
        self.files = sorted(map(str, files), key=lambda file: Path(file).name in last)
        self.jobs = jobs
        self.noticed: Counter[tuple[Path, str]] = Counter()
        self.running: dict[int, tuple[Mutant, int, float]] = {}

    def results(self, drawn: list[Mutant]) -> Iterator[tuple[Mutant, str]]:
        """Each mutant with the test file that noticed it, "" when none did, as they end; without what is no Python."""
        for mutant in drawn:
            while len(self.running) >= self.jobs:
                yield from self._ended()
            self._start(mutant)
        while self.running:
            yield from self._ended()

    def _start(self, mutant: Mutant) -> None:
        files = sorted(self.files, key=lambda file: -self.noticed[mutant.path, file])
        reading, writing = os.pipe()
        child = os.fork()
        if not child:
            os.close(reading)
            try:
                os.write(writing, _try(mutant, files).encode())
            finally:
                os._exit(0)
        os.close(writing)
        self.running[child] = (mutant, reading, time.monotonic() + SECONDS)

    def _ended(self) -> Iterator[tuple[Mutant, str]]:
        child, _ = os.waitpid(-1, os.WNOHANG)
        if child:
            mutant, reading, _ = self.running.pop(child)
            file = os.read(reading, 4096).decode() or STOPPED
            os.close(reading)
            if file != NO_PYTHON:
                self.noticed[mutant.path, file] += 1
                yield mutant, "" if file == NOBODY else file
            return
        for number, (_, _, deadline) in self.running.items():
            if time.monotonic() > deadline:
                os.kill(number, signal.SIGKILL)
        time.sleep(0.02)


class _Noticed:
    """Remembers the first test file that failed."""

    file = ""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A test failed, or could not be set up."""
        if report.failed and not self.file:
            self.file = report.nodeid.split("::")[0]


def _try(mutant: Mutant, files: list[str]) -> str:
    """In the child: which file notices the mutant, or why none did."""
    silent = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(silent, stream)
    try:
        sys.meta_path.insert(0, _Finder(mutant, mutant.code()))
    except SyntaxError:
        return NO_PYTHON
    for part in (files[:3], files[3:]):  # the likeliest alone: the others need not even be imported
        noticed = _noticed_by(part)
        if noticed:
            return noticed
    return NOBODY


def _noticed_by(files: list[str]) -> str:
    noticed = _Noticed()
    loaded = ("-W", "ignore::pytest.PytestAssertRewriteWarning")  # Hypothesis was imported before
    options = ["-x", "-q", *loaded, "-p", "no:cacheprovider", "-p", "no:xdist", "--hypothesis-profile=mutants"]
    status = pytest.main([*options, *files], plugins=[noticed])
    return "" if status in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED) else noticed.file or IMPORT


class _Finder:
    """Finds the changed module instead of its file."""

    def __init__(self, mutant: Mutant, code: CodeType) -> None:
        self.mutant, self.code = mutant, code

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        """The changed module, when it is asked for."""
        if name != self.mutant.module:
            return None
        return importlib.util.spec_from_file_location(
            name, self.mutant.path, loader=_Loader(name, str(self.mutant.path.resolve()), self.code)
        )


class _Loader(SourceFileLoader):
    """Loads the changed source, past any compiled file."""

    def __init__(self, name: str, path: str, changed: CodeType) -> None:
        super().__init__(name, path)
        self.changed = changed

    def get_code(self, fullname: str) -> CodeType:
        """The changed module."""
        return self.changed


def _report(results: Iterator[tuple[Mutant, str]]) -> int:
    tried: Counter[Path] = Counter()
    lived: Counter[Path] = Counter()
    with contextlib.suppress(KeyboardInterrupt):  # whoever has seen enough gets the shares so far
        for mutant, file in results:
            tried[mutant.path] += 1
            lived[mutant.path] += not file
            if file in ("", STOPPED):
                _say(f"{'stopped' if file else 'lives'}: {mutant}")
    for path, count in sorted(tried.items()):
        _say(f"{path}: {count - lived[path]} of {count}")
    _say(f"noticed: {tried.total() - lived.total()} of {tried.total()}, {1 - lived.total() / tried.total():.1%}")
    return int(lived.total() > 0)


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())

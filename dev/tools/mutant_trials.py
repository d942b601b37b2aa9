"""Tries mutants, each in a process forked after the tests were collected.

A mutant inside a function: the function's code is exchanged, and those tests run that call it when nothing is changed,
first those that noticed most, then the quick ones. Where that cannot tell (outside of functions, or in one that runs
while the tests are collected) the tests are collected anew over the changed module, and those run that call any of its
functions or name it in their file; all of them, where some ran while the tests were collected.
"""

from __future__ import annotations

import contextlib
import gc
import importlib.util
import os
import pickle
import resource
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable
from importlib.machinery import ModuleSpec, SourceFileLoader
from pathlib import Path
from types import CodeType
from typing import TYPE_CHECKING

import pytest
from hypothesis import Phase, settings

from dev.tools.mutant_calls import Early, Function, exchange, functions_of, measured

if TYPE_CHECKING:
    from dev.tools.mutants import Mutant

NOBODY, NO_PYTHON = "nobody", "no Python"
IMPORT, STOPPED = "(it cannot be imported)", "(it ended the process or took too long)"
SECONDS = 600  # of waiting for one mutant, whatever it does
SLOWER, AT_LEAST = 10, 5.0  # a test may take so many times its own time, and so many seconds of the processor anyway
MEMORY = 4 << 30  # bytes for one mutant


class Trials:
    """Tries mutants of a package, as many at a time as there are jobs."""

    def __init__(self, package: Path, tests: list[str], jobs: int, keep: Path | None = None) -> None:
        self.folder, self.tests, self.jobs, self.keep = package.resolve(), tests, jobs, keep
        self.noticed: dict[Function, Counter[str]] = {}
        self.running: dict[int, tuple[Mutant, int, float]] = {}

    def run(self, drawn: list[Mutant], tell: Callable[[Mutant, str], None]) -> None:
        """Tells of each mutant which test noticed it, or `NOBODY`, `NO_PYTHON`, `IMPORT`, `STOPPED`, as they end."""
        phases = (Phase.explicit, Phase.generate)  # a failure is enough, however ugly
        settings.register_profile(
            "mutants", deadline=None, database=None, derandomize=True, max_examples=40, phases=phases
        )
        with Early(str(self.folder)) as early:
            _pytest(self.tests, _Loop(lambda session: self._all(session, early, drawn, tell)))

    def _all(
        self, session: pytest.Session, early: Early, drawn: list[Mutant], tell: Callable[[Mutant, str], None]
    ) -> None:
        early.__exit__()
        self.early, self.functions = early.found, functions_of(early.folder)
        self.seconds, self.users = self._measured(session)
        self.items = {item.nodeid: item for item in session.items}
        self.called = frozenset[Function]().union(*self.users.values())
        gc.freeze()
        try:
            for mutant in drawn:
                while len(self.running) >= self.jobs:
                    self._end(tell)
                self._start(mutant)
            while self.running:
                self._end(tell)
        finally:
            for child in self.running:  # when somebody ends the run
                os.kill(child, signal.SIGKILL)

    def _measured(self, session: pytest.Session) -> tuple[dict[str, float], dict[str, frozenset[Function]]]:
        if self.keep and self.keep.exists():
            kept: tuple[dict[str, float], dict[str, frozenset[Function]]] = pickle.loads(self.keep.read_bytes())
            return kept
        watch = _Watch()
        child, reading = _forked(lambda: measured(session, self.functions, self.early, watch.passes))
        result = _read(reading)
        os.waitpid(child, 0)
        if not isinstance(result, tuple):
            sys.exit(f"{result or 'a test'} fails though nothing was changed")
        if self.keep:
            self.keep.write_bytes(pickle.dumps(result))
        return result

    def _start(self, mutant: Mutant) -> None:
        child, reading = _forked(lambda: self._try(mutant))
        self.running[child] = (mutant, reading, time.monotonic() + SECONDS)

    def _end(self, tell: Callable[[Mutant, str], None]) -> None:
        child, _ = os.waitpid(-1, os.WNOHANG)
        if child:
            mutant, reading, _ = self.running.pop(child)
            result = str(_read(reading) or STOPPED)
            for key in _keys(mutant):
                self.noticed.setdefault(key, Counter())[result] += 1
            tell(mutant, result)
            return
        for number, (_, _, deadline) in self.running.items():
            if time.monotonic() > deadline:
                os.kill(number, signal.SIGKILL)
        time.sleep(0.002)

    def _uses(self, mutant: Mutant) -> Callable[[str], bool]:
        """Whether a test calls any function of the module, or its file speaks of the module."""
        file = str(mutant.path.resolve())
        if any(function[0] == file for function in self.early if function in self.functions):
            return lambda test: True
        sources = {test: Path(test.split("::")[0]).read_text(encoding="utf-8") for test in self.items}
        return lambda test: mutant.module in sources[test] or any(
            function[0] == file for function in self.users.get(test, ((file, ""),)))

    def _order(self, mutant: Mutant, tests: Iterable[str]) -> list[str]:
        function, module = (self.noticed.get(key, Counter()) for key in _keys(mutant))
        return sorted(tests, key=lambda test: (-function[test], -module[test], self.seconds.get(test, 0.0)))

    def _try(self, mutant: Mutant) -> str:
        """In the child: which test notices the mutant, or why none did."""
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        try:
            code = mutant.code()
        except SyntaxError:
            return NO_PYTHON
        function = _keys(mutant)[0]
        if function in self.called and exchange(self.functions, function, code):
            noticed = self._noticed(mutant, function)
            if noticed != NOBODY or function not in self.early:
                return noticed
        return self._anew(mutant, code)

    def _noticed(self, mutant: Mutant, function: Function) -> str:
        new = frozenset((function,))  # what a test calls that was written after the measuring is not known
        order = self._order(mutant, (test for test in self.items if function in self.users.get(test, new)))
        watch = _Watch(self.seconds)
        return next((test for test in order if not watch.passes(self.items[test])), NOBODY)

    def _anew(self, mutant: Mutant, code: CodeType) -> str:
        signal.setitimer(signal.ITIMER_PROF, 60)
        for name in [name for name in sys.modules if name.split(".")[0] in (self.folder.name, "tests", "conftest")]:
            del sys.modules[name]
        sys.meta_path.insert(0, _Finder(mutant, code))
        watch = _Watch(self.seconds, lambda tests: self._order(mutant, filter(self._uses(mutant), tests)))
        status = _pytest(self.tests, watch)
        return NOBODY if status in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED) else watch.test or IMPORT


def _keys(mutant: Mutant) -> tuple[Function, Function]:
    """Its function, and its module."""
    file = str(mutant.path.resolve())
    return (file, mutant.function), (file, "*")


def _pytest(tests: list[str], plugin: object) -> int | pytest.ExitCode:
    loaded = ("-W", "ignore::pytest.PytestAssertRewriteWarning")  # Hypothesis was imported before
    options = ["-x", "-q", "-s", *loaded, "-p", "no:cacheprovider", "-p", "no:xdist", "--hypothesis-profile=mutants"]
    return pytest.main([*options, *tests], plugins=[plugin])


def _forked(work: Callable[[], object]) -> tuple[int, int]:
    """A child process that does some work in silence, and where its result can be read."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        silent = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(silent, stream)
        try:
            with os.fdopen(writing, "wb") as result:
                pickle.dump(work(), result)
        finally:
            os._exit(0)
    os.close(writing)
    return child, reading


def _read(reading: int) -> object:
    with os.fdopen(reading, "rb") as result, contextlib.suppress(EOFError):
        return pickle.load(result)
    return None


class _Loop:
    """Does something else with the collected tests than to run them."""

    def __init__(self, work: Callable[[pytest.Session], None]) -> None:
        self.work = work

    def pytest_runtestloop(self, session: pytest.Session) -> bool | None:
        """Unless a test file cannot be collected, which pytest tells."""
        if not session.testsfailed:
            self.work(session)
        return not session.testsfailed or None


class _Watch:
    """Remembers the first test that failed, orders the tests and stops those that do not come to an end."""

    def __init__(
        self, seconds: dict[str, float] | None = None, order: Callable[[list[str]], list[str]] | None = None
    ) -> None:
        self.seconds, self.order, self.test = seconds, order, ""

    def passes(self, item: pytest.Item) -> bool:
        """Whether a test that was collected before passes. What all tests share is kept for the next one."""
        manager = item.config.pluginmanager
        if not manager.is_registered(self):
            manager.register(self)
        item.ihook.pytest_runtest_protocol(item=item, nextitem=item.session)
        return not self.test

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """The likeliest first."""
        if self.order:
            found = {item.nodeid: item for item in items}
            items[:] = [found[test] for test in self.order(list(found))]

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> None:
        """The process ends when the test uses more of the processor than it may."""
        if self.seconds:
            signal.setitimer(signal.ITIMER_PROF, AT_LEAST + SLOWER * self.seconds.get(item.nodeid, 0.0))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A test failed, or could not be set up."""
        if report.failed and not self.test:
            self.test = report.nodeid


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

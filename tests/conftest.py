"""One thread a library, since the tests share the machine's cores; no test is timed, and each tries the same examples
every time; of like cases a few are quick; draws are brief."""

from __future__ import annotations

import atexit
import gc
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests import draw_steps
from tests.own_folders import name_home, name_state
from tournament.draw import draw_search

for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "OPENCV_FOR_THREADS_NUM"):
    os.environ.setdefault(variable, "1")
os.environ.pop("KIEBITZ_LANG", None)
if os.environ.pop("PYTHONDONTWRITEBYTECODE", ""):  # hundreds of processes begin, and each would compile the house anew
    sys.dont_write_bytecode = False
if "KIEBITZ_TEST_STATE" not in os.environ:  # workers share the folders of the run; the user's own stay out of it
    state = os.environ["KIEBITZ_TEST_STATE"] = tempfile.mkdtemp(prefix="kiebitz-state-")
    os.environ.update(name_state(state))
    atexit.register(shutil.rmtree, state, ignore_errors=True)

for name, steps in draw_steps.BRIEF.items():
    setattr(draw_search, name, steps)

patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("kiebitz", patient, max_examples=10, derandomize=True)
settings.register_profile("thorough", patient, max_examples=200)
settings.load_profile("kiebitz")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Of the cases of a test marked `few(n)` n stay quick, evenly spread; the others become slow."""
    for _, group in groupby(items, key=lambda item: item.nodeid.partition("[")[0]):
        cases = list(group)
        few = cases[0].get_closest_marker("few")
        if few is not None:
            quick = {round(n * len(cases) / few.args[0]) for n in range(few.args[0])}
            for n, case in enumerate(cases):
                if n not in quick:
                    case.add_marker(pytest.mark.slow)


def pytest_collection_finish() -> None:
    """What the tests and libraries are made of stays to the end: the garbage collector need not look at it again."""
    gc.freeze()
    gc.set_threshold(100_000, 50, 50)


@pytest.fixture(scope="module")
def lasting_draws() -> Iterator[None]:
    """Draws in this process take as many steps as those of an evening."""
    with pytest.MonkeyPatch.context() as patch:
        for name, steps in draw_steps.EVENING.items():
            patch.setattr(draw_search, name, steps)
        yield


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's own folders, all in one below the test's, which is not yet there."""
    for name, place in name_home(tmp_path / "home").items():
        monkeypatch.setenv(name, place)
    return tmp_path / "home"


@pytest.fixture
def no_program(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """No program at all on the PATH, and with it no Tesseract; returns the empty folder in its place."""
    folder = tmp_path_factory.mktemp("empty")
    monkeypatch.setenv("PATH", str(folder))
    return folder


@pytest.fixture
def no_library(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """No library of Tesseract, here and in the processes that this one begins."""
    folder = tmp_path_factory.mktemp("hidden")
    (folder / "tesserocr.py").write_text("raise ImportError", "utf-8")
    monkeypatch.syspath_prepend(folder)
    monkeypatch.setenv("PYTHONPATH", str(folder))
    monkeypatch.setitem(sys.modules, "tesserocr", None)


@pytest.fixture
def no_tesseract(no_program: Path, no_library: None) -> Path:
    """Neither of them: printed names cannot be read; returns the folder that is the PATH."""
    return no_program

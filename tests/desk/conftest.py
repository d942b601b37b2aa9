"""What several tests of the program share."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Timer

import pytest

from desk.web import place_weights
from desk.workers.read_photos import JUDGE, READER
from desk.workers.worker_process import START_METHOD, start_fork_server

ROOT = Path(__file__).parents[2]
BUILT_FROM = ("desk", "dev", "kiebitz", "scanner", "scoring", "templates", "texts", "tournament")


@pytest.fixture(scope="session", autouse=True)
def libraries() -> None:
    """What reads and judges, and what stands in for it, is loaded once for all workers of these tests: a fork server
    keeps what it was begun with, and the first test would begin one with less."""
    if START_METHOD == "forkserver":
        start_fork_server((*READER, *JUDGE, "tests.desk.saboteurs", "tests.desk.web.readers"))


@pytest.fixture(autouse=True)
def planned(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What a test's desk planned to work out once all is calm would be worked out during a later test."""
    timers: list[Timer] = []

    def plan(seconds: float, work: Callable[..., object], given: tuple[object, ...]) -> Timer:
        timers.append(Timer(seconds, work, given))
        return timers[-1]

    monkeypatch.setattr(place_weights, "Timer", plan)
    yield
    for timer in timers:
        timer.cancel()
    for timer in timers:
        timer.join(20.0)


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built once from a copy of the project's packages, `dev` among them, which must stay out of it."""
    source, built = (tmp_path_factory.mktemp(name) for name in ("source", "built"))
    for folder in BUILT_FROM:
        shutil.copytree(ROOT / folder, source / folder, ignore=shutil.ignore_patterns("__pycache__"))
    for file in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / file, source)
    build = ["-m", "pip", "wheel", "--quiet", "--no-deps", "--no-index", "--no-build-isolation", "-w", str(built), "."]
    run = subprocess.run([sys.executable, *build], cwd=source, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    [made] = built.glob("*.whl")
    return made

"""Worker processes: order is kept, and what dies, hangs, swells or fails takes nothing with it but its own page."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from desk.exits import Broken
from desk.workers import pool, worker_process
from desk.workers.pool import Pool, Work, count_workers
from desk.workers.read_photos import explain_loss, make_tesseract_error
from desk.workers.worker_process import Budget, Job, Loss
from scanner.sheet_reading import PageProgress
from texts.languages import LANGUAGES

HERE = (__name__,)
SMALL = Budget(memory=200 * 1024**2, page_s=3.0 if worker_process.START_METHOD == "forkserver" else 8.0, file_s=60.0)
"""Little memory, and little time; what a process loads by itself at its first fault takes longer."""


def lost(task: int, loss: Loss) -> tuple[int, str, int]:
    """What stands for a task, or a page of it, that did not come to its end."""
    return task, loss.why, loss.page


def double(task: int, _first: int, _tell: PageProgress) -> Iterator[int]:
    """The later tasks are the quicker ones, so that results arrive out of order."""
    time.sleep(0.02 * (5 - task % 5))
    yield 2 * task


@pytest.mark.parametrize("size", [1, 3])
def test_results_keep_the_order_of_the_tasks(size: int) -> None:
    """Whoever finishes first, the sheets are listed as they were given, and each is announced once."""
    announced: list[int] = []
    with Pool(size, preload=HERE) as hands:
        results = list(hands.run(Work(double, lost), range(6), announced.append))
    assert results == [(2 * n,) for n in range(6)]
    assert sorted(announced) == list(range(6))


def name_process(_task: int, _first: int, _tell: PageProgress) -> Iterator[int]:
    """Which process does it."""
    yield os.getpid()


def test_idle_workers_end_and_come_back() -> None:
    """After a rest the next task is done by a new process, where others would be done by the old one."""
    work = Work(name_process, lambda *_: 0)
    with Pool(1, preload=HERE) as hands:
        before = [*hands.run(work, [1]), *hands.run(work, [2])]
        hands.rest()
        hands.rest()
        after = [*hands.run(work, [3])]
    assert before[0] == before[1] != after[0] != (0,)


def naughty(task: str, _first: int, _tell: PageProgress) -> Iterator[str]:
    """Does what its task says, as a decoder may do it on a crafted file."""
    match task:
        case "die":
            os._exit(11)
        case "hang":
            time.sleep(600)
        case "swell":
            bytearray(100 * 1024**3)  # too much for a computer, too, where no process has a limit
        case "fail":
            raise KeyError(task)
    yield task


@pytest.mark.parametrize("size", [1, 2])
def test_whatever_one_task_does_the_others_have_their_results(size: int) -> None:
    """Each of four saboteurs is reported by what it did; the pool goes on, also with one worker, and is used again."""
    tasks = ["a", "die", "b", "hang", "c", "swell", "d", "fail", "e"]
    with Pool(size, SMALL, preload=HERE) as hands:
        told = [
            result[0] if isinstance(result[0], str) else result[0][1]
            for result in hands.run(Work(naughty, lost), tasks)
        ]
        assert told == ["a", "died", "b", "page-slow", "c", "memory", "d", "fault", "e"]
        assert list(hands.run(Work(naughty, lost), ["f", "g"])) == [("f",), ("g",)]


def sleep_well(task: float, _first: int, _tell: PageProgress) -> Iterator[float]:
    """Takes so many seconds."""
    time.sleep(task)
    yield task


def test_a_lid_that_was_shut_costs_no_photograph(monkeypatch: pytest.MonkeyPatch) -> None:
    """The computer sleeps while a photograph is read, and its clocks go on; afterwards nothing is late but what really
    hangs."""
    sleeps, look = [5.0 * SMALL.page_s], pool.wait

    def sleep_once(pipes: Sequence[Any], left: float) -> list[Any]:
        heard = look(pipes, left)
        if any(worker.job for worker in hands._workers) and not heard and sleeps:
            asleep.append(sleeps.pop())
        return heard

    asleep = list[float]()
    monkeypatch.setattr(pool, "wait", sleep_once)
    monkeypatch.setattr(pool.time, "monotonic", lambda clock=time.monotonic: clock() + sum(asleep))
    with Pool(1, SMALL, preload=HERE) as hands:
        list(hands.run(Work(naughty, lost), ["a"]))  # the worker is ready
        sleeps[:] = [5.0 * SMALL.page_s]
        arriving = [[0.6]]
        assert list(hands.run_arriving(Work(sleep_well, lost), lambda: arriving.pop() if arriving else ())) == [
            (0.6, (0.6,))
        ]
        assert sleeps == []
        assert list(hands.run(Work(naughty, lost), ["hang"])) == [(("hang", "page-slow", 0),)]


def spin(task: str, _first: int, _tell: PageProgress) -> Iterator[str]:
    """Computes, or waits, for longer than it may."""
    while task == "compute":
        pass
    time.sleep(600)
    yield task


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux says what processor time another process had")
def test_a_loss_says_how_much_of_its_time_the_work_had_a_processor() -> None:
    """Whether the picture or the computer is slow is known, not guessed: what waits had next to nothing of it."""
    with Pool(1, replace(SMALL, page_s=1.0), preload=HERE) as hands:
        [(waited,), (computed,)] = hands.run(Work(spin, lambda _task, loss: loss.share), ["wait", "compute"])
    assert waited is not None
    assert computed is not None
    assert waited < 0.3
    assert computed > waited


def test_what_was_in_the_way_and_what_helps_is_said() -> None:
    """A busy computer is no reason for another format; of formats only those are blamed that open slowly."""
    busy = explain_loss(Loss("page-slow", limit=20, share=0.21), Path("a.heic"))
    slow = {name: explain_loss(Loss("page-slow", limit=20, share=0.97), Path(name)) for name in ("a.HEIC", "a.jpg")}
    unknown = explain_loss(Loss("page-slow", limit=20), Path("a.png"))
    pages = explain_loss(Loss("file-slow", page=4, limit=60, share=0.1), Path("a.pdf"))
    assert {one.code for one in (busy, *slow.values(), unknown)} == {"too-slow"}
    assert "nur zu 21 % dran" in busy.in_("de")
    assert "andere Programme schließen" in busy.in_("de")
    assert "JPEG" in slow["a.HEIC"].in_("de")
    assert not any("JPEG" in one.in_(lang) for one in (busy, slow["a.jpg"], unknown) for lang in LANGUAGES)
    assert all("20 Sekunden" in one.in_("de") for one in (busy, *slow.values(), unknown))
    assert (pages.code, "ab Seite 5" in pages.in_("de"), "10 %" in pages.in_("de")) == ("file-too-slow", True, True)


def test_it_works_where_there_is_no_fork_server(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on macOS and Windows: every process loads everything itself."""
    for module in (worker_process, pool):
        monkeypatch.setattr(module, "START_METHOD", "spawn")
    with Pool(2, SMALL, preload=HERE) as hands:
        hands.begin()
        assert [worker.job for worker in hands._workers] == [None, None]  # they load while nobody waits for them
        told = list(hands.run(Work(naughty, lost), ["a", "hang", "b"]))
    assert told == [("a",), (("hang", "page-slow", 0),), ("b",)]


def paged(task: str, first: int, tell: PageProgress) -> Iterator[int]:
    """Six pages, of which two do what the task says."""
    for page in range(first, 6):
        tell(page, 6)
        if page in (1, 4):
            next(naughty(task, 0, tell))
        yield page


@pytest.mark.few(2)
@pytest.mark.parametrize("task", ["die", "swell", "fail", "hang"])
def test_a_page_that_fails_costs_no_other_page(task: str) -> None:
    """The pages after it are read by another worker, and the failed ones stand in their place."""
    with Pool(1, SMALL, preload=HERE) as hands:
        [pages] = hands.run(Work(paged, lost), [task])
    why = {"die": "died", "swell": "memory", "fail": "fault", "hang": "page-slow"}[task]
    assert pages == (0, (task, why, 1), 2, 3, (task, why, 4), 5)


def slow(task: int, first: int, tell: PageProgress) -> Iterator[int]:
    """Many pages, each within its own limit."""
    for page in range(first, task):
        tell(page, task)
        time.sleep(0.1)
        yield page


def test_a_file_has_its_limit_too() -> None:
    """A thousand pages that are slow together end where their file's time ends; quick pages do not count against it."""
    with Pool(1, replace(SMALL, file_s=0.5, more_s=0.0), preload=HERE) as hands:
        [pages] = hands.run(Work(slow, lost), [1000])
    assert pages[:-1] == tuple(range(len(pages) - 1))
    assert pages[-1] == (1000, "file-slow", len(pages) - 1)
    quick = Job(0, 8, results=[*range(7)], began=0.0, page_began=0.7)
    assert quick.find_deadline(replace(SMALL, file_s=0.5, more_s=5.0))[0] == 0.7 + SMALL.page_s


def test_nothing_is_imported_from_the_folder_of_photographs(tmp_path: Path) -> None:
    """A file called numpy.py that somebody sent along stays a file."""
    (tmp_path / "numpy.py").write_text("from pathlib import Path\nPath('ran').touch()\n", encoding="utf-8")
    (tmp_path / "a.jpg").touch()
    program = "import sys; sys.path.remove(''); from desk.__main__ import main; main(['read', 'a.jpg'])"
    subprocess.run(
        [sys.executable, "-c", program],
        cwd=tmp_path,
        capture_output=True,
        check=False,
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])},
    )
    assert {path.name for path in tmp_path.iterdir()} == {"a.jpg", "numpy.py"}


def test_workers_that_do_not_start_are_not_waited_for() -> None:
    """A broken installation is reported, instead of new processes without end."""
    with Pool(2, preload=("desk.no_such_module",)) as hands, pytest.raises(RuntimeError, match="no worker"):
        list(hands.run(Work(double, lost), range(4)))


def gone(_task: int, _first: int, _tell: PageProgress) -> Iterator[int]:
    """Tesseract was uninstalled in the middle of the work."""
    raise make_tesseract_error("gone")
    yield


def test_a_broken_tool_stops_the_work_and_keeps_its_sentence() -> None:
    """The error crosses the processes whole: what is true for one photograph is true for all."""
    with Pool(2, preload=HERE) as hands, pytest.raises(Broken) as stop:
        list(hands.run(Work(gone, lost), range(4)))
    for lang in LANGUAGES:
        assert stop.value.message(lang) == make_tesseract_error("gone").message(lang)


def place(_task: int, _first: int, _tell: PageProgress) -> Iterator[tuple[str, str]]:
    """Where the worker is, and what it was told to do."""
    yield os.getcwd(), os.environ["KIEBITZ_TRIAL"]  # noqa: PTH109 - a word is enough


def test_a_worker_has_the_folder_and_settings_of_its_parent(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Those of now, not those of an earlier run of the same program."""
    for number in ("1", "2"):
        folder = tmp_path_factory.mktemp(number)
        monkeypatch.chdir(folder)
        monkeypatch.setenv("KIEBITZ_TRIAL", number)
        with Pool(1, preload=HERE) as hands:
            assert list(hands.run(Work(place, lost), [0])) == [((str(folder), number),)]


@pytest.mark.parametrize(
    ("jobs", "tasks", "memory_mb", "expected"),
    [(0, 1, 64_000, 1), (0, 99, 64_000, 8), (0, 5, 64_000, 5), (3, 100, 64_000, 3), (0, 100, 1_500, 2), (0, 9, 200, 1)],
)
def test_processes_follow_cores_memory_and_tasks(
    monkeypatch: pytest.MonkeyPatch, jobs: int, tasks: int, memory_mb: int, expected: int
) -> None:
    """One process a core, fewer when the memory or the work does not reach, and as many as the user asks for."""
    cores: Callable[[int], set[int]] = lambda _pid: set(range(8))  # noqa: E731 - the shape that os has
    monkeypatch.setattr(pool.os, "sched_getaffinity", cores, raising=False)
    monkeypatch.setattr(pool, "_read_memory", lambda: memory_mb * 1024 * 1024)
    assert count_workers(jobs, tasks) == expected

"""What the README asks people to type works as it stands there."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest

from desk.__main__ import main
from desk.cli.run import run_scan
from desk.workers.pool import Pool, Work
from desk.workers.read_photos import LOADING, load_digit_reader
from scanner.sheet_reading import ignore_progress
from tests.desk.typed_lines import type_line

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def commands(text: str) -> list[str]:
    """Every line of the fenced shell blocks, without comments."""
    blocks = re.findall(r"^```sh\n(.*?)^```", text, flags=re.DOTALL | re.MULTILINE)
    lines = (line.split("  #")[0].strip() for block in blocks for line in block.splitlines())
    return [line for line in lines if line]


SET_UP = [line for line in commands(README) if line.startswith("sh ")]
KIEBITZ = [line for line in commands(README) if not line.startswith("sh ")]
MAIN = KIEBITZ[0]
"""The front page's main command."""
LONG = {line: [pytest.mark.slow] for line in KIEBITZ if line != MAIN and re.search("kiebitz (scan|learn)", line)}
"""They read up to twenty photographs each, or have Tesseract read a page several times."""


def test_the_readme_has_the_four_main_commands() -> None:
    """Each of them is shown at least once."""
    shown = {name for line in KIEBITZ for name in re.findall(r"kiebitz (\w+)", line)}
    assert shown >= {"scan", "sheet", "read", "score"}


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the samples, and nothing else that could be missed."""
    folder = tmp_path_factory.mktemp("project")
    shutil.copytree(ROOT / "samples", folder / "samples")
    return folder


@pytest.mark.parametrize("line", [pytest.param(line, marks=LONG.get(line, ())) for line in KIEBITZ])
def test_a_command_of_the_readme_runs(line: str, project: Path) -> None:
    """Typed in the project's folder it ends with status 0 and complains of nothing but unusable samples."""
    run = type_line(line, project)
    assert run.returncode == 0, run.stderr
    assert "Traceback" not in run.stderr
    assert "kein JSON" not in run.stdout  # JSON that the shell has not passed on whole


@pytest.mark.parametrize("line", SET_UP)
def test_the_set_up_commands_are_plain_shell(line: str) -> None:
    """They are there, and a plain POSIX shell takes them; running them is the continuous check's first step."""
    script = ROOT / line.split()[1]
    assert script.is_file()
    for part in (script, ROOT / "dev" / "tools" / "prepare.sh"):
        assert subprocess.run(["sh", "-n", str(part)], check=False).returncode == 0


DOCUMENTS = sorted(
    str(page.relative_to(ROOT))
    for part in (".", "docs", "samples")
    for page in (ROOT / part).glob("*.md" if part == "." else "**/*.md")
)
OURS = ("scanner", "scoring", "tournament", "desk")


@pytest.mark.parametrize("document", DOCUMENTS)
def test_links_lead_somewhere(document: str) -> None:
    """Every relative link names a file or folder of the project."""
    page = ROOT / document
    links = re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


class OneProcess(Pool):
    """A pool that does its tasks in this process, where their calls can be watched."""

    def run(self, work: Work[Any, Any], tasks: Sequence[Any], done: object = None) -> Iterator[tuple[Any, ...]]:
        """Each task's results; the check beforehand that the recognisers load is no part of the journey."""
        return (() if work is LOADING else tuple(work.do(task, 0, ignore_progress)) for task in tasks)


@pytest.fixture(scope="module")
def calls(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[str, ...]]:
    """Every function of ours that `kiebitz scan` calls, in the order of the first calls, with those that it is called
    in: `{"scanner.pipeline.read_photo": ("desk.cli.run.run_scan.scan_photos", ...)}`."""
    seen: dict[str, tuple[str, ...]] = {}
    known: set[CodeType] = set()
    load_digit_reader()  # which is no step either
    folder, photo = tmp_path_factory.mktemp("journey"), ROOT / "samples" / "r1-t1-clean.jpg"

    def watch(frame: FrameType, event: str, _argument: object) -> None:
        if event != "call" or frame.f_code in known:
            return
        name, callers = _name_call(frame), tuple(_list_callers(frame))
        if name and "<module>" not in name and "" not in callers:  # loading a module is no step
            seen.setdefault(name, callers)
        if name in (*seen, ""):
            known.add(frame.f_code)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(run_scan, "Pool", OneProcess)
        sys.setprofile(watch)
        try:
            main(
                [
                    "scan",
                    str(photo),
                    "--rules",
                    "pflichtsolo-40",
                    "-o",
                    str(folder / "a.xlsx"),
                    "--json",
                    str(folder / "a.json"),
                ]
            )
        finally:
            sys.setprofile(None)
    return seen


def _name_call(frame: FrameType) -> str:
    """A function's full name, "" for what is none of ours, or is made by a library."""
    module = frame.f_globals.get("__name__", "")
    ours = module.partition(".")[0] in OURS and frame.f_code.co_filename.startswith(str(ROOT))
    return f"{module}.{frame.f_code.co_qualname}" if ours else ""


def _list_callers(frame: FrameType) -> Iterator[str]:
    """Our functions that are at work, from the inside out; "" for a module that is being loaded."""
    caller = frame.f_back
    while caller is not None and caller.f_code is not main.__code__:
        if name := _name_call(caller):
            yield "" if caller.f_code.co_name == "<module>" else name
        caller = caller.f_back


def _list_steps() -> list[tuple[int, list[str]]]:
    """The journey's steps: how far each is set in, and the modules and functions that it names."""
    journey = README.split("## A photo's journey")[1].split("\n## ")[0]
    steps = re.findall(r"^( *)(?:\d+\.|\*) (.*?)(?=^ *(?:\d+\.|\*) |^\n|\Z)", journey, flags=re.MULTILINE | re.DOTALL)
    return [(len(indent), re.findall(rf"`((?:{'|'.join(OURS)})(?:\.\w+)*)`", step)) for indent, step in steps]


def test_the_journey_is_what_is_called(calls: dict[str, tuple[str, ...]]) -> None:
    """Whatever a step names is called, and the steps' first names are called in the order of the steps."""
    steps = [[_find_call(name, calls) for name in names] for _, names in _list_steps() if names]
    assert sum(map(len, steps)) >= 10
    assert [names for names in steps if None in names] == []
    begun = [list(calls).index(str(names[0])) for names in steps]
    assert begun == sorted(begun)


def test_a_step_within_a_step_is_called_by_it(calls: dict[str, tuple[str, ...]]) -> None:
    """Where the front page sets a step in below another, the other one's first function is what calls it."""
    outer: dict[int, str] = {}
    wrong = []
    for indent, names in _list_steps():
        if names:
            caller = next((outer[at] for at in sorted(outer, reverse=True) if at < indent), None)
            if caller is not None:
                wrong += [name for name in names if caller not in calls[str(_find_call(name, calls))]]
            outer = {at: name for at, name in outer.items() if at < indent} | {indent: names[0]}
    assert wrong == []


def _find_call(name: str, calls: dict[str, tuple[str, ...]]) -> str | None:
    """The function, or the first that is called of a module or package."""
    return next((call for call in calls if call == name or call.startswith(f"{name}.")), None)


def test_the_flagged_row_of_the_front_page_is_flagged() -> None:
    """The explanation is the program's own, word for word."""
    from desk.workers.read_photos import ReadTask, read_pages
    from scoring.rulesets.load_rules import load
    from tests.tournament.filing.files import keep_book

    readings = list(read_pages(ReadTask(ROOT / "samples" / "r2-t3-mistakes-in-rows.jpg")))
    [entry] = keep_book(load("pflichtsolo-40"), readings).entries
    [row] = [row for row in entry.sheet.open_rows if row.game == 16]
    told = [finding.message() for finding in row.findings] + [finding.proposal_text() for finding in row.findings]
    quoted = " ".join(README.replace("\n>", "").split())
    assert told
    assert [text for text in told if text not in quoted] == []

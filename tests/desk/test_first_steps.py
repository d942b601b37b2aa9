"""`kiebitz` and nothing else: in a terminal the way in, in a pipe the help."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

import pytest

from desk.__main__ import main

ROOT = Path(__file__).parents[2]


class Terminal(io.StringIO):
    """A standard output that a person is looking at."""

    def isatty(self) -> bool:
        """Yes."""
        return True


@pytest.fixture(autouse=True)
def typed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody clicked: on Windows a call without a console means that, and would serve the start page without end."""
    monkeypatch.setattr("desk.cli.double_click.is_own_window", lambda _programs: False)


def test_a_person_is_told_what_to_do_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """The commands of an evening in their order, in few short lines, instead of twenty commands."""
    screen = Terminal()
    monkeypatch.setattr(sys, "stdout", screen)
    assert main([]) == 0
    lines = screen.getvalue().splitlines()
    assert lines[0].endswith("kiebitz --help")
    assert [line.split("kiebitz ")[1].split()[0] for line in lines[1:5]] == ["new", "draw", "print", "scan"]
    assert len(lines) <= 8
    assert max(map(len, lines)) < 80


def test_the_first_steps_come_in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the language is said, and nothing that is to be done."""
    screen = Terminal()
    monkeypatch.setattr(sys, "stdout", screen)
    assert main(["--lang", "en"]) == 0
    assert screen.getvalue().startswith("How an evening begins")


def test_a_pipe_gets_the_help(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Somebody types, but a program reads: the whole page on standard error, and status 2."""
    monkeypatch.setattr(sys, "stdin", Terminal())
    assert main([]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("Aufruf: kiebitz BEFEHL ...\n")


@pytest.mark.parametrize("wrong", [["--host", "0.0.0.0"], ["--https"]])
def test_the_start_page_is_for_this_computer(wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """Whoever wants it elsewhere is told which evening goes there."""
    assert main(["desk", *wrong]) == 2
    assert "nur auf diesem Rechner" in capsys.readouterr().err


@pytest.mark.parametrize("module", ["kiebitz", "desk"])
def test_the_program_runs_as_a_module(module: str) -> None:
    """`python -m kiebitz` for a machine whose PATH does not have the command."""
    command = [sys.executable, "-m", module, "--version"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stdout.startswith("kiebitz 0.")

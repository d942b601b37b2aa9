"""The Tab key: what may be typed next, in the words of the help."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from desk.__main__ import main

ROOT = Path(__file__).parents[2]


def test_bash_is_told_the_commands_that_begin_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`kiebitz sc` may become scan or score."""
    ask(monkeypatch, "bash", COMP_WORDS="kiebitz sc", COMP_CWORD="1")
    assert main([]) == 0
    assert capsys.readouterr().out.split() == ["scan", "score"]


def test_fish_is_told_their_meaning_in_german(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The whole sentence of the help, for `--help` too."""
    ask(monkeypatch, "fish", _TYPER_COMPLETE_ARGS="kiebitz status --", _TYPER_COMPLETE_FISH_ACTION="get-args")
    assert main([]) == 0
    assert "--help\tDiese Hilfe zeigen." in capsys.readouterr().out.splitlines()


@pytest.mark.parametrize(("typed", "status"), [("kiebitz sc", 0), ("kiebitz xx", 1)])
def test_fish_learns_whether_there_is_anything(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], typed: str, status: int
) -> None:
    """It asks by the exit status, which is no crash."""
    ask(monkeypatch, "fish", _TYPER_COMPLETE_ARGS=typed, _TYPER_COMPLETE_FISH_ACTION="is-args")
    assert main([]) == status
    assert capsys.readouterr().err == ""


@pytest.mark.skipif(shutil.which("bash") is None, reason="asks a real bash")
def test_the_script_teaches_a_real_bash(tmp_path: Path) -> None:
    """What `kiebitz completion bash` prints, sourced, answers when the Tab key is pressed behind "kiebitz sc"."""
    program = tmp_path / "kiebitz"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m kiebitz "$@"\n')
    program.chmod(0o755)
    environment = os.environ | {"PATH": f"{tmp_path}:{os.environ['PATH']}"}
    script = """source <(kiebitz completion bash); COMP_WORDS=(kiebitz sc); COMP_CWORD=1
                _kiebitz_completion kiebitz; echo "${COMPREPLY[@]}" """
    run = subprocess.run(["bash", "-c", script], cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    assert run.stdout == "scan score\n"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "powershell"])
def test_there_is_a_script_for_each_shell(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    """It asks this program, in the variable that this program looks at, and says which shell it is."""
    assert main(["completion", shell]) == 0
    script = capsys.readouterr().out
    assert "_KIEBITZ_COMPLETE" in script
    assert f"complete_{shell}" in script


def ask(monkeypatch: pytest.MonkeyPatch, shell: str, **words: str) -> None:
    """Sets what the shell's script would set."""
    for name, value in {"_KIEBITZ_COMPLETE": f"complete_{shell}", **words}.items():
        monkeypatch.setenv(name, value)

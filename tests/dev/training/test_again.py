"""Training again: every step once and in order, and a network that is worse anywhere is not kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from dev.benchmarks.compare import Tally, list_worse
from dev.training import again


def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *more: str) -> list[list[str]]:
    """The steps that are run for that folder, each as its words; nothing is made."""
    steps: list[list[str]] = []

    def note(command: Sequence[object], *, fails: bool = False) -> int:
        steps.append([str(word) for word in command])
        return int(fails)

    monkeypatch.setattr(again, "run_step", note)
    monkeypatch.setattr(again, "use_shipped_facts", lambda model: None)
    given = ["--data", "hands", "--fonts", "type", "--out", str(tmp_path), "--photos", "real", *more]
    assert again.main(given) == 1  # what the comparison says
    return steps


def test_every_step_is_taken_in_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From the shipped weights to the comparison on the composed sets and on the given one."""
    steps = run(tmp_path, monkeypatch)
    modules = [next(word for word in words if word.startswith("dev.")) for words in steps]
    first = ["dev.training.unfold", "dev.training.train", "dev.training.unfold", "dev.training.export"]
    assert modules == [*first, *["dev.filler"] * 6, "dev.benchmarks.compare"]
    assert "100.0" in steps[1]
    assert steps[1][steps[1].index("--teacher") + 1] == str(tmp_path / "start.pt")
    assert steps[-1][-1] == "real"
    assert {"clean", "bright-phone", "old-phone"} < {word for words in steps[4:10] for word in words}


def test_what_is_there_is_not_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run that was cut off goes on where it was."""
    (tmp_path / "start.pt").touch()
    (tmp_path / "sets" / "full-clean").mkdir(parents=True)
    steps = run(tmp_path, monkeypatch, "--dry")
    assert len(steps) == 9
    assert "dev.training.train" in steps[0]
    assert "0.5" in steps[0]


@pytest.mark.parametrize("key", ["wrong", "cells sure wrong", "asked"])
def test_one_more_anywhere_is_worse(key: str) -> None:
    """Numbers wrong, sure ones wrong, rows asked: none may be more; fewer is fine."""
    shipped = Tally(Counter({"wrong": 3, "cells sure wrong": 1, "asked": 5}))
    assert list(list_worse(shipped, shipped)) == []
    assert len(list(list_worse(shipped, Tally(shipped.counts + Counter({key: 1}))))) == 1
    assert list(list_worse(shipped, Tally(shipped.counts - Counter({key: 1})))) == []

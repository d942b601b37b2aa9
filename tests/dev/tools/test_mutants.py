"""The command that changes the code and runs its tests finds the tests that matter, and which changes they miss."""

from __future__ import annotations

from pathlib import Path

import pytest

from dev.tools.mutants import (
    Mutant,
    choose_tests,
    draw_sample,
    list_mutants,
    make_change,
    measure_distances,
    notices,
    run_tests,
)

HOUSE = {
    "scoring/__init__.py": "",
    "scoring/add.py": "def add(a, b):\n    return a + b\n\n\ndef weigh(a):\n    return a > 3\n",
    "scoring/twice.py": "from scoring import add\n\n\ndef double(a):\n    return add.add(a, a)\n",
    "tests/scoring/test_add.py": "from scoring.add import add, weigh\n\n\n"
    "def test_it():\n    assert add(2, 3) == 5 and weigh(9) and not weigh(1)\n",
    "tests/scoring/test_twice.py": "from scoring.twice import double\n\n\ndef test_it():\n    assert double(4) == 8\n",
    "tests/scoring/test_other.py": "def test_it():\n    pass\n",
    "tests/desk/test_desk.py": "from scoring.add import add\n\n\ndef test_it():\n    assert add(1, 1) == 2\n",
    "tests/scoring/inked/test_ink.py": "def test_it():\n    pass\n",
    "tests/scoring/inked/conftest.py": "import scoring.twice\n",
}


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A small repository: two modules, and tests that see some of what they do."""
    for name, text in HOUSE.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def test_the_tests_that_matter_come_nearest_first(house: Path) -> None:
    """Those of the module's own package that import it, in one step or several, or by the fixtures beside them."""
    chosen = choose_tests(house, "scoring/add.py")
    assert chosen == ["tests/scoring/test_add.py", "tests/scoring/test_twice.py", "tests/scoring/inked/test_ink.py"]
    assert choose_tests(house, "scoring/add.py", ["tests/desk/"])[0] == "tests/desk/test_desk.py"
    assert choose_tests(house, "scoring/twice.py") == [chosen[1], chosen[2]]
    assert measure_distances(house, "scoring/add.py")["tests/scoring/test_twice.py"] == 2


def test_a_sample_is_the_same_each_time(house: Path) -> None:
    """The seed decides; places left out are left out; no size means all."""
    mutants = [*list_mutants(house, ["scoring"])]
    assert {one.file for one in mutants} == {"scoring/add.py", "scoring/twice.py"}
    assert draw_sample(mutants, 3, seed=4) == draw_sample(mutants, 3, seed=4)
    assert len({tuple(draw_sample(mutants, 3, seed)) for seed in range(9)}) > 1
    assert draw_sample(mutants, 0, seed=1) == mutants
    assert {one.file for one in list_mutants(house, ["scoring"], ["scoring/t"])} == {"scoring/add.py"}
    assert [*list_mutants(house, ["scoring/twice.py"])] == [one for one in mutants if "twice" in one.file]


def test_a_change_that_no_test_sees_lives(house: Path) -> None:
    """Another sign is noticed, another limit is not; the file is then as it was."""
    changes = {one: make_change(house, one) for one in list_mutants(house, ["scoring/add.py"])}
    sign = next(one for one, change in changes.items() if change.after == "return a - b")
    limit = next(one for one, change in changes.items() if change.after == "return a >= 3")
    assert changes[limit].line == 6
    assert changes[limit].before == "return a > 3"
    tests = choose_tests(house, "scoring/add.py")
    assert notices(house, sign, changes[sign], tests)
    assert not notices(house, limit, changes[limit], tests)
    assert (house / "scoring/add.py").read_text("utf-8") == HOUSE["scoring/add.py"]


def test_a_change_that_tests_further_away_see(house: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All tests of the module's package run before it counts as unseen."""
    monkeypatch.setattr("dev.tools.mutants.NEAR", 1)
    (house / "tests/scoring/test_add.py").write_text(
        "import scoring.add\n\n\ndef test_it():\n    pass\n", encoding="utf-8"
    )
    sign = Mutant("scoring/add.py", 0)
    assert notices(house, sign, make_change(house, sign), choose_tests(house, "scoring/add.py"))


def test_tests_that_cannot_begin_have_failed(house: Path) -> None:
    """A change by which fixtures or test modules cannot be imported is noticed; slow tests alone say nothing."""
    (house / "scoring/twice.py").write_text("1 / 0\n", encoding="utf-8")
    assert not run_tests(house, ["tests/scoring/inked/test_ink.py"])
    (house / "tests/scoring/test_other.py").write_text("", encoding="utf-8")
    assert run_tests(house, ["tests/scoring/test_other.py"])

"""Club files that are none, build on nothing, or hold junk: each fault names file and key, and none crashes."""

from __future__ import annotations

import copy
import os
import random
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from scoring.rows.all_checks import check_rows, check_sheet
from scoring.rows.written_rows import Row, Sheet
from scoring.rulesets import load_rules
from scoring.rulesets.load_rules import find_file
from scoring.rulesets.rule_changes import find_wrong_examples
from scoring.rulesets.rule_page import write_page

HEAD = """
extends = "pflichtsolo-40"
id = "verein"
version = 1
title = { de = "Unser Verein", en = "Our club", source = "minutes" }
"""
Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Writes a file."""

    def file(content: str | bytes, name: str = "verein.toml") -> Path:
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return file


HEADS = [
    ('extends = "skat"', "extends", "neither"),
    ("extends = 12", "extends", "a text"),
    ('extends = "verein.toml"', "extends", "leads back to this file"),
    ('extends = "other.toml"', "extends", "leads back to this file"),
    ('extends = "third.toml"', "extends", "please extend that"),
    (f'extends = "{"x" * 300}.toml"', "extends", "neither"),
    ('extends = "broken.toml"', "", "no TOML"),
    ("version = 1", "extends", "builds on"),
    ("", "extends", "builds on"),
]


@pytest.mark.parametrize(("head", "key", "words"), HEADS)
def test_fault_of_the_base(write: Write, head: str, key: str, words: str) -> None:
    """Unknown, itself, in a circle, two levels deep, broken, none at all."""
    write('extends = "verein.toml"\nid = "other"\n', "other.toml")
    write(HEAD, "third.toml")
    write("id = ", "broken.toml")
    path = write(f'{head}\nid = "verein"\n' if head else "")
    _, (fault,) = load_rules.inspect(path)
    assert (fault.key, fault.exit_status) == (key, 3)
    assert words in fault.message("en")


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"\xff\xfei\x00d\x00", "UTF-8"),
        (b"id = ", "end of document"),
        (b"[" * 5000, "no TOML"),
        (b"id = 1\nid = 2\n\n", "line 2"),
        (b"#" * 300_000, "262144 bytes"),
        (b"\x00\x01\x02", "no TOML"),
    ],
)
def test_no_rule_file(write: Write, content: bytes, words: str) -> None:
    """Bytes that are no text, text that is no TOML, and far too much of it."""
    _, (fault,) = load_rules.inspect(write(content))
    assert words in fault.message("en")


@pytest.mark.parametrize(
    ("make", "words"),
    [
        pytest.param(lambda path: None, "no such file", id="nothing"),
        pytest.param(lambda path: path.mkdir(), "is no file", id="folder"),
        pytest.param(lambda path: os.mkfifo(path), "is no file", id="pipe"),
        pytest.param(lambda path: path.symlink_to("nirgends"), "no such file", id="link"),
    ],
)
def test_no_file_at_all(tmp_path: Path, make: Callable[[Path], None], words: str) -> None:
    """Nothing, a folder, a pipe that would never end, a link to nowhere: told at once, and nothing waits."""
    make(tmp_path / "verein.toml")
    _, (fault,) = load_rules.inspect(tmp_path / "verein.toml")
    assert words in fault.message("en")


def test_a_file_from_windows(write: Write) -> None:
    """A mark at the beginning and other line ends are no fault."""
    rules, faults = load_rules.inspect(write(b"\xef\xbb\xbf" + HEAD.replace("\n", "\r\n").encode()))
    assert faults == ()
    assert rules is not None


def test_a_shipped_id_can_be_checked() -> None:
    """`rules check ddv` means the rule set of that id."""
    assert [load_rules.inspect(Path(name))[1] for name in load_rules.list_known()] == [()] * len(
        load_rules.list_known()
    )


def test_a_club_leaves_out_a_check(write: Write) -> None:
    """One line takes a check out, another one adds one."""
    text = HEAD + 'checks.apply = [{ id = "S10", remove = true }, { id = "S9", source = "minutes" }]'
    rules = load_rules.load(write(text))
    base = load_rules.load("pflichtsolo-40")
    assert rules.checks_applied == base.checks_applied - {"S10"} | {"S9"}
    sheet = Sheet(4, 0, (Row(1, (1, 1, -1, -1)),), signed=(False,) * 4)
    assert ["unsigned" in [f.code for f in check_sheet(one, sheet)] for one in (base, rules)] == [True, False]


JUNK: list[Any] = ["", "x", "{oops}", 0, 1, -1, 7, 99, 10**30, True, [], {}, ["x"], [{}], 1.5, "R1", "solo", "karo"]
FOUR = Sheet(
    4,
    16,
    tuple(Row(n, (2, 2, -2, -2), totals=(1, 2, 3, 4), value=3, winners=(1,)) for n in range(1, 17)),
    (1, 2, 3, 4),
    (False,) * 4,
    ("a", "b", "a", None),
    ("a", "b", "c", "d"),
)
FIVE = Sheet(5, 20, tuple(Row(n, (2, 2, -2, -2, None), solo=n % 3 == 0, offence=n == 5) for n in range(1, 21)))


def places(table: Any, here: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every entry."""
    entries = table.items() if isinstance(table, dict) else enumerate(table) if isinstance(table, list) else ()
    for key, value in entries:
        yield (*here, key)
        yield from places(value, (*here, key))


def spoil(table: Any, rng: random.Random) -> None:
    """Takes one entry out, or puts junk in its place."""
    *way, last = rng.choice(list(places(table)))
    for key in way:
        table = table[key]
    if rng.random() < 0.2:
        del table[last]
    else:
        table[last] = copy.deepcopy(rng.choice(JUNK))


@pytest.mark.few(20)
@pytest.mark.parametrize("seed", range(60))
def test_junk_is_told_or_bears_use(write: Write, seed: int) -> None:
    """A shipped file with an entry spoilt is either refused with a key, or can be shown, counted and checked by."""
    rng = random.Random(seed)
    table = tomllib.loads(find_file(rng.choice(load_rules.list_known())).read_text(encoding="utf-8"))
    spoil(table, rng)
    rules, faults = load_rules._read_whole(write(""), table)
    assert (rules is None) == bool(faults)
    assert all(fault.key for fault in faults)
    if rules is not None:
        assert write_page(rules, "de")
        list(find_wrong_examples(rules))
        for sheet in (FOUR, FIVE):
            found = (*check_sheet(rules, sheet), *(f for row in check_rows(rules, sheet) for f in row))
            assert all(finding.message(lang) for finding in found for lang in ("de", "en"))

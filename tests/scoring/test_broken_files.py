"""Everything that can be wrong with a club's file: each fault names file, key and what helps, and none crashes."""

from __future__ import annotations

import copy
import os
import random
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from scoring import rulesets
from scoring.audit import off_examples
from scoring.checks import check_rows, check_sheet
from scoring.page import page
from scoring.rows import Row, Sheet
from scoring.rulesets.shipped import file_of

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


FAULTS = """
an unknown key | offense = 3 | offense | possible here
an unknown key within | offence = { offender = -30, other = 10, source = "x" } | offence.other | possible here
a text for a number | offence = { offender = "-30", others = 10, source = "x" } | offence.offender | whole number
half a point | checks.unusual = { above = 12.5, source = "x" } | checks.unusual.above | whole number
yes for a number | value = [{ rule = "gegen", points = true, source = "x" }] | value[1].points | whole number
a number for yes | offence = { counts_as_game = 1, source = "x" } | offence.counts_as_game | true or false
a text for a list | kinds = "normal" | kinds | a list
a text for a table | offence = "none" | offence | a table
a negative amount | value = [{ rule = "gegen", points = -1, source = "x" }] | value[gegen].points | 1 to 1000
an amount without end | value = [{ rule = "gegen", points = 100000000000000000000000, source = "x" }] \
| value[gegen].points | 1 to 1000
a factor without end | value = [{ rule = "verdoppelt", points = 900, source = "x" }] \
| value[verdoppelt].points | 1 to 10
points out of nothing | offence = { offender = -30, source = "x" } | offence | add up to 0
a million Füchse | sheet.sonderpunkte = [{ id = "fuchs", most = 1000000, source = "x" }] \
| sheet.sonderpunkte[fuchs].most | 1 to 20
no source | offence = { offender = -30, others = 10 } | offence.source | its own
an empty source | offence = { offender = -30, others = 10, source = "" } | offence.source | paragraph
an empty title | kinds = [{ id = "solo", title = { de = "", en = "x" }, source = "x" }] | kinds[1].title.de | empty
an unknown check | checks.apply = [{ id = "R9", source = "x" }] | checks.apply[R9].id | R1, R2, R3
a check that asks less | checks.unit = { step = 10, source = "x" } | checks.unit.step | add R4
an unknown rule | value = [{ rule = "schieben", points = 1, kinds = ["solo"], nobody = false, source = "x" }] \
| value[schieben].rule | gewonnen, gegen
an unknown solo | value = [{ rule = "solo", points = 2, kinds = ["solo"], nobody = false, only = ["ramsch"], source \
= "x" }] \
| value[solo].only | fleischlos, buben
an unknown kind | value = [{ rule = "gegen", kinds = ["ramsch"], source = "x" }] \
| value[gegen].kinds | normal, hochzeit
an unknown Sonderpunkt | value = [{ rule = "sonderpunkte", points = 2, kinds = ["solo"], nobody = false, only = \
["schwein"], source = "x" }] \
| value[sonderpunkte].only | fuchs
an unknown trigger | bock = { per_game = 1, source = "x", triggers = [{ id = "herz", source = "x", title = { de = \
"x", en = "x" } }] } \
| bock.triggers[herz].id | null-spiel
an unknown rotation | sheet.sitter = { rotation = "links", source = "x" } | sheet.sitter.rotation | "repeat"
an unknown suit | sheet.solos = [{ id = "trumpf", suits = ["schippe"], source = "x" }] \
| sheet.solos[trumpf].suits[1] | kreuz, pik
an unknown card | trumps = { order = ["herz-ober"], source = "x" } | trumps.order[1] | kreuz-ass
a card that no solo has | sheet.solos = [{ id = "damen", trumps = { order = ["kreuz-ober"], source = "x" } }] \
| sheet.solos[damen].trumps.order[1] | kreuz-ass
a nine where there is none | sheet.solos = [{ id = "trumpf", trumps = { chosen = ["ass", "neun"], source = "x" } }] \
| sheet.solos[trumpf].trumps.chosen[2] | ass, zehn
a rank twice | sheet.solos = [{ id = "damen", trumps = { plain = ["ass", "ass"], source = "x" } }] \
| sheet.solos[damen].trumps.plain[2] | twice
a table of three | sheet.games = [{ seats = 3, games = 9, source = "x" }] | sheet.games[3].seats | 4, 5
no game at all | sheet.games = [{ seats = 4, games = 0, source = "x" }] | sheet.games[4].games | 1 to 99
Absagen out of order | levels = [{ id = "k60", re = 95, source = "x" }] | levels[k60] | below the one before
both could win | needs = [{ said = "both", re = 110, source = "x" }] | needs[both] | both parties could win
Augen from nowhere | deck = [{ rank = "ass", augen = 12, source = "x" }] | deck | 240
an offence as a kind | kinds = [{ id = "strafe", title = { de = "x", en = "x" }, re_seats = 1, solo_cross = false, \
pflicht = false, source = "x" }] \
| kinds[strafe].id | offence
a name that is no id | sheet.solos = [{ id = "Ramsch!", title = { de = "x", en = "x" }, suits = [], source = "x" }] \
| sheet.solos[Ramsch!].id | small letters
nothing to take out | sheet.solos = [{ id = "ramsch", remove = true }] | sheet.solos[1] | needless
"""


@pytest.mark.parametrize("case", FAULTS.replace("\\\n", "").strip().splitlines())
def test_fault(write: Write, case: str) -> None:
    """One line too many in a club's file: just that fault is told, in either language."""
    _, line, key, words = (part.strip() for part in case.split(" | "))
    path = write(HEAD + line)
    rules, (fault, *others) = rulesets.inspect(path)
    assert rules is None
    assert others == []
    assert fault.key == key
    assert words in fault.message("en")
    for lang in ("de", "en"):
        assert fault.message(lang).startswith(f"{path}: {key}: ")


HEADS = [
    ('extends = "skat"', "extends", "neither"), ("extends = 12", "extends", "a text"),
    ('extends = "verein.toml"', "extends", "leads back to this file"),
    ('extends = "other.toml"', "extends", "leads back to this file"),
    ('extends = "third.toml"', "extends", "please extend that"),
    (f'extends = "{"x" * 300}.toml"', "extends", "neither"), ('extends = "broken.toml"', "", "no TOML"),
    ('version = 1', "extends", "builds on"), ("", "extends", "builds on"),
]


@pytest.mark.parametrize(("head", "key", "words"), HEADS)
def test_fault_of_the_base(write: Write, head: str, key: str, words: str) -> None:
    """Unknown, itself, in a circle, two levels deep, broken, none at all."""
    write('extends = "verein.toml"\nid = "other"\n', "other.toml")
    write(HEAD, "third.toml")
    write("id = ", "broken.toml")
    path = write(f'{head}\nid = "verein"\n' if head else "")
    _, (fault,) = rulesets.inspect(path)
    assert (fault.key, fault.exit_status) == (key, 3)
    assert words in fault.message("en")


@pytest.mark.parametrize(("content", "words"), [
    (b"\xff\xfei\x00d\x00", "UTF-8"), (b"id = ", "end of document"), (b"[" * 5000, "no TOML"),
    (b"id = 1\nid = 2\n\n", "line 2"),
    (b"#" * 300_000, "262144 bytes"), (b"\x00\x01\x02", "no TOML"),
])
def test_no_rule_file(write: Write, content: bytes, words: str) -> None:
    """Bytes that are no text, text that is no TOML, and far too much of it."""
    _, (fault,) = rulesets.inspect(write(content))
    assert words in fault.message("en")


def test_no_file_at_all(tmp_path: Path) -> None:
    """A folder, a pipe that would never end, a link to nowhere, nothing: told at once, and nothing waits."""
    (tmp_path / "ordner.toml").mkdir()
    os.mkfifo(tmp_path / "rohr.toml")
    (tmp_path / "weg.toml").symlink_to("nirgends")
    told = {name: rulesets.inspect(tmp_path / f"{name}.toml")[1][0].message("en") for name in
            ("ordner", "rohr", "weg", "fehlt")}
    assert all(words in told[name] for name, words in (
        ("ordner", "is no file"), ("rohr", "is no file"), ("weg", "cannot be read"), ("fehlt", "cannot be read")))


def test_a_file_from_windows(write: Write) -> None:
    """A mark at the beginning and other line ends are no fault."""
    rules, faults = rulesets.inspect(write(b"\xef\xbb\xbf" + HEAD.replace("\n", "\r\n").encode()))
    assert faults == ()
    assert rules is not None


def test_a_shipped_id_can_be_checked() -> None:
    """`rules check ddv` means the rule set of that id."""
    assert [rulesets.inspect(Path(name))[1] for name in rulesets.known()] == [()] * len(rulesets.known())


def test_a_club_leaves_out_a_check(write: Write) -> None:
    """One line takes a check out, another one adds one."""
    text = HEAD + 'checks.apply = [{ id = "S10", remove = true }, { id = "S9", source = "minutes" }]'
    rules = rulesets.load(write(text))
    base = rulesets.load("pflichtsolo-40")
    assert rules.checks_applied == base.checks_applied - {"S10"} | {"S9"}
    sheet = Sheet(4, 0, (Row(1, (1, 1, -1, -1)),), signed=(False,) * 4)
    assert ["unsigned" in [f.code for f in check_sheet(one, sheet)] for one in (base, rules)] == [True, False]


JUNK: list[Any] = ["", "x", "{oops}", 0, 1, -1, 7, 99, 10**30, True, [], {}, ["x"], [{}], 1.5, "R1", "solo", "karo"]
FOUR = Sheet(4, 16, tuple(Row(n, (2, 2, -2, -2), totals=(1, 2, 3, 4), value=3, winners=(1,)) for n in range(1, 17)),
             (1, 2, 3, 4), (False,) * 4, ("a", "b", "a", None), ("a", "b", "c", "d"))
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


@pytest.mark.parametrize("seed", range(60))
def test_junk_is_told_or_bears_use(write: Write, seed: int) -> None:
    """A shipped file with an entry spoilt is either refused with a key, or can be shown, counted and checked by."""
    rng = random.Random(seed)
    table = tomllib.loads(file_of(rng.choice(rulesets.known())).read_text(encoding="utf-8"))
    spoil(table, rng)
    rules, faults = rulesets.loader._whole(write(""), table)
    assert (rules is None) == bool(faults)
    assert all(fault.key for fault in faults)
    if rules is not None:
        assert page(rules, "de")
        list(off_examples(rules))
        for sheet in (FOUR, FIVE):
            found = (*check_sheet(rules, sheet), *(f for row in check_rows(rules, sheet) for f in row))
            assert all(finding.message(lang) for finding in found for lang in ("de", "en"))

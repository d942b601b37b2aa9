"""A club's own rules: ten lines that say what is different, and everything that can be wrong with them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from scoring.counting.game import ANSAGE, Calls, Extras, Game
from scoring.counting.score import score
from scoring.rulesets import load_rules
from scoring.rulesets.rules_schema import BrokenRules

Write = Callable[..., Path]

HEAD = """
extends = "zwoelf-spiele"
id = "verein"
version = 1
title = { de = "Unser Verein", en = "Our club", source = "minutes of 2026" }
"""


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Writes a file that extends a rule set."""

    def file(text: str, name: str = "verein.toml") -> Path:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return file


def test_a_variant_in_ten_lines(write: Write) -> None:
    """A dearer Bubensolo, a Sonderpunkt more, no Fuchs am End, another fine: all else stays as it was."""
    rules = load_rules.load(
        write(
            HEAD
            + """
value = [{ rule = "solo", only = ["buben"], points = 5, source = "minutes: it is harder" }]
offence = { offender = -30, others = 10, source = "minutes" }
[sheet]
games = [{ seats = 4, games = 16, source = "minutes" }]
[[sheet.sonderpunkte]]
id = "herzstich"
title = { de = "Herzstich", en = "heart trick" }
most = 1
augen = 30
source = "minutes"
[[sheet.sonderpunkte]]
id = "fuchs_am_end"
remove = true
"""
        )
    )
    base = load_rules.load("zwoelf-spiele")
    assert (rules.id, rules.title.de, rules.sheet.count_games(4)) == ("verein", "Unser Verein", 16)
    assert [entry.id for entry in rules.sheet.sonderpunkte] == ["fuchs", "doppelkopf", "karlchen", "herzstich"]
    assert score(rules, Game("solo", (1,), augen=130, solo="buben")).value == 6
    assert score(rules, Game("solo", (1,), augen=130, solo="damen")).value == 4
    assert score(rules, Game("normal", (1, 2), augen=130, extras=Extras(re=(("herzstich", 1),)))).value == 2
    assert score(rules, Game("strafe", offender=2)).points == (10, -30, 10, 10)
    assert (rules.needs, rules.levels, rules.deck, rules.sheet.sitter) == (
        base.needs,
        base.levels,
        base.deck,
        base.sheet.sitter,
    )
    assert rules.examples == ()


def test_bock_on_top(write: Write) -> None:
    """A rule that the base lacks goes to the end of the counting."""
    rules = load_rules.load(
        write(
            HEAD
            + """
[[value]]
rule = "bock"
points = 2
kinds = ["normal", "solo"]
nobody = true
source = "minutes"

[bock]
per_game = 1
triggers = [{ id = "null-spiel", title = { de = "Nullspiel", en = "Nullspiel" }, source = "minutes" }]
source = "minutes"
"""
        )
    )
    assert score(rules, Game("normal", (1, 2), Calls(ANSAGE), 130, bock=True)).value == 4


def test_a_sonderpunkt_that_counts_more(write: Write) -> None:
    """Two entries of the counting share the Sonderpunkte: what each is worth is added up, and so are the lines."""
    rules = load_rules.load(
        write(
            HEAD
            + """
[[value]]
rule = "sonderpunkte"
remove = true

[[value]]
rule = "sonderpunkte"
points = 3
kinds = ["normal"]
nobody = true
only = ["fuchs"]
source = "minutes"

[[value]]
rule = "sonderpunkte"
points = 1
kinds = ["normal"]
nobody = true
only = ["doppelkopf", "karlchen"]
source = "minutes"
"""
        )
    )
    of_re = (("fuchs", 1), ("doppelkopf", 1))
    for of_kontra, value in (((), 5), ((("fuchs", 1),), 2)):
        result = score(rules, Game("normal", (1, 2), augen=130, extras=Extras(of_re, of_kontra)))
        assert result.value == sum(line.points for line in result.lines) == value


def test_kept_rules_are_never_refused_for_an_oversight(write: Write) -> None:
    """A club's file with a kind that no value names is refused; a tournament that was opened with it goes on."""
    kind = """
[[kinds]]
id = "ramsch"
title = { de = "Ramsch", en = "Ramsch" }
re_seats = 1
solo_cross = false
pflicht = false
source = "minutes"
"""
    path = write(HEAD + kind)
    _, (fault,) = load_rules.inspect(path)
    assert fault.key == "kinds[ramsch]"
    own, base = load_rules.load_texts(path)
    assert load_rules.read_from_texts("verein.toml", own, base).find_kind("ramsch") is not None


def test_extending_a_file(write: Write) -> None:
    """The base may be a file beside it, as long as that one stands by itself."""
    whole = Path(load_rules.__file__).with_name("ddv.toml").read_text(encoding="utf-8")
    write(whole.replace('id = "ddv"', 'id = "landesverband"', 1), "land.toml")
    rules = load_rules.load(write(HEAD.replace("zwoelf-spiele", "land.toml")))
    assert score(rules, Game("normal", (1, 2), Calls(ANSAGE), 130)).value == 3


@pytest.mark.parametrize(
    ("text", "key"),
    [
        (HEAD.replace('id = "verein"', ""), "id"),
        (HEAD.replace("version = 1", ""), "version"),
        (HEAD.replace('"zwoelf-spiele"', '"skat"'), "extends"),
        (HEAD.replace('"zwoelf-spiele"', "12"), "extends"),
        (HEAD.replace('"zwoelf-spiele"', '"."'), "extends"),
        (HEAD.replace('"zwoelf-spiele"', '"verein.toml"'), "extends"),
    ],
)
def test_fault_of_the_head(write: Write, text: str, key: str) -> None:
    """What the file must say of itself, and a base that is none; a file that extends itself, too."""
    with pytest.raises(BrokenRules) as caught:
        load_rules.load(write(text))
    assert caught.value.key == key


def test_every_fault_at_once(write: Write) -> None:
    """A file's faults are reported together, so that it is mended in one go."""
    path = write(HEAD + 'rounds = 3\noffence = { offender = true }\nkinds = [{ id = "x", remove = true }]\n')
    rules, faults = load_rules.inspect(path)
    assert rules is None
    assert {fault.key for fault in faults} == {"rounds", "offence.offender", "offence.source", "kinds[1]"}


FORTY = HEAD.replace("zwoelf-spiele", "pflichtsolo-40")


def test_kinds_of_an_entry_replace_those_of_the_base(write: Write) -> None:
    """No Gegen in solos: the club's list of kinds stands in place of the other; what it does not say stays."""
    rules = load_rules.load(
        write(
            FORTY
            + """
value = [{ rule = "gegen", kinds = ["normal", "hochzeit"], source = "minutes" }]
"""
        )
    )
    gegen = next(part for part in rules.value if part.rule == "gegen")
    assert (gegen.kinds, gegen.points) == (("normal", "hochzeit"), 1)
    assert score(rules, Game("solo", (1,), augen=100, solo="buben")).value == -1
    assert score(rules, Game("normal", (1, 2), augen=100)).value == -2


@pytest.mark.parametrize(
    ("place", "order", "value"),
    [
        ('before = "verdoppelt"', ["abgesagt", "sonderpunkte", "solo", "verdoppelt"], 6),
        ('behind = "verdoppelt"', ["abgesagt", "sonderpunkte", "verdoppelt", "solo"], 4),
        ('before = "sonderpunkte"', ["abgesagt", "solo", "sonderpunkte", "verdoppelt"], 6),
    ],
)
def test_a_new_entry_says_where_it_stands(write: Write, place: str, order: list[str], value: int) -> None:
    """Two points for a solo, doubled with the rest or not."""
    rules = load_rules.load(
        write(
            FORTY
            + f"""
value = [{{ rule = "solo", points = 2, kinds = ["solo"], nobody = false, {place}, source = "minutes" }}]
"""
        )
    )
    assert [part.rule for part in rules.value][-4:] == order
    assert score(rules, Game("solo", (1,), Calls(ANSAGE), 130, solo="buben")).value == value


def test_an_entry_of_the_base_is_moved(write: Write) -> None:
    """Sonderpunkte behind the doubling, as some clubs count them."""
    rules = load_rules.load(
        write(
            FORTY
            + """
value = [{ rule = "sonderpunkte", behind = "verdoppelt", source = "minutes" }]
"""
        )
    )
    game = Game("normal", (1, 2), Calls(ANSAGE), 130, extras=Extras(re=(("fuchs", 1),)))
    assert score(rules, game).value == 3
    assert score(load_rules.load("pflichtsolo-40"), game).value == 4

"""Loading rule sets: what is shipped, what is unknown, and files that are none. Amounts are data, and bear it."""

from __future__ import annotations

import copy
import pickle
import re
from collections.abc import Callable
from importlib import resources
from pathlib import Path

import pytest

from scoring.counting.game import ANSAGE, Calls, Extras, Game
from scoring.counting.rules import RuleSet
from scoring.counting.score import score
from scoring.rows.all_checks import IDS, ROW_CHECKS, SHEET_CHECKS, RowCheck, SheetCheck, check_row
from scoring.rows.written_rows import Row
from scoring.rulesets import load_rules
from scoring.rulesets.rules_schema import BrokenRules, RulesError, UnknownRules

SHIPPED = resources.files("scoring.rulesets").joinpath("pflichtsolo-40.toml").read_text(encoding="utf-8")
Edited = Callable[..., Path]


@pytest.fixture
def edited(tmp_path: Path) -> Edited:
    """Writes the shipped rules with one text replaced, once."""

    def edit(old: str, new: str) -> Path:
        assert old in SHIPPED
        path = tmp_path / "verein.toml"
        path.write_text(SHIPPED.replace(old, new, 1), encoding="utf-8")
        return path

    return edit


@pytest.mark.parametrize("name", load_rules.list_known())
def test_shipped_rules_load(name: str) -> None:
    """Every shipped file is a rule set of its own name, and the same object each time."""
    rules = load_rules.load(name)
    assert rules.id == name
    assert load_rules.load(name) is rules


def test_every_table_has_its_source() -> None:
    """Each table of the file names the rulebook's paragraph or a decision marked D."""
    tables = re.split(r"^\[", SHIPPED, flags=re.MULTILINE)[1:]
    assert len(tables) > 40
    assert all(re.search(r'^source(\.en)? = "(D: |\d)', table, flags=re.MULTILINE) for table in tables)


def test_facts_of_the_sheet(rules: RuleSet) -> None:
    """What sheets are drawn from: games by seats, rounds, solos, Sonderpunkte, who sits out, the offence."""
    assert (rules.sheet.count_games(4), rules.sheet.count_games(5), rules.sheet.count_games(6)) == (16, 20, None)
    assert (rules.sheet.rounds.count, rules.sheet.pflichtsolo.per_player) == (3, 1)
    assert rules.sheet.sitter.rotation == "dealer"
    assert [solo.id for solo in rules.sheet.solos] == ["fleischlos", "buben", "damen", "trumpf"]
    assert [point.id for point in rules.sheet.sonderpunkte] == ["fuchs", "doppelkopf", "herzstich", "karlchen"]
    assert (rules.offence.offender, rules.offence.others, rules.offence.counts_as_game) == (-15, 5, False)
    assert [level.cards for level in rules.levels] == [8, 7, 6, 5]
    assert rules.title.in_("en") == "Pflichtsolo tournament with 40 cards"


@pytest.mark.parametrize("name", ["doppelkopf", "", ".", "../pflichtsolo-40"])
def test_unknown_rules(name: str) -> None:
    """One sentence names what was asked for and what there is, in either language."""
    with pytest.raises(UnknownRules) as caught:
        load_rules.load(name)
    assert caught.value.exit_status == 2
    for lang in ("de", "en"):
        assert "pflichtsolo-40" in caught.value.message(lang)


@pytest.mark.parametrize("name", ["no.toml", "./no.toml", "/no/such/FILE.TOML"])
def test_a_missing_rule_file_is_a_missing_file(name: str) -> None:
    """Whoever names a file mistyped its place, and asked for none of the shipped rule sets."""
    with pytest.raises(BrokenRules) as caught:
        load_rules.load(name)
    assert caught.value.exit_status == 3
    assert caught.value.message("de") == f"{Path(name)}: Diese Datei gibt es nicht; bitte Ordner und Namen prüfen."
    assert "there is no such file" in caught.value.message("en")


FAULTS = """
re_seats = 1               | re_seats = 3                  | kinds[3].re_seats
re_seats = 2               | re_seats = 2.0                | kinds[1].re_seats
re_seats = 2               | re_seats = true               | kinds[1].re_seats
solo_cross = false         | solo_cross = 0                | kinds[1].solo_cross
solo_cross = false         | solo_crosses = false          | kinds[1].solo_crosses
id = "pflichtsolo-40"      |                               | id
id = "pflichtsolo-40"      | id = 40                       | id
id = "pflichtsolo-40"      | id = "Unser Verein"           | id
version = 1                | version = 1\\nwinner = 1       | winner
[title]                    | [titel]                       | titel
de = "Normalspiel", en     | de = "Normalspiel", fr        | kinds[1].title.fr
[deadline]                 | [[deadline]]                  | deadline
[[offence]]                | [[offence]]                   |
augen = 11                 | augen = 12                    | deck
said = "re"                | said = "Re"                   | needs
re = 120\\nkontra = 121     | re = 120\\nkontra = 120        | needs[3]
id = "k60"                 | id = "k90"                    | levels[2]
rule = "gegen"             | rule = "gegen-die-alten"      | value[2].rule
"solo"]\\nnobody            | "ramsch"]\\nnobody             | value[1].kinds
kinds = ["normal",         | kinds = "normal" #            | value[1].kinds
offender = -15             | offender = -12                | offence
seats = 4                  | seats = 8                     | sheet.games[1].seats
games = 16                 | games = 0                     | sheet.games[1].games
rotation = "dealer"        | rotation = "links"            | sheet.sitter.rotation
step = 1                   | step = 0                      | checks.unit.step
step = 1                   | step = 10                     | checks.unit.step
id = "R1"                  | id = "R9"                     | checks.apply[1].id
id = "S8"                  | id = "S7"                     | checks.apply[15]
copies = 8                 | copies = -8                   | deck[1].copies
rank = "ass"               | rank = "daus"                 | deck[1].rank
points = 1                 | points = -1                   | value[1].points
points = 2                 | points = 1000                 | value[7].points
most = 2                   | most = 1000000                | sheet.sonderpunkte[1].most
"karo-ass", "karo-zehn"    | "karo-daus", "karo-zehn"      | trumps.order[10]
"karo-ass", "karo-zehn"    | "ass", "karo-zehn"            | trumps.order[10]
"pik-dame", "herz-dame"    | "pik-ober", "herz-dame"       | sheet.solos[3].trumps.order[2]
re = 60\\nkontra = 60       | re = 90\\nkontra = 60          | levels[2]
id = "fuchs"               | id = "Fuchs gefangen"         | sheet.sonderpunkte[1].id
id = "normal"              | id = "strafe"                 | kinds[1].id
de = "Normalspiel"         | de = ""                       | kinds[1].title.de
["kreuz", "pik", "herz", "karo"] | ["kreuz", "schippe"]    | sheet.solos[4].suits[2]
source.en = "2; card       | source.en = "" # card         | deck[1].source.en
above = 12                 |                               | checks.unusual.above
"""


@pytest.mark.parametrize("case", [line for line in FAULTS.strip().splitlines() if "[[offence]]" not in line])
def test_broken_rules(edited: Edited, case: str) -> None:
    """The first fault is reported with file and key, in either language."""
    old, new, key = (part.strip().replace("\\n", "\n") for part in case.split("|"))
    path = edited(old, new)
    with pytest.raises(BrokenRules) as caught:
        load_rules.load(path)
    assert caught.value.key == key
    assert caught.value.exit_status == 3
    for lang in ("de", "en"):
        assert caught.value.message(lang).startswith(f"{path}: {key}: ")


@pytest.mark.parametrize("content", [b"\xff\xfe", b"id = ", b"[" * 5000, b"id = 1\nid = 2"])
def test_no_toml(tmp_path: Path, content: bytes) -> None:
    """A file that is no TOML, or no text, is named."""
    path = tmp_path / "kaputt.toml"
    path.write_bytes(content)
    with pytest.raises(BrokenRules, match=r"kaputt\.toml"):
        load_rules.load(path)


def test_a_folder_is_no_rule_set(tmp_path: Path) -> None:
    """A folder that is named like a rule set is not readable, and says so."""
    (tmp_path / "ordner.toml").mkdir()
    with pytest.raises(BrokenRules, match=r"ordner\.toml"):
        load_rules.load(tmp_path / "ordner.toml")


@pytest.mark.parametrize("copied", [lambda error: pickle.loads(pickle.dumps(error)), copy.copy, copy.deepcopy])
def test_a_refusal_travels_between_processes(tmp_path: Path, copied: Callable[[RulesError], RulesError]) -> None:
    """What a worker refuses reaches who started it as it is: sentence in both languages, file, key, exit status."""
    for name in ("ordner.toml", "gibt-es-nicht"):
        (tmp_path / "ordner.toml").mkdir(exist_ok=True)
        with pytest.raises(RulesError) as caught:
            load_rules.load(tmp_path / name)
        again = copied(caught.value)
        assert type(again) is type(caught.value)
        assert vars(again) == vars(caught.value)
        assert (str(again), again.exit_status) == (str(caught.value), caught.value.exit_status)
        assert [again.message(lang) for lang in ("de", "en")] == [caught.value.message(lang) for lang in ("de", "en")]


NORMAL = Game("normal", (1, 2), Calls(ANSAGE), 130, extras=Extras(re=(("fuchs", 1),)))

AMOUNTS = [
    ('rule = "verdoppelt"\npoints = 2', 'rule = "verdoppelt"\npoints = 3', NORMAL, 6),
    ('rule = "sonderpunkte"\npoints = 1', 'rule = "sonderpunkte"\npoints = 5', NORMAL, 12),
    ('rule = "gewonnen"\npoints = 1', 'rule = "gewonnen"\npoints = 10', NORMAL, 22),
    ('1\nkinds = ["normal", "hochzeit", "stille', '1\nkinds = ["stille', NORMAL, 2),
    ("re = 90\nkontra = 90", "re = 91\nkontra = 90", Game("normal", (1, 2), augen=90), -3),
    ('said = "re"\nre = 121', 'said = "re"\nre = 131', NORMAL, None),
]


@pytest.mark.parametrize(("old", "new", "game", "value"), AMOUNTS)
def test_amounts_are_data(edited: Edited, old: str, new: str, game: Game, value: int | None) -> None:
    """A club that changes a number in its own file is scored by it, without a line of code."""
    result = score(load_rules.load(edited(old, new)), game)
    if value is None:
        assert result.winner is None
    else:
        assert result.value == value


def test_order_of_counting_is_data(tmp_path: Path) -> None:
    """Sonderpunkte after the doubling, as other systems have it, need only another order in the file."""
    parts = SHIPPED.split("[[value]]\n")
    head, (extras, doubling) = parts[:-2], parts[-2:]
    doubling, rest = doubling.split("# ---- offence", 1)
    path = tmp_path / "danach.toml"
    path.write_text("[[value]]\n".join([*head, doubling, extras]) + "# ---- offence" + rest, encoding="utf-8")
    assert score(load_rules.load(path), NORMAL).value == 3


def test_a_unit_of_ten(edited: Edited) -> None:
    """R4: where points come in tens and the rules ask for it, a number between is found."""
    text = edited("step = 1", "step = 10").read_text(encoding="utf-8").replace("points = 1\n", "points = 10\n")
    path = edited("step = 1", "step = 10")
    path.write_text(text + '\n[[checks.apply]]\nid = "R4"\nsource = "minutes"\n', encoding="utf-8")
    assert [f.code for f in check_row(load_rules.load(path), Row(1, (4, 4, -4, -4)), 4)].count("unit-step") == 4


@pytest.mark.parametrize("name", load_rules.list_known())
def test_every_rule_set_says_which_checks_apply(name: str) -> None:
    """Each check of a rule set is known and named once, with its paragraph; what no rule set asks for is no check."""
    asked = [entry.id for entry in load_rules.load(name).checks.apply]
    assert set(asked) <= set(IDS)
    assert len(asked) == len(set(asked))
    assert all(entry.source for entry in load_rules.load(name).checks.apply)


def test_every_check_is_asked_for_somewhere() -> None:
    """R1 to R8 and S1 to S11 are all there, and each applies in some system."""
    assert (*(f"R{n}" for n in range(1, 9)), *(f"S{n}" for n in range(1, 12))) == IDS
    assert set(IDS) == {entry.id for name in load_rules.list_known() for entry in load_rules.load(name).checks.apply}


def test_a_check_that_is_not_asked_for_is_silent(edited: Edited) -> None:
    """A rule set without R1 has no sum to miss; R2 still says that no game has such points."""
    row = Row(7, (4, 4, -4, -6))
    assert [f.code for f in check_row(load_rules.load("pflichtsolo-40"), row, 4)] == ["not-zero-sum"]
    without = load_rules.load(edited('[[checks.apply]]\nid = "R1"\n', '[[checks.apply]]\nid = "R4"\n'))
    assert [f.code for f in check_row(without, row, 4)] == ["pattern"]


@pytest.mark.parametrize("check", [*ROW_CHECKS, *SHEET_CHECKS], ids=lambda check: f"{check.id}-{check.find.__name__}")
def test_every_check_shows_a_failing_row(check: RowCheck | SheetCheck) -> None:
    """Each check is reported by its id, names the paragraph, and shows what it finds; its code is one of the
    contract."""
    words = check.find.__doc__ or ""
    assert re.match(rf"{check.id} \([^)]*(\d|D|Böcke|list)[^)]*\)|{check.id}: ", words)
    assert check.code in CODES


CODES = {
    "not-zero-sum",
    "pattern",
    "miscounted",
    "impossible-value",
    "unusual-value",
    "wrong-sitter",
    "unit-step",
    "value-mismatch",
    "winner-mark",
    "game-count",
    "offence-count",
    "pflichtsolo",
    "running-total",
    "parity",
    "sum-mismatch",
    "bock-block",
    "unsigned",
    "unknown-name",
}

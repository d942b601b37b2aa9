"""`kiebitz sheet`: every style from any rule set, a round on two sheets, a club's own columns, all sheets at once."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path

import pypdfium2  # type: ignore[import-untyped]  # it ships no types
import pytest

from desk.__main__ import main
from scoring.counting.game_json import parse_game
from scoring.counting.rules import RuleSet
from scoring.counting.score import score
from scoring.rulesets.load_rules import list_known, load
from templates.drawing.sheet_pdf import make_sheet_pdf
from templates.layout import UnknownSheet
from templates.sheet_code import parse_code
from templates.sheet_spec import SheetSpec, make_layout
from tests.templates.printed import find_touching, printed
from texts.languages import LANGUAGES, Lang
from tournament.printing.sheet_orders import SheetOrder, make_sheets

CLUB = """
extends = "pflichtsolo-40"
id = "unser-verein"
version = 1
title = { de = "Unser Verein", en = "Our club", source = "Satzung" }
"""


def ordered(rules: RuleSet, style: str, seats: int = 4, plus: bool = False, games: int | None = None) -> SheetSpec:
    """The first sheet of an order."""
    return make_sheets(SheetOrder(rules.id, style, seats, games, "", 1, 2, "", "de", plus), rules)[0]


@pytest.mark.parametrize("rules", list_known())
def test_a_full_sheet_has_just_the_columns_of_its_rules(rules: str) -> None:
    """Its solos, its Sonderpunkte, its kinds of game; Bock and offence only where the system has them."""
    system = load(rules)
    row = {field.id[4:] for field in make_layout(ordered(system, "full").code).fields if field.id.startswith("g01.")}
    assert {name[5:] for name in row if name.startswith("solo.")} == {solo.id for solo in system.sheet.solos}
    extras = {extra.id for extra in system.sheet.sonderpunkte}
    calls, lost = {"re", "k90", "k60", "k30", "schwarz"}, {"verworfen"} if system.offence.played_out else set()
    assert {name[3:] for name in row if name.startswith("re.")} == calls | extras | lost
    assert {"hochzeit", "stille-hochzeit"} <= row
    assert ("armut" in row) == (system.find_kind("armut") is not None)
    assert ("bock" in row) == bool(system.bock.triggers)
    assert ("offence" in row) == system.offence.counts_as_game


@pytest.mark.parametrize(
    ("rules", "rows"),
    [
        ("pflichtsolo-40", 2),
        ("zehn-cent", 0),
        ("kurzregeln-48", 1),
        ("zwoelf-spiele", 0),
        ("stille-hochzeit", 0),
        ("ddv", 1),
    ],
)
@pytest.mark.parametrize("style", ["points", "totals", "full"])
def test_offences_have_rows_of_their_own_only_where_they_are_no_games(rules: str, rows: int, style: str) -> None:
    """Where an offence is a game, or is played out, an extra row would invite a mistake; a minor one is no game."""
    layout = make_layout(ordered(load(rules), style).code)
    numbers = {int(field.id[1:3]) for field in layout.fields if field.id.startswith("g")}
    assert max(numbers) - layout.games == rows


def test_the_row_for_minor_offences_says_what_they_cost() -> None:
    """Nobody writes a serious one there, which takes its game's row; and the list names the row as well."""
    for lang, words in (
        ("de", "Leichte Strafe, kein Spiel: −3 für den Verursacher, alle anderen +1"),
        ("en", "Minor offence, no game: −3, all others +1"),
    ):
        (sheet,) = make_sheets(SheetOrder("ddv", "full", 4, None, "", 1, 1, "", lang), load("ddv"))
        assert (sheet.offence, sheet.minor, sheet.code.offences) == (words, True, 1)
    assert not ordered(load("pflichtsolo-40"), "points").minor


@pytest.mark.parametrize(("text", "rows"), [("24+0", 0), ("24+1", 1), ("24+2", 2), ("24", 2)])
@pytest.mark.parametrize("style", ["points", "full:hs.dbtf.fdk.o", "totals:...o"])
def test_a_sheet_is_read_as_it_was_printed(style: str, text: str, rows: int) -> None:
    """Sheets of the DDV were printed without a row for minor offences: their code says so."""
    style, _, columns = style.partition(":")
    code = parse_code(f"KIEBITZ1:ddv/{style}/4/{text}:r1:t1:n" + f":{columns}" * bool(columns))
    assert code is not None
    numbers = {int(field.id[1:3]) for field in make_layout(code).fields if field.id.startswith("g")}
    assert max(numbers) == 24 + rows


@pytest.mark.parametrize(
    ("rules", "boxes"),
    [
        ("pflichtsolo-40", False),
        ("zehn-cent", True),
        ("kurzregeln-48", True),
        ("zwoelf-spiele", True),
        ("stille-hochzeit", False),
        ("ddv", True),
    ],
)
def test_a_points_list_has_boxes_only_for_offences_that_are_games(rules: str, boxes: bool) -> None:
    """Where an offence has rows of its own, or is played out, none may be crossed in a game's row; the code says so,
    and is as it always was where the boxes are."""
    spec = ordered(load(rules), "points")
    ids = {field.id for field in make_layout(spec.code).fields}
    assert ("g01.offence" in ids) is boxes
    assert spec.code.columns == ("" if boxes else "...")
    assert parse_code(spec.code.spell()) == spec.code


@pytest.mark.parametrize(
    ("rules", "seats"), [(name, seats) for name in list_known() for seats in load(name).sheet.seats]
)
def test_no_row_that_is_printed_is_lower_than_a_hand_writes(rules: str, seats: int) -> None:
    """5.5 mm at least on every sheet of every style, however many games are ordered; else there are two sheets."""
    system = load(rules)
    for style, games in product(("full", "points", "totals"), (None, 13, 20, 23, 24, 25, 30)):
        for sheet in make_sheets(SheetOrder(rules, style, seats, games, "", 1, 2, "", "de"), system):
            fields = [field for field in make_layout(sheet.code).fields if field.id.startswith("g")]
            lowest = min(field.box_mm[3] for field in fields if field.kind in ("points", "number", "digit"))
            assert lowest >= 5.5, (style, games)
            assert sheet.code.high is (style == "full")


def test_two_rows_for_offences_part_a_round_of_24_games() -> None:
    """One sheet has room for 25 rows of 5.5 mm: 24 games and one offence, or 23 games and two."""
    ordered_sheets = [
        len(make_sheets(SheetOrder(rules, "full", 4, games, "", 1, 2, "", "de"), load(rules)))
        for rules, games in (("ddv", 24), ("pflichtsolo-40", 23), ("pflichtsolo-40", 24))
    ]
    assert ordered_sheets == [1, 1, 2]


def test_verworfen_is_crossed_by_party_on_the_full_sheet_alone() -> None:
    """Who broke the rule loses the game; on the lists it is a row like any other."""
    rules = load("stille-hochzeit")
    found = {
        style: {
            field.id
            for field in make_layout(ordered(rules, style).code).fields
            if "verworfen" in field.id and field.id.startswith("g07")
        }
        for style in ("full", "points", "totals")
    }
    assert found == {"full": {"g07.re.verworfen", "g07.kontra.verworfen"}, "points": set(), "totals": set()}


@pytest.mark.parametrize(
    ("rules", "seats"), [(name, seats) for name in list_known() for seats in load(name).sheet.seats]
)
def test_the_example_row_is_rightly_counted(rules: str, seats: int) -> None:
    """Seats 1 and 3 call Re and have 153 Augen and a Fuchs: what stands there is what the rules give."""
    system = load(rules)
    written = dict(ordered(system, "full", seats).example.written)
    extras = {"re": {"fuchs": 1}} if system.sheet.find_sonderpunkt("fuchs") else {}
    told = {"kind": "normal", "re": [1, 3], "calls": {"re": "re"}, "augen": 153, "extras": extras, "seats": seats}
    game, findings = parse_game(system, told | ({"sits": [*range(5, seats + 1)]} if seats > 4 else {}))
    assert game is not None, findings
    result = score(system, game)
    assert [int(written[f"p{seat}"].replace("−", "-")) for seat in range(1, 5)] == list(result.points or ())[:4]
    assert written["value"] == str(abs(result.value or 0))
    assert written.get("p5", "/") == "/"
    plus = dict(ordered(system, "full", seats, plus=True).example.written)
    assert plus["p1"] == written["p1"].removeprefix("+")
    assert "p2" not in plus


def test_plus_is_said_in_the_code_and_on_the_sheet() -> None:
    """Who reads the sheet later must know that blanks are losses."""
    for style in ("points", "totals", "full"):
        code = ordered(load("ddv"), style, plus=True).code
        assert code.plus
        assert parse_code(code.spell()) == code
    assert "nur die Pluspunkte" in " ".join(ordered(load("ddv"), "points", plus=True).key_lines)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("rules", list_known())
def test_a_sheet_for_plus_points_has_room_for_its_words(rules: str, lang: Lang) -> None:
    """No word lies on another, in either style of list, at every number of seats that the rules have."""
    system = load(rules)
    for style in ("points", "totals"):
        for seats in system.sheet.seats:
            order = SheetOrder(rules, style, seats, None, "", None, None, "", lang, True)
            assert find_touching(printed(make_sheet_pdf(make_sheets(order, system)[0]))) == []


@pytest.mark.parametrize("style", ["points", "totals", "full"])
@pytest.mark.parametrize("rules", list_known())
def test_a_sheet_for_plus_points_asks_who_sits_out(rules: str, style: str) -> None:
    """At five seats a blank cell may be a loser's or that of who sits out: the sheet has the latter struck."""
    system = load(rules)
    for seats in system.sheet.seats:
        spec = ordered(system, style, seats, plus=True)
        told = [*spec.key_lines, *(line for block in spec.key for line in block.lines)]
        assert ("Wer aussetzt: „/“." in " ".join(told)) == (seats > 4)


def test_a_round_that_does_not_fit_fills_two_sheets(tmp_path: Path) -> None:
    """Thirty games at five seats: a PDF of two pages, and a geometry for each of them."""
    pdf, geometry = tmp_path / "sheet.pdf", tmp_path / "sheet.json"
    line = ["sheet", "--rules", "ddv", "--style", "full", "--seats", "5", "-o", str(pdf), "--geometry", str(geometry)]
    assert main(line) == 0
    document = pypdfium2.PdfDocument(pdf)
    assert len(document) == 2
    document.close()
    plans = [json.loads((tmp_path / f"sheet-{number}.json").read_text()) for number in (1, 2)]
    games = [{field["id"][:3] for field in plan["fields"] if field["id"].startswith("g")} for plan in plans]
    assert games[0] | games[1] == {f"g{game:02}" for game in range(1, 32)}  # the last is for a minor offence
    assert not games[0] & games[1]
    assert not geometry.exists()


def test_a_clubs_own_rules_have_every_sheet(tmp_path: Path) -> None:
    """The code alone shows the layout, though nobody but the club knows the rule set's name."""
    file = tmp_path / "verein.toml"
    file.write_text(CLUB, encoding="utf-8")
    for style in ("points", "totals", "full"):
        assert main(["sheet", "--rules", str(file), "--style", style, "-o", str(tmp_path / "a.pdf")]) == 0
        code = ordered(load(file), style).code
        assert code.rules == "unser-verein"
        again = parse_code(code.spell())
        assert again is not None
        assert make_layout(again) == make_layout(code)


def test_a_solo_of_a_clubs_own_has_a_column() -> None:
    """It stands among the others, under its title; what would leave the points no room is refused with a remedy."""
    from dataclasses import replace

    rules = load("ddv")
    solos = tuple(replace(rules.sheet.solos[0], id=f"s{number}") for number in range(20))
    one, many = (
        replace(rules, sheet=replace(rules.sheet, solos=(*rules.sheet.solos, *more))) for more in (solos[:1], solos)
    )
    assert any(field.id == "g01.solo.s0" for field in make_layout(ordered(one, "full").code).fields)
    with pytest.raises(UnknownSheet) as caught:
        ordered(many, "full")
    assert "--style points" in caught.value.message("en")
    assert ordered(many, "points").code.style == "points"
    long = replace(rules, sheet=replace(rules.sheet, solos=tuple(replace(one, id=one.id * 18) for one in solos[:6])))
    with pytest.raises(UnknownSheet) as caught:
        ordered(long, "full")
    assert caught.value.phrase.key == "paper.fault.long-columns"


def test_all_sheets_come_with_an_overview(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each style, number of seats and language of one rule set, and one page that shows them all."""
    assert main(["sheet", "--all", str(tmp_path / "new"), "--rules", "zwoelf-spiele"]) == 0
    names = {path.name for path in (tmp_path / "new").iterdir()}
    wanted = {
        f"zwoelf-spiele-{what}-4-{lang}.pdf"
        for what in ("points", "points-a5", "totals", "full")
        for lang in ("de", "en")
    }
    assert names == wanted | {"uebersicht.pdf"}
    assert "8 Bögen" in capsys.readouterr().err
    document = pypdfium2.PdfDocument(tmp_path / "new" / "uebersicht.pdf")
    text = document[0].get_textpage().get_text_bounded()
    document.close()
    assert all(name.removesuffix(".pdf") in text for name in wanted)


@pytest.mark.parametrize(("lang", "overview"), [("de", "uebersicht.pdf"), ("en", "overview.pdf")])
def test_all_sheets_in_one_language(tmp_path: Path, lang: str, overview: str) -> None:
    """Whoever asks for a language gets no sheet in another."""
    assert main(["sheet", "--all", str(tmp_path), "--rules", "zwoelf-spiele", "--lang", lang]) == 0
    assert {path.name for path in tmp_path.iterdir()} == {overview} | {
        f"zwoelf-spiele-{what}-4-{lang}.pdf" for what in ("points", "points-a5", "totals", "full")
    }


@pytest.mark.parametrize(
    ("line", "word"),
    [
        (["sheet"], "--all"),
        (["sheet", "--rules", "ddv"], "--output"),
        (["sheet", "-o", "a.pdf"], "--rules"),
        (["sheet", "--rules", "ddv", "--paper", "a6", "-o", "a.pdf"], "a5"),
        (["sheet", "--rules", "ddv", "--paper", "a5", "--style", "full", "-o", "a.pdf"], "--paper a4"),
        (["sheet", "--rules", "ddv", "--paper", "a5", "-o", "a.pdf"], "16"),
        (["sheet", "--rules", "ddv", "--style", "full", "--games", "60", "-o", "a.pdf"], "24"),
        (["sheet", "--all", "x", "--rules", "skat"], "pflichtsolo-40"),
        (["sheet", "--all", "x", "--style", "full"], "--style"),
        (["sheet", "--all", "x", "--seats", "4"], "--seats"),
        (["sheet", "--all", "x", "-o", "a.pdf"], "--output"),
        (["sheet", "--all", "x", "--guide", "a.pdf"], "--all"),
        (["sheet", "--guide", "a.pdf", "--names", "A,B,C,D", "--round", "2"], "--names, --round"),
        (["sheet", "--guide", "a.pdf", "--geometry", "a.json"], "--geometry"),
        (["sheet", "--all", "x", "--plus"], "--plus"),
    ],
)
def test_wrong_orders_are_one_sentence_with_the_remedy(
    line: list[str], word: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is printed, and the sentence names what is possible."""
    monkeypatch.chdir(tmp_path)
    assert main(line) == 2
    assert word in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("rules", "style", "warned"),
    [
        ("zwoelf-spiele", "totals", True),
        ("zwoelf-spiele", "points", False),
        ("ddv", "totals", False),
    ],
)
@pytest.mark.parametrize(("lang", "word"), [("de", "keine Zwischenstände"), ("en", "no running totals")])
def test_rules_without_totals_say_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], rules: str, style: str, warned: bool, lang: str, word: str
) -> None:
    """Paragraph 8 of zwoelf-spiele: results are not added up. The list of totals is printed, with a warning."""
    target = tmp_path / "bogen.pdf"
    assert main(["sheet", "--rules", rules, "--style", style, "--lang", lang, "-o", str(target)]) == 0
    assert target.exists()
    assert (word in capsys.readouterr().err) == warned

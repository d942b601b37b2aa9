"""A result without a photograph: it goes through the same judge and book as a sheet that was read."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dev.rounds.points import draw_points_round
from scoring.rulesets.load_rules import load
from templates.sheet_code import SheetCode
from tests.desk.paper import sheet
from tests.tournament.filing.files import NAMES, open_tournament, put_in
from tests.tournament.typed.typings import (
    GAMES,
    KEY,
    enter,
    keep_drawn,
    list_here,
    look,
    make_lines,
    replace_game,
    total_games,
)
from tournament.filing.decisions.deciding import Wish, make_decision
from tournament.filing.decisions.reasons import RoundEnd, make_closing
from tournament.filing.decisions.typed_results import TypedWish, make_typed
from tournament.filing.decisions.typed_tables import RefusedResult, read_lines, read_totals
from tournament.filing.decisions.undoing import enter_undoing, make_undoing
from tournament.filing.stories.row_story import describe_audit, find_audited
from tournament.filing.stories.sheet_story import describe_player, describe_sheet, find_standing
from tournament.handout.dispute_story import tell_player, tell_sheet
from tournament.judging.judged_sheet import JudgedSheet
from tournament.judging.reconcile import reconcile
from tournament.judging.typed_sheet import TypedGame, TypedResult, write_typed
from tournament.judging.written_sheet import Typing
from tournament.record.facts import SheetTyped
from tournament.review.book_report import make_report
from tournament.review.game_rows import list_played_rows
from tournament.review.waiting import list_open, list_waiting

TYPING = Typing("Rita", "2026-11-21T20:00:00+00:00", "Bierdeckel", "verloren", 12)


def judge_typed(rules: str, seats: int, rows: tuple[TypedGame, ...], games: int) -> JudgedSheet:
    """Rows as somebody typed them, judged."""
    code = SheetCode(rules, "points", seats, games, 1, 1, offences=max(0, max(r.number for r in rows) - games))
    return reconcile(load(rules), write_typed(TypedResult(code, rows, ()), TYPING, KEY))


@settings(max_examples=2 * settings.default.max_examples, deadline=None)
@given(seed=st.integers(0, 10_000), seats=st.sampled_from([4, 5]), offences=st.integers(0, 2))
def test_legal_rows_count_as_their_sum(seed: int, seats: int, offences: int) -> None:
    """Whatever legal round is typed: no row is open, and each column is what adding it up by itself gives."""
    games = 16 if seats == 4 else 20
    drawn = draw_points_round(seats, games, np.random.default_rng(seed), offences, plain=True)
    rows = tuple(
        TypedGame(
            n,
            tuple(None if row.game.sits == seat else points for seat, points in enumerate(row.points, 1)),
            solo=row.game.kind == "solo",
            offence=False,
        )
        for n, row in enumerate((*drawn.rows, *drawn.extra), 1)
    )
    judged = judge_typed("pflichtsolo-40", seats, rows, games)
    assert [row.game for row in judged.open_rows] == []
    added = [sum(row.points[seat] or 0 for row in rows) for seat in range(seats)]
    assert list(judged.totals) == added


def test_typed_rows_count_and_bear_their_origin(tmp_path: Path) -> None:
    """Nothing is open, each player has the sum, and the report says who typed it from what and why."""
    store = keep_drawn(tmp_path)
    games = replace_game(6, "+6 +6 -6 -6")
    enter(store, make_lines(games))
    evening = look(store)
    [entry] = evening.book.entries
    assert entry.names == NAMES[:4]
    assert list(entry.sheet.totals) == total_games(games)
    assert entry.sheet.status == "ok"
    typed = make_report(evening.book, program="0")["sheets"][0]["typed"]
    assert {key: typed[key] for key in ("by", "source", "reason")} == {
        "by": "Rita",
        "source": "Bierdeckel",
        "reason": "verloren",
    }
    assert evening.book.photos == ()


def test_an_illegal_row_is_a_finding_and_can_be_decided(tmp_path: Path) -> None:
    """It counts as typed, is open with a proposal like on a photographed sheet, and a decision settles it."""
    store = keep_drawn(tmp_path)
    enter(store, make_lines(replace_game(5, "+2 +2 -2 -3")))
    evening = look(store)
    [item] = list_waiting(evening.book)
    assert (item.item, item.codes, item.proposal) == ("r1.t1.g5", ("not-zero-sum",), (2, 2, -2, -2))
    store.append([make_decision(evening, Wish(item.item, "accept"))], by="Eva", seen=evening.head)
    assert list_here(store) == []
    assert list(look(store).book.entries[0].sheet.totals) == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("games", "item"),
    [
        (GAMES[:15], "r1.t1.game-count"),  # 15 of 16
        ([*GAMES[:3], ["-3", "-3", "-3", "+9"], *GAMES[4:]], "r1.t1.pflichtsolo"),  # one alone without a cross
        ([*GAMES[:4], ["+1", "+1", "+2", "-4"], *GAMES[5:]], "r1.t1.g5"),
    ],
)
def test_the_checks_of_read_sheets_apply(tmp_path: Path, games: list[list[str]], item: str) -> None:
    """Number of games, Pflichtsolo and pattern are asked about under the names that they have on read sheets."""
    store = keep_drawn(tmp_path)
    enter(store, make_lines(games))
    assert item in list_open(look(store).book)


def test_a_blank_row_was_not_played(tmp_path: Path) -> None:
    """A row without points counts nothing; a game below it makes it a gap, which is asked."""
    store = keep_drawn(tmp_path)
    games = [row if n != 9 else ["", "", "", ""] for n, row in enumerate(GAMES, 1)]
    enter(store, make_lines(games))
    sheet_ = look(store).book.entries[0].sheet
    assert [row.game for row in sheet_.rows if not row.played] == [9]
    assert "r1.t1.game-count" in list_open(look(store).book)


def test_without_a_column_of_crosses_no_solo_is_missed(tmp_path: Path) -> None:
    """Nobody typed who had a Pflichtsolo: it is not said to be missing."""
    store = keep_drawn(tmp_path)
    enter(store, make_lines(crosses=False))
    assert not any("pflichtsolo" in item for item in list_open(look(store).book))


@pytest.mark.parametrize(
    ("totals", "codes"),
    [
        ("+12,-4,-4,-4", set()),
        ("+12;-4;-4;-4", set()),
        ("+12 −4 –4 -4", set()),
        ("+12,-4,-4,-2", {"not-zero-sum"}),
        ("+12,-4,-5,-3", {"parity"}),
        ("+150,-50,-50,-50", {"unusual-value"}),
    ],
)
def test_totals_alone_count_and_are_checked(tmp_path: Path, totals: str, codes: set[str]) -> None:
    """They count as typed; zero, parity and size are checked as far as totals can be."""
    store = keep_drawn(tmp_path)
    enter(store, totals=totals)
    sheet_ = look(store).book.entries[0].sheet
    assert sheet_.totals == read_totals(totals, 4)
    assert {one.code for one in sheet_.findings if one.severity != "note"} == codes
    assert list_here(store) == (["r1.t1.sum"] if codes else [])


def test_odd_totals_can_be_left_as_they_are(tmp_path: Path) -> None:
    """What no rule explains is decided like any sum."""
    store = keep_drawn(tmp_path)
    enter(store, totals="+12,-4,-4,-2")
    evening = look(store)
    store.append([make_decision(evening, Wish("r1.t1.sum", "accept"))], by="Eva", seen=evening.head)
    assert list_here(store) == []


def test_a_unit_is_a_unit_in_totals_too(tmp_path: Path) -> None:
    """Where a system counts in tens, so do totals."""
    from scoring.rows.all_checks import check_totals
    from scoring.rows.written_rows import Sheet

    found = check_totals(load("zehn-cent"), Sheet(4, 16, (), (25, -25, 0, 0)))
    assert [one.code for one in found] == ["unit-step", "unit-step"]


def test_of_totals_solos_are_unknown_and_not_missing(tmp_path: Path) -> None:
    """The sheet says in a note that games and Pflichtsoli are not known; nothing asks for them; no game is made up."""
    store = keep_drawn(tmp_path)
    enter(store, totals="+12,-4,-4,-4")
    book = look(store).book
    [note] = [one for one in book.entries[0].sheet.findings if one.code == "typed"]
    assert "Pflichtsoli: unbekannt" in note.message("de")
    [row] = list_played_rows(book)
    assert row.whole
    assert row.game == 0


def test_who_sat_there_comes_from_the_draw_or_from_names(tmp_path: Path) -> None:
    """Without a draw the names are given, by name or start number."""
    store = open_tournament(tmp_path)
    wish = TypedWish(1, 1, "verloren", totals="+12,-4,-4,-4")
    with pytest.raises(RefusedResult, match="--names"):
        make_typed(look(store), wish, "Rita")
    named = TypedWish(1, 1, "verloren", totals="+12,-4,-4,-4", names="Gül, 2, Çem, Hans")
    store.append([make_typed(look(store), named, "Rita")], by="Rita", seen=look(store).head)
    assert look(store).book.entries[0].names == ("Gül", "Bernd", "Çem", "Hans")


def test_a_file_without_players_takes_names_as_they_are(tmp_path: Path) -> None:
    """Then nobody has a start number."""
    store = open_tournament(tmp_path, names=())
    named = TypedWish(1, 1, "verloren", totals="+12,-4,-4,-4", names="Uwe,Ina,Kai,Eva")
    store.append([make_typed(look(store), named, "Rita")], by="Rita", seen=look(store).head)
    assert look(store).book.entries[0].known == ("Uwe", "Ina", "Kai", "Eva")


REFUSED = [
    (TypedWish(1, 1, "", totals="+12,-4,-4,-4"), "--reason"),
    (TypedWish(1, 1, " ", totals="+12,-4,-4,-4"), "--reason"),
    (TypedWish(1, 1, "x"), "--rows"),
    (TypedWish(1, 1, "x", make_lines(), "+12,-4,-4,-4"), "--rows"),
    (TypedWish(7, 1, "x", totals="+12,-4,-4,-4"), "2 Runden"),
    (TypedWish(1, 9, "x", totals="+12,-4,-4,-4"), "Tische 1, 2"),
    (TypedWish(1, 1, "x", totals="+12,-4,-4"), "4 Plätze"),
    (TypedWish(1, 1, "x", totals="+12,-4,-4,zwei"), "4 Plätze"),
    (TypedWish(1, 1, "x", totals="+12,-4,-4,-4", names="A,B,C,D"), "--names weglassen"),
    (TypedWish(1, 1, "x", [["+2", "+2", "-4"]]), "4 Plätze"),
    (TypedWish(1, 1, "x", [["+2", "+2", "-2", "-2", "0", "0"]]), "4 Plätze"),
    (TypedWish(1, 1, "x", [["+2", "zwei", "-2", "-2"]]), "keine ganze Zahl"),
    (TypedWish(1, 1, "x", [["Anna", "Bernd", "Çem", "Emil"]]), "„Emil“"),
    (TypedWish(1, 1, "x", [["Anna", "Bernd", "Çem", "Dörte"], ["1.000", "0", "0", "0"]]), "1.000"),
    (TypedWish(1, 1, "x", [["Spiel", "Anna", "Bernd", "Çem", "Dörte"], ["3", *"2222"], ["2", *"2222"]]), "Nummer"),
    (TypedWish(1, 1, "x", [["+2", "+2", "-2", "-2"]] * 19), "16 Spiele"),
    (TypedWish(1, 1, "x", [["Anna", "Bernd", "Çem", "Dörte", "Solo"], ["9", "-3", "-3", "-3", "?"]]), "kein Kreuz"),
]


@pytest.mark.parametrize(("wish", "words"), REFUSED)
def test_what_is_no_result_is_refused_in_a_sentence(tmp_path: Path, wish: TypedWish, words: str) -> None:
    """It says what is wrong and what helps, in both languages."""
    evening = look(keep_drawn(tmp_path))
    with pytest.raises(RefusedResult) as refused:
        make_typed(evening, wish, "Rita")
    assert words in refused.value.message("de")
    assert refused.value.message("en") != refused.value.message("de")


def test_a_closed_round_takes_nothing(tmp_path: Path) -> None:
    """The sentence names the way: open it again."""
    store = keep_drawn(tmp_path)
    enter(store, totals="+12,-4,-4,-4")
    end = RoundEnd(1, 1, None, (2,), ())
    store.append(make_closing(store.read_entries(), end, "zu spät"), by="Wart", seen=look(store).head)
    with pytest.raises(RefusedResult, match="kiebitz reopen"):
        make_typed(look(store), TypedWish(1, 2, "x", totals="+12,-4,-4,-4"), "Rita")


def test_a_table_with_a_photograph_takes_nothing(tmp_path: Path) -> None:
    """Its sheet counts; the sentence says how a row of it is changed."""
    store = keep_drawn(tmp_path)
    put_in(store, sheet("IMG_1.jpg"))
    with pytest.raises(RefusedResult, match="kiebitz decide"):
        make_typed(look(store), TypedWish(1, 1, "x", totals="+12,-4,-4,-4"), "Rita")


def test_nobody_types_a_table_twice(tmp_path: Path) -> None:
    """Neither the same person, in whatever letters, nor a third."""
    store = keep_drawn(tmp_path)
    enter(store, totals="+12,-4,-4,-4")
    wish = TypedWish(1, 1, "x", totals="+12,-4,-4,-4")
    with pytest.raises(RefusedResult, match="schon eingetragen"):
        make_typed(look(store), wish, " rita ")
    enter(store, totals="+12,-4,-4,-4", by="Ute")
    with pytest.raises(RefusedResult, match="Rita und Ute"):
        make_typed(look(store), wish, "Uwe")


def test_undo_takes_it_back(tmp_path: Path) -> None:
    """By its number, as the last entry, or by its key; then the table has no sheet, and may be typed anew."""
    store = keep_drawn(tmp_path)
    enter(store, totals="+12,-4,-4,-4")
    enter_undoing(store, None, "", "Rita")
    assert look(store).book.entries == ()
    enter(store, totals="+8,-4,-4,0")
    evening = look(store)
    store.append(make_undoing(evening, KEY, ""), by="Rita", seen=evening.head)
    assert look(store).book.entries == ()
    enter(store, totals="+16,-4,-4,-8")
    assert look(store).book.entries[0].sheet.totals == (16, -4, -4, -8)


def test_a_rename_reaches_a_typed_sheet(tmp_path: Path) -> None:
    """It holds start numbers: whoever is renamed keeps the points."""
    from tournament.record.player_facts import PlayerRenamed

    store = keep_drawn(tmp_path)
    enter(store, totals="+12,-4,-4,-4")
    store.append([PlayerRenamed(1, "Annette")], by="Wart", seen=look(store).head)
    assert look(store).book.entries[0].names[0] == "Annette"


def test_the_story_of_a_row_names_the_typing(tmp_path: Path) -> None:
    """Who, when, from what, and why."""
    store = keep_drawn(tmp_path)
    enter(store, make_lines())
    evening = look(store)
    [told] = describe_audit(find_audited(evening, 1, 1, 5), evening)["history"]
    assert (told["what"], told["by"], told["source"], told["reason"]) == ("typed", "Rita", "Bierdeckel", "verloren")
    assert isinstance(evening.entries[told["entry"] - 1].fact, SheetTyped)


SPELLINGS = [
    [["6", "-2", "-2", "-2"]],
    [["+6", "−2", "–2", "- 2"]],
    [["6,0", "-2.0", "-2,00", "-2"]],
    [["Platz 1", "Platz 2", "Platz 3", "Platz 4"], ["6", "-2", "-2", "-2"]],
    [["Seat 4", "Seat 2", "Seat 3", "Seat 1"], ["-2", "-2", "-2", "6"]],
    [["Dörte", "anna", "BERND", "Çem"], ["-2", "6", "-2", "-2"]],
    [["Spiel", "Anna", "Bernd", "Çem", "Dörte"], ["1", "6", "-2", "-2", "-2"]],
    [["Nr.", "Anna", "Bernd", "Çem", "Dörte", "Solo", "Strafe"], ["1", "6", "-2", "-2", "-2", "", ""]],
    [["1", "6", "-2", "-2", "-2"]],
    [[], ["Anna", "Bernd", "Çem", "Dörte", ""], ["6", "-2", "-2", "-2", "", ""]],
]


@pytest.mark.parametrize("lines", SPELLINGS)
def test_rows_are_taken_as_spreadsheets_write_them(lines: list[list[str]]) -> None:
    """German and English, with heads or without, whatever minus it is."""
    assert [row.points for row in read_lines(lines, NAMES[:4]).rows] == [(6, -2, -2, -2)]


def test_a_sum_row_is_a_witness() -> None:
    """A last row "Summe" is the written total, and no game."""
    table = read_lines([*make_lines(), ["Summe", "0", "0", "0", "0"]], NAMES[:4])
    assert len(table.rows) == 16
    assert table.totals == (0, 0, 0, 0)


@settings(max_examples=5 * settings.default.max_examples, deadline=None)
@given(lines=st.lists(st.lists(st.text(max_size=6), max_size=7), max_size=5))
def test_no_table_brings_the_reading_down(lines: list[list[str]]) -> None:
    """Whatever stands in the cells: rows, or one sentence."""
    with suppress(RefusedResult):
        assert all(len(row.points) == 4 for row in read_lines(lines, NAMES[:4]).rows)


def test_a_dispute_says_what_was_typed(tmp_path: Path) -> None:
    """The sheet's page has who, from what and why; the player's page the star behind the round."""
    store = keep_drawn(tmp_path)
    enter(store, totals="+12,-4,-4,-4")
    evening = look(store)
    sheet_ = tell_sheet(describe_sheet(evening, evening.book.entries[0]), "de")
    assert any("Runde 1, Tisch 1: nur Summen, nach Bierdeckel (Rita, " in str(part) for part in sheet_.parts)
    player = tell_player(describe_player(evening, find_standing(evening, "Anna")), "de")
    assert "+12*" in str(player.parts)

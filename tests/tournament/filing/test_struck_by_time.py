"""Games that the referee struck when the time was up, and a game that was played again: rows that hold no game."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from dev.rounds.reader import make_reading, read_exactly
from scanner.sheet_reading import SheetReading
from scoring.rulesets.load_rules import list_known, load, load_texts
from templates.sheet_code import SheetCode
from templates.sheet_spec import make_layout
from tests.tournament.filing.files import NAMES, make_book, put_in
from tests.tournament.filing.test_deciding import list_open
from tests.tournament.filing.test_struck_rows import strike
from tests.tournament.fullpaper import full_reading
from tests.tournament.paper import written
from tests.tournament.test_list_order import a_round, listed
from tests.tournament.test_lists import totals
from texts.field_ids import STRUCK_ID
from tournament.errors import RefusedDecision
from tournament.evening.struck_rows import list_left_rows, strike_ticked
from tournament.filing.decisions.striking import StrikeWish, make_strike
from tournament.filing.decisions.undoing import enter_undoing, make_undoing
from tournament.filing.entering import enter_decision
from tournament.filing.opened.open_evening import open_evening
from tournament.filing.stories.chronicle import Chronicle
from tournament.filing.stories.row_story import describe_audit, find_audited
from tournament.handout.story_page import write_audit
from tournament.judging.written_sheet import transcribe
from tournament.printing.sheet_orders import SheetOrder, make_sheets
from tournament.record.clock_facts import RowsStruck
from tournament.record.facts import Closed, Opened, SealingBegan
from tournament.record.open_store import create_store
from tournament.record.player_facts import PlayerAdded
from tournament.record.store import Store
from tournament.review.waiting import list_waiting

FOUR = ["+2 +2 -2 -2", "+1 -1 -1 +1", "+3 -3 +3 -3", "-1 +1 -1 +1"]
SOLOS = ["+9 -3 -3 -3 solo", "-3 +9 -3 -3 solo", "-3 -3 +9 -3 solo", "-3 -3 -3 +9 solo"]
BLANK = "_ _ _ _"
SHORT = [*FOUR * 4, *[BLANK] * 4, *SOLOS]
"""Sixteen of twenty ordinary games, and all four Pflichtsoli."""
SUMS = "+20 -4 -4 -12"


def open_with(folder: Path, lines: list[str] = SHORT, sums: str = SUMS, rules: str = "ddv") -> Store:
    """A tournament by the federation's rules with that sheet of round 1, table 1."""
    own, base = load_texts(rules)
    players = [PlayerAdded(start, name) for start, name in enumerate(NAMES[:4], 1)]
    opened = Opened("Runde", rules, own, 1, len(lines), 4, base)
    store = create_store(folder / "zeit.kiebitz", [opened, *players], by="Wart")
    put_in(store, written(lines, sums, rules=rules, names=NAMES[:4]))
    return store


def enter_strike(store: Store, wish: StrikeWish, by: str = "Schiedsrichterin") -> RowsStruck:
    """Enters it; what the entry says."""
    (entry,) = enter_decision(store, [wish.item], lambda evening: [make_strike(evening, wish)], by)
    assert isinstance(entry.fact, RowsStruck)
    return entry.fact


def list_totals(store: Store) -> tuple[int, ...]:
    """What the sheet's columns add up to."""
    return make_book(store).entries[0].sheet.totals


def test_missing_games_above_the_pflichtsoli_are_one_question(tmp_path: Path) -> None:
    """Four blank rows were four findings; now one asks whether they were struck."""
    (one,) = list_waiting(make_book(open_with(tmp_path)))
    assert (one.item, one.codes) == ("r1.t1.game-count", ("game-count",))
    assert one.sentence == (
        "Die Spiele 17 bis 20 fehlen, darunter stehen Pflichtsoli. Wurden sie nach Zeit gestrichen?"
    )


def test_one_entry_settles_the_sheet_and_is_undone_at_once(tmp_path: Path) -> None:
    """Nothing is open any more, the totals stay, and taking it back asks again."""
    store = open_with(tmp_path)
    before = list_totals(store)
    fact = enter_strike(store, StrikeWish("r1.t1"))
    assert (fact.first, fact.last, fact.why) == (17, 20, "time")
    assert list_open(store) == []
    assert list_totals(store) == before == (20, -4, -4, -12)
    enter_undoing(store, None, "", "Wart")
    assert list_open(store) == ["r1.t1.game-count"]


def test_a_row_takes_the_whole_entry_back(tmp_path: Path) -> None:
    """By the name of any of its rows."""
    store = open_with(tmp_path)
    enter_strike(store, StrikeWish("r1.t1"))
    enter_decision(store, ["r1.t1.g18"], lambda evening: make_undoing(evening, "r1.t1.g18", ""), "Wart")
    assert list_open(store) == ["r1.t1.game-count"]


def test_a_missing_pflichtsolo_is_still_told(tmp_path: Path) -> None:
    """Time ends the ordinary games only: a player who owes a Pflichtsolo is made to play it."""
    store = open_with(tmp_path, [*SHORT[:-1], BLANK], "")
    enter_strike(store, StrikeWish("r1.t1"))
    assert list_open(store) == ["r1.t1.game-count", "r1.t1.pflichtsolo"]
    (game, _) = [one.sentence for one in list_waiting(make_book(store))]
    assert game == "Nur 19 von 20 Spielen."
    with pytest.raises(RefusedDecision, match="Pflichtsoli werden auch nach der Zeit gespielt"):
        enter_strike(store, StrikeWish("r1.t1", 24))


def test_gestrichen_across_the_rows_is_one_entry_too(tmp_path: Path) -> None:
    """Rows of which not one number can be read are four questions; one entry answers them all."""
    store = open_with(tmp_path, SHORT[:16], "")
    lines = [*FOUR * 4, *["+1 +1 -1 -1"] * 4, *SOLOS]
    fields = [f"g{row}.p{seat}" for row in range(17, 21) for seat in range(1, 5)]
    sheet = replace(written(lines, SUMS, rules="ddv", names=NAMES[:4], table=2, photo="IMG_2.jpg"))
    put_in(store, strike(sheet, fields))
    assert [item for item in list_open(store) if item.startswith("r1.t2")] == [f"r1.t2.g{n}" for n in range(17, 21)]
    enter_strike(store, StrikeWish("r1.t2"))
    assert [item for item in list_open(store) if item.startswith("r1.t2")] == []


def test_rows_of_a_list_hold_numbers_too(tmp_path: Path) -> None:
    """Running totals are written: only the blank rows below them may be struck without a reason."""
    lines = [*listed(a_round(3)[:17]), *[" | _ | _ _ _ _ _"] * 3]
    sheet = transcribe(make_reading(totals(lines), SheetCode("pflichtsolo-40", "totals", 5, 20, 1, 1)))
    assert [row.game for row in list_left_rows(load("pflichtsolo-40"), sheet)] == [18, 19, 20]


def test_a_row_with_numbers_needs_a_reason(tmp_path: Path) -> None:
    """What players wrote counts until somebody says why it does not."""
    store = open_with(tmp_path)
    with pytest.raises(RefusedDecision, match="In Zeile 16 steht"):
        enter_strike(store, StrikeWish("r1.t1", 16))
    fact = enter_strike(store, StrikeWish("r1.t1", 16, reason="nach dem Abpfiff gegeben"))
    assert fact.first == 16
    assert list_totals(store) == (21, -5, -3, -13)


def test_a_repeated_game_does_not_count_and_shifts_what_is_below(tmp_path: Path) -> None:
    """Sixteen games in seventeen rows: the row of the game that was broken off is none, the one below the printed
    games is no offence."""
    lines = [*SOLOS, *FOUR * 3, "+1 +1 -1 -1"]
    store = open_with(tmp_path, lines[:16], "", "pflichtsolo-40")
    put_in(store, written(lines, "+6 0 -2 -4", games=16, names=NAMES[:4], table=2, photo="IMG_2.jpg"))
    wish = StrikeWish("r1.t2", 6, "repeated", "Karte aufgedeckt")
    enter_strike(store, wish)
    (sheet,) = [one.sheet for one in make_book(store).entries if one.table == 2]
    assert [row.offence for row in sheet.rows] == [False] * 17
    assert (sheet.rows[5].points, sheet.rows[5].played, sheet.rows[16].played) == ((None,) * 4, False, True)
    assert not any(finding.code in ("game-count", "offence-count") for finding in sheet.findings)


def test_a_better_photograph_that_shows_numbers_opens_the_row_again(tmp_path: Path) -> None:
    """A decision holds as long as the ink says what it said."""
    store = open_with(tmp_path)
    enter_strike(store, StrikeWish("r1.t1"))
    lines = [*FOUR * 4, "+1 +1 -1 -1", *[BLANK] * 3, *SOLOS]
    better = written(lines, SUMS, rules="ddv", names=NAMES[:4], photo="IMG_9.jpg")
    evening = open_evening(store)
    assert evening.sheets
    from tournament.evening.decisions import match_decisions
    from tournament.filing.opened.filed_sheets import make_decisions
    from tournament.judging.written_sheet import transcribe

    sheet = replace(transcribe(better), key="r1.t1")
    decided = match_decisions(sheet, make_decisions(evening.tournament))
    assert sorted(decided.reopened) == [17]
    assert decided.source.struck.timed == (18, 19, 20)


def test_a_closed_round_keeps_its_games(tmp_path: Path) -> None:
    """Without a reason it is refused; entered by others it waits."""
    store = open_with(tmp_path)
    store.append([SealingBegan(), Closed(1, "passt", ("r1.t1.game-count",))], by="Wart")
    with pytest.raises(RefusedDecision, match="Runde 1 ist abgeschlossen"):
        enter_strike(store, StrikeWish("r1.t1"))
    store.append([RowsStruck("r1.t1", 16, 20, "time")], by="Wart")
    assert list_totals(store) == (20, -4, -4, -12)
    assert "r1.t1.after-closing" in list_open(store)
    enter_strike(store, StrikeWish("r1.t1", 16, reason="Schiedsgericht"))
    assert list_totals(store) == (21, -5, -3, -13)


def test_the_record_says_it_in_words(tmp_path: Path) -> None:
    """In the list of entries, and in the story of each of its rows."""
    store = open_with(tmp_path)
    enter_strike(store, StrikeWish("r1.t1"))
    evening = open_evening(store)
    line = Chronicle(evening.entries, evening.tournament).describe(evening.entries[-1], "de")
    assert line.words == "Runde 1, Tisch 1: Zeilen 17 bis 20 nach Zeit gestrichen."
    audited = find_audited(evening, 1, 1, 18)
    story = "\n".join(write_audit(audited, describe_audit(audited, evening), "de"))
    assert "Schiedsrichterin: Zeilen 17 bis 20 nach Zeit gestrichen." in story
    row = evening.book.entries[0].sheet.rows[17]
    assert [finding.message("de") for finding in row.findings] == [
        "Schiedsrichterin: nach Zeit gestrichen, kein Spiel."
    ]


def tick(sheet: SheetReading, text: str = "x", sure: float = 0.9995) -> SheetReading:
    """The sheet with the box at its foot, ticked."""
    box = replace(read_exactly(STRUCK_ID, text, sure, "cross"), candidates=((text, sure),))
    return replace(sheet, readings=(*sheet.readings, box))


def test_a_tick_at_the_foot_strikes_blank_rows_at_the_end(tmp_path: Path) -> None:
    """Nothing is asked, and a note says so; without the tick, or a doubtful one, it is asked."""
    for n, (box, asked) in enumerate({("x", 0.9995): 0, ("", 0.9995): 1, ("x", 0.6): 1}.items(), 1):
        (folder := tmp_path / str(n)).mkdir()
        store = open_with(folder, SHORT[:1], "")
        sheet = written(SHORT, SUMS, rules="ddv", names=NAMES[:4], table=2, photo="IMG_2.jpg")
        put_in(store, tick(sheet, *box))
        (entry,) = [one for one in make_book(store).entries if one.table == 2]
        assert sum(item.startswith("r1.t2") for item in list_open(store)) == asked
        assert entry.sheet.totals == (20, -4, -4, -12)
        notes = [one.message("de") for one in entry.sheet.findings if one.code == "struck"]
        told = "Auf dem Bogen ist angekreuzt, dass die Spiele 17 bis 20 nach Zeit gestrichen sind."
        assert notes == ([] if asked else [told])


def test_a_tick_strikes_no_row_with_ink(tmp_path: Path) -> None:
    """A dash or a doubtful spot leaves the row, and those above it, to a person; a Pflichtsolo is still owed."""
    store = open_with(tmp_path, SHORT[:1], "")
    lines = [*FOUR * 4, BLANK, "/ / / /", BLANK, BLANK, *SOLOS[:3], BLANK]
    sheet = written(lines, "", rules="ddv", names=NAMES[:4], table=2, photo="IMG_2.jpg")
    put_in(store, tick(sheet))
    (entry,) = [one for one in make_book(store).entries if one.table == 2]
    assert entry.sheet.source.struck.timed == (19, 20)
    assert {"r1.t2.game-count", "r1.t2.pflichtsolo"} <= set(list_open(store))


@pytest.mark.parametrize(("ink", "struck"), [("", (17, 18, 19, 20)), ("re.re@0.9", (19, 20)), ("augen=12", (19, 20))])
def test_a_tick_on_a_full_sheet_strikes_rows_without_any_ink(ink: str, struck: tuple[int, ...]) -> None:
    """A call or a number in a row without points leaves it, and those above it, to a person."""
    rules, played = load("ddv"), ("+2 +2 -2 -2", "re1 re2 augen=130 value=2")
    lines = [*[played] * 16, (BLANK, ""), (BLANK, ink), (BLANK, ""), (BLANK, ""), *[played] * 4]
    for text, found in (("x", struck), ("", ())):
        sheet = transcribe(tick(full_reading(rules, lines), text))
        assert strike_ticked(rules, sheet).struck.timed == found


def test_only_rules_with_a_time_print_the_box() -> None:
    """Sheets of the federation's rules have it, in every style and on every paper; no other rule set's have."""
    for rules in list_known():
        for style, paper in (("points", "a4"), ("points", "a5"), ("totals", "a4"), ("full", "a4")):
            order = SheetOrder(rules, style, 4, 12 if paper == "a5" else None, "", 1, 1, "", "de", paper=paper)
            for spec in make_sheets(order, load(rules)):
                has = any(field.id == STRUCK_ID for field in make_layout(spec.code).fields)
                assert has == (rules == "ddv"), (rules, style, paper)

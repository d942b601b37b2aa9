"""What a person may decide, and what is refused in which words."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

import pytest
from openpyxl import load_workbook

from desk.__main__ import main
from tests.desk.paper import ROUND, sheet
from tests.tournament.filing.files import NAMES, draw_two_causes, make_book, open_tournament, put_in
from tournament.errors import RefusedDecision
from tournament.filing.decisions.deciding import Wish, make_decision, read_points
from tournament.filing.decisions.undoing import make_undoing
from tournament.filing.opened.open_evening import open_evening, weigh_evening
from tournament.filing.rounds.evening_status import describe_standings, describe_status
from tournament.filing.stories.row_story import describe_audit, find_audited, find_audited_item
from tournament.handout.wall_list import make_wall_list
from tournament.handout.workbook.make_workbook import make_workbook
from tournament.human_decisions import How
from tournament.record.facts import Closed
from tournament.record.store import Store

MISCOUNTED = ROUND.replace("+2 +2 -2 -2", "+2 +2 -2 -3", 1)
UNCROSSED = ROUND.replace("-3 -3 -3 +9 x", "-3 -3 -3 +9", 1)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """Two rounds of two tables are drawn; table 1 has played, and its fifth game does not add up."""
    store = open_tournament(tmp_path, drawn=2)
    put_in(store, sheet("a.jpg", MISCOUNTED, sums="0 0 0 0", names=(*NAMES[:3], "Xaver")))
    return store


def decide(store: Store, item: str, how: How, **more: str) -> None:
    """The referee decides."""
    store.append([make_decision(open_evening(store), Wish(item, how, **more))], by="Referee")


def list_open(store: Store) -> Sequence[str]:
    """The names of what is open."""
    return [one["item"] for one in describe_status(open_evening(store))["open"]]


def test_half_a_round_is_no_list_of_complaints(store: Store) -> None:
    """The missing table stands beside its round; its players are not asked for, and round 2 is not missed."""
    status = describe_status(open_evening(store))
    assert status["rounds"] == [
        {"round": 1, "tables": 2, "in": 1, "missing": [2], "closed": None, "changed": []},
        {"round": 2, "tables": 2, "in": 0, "missing": [1, 2], "closed": None, "changed": []},
    ]
    assert sorted(list_open(store)) == ["r1.t1.g5", "r1.t1.name.p4"]


def test_the_proposal_is_accepted(store: Store) -> None:
    """What the status proposes is what counts then."""
    [row] = [one for one in describe_status(open_evening(store))["open"] if one["item"] == "r1.t1.g5"]
    assert row["proposal"] == ["+2", "+2", "-2", "-2"]
    assert (row["round"], row["table"], row["game"]) == (1, 1, 5)
    assert row["codes"] == ["illegible"]
    decide(store, "r1.t1.g5", "accept")
    assert make_book(store).entries[0].sheet.rows[4].points == (2, 2, -2, -2)
    assert list_open(store) == ["r1.t1.name.p4"]


def test_a_matter_of_the_sheet_is_accepted(tmp_path: Path) -> None:
    """A Pflichtsolo without its cross: who accepts that leaves the sheet as it is, and it is asked no more."""
    store = open_tournament(tmp_path)
    put_in(store, sheet("a.jpg", UNCROSSED, names=NAMES[:4]))
    assert list_open(store) == ["r1.t1.pflichtsolo"]
    decide(store, "r1.t1.pflichtsolo", "accept")
    assert list_open(store) == []
    assert make_book(store).entries[0].sheet.status == "ok"


@pytest.mark.parametrize(
    ("item", "how", "more", "words"),
    [
        ("r1.t1.g5", "points", {"points": "+2,+2,-2,-1"}, "Zusammen +1 statt 0"),
        ("r1.t1.g5", "points", {"points": "+2,+2,-4"}, "keine Punkte für 4 Plätze"),
        ("r1.t1.g5", "points", {"points": "+2,+2,-2,zwei"}, "keine Punkte für 4 Plätze"),
        ("r1.t1.g5", "name", {"name": "Anna"}, "ist eine Zeile und kein Name"),
        ("r1.t1.name.p4", "accept", {}, "fehlt der Name"),
        ("r1.t1.name.p4", "name", {"name": "Dörthe"}, "ist es Dörte"),
        ("r1.t1.name.p4", "name", {"name": ""}, "Es fehlt ein Name"),
        ("r1.t1.g99", "accept", {}, "gibt es nicht"),
        ("r7.t1.g1", "accept", {}, "gibt es nicht"),
        ("Unsinn", "accept", {}, "gibt es nicht"),
        ("r1.t1.g1", "accept", {}, "keinen Vorschlag"),
    ],
    ids=str,
)
def test_what_cannot_be_meant_is_refused(store: Store, item: str, how: How, more: dict[str, str], words: str) -> None:
    """One sentence that says why and what helps; nothing is written."""
    with pytest.raises(RefusedDecision, match=words.replace("+", r"\+")):
        decide(store, item, how, **more)
    assert open_evening(store).tournament.decisions == {}


def test_points_against_the_rules_need_a_reason(store: Store) -> None:
    """With one they count, and the row says by whom."""
    decide(store, "r1.t1.g5", "points", points="+2,+2,-2,-1", reason="Vergleich der Tische")
    row = make_book(store).entries[0].sheet.rows[4]
    assert (row.points, row.status) == ((2, 2, -2, -1), "ok")


def test_a_row_that_is_not_open_can_be_decided(store: Store) -> None:
    """The referee may overrule what nobody asked about, for a reason; without one it is said what counts."""
    with pytest.raises(RefusedDecision, match=r"nicht offen, es zählt \(-2 -2 \+2 \+2\)"):
        decide(store, "r1.t1.g6", "points", points="+2,-2,-2,+2")
    decide(store, "r1.t1.g6", "points", points="+2,-2,-2,+2", reason="am Tisch gefragt")
    assert make_book(store).entries[0].sheet.rows[5].points == (2, -2, -2, 2)


def test_a_name_is_given_by_start_number(store: Store) -> None:
    """The seat is that player's, and nobody is on two lines."""
    decide(store, "r1.t1.name.p4", "name", name="4")
    assert make_book(store).entries[0].names == NAMES[:4]


def test_the_last_decision_counts_and_is_taken_back(store: Store) -> None:
    """Undo brings back the decision before it, and then the question."""
    decide(store, "r1.t1.g5", "points", points="+3,+3,-3,-3")
    with pytest.raises(RefusedDecision, match=r"Referee hat r1.t1.g5 entschieden, es zählt \(\+3 \+3 -3 -3\)"):
        decide(store, "r1.t1.g5", "as-written")
    decide(store, "r1.t1.g5", "as-written", reason="so steht es da")
    assert make_book(store).entries[0].sheet.rows[4].points == (2, 2, -2, -3)
    store.append(make_undoing(open_evening(store), "r1.t1.g5", "Irrtum"), by="Referee")
    assert make_book(store).entries[0].sheet.rows[4].points == (3, 3, -3, -3)
    store.append(make_undoing(open_evening(store), "R1.T1.G05", ""), by="Referee")
    assert "r1.t1.g5" in list_open(store)
    with pytest.raises(RefusedDecision, match="nichts entschieden"):
        make_undoing(open_evening(store), "r1.t1.g5", "")


def test_a_sheet_is_taken_out(store: Store) -> None:
    """Undo of a sheet's key: the sheet counts no more, and its table is missing again."""
    store.append(make_undoing(open_evening(store), "r1.t1", "falscher Abend"), by="Referee")
    assert make_book(store).entries == ()
    assert describe_status(open_evening(store))["rounds"][0]["missing"] == [1, 2]


def read_finals(store: Store) -> set[bool]:
    """Whether the standings are final, as status, standings, wall and workbook say."""
    evening = open_evening(store)
    chances = weigh_evening(evening.book, evening.tournament)
    data = make_workbook(evening.book, program="", made=datetime(2026, 11, 21, tzinfo=UTC))
    heading = load_workbook(BytesIO(data), data_only=True)["Stand"]["A1"].value
    return {
        describe_status(evening)["final"],
        describe_standings(evening, chances)["final"],
        make_wall_list(evening.book).final,
        heading == "Endstand",
    }


def test_what_was_signed_off_bars_no_final_standings(store: Store) -> None:
    """All rounds closed, nothing open that nobody answered for, every seat with a player: so it is told everywhere."""
    store.append([Closed(1, "", ()), Closed(2, "", ())], by="Referee")
    assert read_finals(store) == {False}
    store.append([Closed(1, "Zeit", ("r1.t2", "r1.t1.g5", "r1.t1.name.p4"))], by="Referee")
    assert read_finals(store) == {False}, "a seat without a player is nobody's"
    decide(store, "r1.t1.name.p4", "name", name="Dörte", reason="nachgefragt")
    assert read_finals(store) == {True}
    assert [one.get("signed_off") for one in describe_status(open_evening(store))["open"]] == [True]


def test_an_audit_tells_every_decision(store: Store) -> None:
    """Who read, judged, decided and took back, in order."""
    decide(store, "r1.t1.g5", "points", points="+3,+3,-3,-3", reason="Zeugen")
    store.append(make_undoing(open_evening(store), "r1.t1.g5", "Irrtum"), by="Wart")
    evening = open_evening(store)
    document = describe_audit(find_audited(evening, 1, 1, 5), evening)
    assert document["row"]["written"] == ["+2", "+2", "-2", "-3"]
    told = [(one["what"], one["by"], one.get("points"), one.get("reason")) for one in document["history"]]
    assert told == [
        ("read", "Kiebitz", None, None),
        ("decided", "Referee", [3, 3, -3, -3], "Zeugen"),
        ("undone", "Wart", None, "Irrtum"),
    ]
    with pytest.raises(RefusedDecision):
        find_audited(evening, 1, 9, 5)


def test_an_audit_tells_of_any_item(store: Store, capsys: pytest.CaptureFixture[str]) -> None:
    """A name and a sum have their ink, what is said of them, and who decided what."""
    decide(store, "r1.t1.name.p4", "name", name="Dörte")
    assert main(["audit", store.where, "--item", "r1.t1.name.p4"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "Runde 1, Tisch 1, Name auf Platz 4 (a.jpg)"
    assert said[1] == "  Name von Platz 4: geschrieben Xaver"
    assert said[-1].endswith("Referee: entschieden, es zählt Dörte.")
    evening = open_evening(store)
    document = describe_audit(find_audited_item(evening, "R1.T1.sum"), evening)
    assert (document["item"], document["row"], [one["written"] for one in document["fields"]]) == (
        "r1.t1.sum",
        None,
        ["0"] * 4,
    )
    row = find_audited_item(evening, "r1.t1.g05")
    assert describe_audit(row, evening) == describe_audit(find_audited(evening, 1, 1, 5), evening)
    for item in ("r1.t1.bock-block", "r9.t9.sum", "Unsinn"):
        with pytest.raises(RefusedDecision, match="gibt es nicht"):
            find_audited_item(evening, item)
    assert main(["audit", store.where, "--round", "1"]) == 2
    assert "oder --item" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("typed", "seats", "points"),
    [
        ("+6,-2,-2,-2", 4, (6, -2, -2, -2)),
        ("6; -2; -2; -2", 4, (6, -2, -2, -2)),
        ("0,0,0,0", 4, (0, 0, 0, 0)),
        ("+6,-2,/,-2,-2", 5, (6, -2, None, -2, -2)),
        ("+6,-2,,-2,-2", 5, (6, -2, None, -2, -2)),
        ("−1,+1,-1,+1", 4, (-1, 1, -1, 1)),
    ],
)
def test_points_are_read_as_people_type_them(typed: str, seats: int, points: tuple[int | None, ...]) -> None:
    """With or without a plus, with any minus, and a stroke for who sits out."""
    assert read_points(typed, seats) == points


def test_of_two_causes_none_is_accepted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The refusal names both, with the points that count then; the points, or what is written, decide it."""
    store = open_tournament(tmp_path)
    put_in(store, draw_two_causes())
    file = str(tmp_path / "abend.kiebitz")
    assert main(["decide", file, "r1.t1.g1", "--accept"]) == 2
    told = " ".join(capsys.readouterr().err.split())
    assert "Was in r1.t1.g1 stimmt, ist offen. Möglich ist: " in told
    assert "+9 statt -3" in told
    assert "(dann +9 -3 -3 -3 Solo) oder Re-Kreuz von" in told
    assert main(["status", file]) == 0
    assert "Möglich ist: " in capsys.readouterr().out
    assert main(["decide", file, "r1.t1.g1", "--points", "+9,-3,-3,-3"]) == 0
    assert make_book(store).entries[0].sheet.rows[0].points == (9, -3, -3, -3)

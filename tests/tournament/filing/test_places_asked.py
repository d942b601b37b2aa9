"""Where a sheet belongs that does not say it: what is asked, offered and proposed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from desk.__main__ import main
from dev.rounds.reader import read_exactly
from scanner.sheet_reading import SheetReading
from tests.desk.paper import ROUND, sheet
from tests.tournament.filing.files import make_book, open_tournament, put_in
from tests.tournament.filing.test_deciding import decide, list_open
from tests.tournament.filing.test_moving import blank, list_keys, refuse
from tournament.errors import RefusedDecision
from tournament.filing.decisions.deciding import Wish, decide_items, make_decision
from tournament.filing.opened.open_evening import open_evening
from tournament.filing.rounds.evening_status import describe_status
from tournament.record.store import Store


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """Eight players, two rounds of two tables drawn: 1 to 4 and 5 to 8 sit together in both."""
    return open_tournament(tmp_path, drawn=2)


def number(reading: SheetReading, starts: str = "", round_: str = "", table: str = "") -> SheetReading:
    """The sheet with these numbers in the boxes of its head; a word a seat."""
    boxes = {f"start.p{seat}": word for seat, word in enumerate(starts.split(), 1)}
    boxes |= {name: word for name, word in (("head.round", round_), ("head.table", table)) if word}
    code = "KIEBITZ1:pflichtsolo-40/points/4/16:r:t:s:..."
    readings = (read_exactly(field, "" if word == "_" else word, 0.9999, "number") for field, word in boxes.items())
    return replace(reading, code=code, readings=(*reading.readings, *readings))


def ask(store: Store, lang: str = "de") -> dict[str, object]:
    """The question about a sheet's place, as JSON."""
    [one] = [
        one for one in describe_status(open_evening(store, lang), lang)["open"] if one["item"].endswith("no-round")
    ]
    return dict(one)


def test_a_blank_head_is_asked_with_the_free_tables(store: Store) -> None:
    """Those that have no sheet, with who was drawn there; the round that is being played comes first."""
    put_in(store, sheet("a.jpg", ROUND, round_=2), blank("IMG_2041.jpg", ROUND))
    one = ask(store)
    assert one["sentence"] == (
        "Der Bogen sagt nicht, zu welcher Runde und welchem Tisch er gehört. "
        "Noch ohne Bogen: Runde 2, Tisch 2; Runde 1, Tisch 1 und 2."
    )
    assert one["sheet"] == "Foto IMG_2041, ohne Tisch"
    assert [(each["round"], each["table"], each["key"]) for each in one["tables"]] == [
        (2, 2, False),
        (1, 1, False),
        (1, 2, False),
    ]
    assert ask(store, "en")["sheet"] == "Photo IMG_2041, no table"


def test_the_command_line_names_the_free_tables_with_what_to_type(
    store: Store, capsys: pytest.CaptureFixture[str]
) -> None:
    """And the photograph in words; the key stands in brackets since the commands need it."""
    put_in(store, sheet("a.jpg", ROUND, round_=2), blank("IMG_2041.jpg", ROUND))
    assert main(["status", store.where]) == 0
    lines = capsys.readouterr().out.splitlines()
    at = next(n for n, line in enumerate(lines) if "no-round" in line)
    assert lines[at].startswith("  Foto IMG_2041, ohne Tisch (s2.no-round): Der Bogen sagt nicht")
    assert lines[at + 1] == f"    Emil, Frieda, Gül, Hans: kiebitz move {store.where} s2 --round 2 --table 2"


def test_start_numbers_propose_a_table(tmp_path: Path) -> None:
    """All known players were drawn to one table, and hardly any of them to another one; it is never moved unasked."""
    store = open_tournament(tmp_path, drawn=1)
    put_in(store, number(blank("a.jpg"), "5 6 _ 8"))
    one = ask(store)
    assert str(one["sentence"]).endswith("Nach den Spielern gehört er zu Runde 1, Tisch 2 (Emil, Frieda, Gül, Hans).")
    assert [(each["table"], each["key"]) for each in one["tables"]] == [(1, False), (2, True)]  # type: ignore[attr-defined]
    assert list_keys(store) == ["s1"]
    store.append(decide_items(open_evening(store), [Wish("s1.no-round", "accept")]), by="Referee")
    assert list_keys(store) == ["r1.t2"]
    assert not [item for item in list_open(store) if "no-round" in item]


@pytest.mark.parametrize("starts", ["5 6 _ _", "5 6 7 1", "_ _ _ _"])
def test_what_fits_no_table_clearly_proposes_none(tmp_path: Path, starts: str) -> None:
    """Two players only, or one of another table: a person chooses."""
    store = open_tournament(tmp_path, drawn=1)
    put_in(store, number(blank("a.jpg"), starts))
    assert not [one for one in ask(store)["tables"] if one["key"]]  # type: ignore[attr-defined]


def test_two_rounds_with_the_same_table_propose_none(store: Store) -> None:
    """The same four sit together in both: nobody knows which round it was, unless the sheet says it."""
    put_in(store, number(blank("a.jpg"), "5 6 7 8"))
    assert not [one for one in ask(store)["tables"] if one["key"]]  # type: ignore[attr-defined]


def test_a_wrong_table_in_the_head_is_one_question(tmp_path: Path) -> None:
    """All start numbers are of another table, which is free: that is asked once, and not once a player."""
    store = open_tournament(tmp_path, drawn=1)
    put_in(store, number(blank("a.jpg"), "5 6 7 8", "1", "1"))
    assert [item for item in list_open(store) if item.startswith("r1.t1")] == ["r1.t1.no-round"]
    assert ask(store)["sentence"] == (
        "Hier sitzen Emil, Frieda, Gül, Hans; sie sind in Runde 1 an Tisch 2 gelost. Gehört der Bogen dorthin?"
    )
    assert [(each["table"], each["key"]) for each in ask(store)["tables"]] == [(1, False), (2, True)]  # type: ignore[attr-defined]
    store.append(decide_items(open_evening(store), [Wish("r1.t1.no-round", "accept")]), by="Referee")
    assert (list_keys(store), list_open(store)) == (["r1.t2"], [])


def test_a_sheet_may_stay_where_nobody_knows(store: Store) -> None:
    """Decided so, it is not asked again when other sheets come in."""
    put_in(store, blank("a.jpg"))
    decide(store, "s1.no-round", "as-written")
    put_in(store, sheet("b.jpg", ROUND, round_=2))
    assert not [item for item in list_open(store) if "no-round" in item]


def test_accepting_in_a_workbook_moves_nothing(tmp_path: Path) -> None:
    """There a proposal is a row's; the refusal names the commands."""
    store = open_tournament(tmp_path, drawn=1)
    put_in(store, number(blank("a.jpg"), "5 6 7 8"))
    with pytest.raises(RefusedDecision) as refused:
        make_decision(open_evening(store), Wish("s1.no-round", "accept"))
    assert "kiebitz move" in refused.value.phrase.in_("de")


def test_two_sheets_of_one_table_offer_the_free_tables(tmp_path: Path) -> None:
    """One of them may be of another table."""
    store = open_tournament(tmp_path, drawn=1)
    other = "\n".join(" ".join(reversed(line.split()[:4])) for line in ROUND.splitlines())
    put_in(store, number(blank("a.jpg"), "1 2 3 4", "1", "1"), number(blank("b.jpg", other), "", "1", "1"))
    [one] = [one for one in describe_status(open_evening(store))["open"] if one["item"].endswith("duplicate-sheet")]
    assert [(each["round"], each["table"]) for each in one["tables"]] == [(1, 2)]
    assert one["tables"][0]["players"] == ["Emil", "Frieda", "Gül", "Hans"]
    assert refuse(store, "s2", 1, 1) == "Runde 1, Tisch 1, Foto b, Bogen 2: Dort ist der Bogen schon."


def test_without_a_draw_nothing_is_offered(tmp_path: Path) -> None:
    """Only the question stays."""
    store = open_tournament(tmp_path)
    put_in(store, blank("a.jpg"))
    one = ask(store)
    assert one["sentence"] == "Der Bogen sagt nicht, zu welcher Runde er gehört."
    assert "tables" not in one
    assert make_book(store).free == ()

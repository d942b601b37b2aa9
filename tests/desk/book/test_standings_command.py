"""`kiebitz standings`: from a tournament's file to the screen, to programs and to Excel."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook

from desk.__main__ import main
from scoring.rulesets.load_rules import load_texts
from tests.tournament.filing.files import open_tournament, put_in
from tests.tournament.paper import written
from tournament.filing.opened.cache_folder import forget_tournament, glance
from tournament.filing.opened.open_evening import open_evening
from tournament.filing.rounds import evening_status
from tournament.record.facts import Closed, Opened
from tournament.record.open_store import create_store, open_store
from tournament.record.player_facts import PlayerAdded, PlayerDropped
from tournament.record.record_errors import MARK
from tournament.record.store import Store
from tournament.review.waiting import list_open

NAMES = ("Anna", "Bernd", "Çem", "Dörte")
SOLI = ["+9 -3 -3 -3 solo", "-3 +9 -3 -3 solo", "-3 -3 +9 -3 solo", "-3 -3 -3 +9 solo"]
KEYS = {"kiebitz", "title", "after", "stage", "final", "sure", "standard_error", "standings", "changed", "gaps"}
LINE = {"place", "start", "name", "rounds", "total", "solos", "open", "sure"}
Out = pytest.CaptureFixture[str]


def fill(store: Store, *rows: str, round_: int = 1) -> Store:
    """One sheet comes in."""
    put_in(store, written([*rows, *SOLI], names=NAMES, round_=round_, photo=f"r{round_}.jpg"))
    return store


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """Four players, one round played: Anna and Bernd won a game of 6."""
    return fill(open_tournament(tmp_path, NAMES), "+6 +6 -6 -6")


def show(store: Store, out: Out) -> dict[str, Any]:
    """What programs are shown."""
    out.readouterr()
    assert main(["standings", store.where, "--json"]) == 0
    found: dict[str, Any] = json.loads(out.readouterr().out)
    return found


def test_the_json_is_the_contract(store: Store, capsys: Out) -> None:
    """Its keys, places, start numbers, rounds and chances; two players share the first place."""
    found = show(store, capsys)
    assert set(found) == KEYS
    assert (found["kiebitz"], found["after"], found["final"]) == (1, 1, False)
    assert set(found["standings"][0]) == LINE
    assert [
        (one["place"], one["start"], one["name"], one["rounds"], one["total"], one["solos"], one["sure"])
        for one in found["standings"]
    ] == [
        (1, 1, "Anna", [6], 6, 1, 1.0),
        (1, 2, "Bernd", [6], 6, 1, 1.0),
        (3, 3, "Çem", [-6], -6, 1, 1.0),
        (3, 4, "Dörte", [-6], -6, 1, 1.0),
    ]


def test_the_screen_shows_a_plain_table(store: Store, capsys: Out) -> None:
    """In German, with what it rests on below."""
    assert main(["standings", store.where]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Vereinsabend: Stand nach Runde 1, vorläufig"
    assert lines[2].split() == ["Platz", "Nr.", "Name", "R1", "Summe", "Soli", "offen", "sicher"]
    assert lines[3].split() == ["1.", "1", "Anna", "+6", "+6", "1", "100,0", "%"]
    assert lines[-1].startswith("Die ersten Plätze stimmen so zu 100 %")


def test_what_was_worked_out_is_kept(store: Store, capsys: Out, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second time nothing is worked out; a new entry, or an empty cache folder, and it is worked out anew."""
    first = show(store, capsys)
    with monkeypatch.context() as patch:
        patch.setattr(evening_status, "open_evening", lambda *order, **log: pytest.fail("worked out again"))
        assert show(store, capsys) == first
    fill(store, "-2 -2 +2 +2", round_=2)
    second = show(store, capsys)
    assert [one["rounds"] for one in second["standings"]] == [[6, -2], [6, -2], [-6, 2], [-6, 2]]
    forget_tournament(store.read_first())
    assert show(store, capsys) == second


def test_a_cache_of_other_entries_is_none(store: Store, capsys: Out) -> None:
    """What was kept for an older entry is never shown, nor what stands in a file that is no tournament."""
    show(store, capsys)
    assert glance(store.where, "standings", "de")
    store.append([PlayerDropped(4, 1)], by="Wart")
    assert glance(store.where, "standings", "de") is None
    assert glance(__file__, "standings", "de") is None
    assert MARK == 0x4B696562


def test_an_open_row_makes_places_less_sure(tmp_path: Path, capsys: Out) -> None:
    """+6 -6 +6 -5 is wrong somewhere: Dörte's 100 % are gone."""
    found = show(fill(open_tournament(tmp_path, NAMES), "+6 -6 +6 -5"), capsys)
    assert {one["open"] for one in found["standings"]} == {1}
    assert min(one["sure"] for one in found["standings"]) < 1


def test_who_withdrew_stands_last(store: Store, capsys: Out) -> None:
    """Anna leaves after round 1 of 2: her points stay, her place is behind the others."""
    store.append([PlayerDropped(1, 1)], by="Wart")
    found = show(store, capsys)["standings"]
    assert [(one["place"], one["name"]) for one in found][-1] == (4, "Anna")
    assert (found[-1]["withdrawn"], found[-1]["withdrew_after"]) == (True, 1)
    assert main(["standings", store.where]) == 0
    assert "Anna (abgemeldet nach Runde 1)" in capsys.readouterr().out


def test_a_tournament_has_its_own_chain_prizes_and_place_points(tmp_path: Path, capsys: Out, store: Store) -> None:
    """The lot parts Anna and Bernd, and every line says what it is worth."""
    opened = store.read_entries()[0].fact
    assert isinstance(opened, Opened)
    own = replace(opened, ties=("total", "lot"), places=(10, 6, 4), prizes=(5000, 2500))
    facts = [own, *(entry.fact for entry in store.read_entries()[1:5])]
    found = show(fill(create_store(tmp_path / "eigen.kiebitz", facts), "+6 +6 -6 -6"), capsys)["standings"]
    assert [one["place"] for one in found] == [1, 2, 3, 4]
    assert [one["place_points"] for one in found] == [10, 6, 4, 0]
    assert [one["prize_cents"] for one in found] == [5000, 2500, 0, 0]
    assert {one["parted_by"] for one in found} == {"lot"}
    assert main(["standings", str(tmp_path / "eigen.kiebitz")]) == 0
    assert "Gleichstand entschied: Los" in capsys.readouterr().out


def test_the_audit_names_its_rows(store: Store, capsys: Out) -> None:
    """The same seed draws the same rows; a shared first place needs nearly all of them."""
    assert main(["standings", store.where, "--sample", "4711"]) == 0
    first = capsys.readouterr().out
    assert first.startswith("5 von 5 Zeilen mit dem Papier vergleichen")
    assert "Anna +9, Bernd -3, Çem -3, Dörte -3" in first
    assert main(["standings", store.where, "--sample", "4711"]) == 0
    assert capsys.readouterr().out == first


def test_sum_rows_stand_for_their_sheets(tmp_path: Path, capsys: Out) -> None:
    """A sheet whose sums all agree is compared by its sum row; a sheet without sums by its rows."""
    store = open_tournament(tmp_path, NAMES)
    put_in(store, written(["+6 +6 -6 -6", *SOLI], "+6 +6 -6 -6", names=NAMES, photo="a.jpg"))
    fill(store, "+2 -2 +2 -2", round_=2)
    assert main(["standings", store.where, "--sample", "4711", "--sums"]) == 0
    items = [line.split()[2] for line in capsys.readouterr().out.splitlines()[4:] if line[:1] == " "]
    assert items[0] == "r1.t1.sum"
    assert {item[:5] for item in items[1:]} == {"r2.t1"}


def test_an_audit_promises_nothing_while_something_is_open(tmp_path: Path, capsys: Out) -> None:
    """The command says how much is open, and neither way of comparing promises a share."""
    sums = "+5 +7 -6 -6"
    sheet = written(["+6 +6 -6 -6", *SOLI], sums, names=NAMES)
    store = open_tournament(tmp_path, NAMES, rounds=1)
    put_in(store, sheet)
    order = ["standings", store.where, "--sample", "4711"]
    for more in ([], ["--sums"]):
        assert main([*order, *more]) == 0
        told = capsys.readouterr().out
        assert "so lange verspricht der Vergleich nichts" in told
        assert "95" not in told
    assert main([*order, "--json"]) == 0
    audit = json.loads(capsys.readouterr().out)["audit"]
    assert (audit["promised"], "r1.t1.sum" in audit["open"]) == (None, True)


def test_an_audit_with_sum_rows_promises_no_share(store: Store, capsys: Out) -> None:
    """95 % stand below the rows that were drawn, and nowhere once sum rows stand for their sheets."""
    store.append([Closed(1, "", tuple(list_open(open_evening(store).book)))], by="Wart")
    order = ["standings", store.where, "--sample", "4711"]
    assert main(order) == 0
    assert "mit 95 % aufgefallen" in capsys.readouterr().out
    assert main([*order, "--sums"]) == 0
    told = capsys.readouterr().out
    assert "95" not in told
    assert "sagt nur der Vergleich ohne --sums" in told


def test_more_than_standings_is_json_too(tmp_path: Path, capsys: Out, store: Store) -> None:
    """One document with all that was asked for: the rows of an audit, teams; and the same rows as in the table."""
    order = ["standings", store.where, "--sample", "4711", "--teams", "2"]
    assert main([*order, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert list(document) == ["kiebitz", "teams", "audit"]
    audit = document["audit"]
    assert (audit["seed"], audit["first"], audit["compared"]) == ("4711", 1, len(audit["drawn"]))
    assert audit["drawn"][0]["points"][0] == {"name": "Anna", "points": 6}
    assert main(order) == 0
    told = capsys.readouterr().out
    assert all(row["item"] in told for row in audit["drawn"])


def test_no_money_is_told(store: Store, capsys: Out) -> None:
    """`pflichtsolo-40` is not played for money."""
    assert main(["standings", store.where, "--settle"]) == 2
    assert "geht es nicht um Geld" in capsys.readouterr().err


def test_statistics_are_a_workbook(store: Store, tmp_path: Path) -> None:
    """With the tabs that this evening fills."""
    assert main(["standings", store.where, "--statistics", str(tmp_path / "statistik.xlsx")]) == 0
    tabs = load_workbook(tmp_path / "statistik.xlsx").sheetnames
    assert tabs[:5] == ["Spieler", "Verlauf", "Runde 1", "Soli", "Partner"]
    assert tabs[5:] == ["Gegner", "Plätze am Tisch", "Serien", "Werte", "Beste Spiele"]


def test_a_new_tournament_names_its_chain_and_prizes(tmp_path: Path, capsys: Out) -> None:
    """As typed; a rule that does not exist and amounts that grow from place to place are refused."""
    order = ["new", str(tmp_path / "a.kiebitz"), "--rules", "pflichtsolo-40", "--title", "T", "--rounds", "1"]
    assert main([*order, "--ties", "total,weight"]) == 2
    assert "gibt es „weight“ nicht" in capsys.readouterr().err
    assert main([*order, "--prizes", "20,50"]) == 2
    assert "die größte zuerst" in capsys.readouterr().err
    assert main([*order, "--ties", "total, Lot", "--prizes", "50,30", "--places", "10,6"]) == 0
    opened = open_store(tmp_path / "a.kiebitz").read_entries()[0].fact
    assert isinstance(opened, Opened)
    assert (opened.ties, opened.places, opened.prizes) == (("total", "lot"), (10, 6), (5000, 3000))


def test_what_matters_stands_first_in_the_status(tmp_path: Path, capsys: Out) -> None:
    """Two miscounted rows: the one by 20 can turn the first places, and a look at it raises their chance."""
    store = fill(open_tournament(tmp_path, NAMES), "+1 +1 -1 +1", "+8 +8 -8 -20")
    assert main(["status", store.where, "--json"]) == 0
    rows = [one for one in json.loads(capsys.readouterr().out)["open"] if one["game"] is not None]
    assert [one["matters"] for one in rows] == sorted((one["matters"] for one in rows), reverse=True)
    assert 0 < rows[0]["matters"] <= 1
    assert {one["item"] for one in rows} == {"r1.t1.g1", "r1.t1.g2"}


def test_ten_points_are_ten_cents(tmp_path: Path, capsys: Out) -> None:
    """`zehn-cent`: the lines have cents, and the settlement says who pays whom."""
    own, base = load_texts("zehn-cent")
    facts = [
        Opened("Zehner", "zehn-cent", own, 1, 16, 4, base),
        *(PlayerAdded(start, name) for start, name in enumerate(NAMES, 1)),
    ]
    store = create_store(tmp_path / "zehn.kiebitz", facts)
    put_in(store, written(["+60 -60 +60 -60", "+20 +20 -20 -20"], names=NAMES, rules="zehn-cent"))
    assert [one["cents"] for one in show(store, capsys)["standings"]] == [80, 40, -40, -80]
    assert main(["standings", store.where, "--settle", "--json"]) == 0
    payments = json.loads(capsys.readouterr().out)["payments"]
    assert payments[0] == {"cents": 80, "payer": "Dörte", "payee": "Anna"}
    assert main(["standings", store.where, "--settle"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split() for line in lines[3:]] == [["0,80", "€", "Dörte", "Anna"], ["0,40", "€", "Bernd", "Çem"]]

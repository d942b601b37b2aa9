"""The entry fee: its amount, how much came in, and who has not paid: command, page and workbook."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path

import pytest
from openpyxl import load_workbook

from desk.__main__ import main
from desk.web.access import Register
from desk.web.running_desk import Desk
from tests.desk.web.visitors import read_words, visit
from tests.tournament.filing.files import NAMES, open_tournament
from tournament.errors import RefusedOrder
from tournament.filing.decisions.undoing import undo_entry
from tournament.filing.opened.absences import count_fees
from tournament.filing.opened.open_evening import open_evening
from tournament.filing.setup.player_entries import read_euros
from tournament.filing.stories.chronicle import Chronicle
from tournament.handout.handout import make_file, prepare_handout
from tournament.record.open_store import open_store
from tournament.record.player_facts import FeeSet, Paid, PlayerDropped
from tournament.record.replay import replay
from tournament.record.store import Store

Out = pytest.CaptureFixture[str]
SUM = "Startgeld 7,50 €: 2 von 3 haben bezahlt, zusammen 15,00 €."
UNPAID = "Noch nicht bezahlt, zusammen 7,50 €: Çem."


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """Of four players two have paid, one has not, and one left before the first round."""
    store = open_tournament(tmp_path, NAMES[:4])
    store.append([FeeSet(750), Paid(1, paid=True), Paid(2, paid=True), PlayerDropped(4, 0)], by="Wart")
    return store


def test_the_sum_and_who_has_not_paid(store: Store, capsys: Out, tmp_path: Path) -> None:
    """On the screen, for programs, on the page and in the workbook."""
    assert main(["players", store.where, "list"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert SUM in shown
    assert UNPAID in shown
    assert main(["players", store.where, "list", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["fee_cents"], found["paid_cents"], found["unpaid"]) == (750, 1500, ["Çem"])
    words = read_words(visit(Desk(store.where, Register(tmp_path / "l.json"), "de"), "organiser").get("/spieler").text)
    assert f"{SUM} {UNPAID}" in words
    book = load_workbook(BytesIO(make_file("xlsx", prepare_handout(open_evening(store), "de"))))
    cells = [cell.value for row in book["Info"].iter_rows() for cell in row]
    assert {"Startgeld", SUM, UNPAID} <= set(cells)


def test_it_is_set_at_the_beginning_or_later(tmp_path: Path, capsys: Out) -> None:
    """With `new`, by command, on the page; each is an entry that can be taken back."""
    file = str(tmp_path / "a.kiebitz")
    assert main(["new", file, "--rules", "ddv", "--title", "T", "--rounds", "1", "--fee", "10"]) == 0
    assert replay(open_store(file).read_entries()).fee == 1000
    assert main(["players", file, "fee", "7,50 €"]) == 0
    assert "Startgeld: 7,50 € je Spieler." in capsys.readouterr().err
    store = open_store(file)
    client = visit(Desk(file, Register(tmp_path / "l.json"), "de"), "organiser")
    assert client.post("/spieler/startgeld", data={"fee": "12"}, follow_redirects=False).status_code == 303
    refused = client.post("/spieler/startgeld", data={"fee": "viel"})
    assert (refused.status_code, "„viel“ ist kein Betrag" in read_words(refused.text)) == (409, True)
    entries = store.read_entries()
    assert (replay(entries).fee, entries[-1].fact) == (1200, FeeSet(1200))
    line = Chronicle(entries, replay(entries)).describe(entries[-1], "de")
    assert line.words == "Startgeld festgelegt: 12,00 € je Spieler."
    store.append([undo_entry(entries, None)[0]], by="Wart")
    assert replay(store.read_entries()).fee == 750


def test_without_an_amount_payers_are_counted(tmp_path: Path) -> None:
    """As in files of earlier versions; where nobody has paid, nothing is said."""
    store = open_tournament(tmp_path, NAMES[:2])
    assert count_fees(replay(store.read_entries())).say() == ()
    store.append([Paid(1, paid=True)], by="Wart")
    said = [one.in_("de") for one in count_fees(replay(store.read_entries())).say()]
    assert said[0] == "Startgeld: 1 von 2 haben bezahlt. Den Betrag setzt „kiebitz players DATEI fee“."
    store.append([Paid(2, paid=True), FeeSet(500)], by="Wart")
    assert [one.in_("en") for one in count_fees(replay(store.read_entries())).say()] == [
        "Entry fee €5.00: 2 of 2 have paid, €10.00 together.",
        "Everybody has paid.",
    ]


def test_amounts_as_people_write_them() -> None:
    """With a comma or a point, with and without the sign."""
    typed = {"10": 1000, "7,50": 750, "7.50 €": 750, "€ 5": 500, "0": 0, "5,-": 500}
    assert {amount: read_euros(amount) for amount in typed} == typed


@pytest.mark.parametrize("typed", ["", "zehn", "7,5", "-3", "1.000,00", "99999", "٣", "1e3", "=1"])
def test_what_is_no_amount_is_refused(typed: str) -> None:
    """One sentence; nothing is guessed."""
    with pytest.raises(RefusedOrder, match="kein Betrag"):
        read_euros(typed)


def test_where_no_fee_is_set_nobody_owes_euros(tmp_path: Path) -> None:
    """Who paid is known all the same; the page on the till does not say that all have paid."""
    store = open_tournament(tmp_path, NAMES[:2])
    store.append([Paid(1, paid=True)], by="Wart")
    said = " ".join(one.in_("de") for one in count_fees(replay(store.read_entries())).say())
    assert (f"Noch nicht bezahlt: {NAMES[1]}." in said, "0,00" in said) == (True, False)
    client = visit(Desk(store.where, Register(tmp_path / "l.json"), "de"), "organiser")
    assert "Alle haben bezahlt" not in read_words(client.get("/aushang/kasse").text)

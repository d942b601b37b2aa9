"""Any entry of a person can be taken back, unless later ones build on it."""

from __future__ import annotations

from pathlib import Path

import pytest

from desk.__main__ import main
from tests.desk.paper import sheet
from tests.tournament.filing.files import NAMES, make_book, open_tournament, put_in
from tests.tournament.filing.test_deciding import decide, list_open
from tournament.errors import RefusedDecision
from tournament.filing.decisions.undoing import list_undoable, make_undoing, undo_entry
from tournament.filing.entry_names import name_entry
from tournament.filing.opened.open_evening import open_evening
from tournament.record.facts import (
    Exported,
    Fact,
    SheetJudged,
    Undone,
)
from tournament.record.player_facts import (
    Drawn,
    Paid,
    PlayerAdded,
    PlayerDropped,
    PlayerRenamed,
    PlayersSwapped,
    Substituted,
)
from tournament.record.replay import replay
from tournament.record.store import Store

TABLES = ((1, (1, 2, 3, 4)), (2, (5, 6, 7, 8)))


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """Eight players, drawn for two rounds."""
    return open_tournament(tmp_path, drawn=2)


def undo(store: Store, number: int | None = None) -> str:
    """Takes it back, and gives what that was."""
    entries = store.read_entries()
    fact, entry = undo_entry(entries, number)
    store.append([fact], by="Wart")
    return name_entry(entry, entries).in_("de")


@pytest.mark.parametrize(
    ("fact", "words"),
    [
        (PlayerAdded(9, "Ida"), "Ida nachgetragen"),
        (PlayerDropped(3, 1), "Çem abgemeldet"),
        (PlayerRenamed(3, "Cem"), "Cem umbenannt"),
        (PlayersSwapped(2, 1, 5), "Anna und Emil getauscht, Runde 2"),
        (Substituted(3, 1, "Ida"), "Ida spielt für Çem, Runde 1"),
        (Paid(3, True), "Startgeld von Çem"),
        (Drawn(2, "7", "test", TABLES[::-1]), "Auslosung von Runde 2"),
    ],
)
def test_the_last_entry_is_taken_back(store: Store, fact: Fact, words: str) -> None:
    """The state is as it was; what takes back can be taken back by its number."""
    before = replay(store.read_entries())
    store.append([fact], by="Wart")
    after = replay(store.read_entries())
    assert undo(store) == words
    now = replay(store.read_entries())
    assert (now.players, now.draws, now.closed) == (before.players, before.draws, before.closed)
    undo(store, len(store.read_entries()))
    again = replay(store.read_entries())
    assert (again.players, again.draws, again.closed) == (after.players, after.draws, after.closed)


def test_undo_goes_back_step_by_step(store: Store) -> None:
    """What was taken back is not taken back twice, and nothing that the program wrote."""
    store.append([Paid(1, True)], by="Wart")
    put_in(store, sheet("a.jpg", names=NAMES[:4]))
    decide(store, "r1.t1.g5", "points", points="+3,+3,-3,-3", reason="so")
    assert [undo(store) for _ in range(2)] == ["Entscheidung zu Runde 1, Tisch 1, Spiel 5", "Startgeld von Anna"]
    assert [one.fact.kind for one in list_undoable(store.read_entries())][:3] == ["drawn", "drawn", "player-added"]


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (1, "gehört zum Turnier"),
        (14, "hat Kiebitz selbst geschrieben"),
        (13, "mit „kiebitz decide DATEI r1.t1 --undo“"),
        (15, "schon zurückgenommen"),
        (99, "gibt es nicht"),
        (2, "Darauf baut Eintrag 10 auf"),
        (10, r"Darauf baut Eintrag 13 auf \(Bogen von Runde 1, Tisch 1\)"),
    ],
)
def test_what_cannot_be_taken_back_is_told(store: Store, number: int, words: str) -> None:
    """One sentence that says why and what helps."""
    put_in(store, sheet("a.jpg", names=NAMES[:4]))
    store.append([Exported("stand.pdf", ""), Paid(1, True), Undone(15)], by="Wart")
    with pytest.raises(RefusedDecision, match=words):
        undo(store, number)


def test_a_swap_at_another_table_can_be_taken_back(store: Store) -> None:
    """The sheet of a table that it changed is built on it; that of another is not."""
    tables = ((1, (1, 2, 3, 4)), (2, (5, 6, 7, 8)))
    store.append([Drawn(2, "1", "test", tables), PlayersSwapped(2, 5, 6)], by="Wart")
    put_in(store, sheet("a.jpg", names=NAMES[:4], round_=2))
    assert undo(store, 13) == "Emil und Frieda getauscht, Runde 2"
    store.append([Undone(16)], by="Wart")
    put_in(store, sheet("b.jpg", names=NAMES[4:], round_=2, table=2))
    with pytest.raises(RefusedDecision, match="Bogen von Runde 2, Tisch 2"):
        undo(store, 13)


def test_a_withdrawal_stays_once_others_were_drawn(store: Store) -> None:
    """Round 3 was drawn without him; the draw goes first."""
    store.append([PlayerDropped(8, 2), Drawn(3, "1", "test", TABLES[:1])], by="Wart")
    with pytest.raises(RefusedDecision, match="Auslosung von Runde 3"):
        undo(store, 12)
    assert [undo(store), undo(store)] == ["Auslosung von Runde 3", "Hans abgemeldet"]


def test_a_player_whom_somebody_named_stays(store: Store) -> None:
    """A seat was decided to be hers; and a decided name follows a player who is renamed."""
    put_in(store, sheet("a.jpg", names=(*NAMES[:3], "Xaver")))
    store.append([PlayerAdded(9, "Ida")], by="Wart")
    decide(store, "r1.t1.name.p4", "name", name="Ida")
    store.append([PlayerRenamed(9, "Ida Igel")], by="Wart")
    assert make_book(store).entries[0].names[3] == "Ida Igel"
    with pytest.raises(RefusedDecision, match="Entscheidung zu Runde 1, Tisch 1, Name auf Platz 4"):
        undo(store, 14)


def test_a_judged_sheet_is_taken_out(store: Store) -> None:
    """Its judgement stays in the file, and the file can be read."""
    put_in(store, sheet("a.jpg", names=NAMES[:4]))
    store.append([SheetJudged("r1.t1", "", "1", "1")], by="Kiebitz")
    store.append(make_undoing(open_evening(store), "r1.t1", "falscher Abend"), by="Wart")
    assert make_book(store).entries == ()
    assert list_open(store) == []


def test_the_command_says_what_it_takes_back(store: Store, capsys: pytest.CaptureFixture[str]) -> None:
    """By default the last one; in either language; and a list shows the numbers."""
    store.append([Paid(2, True)], by="Monika")
    assert main(["undo", store.where, "--list"]) == 0
    assert "Monika: Startgeld von Bernd" in capsys.readouterr().out.splitlines()[0]
    assert main(["undo", store.where, "--reason", "Irrtum", "--lang", "en"]) == 0
    assert capsys.readouterr().err == "Taken back: entry fee of Bernd (entry 12, Monika).\n"
    assert main(["undo", store.where, "12"]) == 2
    assert "schon zurückgenommen" in capsys.readouterr().err

"""A closed round is sealed: nothing changes its result but a decision with a reason, or opening it again."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from openpyxl import load_workbook

from desk.__main__ import main
from scanner.sheet_reading import SheetReading
from tests.desk.paper import ROUND, sheet
from tests.tournament.filing.files import NAMES, open_tournament, put_in
from tests.tournament.filing.test_taking import type_points
from tournament.errors import RefusedDecision
from tournament.evening.late_items import SheetValues, read_values
from tournament.filing.decisions.deciding import Wish, make_decision
from tournament.filing.decisions.reasons import list_ends, make_closing, make_reopening, open_to_write
from tournament.filing.decisions.second_keying import make_keyed, make_keying
from tournament.filing.decisions.undoing import make_undoing, undo_entry
from tournament.filing.opened.open_evening import open_evening, weigh_evening
from tournament.filing.rounds.evening_status import describe_standings, describe_status
from tournament.human_decisions import How
from tournament.record.facts import (
    Closed,
    Decided,
    Fact,
    Reopened,
    SealingBegan,
    Undone,
)
from tournament.record.player_facts import (
    Drawn,
    PlayerAdded,
    PlayerDropped,
    PlayerPaused,
    PlayerRenamed,
    PlayersSwapped,
    Substituted,
)
from tournament.record.store import Store

OTHER = ROUND.replace("+2 +2 -2 -2", "+6 +6 -6 -6", 1)
"""The same round with another fifth game."""
STRANGE = ROUND.replace("+2 +2 -2 -2", "+3 -3 +3 -3").replace("-2 -2 +2 +2", "-4 +4 -4 +4")
"""A round of other games."""
ROW = "r1.t1.g5"


def blur(reading: SheetReading, sure: float = 0.98) -> SheetReading:
    """The same photograph, less sharp in its last games: every later one of the sheet is better."""
    return replace(
        reading,
        readings=tuple(
            replace(one, confidence=sure, candidates=((one.text, sure),)) if one.id[:3] in ("g15", "g16") else one
            for one in reading.readings
        ),
    )


def close(store: Store, *rounds: int) -> None:
    """Closes these rounds, with whatever is open."""
    for number in rounds:
        end = next(one for one in list_ends(describe_status(open_evening(store))) if one.round == number)
        store.append(make_closing(store.read_entries(), end, "so"), by="Wart")


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """Two rounds of two tables are played without a mistake, and the first is closed."""
    store = open_tournament(tmp_path, drawn=2)
    for number in (1, 2):
        for table in (1, 2):
            names = NAMES[4 * table - 4 : 4 * table]
            put_in(store, blur(sheet(f"{number}{table}.jpg", table=table, names=names, round_=number)))
    close(store, 1)
    return store


def read_closed(store: Store) -> dict[str, SheetValues]:
    """What the sheets of round 1 say."""
    return read_values([one for one in open_evening(store).book.entries if one.round == 1])


def read_totals(store: Store) -> dict[str, int | None]:
    """By player the points of round 1."""
    return {one.name: one.get_points(1) for one in open_evening(store).book.players}


def read_starts(store: Store) -> dict[int, int | None]:
    """The same by start number."""
    return {one.start: one.get_points(1) for one in open_evening(store).book.players}


def list_late(store: Store) -> list[str]:
    """The items that wait because round 1 is closed."""
    waiting = describe_status(open_evening(store))["open"]
    return [one["item"] for one in waiting if one.get("after_closing")]


def decide(store: Store, item: str, how: How, **more: str) -> None:
    """The organiser decides."""
    store.append([make_decision(open_evening(store), Wish(item, how, **more))], by="Wart")


def list_changed(store: Store) -> list[dict[str, object]]:
    """What the status says was changed in round 1."""
    keys = ("item", "old", "new", "by", "reason")
    changed = describe_status(open_evening(store))["rounds"][0]["changed"]
    return [{key: one[key] for key in keys} for one in changed]


def take_photo(store: Store) -> None:
    """A sharper photograph of table 1, with another fifth game."""
    put_in(store, sheet("sharp.jpg", OTHER, names=NAMES[:4]))


def take_second_sheet(store: Store) -> None:
    """A sheet of the same table with other games."""
    put_in(store, sheet("second.jpg", STRANGE, names=NAMES[:4]))


def add(*facts: Fact) -> Callable[[Store], None]:
    """Adds entries as no command would."""
    return lambda store: store.append(facts, by="Wart") and None


WAYS: dict[str, tuple[Callable[[Store], None], str]] = {
    "a sharper photograph": (take_photo, "r1.t1.after-closing"),
    "a second sheet of the table": (take_second_sheet, "s5.after-closing"),
    "a sheet of a table that was not there": (
        lambda store: put_in(store, sheet("new.jpg", table=3, names=NAMES[:4])) and None,
        "r1.t3.after-closing",
    ),
    "a decision": (add(Decided(ROW, "points", (6, 6, -6, -6))), "r1.t1.after-closing"),
    "a name": (add(Decided("r1.t1.name.p1", "name", name="Hans")), "r1.t1.after-closing"),
    "somebody plays for a player": (add(PlayerAdded(9, "Ida"), Substituted(9, 1, "Anna")), "r1.after-closing"),
}
"""By name what would change the closed round, and the item that it becomes."""


@pytest.mark.parametrize("way", WAYS)
def test_what_comes_late_waits_and_changes_nothing(store: Store, way: str) -> None:
    """Every way in: the closed result counts, and the organiser has an item that bars final standings."""
    before, totals = read_closed(store), read_totals(store)
    close(store, 2)
    assert describe_status(open_evening(store))["final"]
    act, item = WAYS[way]
    act(store)
    assert (read_closed(store), {name: read_totals(store)[name] for name in totals}) == (before, totals)
    assert list_late(store) == [item]
    status = describe_status(open_evening(store))
    assert (status["final"], [one["codes"] for one in status["open"]]) == (False, [["after-closing"]])


@pytest.mark.parametrize(
    "facts",
    [
        (PlayersSwapped(1, 1, 5),),
        (PlayerRenamed(1, "Annabell"),),
        (PlayerRenamed(1, "X"), PlayerRenamed(2, "Anna")),
        (PlayerAdded(9, "Anna Maria"), PlayerPaused(9, (1,))),
        (PlayerDropped(1, 0),),
        (Drawn(1, "7", "test", ((1, (5, 6, 7, 8)), (2, (1, 2, 3, 4)))),),
        (Undone(12),),
        (Closed(1),),
        (Undone(21), Undone(20)),
    ],
    ids=str,
)
def test_what_would_change_nothing_is_no_item(store: Store, facts: Sequence[Fact]) -> None:
    """Names on the sheets show who sat there, whoever is drawn, renamed or added later: the round stays, and nobody is
    asked."""
    before = read_starts(store)
    store.append(facts, by="Wart")
    after = read_starts(store)
    assert {start: after[start] for start in before} == before
    assert list_late(store) == []


def test_a_renamed_player_keeps_the_points(store: Store) -> None:
    """In the closed round and in the open one, under the new name."""
    store.append([PlayerRenamed(1, "Annabell")], by="Wart")
    one = next(one for one in open_evening(store).book.players if one.start == 1)
    assert (one.name, [number for number, _ in one.rounds]) == ("Annabell", [1, 2])


def test_the_organiser_lets_it_in_or_leaves_it_out(store: Store) -> None:
    """Either needs a reason; let in, it counts and stands as changed; taken back, it waits again."""
    take_photo(store)
    before = read_closed(store)
    for how in ("accept", "as-written"):
        with pytest.raises(RefusedDecision, match="Runde 1 ist abgeschlossen"):
            decide(store, "r1.t1.after-closing", how)
    decide(store, "r1.t1.after-closing", "as-written", reason="falsch abgelesen")
    assert (list_late(store), read_closed(store), list_changed(store)) == ([], before, [])
    store.append(make_undoing(open_evening(store), "r1.t1.after-closing", "doch"), by="Wart")
    assert list_late(store) == ["r1.t1.after-closing"]
    decide(store, "r1.t1.after-closing", "accept", reason="am Tisch geprüft")
    assert list_late(store) == [ROW], "where the two photographs differ; of the sums it is told"
    assert list_changed(store) == [
        {
            "item": ROW,
            "old": ["+2", "+2", "-2", "-2"],
            "new": ["+6", "+6", "-6", "-6"],
            "by": "Wart",
            "reason": "am Tisch geprüft",
        }
    ]


def test_a_later_photograph_is_another_question(store: Store) -> None:
    """Who left the first one out has said nothing of the second."""
    take_photo(store)
    decide(store, "r1.t1.after-closing", "as-written", reason="nein")
    put_in(store, sheet("third.jpg", OTHER.replace("+6 +6 -6 -6", "+8 +8 -8 -8"), names=NAMES[:4]))
    assert list_late(store) == ["r1.t1.after-closing"]


def test_a_decision_needs_a_reason_and_is_marked(store: Store) -> None:
    """It says what counted, and then stands with old and new, who and why."""
    with pytest.raises(RefusedDecision, match=r"Runde 1 ist abgeschlossen, in r1.t1.g6 zählt \(-2 -2 \+2 \+2\)"):
        decide(store, "r1.t1.g6", "points", points="-4,-4,+4,+4")
    decide(store, "r1.t1.g6", "points", points="-4,-4,+4,+4", reason="verrechnet")
    assert list_changed(store) == [
        {
            "item": "r1.t1.g6",
            "old": ["-2", "-2", "+2", "+2"],
            "new": ["-4", "-4", "+4", "+4"],
            "by": "Wart",
            "reason": "verrechnet",
        }
    ]
    with pytest.raises(RefusedDecision, match="Runde 1 ist abgeschlossen"):
        make_undoing(open_evening(store), "r1.t1.g6", "")
    with pytest.raises(RefusedDecision, match="bitte mit --reason begründen"):
        undo_entry(store.read_entries(), None)


def test_undoing_is_a_change_too(store: Store) -> None:
    """Of a sheet, and of a decision; both with a reason."""
    with pytest.raises(RefusedDecision, match="Runde 1 ist abgeschlossen"):
        make_undoing(open_evening(store), "r1.t2", "")
    store.append(make_undoing(open_evening(store), "r1.t2", "falscher Abend"), by="Wart")
    assert [(one["item"], one["reason"]) for one in list_changed(store)] == [("r1.t2", "falscher Abend")]


def test_a_closing_is_not_taken_back_but_the_round_opened(store: Store) -> None:
    """By an entry of its own, with a reason; what waited counts then, and stands as changed."""
    take_photo(store)
    with pytest.raises(RefusedDecision, match="kiebitz reopen DATEI --round 1"):
        undo_entry(store.read_entries(), 21)
    entries = store.read_entries()
    for round_, reason, words in ((1, " ", "bitte mit --reason"), (2, "so", "nicht abgeschlossen")):
        with pytest.raises(RefusedDecision, match=words):
            make_reopening(entries, round_, reason)
    store.append([make_reopening(entries, 1, "Bogen vertauscht")], by="Wart")
    status = describe_status(open_evening(store))
    assert (status["rounds"][0]["closed"], list_late(store)) == (None, [])
    assert [(one["item"], one["reason"]) for one in list_changed(store)] == [(ROW, "Bogen vertauscht")]
    close(store, 1)
    assert list_changed(store) == [one for one in list_changed(store) if one["item"] == ROW]


def test_a_file_of_the_version_before_shows_what_was_changed(tmp_path: Path) -> None:
    """It counts as it did then; whoever writes to it now seals what it says."""
    store = open_tournament(tmp_path, drawn=2)
    put_in(store, blur(sheet("1.jpg", names=NAMES[:4])), sheet("2.jpg", table=2, names=NAMES[4:]))
    store.append([Closed(1)], by="Wart")
    store.append([Decided("r1.t1.g6", "points", (-4, -4, 4, 4))], by="Rita")
    take_photo(store)
    assert [(one["item"], one["by"]) for one in list_changed(store)] == [("r1.t1.g6", "Rita"), (ROW, "Kiebitz")]
    assert list_late(store) == [ROW], "where the two photographs differ; of the sums it is told"
    assert open_to_write(store.where).read_entries()[-1].fact == SealingBegan()
    before = read_closed(store)
    put_in(store, sheet("3.jpg", STRANGE, table=2, names=NAMES[4:]))
    assert (read_closed(store), len(list_late(store)), len(list_changed(store))) == (before, 2, 2)
    assert len(open_to_write(store.where).read_entries()) == len(store.read_entries())


def test_a_workbook_brings_nothing_into_a_closed_round(
    store: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What was typed there has no reason: it is reported and left out; in an open round it counts."""
    path, before = tmp_path / "stand.xlsx", read_closed(store)
    assert main(["export", store.where, "-o", str(path)]) == 0
    workbook = load_workbook(path)
    type_points(ROW, 4, 4, -4, -4)(workbook)
    type_points("r2.t1.g5", 4, 4, -4, -4)(workbook)
    workbook.save(path)
    capsys.readouterr()
    assert main(["take", store.where, str(path)]) == 1
    told = capsys.readouterr().err
    assert "r1.t1.g5 nicht übernommen: Runde 1 ist abgeschlossen" in told
    assert "1 Korrektur übernommen." in told
    assert read_closed(store) == before


def test_a_second_reader_opens_the_row_and_changes_no_points(store: Store) -> None:
    """The row waits for the organiser; until then what was closed counts."""
    decide(store, ROW, "points", points="+4,+4,-4,-4", reason="gefragt")
    before = read_totals(store)
    evening = open_evening(store)
    store.append([make_keying(evening, None, "")], by="Wart")
    store.append([make_keyed(open_evening(store), ROW, "g05.p1", "+9", "Bernd")], by="Bernd")
    assert (read_totals(store), list_late(store)) == (before, [ROW])


def test_the_command_line_closes_asks_and_opens(store: Store, capsys: pytest.CaptureFixture[str]) -> None:
    """`status` says when the round was closed and what waits, `players swap` that it waits, `reopen` opens it."""
    file = store.where
    assert main(["decide", file, "r1.t1.g6", "--points", "-4,-4,+4,+4", "--by", "Anna"]) == 2
    assert "in r1.t1.g6 zählt (-2 -2 +2 +2)" in capsys.readouterr().err
    assert main(["draw", file, "--round", "1"]) == 2
    assert "kiebitz reopen" in capsys.readouterr().err
    assert main(["players", file, "swap", "Anna", "Emil", "--round", "1"]) == 0
    assert "Das zählt erst, wenn es begründet ist" in capsys.readouterr().err
    take_photo(store)
    capsys.readouterr()
    assert main(["status", file, "--json"]) == 0
    status = json.loads(capsys.readouterr().out)
    assert status["rounds"][0]["closed"].startswith("20")
    assert [(one["item"], one["after_closing"]) for one in status["open"]] == [("r1.t1.after-closing", True)]
    assert main(["reopen", file, "--round", "1", "--by", "Anna"]) == 2
    assert main(["reopen", file, "--round", "1", "--by", "Anna", "--reason", "vertauscht"]) == 0
    assert "Runde 1 ist wieder offen." in capsys.readouterr().err
    assert isinstance(store.read_entries()[-1].fact, Reopened)


SHEETS = [
    sheet("law1.jpg", OTHER, names=NAMES[:4]),
    sheet("law2.jpg", STRANGE, table=2, names=NAMES[4:]),
    sheet("law3.jpg", table=3, names=NAMES[:4]),
]
ENTRY = st.integers(10, 40)
PLAYED = {
    table: ROUND.replace("+2 +2 -2 -2", won, 1).replace("-2 -2 +2 +2", "-3 +3 -3 +3", 1)
    for table, won in ((1, "+6 +6 -6 -6"), (2, "+4 +4 -4 -4"))
}
"""Two tables at which everybody has other points."""
LATE = st.one_of(
    st.sampled_from(SHEETS),
    st.builds(Decided, st.sampled_from(["r1.t1.g5", "r1.t2.g6", "s5.g3"]), st.just("points"), st.just((8, 8, -8, -8))),
    st.builds(Decided, st.just("r1.t1.name.p1"), st.just("name"), name=st.sampled_from(NAMES)),
    st.builds(
        Decided,
        st.sampled_from(["r1.t1.after-closing", "r1.after-closing"]),
        st.just("accept"),
        ink=st.builds(lambda number: (("entry", str(number)),), ENTRY),
    ),
    st.builds(PlayersSwapped, st.just(1), st.integers(1, 4), st.integers(5, 8)),
    st.builds(lambda start: PlayerRenamed(start, f"Neue {start}"), st.integers(1, 8)),
    st.builds(Substituted, st.integers(1, 8), st.just(1), st.sampled_from([*NAMES, "Xaver"])),
    st.builds(PlayerDropped, st.integers(1, 8), st.integers(0, 2)),
    st.builds(Undone, ENTRY),
    st.just(Closed(1)),
    st.builds(Reopened, st.just(1), st.just("")),
)


@pytest.mark.slow
@settings(max_examples=2 * settings.default.max_examples, deadline=None, suppress_health_check=list(HealthCheck))
@given(late=st.lists(LATE, min_size=1, max_size=8))
def test_no_sequence_without_a_reason_changes_a_closed_round(
    tmp_path_factory: pytest.TempPathFactory, late: Sequence[SheetReading | Fact]
) -> None:
    """Whatever comes in, by whatever way: by start number everybody keeps the points of the round."""
    store = open_tournament(tmp_path_factory.mktemp("law"), drawn=1)
    put_in(store, *(blur(sheet(f"{n}.jpg", PLAYED[n], table=n, names=NAMES[4 * n - 4 : 4 * n])) for n in (1, 2)))
    close(store, 1)
    before = {one.start: one.get_points(1) for one in open_evening(store).book.players}
    for one in late:
        if isinstance(one, SheetReading):
            put_in(store, one)
        elif not isinstance(one, Undone) or one.entry <= len(store.read_entries()):
            store.append([one], by="?")
    evening = open_evening(store)
    assert {one.start: one.get_points(1) for one in evening.book.players if one.start in before} == before
    assert not any(one.get_points(1) for one in evening.book.players if one.start not in before)


def test_places_are_sure_as_closed(store: Store) -> None:
    """What waits is reported, and the chances are those of the closed result."""
    evening = open_evening(store)
    before = describe_standings(evening, weigh_evening(evening.book, evening.tournament))
    take_photo(store)
    evening = open_evening(store)
    now = describe_standings(evening, weigh_evening(evening.book, evening.tournament))
    assert [one["total"] for one in now["standings"]] == [one["total"] for one in before["standings"]]

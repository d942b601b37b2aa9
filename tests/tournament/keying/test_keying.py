"""Second keying from asking to settling: what is put before whom, what agrees, and what a referee must settle."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tournament.keying.keyings import ITEM, ask, decide, keep_decided, key
from tournament.errors import RefusedDecision
from tournament.filing.decisions.reasons import list_ends, make_closing
from tournament.filing.decisions.second_keying import (
    Comparison,
    RefusedKeying,
    compare_fields,
    describe_keying,
    find_last_keyed,
    list_askable,
    list_due_fields,
    make_keyed,
)
from tournament.filing.decisions.undoing import make_undoing, undo_entry
from tournament.filing.opened.open_evening import open_evening, weigh_evening
from tournament.filing.rounds.evening_status import describe_standings, describe_status
from tournament.record.facts import FieldKeyed, Undone
from tournament.record.store import Store
from tournament.record.verify_record import verify


def list_items(store: Store) -> list[str]:
    """What is open."""
    return [one["item"] for one in describe_status(open_evening(store))["open"]]


def compare(store: Store) -> list[tuple[str, bool | None, bool | None]]:
    """Outcome, and whether each of the two was right."""
    return [(one.outcome, one.first_right, one.second_right) for one in compare_fields(open_evening(store))]


@pytest.mark.parametrize(
    ("blurred", "fields"),
    [
        (["g05.p1"], ["g05.p1"]),
        (["g05.p1", "g05.p3"], ["g05.p1", "g05.p3"]),
        ([], [f"g05.p{n}" for n in range(1, 5)]),
        (["g06.p1"], [f"g05.p{n}" for n in range(1, 5)]),
    ],
)
def test_doubtful_fields_of_decided_rows_are_asked_for(tmp_path: Path, blurred: list[str], fields: list[str]) -> None:
    """Those with unclear ink, or the whole row; rows that nobody decided are left out."""
    assert list_askable(open_evening(keep_decided(tmp_path, blurred=blurred))) == tuple((ITEM, one) for one in fields)


def test_the_same_reading_settles_it(tmp_path: Path) -> None:
    """Nothing is open, and both were right."""
    store = keep_decided(tmp_path)
    ask(store)
    key(store, "2")
    assert compare(store) == [("agreed", True, True)]
    assert list_items(store) == []


def test_another_reading_comes_to_the_referee(tmp_path: Path) -> None:
    """The row is open again, says who reads what, and no round of it is final."""
    store = keep_decided(tmp_path)
    ends = list_ends(describe_status(open_evening(store)))
    for end in ends:
        store.append(make_closing(store.read_entries(), end, "Mehr wird nicht gespielt"), by="Anna")
    assert describe_status(open_evening(store))["final"]
    ask(store)
    key(store, "+3")
    evening = open_evening(store)
    [item] = describe_status(evening)["open"]
    assert (item["item"], item["codes"]) == (ITEM, ["second-reading"])
    assert item["sentence"] == (
        "Anna hat entschieden: wie vorgeschlagen (+2 +2 -2 -2). Bei Anna liest Bernd +3 statt +2."
    )
    assert item["proposal"] == ["+2", "+2", "-2", "-2"]
    assert not describe_status(evening)["final"]
    assert evening.book.entries[0].sheet.rows[4].points == (2, 2, -2, -2)
    assert any(
        one["sure"] < 1
        for one in describe_standings(evening, weigh_evening(evening.book, evening.tournament))["standings"]
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "liest Bernd nichts"),
        ("?", "zählt +2, Bernd kann dort nichts lesen"),
        ("-2", "liest Bernd -2"),
    ],
)
def test_blank_and_unreadable_are_readings(tmp_path: Path, text: str, words: str) -> None:
    """Both contradict a number that was decided."""
    store = keep_decided(tmp_path)
    ask(store)
    key(store, text)
    [item] = describe_status(open_evening(store))["open"]
    assert words in item["sentence"]


def test_a_clear_number_that_was_corrected_is_no_other_reading(tmp_path: Path) -> None:
    """The players wrote +3 for all to see, and +2 counts: who reads +3 contradicts nobody."""
    store = keep_decided(tmp_path, blurred=[])
    ask(store)
    key(store, "+3")
    assert compare(store) == [("agreed", True, True)]
    key(store, "-4", "g05.p2")
    assert list_items(store) == [ITEM]


def test_the_referee_settles_with_a_reason(tmp_path: Path) -> None:
    """Without one it is refused; then it is measured who was wrong."""
    store = keep_decided(tmp_path)
    ask(store)
    key(store, "+3")
    with pytest.raises(RefusedDecision, match="Bernd liest hier etwas anderes"):
        decide(store, ITEM, "accept", "Rita")
    decide(store, ITEM, "accept", "Rita", reason="Zeugen")
    assert compare(store) == [("settled", True, False)]
    assert list_items(store) == []
    store.append([Undone(open_evening(store).tournament.decisions[ITEM].entry)], by="Rita")
    assert list_items(store) == [ITEM]
    decide(store, ITEM, "points", "Rita", points="+3,+3,-3,-3", reason="Zeugen")
    assert compare(store) == [("settled", False, True)]


def test_both_may_be_wrong(tmp_path: Path) -> None:
    """A referee who decides otherwise than both says so with a reason, also where they agreed."""
    store = keep_decided(tmp_path)
    ask(store)
    key(store, "+2")
    with pytest.raises(RefusedDecision, match="Bernd"):
        decide(store, ITEM, "points", "Rita", points="+4,+4,-4,-4")
    decide(store, ITEM, "points", "Rita", points="+4,+4,-4,-4", reason="Zeugen")
    assert compare(store) == [("settled", False, False)]


def test_what_agreed_is_not_settled_by_a_decision_about_another_field(tmp_path: Path) -> None:
    """The referee decides of the whole row; the field beside the contested one still counts as agreed."""
    store = keep_decided(tmp_path, blurred=["g05.p1", "g05.p2"])
    ask(store)
    key(store, "+3")
    key(store, "+2", "g05.p2")
    decide(store, ITEM, "accept", "Rita", reason="Zeugen")
    assert compare(store) == [("settled", True, False), ("agreed", True, True)]


def test_who_cannot_read_a_field_is_not_wrong(tmp_path: Path) -> None:
    """Only the first is measured by it."""
    store = keep_decided(tmp_path)
    ask(store)
    key(store, "?")
    decide(store, ITEM, "accept", "Rita", reason="Zeugen")
    assert compare(store) == [("settled", True, None)]


def test_nobody_reads_his_own_decisions(tmp_path: Path) -> None:
    """They are not shown to the author, however the name is spelt, and refused if sent all the same."""
    store = keep_decided(tmp_path)
    ask(store)
    evening = open_evening(store)
    assert [len(list_due_fields(evening, by)) for by in ("Anna", " ANNA ", "Bernd")] == [0, 0, 1]
    with pytest.raises(RefusedKeying, match="Sie selbst"):
        make_keyed(evening, ITEM, "g05.p1", "+2", "anna")


@pytest.mark.parametrize(
    ("field", "typed", "words"),
    [
        ("g05.p2", "+2", "nicht zum Gegenlesen"),
        ("g06.p1", "+2", "nicht zum Gegenlesen"),
        ("", "", "nicht zum"),
        ("g05.p1", "zwei", "keine Zahl"),
        ("g05.p1", "+2+2", "keine Zahl"),
        ("g05.p1", "12345", "keine Zahl"),
    ],
)
def test_what_cannot_be_keyed_is_refused(tmp_path: Path, field: str, typed: str, words: str) -> None:
    """Fields that nobody asked for, and what is no number."""
    store = keep_decided(tmp_path)
    ask(store)
    with pytest.raises(RefusedKeying, match=words):
        make_keyed(open_evening(store), ITEM, field, typed, "Bernd")


def test_a_field_is_read_once(tmp_path: Path) -> None:
    """The second of two people who read at the same time is told so; of two entries the first counts."""
    store = keep_decided(tmp_path)
    ask(store)
    key(store, "+2")
    with pytest.raises(RefusedKeying, match="inzwischen schon gegengelesen"):
        make_keyed(open_evening(store), ITEM, "g05.p1", "+3", "Gerd")
    beside = open_evening(store).tournament.keyed[ITEM, "g05.p1"]
    store.append([FieldKeyed(ITEM, "g05.p1", "+3", beside.decision)], by="Gerd")
    assert compare(store) == [("agreed", True, True)]


def test_a_new_photograph_is_looked_at_again(tmp_path: Path) -> None:
    """What somebody read from another photograph is not taken."""
    store = keep_decided(tmp_path)
    ask(store)
    evening = open_evening(store)
    photo = evening.sheets[0].written.photo_sha256
    assert make_keyed(evening, ITEM, "g05.p1", "+2", "Bernd", photo[:12]).text == "+2"
    with pytest.raises(RefusedKeying, match="neues Foto"):
        make_keyed(evening, ITEM, "g05.p1", "+2", "Bernd", "0" * 12)


def test_the_last_reading_is_taken_back(tmp_path: Path) -> None:
    """The field is read again; once a referee has settled it, it stays."""
    store = keep_decided(tmp_path)
    ask(store)
    key(store, "+3")
    with pytest.raises(RefusedKeying, match="nichts zurückzunehmen"):
        find_last_keyed(open_evening(store), "Gerd")
    store.append([Undone(find_last_keyed(open_evening(store), "bernd").entry)], by="Bernd")
    assert (list_items(store), len(list_due_fields(open_evening(store), "Bernd"))) == ([], 1)
    key(store, "+3")
    decide(store, ITEM, "accept", "Rita", reason="Zeugen")
    with pytest.raises(RefusedKeying, match="inzwischen entschieden"):
        find_last_keyed(open_evening(store), "Bernd")


def test_a_decision_that_was_read_beside_is_not_taken_back(tmp_path: Path) -> None:
    """A contradiction is settled, and not made to vanish: neither by its item nor by its number."""
    store = keep_decided(tmp_path)
    ask(store)
    key(store, "+3")
    evening = open_evening(store)
    with pytest.raises(RefusedDecision, match="schon gegengelesen"):
        make_undoing(evening, ITEM, "")
    for kind in ("decided", "keying-asked"):
        [number] = [entry.number for entry in evening.entries if entry.fact.kind == kind]
        with pytest.raises(RefusedDecision, match=r"Gegenlesung von r1\.t1\.g5"):
            undo_entry(evening.entries, number)


def test_a_decision_taken_back_all_the_same_is_read_anew(tmp_path: Path) -> None:
    """Whoever writes past the page: the field comes again beside the new decision."""
    store = keep_decided(tmp_path)
    ask(store)
    key(store, "+3")
    store.append([Undone(open_evening(store).tournament.decisions[ITEM].entry)], by="Anna")
    assert compare(store) == []
    assert ITEM in list_items(store)
    decide(store, ITEM, "accept", "Anna")
    assert (list_items(store), len(list_due_fields(open_evening(store), "Bernd"))) == ([], 1)
    key(store, "+3")
    assert list_items(store) == [ITEM]


def test_a_decision_changed_meanwhile_is_the_one_compared(tmp_path: Path) -> None:
    """The second person reads ink; it stands beside whatever holds when it comes in."""
    store = keep_decided(tmp_path)
    ask(store)
    decide(store, ITEM, "points", "Rita", points="+3,+3,-3,-3", reason="neu gelesen")
    key(store, "+3")
    assert compare_fields(open_evening(store)) == (
        Comparison(ITEM, "g05.p1", "agreed", "Rita", "Bernd", first_right=True, second_right=True),
    )


def test_the_state_tells_who_was_wrong_how_often(tmp_path: Path) -> None:
    """Open fields do not count yet."""
    store = keep_decided(tmp_path, blurred=[])
    ask(store, 3, "Lotto 7")
    names = [field for _, field in open_evening(store).tournament.asked[0].fields]
    assert (len(names), open_evening(store).tournament.asked[0].among) == (3, 4)
    key(store, "+9", names[0])
    key(store, "+9", names[1])
    state = describe_keying(open_evening(store))
    assert (state.askable, state.asked, state.read, state.agreed, state.open, state.settled) == (1, 3, 2, 0, (ITEM,), 0)
    assert (state.rates, state.samples) == ((), ((3, 4, "Lotto 7"),))
    decide(store, ITEM, "accept", "Rita", reason="Zeugen")
    anna, bernd = describe_keying(open_evening(store)).rates
    assert (anna.name, anna.wrong, anna.compared) == ("Anna", 0, 2)
    assert (bernd.name, bernd.wrong, bernd.compared) == ("Bernd", 2, 2)


def test_the_file_stays_in_order(tmp_path: Path) -> None:
    """The chain verifies with the new kinds of entries."""
    store = keep_decided(tmp_path)
    ask(store)
    key(store, "+3")
    assert verify(store).flaws == ()
    assert isinstance(store.read_entries()[-1].fact, FieldKeyed)

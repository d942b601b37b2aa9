"""A sheet is moved to where it belongs, and keeps what was said of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from desk.__main__ import main
from desk.shell_words import quote_word
from scanner.sheet_reading import SheetReading
from tests.desk.paper import ROUND, sheet
from tests.tournament.filing.files import NAMES, make_book, open_tournament, put_in
from tests.tournament.filing.test_deciding import MISCOUNTED, decide, list_open
from tournament.errors import RefusedDecision, RefusedOrder
from tournament.evening.late_items import Difference
from tournament.filing.decisions.deciding import Wish, make_decision
from tournament.filing.decisions.moving import NewPlace, make_move
from tournament.filing.decisions.undoing import make_undoing, undo_entry
from tournament.filing.entry_names import name_entry
from tournament.filing.opened.filed_sheets import list_sheets
from tournament.filing.opened.open_evening import open_evening
from tournament.filing.stories.chronicle import Chronicle
from tournament.filing.stories.row_story import describe_audit, find_audited_item
from tournament.record.facts import Closed, SealingBegan
from tournament.record.store import Store
from tournament.remarks import RowText

TURNED = ROUND.translate(str.maketrans("+-", "-+"))
"""Another sheet: who won has lost."""
ANNA = ROUND.replace("+2 +2 -2 -2", "+6 -2 -2 -2", 1)
"""Anna's sheet: on the first seat are 4 points more, so that tables differ."""


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """Eight players, two rounds drawn, nothing in yet."""
    return open_tournament(tmp_path, drawn=2)


def move(store: Store, item: str, round_: int | None = None, table: int | None = None, **more: object) -> None:
    """The referee moves a sheet."""
    fact = make_move(open_evening(store), NewPlace(item, round_, table, **more))  # type: ignore[arg-type]
    store.append([fact], by="Referee")


def refuse(store: Store, item: str, round_: int | None = None, table: int | None = None, **more: object) -> str:
    """Why a sheet is not moved."""
    with pytest.raises(RefusedOrder) as refused:
        move(store, item, round_, table, **more)
    return refused.value.phrase.in_("de")


def list_totals(store: Store) -> dict[str, tuple[list[int | None], int]]:
    """By player the points of each round and in all."""
    return {
        one.name: ([one.get_points(1), one.get_points(2)], one.total)
        for one in make_book(store).players
        if one.name in NAMES
    }


def list_keys(store: Store) -> list[str]:
    """The keys of all sheets."""
    return [entry.sheet.source.key for entry in make_book(store).entries]


def blank(photo: str, text: str = ROUND) -> SheetReading:
    """A sheet that says neither round nor table, nor names."""
    return sheet(photo, text, table=None, round_=None)


def test_a_sheet_without_a_place_gets_one(store: Store) -> None:
    """It is called by its place from then on, and its old name leads to it, too."""
    put_in(store, blank("IMG_1.jpg", ANNA))
    assert list_keys(store) == ["s1"]
    move(store, "s1", 1, 2)
    [entry] = make_book(store).entries
    assert (entry.round, entry.table, entry.sheet.source.key) == (1, 2, "r1.t2")
    assert find_audited_item(open_evening(store), "s1.g3").item == "r1.t2.g3"
    assert "r1.no-round" not in list_open(store)


def test_what_was_decided_of_a_sheet_goes_with_it(store: Store) -> None:
    """Rows, names and what is open have the names of the new place; the audit knows all that happened before."""
    put_in(store, sheet("a.jpg", MISCOUNTED, names=NAMES[:4]))
    decide(store, "r1.t1.g5", "points", points="+2,+2,-2,-2")
    move(store, "R1.T1.g05", 2, 1, reason="Falsch ausgefüllt")
    assert open_evening(store).tournament.decisions.keys() == {"r2.t1.g5"}
    assert not [item for item in list_open(store) if item.endswith(".g5")]
    audit = describe_audit(find_audited_item(open_evening(store), "r1.t1.g5"), open_evening(store))
    assert audit["item"] == "r2.t1.g5"
    assert [one["what"] for one in audit["history"]] == ["read", "decided", "moved"]
    moved = {key: audit["history"][-1][key] for key in ("by", "round", "table", "sheet", "reason")}
    assert moved == {"by": "Referee", "round": 2, "table": 1, "sheet": "r2.t1", "reason": "Falsch ausgefüllt"}


def test_the_old_name_is_free_for_the_sheet_that_belongs_there(store: Store) -> None:
    """Then it is that one's; each keeps its own decisions."""
    put_in(store, sheet("a.jpg", MISCOUNTED))
    decide(store, "r1.t1.g5", "points", points="+2,+2,-2,-2")
    move(store, "r1.t1", 1, 2)
    put_in(store, sheet("b.jpg", MISCOUNTED.translate(str.maketrans("+-", "-+"))))
    assert sorted(list_keys(store)) == ["r1.t1", "r1.t2"]
    assert "r1.t1.g5" in list_open(store)
    assert "r1.t2.g5" not in list_open(store)
    assert find_audited_item(open_evening(store), "r1.t1.g5").item == "r1.t1.g5"


def test_a_better_photograph_of_a_moved_sheet_is_filed_under_its_new_name(store: Store) -> None:
    """It says its old place still; where the sheet belongs was said by a person."""
    put_in(store, sheet("a.jpg", ANNA))
    move(store, "r1.t1", 1, 2)
    [again] = put_in(store, sheet("b.jpg", ANNA))
    assert again.keys == ("r1.t2",)
    assert [(one.written.key, one.written.round, one.written.table) for one in list_sheets(store, store.read_entries())]
    assert list_keys(store) == ["r1.t2"]
    store.append(make_undoing(open_evening(store), "r1.t2", ""), by="Referee")
    assert list_keys(store) == []


def test_a_moved_blank_copy_is_no_other_blank_copy(store: Store) -> None:
    """Few clear numbers are no proof that two photographs show one sheet, also where somebody said the table."""
    few = "\n".join(ROUND.splitlines()[:2])
    put_in(store, blank("a.jpg", few))
    move(store, "s1", 1, 1)
    put_in(store, blank("b.jpg", few))
    assert list_keys(store) == ["r1.t1", "s2"]


def test_moving_is_undone(store: Store) -> None:
    """Also after more was decided: that stays with the sheet. Undoing the undoing moves it again."""
    put_in(store, sheet("a.jpg", MISCOUNTED))
    move(store, "r1.t1", 1, 2)
    decide(store, "r1.t2.g5", "points", points="+2,+2,-2,-2")
    moved = next(entry.number for entry in store.read_entries() if entry.fact.kind == "sheet-moved")
    store.append([undo_entry(store.read_entries(), moved)[0]], by="Referee")
    assert list_keys(store) == ["r1.t1"]
    assert open_evening(store).tournament.decisions.keys() == {"r1.t1.g5"}
    store.append([undo_entry(store.read_entries(), store.read_head().number)[0]], by="Referee")
    assert list_keys(store) == ["r1.t2"]
    assert open_evening(store).tournament.decisions.keys() == {"r1.t2.g5"}


def test_undoing_is_refused_where_another_sheet_came_meanwhile(store: Store) -> None:
    """Two sheets of one name would share what was decided."""
    put_in(store, sheet("a.jpg", ANNA))
    move(store, "r1.t1", 1, 2)
    put_in(store, sheet("b.jpg", TURNED))
    with pytest.raises(RefusedDecision) as refused:
        undo_entry(store.read_entries(), store.read_head().number - 2)
    assert "baut Eintrag" in refused.value.phrase.in_("de")


def test_who_plays_in_the_columns_is_said_in_one_go(store: Store) -> None:
    """By names or start numbers, from the left; that stands for what was said of single seats before, and a later name
    of one seat for it."""
    put_in(store, blank("a.jpg", ANNA))
    decide(store, "s1.name.p1", "name", name="Hans")
    move(store, "s1", 1, 1, names="Bernd, 1, Dörte, 3")
    assert make_book(store).entries[0].names == ("Bernd", "Anna", "Dörte", "Çem")
    store.append(
        [make_decision(open_evening(store), Wish("r1.t1.name.p4", "name", name="Emil", reason="vertauscht"))],
        by="Referee",
    )
    assert make_book(store).entries[0].names == ("Bernd", "Anna", "Dörte", "Emil")


def test_two_sheets_change_places(store: Store) -> None:
    """Only where that is said; the refusal names both commands."""
    put_in(store, sheet("a.jpg", ANNA), sheet("b.jpg", ROUND, table=2))
    said = refuse(store, "r1.t1", 1, 2)
    assert "Von Runde 1, Tisch 2 ist schon ein Bogen da (Foto b.jpg)." in said
    assert "„kiebitz move DATEI r1.t1 --round 1 --table 2 --swap“" in said
    assert "„kiebitz move DATEI r1.t2 --round ... --table ...“" in said
    decide(store, "r1.t2.g6", "points", points="+2,+2,-2,-2", reason="so")
    move(store, "r1.t1", 1, 2, swap=True)
    places = {entry.photo: (entry.table, entry.sheet.source.key) for entry in make_book(store).entries}
    assert places == {"a.jpg": (2, "r1.t2"), "b.jpg": (1, "r1.t1")}
    assert open_evening(store).tournament.decisions.keys() == {"r1.t1.g6"}
    move(store, "r1.t1", 1, 2, swap=True)
    places = {entry.photo: (entry.table, entry.sheet.source.key) for entry in make_book(store).entries}
    assert places == {"a.jpg": (1, "r1.t1"), "b.jpg": (2, "r1.t2")}


def test_a_stray_sheet_cannot_swap(store: Store) -> None:
    """It has no place to give."""
    put_in(store, sheet("a.jpg", ANNA), blank("b.jpg", ROUND))
    for swap in (False, True):
        said = refuse(store, "s2", 1, 1, swap=swap)
        assert "ist er falsch, ihn herausnehmen: „kiebitz decide DATEI r1.t1 --undo“" in said


@pytest.mark.parametrize(
    ("item", "round_", "table", "more", "words"),
    [
        ("s9", 1, 1, {}, "Einen Bogen s9 gibt es nicht; „kiebitz status“ nennt, was offen ist, wie r1.t3 oder s4."),
        ("s1", 1, None, {}, "Foto a, ohne Tisch: Bitte mit --round und --table sagen, wohin der Bogen gehört."),
        ("s1", 3, 1, {}, "Runde 3 gibt es nicht, das Turnier hat 2 Runden."),
        ("s1", 1, 9, {}, "Runde 1 hat keinen Tisch 9; ausgelost sind die Tische 1 und 2."),
        ("s1", 1, 1, {"names": "Anna,Bernd"}, "Foto a, ohne Tisch: Der Bogen hat 4 Spalten; bitte ebenso viele"),
        ("s1", 1, 1, {"names": "1,1,2,3"}, "Foto a, ohne Tisch: Der Bogen hat 4 Spalten; bitte ebenso viele"),
        ("r1.t2", 1, 2, {}, "Runde 1, Tisch 2: Dort ist der Bogen schon."),
    ],
)
def test_what_cannot_be_meant_is_refused(
    store: Store, item: str, round_: int, table: int | None, more: dict[str, str], words: str
) -> None:
    """In one sentence that says what helps."""
    put_in(store, blank("a.jpg"), sheet("b.jpg", ANNA, table=2))
    assert refuse(store, item, round_, table, **more).startswith(words)


@pytest.mark.parametrize("target", [(1, 2), (2, 1)])
def test_a_closed_round_is_left_and_entered_with_a_reason_only(store: Store, target: tuple[int, int]) -> None:
    """And what changed is said with who and why."""
    put_in(store, sheet("a.jpg", ANNA, round_=2, table=2) if target[0] == 1 else sheet("a.jpg", ANNA))
    store.append([SealingBegan(), Closed(1)], by="Wart")
    [key] = list_keys(store)
    assert "Runde 1 ist abgeschlossen" in refuse(store, key, *target)
    move(store, key, *target, reason="Falscher Kopf")
    [entry] = make_book(store).entries
    assert (entry.round, entry.table) == target
    changed = open_evening(store).book.changes
    assert {one.by for one in changed} == {"Referee"}
    assert {one.reason for one in changed} == {"Falscher Kopf"}
    assert all("Runde" in one.in_("de") for one in changed)
    with pytest.raises(RefusedDecision):
        undo_entry(store.read_entries(), store.read_head().number)


def test_the_record_says_it_in_words(store: Store) -> None:
    """Moved, swapped, or other players; and the table's entries include those of before."""
    put_in(store, sheet("a.jpg", ANNA), sheet("b.jpg", ROUND, table=2))
    move(store, "r1.t1", 2, 1)
    move(store, "r2.t1", 1, 2, swap=True)
    move(store, "r1.t2", names="4,3,2,1")
    evening = open_evening(store)
    chronicle = Chronicle(evening.entries, evening.tournament)
    assert [chronicle.describe(entry, "de").words for entry in evening.entries[-3:]] == [
        "Runde 1, Tisch 1: Bogen nach Runde 2, Tisch 1 verlegt.",
        "Runde 2, Tisch 1: mit dem Bogen von Runde 1, Tisch 2 getauscht.",
        "Runde 1, Tisch 2: Bogen von Runde 1, Tisch 2; in den Spalten spielen Dörte, Çem, Bernd, Anna.",
    ]
    assert len(chronicle.pick(topic="sheets", table=2)) == 4


def test_a_sheet_without_a_place_is_called_by_its_photograph(store: Store) -> None:
    """In the record too, and in both languages; two of one name are distinguished."""
    put_in(store, blank("IMG_2041.jpg", ANNA), blank("IMG_2041.png", TURNED))
    move(store, "s1", 1, 2)
    evening = open_evening(store)
    chronicle = Chronicle(evening.entries, evening.tournament)
    words = {lang: chronicle.describe(evening.entries[-1], lang).words for lang in ("de", "en")}
    assert words == {
        "de": "Foto IMG_2041, ohne Tisch: Bogen nach Runde 1, Tisch 2 verlegt.",
        "en": "Photo IMG_2041, no table: sheet moved to round 1, table 2.",
    }
    put_in(store, blank("IMG_2041.tif", ROUND.replace("2", "5")))
    titles = [entry.title.in_("de") for entry in make_book(store).entries]
    assert titles == [
        "Runde 1, Tisch 2",
        "Foto IMG_2041, ohne Tisch, Bogen 2",
        "Foto IMG_2041, ohne Tisch, Bogen 3",
    ]


def test_what_is_taken_back_is_named_in_words(store: Store, capsys: pytest.CaptureFixture[str]) -> None:
    """Moved, swapped or named: `undo --list` calls a sheet by its photograph or its table, in both languages."""
    put_in(store, blank("IMG_2041.jpg", ANNA), sheet("b.jpg", TURNED))
    move(store, "s1", 1, 2)
    move(store, "r1.t2", 1, 1, swap=True)
    move(store, "r1.t1", names="4,3,2,1")
    decide(store, "r1.t1.name.p1", "name", name="Anna", reason="so")
    entries = store.read_entries()
    assert [name_entry(one, entries).in_("de") for one in entries[-4:]] == [
        "Bogen von Foto IMG_2041, ohne Tisch nach Runde 1, Tisch 2 verlegt",
        "Bogen von Runde 1, Tisch 2 mit dem von Runde 1, Tisch 1 getauscht",
        "Spieler in den Spalten: Runde 1, Tisch 1",
        "Entscheidung zu Runde 1, Tisch 1, Name auf Platz 1",
    ]
    assert main(["undo", store.where, "--list"]) == 0
    said = capsys.readouterr().out
    assert "Foto IMG_2041, ohne Tisch nach Runde 1, Tisch 2" in said
    assert not re.search(r"\b(s1|r1\.t\d)", said.replace(store.where, ""))


def test_a_difference_names_a_sheet_without_a_table_by_its_photograph() -> None:
    """It came after its round was closed, or went."""
    said = Difference("s5", "", RowText((1, 2, -1, -2)), "IMG_2041.jpg").in_("de")
    assert said == "Foto IMG_2041, ohne Tisch: – → +1 +2 -1 -2"
    assert Difference("r1.t3.g6", "", "Anna", "a.jpg").in_("de") == "Runde 1, Tisch 3, Spiel 6: – → Anna"


def test_the_command_says_what_it_did(store: Store, capsys: pytest.CaptureFixture[str]) -> None:
    """The place, the new name and what is still open; a refusal is one sentence and wrong use."""
    put_in(store, blank("IMG_2041.jpg", ANNA))
    command = ["move", store.where, "s1", "--round", "1", "--table", "2", "--by", "Rita"]
    assert main(command) == 0
    said = capsys.readouterr().err
    assert "Foto IMG_2041.jpg: Der Bogen gehört zu Runde 1, Tisch 2 (r1.t2); Namen sind keine zu lesen." in said
    ask = f"kiebitz decide {store.where} r1.t2.unknown-name"
    assert f"{ask} --accept; sonst in ihrer Reihenfolge: {ask} --name {quote_word('Emil,Frieda,Gül,Hans')}." in said
    assert "Noch 1 Stelle offen." in said
    assert main(command) == 2
    assert capsys.readouterr().err.strip() == "kiebitz: Runde 1, Tisch 2: Dort ist der Bogen schon."
    assert main([*command, "--names", "Emil,Frieda,Gül,Hans"]) == 0
    assert "dort spielen Emil, Frieda, Gül, Hans. Noch 0 Stellen offen." in capsys.readouterr().err


def test_the_audit_says_in_words_that_a_sheet_was_moved(store: Store, capsys: pytest.CaptureFixture[str]) -> None:
    """Of a row, by its old name, and of the whole table; who, when and why."""
    put_in(store, sheet("a.jpg", ANNA, names=NAMES[:4]))
    move(store, "r1.t1", 1, 2, reason="Falscher Kopf")
    assert main(["audit", store.where, "--item", "r1.t1.g3"]) == 0
    said = capsys.readouterr().out
    assert "Referee: Bogen nach Runde 1, Tisch 2 verlegt." in said
    assert "Grund: Falscher Kopf" in said
    assert main(["audit", store.where, "--round", "1", "--table", "2"]) == 0


PLACES = [(round_, table) for round_ in (1, 2) for table in (1, 2)]
"""All there are in the tournament of these tests."""
TEXTS = [ROUND.replace("2", f"{n}").replace(f"-{n} -{n} +{n} +{n}", f"-{n} +{n} +{n} -{n}", n) for n in (1, 2, 4, 5)]
"""Four sheets that differ."""


@settings(max_examples=3, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(right=st.permutations(PLACES), wrong=st.permutations(PLACES), blanks=st.integers(0, 4), data=st.data())
def test_moving_equals_having_read_it_right(
    tmp_path_factory: pytest.TempPathFactory,
    right: list[tuple[int, int]],
    wrong: list[tuple[int, int]],
    blanks: int,
    data: st.DataObject,
) -> None:
    """However the sheets came to their places, each player has what an independent sum of the paper gives."""
    store = open_tournament(tmp_path_factory.mktemp("moved"), drawn=2)
    for number, text in enumerate(TEXTS):
        round_, table = (None, None) if number < blanks else wrong[number]
        at = 4 * (right[number][1] - 1)
        put_in(store, sheet(f"{number}.jpg", text, table, names=NAMES[at : at + 4], round_=round_))
    # those that have a place may change it with another; so the others find theirs free
    for number in (*data.draw(st.permutations(range(blanks, 4))), *data.draw(st.permutations(range(blanks)))):
        entry = next(one for one in make_book(store).entries if one.photo == f"{number}.jpg")
        if (entry.round, entry.table) != right[number]:
            move(store, entry.sheet.source.key, *right[number], swap=True)
    assert list_totals(store) == dict(_sum_up(right))


def _sum_up(right: list[tuple[int, int]]) -> Iterator[tuple[str, tuple[list[int], int]]]:
    """By player the points of each round and in all, as they stand on paper."""
    for start, name in enumerate(NAMES):
        texts = [TEXTS[right.index((round_, start // 4 + 1))] for round_ in (1, 2)]
        points = [sum(int(line.split()[start % 4]) for line in text.splitlines()) for text in texts]
        yield name, (points, sum(points))

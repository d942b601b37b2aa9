"""Title, day, rounds, rules and prizes change by entries, as long as nothing was played by what they replace."""

from __future__ import annotations

from pathlib import Path

import pytest

from scoring.rulesets.load_rules import load, load_texts
from tests.desk.paper import ROUND, sheet
from tests.tournament.filing.files import NAMES, open_tournament, put_in
from tournament.errors import RefusedDecision, RefusedOrder
from tournament.filing.decisions.undoing import enter_undoing, undo_entry
from tournament.filing.entering import enter_change
from tournament.filing.opened.filed_sheets import list_sheets
from tournament.filing.setup.opening_entries import (
    ChosenRules,
    make_prizes,
    make_rounds,
    make_rules,
    make_title,
    read_day,
)
from tournament.filing.stories.chronicle import Chronicle
from tournament.record.facts import Closed, RoundPrinted, SheetTyped, Undone
from tournament.record.opening_facts import RoundsSet, RulesSet
from tournament.record.player_facts import Drawn
from tournament.record.record_errors import SenselessEntry
from tournament.record.replay import Tournament, replay
from tournament.record.store import Store
from tournament.record.verify_record import verify

DDV = ChosenRules(load("ddv"), *load_texts("ddv"))


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """Eight players, two rounds, the first drawn."""
    return open_tournament(tmp_path, drawn=1)


def read(store: Store) -> Tournament:
    """The tournament as the file has it."""
    return replay(store.read_entries())


def enter_all(store: Store) -> None:
    """One change of each kind."""
    enter_change(store, lambda state: make_title(state, " Liga <b> ", "3.1.2027"), "Wart")
    enter_change(store, lambda state: make_rounds(state, 3), "Wart")
    enter_change(store, lambda state: make_rules(state, DDV, 24, 4), "Wart")
    enter_change(store, lambda state: make_prizes(state, ["50", "25,50", "", ""]), "Wart")


def test_the_last_entry_of_a_kind_holds(store: Store) -> None:
    """And each can be taken back: then what was before holds again; the file stays sound."""
    before = read(store).opening
    enter_all(store)
    opening = read(store).opening
    assert (opening.title, opening.day, opening.rounds, opening.prizes) == ("Liga <b>", "2027-01-03", 3, (5000, 2550))
    assert (opening.rules.id, opening.games, opening.texts[0]) == ("ddv", 24, DDV.own)
    assert opening.key == before.key
    for _ in range(4):
        enter_undoing(store, None, "", "Wart")
    assert read(store).opening == before
    assert verify(store).flaws == ()


def test_the_chronicle_tells_each(store: Store) -> None:
    """In both languages, and also that one was taken back."""
    enter_all(store)
    enter_undoing(store, None, "", "Wart")
    entries = store.read_entries()
    chronicle = Chronicle(entries, replay(entries))
    told = [chronicle.describe(entry, "de").words for entry in entries[-5:]]
    assert told == [
        "Titel und Tag: Liga <b>.",
        "Gespielt werden 3 Runden.",
        "Regeln: ddv, 24 Spiele je Runde, Tische zu 4.",
        "Preise: 50,00 €, 25,50 €.",
        "Zurückgenommen: Preise: 50,00 €, 25,50 €.",
    ]
    assert all(chronicle.describe(entry, "en").words for entry in entries[-5:])
    assert chronicle.pick(topic="file")[:3] == [entries[-2], entries[-3], entries[-4]]


def test_rules_stay_once_a_sheet_is_in(store: Store) -> None:
    """The change is refused; so is taking an earlier one back, and an entry that was made elsewhere is senseless."""
    enter_change(store, lambda state: make_rules(state, DDV, 24, 4), "Wart")
    number = store.read_head().number
    put_in(store, sheet("tisch1.jpg", ROUND, table=1, names=NAMES[:4]))
    with pytest.raises(RefusedOrder, match="Ein Bogen ist schon eingelesen"):
        make_rules(read(store), ChosenRules(load("zehn-cent"), *load_texts("zehn-cent")), 16, 4)
    with pytest.raises(RefusedDecision, match="Darauf baut Eintrag"):
        undo_entry(store.read_entries(), number)
    store.append([RulesSet("ddv", DDV.own, 24, 4)], by="Wart")
    with pytest.raises(SenselessEntry):
        read(store)


def test_rules_stay_once_a_round_is_closed(store: Store) -> None:
    """A sheet that comes after the closing may still be let in: it was played by these rules."""
    store.append([Closed(1, "ausgefallen")], by="Wart")
    with pytest.raises(RefusedOrder, match="Runde 1 ist schon abgeschlossen"):
        make_rules(read(store), DDV, 24, 4)


def test_a_sheet_that_was_taken_out_comes_back_under_its_rules_only(store: Store) -> None:
    """Rules may change while no sheet counts; then the old sheet can no longer be put in again."""
    put_in(store, sheet("tisch1.jpg", ROUND, table=1, names=NAMES[:4]))
    taken = next(entry.number for entry in store.read_entries() if entry.fact.kind == "sheet-read")
    store.append([Undone(taken)], by="Wart")
    back = store.read_head().number
    enter_change(store, lambda state: make_rules(state, DDV, 24, 4), "Wart")
    assert read(store).opening.rules.id == "ddv"
    with pytest.raises(RefusedDecision, match="Darauf baut Eintrag"):
        undo_entry(store.read_entries(), back)


def test_printed_sheets_are_named(store: Store) -> None:
    """Whoever changes the rules is told to print again."""
    store.append([RoundPrinted(1)], by="Wart")
    notes = make_rules(read(store), DDV, 24, 4).notes
    assert [one.in_("de") for one in notes] == [
        "Die gedruckten Bögen von Runde 1 sind noch nach den alten Regeln; bitte neu drucken."
    ]


def test_a_typed_sheet_has_the_rules_of_its_time(store: Store) -> None:
    """Its code names the rule set by which was played when it was typed."""
    enter_change(store, lambda state: make_rules(state, DDV, 24, 4), "Wart")
    store.append([SheetTyped(1, 1, 24, "verloren", (1, 2, 3, 4), totals=(6, -2, -2, -2))], by="Wart")
    (one,) = list_sheets(store, store.read_entries())
    assert one.written.code is not None
    assert one.written.code.rules == "ddv"


def test_rounds_that_are_drawn_stay(store: Store) -> None:
    """Neither fewer than these, nor by taking a change back, nor by an entry that was made elsewhere."""
    enter_change(store, lambda state: make_rounds(state, 3), "Wart")
    number = store.read_head().number
    store.append([Drawn(3, "1", "test", ((1, (1, 2, 3, 4)), (2, (5, 6, 7, 8))))], by="Wart")
    for rounds in (0, 2, 100):
        with pytest.raises(RefusedOrder, match="mindestens 3"):
            make_rounds(read(store), rounds)
    with pytest.raises(RefusedDecision, match="Darauf baut Eintrag"):
        undo_entry(store.read_entries(), number)
    store.append([RoundsSet(2)], by="Wart")
    with pytest.raises(SenselessEntry):
        read(store)


def test_nothing_new_is_no_entry(store: Store) -> None:
    """What holds already is said, and not written again."""
    opening = read(store).opening
    same = ChosenRules(opening.rules, *opening.texts)
    for make in (
        lambda state: make_title(state, opening.title, ""),
        lambda state: make_rounds(state, 2),
        lambda state: make_rules(state, same, 16, 4),
        lambda state: make_prizes(state, ["", ""]),
    ):
        with pytest.raises(RefusedOrder, match="gilt schon"):
            enter_change(store, make, "Wart")


@pytest.mark.parametrize("typed", [["10", "20"], ["10", "", "5"], ["x"], ["-1"], ["1"] * 51])
def test_prizes_are_in_order(store: Store, typed: list[str]) -> None:
    """A later place never gets more, no place is left out, and an amount is one."""
    with pytest.raises(RefusedOrder):
        make_prizes(read(store), typed)


def test_days_as_people_write_them() -> None:
    """As ISO has it and with dots; anything else is refused."""
    assert [read_day(one) for one in ("", "2026-11-28", "28.11.2026", " 3.1.2027 ")] == [
        "",
        "2026-11-28",
        "2026-11-28",
        "2027-01-03",
    ]
    for typed in ("31.2.2026", "28.11.26", "morgen", "28.11.", "2026-W48-6x", "1.1.1.1"):
        with pytest.raises(RefusedOrder):
            read_day(typed)

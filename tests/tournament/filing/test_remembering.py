"""What an entry does not change is not worked out again."""

from __future__ import annotations

from pathlib import Path

import pytest

from scoring.counting.rules import RuleSet
from tests.desk.paper import ROUND, sheet
from tests.tournament.filing.files import open_tournament, put_in
from tournament.evening import decided_sheets
from tournament.evening.decisions import DecidedSheet
from tournament.filing.decisions.deciding import Wish, make_decision
from tournament.filing.entering import enter_decision
from tournament.filing.opened.cache_folder import glance
from tournament.filing.opened.open_evening import append_to, open_evening
from tournament.filing.rounds.evening_status import describe_status, keep_documents, list_posted
from tournament.judging.judged_sheet import JudgedSheet
from tournament.record.facts import Exported
from tournament.record.store import Store


def enter_points(store: Store, item: str, points: str) -> None:
    """Lets the row count these points."""
    enter_decision(
        store, [item], lambda evening: [make_decision(evening, Wish(item, "points", points, reason="so"))], "Wart"
    )


def test_what_an_entry_does_not_change_is_not_worked_out_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a decision only its own sheet is judged, also where the others have decisions of their own."""
    store, judged = open_tournament(tmp_path), list[str]()
    put_in(store, *(sheet(f"{table}.jpg", ROUND, table=table) for table in (1, 2, 3)))
    apply = decided_sheets.apply_decisions

    def note(rules: RuleSet, sheet: JudgedSheet, decided: DecidedSheet) -> JudgedSheet:
        judged.append(sheet.source.key)
        return apply(rules, sheet, decided)

    monkeypatch.setattr(decided_sheets, "apply_decisions", note)
    enter_points(store, "r1.t1.g3", "1 1 -1 -1")
    before = open_evening(store).book
    enter_points(store, "r1.t2.g1", "2 2 -2 -2")
    judged.clear()
    after = open_evening(store).book
    assert judged == ["r1.t2"]
    points = [
        [entry.sheet.rows[row].points for entry, row in zip(one.entries, (2, 0), strict=False)]
        for one in (before, after)
    ]
    assert points[1] == [(1, 1, -1, -1), (2, 2, -2, -2)] != points[0]


def test_an_export_leaves_the_status_kept(tmp_path: Path) -> None:
    """After it both documents are found without counting, as they would be worked out; after a sheet they are not."""
    store = open_tournament(tmp_path)
    put_in(store, sheet("a.jpg", ROUND))
    evening = open_evening(store)
    keep_documents(evening, "de")
    append_to(store, evening, [Exported("stand.pdf", "0" * 64, list_posted(evening.book, evening.tournament))], "Wart")
    assert glance(store.where, "status", "de") == describe_status(open_evening(store))
    assert glance(store.where, "standings", "de") is not None
    put_in(store, sheet("b.jpg", ROUND, table=2))
    assert glance(store.where, "status", "de") is None

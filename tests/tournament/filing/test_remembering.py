"""A judgement is decoded once in a process, and never taken for another sheet's; what an entry does not change stays
kept."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from tests.desk.paper import ROUND, sheet
from tests.tournament.filing.files import open_tournament, put_in
from tournament.filing.cache_folder import glance
from tournament.filing.evening_status import describe_status, keep_documents, list_posted
from tournament.filing.judgement_json import encode_judged, recall_judged
from tournament.filing.open_evening import append_to, open_evening
from tournament.record.facts import Exported


def test_the_same_bytes_are_decoded_once(tmp_path: Path) -> None:
    """For the same sheet and rules the same value comes back, for others one of their own."""
    store = open_tournament(tmp_path)
    put_in(store, sheet("a.jpg", ROUND))
    book = open_evening(store).book
    judged = book.entries[0].sheet
    data = encode_judged(judged)
    first = recall_judged(data, book.rules, judged.source)
    assert recall_judged(data, book.rules, judged.source) is first
    other = replace(judged.source, photo="b.jpg")
    assert recall_judged(data, book.rules, other).source == other
    assert recall_judged(data, replace(book.rules, id="other"), judged.source) is not first


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

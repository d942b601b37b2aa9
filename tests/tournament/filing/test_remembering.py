"""A judgement is decoded once in a process, and never taken for another sheet's."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from tests.desk.paper import ROUND, sheet
from tests.tournament.filing.files import open_tournament, put_in
from tournament.filing.judgement_json import encode_judged, recall_judged
from tournament.filing.open_evening import open_evening


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

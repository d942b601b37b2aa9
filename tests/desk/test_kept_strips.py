"""Pictures of a workbook that were cut before are not cut again, and nothing else is shown in their place."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from desk.pictures import cut_pictures, photo_copies
from desk.pictures.cut_pictures import CropKey, Gathered, Pictures, Strips
from desk.pictures.kept_strips import keep_strips, recall_strips
from desk.pictures.strips import NO_MARKS, Marks
from scanner.sheet_reading import Quad
from tests.desk.paper import ROUND, sheet
from tests.tournament.filing.files import NAMES, open_tournament, put_in
from tournament.filing.opened import cache_folder
from tournament.filing.opened.open_evening import open_evening
from tournament.record.entries import hash_bytes
from tournament.record.facts import Photographed

CELL: Quad = ((1.0, 2.0), (3.0, 2.0), (3.0, 4.0), (1.0, 4.0))
FIRST: CropKey = ("a" * 64, 0, (CELL,))
SECOND: CropKey = ("a" * 64, 1, (CELL,))
OTHER: CropKey = ("b" * 64, 0, (CELL,))


@pytest.fixture(autouse=True)
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache folder."""
    monkeypatch.setattr(cache_folder, "user_cache_path", lambda *_, **__: tmp_path / "cache")
    return tmp_path / "cache"


def test_a_photograph_is_kept_with_all_its_strips(root: Path) -> None:
    """Also a strip that cannot be cut. A photograph of which one is missing, or shown otherwise, is cut again."""
    strips: Strips = dict.fromkeys((FIRST, SECOND, OTHER), NO_MARKS)
    keep_strips("t", strips, {FIRST: b"\xff\xd8 1", SECOND: None})
    assert recall_strips("t", strips) == {FIRST: b"\xff\xd8 1", SECOND: None}
    assert recall_strips("another", strips) == {}
    assert recall_strips("t", {FIRST: NO_MARKS}) == {}
    assert recall_strips("t", {**strips, SECOND: Marks(framed=(CELL,))}) == {}
    [piece] = [path for path in root.rglob("*") if path.name.startswith("strips.")]
    for spoilt in (b"", b"[1]", b"x" * 100):
        piece.write_bytes(spoilt)
        assert recall_strips("t", strips) == {}
    for strange in (b"[]", b'["?", 7]', b"null", b"{"):
        cache_folder.keep_pieces("t", {piece.name: strange})
        assert recall_strips("t", strips) == {}


def test_the_next_workbook_cuts_only_what_is_new(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Photographs of a new round; and an evening without any has no pictures at all."""
    store, cut, copy = open_tournament(tmp_path), list[set[str]](), b"\xff\xd8 copy"

    def note(strips: Strips, photos: Gathered, *_: object) -> Pictures:
        cut.append({Path(path).stem for path in photos.files.values()})
        return dict.fromkeys(strips, b"\xff\xd8")

    monkeypatch.setattr(cut_pictures, "cut_all", note)
    assert photo_copies.cut_for_workbook(store, open_evening(store), "de") is None
    hashes = []
    for table in (1, 2):
        put_in(store, sheet(f"{table}.jpg", ROUND, table=table, names=NAMES[:4]))
        photo = [one.fact for one in store.read_entries() if isinstance(one.fact, Photographed)][-1]
        again = replace(photo, copy=hash_bytes(copy))
        store.append([again], by="Kiebitz", blobs={again.copy: copy})
        hashes.append(photo.photo_sha256)
        for _ in range(2):
            crop = photo_copies.cut_for_workbook(store, open_evening(store), "de")
            assert crop is not None
    entry = open_evening(store).book.entries[0].sheet.source
    assert crop is not None
    assert crop(entry, [entry.names[0]]) == b"\xff\xd8"  # type: ignore[list-item]
    assert cut == [{hashes[0]}, {hashes[1]}]

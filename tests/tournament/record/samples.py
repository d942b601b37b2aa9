"""A small evening in a store, for tests."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from scoring.rulesets.load_rules import load_texts
from tournament.record.entries import hash_bytes
from tournament.record.facts import (
    Decided,
    Exported,
    Opened,
    Photographed,
    Posted,
    SheetJudged,
    SheetRead,
)
from tournament.record.open_store import create_store, open_store
from tournament.record.player_facts import Drawn, PlayerAdded
from tournament.record.record_errors import is_url
from tournament.record.store import Store

OWN, BASE = load_texts("pflichtsolo-40")
OPENED = Opened("Vereinsabend", "pflichtsolo-40", OWN, 3, 16, 4, BASE)
NAMES = ("Anna", "Bernd", "Çem", "Dörte", "Eva")
PLAYERS = tuple(PlayerAdded(start, name) for start, name in enumerate(NAMES, 1))
PHOTO = b"the bytes of a photograph"
POSTED = (Posted(1, 3, "Çem", 36), Posted(2, 1, "Anna", -36))


def keep_evening(where: str | Path) -> Store:
    """Five players, one drawn table, its sheet read, judged, decided about, and standings handed out: 12 entries.

    1 opens, 2 to 6 are players, 7 draws, 8 photographs, 9 reads, 10 judges, 11 decides, 12 exports.
    """
    if is_url(where):
        return _fill_store(where)
    with Path(where).open("xb") as file:
        file.write(_make_file())
    return open_store(where)


@cache
def _make_file() -> bytes:
    """The file of such an evening: making it takes longer than most tests, so each worker does it once."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "abend.kiebitz"
        _fill_store(path)
        return path.read_bytes()


def _fill_store(where: str | Path) -> Store:
    store = create_store(where, [OPENED, *PLAYERS], by="Wart")
    copy, reading, judged = (name * 400 for name in (b"a reduced copy", b"a reading", b"a judgement"))
    blobs = {hash_bytes(data): data for data in (copy, reading, judged)}
    photo = hash_bytes(PHOTO)
    store.append([Drawn(1, "7", "test", ((1, (1, 2, 3, 4)),))], by="Wart")
    store.append(
        [
            Photographed(photo, "img/1.jpg", len(PHOTO), hash_bytes(copy)),
            SheetRead("r1.t1", photo, hash_bytes(reading), "m"),
            SheetJudged("r1.t1", hash_bytes(judged), "l", "0.1"),
        ],
        by="Kiebitz",
        blobs=blobs,
    )
    store.append([Decided("r1.t1.g3", "points", (6, -2, -2, -2), reason="Zeuge", seen=10)], by="Eva")
    store.append([Exported("wand.pdf", "0" * 64, POSTED)], by="Wart")
    return store

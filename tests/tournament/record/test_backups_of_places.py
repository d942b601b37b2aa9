"""A backup is a file, wherever the evening lies."""

from __future__ import annotations

from pathlib import Path

from scoring.rulesets.load_rules import load_texts
from tournament.filing.backups import find_stem, unpack_backup, write_backup
from tournament.record.entries import hash_bytes
from tournament.record.facts import Opened, Photographed
from tournament.record.open_store import create_store, open_store
from tournament.record.player_facts import PlayerAdded
from tournament.record.verify_record import list_folders, verify


def test_an_evening_anywhere_becomes_a_file(place: str, tmp_path: Path) -> None:
    """Of a database, too: the same chain, the same contents, in a file that is in order."""
    own, base = load_texts("pflichtsolo-40")
    store = create_store(
        place, [Opened("Abend", "pflichtsolo-40", own, 2, 16, 4, base), PlayerAdded(1, "Çem")], by="Wart"
    )
    copy = b"a small picture"
    photo = Photographed(hash_bytes(b"a large one"), "a.jpg", 11, hash_bytes(copy))
    store.append([photo], by="Kiebitz", blobs={photo.copy: copy})
    made = write_backup(store, list_folders(place), find_stem(place), tmp_path / "sicherung.zip", "de")
    assert (made.head, made.photos, made.absent) == (store.read_head(), 0, 1)
    again = open_store(unpack_backup(tmp_path / "sicherung.zip", tmp_path))
    assert again.engine.dialect.name == "sqlite"
    assert again.read_sealed() == store.read_sealed()
    assert again.read_blob(photo.copy) == copy
    assert verify(again).flaws == ()

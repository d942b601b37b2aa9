"""A backup becomes the same evening again, and a ZIP from outside does no harm."""

from __future__ import annotations

import hashlib
import os
import stat
import zipfile
import zlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from desk.__main__ import main
from desk.cli.evening_orders import DeskOrder
from desk.cli.run import run_desk
from tests.desk.paper import ROUND, sheet
from tests.desk.photographed import make_photo
from tests.tournament.filing.files import NAMES, open_tournament
from tournament.filing import backups
from tournament.filing.backups import BadBackup, find_stem, unpack_backup, write_backup
from tournament.filing.opened.filed_sheets import Photo, file_photo, list_sheets
from tournament.filing.rounds.evening_status import post_standings
from tournament.record.open_store import open_store
from tournament.record.store import Store
from tournament.record.verify_record import list_folders, verify

Parts = dict[str, bytes]


def make_evening(folder: Path) -> Store:
    """Two tables, each with a photograph of the same name in a folder of its own."""
    store = open_tournament(folder, drawn=1)
    for table in (1, 2):
        photo = make_photo(2000 + table)
        (folder / f"runde{table}").mkdir()
        (folder / f"runde{table}" / "IMG_1.jpg").write_bytes(photo)
        sha256 = hashlib.sha256(photo).hexdigest()
        names = NAMES[4 * table - 4 : 4 * table]
        reading = replace(sheet("IMG_1.jpg", ROUND, table=table, names=names), photo_sha256=sha256)
        known = list_sheets(store, store.read_entries())
        filing = file_photo(known, Photo("IMG_1.jpg", sha256, len(photo), b""), [reading], "test")
        store.append(filing.facts, by="Kiebitz", blobs=filing.blobs)
    return store


def save(store: Store, target: Path) -> backups.Backup:
    """Its backup."""
    return write_backup(store, list_folders(store.where), find_stem(store.where), target, "de")


def test_a_backup_becomes_the_same_evening(tmp_path: Path) -> None:
    """The same last hash, the same standings, every photograph unchanged; the rules and a page to read are beside
    it."""
    store = make_evening(tmp_path)
    os.utime(tmp_path / "runde1" / "IMG_1.jpg", (0, 0))  # as a camera without a clock
    made = save(store, tmp_path / "sicherung.zip")
    assert (made.head, made.photos, made.absent) == (store.read_head(), 2, 0)
    (tmp_path / "anderswo").mkdir()
    file = unpack_backup(tmp_path / "sicherung.zip", tmp_path / "anderswo")
    again = open_store(file)
    assert again.read_head() == store.read_head()
    assert post_standings(again) == post_standings(store)
    verdict = verify(again, [path for path in file.parent.iterdir() if path.is_dir()], post_standings)
    assert (verdict.same, verdict.absent, verdict.flaws) == (2, 0, ())
    assert "pflichtsolo-40" in (file.parent / "regeln" / "pflichtsolo-40.toml").read_text("utf-8")
    assert "abend.kiebitz" in (file.parent / "LIESMICH.txt").read_text("utf-8")


def test_photographs_that_are_gone_are_counted(tmp_path: Path) -> None:
    """One that is gone and one that was changed: nobody is to think that they are safe."""
    store = make_evening(tmp_path)
    (tmp_path / "runde1" / "IMG_1.jpg").unlink()
    (tmp_path / "runde2" / "IMG_1.jpg").write_bytes(b"another")
    assert (save(store, tmp_path / "x.zip").photos, save(store, tmp_path / "x.zip").absent) == (0, 2)


def test_what_was_sent_and_not_read_yet_is_saved(tmp_path: Path) -> None:
    """It waits in the folder of photographs, and does so again where the backup is opened; drafts and links are none of
    it, and another photograph of a known name replaces none."""
    store = make_evening(tmp_path)
    sent = tmp_path / "abend-fotos"
    sent.mkdir()
    for name in ("neu.jpg", "IMG_1.jpg", ".kiebitz-draft.jpg"):
        (sent / name).write_bytes(name.encode())
    (sent / "passwd.jpg").symlink_to("/etc/passwd")
    assert save(store, tmp_path / "x.zip").photos == 2
    folder = unpack_backup(tmp_path / "x.zip", tmp_path).parent
    assert (folder / "abend-fotos" / "neu.jpg").read_bytes() == b"neu.jpg"
    assert (folder / "abend-fotos" / "IMG_1.jpg").read_bytes() == b"IMG_1.jpg", "where it is read when it is opened"
    assert not (folder / "abend-fotos" / "passwd.jpg").exists()
    assert not list(folder.rglob(".*"))
    again = open_store(folder / "abend.kiebitz")
    assert verify(again, [path for path in folder.iterdir() if path.is_dir()]).same == 2


def test_an_evening_is_saved_as_it_is_at_one_entry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is written while the copy is made is not in it, and the copy is whole."""
    store = make_evening(tmp_path)
    before = store.read_head()
    find = backups.find_photos

    def find_and_write(*given: object) -> object:
        store.append([replace(store.read_entries()[1].fact, start=9, name="Ida")], by="Eva")  # type: ignore[type-var]
        return find(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(backups, "find_photos", find_and_write)
    save(store, tmp_path / "x.zip")
    assert store.read_head() != before
    assert open_store(unpack_backup(tmp_path / "x.zip", tmp_path)).read_head() == before


def test_the_command_saves_and_opens(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It is noted nowhere, so both files have the same last hash; somebody's own ZIP is not replaced; and the desk
    opens it, once: the second time it says where the evening lies."""
    store, target = make_evening(tmp_path), tmp_path / "sicherung.zip"
    assert main(["export", store.where, "-o", str(target)]) == 0
    assert "Sicherung mit 2 Fotos" in capsys.readouterr().err
    assert main(["export", store.where, "-o", str(target)]) == 0
    with zipfile.ZipFile(tmp_path / "urlaub.zip", "w") as archive:
        archive.writestr("strand.txt", "x")
    assert main(["export", store.where, "-o", str(tmp_path / "urlaub.zip")]) == 3
    order = run_desk._open_backup(DeskOrder(str(target)))
    assert order.where == str(tmp_path / "sicherung" / "abend.kiebitz")
    assert open_store(order.where).read_head() == store.read_head()
    with pytest.raises(BadBackup) as taken:
        run_desk._open_backup(DeskOrder(str(target)))
    assert str(tmp_path / "sicherung") in taken.value.message("de")
    assert run_desk._open_backup(DeskOrder(store.where)).where == store.where


@pytest.mark.parametrize(
    ("where", "stem"),
    [
        ("/x/a:b?.kiebitz", "a-b-"),
        ("postgresql://h/x", "kiebitz"),
        ("/con.kiebitz", "abend"),
        ("/" + "a" * 200 + ".kiebitz", "a" * 80),
    ],
)
def test_the_file_in_it_has_a_name_for_every_system(where: str, stem: str) -> None:
    """Whatever the file is called here."""
    assert find_stem(where) == stem


def pack(target: Path, parts: Parts, change: Callable[[zipfile.ZipInfo], object] = lambda info: None) -> Path:
    """A ZIP of these parts; `change`: what is said of each."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            info = zipfile.ZipInfo(name)
            info.compress_type = zipfile.ZIP_DEFLATED
            change(info)
            archive.writestr(info, data)
    return target


HOSTILE: dict[str, Callable[[Parts], Parts]] = {
    "out of the folder": lambda good: {**good, "../boese.txt": b"x"},
    "out of it in the middle": lambda good: {**good, "abend-fotos/../../boese.jpg": b"x"},
    "from the root": lambda good: {**good, "/tmp/boese.txt": b"x"},
    "of a drive": lambda good: {**good, "C:\\boese.txt": b"x"},
    "with backslashes": lambda good: {**good, "abend-fotos\\..\\boese.jpg": b"x"},
    "a stream beside a file": lambda good: {**good, "abend-fotos/a.jpg:boese": b"x"},
    "a device": lambda good: {**good, "abend-fotos/NUL.jpg": b"x"},
    "a dot at the end": lambda good: {**good, "abend-fotos/a.jpg.": b"x"},
    "a program": lambda good: {**good, "abend.exe": b"MZ"},
    "hidden": lambda good: {**good, ".bashrc": b"x"},
    "deep": lambda good: {**good, "a-fotos/b/c.jpg": b"x"},
    "two evenings": lambda good: {**good, "zwei.kiebitz": good["abend.kiebitz"]},
    "no evening": lambda good: {name: data for name, data in good.items() if name != "abend.kiebitz"},
    "twice but for capitals": lambda good: {**good, "abend-fotos/a.jpg": b"x", "abend-fotos/A.JPG": b"y"},
    "a bomb": lambda good: {**good, "abend-fotos/a.jpg": bytes(30_000_000)},
    "no tournament": lambda good: {**good, "abend.kiebitz": b"SQLite format 3\0" + bytes(200)},
    "a cut tournament": lambda good: {**good, "abend.kiebitz": good["abend.kiebitz"][:9000]},
    "nothing": lambda good: {},
}


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Parts:
    """The parts of a backup."""
    folder = tmp_path_factory.mktemp("good")
    save(make_evening(folder), folder / "x.zip")
    with zipfile.ZipFile(folder / "x.zip") as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def check_refused(path: Path, folder: Path) -> str:
    """The sentence that refuses it; nothing is left behind anywhere."""
    before = sorted(folder.parent.rglob("*"))
    with pytest.raises(BadBackup) as refused:
        unpack_backup(path, folder)
    assert sorted(folder.parent.rglob("*")) == before
    return refused.value.message("de")


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_backup_is_one_sentence(tmp_path: Path, good: Parts, name: str) -> None:
    """It is refused whole."""
    (tmp_path / "in").mkdir()
    path = pack(tmp_path / "falle.zip", HOSTILE[name](good))
    assert "falle.zip" in check_refused(path, tmp_path / "in")


@pytest.mark.parametrize("kind", [stat.S_IFLNK, stat.S_IFIFO, stat.S_IFCHR, stat.S_IFDIR])
def test_only_plain_files_are_unpacked(tmp_path: Path, good: Parts, kind: int) -> None:
    """No link that leads elsewhere, no pipe, no device."""

    def change(info: zipfile.ZipInfo) -> None:
        if info.filename.endswith(".jpg"):
            info.external_attr = (kind | 0o777) << 16

    (tmp_path / "in").mkdir()
    check_refused(pack(tmp_path / "falle.zip", good, change), tmp_path / "in")


def test_sizes_are_counted_not_believed(tmp_path: Path, good: Parts) -> None:
    """A part that says that it is small and is not; and one whose check sum is wrong."""
    (tmp_path / "in").mkdir()
    data = pack(tmp_path / "falle.zip", {**good, "abend-fotos/a.jpg": os.urandom(50_000)}).read_bytes()
    at = data.rindex(b"PK\x01\x02", 0, data.rindex(b"abend-fotos/a.jpg"))
    smaller = data[: at + 24] + (100).to_bytes(4, "little") + data[at + 28 :]
    (tmp_path / "falle.zip").write_bytes(smaller)
    check_refused(tmp_path / "falle.zip", tmp_path / "in")
    wrong = data[: at + 16] + zlib.crc32(b"x").to_bytes(4, "little") + data[at + 20 :]
    (tmp_path / "falle.zip").write_bytes(wrong)
    check_refused(tmp_path / "falle.zip", tmp_path / "in")


def test_a_damaged_backup_is_one_sentence(tmp_path: Path, good: Parts) -> None:
    """Wherever a byte is wrong or the file is cut off: the evening as it was, or nothing."""
    (tmp_path / "in").mkdir()
    whole = pack(tmp_path / "x.zip", good).read_bytes()
    for cut in (0, 1, 100, len(whole) // 2, len(whole) - 30, len(whole) - 1):
        (tmp_path / "x.zip").write_bytes(whole[:cut])
        check_refused(tmp_path / "x.zip", tmp_path / "in")
    (tmp_path / "x.zip").write_bytes(b"text")
    check_refused(tmp_path / "x.zip", tmp_path / "in")
    check_refused(tmp_path / "nowhere.zip", tmp_path / "in")


def test_nothing_that_is_there_is_overwritten(tmp_path: Path, good: Parts) -> None:
    """A folder of that name."""
    path = pack(tmp_path / "x.zip", good)
    (tmp_path / "in" / "x").mkdir(parents=True)
    assert "x.zip" in check_refused(path, tmp_path / "in")
    (tmp_path / "in" / "x").rmdir()
    assert unpack_backup(path, tmp_path / "in") == tmp_path / "in" / "x" / "abend.kiebitz"


def test_a_link_that_is_there_is_not_followed(tmp_path: Path, good: Parts) -> None:
    """It leads nowhere yet."""
    path = pack(tmp_path / "x.zip", good)
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "x").symlink_to(tmp_path / "elsewhere")
    check_refused(path, tmp_path / "in")


def test_a_full_disk_is_one_sentence(tmp_path: Path, good: Parts, monkeypatch: pytest.MonkeyPatch) -> None:
    """While it unpacks; what was unpacked so far is gone."""

    def refuse(*given: object) -> None:
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr(backups, "_copy", refuse)
    (tmp_path / "in").mkdir()
    check_refused(pack(tmp_path / "x.zip", good), tmp_path / "in")

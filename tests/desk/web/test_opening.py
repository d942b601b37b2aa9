"""Files that are given to the start page: found by their folders, dropped, or inside a backup; hostile ones too."""

from __future__ import annotations

import sqlite3
import sys
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZipFile

import pytest
from fastapi.testclient import TestClient
from httpx2 import Response

from desk.web import given_evening
from desk.web.start.evening_house import House
from tests.desk.web.readers import JPEG
from tests.desk.web.visitors import enter, read_words
from tests.tournament.filing.files import open_tournament


@pytest.fixture
def evening(tmp_path: Path) -> bytes:
    """A tournament's file of another computer."""
    (tmp_path / "stick").mkdir()
    return Path(open_tournament(tmp_path / "stick", drawn=1).where).read_bytes()


def give(client: TestClient, name: str, content: bytes, **more: str) -> Response:
    """The answer to a file that is dropped."""
    return client.post("/oeffnen/datei", files={"file": (name, content)}, data=more)


def pack(members: dict[str, bytes], packing: int = ZIP_DEFLATED) -> bytes:
    """An archive."""
    packed = BytesIO()
    with ZipFile(packed, "w", packing) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return packed.getvalue()


def list_files(house: House) -> list[str]:
    """What lies in the tournaments' folder, without its folders."""
    return sorted(path.relative_to(house.folder).as_posix() for path in house.folder.rglob("*") if path.is_file())


def test_a_dropped_file_is_copied_and_opens(house: House, evening: bytes) -> None:
    """Under its own name, as plain letters; the way leads into the evening."""
    answer = give(enter(house), "../../Liga <b>3</b>.kiebitz", evening)
    assert answer.status_code == 303
    assert "/herein/" in answer.headers["location"]
    assert list_files(house) == ["b.kiebitz"]
    (recent,) = house.recent.list_all()
    assert Path(recent.where) == house.folder / "b.kiebitz"


def test_no_file_gets_the_name_of_a_device(house: House, evening: bytes) -> None:
    """On Windows nobody could open it, nor copy the folder."""
    assert give(enter(house), "CON.kiebitz", evening).status_code == 303
    assert list_files(house) == ["turnier CON.kiebitz"]


def test_a_known_tournament_is_not_opened_twice(house: House, evening: bytes) -> None:
    """Two files of one evening would soon differ: the page says so, leads to the first, and makes a copy only if told;
    that one takes no name of another."""
    client = enter(house)
    give(client, "abend.kiebitz", evening)
    answer = give(client, "abend.kiebitz", evening)
    assert answer.status_code == 409
    assert f'href="/abend/{house.recent.list_all()[0].id}"' in answer.text
    assert "schon bekannt" in read_words(answer.text)
    assert list_files(house) == ["abend.kiebitz"]
    assert give(client, "abend.kiebitz", evening, kopie="ja").status_code == 303
    assert list_files(house) == ["abend 2.kiebitz", "abend.kiebitz"]


def test_a_backup_is_unpacked_into_a_folder_of_its_own(house: House, evening: bytes) -> None:
    """With its photographs; what a second one would replace is left alone, and a known evening is not opened twice."""
    client, packed = enter(house), pack({"abend.kiebitz": evening, "abend-fotos/0011aabb.jpg": JPEG})
    assert give(client, "Sicherung.zip", packed).status_code == 303
    assert list_files(house) == ["Sicherung/abend-fotos/0011aabb.jpg", "Sicherung/abend.kiebitz"]
    assert "schon bekannt" in give(client, "Sicherung.zip", packed).text
    assert len(list_files(house)) == 2
    assert give(client, "Sicherung.zip", packed, kopie="ja").status_code == 303
    assert list_files(house)[:2] == ["Sicherung 2/abend-fotos/0011aabb.jpg", "Sicherung 2/abend.kiebitz"]


def make_trigger(evening: bytes, folder: Path) -> bytes:
    """A tournament's file that would do something when it is opened."""
    file = folder / "falle.kiebitz"
    file.write_bytes(evening)
    with sqlite3.connect(file) as connection:
        connection.execute("CREATE TRIGGER falle AFTER INSERT ON entries BEGIN DELETE FROM entries; END")
    connection.close()
    return file.read_bytes()


@pytest.mark.parametrize(
    ("kind", "sentence"),
    [
        ("text", "keine Turnierdatei von Kiebitz"),
        ("other", "keine Turnierdatei von Kiebitz"),
        ("half", "beschädigt"),
        ("trigger", "keine Turnierdatei von Kiebitz"),
        ("empty", "keine Sicherung"),
        ("two", "keine Sicherung"),
        ("cut", "keine Sicherung"),
        ("packing", "keine Sicherung"),
        ("way-out", "keine Sicherung"),
        ("inside", "keine Sicherung"),
        ("large", "zu groß"),
    ],
)
def test_a_hostile_file_gets_a_sentence(
    house: House, evening: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, sentence: str
) -> None:
    """And leaves nothing in the tournaments' folder."""
    monkeypatch.setattr(given_evening, "MOST_GIVEN_BYTES", 8 << 20)
    with sqlite3.connect(tmp_path / "other.db") as connection:
        connection.execute("CREATE TABLE entries (number)")
    connection.close()
    given = {
        "text": b"Anna;12",
        "other": (tmp_path / "other.db").read_bytes(),
        "half": evening[: len(evening) // 2],
        "trigger": make_trigger(evening, tmp_path),
        "empty": pack({"a.txt": b""}),
        "two": pack({"a.kiebitz": evening, "b.kiebitz": evening}),
        "cut": pack({"a.kiebitz": evening})[:-100],
        "packing": pack({"a.kiebitz": evening}, ZIP_BZIP2),
        "way-out": pack({"a.kiebitz": evening, "a-fotos/../../weg.jpg": JPEG}),
        "inside": pack({"a.kiebitz": evening[:5000]}),
        "large": evening + bytes(9 << 20),
    }[kind]
    answer = give(enter(house), kind, given)
    assert answer.status_code == 409
    assert sentence in read_words(answer.text)
    assert list_files(house) == []


def test_folders_are_shown_below_the_own_one(house: House, tmp_path: Path, evening: bytes) -> None:
    """Folders, tournaments and backups, and nothing else; no way leads out, not even a link on the disk."""
    home, client = tmp_path / "home", enter(house)
    (home / "Doko").mkdir()
    for name in ("abend.kiebitz", "alt.zip", "brief.txt", ".geheim.kiebitz"):
        (home / "Doko" / name).write_bytes(evening)
    words = read_words(client.get("/oeffnen", params={"ordner": str(home / "Doko")}).text)
    assert [name in words for name in ("abend.kiebitz", "alt.zip", "brief.txt", "geheim")] == [True, True, False, False]
    outside = [str(tmp_path), "/etc", str(home / ".." / "stick"), str(home / "fehlt"), "\0"]
    if sys.platform != "win32":
        (home / "hinaus").symlink_to(tmp_path / "stick")
        outside.append(str(home / "hinaus"))
    assert {client.get("/oeffnen", params={"ordner": place}).status_code for place in outside} == {404}
    assert {client.post("/oeffnen", data={"datei": place}).status_code for place in outside} == {404}


def test_a_found_file_is_opened_where_it_lies(house: House, tmp_path: Path, evening: bytes) -> None:
    """And is not copied; one that is none gets its sentence beside its folder."""
    client, file, wrong = enter(house), tmp_path / "home" / "abend.kiebitz", tmp_path / "home" / "brief.kiebitz"
    file.write_bytes(evening)
    wrong.write_text("Lieber Wart")
    assert client.post("/oeffnen", data={"datei": str(file)}).status_code == 303
    assert house.recent.list_all()[0].where == str(file)
    answer = client.post("/oeffnen", data={"datei": str(wrong)})
    assert (answer.status_code, "keine Turnierdatei" in answer.text) == (409, True)
    assert list_files(house) == []

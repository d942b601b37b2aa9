"""Datei öffnen on sticks and further disks: they are listed beside the user's own folder, and nothing else opens."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from desk.web.start import drives, opening_page
from desk.web.start.drives import Drive, find_mounted, find_volumes, list_letters
from desk.web.start.evening_house import House
from tests.desk.web.visitors import enter, read_words
from tests.tournament.filing.files import open_tournament

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="links, and names that are no UTF-8")

MOUNTED = r"""/dev/sda2 / ext4 rw,relatime 0 0
proc /proc proc rw 0 0
/dev/sda3 /home ext4 rw 0 0
/dev/sdb1 /media/joerg/VEREIN\040NEU vfat rw 0 0
/dev/sdc1 /run/media/joerg/Fotos exfat rw 0 0
/dev/sdd1 /media/other/GEHEIM vfat rw 0 0
/dev/loop3 /snap/core/1 squashfs ro 0 0
server:/club /mnt/club nfs4 rw 0 0
/dev/sde1 /mnt/data ext4 rw 0 0
"""


def test_what_linux_has_plugged_in_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """By its name; a network's drive and what may not be read are left out."""
    monkeypatch.setattr(os, "access", lambda path, _: "GEHEIM" not in str(path))
    assert [(one.name, str(one.path)) for one in find_mounted(MOUNTED)] == [
        ("VEREIN NEU", "/media/joerg/VEREIN NEU"),
        ("Fotos", "/run/media/joerg/Fotos"),
        ("data", "/mnt/data"),
    ]


def test_volumes_and_letters(tmp_path: Path) -> None:
    """A Mac's own disk is a link among its volumes; Windows gives letters as bits."""
    (tmp_path / "STICK").mkdir()
    (tmp_path / ".hidden").mkdir()
    (tmp_path / "Macintosh HD").symlink_to("/")
    assert [one.name for one in find_volumes(tmp_path)] == ["STICK"]
    assert list_letters(0b1_0000_1100) == "CDI"


def test_a_table_that_cannot_be_read_is_no_trouble(monkeypatch: pytest.MonkeyPatch) -> None:
    """Then there are no drives."""

    def refuse() -> list[Drive]:
        raise PermissionError

    monkeypatch.setattr(drives, "_find_drives", refuse)
    assert drives.list_drives() == []


def test_a_stick_is_looked_into_and_nothing_beside_it(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page leads to it by its label, says when to unplug it, and follows no link off it. It opens there."""
    stick = tmp_path.resolve() / "stick <b>"
    (stick / "Doko").mkdir(parents=True)
    where = Path(open_tournament(stick / "Doko", drawn=1).where)
    (stick / "weg").symlink_to("/etc")
    client = enter(house)
    assert client.get("/oeffnen", params={"ordner": str(stick)}).status_code == 404
    assert "Laufwerke" not in client.get("/oeffnen").text
    monkeypatch.setattr(opening_page, "list_drives", lambda: [Drive("VEREIN <b> (E:)", stick)])
    page = client.get("/oeffnen").text
    assert "VEREIN &lt;b&gt; (E:)" in page
    assert "abziehen" not in page
    words = read_words(client.get("/oeffnen", params={"ordner": str(stick / "Doko")}).text)
    assert "VEREIN &lt;b&gt; (E:) Doko" in words
    assert "erst abziehen, wenn" in words
    for beside in (stick.parent, stick / "weg", stick / ".." / "geheim"):
        assert client.get("/oeffnen", params={"ordner": str(beside)}).status_code == 404
    assert client.post("/oeffnen", data={"datei": str(where)}).status_code == 303
    assert Path(house.recent.list_all()[0].where) == where


def test_a_name_in_an_old_code_page_is_passed_over(house: House, tmp_path: Path) -> None:
    """Files from a computer of long ago have such names; an address cannot hold them."""
    home = tmp_path / "home"
    home.mkdir(exist_ok=True)
    (home / os.fsdecode(b"\xe4lter")).mkdir()
    (home / "neu").mkdir()
    answer = enter(house).get("/oeffnen", params={"ordner": str(home)})
    assert answer.status_code == 200
    assert "neu" in read_words(answer.text)

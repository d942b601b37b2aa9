"""Photographs are found by name and SHA-256, wherever an organiser keeps them."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest

from tournament.record.facts import Photographed
from tournament.record.verify_record import find_photos, list_folders


def take(name: str, data: bytes) -> Photographed:
    """A photograph as the file has it."""
    return Photographed(sha256(data).hexdigest(), name, len(data))


@pytest.fixture
def rounds(tmp_path: Path) -> Path:
    """Two folders beside the file, with a picture of the same name in each."""
    for number in (1, 2):
        (tmp_path / f"Runde {number}").mkdir()
        (tmp_path / f"Runde {number}" / "1.jpg").write_bytes(b"%d" % number)
    return tmp_path


def test_each_round_may_have_its_folder(rounds: Path) -> None:
    """Equal names in different folders are distinguished by their content."""
    one, two = take("1.jpg", b"1"), take("1.jpg", b"2")
    found = find_photos([one, two], list_folders(rounds / "abend.kiebitz"))
    assert found.paths == {one.photo_sha256: rounds / "Runde 1/1.jpg", two.photo_sha256: rounds / "Runde 2/1.jpg"}
    assert (found.changed, found.absent) == ((), ())


def test_another_rounds_picture_is_none_that_was_changed(rounds: Path) -> None:
    """Round 1's picture is away, round 2's has its name: it is absent, not changed."""
    (rounds / "Runde 1" / "1.jpg").unlink()
    found = find_photos([take("1.jpg", b"1"), take("1.jpg", b"2")], list_folders(rounds / "abend.kiebitz"))
    assert (len(found.paths), found.changed, found.absent) == (1, (), ("1.jpg",))


def test_a_changed_picture_is_told(rounds: Path) -> None:
    """Under the name lies something that was never read in; the unchanged one elsewhere would do."""
    photo = take("1.jpg", b"0")
    found = find_photos([photo], list_folders(rounds / "abend.kiebitz"))
    assert (found.paths, found.changed) == ({}, ("1.jpg",))
    (rounds / "more").mkdir()
    (rounds / "more" / "1.jpg").write_bytes(b"0")
    assert find_photos([photo], [rounds / "Runde 1", rounds / "more"]).changed == ()


@pytest.mark.parametrize("name", ["../1.jpg", "/etc/../1.jpg", "C:\\fotos\\1.jpg"])
def test_a_name_chooses_no_folder(rounds: Path, name: str) -> None:
    """Only the last part of a name counts; no name finds nothing."""
    assert find_photos([take(name, b"1")], [rounds / "Runde 1"]).paths != {}
    assert find_photos([take("", b"1")], [rounds / "Runde 1", rounds / "missing"]).absent == ("",)


def test_a_server_has_no_folder(monkeypatch: pytest.MonkeyPatch, rounds: Path) -> None:
    """Beside a database there is nothing but the working folder, and what people say."""
    monkeypatch.chdir(rounds)
    assert list_folders("postgresql://host/evening", [rounds / "Runde 1"]) == (rounds, rounds / "Runde 1")

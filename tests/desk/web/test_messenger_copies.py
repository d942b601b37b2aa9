"""Small copies from messengers are known by their name, or by being exactly as large and without a camera's words."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from desk.web.inbox import Refusal
from desk.web.messenger_copies import Copy, find_copy
from tests.desk.web.test_photos import send
from tests.desk.web.visitors import open_desk, read_words, visit
from texts.sentences import Phrase
from tournament.record.entries import hash_bytes


def write_jpeg(width: int, height: int, *, exif: bool = False, progressive: bool = False) -> bytes:
    """A grey picture of that size. `exif`: with the name of its camera."""
    target, camera = BytesIO(), Image.Exif()
    camera[271] = "Camera"
    picture = Image.new("L", (width, height))
    picture.save(target, "JPEG", progressive=progressive, **({"exif": camera} if exif else {}))
    return target.getvalue()


@pytest.mark.parametrize(
    ("name", "content", "found"),
    [
        ("IMG-20260101-WA0003.jpg", write_jpeg(900, 1200), Copy(900, 1200, sure=True)),
        ("photo_2026-01-01_20-14-33.jpg", write_jpeg(960, 1280, exif=True), Copy(960, 1280, sure=True)),
        ("bogen.jpg", write_jpeg(1200, 1600, progressive=True), Copy(1200, 1600, sure=False)),
        ("IMG-20260101-WA0003.jpg", write_jpeg(3000, 2000), None),
        ("bogen.jpg", write_jpeg(1200, 1600, exif=True), None),
        ("bogen.jpg", write_jpeg(1200, 1601), None),
        ("bogen.jpg", b"\xff\xd8", None),
        ("bogen.jpg", b"\xff\xd8\xff\xe0\x00\x00\xff\xe0\x00\x01", None),
        ("WhatsApp Image 2026-01-01.png", b"\x89PNG", None),
    ],
)
def test_a_copy_is_known(tmp_path: Path, name: str, content: bytes, found: Copy | None) -> None:
    """And whatever was not made smaller is never called a copy."""
    (tmp_path / "x").write_bytes(content)
    assert find_copy(tmp_path / "x", name) == found


def test_a_file_that_is_gone_is_no_copy(tmp_path: Path) -> None:
    """Somebody may have taken it out of the folder."""
    assert find_copy(tmp_path / "x", "IMG-20260101-WA0003.jpg") is None


def test_a_copy_is_told_as_what_it_is(tmp_path: Path) -> None:
    """Nobody is sent nearer to the sheet; where the reason is another one, it is told."""
    desk = open_desk(tmp_path)
    client = visit(desk, "table", 1)
    content = write_jpeg(900, 1200)
    send(client, content, name="IMG-20260101-WA0003.jpg")
    desk.inbox.refuse(hash_bytes(content), Refusal.from_phrase("too-far", Phrase("scanner.not-a-picture")))
    words = read_words(client.get("/foto").text)
    assert "Original senden" in words
    assert "Aus einem Messenger verkleinert (900 × 1200 Punkte)" in words
    assert "näher heran" not in words
    desk.inbox.refuse(hash_bytes(content), Refusal.from_phrase("two-sheets", Phrase("scanner.not-a-picture")))
    assert "Messenger" not in read_words(client.get("/foto").text)


def test_a_files_name_is_shown_tidied(tmp_path: Path) -> None:
    """It comes from outside: cut to a sane length, and never read as HTML."""
    desk = open_desk(tmp_path)
    send(visit(desk, "table", 1), write_jpeg(9, 9), name="<b>x\u202e" + "y" * 300)
    html = visit(desk, "organiser").get("/foto").text
    assert "&lt;b&gt;x" in html
    assert "y" * 101 not in html

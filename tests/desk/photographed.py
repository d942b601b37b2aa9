"""A tournament file with a sheet whose photograph is a picture that can be cut."""

from __future__ import annotations

import hashlib
import io
from dataclasses import replace
from pathlib import Path

from PIL import Image

from tests.desk.paper import sheet
from tests.tournament.filing.files import NAMES, open_tournament
from tournament.filing.opened.filed_sheets import Photo, file_photo
from tournament.record.store import Store


def make_photo(wide: int = 2100) -> bytes:
    """A grey sheet of paper with the shape of the test sheets."""
    file = io.BytesIO()
    Image.new("RGB", (wide, round(wide * 2970 / 2100)), (180, 190, 200)).save(file, "JPEG")
    return file.getvalue()


def open_with(folder: Path, copy: bytes = b"") -> tuple[Store, bytes]:
    """A file with one sheet, whose photograph is returned."""
    store, photo = open_tournament(folder, drawn=1), make_photo()
    sha256 = hashlib.sha256(photo).hexdigest()
    reading = replace(sheet("a.jpg", names=NAMES[:4]), photo_sha256=sha256)
    filing = file_photo((), Photo("a.jpg", sha256, len(photo), copy), [reading], "test")
    store.append(filing.facts, by="Kiebitz", blobs=filing.blobs)
    return store, photo

"""Strips that were cut for a workbook are kept in the cache: the next workbook decodes only photographs that came in
since, or of which something else is shown. Decoding three hundred takes four seconds on two cores."""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections.abc import Mapping
from contextlib import suppress
from hashlib import sha256
from typing import TYPE_CHECKING

from tournament.filing.opened.cache_folder import keep_pieces, read_pieces
from tournament.filing.opened.open_evening import VERSION

if TYPE_CHECKING:
    from desk.pictures.cut_pictures import CropKey, Pictures, Strips
    from desk.pictures.strips import Marks


def recall_strips(tournament: str, strips: Strips) -> Pictures:
    """The pictures of all photographs of which the same strips were cut before. `tournament`: the hash of its first
    entry."""
    names = _name_pieces(strips)
    found: Pictures = {}
    for data, its in zip(read_pieces(tournament, names), names.values(), strict=True):
        with suppress(ValueError, TypeError):  # another program's; they are cut again
            found |= dict(zip(its, map(_decode, json.loads(data or b"")), strict=True))
    return found


def keep_strips(tournament: str, strips: Strips, pictures: Pictures) -> None:
    """Keeps the pictures of each photograph of which all strips were cut."""
    names = _name_pieces(strips)
    whole = {name: [pictures[place] for place in its] for name, its in names.items() if pictures.keys() >= its.keys()}
    pieces = {name: json.dumps(list(map(_encode, its))).encode() for name, its in whole.items()}
    keep_pieces(tournament, pieces)


def _name_pieces(strips: Strips) -> Mapping[str, Strips]:
    """By the name of its piece what is cut from each photograph: the name is made of all of that."""
    photos: dict[str, dict[CropKey, Marks]] = {}
    for place, marks in strips.items():
        photos.setdefault(place[0], {})[place] = marks
    return {f"strips.{sha256(repr((VERSION, its)).encode()).hexdigest()}": its for its in photos.values()}


def _encode(picture: bytes | None) -> str | None:
    return None if picture is None else b64encode(picture).decode("ascii")


def _decode(text: str | None) -> bytes | None:
    return None if text is None else b64decode(text)

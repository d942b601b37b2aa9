"""What the second person sees of a field: where it stands, its pictures, and nothing of what was decided."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import quote

from desk.web.views.items import make_version, name_place
from texts.languages import Lang
from tournament.filing.second_keying import KeyField


@dataclass(frozen=True, slots=True)
class KeyView:
    """A field to be read. `place`: round, table and row; `seat`: whose field it is; `cell`, `row`: addresses of its
    pictures; `photo`: how the SHA-256 of the photograph begins that they show."""

    item: str
    field: str
    place: str
    seat: str
    cell: str
    row: str
    photo: str


def spell_token(item: str, field: str) -> str:
    """Item and field in one word."""
    return f"{item}/{field}"


def view_key_field(field: KeyField, lang: Lang) -> KeyView:
    """What is shown of that field. Of the decision only its item is looked at."""
    item, id_ = field.name
    labels, version = field.entry.make_labels(field.row.place), make_version(field.entry)
    place = f"{name_place(field.entry, lang)}, {field.entry.make_labels(None).spell_row(lang, field.row.game)}"
    address = f"{quote(item)}/{quote(id_)}?v={version}"
    return KeyView(
        item,
        id_,
        place,
        labels.call(lang, "cell", id_),
        f"/lesen/bild/feld/{address}",
        f"/lesen/bild/zeile/{address}",
        version,
    )

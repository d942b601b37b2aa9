"""The words printed on a sheet, German and English."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from templates.errors import Lang


@dataclass(frozen=True, slots=True)
class Words:
    """Everything that a sheet says by itself; `{n}` stands for a number.

    `groups`: names of the groups of a full sheet's columns; `heads`: headings of the columns, by field id's last part
    or, where that is the same for both parties, by its own last part.
    """

    title: str
    round: str
    table: str
    seat: str
    name: str
    game: str
    number: str
    solo: str
    offence: str
    minor: tuple[str, ...]
    bock: str
    total: str
    final: str
    signature: tuple[str, ...]
    facts: str
    value: str
    win: str
    section: str
    example: str
    plus: str
    half: str
    below: str
    groups: Mapping[str, str]
    heads: Mapping[str, str]


_CALLS = {"re.re": "Re", "kontra.kontra": "Kontra", "re.verworfen": "Re", "kontra.verworfen": "Kontra",
          "k90": "90", "k60": "60", "k30": "30", "schwarz": "S"}

WORDS: dict[Lang, Words] = {
    "de": Words(
        "Doppelkopf", "Runde", "Tisch", "Platz", "Name", "Spiel", "Nr.", "Solo", "Strafe",
        ("leichte", "Strafe"), "Bock", "Summe", "Endstand",
        ("Unter-", "schrift"),
        "Regelwerk {rules}  ·  {games:Spiel|Spiele}  ·  {seats} Plätze", "Wert", "Gewinner", "Solo", "Bsp.",
        "nur Pluspunkte eintragen", "Blatt {half} von 2", "unten",
        {
            "kind": "Spielart (sonst normal)", "re-seats": "Re sind", "calls-re": "Re sagt an",
            "calls-kontra": "Kontra sagt an",
            "augen": "Re hat", "verworfen": "Verworfen", "extras-re": "Sonderp. Re",
            "extras-kontra": "Sonderp. Kontra", "value": "Spiel",
            "points": "Punkte mit + und −", "points-plus": "nur Pluspunkte",
        },
        {
            **_CALLS, "hochzeit": "Hochzeit", "stille-hochzeit": "Stille H.", "armut": "Armut",
            "fleischlos": "Fleischlos", "buben": "Buben", "damen": "Damen", "trumpf": "Trumpf", "bock": "Bock",
            "offence": "Strafe", "augen": "Augen", "fuchs": "Fuchs", "doppelkopf": "Doppelkopf", "karlchen": "Karlchen",
            "herzstich": "Herzstich", "fuchs_am_end": "Fuchs am End", "value": "Wert",
        },
    ),
    "en": Words(
        "Doppelkopf", "Round", "Table", "Seat", "Name", "Game", "No.", "Solo", "Offence",
        ("Minor", "offence"), "Bock", "Total", "Result",
        ("Signa-", "ture"),
        "Rules {rules}  ·  {games:game|games}  ·  {seats} seats", "Value", "Winners", "Solo", "E.g.",
        "write plus points only", "Sheet {half} of 2", "below",
        {
            "kind": "Game, if not ordinary", "re-seats": "Re are", "calls-re": "Re calls",
            "calls-kontra": "Kontra calls",
            "augen": "Re has", "verworfen": "Verworfen", "extras-re": "Re extras", "extras-kontra": "Kontra extras",
            "value": "Game", "points": "Points with + and −", "points-plus": "plus points only",
        },
        {
            **_CALLS, "hochzeit": "Hochzeit", "stille-hochzeit": "Silent H.", "armut": "Armut",
            "fleischlos": "Fleischlos", "buben": "Jack", "damen": "Queen", "trumpf": "Trump", "bock": "Bock",
            "offence": "Offence", "augen": "Augen", "fuchs": "Fox", "doppelkopf": "Doppelkopf", "karlchen": "Karlchen",
            "herzstich": "Heart trick", "fuchs_am_end": "Fox at end", "value": "Value",
        },
    ),
}

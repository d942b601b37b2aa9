"""The words printed on a sheet, German and English."""

from __future__ import annotations

from dataclasses import dataclass

from templates.errors import Lang


@dataclass(frozen=True, slots=True)
class Words:
    """Everything that a sheet says by itself; `{n}` stands for a number."""

    title: str
    round: str
    table: str
    seat: str
    game: str
    solo: str
    offence: str
    total: str
    signature: tuple[str, ...]
    facts: str


WORDS: dict[Lang, Words] = {
    "de": Words("Doppelkopf", "Runde", "Tisch", "Platz", "Spiel", "Solo", "Strafe", "Summe", ("Unter-", "schrift"),
                "Regelwerk {rules}  ·  {games} Spiele  ·  {seats} Plätze"),
    "en": Words("Doppelkopf", "Round", "Table", "Seat", "Game", "Solo", "Offence", "Total", ("Signa-", "ture"),
                "Rules {rules}  ·  {games} games  ·  {seats} seats"),
}

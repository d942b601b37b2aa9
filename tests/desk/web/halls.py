"""A large evening: as many tables as a hall has, and some of the running round's sheets."""

from __future__ import annotations

from pathlib import Path

from desk.web.access import Register
from desk.web.running_desk import Desk
from tests.desk.paper import ROUND, sheet
from tests.desk.web.visitors import WRONG
from tests.tournament.filing.files import open_tournament
from tournament.filing.opened.filed_sheets import FiledSheet, Photo, file_photo
from tournament.record.facts import Fact, RoundPrinted

SURNAMES = ("Albers", "Claßen", "Meier-Wessels", "Rößler", "Schmidt-Rottluff", "Yıldız", "Uhlenbrock", "Wieczorek")


def open_hall(folder: Path, tables: int, rounds: int = 2, playing: int = 3, doubtful: int = 7) -> Desk:
    """All rounds are drawn and printed, and all but the last are in; of that one every `playing`th table still plays,
    and every `doubtful`th has one wrong row."""
    names = tuple(f"Vor{start} {SURNAMES[start % len(SURNAMES)]}" for start in range(4 * tables))
    store = open_tournament(folder, names, rounds=rounds, drawn=rounds)
    made: list[Fact] = [RoundPrinted(number) for number in range(1, rounds + 1)]
    known: list[FiledSheet] = []
    blobs: dict[str, bytes] = {}
    for number, table in ((one, two) for one in range(1, rounds + 1) for two in range(1, tables + 1)):
        if number < rounds or table % playing:
            text = WRONG if number == rounds and table % doubtful == 0 else ROUND
            at = names[4 * table - 4 : 4 * table]
            read = sheet(f"r{number}t{table}.jpg", text, table=table, names=at, round_=number)
            filing = file_photo(known, Photo(read.photo, read.photo_sha256, 1), [read], "test")
            known, blobs = [*known, *filing.sheets], {**blobs, **filing.blobs}
            made += filing.facts
    store.append(made, by="Kiebitz", blobs=blobs)
    return Desk(store.where, Register(folder / "links.json"), "de")

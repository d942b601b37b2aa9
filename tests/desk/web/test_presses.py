"""How many keys an evening of 36 sheets takes: each item that waits is decided as it truly was, in a browser."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from desk.web.access import Register
from desk.web.running_desk import Desk
from dev.rounds.reader import Hand, make_reading, read_exactly, read_sheet
from dev.rounds.sheets import TextRow, TextSheet, draw_points_sheet
from scanner.sheet_reading import SheetReading
from tests.desk.web.browser import open_browser
from tests.tournament.filing.files import open_tournament, put_in
from tournament.record.entries import hash_bytes
from tournament.review.waiting import write_all_points

pytestmark = pytest.mark.slow
PLAYERS = tuple(
    f"{first} {last}"
    for last in ("Albers", "Böhm", "Çelik", "Düring", "Evers", "Fröhlich")
    for first in ("Anna", "Bernd", "Carla", "Detlef", "Elif", "Frank", "Gül", "Hans")
)
ROUNDS, TABLES = 3, 12
MISTAKES, SLIPS = 0.06, 0.1
"""Shares of rows that the players wrote wrongly, and of sums that they added up wrongly: more than evenings have."""
HAND = Hand(unclear=0.05)
MOST_AN_ITEM = 1.2


def draw_sheets(rng: random.Random) -> Iterator[tuple[TextSheet, SheetReading]]:
    """Every sheet of the evening as it was written, and as it was read; the printed names are read without a doubt."""
    for round_ in range(1, ROUNDS + 1):
        for table in range(1, TABLES + 1):
            written = draw_points_sheet(rng, mistakes=MISTAKES, slips=SLIPS, round_=round_, table=table)
            photo = f"r{round_}-t{table:02}.jpg"
            seen = read_sheet(rng, written, HAND, photo=photo).readings
            seated = PLAYERS[4 * table - 4 : 4 * table]
            names = [read_exactly(f"name.p{seat}", name, kind="name") for seat, name in enumerate(seated, 1)]
            reading = make_reading([*seen, *names], written.code, photo)
            yield written, replace(reading, photo_sha256=hash_bytes(photo.encode()))


def read_plain(text: str) -> str:
    """The text with the minus of a keyboard."""
    return text.replace("−", "-")


@dataclass
class Typist:
    """Somebody who asked at the tables: `right` has every row as it was meant, by item. `keys`: how often each was
    pressed; `ways`: how items were decided."""

    page: Page
    right: dict[str, TextRow]
    keys: Counter[str] = field(default_factory=Counter)
    ways: Counter[str] = field(default_factory=Counter)

    def press(self, *keys: str) -> None:
        """One key after the other, counted."""
        for key in keys:
            self.page.keyboard.press(key)
            self.keys[key] += 1

    def decide(self) -> None:
        """The item that the page shows."""
        item = self.page.locator("#decision").get_attribute("action").rpartition("/")[2]
        if item not in self.right:
            self.ways["matter"] += 1
            self.press("Enter")
        elif self.page.locator(".main[value=alike]").count():
            self.decide_alike()
        else:
            self.decide_row(" ".join(write_all_points(self.right[item].right)))
        said = self.page.locator("main").inner_text()
        expect(self.page.locator(f"#decision[action$='/{item}']"), said).to_have_count(0)

    def decide_alike(self) -> None:
        """Several crosses at once, if all rows are right then; else one by one."""
        items = self.page.locator("[name=alike]").input_value().split()[:-1]
        said = map(read_plain, self.page.locator(".alike strong").all_inner_texts())
        wanted = (" ".join(write_all_points(self.right[item].right)) for item in items)
        if all(right in told for right, told in zip(wanted, said, strict=True)):
            self.ways["alike"] += len(items)
            return self.press("Enter")
        self.press("n")
        self.page.wait_for_url("**einzeln=1")
        return self.decide_row(" ".join(write_all_points(self.right[items[0]].right)))

    def decide_row(self, right: str) -> None:
        """By the button that says so, else by typing."""
        for button in self.page.locator("#decision button[data-key]:not(.main)").all():
            said = button.get_attribute("title") or button.inner_text()
            if right in read_plain(said):
                key = button.get_attribute("data-key")
                self.ways["as written" if key == "n" else "alternative"] += 1
                return self.press(key)
        if right in read_plain(self.page.locator("#decision [value=take]").get_attribute("title") or ""):
            self.ways["proposal"] += 1
            return self.press("Enter")
        self.ways["typed"] += 1
        return self.type_row(right.split())

    def type_row(self, right: list[str]) -> None:
        """From the cell that has the focus to the others, each that is wrong typed anew."""
        at = int(self.page.evaluate("document.activeElement.id").removeprefix("p"))
        seats = [*range(at, 0, -1), *range(2, len(right) + 1)]
        for place, seat in enumerate(seats):
            if self.page.locator(f"#p{seat}").input_value().replace("−", "-") != right[seat - 1]:
                self.press(*right[seat - 1])
            if place < len(seats) - 1:
                self.press("Shift+Tab" if seats[place + 1] < seat else "Tab")
        self.press("Enter")


def test_an_item_takes_hardly_more_than_a_key(tmp_path: Path) -> None:
    """36 sheets with mistakes and unclear ink: at most 1.2 keys an item, and all counts as it was meant."""
    store = open_tournament(tmp_path, PLAYERS, rounds=ROUNDS, drawn=ROUNDS)
    right: dict[str, TextRow] = {}
    for written, reading in draw_sheets(random.Random(36)):
        put_in(store, reading)
        key = f"r{written.code.round}.t{written.code.table}"
        right |= {f"{key}.g{game}": row for game, row in enumerate(written.rows, 1)}
    desk = Desk(store.where, Register(tmp_path / "links.json"), "de")
    with open_browser(desk, "organiser") as browser:
        typist = Typist(browser.page, right)
        browser.open_page("/pruefen")
        while browser.page.locator("#decision").count():
            typist.decide()
        expect(browser.page.get_by_text("Nichts ist offen.", exact=True)).to_be_visible()
        assert browser.faults == []
    items = typist.ways.total()
    assert items >= 40
    assert typist.keys.total() <= MOST_AN_ITEM * items, (typist.keys, typist.ways)
    counted = {
        f"r{entry.round}.t{entry.table}.g{row.game}": row.points
        for entry in desk.open("de").book.entries
        for row in entry.sheet.rows
    }
    assert {item: row.right for item, row in right.items() if counted[item] != row.right} == {}

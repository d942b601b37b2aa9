"""The standings on the wall and on phones: who stands where, what is final, and names that break a careless page."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from html.parser import HTMLParser
from typing import Any

import pandas as pd
import pypdfium2  # type: ignore[import-untyped]  # it ships no types
import pytest

from tests.tournament.evening import HOSTILE, evening
from tests.tournament.filing.files import keep_book
from tests.tournament.paper import RULES, written
from tests.tournament.test_workbook_formulas import make_file
from texts.sentences import Phrase
from tournament.evening.book import Book
from tournament.evening.roster import Roster
from tournament.handout.phone_page import make_web_page
from tournament.handout.tables_csv import make_open_document
from tournament.handout.wall_list import WallList, WallRow, make_document, make_wall_list
from tournament.handout.wall_pdf import make_wall_pdf
from tournament.handout.wall_plan import READABLE_PT
from tournament.review.waiting import is_final, list_open
from tournament.standings.ties import rank_players

NAMES = ("Anna", "Bernd", "Çem", "Dörte")
DAY = date(2026, 11, 21)


def keep(lines: Sequence[str] = ("+6 -6 +6 -6", "+4 -4 +4 -4"), names: Sequence[str] = NAMES) -> Book:
    """The book of one sheet, whose players still have all their Pflichtsoli to play."""
    given = {("1", seat): name for seat, name in enumerate(names, 1)}
    book = keep_book(RULES, [written(list(lines))], Roster(given=given))
    entries = tuple(
        replace(
            one,
            sheet=replace(
                one.sheet,
                look=(),
                findings=tuple(finding for finding in one.sheet.findings if finding.code != "pflichtsolo"),
            ),
        )
        for one in book.entries
    )
    return replace(book, entries=entries)


def finish(book: Book, **changes: Any) -> Book:
    """The same after the last round, with what its tournament's file knows, changed as given."""
    return replace(book, title="Herbstturnier", day=DAY, planned=1, closed=True, **changes)


def make_list(players: int, **changes: object) -> WallList:
    """A list of so many players, three rounds, not final yet."""
    rows = tuple(
        WallRow(n, False, n, f"Spieler Nummer{n}", "", (10, -20, n), n - 10, 0, n % 3) for n in range(1, players + 1)
    )
    return replace(make_wall_list(replace(finish(keep()), closed=False)), rounds=(1, 2, 3), rows=rows, **changes)


def read_pages(pdf: bytes) -> list[str]:
    """The text of each page."""
    return [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(pdf)]


class Tags(HTMLParser):
    """The tags of a page, and its text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keeps the tag."""
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        """Keeps the text."""
        self.text += data


def test_standings_are_final_when_nothing_can_change() -> None:
    """The organiser has closed the last round, nothing is open, everybody has a name."""
    wall = make_wall_list(finish(keep()))
    assert wall.final
    assert (wall.stage.in_("de"), wall.state.in_("de")) == ("Endstand", "Endgültig: Alles ist geprüft.")


@pytest.mark.parametrize(
    ("book", "state"),
    [
        (replace(finish(keep()), closed=False), "Nichts mehr offen."),
        (replace(finish(keep()), planned=3, closed=False), "Zwischenstand: 1 von 3 Runden."),
        (finish(keep(["+6 -6 +6 -5"])), "Vorläufig: 1 Stelle ist noch zu prüfen."),
        (finish(keep(names=("Anna", "Bernd", "Çem"))), "Vorläufig: 1 Stelle ist noch zu prüfen."),
        (keep(), "Nichts mehr offen."),
    ],
)
def test_what_bars_final(book: Book, state: str) -> None:
    """A round that is not closed or not played, an open item, a seat without a player: the standings are not final."""
    wall = make_wall_list(book)
    assert not wall.final
    assert (wall.stage.in_("de"), wall.state.in_("de")) == ("Stand nach Runde 1", state)


def test_what_was_signed_off_bars_nothing_and_is_told() -> None:
    """Who closes a round with open items answers for them: the standings are final, say so, and no place is marked."""
    book = keep(["+6 -6 +6 -5"])
    wall = make_wall_list(finish(book, signed=frozenset(list_open(book))))
    assert (wall.final, wall.has_open) == (True, False)
    assert wall.state.in_("de") == "Endgültig. Was offen blieb, ist abgezeichnet."
    assert not make_wall_list(finish(book, signed=frozenset({"r1.t2.g5"}))).final


def test_a_seat_without_a_player_bars_final_though_nothing_is_open() -> None:
    """ "Bogen 12, Platz 1" is nobody, whatever was settled."""
    book = keep(names=("Anna", "Bernd", "Çem"))
    settled = replace(
        book, entries=tuple(replace(one, sheet=replace(one.sheet, findings=(), look=())) for one in book.entries)
    )
    assert not settled.needs_person
    assert not is_final(finish(settled))
    assert not is_final(finish(book, signed=frozenset(list_open(book))))


def test_a_round_half_scanned_is_no_standing_after_it() -> None:
    """Table 2 is missing: the heading says "in", not "nach"."""
    two = [written(["+1 -1 +1 -1"], table=1), written(["+2 -2 +2 -2"], table=3, photo="b.jpg")]
    assert make_wall_list(finish(keep_book(RULES, two))).stage.in_("de") == "Stand in Runde 1"


def test_the_wall_list_is_readable_from_two_metres() -> None:
    """No name is smaller than 10 arc minutes at 2 m; fifty players need three A4 pages and two A3 pages."""
    assert pytest.approx(23.6, abs=0.1) == READABLE_PT
    assert [len(pypdfium2.PdfDocument(make_wall_pdf(make_list(50), "de", paper))) for paper in ("a4", "a3")] == [3, 2]
    assert len(pypdfium2.PdfDocument(make_wall_pdf(make_list(16), "de"))) == 1


def test_every_player_is_on_the_wall_once_with_the_word_for_open() -> None:
    """In order, over all pages; each page has title, heading, date and its number."""
    pages = read_pages(make_wall_pdf(make_list(50), "de"))
    names = re.findall(r"Spieler Nummer(\d+)", " ".join(pages))
    assert [int(name) for name in names] == list(range(1, 51))
    told = 2 * len(pages)  # the note and the state on each page
    assert sum(len(re.findall(r"\boffen\b", page)) for page in pages) == 34 + told
    for number, page in enumerate(pages, 1):
        head = ("Herbstturnier", "Stand nach Runde 1", "21.11.2026", f"Seite {number} von 3")
        assert all(words in page for words in head)


def test_long_names_are_set_smaller_not_cut() -> None:
    """On two lines if need be."""
    name = "Maximilian-Alexander von und zu Hohenlohe-Schillingsfürst"
    (page,) = read_pages(make_wall_pdf(make_wall_list(finish(keep(names=(name, *NAMES[1:])))), "de"))
    assert " ".join(page.split()).count(name) == 1


def test_minuses_are_true_minuses_on_the_wall_and_on_phones() -> None:
    """A hyphen beside a plus is too short to be seen from two metres."""
    wall = make_wall_list(finish(keep()))
    for text in (*read_pages(make_wall_pdf(wall, "de")), make_web_page(wall, "de")):
        assert "\N{MINUS SIGN}10" in text
        assert not re.search(r"[\s>]-\d", text)


@pytest.mark.parametrize("paper", ["a4", "a3"])
def test_a_list_without_anybody_is_a_page(paper: str) -> None:
    """Before the first sheet the page says so."""
    wall = make_wall_list(finish(keep_book(RULES, [])))
    assert "Noch kein Bogen." in read_pages(make_wall_pdf(wall, "de", paper))[0]
    assert "Noch kein Bogen." in make_web_page(wall, "de")


def test_the_same_list_makes_the_same_pdf() -> None:
    """No clock has a part in it."""
    assert make_wall_pdf(make_list(9), "de") == make_wall_pdf(make_list(9), "de")


def test_names_are_only_text_in_the_page() -> None:
    """Markup, formulas and controls in names and titles; nothing is loaded, nothing runs."""
    names = ("<script>alert(1)</script>", "=1+1", "</style><img src=x onerror=y>", 'a" onclick="b', *HOSTILE)
    wall = make_wall_list(replace(finish(evening(names=names, rounds=2)), title="<b>T & T</b>"))
    page = Tags(make_web_page(wall, "de"))
    kinds = {tag for tag, _ in page.tags}
    assert not kinds & {"script", "img", "link", "iframe", "b", "r", "c"}
    assert not [
        name for _, attributes in page.tags for name in attributes if name.startswith("on") or name in ("href", "src")
    ]
    assert all(name in page.text for name in names[:4])
    assert "default-src 'none'" in str(page.tags)
    assert ("html", {"lang": "de"}) in page.tags


def test_rounds_stand_in_columns_where_there_is_room() -> None:
    """Twelve rounds need a wider screen than two; below that each round's points stay together under the name."""
    pages = [make_web_page(make_wall_list(finish(evening(rounds=rounds))), "de") for rounds in (2, 12)]
    widths = [float(re.findall(r"@media \(min-width:([\d.]+)rem\)", page)[0]) for page in pages]
    assert widths[0] <= 40 < widths[1]
    assert re.search(r'<span class="played">R12 [+-]?\d+</span>', pages[1])


@pytest.mark.parametrize("mode", [0, 1])
def test_every_text_has_contrast(mode: int) -> None:
    """WCAG: at least 4.5:1 for AA; these have 7:1, on the page and on its bands, by day and by night."""
    by_mode = re.findall(r":root\{(.*?)\}", make_web_page(make_wall_list(keep()), "de"))
    assert len(by_mode) == 2
    colours = dict(re.findall(r"--(\w+):(#[0-9a-f]{6});", by_mode[mode]))
    for back in ("paper", "band"):
        for text in ("ink", "faint", "mark"):
            assert measure_contrast(colours[text], colours[back]) >= 7


def measure_contrast(one: str, other: str) -> float:
    """The contrast ratio of WCAG 2.2."""
    low, high = sorted(measure_luminance(colour) for colour in (one, other))
    return (high + 0.05) / (low + 0.05)


def measure_luminance(colour: str) -> float:
    """The relative luminance of WCAG 2.2."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


@pytest.mark.parametrize(
    ("name", "club", "beside"),
    [("Eva Kern", "SC Kiel", "SC Kiel"), ("Eva Kern (SC Kiel)", "SC Kiel", ""), ("Eva Kern (2)", "", "")],
)
def test_a_club_is_said_once(name: str, club: str, beside: str) -> None:
    """Not again where it tells namesakes apart; the documents have it all the same."""
    row = replace(make_list(1).rows[0], name=name, club=club)
    assert (row.say_beside("de"), row.club) == (beside, club)


def test_the_json_document() -> None:
    """Stable keys; start number and club where they are known."""
    book = finish(keep())
    anna = replace(book.standings[0], player=replace(book.standings[0].player, start=12, club="SC Kiel"))
    document = make_document(make_wall_list(replace(book, standings=(anna, *book.standings[1:]))))
    assert {key: document[key] for key in ("kiebitz", "title", "date", "after", "final", "rounds")} == {
        "kiebitz": 1,
        "title": "Herbstturnier",
        "date": "2026-11-21",
        "after": 1,
        "final": True,
        "rounds": [1],
    }
    assert document["standings"][0] == {
        "place": 1,
        "shared": True,
        "start": 12,
        "name": "Anna",
        "club": "SC Kiel",
        "rounds": [10],
        "total": 10,
        "solos": 0,
        "open": 1,
    }


def test_the_open_document_has_the_same_values() -> None:
    """Names that look like formulas are text as they are; a round not played is an empty cell."""
    book = evening(names=[*HOSTILE[:4], *NAMES], rounds=2)
    tables = pd.read_excel(io.BytesIO(make_open_document(finish(book), "de")), engine="calamine", sheet_name=None)
    assert list(tables) == ["Stand", "Spiele", "Prüfung"]
    assert list(tables["Stand"]["Name"]) == [one.player.name for one in book.standings]
    assert list(tables["Stand"]["Gesamt"]) == [one.player.total for one in book.standings]


@pytest.mark.parametrize("closed", [False, True])
def test_prizes_and_what_decided_stand_on_every_list(closed: bool) -> None:
    """On the wall, on phones, and on the workbook's first sheet; who gets them once the standings are final."""
    book = finish(keep(), prizes=(5000, 2500), ties=("total", "solos-won"))
    players = {one.number: replace(one, solos_won=one.number) for one in book.players}
    ranked = rank_players(tuple(players.values()), book.ties)
    book = replace(book, players=tuple(players.values()), standings=ranked, closed=closed)
    wall = make_wall_list(book)
    ties = "Gleichstand entschied: mehr gewonnene Soli (Platz 1, 2, 3, 4)."
    prizes = "Preise: Çem 50,00 €, Anna 25,00 €." if closed else "Preise: 1. Platz 50,00 €, 2. Platz 25,00 €."
    stand = make_file(book)["Stand"]
    for shown in (
        " ".join(" ".join(read_pages(make_wall_pdf(wall, "de"))).split()),
        make_web_page(wall, "de"),
        " ".join(str(cell.value) for row in stand.iter_rows() for cell in row),
    ):
        assert ties in shown
        assert prizes in shown
    assert [one["parted_by"] for one in make_document(wall)["standings"]] == ["solos-won"] * 4


def test_a_page_says_what_decided_between_its_own_equals() -> None:
    """Of fifty players on several pages each page names the places that stand there, and the prizes; nothing is cut."""
    wall = make_list(50)
    rows = tuple(replace(row, parted_by="lot" if row.place in (2, 3, 40, 41) else "") for row in wall.rows)
    prizes = Phrase("standings.prizes.all", {"prizes": ("1. Platz 50,00 €",)})
    pages = [
        " ".join(page.split()) for page in read_pages(make_wall_pdf(replace(wall, rows=rows, remarks=(prizes,)), "de"))
    ]
    found = [re.findall(r"Gleichstand entschied: Los \(Platz ([\d, ]+)\)", page) for page in pages]
    assert [one for places in found for one in places] == ["2, 3", "40, 41"]
    assert len(pages) > 2
    assert all("Preise: 1. Platz 50,00 €." in page for page in pages)

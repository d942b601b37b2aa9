"""One word, one meaning: what is "offen" on one page is so on every page and on paper, at the same moment."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from pathlib import Path

import openpyxl
import pypdfium2
import pytest

from desk.web.page_kit import ADDRESSES, LANG_COOKIE, PAGES
from desk.web.running_desk import Desk
from tests.desk.paper import ROUND
from tests.desk.web.forms import PAGE, read_form
from tests.desk.web.visitors import BESIDE, WRONG, open_desk, read_words, visit
from tests.tournament.filing.files import NAMES
from texts.languages import LANGUAGES
from tournament.handout.handout import make_file, prepare_handout

OPEN = "offen"


def find_marked(text: str) -> set[str]:
    """The names behind which the word stands, before the next name."""
    names = "|".join(NAMES)
    return {name for name, rest in re.findall(rf"({names})(.*?)(?={names}|$)", text, re.DOTALL) if OPEN in rest.split()}


def read_now(desk: Desk) -> set[str]:
    """Who sits at a table that is open by the plan on *Jetzt*; there the others are "sicher"."""
    html = visit(desk, "organiser").get("/jetzt").text
    cells = [read_words(cell) for cell in re.findall(r"<li>(<(?:a|span) class=\"cell.*?)</li>", html, re.DOTALL)]
    assert len(cells) == len(NAMES) // 4
    assert all((OPEN in cell) != ("sicher" in cell) for cell in cells)
    return {name for name in NAMES if any(OPEN in cell and re.search(rf"\b{name}\b", cell) for cell in cells)}


def read_pages(desk: Desk) -> Iterator[tuple[str, str]]:
    """Whatever shows standings, with its text as far as the list goes."""
    for role, path in (("organiser", "/stand"), ("public", "/stand"), ("public", "/stand/wand")):
        html = visit(desk, role).get(path).text  # type: ignore[arg-type]
        text = read_words(html[html.index("Gesamt") if "Gesamt" in html else html.index('class="first"') :])
        yield f"{path} ({role})", text.partition("Runde 1")[0]
    handout = prepare_handout(desk.open("de"), "de")
    phone = make_file("html", handout).decode()
    yield "phone page", read_words(phone[phone.index("<tbody>") : phone.index("</tbody>")])
    pages = pypdfium2.PdfDocument(make_file("pdf", handout))
    yield "wall PDF", "".join(page.get_textpage().get_text_range() for page in pages).partition("„offen“")[0]
    rows = list(openpyxl.load_workbook(io.BytesIO(make_file("xlsx", handout)), data_only=True)["Stand"].values)
    heads = next(row for row in rows if "Offen" in row)
    counts = {row[heads.index("Name")]: row[heads.index("Offen")] for row in rows}
    yield "workbook", " ".join(f"{name} {OPEN if counts[name] else ''}" for name in NAMES)


def test_open_means_the_same_everywhere(tmp_path: Path) -> None:
    """On *Jetzt*, *Stand*, the wall, the phone page, the wall PDF and in the workbook, while an item is open and once
    it is decided; no chance in per cent stands where the public looks."""
    desk = open_desk(tmp_path, ROUND, WRONG)
    waiting = read_now(desk)
    assert waiting == set(NAMES[4:8])
    for page, text in read_pages(desk):
        assert find_marked(text) == waiting, page
        assert "%" not in text, page
    referee = visit(desk, "referee")
    form = read_form(referee.get("/pruefen/r1.t2.g5").text)
    referee.post("/pruefen/r1.t2.g5", data={**form, "how": "as-written", "reason": "x"}, headers=PAGE)
    assert read_now(desk) == set()
    for page, text in read_pages(desk):
        assert find_marked(text) == set(), page


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_page_speaks_of_the_command_line(tmp_path: Path, lang: str) -> None:
    """No command, no option, and no percentage but on the organiser's own pages."""
    desk = open_desk(tmp_path, ROUND, WRONG)
    organiser = visit(desk, "organiser")
    closing = {"number": 1, "reason": "x"}
    assert organiser.post("/stand/abschliessen", data=closing, follow_redirects=False).status_code == 303
    organiser.cookies.set(LANG_COOKIE, lang)
    for path in (*(ADDRESSES[page] for page in PAGES["organiser"]), *BESIDE):
        words = read_words(organiser.get(path).text)
        assert not re.findall(r"kiebitz [a-z]+|(?<![\w-])--[a-z]+", words), path

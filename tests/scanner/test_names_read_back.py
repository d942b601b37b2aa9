"""Names on our printed sheets: 200 of them printed, photographed and read; each is read exactly or asked about."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from scanner.geometry.cut_cells import Cut, cut_fields
from scanner.geometry.find_sheet import Page, locate_sheet
from scanner.geometry.printed_rules import follow_rules
from scanner.pyramid import build_pyramid
from scanner.read import printed_names as reader
from scanner.read.ask_tesseract import LANGUAGE, find_languages
from scanner.read.printed_names import CERTAIN, read_names
from scanner.read.tesseract import Word, is_struck_out
from scanner.sheet_reading import Answer
from scoring.rulesets.load_rules import load
from templates.drawing.sheet_pdf import render_sheet
from templates.sheet_code import NO_CHECK, make_check
from tournament.printing.sheet_orders import SheetOrder, make_sheets

STYLES = {
    "points": ("pflichtsolo-40", "points", 4, "a4"),
    "points-5": ("pflichtsolo-40", "points", 5, "a4"),
    "points-a5": ("pflichtsolo-40", "points", 4, "a5"),
    "totals": ("ddv", "totals", 4, "a4"),
    "totals-5": ("ddv", "totals", 5, "a4"),
    "full": ("ddv", "full", 4, "a4"),
    "full-5": ("ddv", "full", 5, "a4"),
}
NARROWEST = ("points-a5", "full-5")
"""Those with the narrowest cells: a list, and a sheet of details."""
PX_PER_MM = 9.0  # 230 dpi: what a phone's 12 megapixels give a sheet that fills two thirds of the picture
WANTED = {"de": 0.98, "tr": 0.95, "pl": 0.95, "other": 0.0}  # 1 of 69 Germans may be asked about


def listed() -> dict[str, list[str]]:
    """The names of `names.txt` by language."""
    found: dict[str, list[str]] = {}
    for line in (Path(__file__).parent / "names.txt").read_text("utf-8").splitlines():
        if line.startswith("["):
            mine = found.setdefault(line.strip("[]"), [])
        elif line and not line.startswith("#"):
            mine.append(line)
    return found


def photographed(style: str, names: Sequence[str]) -> NDArray[np.uint8]:
    """A sheet with these names as a camera sees it: grey, a little blurred, with noise, on a dark table."""
    rules, kind, seats, paper = STYLES[style]
    wish = SheetOrder(rules, kind, seats, None, "Vereinsabend", 1, 12, "x" + "," * (seats - 1), "de", paper=paper)
    spec = replace(make_sheets(wish, load(rules))[0], names=(*names, *[""] * (seats - len(names))))
    ideal = 40 + render_sheet(spec, PX_PER_MM).astype(np.float32) * (170 / 255)
    noise = np.random.default_rng(len("".join(names))).normal(0, 3, ideal.shape)
    seen = np.clip(cv2.GaussianBlur(ideal, (0, 0), 0.8) + noise, 0, 255).astype(np.uint8)
    return np.asarray(cv2.copyMakeBorder(seen, 60, 60, 60, 60, cv2.BORDER_CONSTANT, value=(70.0,)), np.uint8)


def cells(picture: NDArray[np.uint8]) -> tuple[Page, tuple[Cut, ...]]:
    """The sheet, and its name fields as the pipeline cuts them."""
    photo = build_pyramid(picture)
    page = locate_sheet(photo, None)
    assert isinstance(page, Page)
    fields = [field for field in page.layout.fields if field.kind == "text"]
    return page, cut_fields(photo, follow_rules(photo, page.layout, page.to_px), fields)


def read_back(style: str, names: Sequence[str]) -> Iterator[tuple[str, Answer]]:
    """Each name with what is read of it; seats without one are blank."""
    seats = STYLES[style][2]
    for first in range(0, len(names), seats):
        part = names[first : first + seats]
        page, found = cells(photographed(style, part))
        assert page.code is not None
        read = read_names([one.crop for one in found], page.code.checks)
        assert all(one.text == "" for one in read[len(part) :])
        yield from zip(part, read, strict=False)


@pytest.mark.slow
@pytest.mark.parametrize("style", STYLES)
def test_no_name_is_misread_in_silence(style: str) -> None:
    """Every fifth name, or all 200 of them where `KIEBITZ_NAMES=all`: none is wrong and certain."""
    step = 1 if os.environ.get("KIEBITZ_NAMES") == "all" else 5
    for names in listed().values():
        read = list(read_back(style, names[::step]))
        assert [(name, one.text) for name, one in read if one.confidence >= CERTAIN and one.text != name] == []


@pytest.mark.slow
@pytest.mark.parametrize("style", STYLES if os.environ.get("KIEBITZ_NAMES") == "all" else NARROWEST)
def test_every_name_is_read_exactly_or_asked_about(style: str) -> None:
    """200 names: none is wrong and certain, and hardly any is asked about."""
    shares = {}
    for language, names in listed().items():
        read = list(read_back(style, names))
        certain = [(name, one.text) for name, one in read if one.confidence >= CERTAIN]
        assert [pair for pair in certain if pair[0] != pair[1]] == []
        shares[language] = len(certain) / len(names)
        asked = ", ".join(f"{name} ({one.text})" for name, one in read if one.confidence < CERTAIN)
        sys.stdout.write(f"{style}, {language}: {len(certain)} of {len(names)} read; asked about: {asked or 'none'}\n")
    lacking = {"tr": "tur", "pl": "pol"}
    known = [language for language in shares if lacking.get(language, LANGUAGE) in find_languages()]
    assert [language for language in known if shares[language] < WANTED[language]] == []


TABLE = ("Anna Weiß", "Annegret", "Hans-Jürgen Großmann", "Jörg")


@pytest.mark.skipif(not shutil.which("tesseract"), reason="no Tesseract installed: the next test")
@pytest.mark.parametrize("style", ["points-a5", "full-5"])
def test_a_table_is_read_back(style: str) -> None:
    """The narrowest cells, umlauts, a double name that takes several lines."""
    assert [(name, one.confidence) for name, one in read_back(style, TABLE) if one.text == name] == [
        (name, CERTAIN) for name in TABLE
    ]


@pytest.mark.few(1)
@pytest.mark.parametrize("style", ["points-a5", "full-5"])
def test_a_table_is_read_back_by_the_library(style: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no program is installed: in the narrowest cells "Weiß" is unsure, and nothing is wrong and certain. Further
    languages, which went with the program since they were listed, take no name away."""
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(reader, "find_languages", lambda: {LANGUAGE, "tur", "pol"})
    certain = [(name, one.text) for name, one in read_back(style, TABLE) if one.confidence == CERTAIN]
    assert [pair for pair in certain if pair[0] != pair[1]] == []
    assert len(certain) >= len(TABLE) - 1


@pytest.mark.few(1)
@pytest.mark.parametrize(("style", "slope"), [("points", 0.03), ("full", -0.08)])
def test_a_name_that_is_struck_out_is_asked_about(style: str, slope: float) -> None:
    """Somebody else sits there: the printed name is legible under the stroke, and no longer the player's."""
    names = ("Anna Weiß", "Jörg", "Bärbel Küßner", "Ida")
    picture = photographed(style, names)
    for one in cells(picture)[1][:2]:
        left, right, low, _ = np.array(one.quad_px)
        start = left + (low - right) * 0.7 + [6, 0]
        end = start + (right - left) * 0.8 + [0, slope * (right - left)[0]]
        cv2.line(picture, *(tuple(map(int, at)) for at in (start, end)), (60.0,), 4, cv2.LINE_AA)
    page, found = cells(picture)
    assert page.code is not None
    read = read_names([one.crop for one in found], page.code.checks)
    certain = [one.confidence >= CERTAIN for one in read]
    assert (certain[:2], certain[3]) == ([False, False], True)


class Heard:
    """Imitates Tesseract: what it reads in each language, line by line, for every crop alike."""

    def __init__(self, **lines: str) -> None:
        self.lines, self.asked = lines, list[str]()

    def __call__(self, crops: Sequence[NDArray[np.uint8]], language: str) -> list[list[Word]]:
        """As `read_blocks`."""
        self.asked.append(language)
        rows = enumerate(self.lines[language].split("/"))
        words = [Word(word, 0.95, (0, 0, 1, 1), (1, 1, row)) for row, line in rows for word in line.split()]
        return [words for _ in crops]


def heard(monkeypatch: pytest.MonkeyPatch, printed: str | None, **lines: str) -> tuple[Answer, list[str]]:
    """What is made of one name (None for a sheet without check letters), and the languages that were asked."""
    tesseract = Heard(**lines)
    monkeypatch.setattr(reader, "read_blocks", tesseract)
    monkeypatch.setattr(reader, "find_languages", lambda: frozenset(lines))
    checks = [] if printed is None else [make_check(printed)]
    return read_names([np.full((40, 80), 255, np.uint8)], checks)[0], tesseract.asked


@pytest.mark.parametrize(
    ("printed", "lines", "asked"),
    [
        ("Anna Weiß", {"deu": "Anna Weiß", "tur": "?", "pol": "?"}, ["deu"]),
        ("Annegret", {"deu": "‚Annegret"}, ["deu"]),
        ("Çem", {"deu": "Cem"}, ["deu"]),
        ("Gülşen Şahin", {"deu": "Gülsen Sahin", "tur": "Gülşen Şahin", "pol": "?"}, ["deu", "tur"]),
        ("Ayşegül Schröder", {"deu": "Aysegul/Schröder", "tur": "Ayşegül/Schroder"}, ["deu", "tur"]),
        ("Brzęczyszczykiewicz", {"deu": "?", "pol": "Brzęczy-/szczykiewicz"}, ["deu", "pol"]),
        ("Meyer-Lüdenscheidt", {"deu": "Meyer-/Lüdenscheidt"}, ["deu"]),
    ],
)
def test_a_reading_with_the_check_letters_is_certain(
    monkeypatch: pytest.MonkeyPatch, printed: str, lines: dict[str, str], asked: list[str]
) -> None:
    """Dirt, lines, languages and letters that look alike are sorted out until the letters fit; no language is asked
    that is not needed or not there."""
    assert heard(monkeypatch, printed, **lines) == (Answer(printed, CERTAIN), asked)


def test_what_the_check_letters_do_not_bear_out_is_doubted(monkeypatch: pytest.MonkeyPatch) -> None:
    """However sure Tesseract is of it."""
    read, _ = heard(monkeypatch, "Hildegard", **{LANGUAGE: "Anna"})
    assert read == Answer("Anna", reader.DOUBTED)
    assert heard(monkeypatch, "Hildegard", **{LANGUAGE: ""})[0] == Answer("", reader.DOUBTED)


def test_a_proved_name_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tesseract is asked for the others only; where all are proved, for none."""
    tesseract = Heard(deu="Bernd")
    monkeypatch.setattr(reader, "read_blocks", tesseract)
    crops, checks = [np.full((40, 80), 255, np.uint8)] * 2, [make_check("Anna"), make_check("Bernd")]
    assert read_names(crops, checks, ["Anna", ""]) == [Answer("Anna", CERTAIN), Answer("Bernd", CERTAIN)]
    tesseract.asked.clear()
    assert [one.text for one in read_names(crops, checks, ["Anna", "Bernd"])] == ["Anna", "Bernd"]
    assert tesseract.asked == []


@pytest.mark.usefixtures("no_tesseract")
def test_a_struck_out_name_is_doubted_however_it_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Proved by the draw, read, or not read for want of Tesseract: the flag says that somebody else sits there."""
    monkeypatch.setattr(reader, "is_struck_out", lambda _crop: True)
    crops, checks = [np.full((40, 80), 255, np.uint8)], [make_check("Anna")]
    assert read_names(crops, checks, ["Anna"]) == [Answer("Anna", reader.DOUBTED, flags=("overwritten",))]
    assert read_names(crops, checks) == [Answer("", 0.0, flags=("unread", "overwritten"))]


def test_two_readings_with_the_check_letters_prove_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """One in 46,656 has them by chance: where two have, a person is asked."""
    monkeypatch.setattr(reader, "make_check", lambda name: "AAA" if name in ("Śos", "Sós") else "BBB")
    monkeypatch.setattr(reader, "read_blocks", Heard(deu="Sos"))
    monkeypatch.setattr(reader, "find_languages", lambda: frozenset({"deu"}))
    assert read_names([np.full((40, 80), 255, np.uint8)], ["AAA"]) == [Answer("Sos", reader.DOUBTED)]


def test_a_seat_without_a_printed_name_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a hand wrote there would pass for print."""
    monkeypatch.setattr(reader, "read_blocks", Heard(deu="Anna"))
    crops = [np.full((40, 80), 255, np.uint8)] * 2
    assert read_names(crops, [NO_CHECK, make_check("Anna")]) == [Answer("", 0.0), Answer("Anna", CERTAIN)]


def test_sheets_without_check_letters_are_read_as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tesseract's own confidence counts; dirt at the ends is no letter, and a name that was cut is not certain."""
    assert heard(monkeypatch, None, deu="‚Anna/Albers") == (Answer("Anna Albers", 0.95), ["deu"])
    assert heard(monkeypatch, None, deu="Maria Magdale...")[0].confidence == reader.DOUBTED


@pytest.mark.parametrize("slope", [-0.06, 0.0, 0.06])
@pytest.mark.parametrize("height", [0.3, 0.5, 0.72])
def test_a_stroke_is_seen_at_any_height(height: float, slope: float) -> None:
    """A nearly level stroke through the upper half, the middle or the lower half of the name, and none without it."""
    crop = np.full((80, 400), 255, np.uint8)
    assert not is_struck_out(crop)
    middle, rise = round(height * 80), round(slope * 150)
    cv2.line(crop, (50, middle - rise), (350, middle + rise), 0, 4)
    assert is_struck_out(crop)

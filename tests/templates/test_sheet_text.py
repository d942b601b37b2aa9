"""The words on the sheet: fitted, inside their boxes, never over one another, whatever people type."""

import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from templates.drawing.pen import BOLD, PLAIN, clean, find_missing, fit, flow, measure_mm
from templates.drawing.sheet_parts import write_facts
from templates.drawing.sheet_pdf import make_sheet_pdf, render_sheet
from templates.layout import UnknownSheet
from templates.list_sheets import make_list_layout
from templates.sheet_code import SheetCode
from templates.sheet_spec import Example, SheetSpec
from tests.templates.printed import apart, find_touching, printed, within
from texts.languages import Lang

PRINTABLE = (10.0, 10.0, 190.0, 277.0)
KEY = tuple(f"Regel {number}: " + "ein Satz, der die Zeile schon ganz gut füllt, " * 3 for number in range(1, 6))
HOSTILE = ("x" * 10_000, "\x00\x1b[31mRot\r\n\tZwei\u202eגב", "🃏🎴 Joker", "e\u0301" * 3000 + "\ud800")


def spec_of(
    seats: int = 4,
    games: int = 16,
    lang: Lang = "de",
    title: str = "Herbstturnier",
    names: tuple[str, ...] = (),
    key: tuple[str, ...] = KEY,
) -> SheetSpec:
    """A sheet of which a test changes one thing."""
    return SheetSpec(SheetCode("pflichtsolo-40", "points", seats, games, 1, 12), title, names, key, lang)


def check_places(spec: SheetSpec) -> None:
    """Text keeps 0.2 mm from rules, marks and code, 10 mm from the edge, and off other text."""
    layout, runs = make_list_layout(spec.code), printed(make_sheet_pdf(spec))
    assert runs
    assert find_touching(runs) == []
    for text, box in runs:
        assert within(box, PRINTABLE), text
        x, y, width, height = box
        solid = [mark.box_mm for mark in layout.marks] + [layout.code_mm or (0, 0, 0, 0)]
        assert all(apart((x - 1.5, y - 1.5, width + 3, height + 3), mark) for mark in solid), text
        if layout.grid.ys_mm[0] < y < layout.grid.ys_mm[-1]:
            assert any(a + 0.2 <= x and x + width <= b - 0.2 for a, b in pairwise(layout.grid.xs_mm)), text
            assert any(a + 0.2 <= y and y + height <= b - 0.2 for a, b in pairwise(layout.grid.ys_mm)), text


@pytest.mark.parametrize("lang", ["de", "en"])
@pytest.mark.parametrize(("seats", "games"), [(4, 1), (4, 16), (5, 20), (5, 24)])
def test_text_stays_in_its_box(seats: int, games: int, lang: Lang) -> None:
    """No word touches a rule, a mark or another word, in both languages, with long names and a long key."""
    names = ("Anna", "Bartholomäus von Hohenstein-Wittelsbach zu Tegernsee", "Ö", "Max Mustermann", "W" * 60)[:seats]
    check_places(spec_of(seats, games, lang, "Ein langer Titel " * 9, names))


def test_hostile_strings_are_drawn_tamely() -> None:
    """Ten thousand letters, controls, right-to-left overrides, emoji, lone surrogates: all stay in their boxes."""
    check_places(spec_of(title=HOSTILE[1] * 3, names=HOSTILE, key=HOSTILE))


@settings(deadline=None)
@given(st.text(max_size=80), st.lists(st.text(max_size=60), min_size=5, max_size=5), st.lists(st.text(), max_size=9))
def test_any_text_can_be_ordered(title: str, names: list[str], key: list[str]) -> None:
    """Whatever the strings are, the sheet is drawn and its words keep their places."""
    check_places(spec_of(5, 20, "de", title, tuple(names), tuple(key)))


def test_names_and_title_are_printed_as_given() -> None:
    """What the scanner will read back: the very names, with every accent, at the seat's column."""
    names = ("Anna Größe", "Đorđe Šarić", "Nguyễn Thị Ánh", "Łukasz")
    spec = spec_of(names=names)
    layout, runs = make_list_layout(spec.code), dict(printed(make_sheet_pdf(spec)))
    assert "Herbstturnier" in runs
    for seat, name in enumerate(names, 1):
        assert within(runs[name], layout.find_field(f"name.p{seat}").box_mm), name


def test_every_row_and_column_is_labelled() -> None:
    """Numbers 1 to 16, two offence rows, sum and signature at the left; seats, solo and offence above."""
    words = [text for text, _ in printed(make_sheet_pdf(spec_of(key=())))]
    assert any(word.startswith("Unter") for word in words)  # a PDF reader joins or drops the hyphen
    for word in ("Spiel", "Solo", "Summe", "schrift", *(f"Platz {n}" for n in range(1, 5)), *map(str, range(1, 17))):
        assert word in words, word
    assert words.count("Strafe") == 3
    english = [text for text, _ in printed(make_sheet_pdf(spec_of(key=(), lang="en")))]
    assert {"Game", "Offence", "Total", "Seat 1", "Round", "Table"} <= set(english)


def test_blank_names_leave_a_line_to_write_on() -> None:
    """Without a name the name's field holds a line near its lower end, and nothing else."""
    layout, picture = make_list_layout(spec_of().code), render_sheet(spec_of(), 10)
    for seat in range(1, 5):
        x, y, width, height = (round(v * 10) for v in layout.find_field(f"name.p{seat}").box_mm)
        rows = np.flatnonzero((picture[y : y + height, x + 10 : x + width - 10] < 200).all(axis=1))
        assert 1 <= len(rows) <= 5
        assert rows.min() > 0.75 * height
        assert (picture[y : y + rows.min() - 2, x : x + width] == 255).all()


def test_a_long_name_is_shrunk_first_and_then_cut() -> None:
    """Shrinking keeps the whole name; only what is too long at the smallest size ends in an ellipsis."""
    assert fit("Anna", BOLD, 30, 14, 7) == ("Anna", 14)
    line, size = fit("Bartholomäus Hohenstein", BOLD, 30, 14, 7)
    assert (line, 7 <= size < 14) == ("Bartholomäus Hohenstein", True)
    assert measure_mm(line, BOLD, size) <= 30
    line, size = fit("Bartholomäus " * 9, BOLD, 30, 14, 7)
    assert (line[-1], size) == ("…", 7)
    assert measure_mm(line, BOLD, size) <= 30


def test_the_key_is_wrapped_whole_when_it_can_be() -> None:
    """No word of the key is lost while a smaller size holds it; past that the last line ends in an ellipsis."""
    lines, size = flow(KEY[:2], PLAIN, (162, 12), (8, 7, 6))
    assert " ".join(lines).split() == " ".join(KEY[:2]).split()
    assert size in (8, 7, 6)
    lines, size = flow(KEY * 4, PLAIN, (162, 12), (8, 7, 6))
    assert (len(lines), lines[-1][-1], size) == (4, "…", 6)
    assert flow((), PLAIN, (162, 12), (8,)) == ([], 8)


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("  Anna\t\nMüller ", "Anna Müller"),
        ("Ａｎｎａ", "Anna"),
        ("Mu\u0308ller", "Müller"),
        ("A\u202eB\u200d\x07C", "ABC"),
        ("Иван", "????"),
        ("🃏 Joker", "? Joker"),
        ("ﬁn", "ﬁn"),
        ("", ""),
    ],
)
def test_clean_keeps_latin_and_shows_what_it_cannot(typed: str, shown: str) -> None:
    """Letters that the face lacks show as ?, so that no name looks whole that is not."""
    assert clean(typed) == shown


def test_missing_letters_can_be_asked_for() -> None:
    """The caller can warn before a sheet with question marks is printed."""
    assert find_missing("Ивав?") == "Ива"
    assert find_missing("Größe?") == ""


def test_the_code_knows_whether_names_are_printed() -> None:
    """`named` follows from the names, whatever the caller put there; names must match the seats."""
    code = SheetCode("pflichtsolo-40", "points", 4, 16, named=True)
    assert not SheetSpec(code, names=(" ", "", "", "")).code.named
    assert SheetSpec(code, names=("", "Anna", "", "")).code.named
    with pytest.raises(UnknownSheet) as caught:
        SheetSpec(code, names=("a", "b", "c"))
    assert caught.value.phrase.key == "paper.fault.names"


@pytest.mark.parametrize(("round_", "table"), [(100, 1), (1, 1000), (-1, 1), (1, -1)])
def test_rounds_that_no_code_can_say_are_refused(round_: int, table: int) -> None:
    """A printed code that cannot be read back would make every photo of the sheet useless."""
    with pytest.raises(UnknownSheet) as caught:
        SheetSpec(SheetCode("pflichtsolo-40", "points", 4, 16, round_, table))
    assert caught.value.phrase.key == "paper.fault.round-table"


def test_every_letter_is_embedded() -> None:
    """The club's printer needs no fonts of its own: both faces are in the file, and no other is referred to."""
    pdf = make_sheet_pdf(spec_of())
    assert b"Helvetica" not in pdf
    assert pdf.count(b"/FontFile2") == 2


CROSSES = Example(frozenset({"hochzeit", "re1", "re3", "re.re", "re.k90", "kontra.kontra", "kontra.k60", "solo.buben"}))


@pytest.mark.parametrize(
    "spec",
    [
        spec_of(names=("Anna", "Bert", "Cem", "Dörte")),
        SheetSpec(SheetCode("x", "full", 4, 12, columns="h.b.f."), example=CROSSES),
    ],
    ids=["list", "full"],
)
def test_the_same_order_gives_the_same_bytes(spec: SheetSpec) -> None:
    """In this process and in another one: a sheet can be compared by its hash."""
    script = (
        "import sys; from templates.drawing.sheet_pdf import make_sheet_pdf;"
        "from templates.sheet_spec import Example, SheetSpec; from templates.sheet_code import SheetCode;"
        f"sys.stdout.buffer.write(make_sheet_pdf({spec!r}))"
    )
    other = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        check=True,
        env={**os.environ, "PYTHONHASHSEED": "77", "PYTHONPATH": str(Path(__file__).parents[2])},
    )
    assert make_sheet_pdf(spec) == other.stdout


@pytest.mark.parametrize(
    ("lang", "games", "told"),
    [
        ("de", 1, "1 Spiel  ·"),
        ("de", 2, "2 Spiele  ·"),
        ("en", 1, "1 game  ·"),
    ],
)
def test_one_game_is_told_as_one(lang: Lang, games: int, told: str) -> None:
    """The line of facts counts as people do."""
    spec = SheetSpec(SheetCode("pflichtsolo-40", "points", 4, games, None, None), lang=lang)
    assert told in write_facts(spec)


def test_one_name_is_told_as_one() -> None:
    """So does the sentence on too few names."""
    with pytest.raises(UnknownSheet) as caught:
        SheetSpec(SheetCode("pflichtsolo-40", "points", 4, 16, None, None), names=("Anna",))
    assert caught.value.message("de").startswith("1 Name für 4 Plätze;")
    assert caught.value.message("en").startswith("1 name for 4 seats;")

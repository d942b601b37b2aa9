"""From what was seen of a table to a layout file: kinds from headings, seats of a list, remarks, and safe TOML."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from templates.foreign.column_roles import read_roles
from templates.foreign.guess_layout import guess_layout
from templates.foreign.layout_draft import Draft, write_layout
from templates.foreign.layout_file import load_layout
from templates.foreign.list_questions import list_questions
from templates.foreign.rows_of_games import ToldRows, find_games
from templates.foreign.seen_table import SeenCell, SeenTable, ShortRule, clean_line, find_meaning, make_slug
from templates.layout import Layout, LayoutFault


def cell(text: str) -> SeenCell:
    """`""` blank, `"7"` a number that was read, `"~"` ink that nobody reads, anything else print."""
    if not text:
        return SeenCell()
    if text == "~":
        return SeenCell(ink=True)
    if text.lstrip("+-/").isdigit() or text == "/":
        return SeenCell(ink=True, number=text, span=(0.3, 0.7))
    return SeenCell(text, 0.95, True)


def table(rows: Sequence[str], widths: Sequence[float] = (), above: str = "", row_mm: float = 10) -> SeenTable:
    """A table as text, cells parted by `|`; `!` instead of `|` where no rule is seen. Columns are 40 mm wide."""
    cells = tuple(tuple(cell(part.strip()) for part in row.replace("!", "|").split("|")) for row in rows)
    walls = tuple((True, *(sign == "|" for sign in row if sign in "|!"), True) for row in rows)
    xs = tuple(accumulate(widths or [40.0] * len(cells[0]), initial=0.0))
    ys = tuple(accumulate([row_mm] * len(rows), initial=0.0))
    heads = tuple(part.strip() for part in above.split("|")) if above else ("",) * len(cells[0])
    return SeenTable(xs, ys, xs, ys, cells, heads, walls)


def loaded(draft: Draft, folder: Path) -> Layout:
    """The draft's layout, by way of its file."""
    (folder / "a.toml").write_text(write_layout(draft, "a.png", "de"), encoding="utf-8")
    return load_layout(folder / "a.toml")


def kinds(seen: SeenTable) -> list[str | None]:
    """The kinds of the columns, None for print."""
    return [column.kind for column in guess_layout(seen, "a", "A").columns]


LIST = ["Nr. | Anna | Bernd | Claus | Doris | Solo", *(f"{n} | | | | |" for n in range(1, 13)), "Summe | | | | |"]


def test_a_list_of_games_gets_the_public_ids(tmp_path: Path) -> None:
    """Numbers, four columns of one width, a solo column, a sum row: what `kiebitz scan` needs, and no more."""
    draft = guess_layout(table(LIST, (15, 35, 35, 35, 35, 14)), "verein", "Verein")
    layout = loaded(draft, tmp_path)
    assert (layout.seats, layout.games) == (4, 12)
    ids = {field.id: field.kind for field in layout.fields}
    assert {ids[f"g{game:02}.p{seat}"] for game in range(1, 13) for seat in range(1, 5)} == {"points"}
    assert ids["g12.solo"] == "cross"
    assert ids["sum.p4"] == "points"
    assert ids["name.p1"] == "text"
    assert len(ids) == 12 * 5 + 4 + 4
    assert any("gelten als die Punkte der 4 Plätze" in remark.in_("de") for remark in draft.remarks)


def test_offences_signatures_and_several_sums_have_rows_of_their_own(tmp_path: Path) -> None:
    """Offences go on where the games end; only the last sum is the sum."""
    rows = [
        *LIST[:7],
        "Zwischensumme | | | | |",
        *LIST[7:13],
        "Strafe | | | | |",
        "Summe | | | | |",
        "Unterschrift | | | | |",
    ]
    ids = {field.id: field.kind for field in loaded(guess_layout(table(rows), "a", "A"), tmp_path).fields}
    assert ids["g13.p1"] == "points"
    assert ids["sign.p4"] == "signature"
    assert ids["sum.p1"] == ids["zwischensumm8.p1"] == "points"


@pytest.mark.parametrize(
    ("heading", "kind"),
    [
        ("Name", "text"),
        ("Mitspieler", "text"),
        ("Punkte", "points"),
        ("Pkt.", "points"),
        ("Augen", "number"),
        ("Re", "cross"),
        ("Kontra", "cross"),
        ("Solo", "cross"),
        ("Unterschrift", "signature"),
        ("Gesamt", "points"),
        ("3. Runde", "points"),
        ("Spieler 2", "points"),
        ("Datum", "text"),
        ("Untersehrift", "signature"),
        ("Wert", "number"),
    ],
)
def test_headings_tell_kinds(heading: str, kind: str) -> None:
    """A known word over a blank column, with a dot, a number, or one misread letter."""
    assert kinds(table([f"Nr | {heading} | Xyz", "1 | |", "2 | |", "3 | |"], (10, 20, 40)))[:2] == [None, kind]


def test_an_unread_heading_is_assumed_aloud() -> None:
    """A column without a heading is taken for points, and the remark says so."""
    draft = guess_layout(table(["Nr | Name | ~", "1 | |", "2 | |", "3 | |"]), "a", "A")
    assert draft.columns[2].kind == "points"
    assert not draft.columns[2].sure
    assert [remark.in_("de") for remark in draft.remarks] == [
        "Spalte 3: keine Überschrift gelesen, als Punkte angenommen."
    ]


def test_cells_tell_what_headings_do_not() -> None:
    """Numbers are points, unread ink in a narrow column crosses, in a wide one text; all three are to be checked."""
    rows = ["Nr | Foo | Bar | Baz", *(f"{n} | {n * 7} | ~ | ~" for n in range(1, 7))]
    draft = guess_layout(table(rows, (12, 30, 10, 60)), "a", "A")
    assert [column.kind for column in draft.columns] == [None, "points", "cross", "text"]
    assert [column.sure for column in draft.columns] == [True, False, False, False]


def test_an_unread_heading_is_taken_like_its_neighbours() -> None:
    """Beside columns as wide that count ("2. Spiel"), and the remark says so."""
    draft = guess_layout(table(["Nr | ~ | 2. Spiel | 3. Spiel", *(f"{n} | ~ | |" for n in range(1, 7))]), "a", "A")
    assert [column.kind for column in draft.columns] == [None, "points", "points", "points"]
    assert draft.remarks[0].in_("de") == "Spalte 2: keine Überschrift gelesen, angenommen wie Spalte 3."


def test_headings_may_stand_above_the_table_or_be_merged() -> None:
    """As on the Kniffel card, or over several columns with names below."""
    card = ["Einser | 1 | |", "Zweier | 6 | |", "Dreier | 9 | |", "gesamt | 16 | |"]
    assert kinds(table(card, above="| 1.SPIEL | 2.SPIEL | 3.SPIEL")) == [None, "points", "points", "points"]
    merged = ["Nr | Punkte ! ! ! | Solo", "| Anna | Bernd | Claus | Doris |", *(f"{n} | | | | |" for n in range(1, 9))]
    draft = guess_layout(table(merged, (12, 35, 35, 35, 35, 14)), "a", "A")
    assert [column.kind for column in draft.columns] == [None, *["points"] * 4, "cross"]
    assert draft.games == 8


def test_a_grid_of_squares_holds_digits(tmp_path: Path) -> None:
    """A sudoku: one field a cell, and a remark that this was assumed."""
    rows = ["|".join(str((r * 3 + c) % 9 + 1) if (r + c) % 2 else "" for c in range(9)) for r in range(9)]
    draft = guess_layout(table(rows, [10] * 9), "s", "S")
    layout = loaded(draft, tmp_path)
    assert len(layout.fields) == 81
    assert {field.kind for field in layout.fields} == {"digit"}
    assert draft.remarks


def test_a_gap_has_no_fields_and_a_row_without_rules_is_told(tmp_path: Path) -> None:
    """Two blocks below each other, and a line of print between two parts of a table."""
    seen = table(["Nr | Punkte | Pkt", "1 | |", "! !", "2 | |", "Hinweis ! !", "3 | |"])
    ys = (0.0, 10.0, 20.0, 24.0, 34.0, 44.0, 54.0)
    seen = replace(seen, ys_mm=ys, edges_y_mm=ys)
    draft = guess_layout(seen, "a", "A")
    tops = {field.box_mm[1] for field in loaded(draft, tmp_path).fields}
    assert tops == {10.0, 24.0, 44.0}
    assert [remark.in_("de") for remark in draft.remarks] == [
        "Zeile 5 hat keine senkrechten Linien (mit Schrift); sie hat keine Felder."
    ]


def test_what_was_left_out_or_guessed_of_the_rules_is_told(tmp_path: Path) -> None:
    """Short rules, edges without a rule, a turn that print did not show; open edges come back from the file."""
    seen = table(["Nr | Punkte | Pkt", "1 | |", "2 | |", "3 | |"])
    seen = replace(seen, xs_mm=(0.0, 120.0), short=(ShortRule(True, 60.5, 0.0, 10.0),), turned=False)
    draft = guess_layout(seen, "a", "A")
    told_all = " ".join(remark.in_("de") for remark in draft.remarks)
    short = "Linie bei 60,5 mm läuft nur von 0 bis 10 mm"
    for part in ("An 2 Spaltengrenzen steht keine Linie", short, "oben und unten"):
        assert part in told_all
    assert any("at 60.5 mm" in remark.in_("en") for remark in draft.remarks)
    layout = loaded(draft, tmp_path)
    assert layout.grid.xs_mm == (0, 120)
    assert {field.box_mm[0] for field in layout.fields} == {40, 80}


def test_a_layout_knows_which_rules_are_dotted(tmp_path: Path) -> None:
    """By way of its file; where nothing is dotted the file is as it always was."""
    seen = table(["Nr | Punkte | Pkt", "1 | |", "2 | |", "3 | |"])
    assert "dotted" not in write_layout(guess_layout(seen, "a", "A"), "a.png", "de")
    known = replace(seen, dotted_xs_mm=(40.0,), dotted_ys_mm=(20.0, 30.0))
    grid = loaded(guess_layout(known, "a", "A"), tmp_path).grid
    assert (grid.dotted_xs_mm, grid.dotted_ys_mm) == ((40.0,), (20.0, 30.0))
    assert replace(grid, dotted_xs_mm=(), dotted_ys_mm=()) == loaded(guess_layout(seen, "a", "A"), tmp_path).grid


def test_a_table_of_one_column_is_told() -> None:
    """Nothing divides it: perhaps the columns' headings were not read."""
    draft = guess_layout(table(["~", "", "", ""], (180,)), "a", "A")
    assert any("nur eine Spalte" in remark.in_("de") for remark in draft.remarks)


def test_open_edges_are_checked(tmp_path: Path) -> None:
    """An edge on a rule, no number, or far away: one sentence that names the key."""
    good = write_layout(guess_layout(table(["Nr | Punkte", "1 | ", "2 | "]), "a", "A"), "a.png", "de")
    for value in ("[40]", "[40.2]", '["a"]', "[1e9]", "[nan]", "7"):
        path = tmp_path / "a.toml"
        path.write_text(good.replace("[table]", f"[table]\nx_open_mm = {value}"), encoding="utf-8")
        with pytest.raises(LayoutFault) as refused:
            load_layout(path)
        assert refused.value.message("de").startswith("a.toml: table.x_open_mm: ")


def test_hostile_print_stays_text(tmp_path: Path) -> None:
    """Quotes, line breaks, TOML and control characters in a heading end up in a comment or a plain string."""
    evil = 'x"]\n[table]\rid = "b" \x07\u202e\\'
    seen = table(["Nr | a | b", "1 | |", "2 | |", "3 | |"])
    cells = ((SeenCell(evil, 0.9, True), SeenCell(evil * 9, 0.9, True), SeenCell("ok", 0.9, True)), *seen.cells[1:])
    draft = guess_layout(replace(seen, cells=cells), "a", evil)
    text = write_layout(draft, evil, "de")
    assert tomllib.loads(text)["title"] == evil
    assert load_layout_text(text, tmp_path).id == "a"
    assert all(len(line) <= 120 for line in text.splitlines() if line.startswith("#"))
    assert "\u202e" not in "".join(line for line in text.splitlines() if line.startswith("#"))


def load_layout_text(text: str, folder: Path) -> Layout:
    """The layout of a file with that text."""
    (folder / "b.toml").write_text(text, encoding="utf-8")
    return load_layout(folder / "b.toml")


WORDS = st.sampled_from(
    [
        "",
        "~",
        "7",
        "-12",
        "Nr",
        "Name",
        "Punkte",
        "Solo",
        "Summe",
        "Anna",
        "Spiel 1",
        "Re",
        "Übertrag",
        "Unterschrift",
        "Strafe",
        "p1",
        "c2",
        "%%%",
        "ß",
        "1.",
    ]
) | st.text(max_size=30)


@st.composite
def any_table(draw: st.DrawFn) -> SeenTable:
    """Any words in any cells, rules missing anywhere, edges without rules."""
    columns, rows = draw(st.integers(1, 9)), draw(st.integers(2, 14))
    xs = tuple(accumulate(draw(st.lists(st.floats(1, 60), min_size=columns, max_size=columns)), initial=0.0))
    ys = tuple(accumulate(draw(st.lists(st.floats(3, 20), min_size=rows, max_size=rows)), initial=0.0))
    xs, ys = (tuple(round(place, 1) for place in places) for places in (xs, ys))
    cells = tuple(tuple(cell(draw(WORDS)) for _ in range(columns)) for _ in range(rows))
    walls = tuple(tuple(draw(st.booleans()) or draw(st.booleans()) for _ in range(columns + 1)) for _ in range(rows))
    rules = (xs[0], xs[-1]) if draw(st.booleans()) else xs
    above = tuple(draw(WORDS) for _ in range(columns))
    return SeenTable(rules, ys, xs, ys, cells, above, walls, (), draw(st.booleans()))


@settings(max_examples=5 * settings.default.max_examples, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(seen=any_table())
def test_every_draft_is_a_file_that_loads(seen: SeenTable, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Whatever was seen: the file is TOML, its layout loads unless nothing is to be written, no cell is used twice."""
    draft = guess_layout(seen, "a", "A")
    assume(draft.blocks)
    layout = load_layout_text(write_layout(draft, "a.png", "en"), tmp_path_factory.mktemp("law"))
    assert layout.fields
    known = {column.kind for column in draft.columns} | {"text", "signature", "points"}
    assert known >= {field.kind for field in layout.fields}


def test_words_are_told_apart_only_as_far_as_they_are_read() -> None:
    """Short words must be exact, long ones may have a misread letter, unknown ones mean nothing."""
    assert find_meaning("Rd").name == "nr"  # type: ignore[union-attr]
    assert find_meaning("Rc") is None
    assert find_meaning("Ergebnls").name == "points"  # type: ignore[union-attr]
    assert find_meaning("Donnerstag") is None
    assert make_slug("Große Straße Ümlaut") == "grossestrasseuem"
    assert clean_line("a\x00b\nc" + "x" * 99, 10) == "a b cxxxx…"


def rank(number: int, up: float | None, across: float = 0.01, high: float = 0.01) -> SeenCell:
    """A number whose ink lies so far from its place in the row, up or down and across, and is so much higher or lower;
    None is pencil, too faint for its ends to be seen."""
    step, start = number % 3 - 1, 0.4 + across * (number % 4)
    span = (0.0, 0.0) if up is None else (0.3 + (up - high / 2) * step, 0.7 + (up + high / 2) * step)
    return SeenCell(ink=True, number=str(number), span=span, reach=(start, start + 0.2 + 0.01 * (number % 4)))


def test_handwritten_numbers_that_rise_are_kept_with_a_question() -> None:
    """Print stands at one height in every row; a hand does not, and nothing that it wrote may be dropped in silence."""
    rows = ["Rang | Anna", *(" | " for _ in range(8))]
    ways = ((0.01, 0.01, 0.01), (0.06, 0.01, 0.01), (0.01, 0.05, 0.01), (0.01, 0.01, 0.03), (None, 0.01, 0.01))
    for way, (up, across, high) in enumerate(ways):
        kind = "number" if way else None
        seen = table(rows)
        cells = [list(row) for row in seen.cells]
        for number in range(1, 9):
            cells[number][0] = rank(number, up, across, high)
        draft = guess_layout(replace(seen, cells=tuple(map(tuple, cells))), "a", "A")
        assert draft.columns[0].kind == kind
        asked = [remark.in_("de") for remark in draft.remarks if "mit der Hand geschrieben" in remark.in_("de")]
        assert len(asked) == (kind is not None)


def test_handwritten_words_are_kept_with_a_question() -> None:
    """Printed labels begin or end below one another; names that somebody wrote are a column to fill in."""
    names = ("Anna", "Bernhard", "Cem", "Dorothea", "Eva", "Friedrich", "Gerda", "Hans-Peter")
    for starts, kind in ((lambda n: 0.2, None), (lambda n: 0.2 + 0.13 * (n % 4), "text")):
        seen = table(["Verein | Anna", *(" | " for _ in names)])
        cells = [list(row) for row in seen.cells]
        for number, name in enumerate(names, 1):
            reach = (starts(number), starts(number) + 0.3 * len(name))
            cells[number][0] = SeenCell(name, 0.9, ink=True, span=(0.3, 0.7), reach=reach)
        cells[0][0] = SeenCell("Qwx", 0.9, ink=True)
        draft = guess_layout(replace(seen, cells=tuple(map(tuple, cells))), "a", "A")
        assert draft.columns[0].kind == kind
        asked = [remark.in_("de") for remark in draft.remarks if "mit der Hand geschrieben" in remark.in_("de")]
        assert len(asked) == (kind is not None)


def test_headings_without_rules_between_them_are_known() -> None:
    """Six known headings in a row that has no upright rules are each column's own; a title across is nobody's."""
    for head, known in (
        ("Nr. | " + " | ".join(f"{n}.Spiel" for n in range(1, 6)), True),
        ("Liste | vom | Freitag | im | Haus | x", False),
    ):
        seen = table([head, *(f"{n}{' |' * 5}" for n in range(1, 6))])
        walls = ((True, *[False] * 5, True), *seen.walls[1:])
        draft = guess_layout(replace(seen, walls=walls), "a", "A")
        assert [column.heading for column in draft.columns[1:]] == (
            [f"{n}.Spiel" for n in range(1, 6)] if known else [""] * 5
        )


def test_twelve_alike_columns_are_one_question() -> None:
    """Headings that nobody knows here, none at all there, and a known one between them: one remark, not twelve."""
    heads = "Nr. | " + " | ".join(["Qwx"] * 3 + ["Datum"] + ["Qwx", ""] * 4 + [""])
    draft = guess_layout(table([heads, *(f"{n}{' |' * 13}" for n in range(1, 6))]), "a", "A")
    (asked,) = [remark.in_("de") for remark in draft.remarks if remark.in_("de").startswith("Spalte")]
    assert asked.startswith("Spalten 2 bis 4, 6 bis 14 (Überschriften: „Qwx“")


def test_columns_in_turns_get_seats_of_their_own(tmp_path: Path) -> None:
    """Points and running total of each player side by side, as many clubs print them."""
    rows = [
        "Nr. | Anna |  | Bernd |  | Claus |  | Doris | ",
        *(f"{n}{' |' * 8}" for n in range(1, 7)),
        f"Summe{' |' * 8}",
    ]
    roles = read_roles(["2-9=points,total"], 9)
    layout = loaded(guess_layout(table(rows), "a", "A", roles), tmp_path)
    ids = {field.id for field in layout.fields}
    assert (layout.seats, layout.games) == (4, 6)
    assert {f"g06.{part}{seat}" for part in ("p", "total") for seat in range(1, 5)} <= ids
    assert {f"sum.p{seat}" for seat in range(1, 5)} <= ids
    boxes = {field.id: field.box_mm for field in layout.fields}
    assert boxes["g01.p2"][0] < boxes["g01.total2"][0] < boxes["g01.p3"][0]


def test_a_row_below_the_printed_numbers_is_no_game(tmp_path: Path) -> None:
    """A sum that is headed by a sign, or by nothing: it would be counted as a game, and doubles every standing."""
    numbered = [f"{n} | | | |" for n in range(1, 9)]
    for below, ids in ((["~ | | | |"], {"sum.p4"}), ([" | | | |", "~ | | | |"], {"sum.p4"}), ([], set[str]())):
        draft = guess_layout(table(["~ | | | |", *numbered, *below], (10, 30, 30, 30, 30)), "a", "A")
        found = {field.id for field in loaded(draft, tmp_path).fields}
        assert (draft.games, {one for one in found if one.endswith(".p4")} - {f"g{n:02}.p4" for n in range(1, 9)}) == (
            8,
            ids | {"name.p4"},
        )
        told = [remark.in_("de") for remark in draft.remarks if "gilt als Summe" in remark.in_("de")]
        assert [one.split(" steht")[0] for one in told] == (["Zeile 10"] if below else [])


def test_a_number_that_was_not_read_above_a_labelled_sum_is_a_game() -> None:
    """Only what is below the sum is none."""
    rows = ["Nr | | | |", *(f"{n} | | | |" for n in range(1, 8)), "~ | | | |", "Summe | | | |", "~ | | | |"]
    seen = table(rows, (10, 30, 30, 30, 30))
    assert guess_layout(seen, "a", "A").games == 8
    assert find_games(seen) == ToldRows(2, 9, 10)


def test_rows_that_a_hand_has_numbered_so_far_are_not_all_games() -> None:
    """A list that is filled in by two thirds: what is still free is for games, too. Numbered to its end, its last row
    is that of the sums."""
    seen = table(["~ | | | |", *(f"{n} | | | |" for n in range(1, 9)), *([" | | | |"] * 4)], (10, 30, 30, 30, 30))
    cells = [list(row) for row in seen.cells]
    for number in range(1, 9):
        cells[number][0] = rank(number, 0.12)
    seen = replace(seen, cells=tuple(map(tuple, cells)))
    assert find_games(seen) == ToldRows(2, 13)
    assert guess_layout(seen, "a", "A", read_roles(["2-5=points"], 5)).games == 12
    full = (*seen.cells[:9], (SeenCell(ink=True), *seen.cells[9][1:]))
    seen = replace(seen, cells=full, walls=seen.walls[:10], ys_mm=seen.ys_mm[:11], edges_y_mm=seen.edges_y_mm[:11])
    assert find_games(seen) == ToldRows(2, 9, 10)


IN_TURNS = [
    " | Anna ! | Bernd ! | Claus ! | Doris ! ",
    "Spiel | Punkte | Stand | Punkte | Stand | Punkte | Stand | Punkte | Stand",
    *(f"{n}{' |' * 8}" for n in range(1, 7)),
]


def test_names_stand_in_the_row_that_says_nothing_else() -> None:
    """Above "Punkte" and "Stand" of each player; the picture of a name must not show "Punkte"."""
    for rows, row in ((IN_TURNS, 1), ([IN_TURNS[0].replace("!", "|"), *IN_TURNS[1:]], 1), (IN_TURNS[1:], 1)):
        draft = guess_layout(table(rows), "a", "A", read_roles(["2-9=points,total"], 9))
        assert {block.rows for block in draft.blocks if block.id.startswith("name.")} == {(row, row)}


def test_columns_of_two_widths_in_turns_are_one_question() -> None:
    """A narrow one for a cross and a wide one for a total of each player are answered with two words, not with eight;
    what is not in turns is asked by itself."""
    widths = (10.0, 14.0, *([9.0, 28.0] * 4), 20.0)
    rows = ["Nr | Wert" + " | " * 9, *(f"{n}{' |' * 10}" for n in range(1, 7))]
    asked = [one.numbers for one in list_questions(guess_layout(table(rows, widths), "a", "A"))]
    assert asked == [(1,), (2,), tuple(range(3, 11)), (11,)]
    known = [rows[0].replace("Wert |  | ", "Wert | Solo | "), *rows[1:]]
    asked = [one.numbers for one in list_questions(guess_layout(table(known, widths), "a", "A"))]
    assert asked == [(1,), (2,), (3,), tuple(range(4, 10)), (10,), (11,)]

"""Foreign sheets' layout files: what they can say, and one clear sentence for everything that they cannot."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from templates.foreign.layout_file import load_layout
from templates.layout import Layout, LayoutFault

EXAMPLES = Path(__file__).parents[2] / "templates" / "layouts"

GOOD = """
id = "liste"
title = "Unsere Liste"
seats = 2
games = 2
[table]
x_mm = [0, 10, 30, 50]
y_mm = [0, 8, 16.5, 25]
[[fields]]
id = "g{row:02}.p{column}"
kind = "points"
rows = [1, 2]
columns = [2, 3]
[[fields]]
id = "sum.p1"
kind = "points"
rows = 3
columns = 2
"""


def load(text: str, folder: Path) -> Layout:
    """The layout that `text` says."""
    path = folder / "liste.toml"
    path.write_text(text, encoding="utf-8")
    return load_layout(path)


def test_blocks_become_fields_between_the_rules(tmp_path: Path) -> None:
    """Rows and columns of a block are cells of the table; numbers in its ids count from one."""
    layout = load(GOOD, tmp_path)
    assert [(field.id, field.box_mm) for field in layout.fields] == [
        ("g01.p1", (10, 0, 20, 8)),
        ("g01.p2", (30, 0, 20, 8)),
        ("g02.p1", (10, 8, 20, 8.5)),
        ("g02.p2", (30, 8, 20, 8.5)),
        ("sum.p1", (10, 16.5, 20, 8.5)),
    ]
    assert (layout.id, layout.page_mm, layout.seats, layout.games, layout.marks) == ("liste", (50, 25), 2, 2, ())
    assert layout.code_mm is None


def test_the_kniffel_card_has_nineteen_rows_in_two_blocks() -> None:
    """Numbers run on over the gap between the blocks, and no field lies in it."""
    layout = load_layout(EXAMPLES / "kniffel.toml")
    first = [field for field in layout.fields if field.id.endswith(".s1")]
    assert [field.id for field in first] == [f"r{row:02}.s1" for row in range(1, 20)]
    tops = [field.box_mm[1] for field in first]
    assert tops == sorted(tops)
    end_of_upper = first[8].box_mm[1] + first[8].box_mm[3]
    assert first[9].box_mm[1] - end_of_upper == pytest.approx(2.5)
    assert len(layout.fields) == 19 * 6


def test_the_sudoku_is_nine_by_nine() -> None:
    """81 equal digits, named by row and column."""
    layout = load_layout(EXAMPLES / "sudoku.toml")
    wanted = [f"r{row}.c{column}" for row in range(1, 10) for column in range(1, 10)]
    assert [field.id for field in layout.fields] == wanted
    assert {field.kind for field in layout.fields} == {"digit"}
    assert {field.box_mm[2:] for field in layout.fields} == {(10, 10)}


def test_the_club_list_uses_the_public_ids() -> None:
    """Sixteen games of four players, names and sums, so that it is counted like one of our sheets."""
    layout = load_layout(EXAMPLES / "doppelkopf-liste.toml")
    wanted = {f"{row}.p{seat}" for row in ("name", "sum", *(f"g{g:02}" for g in range(1, 17))) for seat in range(1, 5)}
    assert {field.id for field in layout.fields} == wanted
    assert (layout.seats, layout.games) == (4, 16)


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.toml")), ids=lambda path: path.stem)
def test_every_supplied_layout_loads(path: Path) -> None:
    """The file's name is its id, and each field lies between two neighbouring rules."""
    layout = load_layout(path)
    assert layout.id == path.stem
    for field in layout.fields:
        x, y, width, height = field.box_mm
        assert layout.grid.xs_mm.index(x) + 1 == layout.grid.xs_mm.index(pytest.approx(x + width))
        assert layout.grid.ys_mm.index(y) + 1 == layout.grid.ys_mm.index(pytest.approx(y + height))


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ('id = "liste"', "", "id"),
        ('id = "liste"', 'id = "../../etc"', "id"),
        ('id = "liste"', "id = 3", "id"),
        ('title = "Unsere Liste"', f'title = "{"x" * 201}"', "title"),
        ('title = "Unsere Liste"', "title = []", "title"),
        ("seats = 2", "seats = 8", "seats"),
        ("seats = 2", "seats = true", "seats"),
        ("games = 2", "games = 2.0", "games"),
        ("games = 2", "games = 3", "games"),
        ("games = 2", "spiele = 2", "spiele"),
        ("[table]", "[tabelle]", "tabelle"),
        ("x_mm = [0, 10, 30, 50]", "", "table.x_mm"),
        ("x_mm = [0, 10, 30, 50]", "x_mm = [0]", "table.x_mm"),
        ("x_mm = [0, 10, 30, 50]", "x_mm = [0, 30, 10, 50]", "table.x_mm"),
        ("x_mm = [0, 10, 30, 50]", "x_mm = [0, 10, 10.1, 50]", "table.x_mm"),
        ("x_mm = [0, 10, 30, 50]", "x_mm = [5, 10, 30, 50]", "table.x_mm"),
        ("x_mm = [0, 10, 30, 50]", "x_mm = [0, 10, nan, 50]", "table.x_mm"),
        ("x_mm = [0, 10, 30, 50]", "x_mm = [0, 10, 30, inf]", "table.x_mm"),
        ("x_mm = [0, 10, 30, 50]", f"x_mm = [0, 10, 30, 1{'0' * 400}]", "table.x_mm"),
        ("x_mm = [0, 10, 30, 50]", 'x_mm = [0, 10, "30", 50]', "table.x_mm"),
        ("x_mm = [0, 10, 30, 50]", "x_mm = [0, 10, true, 50]", "table.x_mm"),
        ("y_mm = [0, 8, 16.5, 25]", f"y_mm = {list(range(200))}", "table.y_mm"),
        ("y_mm = [0, 8, 16.5, 25]", "y_mm = [0, 8, 16.5, 25]\nz_mm = [1]", "table.z_mm"),
        ("y_mm = [0, 8, 16.5, 25]", "y_mm = [0, 8, 16.5, 25]\ny_dotted_mm = [8, 17]", "table.y_dotted_mm"),
        ("y_mm = [0, 8, 16.5, 25]", "y_mm = [0, 8, 16.5, 25]\nx_dotted_mm = [nan]", "table.x_dotted_mm"),
        ("y_mm = [0, 8, 16.5, 25]", "y_mm = [0, 8, 16.5, 25]\nx_dotted_mm = 8", "table.x_dotted_mm"),
        ('kind = "points"', 'kind = "punkte"', "fields[1].kind"),
        ('kind = "points"', "kind = [1]", "fields[1].kind"),
        ("rows = [1, 2]", "rows = [2, 1]", "fields[1].rows"),
        ("rows = [1, 2]", "rows = [0, 2]", "fields[1].rows"),
        ("rows = [1, 2]", "rows = [1, 2, 3]", "fields[1].rows"),
        ("rows = [1, 2]", "rows = [1, 1e9]", "fields[1].rows"),
        ("rows = [1, 2]", "", "fields[1].rows"),
        ("columns = 2", "columns = 4", "fields[2].columns"),
        ("columns = 2", "columns = true", "fields[2].columns"),
        ("columns = 2", "columns = 2\nfirst_row = -1", "fields[2].first_row"),
        ("columns = 2", "columns = 2\ncolour = 'red'", "fields[2].colour"),
        ('id = "sum.p1"', 'id = "sum.{seat}"', "fields[2].id"),
        ('id = "sum.p1"', 'id = "{row.__class__}"', "fields[2].id"),
        ('id = "sum.p1"', 'id = "a{row:0999999999}"', "fields[2].id"),
        ('id = "sum.p1"', 'id = "=1+1"', "fields[2].id"),
        ('id = "sum.p1"', "", "fields[2].id"),
        ('id = "sum.p1"', 'id = "g01.p1"', "fields"),
        ("rows = 3", "rows = 2", "fields"),
        ("games = 2", 'games = 2\n"\\u001b[31m" = 1', "?[31m"),
    ],
)
def test_faults_name_file_key_and_remedy(tmp_path: Path, old: str, new: str, key: str) -> None:
    """Each fault is one sentence in either language that begins with the file and the key."""
    assert old in GOOD
    with pytest.raises(LayoutFault) as caught:
        load(GOOD.replace(old, new, 1), tmp_path)
    for sentence in (caught.value.message("de"), caught.value.message("en")):
        assert sentence.startswith(f"liste.toml: {key}: ")
        assert sentence.endswith(".")
        assert sentence.isprintable()
    assert caught.value.exit_status == 3


@pytest.mark.parametrize(
    ("raw", "word"),
    [
        (b"id = ", "TOML"),
        (b"\xff\xfe\x00", "TOML"),
        (b"x = " + b"[" * 5000, "TOML"),
        (b"a" * 70_000, "64 kB"),
        (b"", "table"),
        (b"id = 'x'\nn = 1" + b"0" * 5000, "TOML"),
    ],
)
def test_files_that_are_no_layout_are_refused(tmp_path: Path, raw: bytes, word: str) -> None:
    """No TOML, other encodings, endless nesting, huge numbers, large files: a fault each, and never a traceback."""
    path = tmp_path / "kaputt.toml"
    path.write_bytes(raw)
    with pytest.raises(LayoutFault) as caught:
        load_layout(path)
    assert word in caught.value.message("de")


def test_the_place_of_a_slip_is_told(tmp_path: Path) -> None:
    """A slip of the pen in the TOML is reported with its line."""
    with pytest.raises(LayoutFault) as caught:
        load("id = 'x'\ntitle = 'y'\ngames = = 2\n", tmp_path)
    assert "(Zeile 3)" in caught.value.message("de")


@pytest.mark.parametrize("name", ["none.toml", ".", "x" * 300])
def test_files_that_cannot_be_read_are_refused(tmp_path: Path, name: str) -> None:
    """A missing file, a folder, a name that no disk takes."""
    with pytest.raises(LayoutFault, match="Die Datei lässt sich nicht lesen"):
        load_layout(tmp_path / name)


@settings(max_examples=5 * settings.default.max_examples, deadline=None)
@given(cut=st.integers(0, len(GOOD)), length=st.integers(0, 12), insert=st.text(max_size=12))
def test_a_damaged_file_is_a_layout_or_a_fault(
    tmp_path_factory: pytest.TempPathFactory, cut: int, length: int, insert: str
) -> None:
    """Whatever happens to a file, it loads or is refused in one printable sentence."""
    text = GOOD[:cut] + insert + GOOD[cut + length :]
    path = tmp_path_factory.getbasetemp() / "damaged.toml"
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    try:
        told = load_layout(path).id
    except LayoutFault as fault:
        told = fault.message("de")
    assert told.isprintable()


def test_lengths_are_told_as_each_language_writes_them(tmp_path: Path) -> None:
    """German with a comma, English with a point."""
    with pytest.raises(LayoutFault) as caught:
        load(GOOD.replace("[0, 10, 30, 50]", "[0, 10, 10.1, 50]"), tmp_path)
    assert "um je 0,5 mm oder mehr" in caught.value.message("de")
    assert "by 0.5 mm or more" in caught.value.message("en")

"""The reader of number cells, with the shipped model and with saboteurs."""

from __future__ import annotations

import shutil
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageDraw, ImageFont

from scanner.read.cell_doubt import load_cell_doubt
from scanner.read.cell_ink import HEIGHT_PX, WIDTHS_PX, extract_ink
from scanner.read.judge_texts import (
    TRUSTED,
    _is_possible,
    judge_views,
    may_be_decimal,
    measure_oddness,
    sharpen_answers,
)
from scanner.read.networks import SEALS, ModelMissing, write_seal
from scanner.read.read_numbers import MODEL, DigitReader, measure_faintness
from scanner.sheet_reading import Answer

FONT = Path(__file__).parents[3] / "templates" / "fonts" / "patrick-hand.ttf"


@pytest.fixture(scope="module")
def reader() -> DigitReader:
    """The shipped recogniser."""
    return DigitReader.load()


def cell(text: str, height: int = 96, width: int = 260, paper: int = 225, pen: int = 40) -> np.ndarray:
    """A clean cell with its rules at the border."""
    page = Image.new("L", (width, height), paper)
    font = ImageFont.truetype(str(FONT), round(height * 0.75))
    ImageDraw.Draw(page).text((width / 2, height / 2), text, font=font, fill=pen, anchor="mm")
    grey = np.array(page)
    cv2.rectangle(grey, (0, 0), (width - 1, height - 1), 130, 2)
    return grey


@pytest.mark.parametrize("text", ["", "6", "-6", "+12", "-24", "18", "+9", "-120", "/"])
def test_clean_cells_are_read_as_written(reader: DigitReader, text: str) -> None:
    """Signs are kept as written: "+12" is not "12"."""
    got = reader.read([cell(text)], ["points"])[0]
    assert got.text == text
    assert got.confidence > 0.8  # a slash is always a little like a 1


@pytest.mark.parametrize("height", [40, 64, 120, 200])
def test_the_answer_does_not_depend_on_the_photos_resolution(reader: DigitReader, height: int) -> None:
    """The same cell from a 3-MP and a 50-MP photo."""
    assert reader.read([cell("-18", height, round(height * 2.7))], ["points"])[0].text == "-18"


@pytest.mark.parametrize("width", [200, 330])
def test_no_decimal_is_trusted(reader: DigitReader, width: int) -> None:
    """With a point or a comma, signed or not, it is no number or an unsure one; the same digits alone are clear."""
    written = ("24,7", "24.7", "4.7", "12.5", "8.8", "-1,3", "+3.4", "-12.5", "9,9", "0,5")
    plain = ("247", "47", "125", "88", "-13", "+34", "-125", "99", "24", "-18")
    texts = (*written, *plain)
    read = reader.read([cell(text, width=width) for text in texts], ["points"] * len(texts))
    judged = [load_cell_doubt().judge(got, box=False) for got in read]
    assert max(got.confidence for got in judged[: len(written)]) < TRUSTED
    assert [got.text for got in judged[len(written) :]] == [*plain]
    assert not any("odd" in got.signs for got in judged[len(written) :])


def test_a_dot_elsewhere_is_no_decimal(reader: DigitReader) -> None:
    """Above the digits, before and after them a speck says nothing, and neither does a dash beside one digit."""
    for at in ((150, 14), (30, 80), (235, 80)):
        grey = cell("-24")
        cv2.circle(grey, at, 3, 60, -1, cv2.LINE_AA)
        got = load_cell_doubt().judge(reader.read([grey], ["points"])[0], box=False)
        assert (got.text, got.flags) == ("-24", ())
        assert got.confidence > 0.95
    assert "odd" not in reader.read([cell("-8")], ["points"])[0].signs


def test_a_scribble_is_illegible_and_never_a_number(reader: DigitReader) -> None:
    """Zigzag over a number: nothing is claimed, a person looks."""
    grey = cell("-12")
    points = np.array([[70 + 8 * i, 20 if i % 2 else 76] for i in range(16)], np.int32)
    cv2.polylines(grey, [points], False, 40, 6, cv2.LINE_AA)
    got = reader.read([grey], ["points"])[0]
    assert got.flags
    assert "illegible" not in got.flags or (got.text == "" and got.confidence == 0)


def test_a_batch_reads_like_single_cells(reader: DigitReader) -> None:
    """Padding to the widest cell of a sheet must not change what a narrow one says."""
    narrow, wide = cell("7", 96, 100), cell("-24", 96, 400)
    together = reader.read([narrow, wide], ["number", "points"])
    assert [got.text for got in together] == ["7", "-24"]


def test_no_cells_no_readings(reader: DigitReader) -> None:
    """A sheet without number fields is no error."""
    assert reader.read([], []) == []


def test_a_missing_model_names_the_remedy(tmp_path: Path) -> None:
    """Broken installation: one clear sentence, exit status 4 at the desk."""
    with pytest.raises(ModelMissing, match="install"):
        DigitReader.load(tmp_path / "digits.onnx")


def test_a_damaged_model_names_the_remedy(tmp_path: Path) -> None:
    """A file that is no model is reported like a missing one."""
    (tmp_path / "digits.onnx").write_bytes(b"not a model")
    (tmp_path / "digits.json").write_bytes(MODEL.with_suffix(".json").read_bytes())
    with pytest.raises(ModelMissing):
        DigitReader.load(tmp_path / "digits.onnx")


def model_folder(tmp_path: Path) -> Path:
    """A copy of the shipped recognisers; gives its `digits.onnx`."""
    return Path(shutil.copytree(MODEL.parent, tmp_path / "model")) / MODEL.name


def test_a_sealed_copy_is_as_good_as_the_shipped_files(tmp_path: Path) -> None:
    """What counts is the content, wherever the folder lies; new weights are loaded once they are sealed."""
    model = model_folder(tmp_path)
    DigitReader.load(model)
    facts = model.with_suffix(".json")
    facts.write_text(facts.read_text("utf-8").replace("0.85", "0.8"), "utf-8")
    with pytest.raises(ModelMissing):
        DigitReader.load(model)
    write_seal(facts)
    assert DigitReader.load(model)._temperature == 0.8


@pytest.mark.parametrize("part", ["digits.onnx", "digits.npz", "digits.json"])
def test_one_changed_byte_of_the_recogniser_is_told(tmp_path: Path, part: str) -> None:
    """A weight that a disk or an upload damaged would read other numbers, each with full confidence."""
    model = model_folder(tmp_path)
    data = bytearray(model.with_name(part).read_bytes())
    data[len(data) // 2] ^= 1
    model.with_name(part).write_bytes(data)
    with pytest.raises(ModelMissing, match="install Kiebitz again"):
        DigitReader.load(model)


def test_swapped_recognisers_are_told(tmp_path: Path) -> None:
    """The network of another recogniser, and a folder that knows no SHA-256 of its files."""
    model = model_folder(tmp_path)
    (model.parent / SEALS).unlink()
    with pytest.raises(ModelMissing):
        DigitReader.load(model)
    shutil.copy(MODEL.with_name(SEALS), model.parent)
    shutil.copy(model.with_name("marks.onnx"), model)
    with pytest.raises(ModelMissing):
        DigitReader.load(model)


def test_struck_out_ink_before_a_number_is_told() -> None:
    """ "~12" is the number 12 with struck-out ink: the text is 12, and a person looks at it."""
    got = judge_views([[("~12", 0.9), ("12", 0.05)]], "points")
    assert (got.text, got.flags) == ("12", ("overwritten",))
    assert got.confidence == pytest.approx(0.95)


@pytest.mark.parametrize(("doubt", "flags"), [(0.0, ()), (0.3, ("overwritten",))])
def test_the_clearer_a_number_is_the_less_is_its_ink_a_mess(doubt: float, flags: tuple[str, ...]) -> None:
    """A third of a mess is none where the number is as clear as can be, and one where another is as likely."""
    got = judge_views([[("12", 0.66 - doubt), ("~12", 0.33), ("17", doubt)]], "points")
    assert (got.text, got.flags) == ("12", flags)


@pytest.mark.parametrize(
    "views", [[[("?", 0.6), ("6", 0.3)]], [[("24?7", 0.4), ("247", 0.35), ("2?7", 0.2)]], [[("7", 0.9)], [("?", 0.99)]]]
)
def test_what_is_no_number_is_none_however_its_digits_are_read(views: list[list[tuple[str, float]]]) -> None:
    """A half, a decimal, a word: all texts with a part that is no digit count together against the best number."""
    got = judge_views(views, "points")
    assert (got.text, got.confidence, got.flags) == ("", 0.0, ("illegible",))


def test_a_number_may_be_a_little_like_a_word() -> None:
    """A speck beside it takes nothing but its share."""
    got = judge_views([[("24", 0.9), ("24?", 0.08)]], "points")
    assert (got.text, got.confidence, got.flags) == ("24", 0.9, ())


def test_changed_crops_that_disagree_make_a_cell_doubtful() -> None:
    """Shifted and rescaled crops read differently: never a confident answer."""
    got = judge_views([[("7", 0.9)], [("1", 0.95)], [("1", 0.9)], [("4", 0.9)]], "points")
    assert got.signs == {"torn": 0.5}
    assert got.confidence < 0.6


def test_ink_much_fainter_than_the_sheets_may_be_the_back_of_the_paper() -> None:
    """The fainter, the stronger is the sign; the sheet's own ink has none."""
    sheet = [Answer("7", 0.999, (("7", 0.999),), ())] * 7
    *own, fainter, faintest = measure_faintness(sheet, [0.6] * 5 + [0.3, 0.15])
    assert own == [0.0] * 5
    assert 0.0 < fainter < faintest < 1.0


def test_faint_ink_is_believed_where_all_of_it_is_faint() -> None:
    """A pencil on the whole sheet, or a sheet with few numbers, gives no reason to doubt."""
    pencil = [Answer("7", 0.999, (("7", 0.999),), ())] * 6
    assert not any(measure_faintness(pencil, [0.15, 0.12, 0.2, 0.15, 0.14, 0.13]))
    assert not any(measure_faintness(pencil[:3], [0.6, 0.6, 0.1]))


def test_digits_that_shine_through_are_asked_about(reader: DigitReader) -> None:
    """The same digit as ink and as a ghost on one sheet: the ghost is doubted."""
    got = reader.read([*(cell(str(n)) for n in range(10, 20)), cell("16", paper=225, pen=208)], ["points"] * 11)
    assert [answer.text for answer in got[:10]] == [str(n) for n in range(10, 20)]
    ghost = load_cell_doubt().judge(got[10], box=False)
    assert "doubtful" in ghost.flags or ghost.text == ""


@given(st.text("0123456789+-/", max_size=4))
def test_only_spellings_that_a_field_can_hold_are_candidates(text: str) -> None:
    """A plus has no place in an unsigned number, and a slash none beside digits."""
    if _is_possible(text, "number") and text not in ("", "/", "-"):
        assert text.isdigit()
    if _is_possible(text, "digit") and text not in ("", "/", "-"):
        assert len(text) == 1


@given(st.integers(1, 300), st.integers(1, 900), st.integers(0, 255))
def test_ink_has_the_recognisers_shape_and_range(height: int, width: int, grey: int) -> None:
    """Any crop, also a degenerate one, becomes ink of the right height within 0 and 1."""
    made = extract_ink(np.full((height, width), grey, np.uint8))
    assert made.shape[0] == HEIGHT_PX
    assert WIDTHS_PX[0] <= made.shape[1] <= WIDTHS_PX[1]
    assert made.min() >= 0
    assert made.max() <= 1


@given(
    st.lists(st.floats(1e-9, 1.0), min_size=1, max_size=8).map(lambda parts: sorted(parts, reverse=True)),
    st.floats(1.0, 2.0),
)
def test_sharpening_only_moves_shares(parts: list[float], power: float) -> None:
    """The order of the candidates stays, and of flagged ink what they come to together; else what they lack to 1 is
    squared. The first never loses."""
    shares = [part / sum(parts) * 0.9 for part in parts]
    for flags, told in (("doubtful",), 0.9), ((), 0.99):
        before = Answer("0", shares[0], tuple((str(i), share) for i, share in enumerate(shares)), flags)
        (after,) = sharpen_answers([before], power)
        assert [text for text, _ in after.candidates] == [text for text, _ in before.candidates]
        assert sum(share for _, share in after.candidates) == pytest.approx(told)
        assert after.confidence == after.candidates[0][1] >= before.confidence * (1 - 1e-9)


def test_the_likelier_a_point_was_overlooked_the_odder_is_a_number() -> None:
    """By what all views say; only of a number of several digits, and hardly anything is nothing."""
    chances = (0.0, 0.0005, 0.002, 0.004, 0.01, 0.02, 0.5)
    several = [[[("24", 0.9 - chance), ("2?4", chance)], [("24", 1.0)]] for chance in chances]
    got = [measure_oddness(views) for views in several]
    assert got == sorted(got)
    assert (got[3], got[-1]) == (0.0, 1.0)
    assert 0 < got[4] < got[5] < 1
    sure = Answer("24", 0.99), Answer("4", 0.99), Answer("-4", 0.99), Answer("/", 0.99)
    assert [may_be_decimal(one, several[4]) for one in sure] == [True, False, False, False]
    assert not may_be_decimal(Answer("24", TRUSTED - 0.01), several[4])  # that is doubted already
    assert not may_be_decimal(sure[0], several[1])


def test_what_is_illegible_stays_so() -> None:
    """Ink that nobody should believe gains no confidence, and a cell without candidates none either."""
    nothing, scribble = Answer("", 0.0, (), ("illegible",)), Answer("", 0.0, (("4", 0.2),), ("illegible",))
    assert [got.confidence for got in sharpen_answers([nothing, scribble], 1.3)] == [0.0, 0.0]

"""A ruled table of which nothing is known: its rules are found in every view, and nothing else is taken for one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from itertools import cycle
from types import SimpleNamespace

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.typing import NDArray

from scanner.geometry.refusals import explain_no_rules
from scanner.geometry.table_outline import Outline, find_outlines
from scanner.geometry.table_rules import Ruled, _runs_through, drop_margins
from scanner.geometry.traced_lines import find_median
from scanner.learn import learn_table, table_contents
from scanner.learn.learn_table import settle_rules
from scanner.learn.learnt_page import make_learnt_page
from scanner.pyramid import build_pyramid
from scanner.read.tesseract import Word
from scanner.sheet_reading import Answer, Problem

Page = NDArray[np.uint8]
XS, YS = (0, 60, 260, 460, 660, 860), (0, 70, *range(140, 1001, 60))
"""The usual table, px: five columns, sixteen rows."""


def drawn(xs: Sequence[int] = XS, ys: Sequence[int] = YS, width: int = 2, shade: int = 70, margin: int = 90) -> Page:
    """The table on light paper, margins around it."""
    page = np.full((ys[-1] + 2 * margin, xs[-1] + 2 * margin), 225, np.uint8)
    for y in ys:
        cv2.line(page, (margin + xs[0], margin + y), (margin + xs[-1], margin + y), shade, width)
    for x in xs:
        cv2.line(page, (margin + x, margin + ys[0]), (margin + x, margin + ys[-1]), shade, width)
    return page


def on_a_desk(page: Page, quarter_turns: int = 0, bulge: float = 0.0, side: int = 1400) -> Page:
    """A photo of the page in perspective on a dark desk, curved by `bulge` of its width, in uneven light with noise."""
    height, width = page.shape
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    target = np.array([[0.16, 0.1], [0.82, 0.15], [0.88, 0.9], [0.1, 0.86]], np.float32) * side
    matrix = cv2.getPerspectiveTransform(corners, target)
    y, x = np.indices((side, side), dtype=np.float32)
    back = cv2.perspectiveTransform(np.stack([x, y], -1).reshape(1, -1, 2), np.linalg.inv(matrix))
    back = back.reshape(side, side, 2)
    back[..., 1] += bulge * width * (4 * np.square(back[..., 0] / width - 0.5) - 1)
    photo = cv2.remap(page, back[..., 0], back[..., 1], cv2.INTER_LINEAR, borderValue=80)
    noise = np.random.default_rng(3).normal(0, 2, photo.shape)
    shaded = (photo * np.linspace(0.6, 1.0, side)[None, :] + noise).clip(0, 255).astype(np.uint8)
    return np.ascontiguousarray(np.rot90(shaded, -quarter_turns))


def outline(photo: Page) -> Outline:
    """The table of the photo, which must be there."""
    found = find_outlines(build_pyramid(photo))
    assert not isinstance(found, Problem), found
    return found[0]


@cache
def plain_outline() -> Outline:
    """The usual table, photographed."""
    return outline(on_a_desk(drawn()))


def shares(places: Sequence[float] | NDArray[np.float64]) -> NDArray[np.float64]:
    """Places as shares of their span."""
    values = np.asarray(places, np.float64)
    return np.asarray((values - values[0]) / (values[-1] - values[0]))


def assert_rules(found: Outline, xs: Sequence[int] = XS, ys: Sequence[int] = YS) -> None:
    """Every rule where it was drawn, to 0.7 % of the table, and no other."""
    assert len(found.ruled.xs) == len(xs)
    assert len(found.ruled.ys) == len(ys)
    assert np.abs(shares(found.ruled.xs) - shares(xs)).max() < 0.007
    assert np.abs(shares(found.ruled.ys) - shares(ys)).max() < 0.007


@given(arrays(np.uint8, st.tuples(st.integers(1, 5), st.integers(1, 5))))
def test_the_counted_median_is_the_sorted_one(strokes: Page) -> None:
    """Of any picture, of an odd number of pixels and of an even one."""
    assert find_median(strokes) == np.median(strokes)


@pytest.mark.parametrize("bulge", [0.0, 0.03])
def test_rules_are_found_on_flat_and_curved_paper(bulge: float) -> None:
    """Nobody said how many there are."""
    assert_rules(outline(on_a_desk(drawn(), bulge=bulge)) if bulge else plain_outline())


@pytest.mark.few(2)
@pytest.mark.parametrize(("width", "shade"), [(1, 130), (2, 170), (7, 40)])
def test_faint_and_thick_rules_are_found(width: int, shade: int) -> None:
    """Hairlines, grey rules, and strokes of a felt pen."""
    assert_rules(outline(on_a_desk(drawn(width=width, shade=shade))))


@pytest.mark.few(1)
@pytest.mark.parametrize("turn", range(4))
def test_a_turned_table_is_told_as_it_is_held(turn: int) -> None:
    """Turning the picture back gives the same rules, true to proportion, in the right corner of the photo."""
    picture = build_pyramid(on_a_desk(drawn(), turn))
    page = make_learnt_page(picture, outline(on_a_desk(drawn(), turn)), turn)
    assert np.abs(shares(page.layout.grid.xs_mm) - shares(XS)).max() < 0.008
    assert np.abs(shares(page.layout.grid.ys_mm) - shares(YS)).max() < 0.008
    assert page.layout.grid.xs_mm[-1] / page.layout.grid.ys_mm[-1] == pytest.approx(XS[-1] / YS[-1], rel=0.08)


def test_thick_heading_rule_and_double_rules_are_one() -> None:
    """A rule of three times the width, and two thin ones 8 px apart, are one position each."""
    page = drawn()
    cv2.line(page, (90, 160), (950, 160), 60, 6)
    for x in (342, 350, 358):
        page[90:1070, x - 8 : x + 9] = 225 if x == 350 else page[90:1070, x - 8 : x + 9]
    for x in (346, 354):
        cv2.line(page, (x, 90), (x, 1070), 70, 2)
    for y in YS:
        cv2.line(page, (330, 90 + y), (370, 90 + y), 70, 2)
    assert_rules(outline(on_a_desk(page)))


def test_names_that_begin_alike_are_no_second_rule() -> None:
    """Their first strokes stand below one another, near to the rule before them for columns so wide."""
    xs = (0, 430, 860)
    page = drawn(xs)
    for y in YS[:-1]:
        cv2.line(page, (90 + 34, 90 + y + 9), (90 + 32, 90 + y + 51), 60, 4)
    assert_rules(outline(on_a_desk(page)), xs)


def test_a_frame_around_is_no_part_of_the_table() -> None:
    """Nor is the edge of its paper: the table's rules end before it on all sides, and two strokes join them."""
    page = cv2.copyMakeBorder(drawn(), 40, 40, 40, 40, cv2.BORDER_CONSTANT, value=225)
    cv2.rectangle(page, (50, 50), (page.shape[1] - 50, page.shape[0] - 50), 70, 3)
    for start, end in (((50, 500), (130, 500)), ((500, 50), (500, 130))):
        cv2.line(page, start, end, 70, 3)
    assert_rules(outline(on_a_desk(page)))


@pytest.mark.parametrize(("sides", "kept"), [("both", (6, 5)), ("top", (7, 6)), ("left", (7, 6))])
def test_a_papers_edges_are_no_rules(sides: str, kept: tuple[int, int]) -> None:
    """Rules that hardly one crosses, both at the top and at the left, are what the paper ends with; a title row, or a
    column without level rules, is kept."""
    level, upright = np.ones((6, 6), bool), np.ones((5, 7), bool)
    if sides != "top":
        level[1:-1, 0] = False
    if sides != "left":
        upright[0, 1:-1] = False
    xs, ys = np.arange(7) * 100.0, np.arange(6) * 50.0
    ruled = drop_margins(Ruled(xs, ys, xs, ys, (), (), level, upright))
    assert (len(ruled.edges_x), len(ruled.edges_y)) == kept
    assert (ruled.level.shape, ruled.upright.shape) == ((kept[1], kept[0] - 1), (kept[1] - 1, kept[0]))


@pytest.mark.parametrize(
    ("level", "upright", "kept"),
    [
        ((1,), (1,), (7, 6)),  # the edges of the paper, and the photo's own rim beyond them
        ((0, 1), (0,), (7, 7)),
        ((2,), (2,), (9, 8)),
        ((1,), (), (9, 8)),
    ],
)
def test_what_lies_beyond_a_margin_is_no_part(
    level: tuple[int, ...], upright: tuple[int, ...], kept: tuple[int, int]
) -> None:
    """Of eight columns and seven rows hardly a rule crosses some: at the rim they are a margin, farther in they are
    not, and neither in one direction alone."""
    seen = [np.ones((8, 8), bool), np.ones((7, 9), bool)]
    seen[0][1:-1, list(level)] = False
    seen[1][list(upright), 1:-1] = False
    xs, ys = np.arange(9) * 100.0, np.arange(8) * 50.0
    ruled = drop_margins(Ruled(xs, ys, xs, ys, (), (), *seen))
    assert (len(ruled.edges_x), len(ruled.edges_y)) == kept


def test_cells_that_no_rule_runs_into_are_a_margin() -> None:
    """A paper's edge beside the table, where the photo shows no other edge: not even the outer rules run up to it."""
    level, upright = np.ones((8, 8), bool), np.ones((7, 9), bool)
    level[:, 0] = False
    xs, ys = np.arange(9) * 100.0, np.arange(8) * 50.0
    ruled = drop_margins(Ruled(xs, ys, xs, ys, (), (), level, upright))
    assert ruled.edges_x.tolist() == xs[1:].tolist()
    assert ruled.edges_y.tolist() == ys.tolist()


def test_words_of_a_small_picture_are_no_rule() -> None:
    """Blurred into each other they run over most of the heading and across its rules, as dark as these, but higher."""
    ys = (0, 110, *range(180, 1001, 60))
    page = drawn(shade=150, ys=ys)
    for x in XS:
        cv2.rectangle(page, (max(90 + x - 75, 95), 140), (min(90 + x + 75, 945), 147), 150, -1)
    assert_rules(outline(on_a_desk(page)), ys=ys)


def test_a_merged_heading_shows_in_the_pieces() -> None:
    """Rules end below a heading over three columns: they span all the same, and the pieces say where they are not."""
    page = drawn()
    page[94:157, 340:360] = page[94:157, 540:560] = 225
    ruled = outline(on_a_desk(page)).ruled
    assert ruled.upright.shape == (16, 6)
    assert ruled.upright[0].tolist() == [True, True, False, False, True, True]
    assert ruled.upright[1:].all()
    assert ruled.level.all()


def test_a_merged_heading_is_read_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name over three columns is one crop, not three pieces, and stands once in its row."""
    page = drawn()
    page[94:157, 340:360] = page[94:157, 540:560] = 225
    cv2.putText(page, "Bernhard", (300, 135), 0, 1.3, 40, 3)
    picture, found = build_pyramid(on_a_desk(page)), outline(on_a_desk(page))
    crops: list[Page] = []

    def read(seen: Sequence[Page]) -> list[Answer]:
        crops.extend(seen)
        return [Answer("Bernhard", 0.9)] * len(seen)

    monkeypatch.setattr(table_contents, "read_words", lambda *_: [])
    monkeypatch.setattr(table_contents, "read_lines", read)
    learnt = make_learnt_page(picture, found, 0)
    blank = SimpleNamespace(read=lambda crops, _kinds: [Answer("", 1.0)] * len(crops))
    heads, *rows = table_contents.read_cells(picture, learnt, table_contents.read_print(picture, learnt), blank)
    assert [cell.print_ for cell in heads] == ["", "Bernhard", "", "", ""]
    assert not any(cell.print_ for row in rows for cell in row)
    assert [crop.shape[1] > 3 * crop.shape[0] for crop in crops] == [True]


def test_two_blocks_of_the_same_columns_are_one_table() -> None:
    """As on the Kniffel card: the gap between them is a row."""
    page = drawn()
    page[90 + 503 : 90 + 517] = 225  # between two rules
    blocks = np.insert(page, 600, np.full((22, page.shape[1]), 225, np.uint8), axis=0)
    cv2.line(blocks, (90, 590), (950, 590), 70, 2)
    cv2.line(blocks, (90, 625), (950, 625), 70, 2)
    blocks[592:624] = 225
    found = outline(on_a_desk(blocks)).ruled
    assert len(found.xs) == 6
    heights = np.diff(found.ys)
    assert (heights < 0.7 * np.median(heights)).sum() >= 1


def test_a_rule_that_does_not_span_is_told_apart() -> None:
    """It divides six rows of sixteen, so it is no rule of the table."""
    page = drawn()
    cv2.line(page, (90 + 760, 90 + 140), (90 + 760, 90 + 500), 70, 2)
    found = outline(on_a_desk(page))
    assert_rules(found)
    (short,) = found.ruled.short_x
    assert (short.start, short.end) == (pytest.approx(0.14, abs=0.03), pytest.approx(0.49, abs=0.03))


def test_writing_is_no_rule() -> None:
    """Long strokes, dashes and bars of sevens in most cells of a column and a row."""
    page = drawn()
    for y in YS[1:-1]:
        cv2.line(page, (90 + 300, 90 + y + 30), (90 + 390, 90 + y + 28), 60, 3)
        cv2.line(page, (90 + 520, 90 + y + 8), (90 + 512, 90 + y + 52), 60, 3)
    for x in XS[1:-1]:
        cv2.line(page, (90 + x + 40, 90 + 200 - 22), (90 + x + 130, 90 + 200 - 24), 60, 3)
    assert_rules(outline(on_a_desk(page)))


def test_a_double_rule_with_nothing_in_its_middle_is_no_fault() -> None:
    """A line that is not seen where it should be runs through nothing."""
    assert not _runs_through(np.zeros(50, bool), np.array([10.0, 20.0, 30.0]), 2)


def without(found: Outline, *places: int) -> Outline:
    """The table without these upright rules."""
    ruled = found.ruled
    sides = {"level": ruled.level[:, : -len(places)], "upright": np.delete(ruled.upright, places, axis=1)}
    xs, edges = (np.delete(values, places) for values in (ruled.xs, ruled.edges_x))
    return replace(found, ruled=replace(ruled, xs=xs, edges_x=edges, **sides))


def test_rules_are_found_again_where_they_make_the_picture_straight() -> None:
    """What was learnt is kept as it is; a table that lacks a rule gets it."""
    picture, found = build_pyramid(on_a_desk(drawn())), plain_outline()
    assert settle_rules(picture, found) is found
    settled = settle_rules(picture, without(found, 2))
    assert isinstance(settled, Outline)
    assert_rules(settled)


@pytest.mark.parametrize("again", ["none", "fewer", "other each time"])
def test_rules_that_are_not_found_again_are_told(again: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """No table is learnt then, and the sentence says what helps, in both languages."""
    found = plain_outline()
    less = without(found, 2)
    seen = {"none": cycle([None]), "fewer": cycle([less]), "other each time": cycle([without(found, 3), less])}
    monkeypatch.setattr(learn_table, "look_again", lambda *_: next(seen[again]))
    told = settle_rules(build_pyramid(on_a_desk(drawn())), less if again == "other each time" else found)
    assert isinstance(told, Problem)
    assert told.code == "unsettled"
    assert "eine leere oder mit dünnem Stift ausgefüllte Liste" in told.in_("de")
    assert "blank or filled in with a thin pen" in told.in_("en")


def dotted(dash: int, step: int) -> Page:
    """The usual table, its level rules but the frame and that below the headings drawn as dots or dashes; wide ones
    begin at the upright rules."""
    page = drawn(ys=(*YS[:2], YS[-1]))
    for y in YS[2:-1]:
        for x in range(XS[0] + 5 * (step < 20), XS[-1], step):
            cv2.line(page, (90 + x, 90 + y), (90 + x + dash, 90 + y), 70, 3)
    return page


def test_strokes_in_low_rows_are_no_rule() -> None:
    """Also where one in each row stands below the others, and nearly as high as its row: at the rules it stops."""
    page, rng = drawn(), np.random.default_rng(2)
    for top in YS[1:-1]:
        x = 90 + 360 + int(rng.integers(-3, 4))
        cv2.line(page, (x, 90 + top + 7), (x, 90 + top + 58), 60, 4)
    assert_rules(outline(on_a_desk(page)))


@pytest.mark.parametrize(("dash", "step"), [(0, 9), (7, 13), (8, 20)])
def test_dotted_and_dashed_rules_are_rules(dash: int, step: int) -> None:
    """As many pads have between their rows, whichever way the paper lies."""
    assert_rules(outline(on_a_desk(dotted(dash, step))))
    assert len(outline(on_a_desk(dotted(dash, step), quarter_turns=1)).ruled.xs) == len(YS)


def test_dots_in_rows_without_a_table_are_none() -> None:
    """Leaders in one cell, points of a heading, and digits below one another."""
    page = drawn()
    for x in range(280, 440, 9):
        cv2.circle(page, (90 + x, 90 + 170), 1, 60, 2)
    for y in YS[2:-1]:
        cv2.putText(page, "11.1", (90 + 300, 90 + y + 40), 0, 0.8, 60, 2)
    assert_rules(outline(on_a_desk(page)))


def test_open_sides_have_edges_without_rules() -> None:
    """Level rules that run on to the left and right of the outermost upright ones."""
    page = drawn()
    page[92:1068, 86:95] = page[92:1068, 946:955] = 225
    for y in YS:
        cv2.line(page, (90, 90 + y), (950, 90 + y), 70, 2)
    ruled = outline(on_a_desk(page)).ruled
    assert (len(ruled.xs), len(ruled.edges_x)) == (4, 6)
    assert np.abs(shares(ruled.edges_x) - shares(XS)).max() < 0.01


@pytest.mark.few(1)
@pytest.mark.parametrize("true", range(4))
def test_the_turn_is_the_one_whose_print_reads_best(true: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Upside down, half as much is read as upright; sideways nothing."""
    found = plain_outline()
    page = table_contents.wipe_rules(found.flat.grey, found.flat.dark, found.ruled.edges_x, found.ruled.edges_y)

    def read(seen: Page, _segmentation: str) -> list[Word]:
        turn = next(turn for turn in range(4) if np.array_equal(seen, np.rot90(page, turn)))
        letters = {true: 30, (true + 2) % 4: 17}.get(turn, 0)
        return [Word("a" * letters, 0.95, (0, 0, 9, 9))]

    monkeypatch.setattr(table_contents, "read_words", read)
    assert table_contents.find_turn(found.flat, found.ruled) == (true, True)


def cloth() -> Page:
    """Threads everywhere, as a table cloth has them."""
    rng = np.random.default_rng(1)
    waves = np.sin(np.arange(1600) * 0.9)[None, :] * 30 + np.sin(np.arange(1600) * 1.1)[:, None] * 30
    return (150 + waves + rng.normal(0, 14, (1600, 1600))).clip(0, 255).astype(np.uint8)


def page_of_print() -> Page:
    """Lines of words, no rules."""
    page = np.full((1400, 1000), 225, np.uint8)
    for y in range(100, 1300, 40):
        cv2.putText(page, "Doppelkopf wird zu viert gespielt und aufgeschrieben", (60, y), 0, 0.9, 60, 2)
    return on_a_desk(page)


NOTHING: dict[str, Callable[[], Page]] = {
    "blank paper": lambda: on_a_desk(np.full((1400, 1000), 225, np.uint8)),
    "print": page_of_print,
    "cloth": cloth,
    "a frame": lambda: on_a_desk(drawn((0, 800), (0, 1100))),
    "noise": lambda: np.random.default_rng(5).integers(0, 255, (1500, 1500), np.uint8),
}


@cache
def refused(what: str) -> Problem:
    """Why no table is found there."""
    found = find_outlines(build_pyramid(NOTHING[what]()))
    assert isinstance(found, Problem)
    return found


@pytest.mark.few(2)
@pytest.mark.parametrize("what", NOTHING)
def test_where_no_table_is_none_is_found(what: str) -> None:
    """Paper, print, a cloth, an empty frame and noise are refused."""
    found = refused(what)
    assert found.code == "no-rules"


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("what", "seen", "advice"),
    [
        ("cloth", "covers 0% of it and has 0 upright and 0 level rules", "go nearer, the whole table filling"),
        (
            "a frame",
            "and has 2 upright and 2 level rules that span it, at least 2 of each and 5 together",
            "lay it flat",
        ),
    ],
)
def test_what_is_most_like_a_table_is_told(what: str, seen: str, advice: str) -> None:
    """How many of its rules are seen of how many that are needed, and what helps."""
    found = refused(what)
    assert seen in found.in_("en")
    assert f"length); {advice}" in found.in_("en")


@pytest.mark.parametrize(("area", "advice"), [(0.01, "go nearer, the whole table"), (0.9, "lay it flat")])
def test_what_helps_depends_on_how_large_the_place_is(area: float, advice: str) -> None:
    """In a sharp picture: a small one is to be gone nearer to, in a large one the rules are too faint."""
    told = explain_no_rules(build_pyramid(drawn((0, 1400), (0, 1400))), area, 2, 2).in_("en")
    assert f"length); {advice}" in told


def test_a_blurred_table_is_to_be_held_still() -> None:
    """Its rules melted into the paper, so that the edges of paper and desk are the sharpest."""
    found = find_outlines(build_pyramid(np.asarray(cv2.GaussianBlur(on_a_desk(drawn()), (0, 0), 12), np.uint8)))
    assert isinstance(found, Problem)
    assert found.code == "no-rules"
    assert found.in_("en").endswith("hold still and focus.")


@pytest.mark.few(1)
@pytest.mark.parametrize(("side", "share"), [(500, 0.1), (1200, 0.5)])
def test_of_two_tables_the_larger_one_comes_first(side: int, share: float) -> None:
    """A person may name the other one; a small one beside, the solution or the key, is the last."""
    photo = on_a_desk(drawn())
    scene = np.hstack([photo, np.full((1400, side + 100), 80, np.uint8)])
    scene[100 : 100 + side, 1450 : 1450 + side] = cv2.resize(photo, (side, side), interpolation=cv2.INTER_AREA)
    found = find_outlines(build_pyramid(scene))
    assert not isinstance(found, Problem)
    assert_rules(found[0])
    assert len(found) == 2
    assert share < found[1].area / found[0].area < share + 0.3


@pytest.mark.parametrize(("seen", "more"), [(0.71, False), (0.8, True)])
def test_what_is_added_to_a_table_must_be_one(seen: float, more: bool) -> None:
    """Of lines of print beside a table, as high as its rows, seven in ten sides are strokes; rows of a form written
    over by a felt pen have more."""
    xs, ys = np.arange(21) * 50.0, np.arange(13) * 80.0

    def rule(rows: int) -> Ruled:
        level, upright = np.ones((rows + 1, 20), bool), np.ones((rows, 21), bool)
        for sides in (level[7:], upright[6:]):
            sides.ravel()[: round((1 - seen) * sides.size)] = False
        return Ruled(xs, ys[: rows + 1], xs, ys[: rows + 1], (), (), level, upright)

    assert (rule(12).extent > rule(6).extent) == more


def test_a_column_at_an_open_side_belongs_to_the_table() -> None:
    """The level rules run over it; that no rule is seen where they end is nothing against it."""
    xs, ys = np.arange(8) * 50.0, np.arange(13) * 40.0
    inner = Ruled(xs[:7], ys, xs[:7], ys, (), (), np.ones((13, 6), bool), np.ones((12, 7), bool))
    upright = np.ones((12, 8), bool)
    upright[:, -1] = False
    whole = Ruled(xs[:7], ys, xs, ys, (), (), np.ones((13, 7), bool), upright)
    assert whole.extent > inner.extent
    assert whole.likeness == inner.likeness == 1
    upright[:, 3] = False
    assert whole.likeness < 1

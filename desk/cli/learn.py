"""`kiebitz learn`: a picture of a club's own sheet becomes a layout file to mend, and a picture to check it by."""

from __future__ import annotations

import re
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from desk.exits import PictureUnusable, Status, WrongUse
from desk.outputs import PNG, TOML, check_file, write_whole
from desk.photos import make_printable
from desk.tools import check_tesseract, check_tools
from desk.workers.budget import BUDGET
from desk.workers.pool import Pool, Work
from desk.workers.reading import READER, explain_loss, load_digit_reader
from scanner.sheet_reading import Problem
from templates.foreign.guess_layout import guess_layout
from templates.foreign.layout_draft import KINDS, Draft, write_layout
from templates.foreign.layout_file import load_layout
from templates.layout import LayoutFault
from texts.languages import Lang
from texts.sentences import Phrase, say

if TYPE_CHECKING:
    from scanner.open_photo import Photo
    from scanner.pyramid import Pyramid
    from templates.layout import Layout

_HEAD = ("desk.learn.column", "desk.learn.heading", "desk.learn.kind", "desk.learn.why", "desk.learn.check")


@dataclass(frozen=True, slots=True)
class LearnOrder:
    """What the user asked for, as typed.

    `page`: counted from 1. `output`: the layout file. `picture`: the picture to check it by, None for its usual place.
    `force`: existing files may be replaced. `strict`: the exit status says whether anything was assumed.
    """

    photo: Path
    page: int
    output: Path
    picture: Path | None
    force: bool
    strict: bool
    lang: Lang

    @property
    def picture_path(self) -> Path:
        """Where the picture to check by goes: as asked for, else beside the layout."""
        ending = say(self.lang, "desk.learn.picture-file")
        return self.picture or self.output.with_name(f"{self.output.stem}-{ending}.png")


@dataclass(frozen=True, slots=True)
class Learnt:
    """The layout that was learnt, and the picture to check it by, as PNG."""

    draft: Draft
    picture: bytes


def learn_layout(order: LearnOrder) -> Status:
    """Writes the layout and its picture, and says what was assumed. With `strict` an assumption gives REVIEW."""
    patient = replace(BUDGET, page_s=BUDGET.file_s)  # Tesseract reads the whole page several times
    with Pool(1, patient, READER) as pool:
        _check_beforehand(order)
        check_tools(pool)
        [[learnt]] = pool.run(LEARNING, [order])
    if isinstance(learnt, Problem):
        raise PictureUnusable(photo=make_printable(order.photo.name), why=learnt)
    text = write_layout(learnt.draft, order.picture_path.name, order.lang)
    write_whole(order.output, lambda to: to.write_text(text, encoding="utf-8"))
    write_whole(order.picture_path, lambda to: to.write_bytes(learnt.picture))
    _tell_result(learnt.draft, order)
    return Status.REVIEW if order.strict and learnt.draft.remarks else Status.DONE


def learn_page(order: LearnOrder, _first: int = 0, _tell: object = None) -> Iterator[Learnt]:
    """Learns the layout of the page asked for. Raises PictureUnusable."""
    from desk.cli.learn_picture import draw_check_picture
    from scanner.learn.learn_table import learn_table
    from scanner.pyramid import build_pyramid

    photo = _open_page(order)
    picture = build_pyramid(photo.grey)
    learnt = learn_table(picture, load_digit_reader())
    if isinstance(learnt, Problem):
        raise PictureUnusable(photo=make_printable(photo.name), why=learnt)
    draft, layout = _try_out(guess_layout(learnt.seen, _make_id(order.output), order.output.stem[:100]), picture, order)
    yield Learnt(draft, draw_check_picture(learnt.page.view_table(picture), draft, layout, order.lang))


LEARNING: Work[LearnOrder, Learnt | Problem] = Work(learn_page, lambda _wish, loss: explain_loss(loss))


def _check_beforehand(order: LearnOrder) -> None:
    """Checks what can be wrong before the picture is opened. Raises WrongUse, UnwritableFile, NoTesseract."""
    if order.output.resolve() == order.picture_path.resolve() or order.photo.resolve() in (
        order.output.resolve(),
        order.picture_path.resolve(),
    ):
        raise WrongUse("desk.use.three-files")
    for path, kind in ((order.output, TOML), (order.picture_path, PNG)):
        if path.exists() and not path.is_dir() and not order.force:
            raise WrongUse("desk.use.exists", path=make_printable(str(path)))
        check_file(path, kind)
    check_tesseract()  # which columns a strange table has is known by its printed heads


def _open_page(order: LearnOrder) -> Photo:
    """The page asked for. Raises PictureUnusable."""
    from scanner.open_photo import Photo, load_photos

    page = next(load_photos(order.photo, order.page - 1), None)
    if page is None:
        none = Phrase("desk.use.no-page", {"page": order.page})
        raise PictureUnusable(photo=make_printable(order.photo.name), why=none)
    if not isinstance(page, Photo):
        raise PictureUnusable(photo=make_printable(page.name), why=page.problem)
    return page


def _try_out(draft: Draft, picture: Pyramid, order: LearnOrder) -> tuple[Draft, Layout]:
    """Loads the layout from its own text and reads the same picture with it.

    A trial that fails becomes the draft's first remark. Raises PictureUnusable where there is nothing to try.
    """
    from scanner.learn.learn_table import find_fault

    if not draft.blocks:
        raise PictureUnusable(photo=make_printable(order.photo.name), why=Phrase("desk.learn.blank"))
    with tempfile.TemporaryDirectory(prefix="kiebitz-") as folder:
        path = Path(folder) / "layout.toml"
        path.write_text(write_layout(draft, order.picture_path.name, order.lang), encoding="utf-8")
        try:
            layout = load_layout(path)
        except LayoutFault as many:  # a table of thousands of cells
            raise PictureUnusable(photo=make_printable(order.photo.name), why=many.phrase) from many
    fault = find_fault(picture, layout)
    if fault is None:
        return draft, layout
    failed = Phrase("desk.learn.trial-failed", {"why": fault})
    return replace(draft, remarks=(failed, *draft.remarks)), layout


def _make_id(output: Path) -> str:
    """Makes the layout's id from the name of its file."""
    from templates.foreign.seen_table import make_slug

    parts = [make_slug(part, 40) for part in re.split(r"[^\w]+|_", output.stem)]
    return "-".join(part for part in parts if part)[:40].strip("-") or "layout"


def _tell_result(draft: Draft, order: LearnOrder) -> None:
    """Shows the columns on standard output; the remarks and where the files are on standard error."""
    from desk.cli.tables import show_table

    lang = order.lang
    rows = [
        (
            str(column.number),
            column.heading,
            KINDS[column.kind].in_(lang) if column.kind else say(lang, "desk.learn.no-field"),
            column.why.in_(lang),
            "" if column.sure else "?",
        )
        for column in draft.columns
    ]
    title = say(lang, "desk.learn.table", id=draft.id, columns=draft.table.columns, rows=draft.table.rows)
    show_table(title, [say(lang, key) for key in _HEAD], rows)
    for remark in draft.remarks:
        sys.stderr.write(say(lang, "desk.learn.please-check", remark=remark) + "\n")
    sys.stderr.write(say(lang, "desk.learn.written", layout=order.output, picture=order.picture_path) + "\n")

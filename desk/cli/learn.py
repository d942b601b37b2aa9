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
from desk.photos import printable
from desk.tools import check_tesseract, check_tools
from desk.workers.budget import BUDGET
from desk.workers.pool import Pool, Work
from desk.workers.worker import READER, digit_reader, problem_of
from scanner.reading import Problem
from templates.errors import LayoutFault
from templates.foreign import load_layout
from templates.foreign.draft import KINDS, Draft
from templates.foreign.draft_text import write_layout
from templates.foreign.guess import guess_layout
from texts.languages import Lang
from texts.sentences import Phrase, say

if TYPE_CHECKING:
    from scanner.open.photo import Photo
    from scanner.pyramid import Pyramid
    from templates.layout import Layout

_HEAD = ("desk.learn.column", "desk.learn.heading", "desk.learn.kind", "desk.learn.why", "desk.learn.check")

@dataclass(frozen=True, slots=True)
class Wish:
    """What to learn: the file, its page (from 1), where to write, whether existing files may be replaced."""

    photo: Path
    page: int
    output: Path
    picture: Path | None
    force: bool
    strict: bool
    lang: Lang

    @property
    def shown(self) -> Path:
        """The picture to check by: as asked for, else beside the layout."""
        ending = say(self.lang, "desk.learn.picture-file")
        return self.picture or self.output.with_name(f"{self.output.stem}-{ending}.png")


@dataclass(frozen=True, slots=True)
class Learnt:
    """What was learnt, and the picture to check it by (PNG)."""

    draft: Draft
    shown: bytes


def learn_layout(wish: Wish) -> Status:
    """Writes the layout and its picture, and says what was assumed. REVIEW with `strict` when anything was."""
    patient = replace(BUDGET, page_s=BUDGET.file_s)  # Tesseract reads the whole page several times
    with Pool(1, patient, READER) as pool:
        _check(wish)
        check_tools(pool)
        [[learnt]] = pool.run(LEARNING, [wish])
    if isinstance(learnt, Problem):
        raise PictureUnusable(photo=printable(wish.photo.name), why=learnt)
    text = write_layout(learnt.draft, wish.shown.name, wish.lang)
    write_whole(wish.output, lambda to: to.write_text(text, encoding="utf-8"))
    write_whole(wish.shown, lambda to: to.write_bytes(learnt.shown))
    _tell(learnt.draft, wish)
    return Status.REVIEW if wish.strict and learnt.draft.remarks else Status.DONE


def learn_page(wish: Wish, _first: int = 0, _tell: object = None) -> Iterator[Learnt]:
    """What the wished page teaches. Raises PictureUnusable."""
    from desk.cli.learn_picture import check_picture
    from scanner.learn.table import learn
    from scanner.pyramid import pyramid

    photo = _photo(wish)
    picture = pyramid(photo.grey)
    learnt = learn(picture, digit_reader())
    if isinstance(learnt, Problem):
        raise PictureUnusable(photo=printable(photo.name), why=learnt)
    draft, layout = _proved(guess_layout(learnt.seen, _name(wish.output), wish.output.stem[:100]), picture, wish)
    yield Learnt(draft, check_picture(learnt.page.view(picture), draft, layout, wish.lang))


LEARNING: Work[Wish, Learnt | Problem] = Work(learn_page, lambda _wish, loss: problem_of(loss))


def _check(wish: Wish) -> None:
    """Everything that can be wrong before the picture is opened."""
    if wish.output.resolve() == wish.shown.resolve() or wish.photo.resolve() in (
        wish.output.resolve(), wish.shown.resolve()
    ):
        raise WrongUse("desk.use.three-files")
    for path, kind in ((wish.output, TOML), (wish.shown, PNG)):
        if path.exists() and not path.is_dir() and not wish.force:
            raise WrongUse("desk.use.exists", path=printable(str(path)))
        check_file(path, kind)
    check_tesseract()  # which columns a strange table has is known by its printed heads


def _photo(wish: Wish) -> Photo:
    """The wished page of the file. Raises PictureUnusable."""
    from scanner.open.photo import Photo, load

    page = next(load(wish.photo, wish.page - 1), None)
    if page is None:
        raise PictureUnusable(photo=printable(wish.photo.name), why=Phrase("desk.use.no-page", {"page": wish.page}))
    if not isinstance(page, Photo):
        raise PictureUnusable(photo=printable(page.name), why=page.problem)
    return page


def _proved(draft: Draft, picture: Pyramid, wish: Wish) -> tuple[Draft, Layout]:
    """The layout, loaded from its own text, tried on the very picture; a failure is the first remark."""
    from scanner.learn.check import fault_of

    if not draft.blocks:
        raise PictureUnusable(photo=printable(wish.photo.name), why=Phrase("desk.learn.blank"))
    with tempfile.TemporaryDirectory(prefix="kiebitz-") as folder:
        path = Path(folder) / "layout.toml"
        path.write_text(write_layout(draft, wish.shown.name, wish.lang), encoding="utf-8")
        try:
            layout = load_layout(path)
        except LayoutFault as many:  # a table of thousands of cells
            raise PictureUnusable(photo=printable(wish.photo.name), why=many.phrase) from many
    fault = fault_of(picture, layout)
    if fault is None:
        return draft, layout
    failed = Phrase("desk.learn.trial-failed", {"why": fault})
    return replace(draft, remarks=(failed, *draft.remarks)), layout


def _name(output: Path) -> str:
    """The layout's id from the file's name."""
    from templates.foreign.headings import make_slug

    parts = [make_slug(part, 40) for part in re.split(r"[^\w]+|_", output.stem)]
    return "-".join(part for part in parts if part)[:40].strip("-") or "layout"


def _tell(draft: Draft, wish: Wish) -> None:
    """The columns as a table on standard output; what was assumed, and the files, on standard error."""
    from desk.cli.tables import show

    lang = wish.lang
    rows = [
        (
            str(column.number), column.heading,
            KINDS[column.kind].in_(lang) if column.kind else say(lang, "desk.learn.no-field"),
            column.why.in_(lang), "" if column.sure else "?",
        )
        for column in draft.columns
    ]
    title = say(lang, "desk.learn.table", id=draft.id, columns=draft.table.columns, rows=draft.table.rows)
    show(title, [say(lang, key) for key in _HEAD], rows)
    for remark in draft.remarks:
        sys.stderr.write(say(lang, "desk.learn.please-check", remark=remark) + "\n")
    sys.stderr.write(say(lang, "desk.learn.written", layout=wish.output, picture=wish.shown) + "\n")

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
from templates.foreign.draft import Draft, Words
from templates.foreign.guess import guess
from templates.foreign.write import layout_text
from templates.sentences import counted
from texts.languages import Lang, pick

if TYPE_CHECKING:
    from scanner.open.photo import Photo
    from scanner.pyramid import Pyramid
    from templates.layout import Layout


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
        ending = pick("pruefbild", "check", self.lang)
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
        raise PictureUnusable(photo=printable(wish.photo.name), why=(learnt.in_("de"), learnt.in_("en")))
    text = layout_text(learnt.draft, wish.shown.name, wish.lang)
    write_whole(wish.output, lambda to: to.write_text(text, encoding="utf-8"))
    write_whole(wish.shown, lambda to: to.write_bytes(learnt.shown))
    _tell(learnt.draft, wish)
    return Status.REVIEW if wish.strict and learnt.draft.remarks else Status.DONE


def learn_page(wish: Wish, _first: int = 0, _tell: object = None) -> Iterator[Learnt]:
    """What the wished page teaches. Raises PictureUnusable."""
    from desk.cli.learn_picture import check_picture
    from scanner.learn.table import learn_table
    from scanner.pyramid import build_pyramid

    photo = _photo(wish)
    picture = build_pyramid(photo.grey)
    learnt = learn_table(picture, digit_reader())
    if isinstance(learnt, Problem):
        raise PictureUnusable(photo=printable(photo.name), why=(learnt.in_("de"), learnt.in_("en")))
    draft, layout = _proved(guess(learnt.seen, _name(wish.output), wish.output.stem[:100]), picture, wish)
    yield Learnt(draft, check_picture(learnt.page.view_table(picture), draft, layout, wish.lang))


LEARNING: Work[Wish, Learnt | Problem] = Work(learn_page, lambda _wish, loss: problem_of(loss))


def _check(wish: Wish) -> None:
    """Everything that can be wrong before the picture is opened."""
    if wish.output.resolve() == wish.shown.resolve() or wish.photo.resolve() in (
        wish.output.resolve(), wish.shown.resolve()
    ):
        raise WrongUse(text_de="Bild, Layout und Prüfbild müssen drei Dateien sein; bitte andere Namen angeben.",
                       text_en="Photograph, layout and picture must be different files; give other names.")
    for path, kind in ((wish.output, TOML), (wish.shown, PNG)):
        if path.exists() and not path.is_dir() and not wish.force:
            name = printable(str(path))
            raise WrongUse(text_de=f"{name} gibt es schon und wird nicht überschrieben; bitte einen anderen Namen oder"
                           " --force angeben.",
                           text_en=f"{name} exists and is not overwritten; give another name, or --force.")
        check_file(path, kind)
    check_tesseract()  # which columns a strange table has is known by its printed heads


def _photo(wish: Wish) -> Photo:
    """The wished page of the file. Raises PictureUnusable."""
    from scanner.open.photo import Photo, load_photos

    page = next(load_photos(wish.photo, wish.page - 1), None)
    if page is None:
        raise PictureUnusable(photo=printable(wish.photo.name), why=(
            f"Eine Seite {wish.page} gibt es darin nicht; bitte --page kleiner angeben.",
            f"It has no page {wish.page}; give a smaller --page."))
    if not isinstance(page, Photo):
        raise PictureUnusable(photo=printable(page.name), why=(page.problem.in_("de"), page.problem.in_("en")))
    return page


def _proved(draft: Draft, picture: Pyramid, wish: Wish) -> tuple[Draft, Layout]:
    """The layout, loaded from its own text, tried on the very picture; a failure is the first remark."""
    from scanner.learn.proof import find_fault

    if not draft.blocks:
        raise PictureUnusable(photo=printable(wish.photo.name), why=(
            "In der Tabelle ist nichts zum Ausfüllen zu erkennen, alle Zellen sind bedruckt; bitte einen leeren oder"
            " wenig ausgefüllten Bogen fotografieren.",
            "Nothing to fill in is recognised in the table, all its cells are printed; photograph a blank sheet."))
    with tempfile.TemporaryDirectory(prefix="kiebitz-") as folder:
        path = Path(folder) / "layout.toml"
        path.write_text(layout_text(draft, wish.shown.name, wish.lang), encoding="utf-8")
        try:
            layout = load_layout(path)
        except LayoutFault as many:  # a table of thousands of cells
            why = many.message("de"), many.message("en")
            raise PictureUnusable(photo=printable(wish.photo.name), why=why) from many
    fault = find_fault(picture, layout)
    if fault is None:
        return draft, layout
    failed = Words(f"Die Probe ist misslungen: mit diesem Layout liest Kiebitz das Bild nicht. {fault.in_('de')}",
                   f"The trial failed: with this layout Kiebitz does not read the picture. {fault.in_('en')}")
    return replace(draft, remarks=(failed, *draft.remarks)), layout


def _name(output: Path) -> str:
    """The layout's id from the file's name."""
    from templates.foreign.headings import slug

    parts = [slug(part, 40) for part in re.split(r"[^\w]+|_", output.stem)]
    return "-".join(part for part in parts if part)[:40].strip("-") or "layout"


def _tell(draft: Draft, wish: Wish) -> None:
    """The columns as a table on standard output; what was assumed, and the files, on standard error."""
    from desk.cli.tables import show
    from templates.foreign.guess_columns import KINDS

    lang = wish.lang
    rows = [
        (str(column.number), column.heading, *_kind(column.kind and KINDS[column.kind], lang),
         pick(column.why.de, column.why.en, lang), "" if column.sure else "?")
        for column in draft.columns
    ]
    head = [pick(*words, lang) for words in (("Spalte", "column"), ("Überschrift", "heading"), ("Art", "kind"),
                                             ("warum", "why"), ("prüfen", "check"))]
    table = draft.table
    columns = counted(table.columns, pick("Spalte", "column", lang), pick("Spalten", "columns", lang))
    lines = counted(table.rows, pick("Zeile", "row", lang), pick("Zeilen", "rows", lang))
    show(f"{draft.id}: {columns}, {lines}", head, rows)
    for remark in draft.remarks:
        sys.stderr.write(f"{pick('Bitte prüfen', 'Please check', lang)}: {pick(remark.de, remark.en, lang)}\n")
    sys.stderr.write(pick(f"Layout: {wish.output}; Prüfbild: {wish.shown}\n",
                          f"Layout: {wish.output}; picture to check: {wish.shown}\n", lang))


def _kind(words: Words | None, lang: Lang) -> tuple[str]:
    return (pick("kein Feld", "no field", lang) if words is None else pick(words.de, words.en, lang),)

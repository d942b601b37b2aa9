"""`kiebitz learn`: makes a layout file from a picture of a club's own sheet, and a picture to check the file by.

The check picture shows the straightened table, with every field in the colour of its kind.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from desk.cli.paper_orders import LearnOrder
from desk.cli.run.ask_columns import find_roles
from desk.cli.run.check_picture import draw_check_picture
from desk.cli.screen import print_note, show_table
from desk.exits import Status, Unusable, WrongUse, make_printable
from desk.outputs import PNG, TOML, check_file, write_data
from desk.workers.learn_lists import PATIENT, FoundTable, LearnTask, learn_file
from desk.workers.pool import Pool, Work
from desk.workers.read_photos import READER, check_tesseract, check_tools, explain_loss
from scanner.pyramid import Grey
from scanner.sheet_reading import Problem
from templates.foreign.guess_layout import guess_layout
from templates.foreign.layout_draft import KINDS, Draft, write_layout
from templates.foreign.layout_file import load_layout_text
from templates.layout import Layout, LayoutFault
from texts.sentences import Phrase, Spoken, say

_HEAD = ("desk.learn.column", "desk.learn.heading", "desk.learn.kind", "desk.learn.why", "desk.learn.check")

_MOST_TABLES = 50


@dataclass(frozen=True, slots=True)
class Learnt:
    """The layout that was learnt, and the straightened table: (H, W) uint8, its pixels per mm, and where its upper left
    corner is on the table, in mm."""

    draft: Draft
    view: tuple[Grey, float, tuple[float, float]]


def learn_layout(order: LearnOrder) -> Status:
    """Writes the layouts and their pictures, and reports all assumptions. With `strict` an assumption gives REVIEW."""
    _find_wanted(order)
    with Pool(1, PATIENT, READER) as pool:
        _check_beforehand(order)
        check_tools(pool)
        [found] = pool.run(LEARNING, [order])
    learnt = [one for one in found if isinstance(one, Learnt)]
    for refused in found:
        if isinstance(refused, Problem) and not learnt:
            raise _refuse_picture(order.photo.name, refused)
    orders = [order.of_table(place) for place in range(1, len(learnt) + 1)]
    for one in orders:
        _check_files(one)
    remarks = [_write_layout(one, mine) for one, mine in zip(learnt, orders, strict=True)]
    return Status.REVIEW if order.strict and any(remarks) else Status.DONE


def _write_layout(learnt: Learnt, order: LearnOrder) -> int:
    """Writes one layout and its picture; returns how many assumptions it has. What is the matter with the picture is
    said before anything is asked."""
    _report_remarks(learnt.draft.remarks[: learnt.draft.own_remarks], order)
    draft = _apply_roles(learnt.draft, order)
    text, layout = write_layout(draft, order.picture_path.name, order.lang), _load_draft(draft, order)
    write_data(order.output, text.encode())
    write_data(order.picture_path, draw_check_picture(learnt.view, draft, layout, order.lang))
    _report_result(draft, order)
    return len(draft.remarks)


def _find_wanted(order: LearnOrder) -> int | None:
    """The number of the table that is wanted, None for all. Raises WrongUse for anything else."""
    if order.table == "all":
        return None
    if order.table and not (
        order.table.isascii() and order.table.isdigit() and 0 < int(order.table[:3]) <= _MOST_TABLES
    ):
        raise WrongUse("desk.learn.which-table", most=_MOST_TABLES)
    return int(order.table or 1)


def _apply_roles(draft: Draft, order: LearnOrder) -> Draft:
    """The draft with what a person says about its columns. What the trial and the tables in view told stays. Raises
    `WrongRole`."""
    roles = find_roles(draft, order)
    if not roles:
        return draft
    told = guess_layout(draft.table, draft.id, draft.title, roles)
    return replace(told, remarks=(*draft.remarks[: draft.own_remarks], *told.remarks), own_remarks=draft.own_remarks)


def learn_page(order: LearnOrder, _first: int = 0, _progress: object = None) -> Iterator[Learnt | Problem]:
    """Learns the layouts of the page asked for. Raises Unusable."""
    task = LearnTask(order.photo, order.page - 1, _find_wanted(order))
    for place, found in enumerate(learn_file(task), 1):
        if isinstance(found, Problem):
            yield found
        elif found.trial is not None and found.trial.code == "blank":
            raise _refuse_picture(order.photo.name, found.trial)
        else:
            yield Learnt(_draft_layout(found, order.of_table(place)), found.view)


def _draft_layout(found: FoundTable, order: LearnOrder) -> Draft:
    """The layout as guessed. Its first remarks are about the picture: a trial that failed, and other tables in it."""
    draft = guess_layout(found.seen, _make_id(order.output), order.output.stem[:100])
    failed = () if found.trial is None or found.twice else (Phrase("desk.learn.trial-failed", {"why": found.trial}),)
    alike = (Phrase(f"desk.learn.{'trial-twice' if found.trial else 'twice'}"),) if found.twice else ()
    several = found.tables > 1 and order.table != "all" and not found.twice
    others = (Phrase("desk.learn.tables", {"tables": found.tables}),) if several else ()
    own = (*failed, *alike, *others)
    return replace(draft, remarks=(*own, *draft.remarks), own_remarks=len(own))


LEARNING: Work[LearnOrder, Learnt | Problem] = Work(learn_page, lambda order, loss: explain_loss(loss, order.photo))


def _check_beforehand(order: LearnOrder) -> None:
    """Checks options, outputs and tools before the picture is opened. Raises WrongUse, UnwritableFile, Broken."""
    _check_files(order)
    check_tesseract()  # which columns a strange table has is known by its printed heads


def _check_files(order: LearnOrder) -> None:
    """Checks the files that are to be written. Raises WrongUse, UnwritableFile."""
    if order.output.resolve() == order.picture_path.resolve() or order.photo.resolve() in (
        order.output.resolve(),
        order.picture_path.resolve(),
    ):
        raise WrongUse("desk.use.three-files")
    for path, kind in ((order.output, TOML), (order.picture_path, PNG)):
        if path.exists() and not path.is_dir() and not order.force:
            raise WrongUse("desk.use.exists", path=make_printable(str(path)))
        check_file(path, kind)


def _refuse_picture(name: str, why: object) -> Unusable:
    """The error for a picture that cannot be used. `why`: a sentence of the scanner or of the paper."""
    return Unusable("desk.stop.picture-unusable", photo=make_printable(name), why=why)


def _load_draft(draft: Draft, order: LearnOrder) -> Layout:
    """The layout as it is loaded from its own text. Raises Unusable for a table of thousands of cells."""
    try:
        return load_layout_text(write_layout(draft, order.picture_path.name, order.lang))
    except LayoutFault as fault:
        raise _refuse_picture(order.photo.name, fault.phrase) from fault


def _make_id(output: Path) -> str:
    """Makes the layout's id from the name of its file."""
    from templates.foreign.seen_table import make_slug

    parts = [make_slug(part, 40) for part in re.split(r"[^\w]+|_", output.stem)]
    return "-".join(part for part in parts if part)[:40].strip("-") or "layout"


def _report_result(draft: Draft, order: LearnOrder) -> None:
    """Shows the columns on standard output; the remarks and where the files are on standard error."""
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
    _report_remarks(draft.remarks[draft.own_remarks :], order)
    print_note(lang, "desk.learn.written", layout=order.output, picture=order.picture_path)


def _report_remarks(remarks: Sequence[Spoken], order: LearnOrder) -> None:
    for remark in remarks:
        print_note(order.lang, "desk.learn.please-check", remark=remark)

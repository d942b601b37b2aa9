"""`kiebitz export`: writes the standings for the wall, for phones, for Excel, for other programs; and `kiebitz take`:
turns corrections typed into an exported workbook into decisions.

The file's ending decides what is exported. Each export is noted in the tournament's file.
"""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING, Final, cast

from desk.cli.run.command_file import keep_status, open_book, open_to_add, tell_copy
from desk.cli.screen import print_note
from desk.exits import Status, Unusable, WrongUse
from desk.inputs import find_author
from desk.outputs import (
    HTML,
    JSON,
    PDF,
    XLSX,
    FileKind,
    check_file,
    check_tables,
    check_workbook,
    place_workbook,
    write_data,
    write_files,
)
from texts.languages import Lang

if TYPE_CHECKING:
    from pathlib import Path

    from desk.cli.evening_orders import ExportOrder, TakeOrder
    from tournament.filing.backups import Backup
    from tournament.filing.opened.open_evening import Evening
    from tournament.handout.handout import Handout, Kind, Paper
    from tournament.handout.workbook.corrections import Taken
    from tournament.record.facts import Exported
    from tournament.record.store import Store

_MOST_TOLD = 50
"""Sentences that are printed about cells that cannot be taken; a table pasted over the sheet would give thousands."""
BACKUP = FileKind(".zip", b"LIESMICH.txt")
NOTE_TRIES, NOTE_S = 5, 3.0
"""How often writing the entry is tried, and the seconds between two tries."""
_KINDS: Final = {
    kind.suffix: kind
    for kind in (
        XLSX,
        PDF,
        HTML,
        JSON,
        FileKind(".ods", b"Kiebitz 1, tables"),
        BACKUP,
    )
}
"""The endings of the files; a name without one is a folder of CSV files."""


def export_standings(order: ExportOrder) -> Status:
    """Writes the file, or the folder of CSV files, and notes the export in the tournament's file."""
    from desk.pictures.photo_copies import cut_for_workbook
    from tournament.handout.handout import prepare_handout
    from tournament.record.older_files import open_current
    from tournament.record.open_store import open_store

    _check_paper(order)
    _check_target(order)
    if order.ending == BACKUP.suffix:
        return _back_up(open_store(order.where), order)
    store = tell_copy(open_current(order.where), order.lang)
    evening = open_book(store, order.lang)
    handout = prepare_handout(evening, order.lang)
    if order.certificates and not handout.wall.final:
        raise Unusable("wall.export.not-final", state=handout.wall.state)
    if order.ending == XLSX.suffix:
        handout = replace(handout, crop=cut_for_workbook(store, evening, order.lang))
    _note_export(_write(order, handout), order, store, evening)
    print_note(order.lang, "wall.export.written", path=order.output)
    return Status.DONE


def _back_up(store: Store, order: ExportOrder) -> Status:
    """Writes a backup, which is handed out to nobody, so it is not noted."""
    from tournament.filing.backups import find_stem, write_backup
    from tournament.record.verify_record import list_folders
    from tournament.whole_files import write_whole

    made: list[Backup] = []
    folders, stem = list_folders(order.where), find_stem(order.where)
    write_whole(order.output, lambda draft: made.append(write_backup(store, folders, stem, draft, order.lang)))
    print_note(order.lang, "handouts.backup.written", path=order.output, photos=made[0].photos)
    if made[0].absent:
        print_note(order.lang, "handouts.backup.absent", count=made[0].absent)
    return Status.DONE


def _check_paper(order: ExportOrder) -> None:
    """Raises WrongUse for an unknown paper size, or for a paper size with a file that is no PDF."""
    if order.certificates and (order.paper or order.ending != PDF.suffix):
        raise WrongUse("wall.export.certificates-of-pdf")
    if not order.paper:
        return
    from tournament.handout.handout import PAPERS

    if order.output.suffix.lower() != PDF.suffix:
        raise WrongUse("wall.export.paper-of-pdf", path=order.output)
    if order.paper.lower() not in PAPERS:
        raise WrongUse("wall.export.unknown-paper", paper=order.paper, papers=PAPERS)


def _check_target(order: ExportOrder) -> None:
    """Checks that the file can be written and replaces no file of others. Raises WrongUse for an unknown ending."""
    if not order.ending:
        check_tables(order.output, order.lang)
    elif order.ending not in _KINDS:
        raise WrongUse("wall.export.unknown-kind", path=order.output, kinds=tuple(_KINDS))
    elif order.ending == XLSX.suffix:
        check_workbook(order.output)
    else:
        check_file(order.output, _KINDS[order.ending])


def _write(order: ExportOrder, handout: Handout) -> tuple[str, bytes]:
    """Makes and writes the export; returns name and content of the file whose hash is noted, in a folder the one with
    the standings."""
    from tournament.handout.handout import make_csv_folder, make_file

    if not order.ending:
        files = make_csv_folder(handout)
        write_files(order.output, files)
        return next(iter(files.items()))
    if order.paper:
        handout = replace(handout, paper=cast("Paper", order.paper.lower()))
    kind = "certificates" if order.certificates else order.ending.removeprefix(".")
    data = make_file(cast("Kind", kind), handout)
    if order.ending == XLSX.suffix:
        return place_workbook(data, order.output, order.lang).name, data
    write_data(order.output, data)
    return order.output.name, data


def _note_export(written: tuple[str, bytes], order: ExportOrder, store: Store, evening: Evening) -> None:
    """Writes an entry with the file's name and hash and the exported standings."""
    from tournament.filing.rounds.evening_status import FILE_LANG, list_posted, post_standings
    from tournament.record.entries import hash_bytes
    from tournament.record.facts import Exported

    name, data = written
    same = order.lang == FILE_LANG
    posted = list_posted(evening.book, evening.tournament) if same else post_standings(store)
    _enter(store, evening, Exported(name, hash_bytes(data), posted), order)


def _enter(store: Store, evening: Evening, exported: Exported, order: ExportOrder) -> None:
    """Writes the entry; if a database does not answer, it tries again several times. Raises `Unusable`."""
    from tournament.filing.opened.open_evening import append_to
    from tournament.record.record_errors import StoreUnreachable

    for left in reversed(range(NOTE_TRIES)):
        try:
            append_to(store, evening, [exported], find_author(order.by))
        except StoreUnreachable as error:
            if not left:
                raise Unusable("wall.export.unnoted", path=order.output) from error
            time.sleep(NOTE_S)
        else:
            return


def take_corrections(order: TakeOrder) -> Status:
    """Takes the corrections over, and reports each that was not taken and why: a person must look at it."""
    from tournament.given_workbooks import refuse_locked
    from tournament.handout.workbook.excel_file import find_origin

    refuse_locked(order.workbook)
    if find_origin(order.workbook) == "foreign":
        raise WrongUse("decisions.take.foreign", path=order.workbook)
    store = open_to_add(order.where, order.lang)
    taken = take_into(store, open_book(store, order.lang), order.workbook, order.lang)
    if taken.facts:
        print_note(order.lang, "decisions.take.taken", count=len(taken.facts))
        keep_status(open_book(store, order.lang), order.lang)
    elif not taken.left_out:
        print_note(order.lang, "decisions.take.nothing-new")
    return Status.REVIEW if taken.left_out else Status.DONE


def take_into(store: Store, evening: Evening, workbook: Path, lang: Lang) -> Taken:
    """Writes the workbook's corrections into the file in one transaction and reports those that were left out; returns
    both."""
    from tournament.handout.workbook.corrections import AUTHOR, take_workbook

    taken = take_workbook(evening, workbook)
    for item, why in taken.left_out[:_MOST_TOLD]:
        print_note(lang, "decisions.take.left-out", item=item, why=why)
    if len(taken.left_out) > _MOST_TOLD:
        print_note(lang, "decisions.take.more", count=len(taken.left_out) - _MOST_TOLD)
    if taken.facts:
        store.append(taken.facts, by=AUTHOR, seen=evening.tournament.head)
    return taken

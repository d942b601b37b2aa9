"""`kiebitz take`: corrections typed into an exported workbook become decisions."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from desk.book.documents import keep_status
from desk.cli.book.opening import open_book
from desk.exits import Status, WrongUse
from texts.languages import Lang
from texts.sentences import say

if TYPE_CHECKING:
    from tournament.filing.open_evening import Evening
    from tournament.record.store import Store


def take_corrections(where: str, workbook: Path, lang: Lang) -> Status:
    """Takes them over, and says what was not and why."""
    from tournament.handout.workbook.excel_file import find_origin
    from tournament.record.open_store import open_store

    _refuse_absent(workbook)
    if find_origin(workbook) == "foreign":
        raise WrongUse("decisions.take.foreign", path=workbook)
    store = open_store(where)
    evening = open_book(store, lang)
    taken = take_into(store, evening, workbook, lang)
    key = "decisions.take.taken" if taken else "decisions.take.nothing-new"
    sys.stderr.write(say(lang, key, count=taken) + "\n")
    if taken:
        keep_status(store, open_book(store, lang), lang)
    return Status.DONE


def _refuse_absent(workbook: Path) -> None:
    """Raises `UnreadableTable` for a file that is not there or may not be read."""
    from tournament.errors import UnreadableTable, find_reason

    try:
        workbook.open("rb").close()
    except OSError as error:
        raise UnreadableTable("files.unreadable", path=workbook, reason=find_reason(error)) from error


def take_into(store: Store, evening: Evening, workbook: Path, lang: Lang) -> int:
    """Writes the workbook's corrections into the file in one transaction, and says what was left out; returns how many
    there are."""
    from tournament.handout.workbook.corrections import AUTHOR, take_workbook

    taken = take_workbook(evening, workbook)
    for item, why in taken.told:
        sys.stderr.write(say(lang, "decisions.take.left-out", item=item, why=why) + "\n")
    if taken.facts:
        store.append(taken.facts, by=AUTHOR, seen=evening.tournament.head)
    return len(taken.facts)

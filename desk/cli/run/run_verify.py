"""`kiebitz audit`: shows how a row's points, a sum or a name came about, from the ink to the last decision; `kiebitz
verify`: checks that a tournament's file is unchanged, and rescues the intact entries of a damaged one.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from desk.cli.run.command_file import open_book
from desk.cli.screen import print_note, report_wait
from desk.exits import Status, WrongUse
from desk.outputs import PDF, check_file, write_data
from texts.languages import Lang
from texts.sentences import Phrase, SpokenError, say

if TYPE_CHECKING:
    from desk.cli.evening_orders import AuditOrder, VerifyOrder
    from tournament.filing.opened.open_evening import Evening
    from tournament.filing.stories.row_story import Audited
    from tournament.handout.dispute_story import Story
    from tournament.record.store import Store
    from tournament.record.verify_record import Verdict


def audit_item(order: AuditOrder) -> Status:
    """Shows how an item, a sheet or players' results came about, as JSON, in words, or as a PDF."""
    from tournament.record.open_store import open_store

    _check_use(order)
    if order.pdf is not None:
        check_file(order.pdf, PDF)
    store = open_store(order.where)
    evening = open_book(store, order.lang)
    if order.item or order.game is not None:
        _show_item(order, store, evening)
    else:
        _show_stories(order, evening)
    return Status.DONE


def _check_use(order: AuditOrder) -> None:
    """Raises WrongUse unless exactly one item, sheet or player, or all players, are asked for."""
    place = order.round is not None and order.table is not None
    half = (order.round is None) != (order.table is None) or (order.game is not None and not place)
    asked = (bool(order.item), place, bool(order.player.strip()), order.players)
    if half or sum(asked) != 1:
        raise WrongUse("decisions.audit.which")


def _show_item(order: AuditOrder, store: Store, evening: Evening) -> None:
    audited = _find(evening, order)
    if order.pdf is None:
        _print_story(audited, evening, order)
    else:
        _write_story(audited, evening, store, order.pdf, order.lang)


def _show_stories(order: AuditOrder, evening: Evening) -> None:
    """Shows a sheet, a player, or all players: one JSON document per line, pages in words, or a PDF."""
    from tournament.handout.dispute_story import write_story
    from tournament.handout.handout import make_stories

    documents = _describe(order, evening)
    if order.as_json:
        sys.stdout.write("".join(f"{json.dumps(one, ensure_ascii=False)}\n" for one in documents))
        return
    stories = [_tell(one, order.lang) for one in documents]
    if order.pdf is None:
        sys.stdout.write("\n\n".join("\n".join(write_story(one)) for one in stories) + "\n")
    else:
        write_data(order.pdf, make_stories(stories, evening, order.lang))
        print_note(order.lang, "dispute.written", path=order.pdf)


def _describe(order: AuditOrder, evening: Evening) -> list[dict[str, Any]]:
    from tournament.filing.stories.sheet_story import (
        describe_player,
        describe_sheet,
        find_audited_sheets,
        find_standing,
        list_lines,
    )

    if order.round is not None and order.table is not None:
        sheets = find_audited_sheets(evening, order.round, order.table)
        return [describe_sheet(evening, one, order.lang) for one in sheets]
    lines = list_lines(evening) if order.players else [find_standing(evening, order.player)]
    return [describe_player(evening, one, order.lang) for one in lines]


def _tell(document: dict[str, Any], lang: Lang) -> Story:
    from tournament.handout.dispute_story import tell_player, tell_sheet

    return tell_sheet(document, lang) if "sheet" in document else tell_player(document, lang)


def _print_story(audited: Audited, evening: Evening, order: AuditOrder) -> None:
    from tournament.filing.stories.row_story import describe_audit
    from tournament.handout.story_page import write_audit

    document = describe_audit(audited, evening, order.lang)
    lines = [json.dumps(document, ensure_ascii=False)] if order.as_json else write_audit(audited, document, order.lang)
    sys.stdout.write("\n".join(lines) + "\n")


def _write_story(audited: Audited, evening: Evening, store: Store, target: Path, lang: Lang) -> None:
    from desk.pictures.picture_shelf import cut_audited
    from tournament.handout.handout import make_story

    write_data(target, make_story(audited, evening, cut_audited(store, evening, audited), lang))
    print_note(lang, "decisions.audit.written", path=target)


def _find(evening: Evening, order: AuditOrder) -> Audited:
    from tournament.filing.stories.row_story import find_audited, find_audited_item

    if order.round is None or order.table is None or order.game is None:
        return find_audited_item(evening, order.item)
    return find_audited(evening, order.round, order.table, order.game)


def verify_file(order: VerifyOrder) -> Status:
    """Prints what is in order, then what is not. A flaw gives UNREADABLE, a noted hash that no entry has gives
    REVIEW."""
    from tournament.filing.opened.cache_folder import forget_tournament
    from tournament.filing.rounds.evening_status import post_standings
    from tournament.record.entries import read_noted
    from tournament.record.record_errors import RecordError
    from tournament.record.salvage import open_damaged
    from tournament.record.verify_record import describe_noted, list_folders, verify

    letters = read_noted(order.noted) if order.noted else ""
    store = open_damaged(order.where)
    if order.anew:
        with suppress(RecordError):  # what is wrong with the file is said below
            forget_tournament(store.read_first())
    with report_wait(order.lang):
        verdict = verify(store, list_folders(order.where, order.folders or ()), post_standings, letters)
    noted = (describe_noted(verdict.noted, letters, verdict.head, store.where),) if letters else ()
    _print(_list_found(verdict, store.where, noted, hint=not order.rescue), order.lang)
    if not verdict.lost:
        _report_changes(store, order.lang)
    if order.rescue:
        _print(_rescue(store, order.rescue), order.lang)
    if verdict.flaws:
        return Status.UNREADABLE
    return Status.REVIEW if letters and len(verdict.noted) != 1 else Status.DONE


def _report_changes(store: Store, lang: Lang) -> None:
    """Reports what was changed after a round was closed or standings were exported: no flaw, but worth knowing."""
    with suppress(SpokenError):  # what is wrong with the file has been said
        changes = open_book(store, lang).book.changes
        if changes:
            sys.stdout.write(f"{say(lang, 'wall.changed')}:\n")
            sys.stdout.writelines(f"  {one.in_(lang)}\n" for one in changes)


def _print(said: Sequence[Phrase], lang: Lang) -> None:
    sys.stdout.writelines(f"{phrase.in_(lang)}\n" for phrase in said)


def _list_found(verdict: Verdict, where: str, noted: Sequence[Phrase], *, hint: bool) -> Sequence[Phrase]:
    """The verdict in sentences. `noted`: those about the noted hash; `hint`: whether to advise to try a rescue."""
    from tournament.record.verify_record import describe_verdict

    found = (*describe_verdict(verdict, where), *noted)
    if not verdict.flaws:
        return found if noted and len(verdict.noted) != 1 else (*found, Phrase("book.verify.sound"))
    return (*found, *verdict.flaws, *((Phrase("book.verify.rescue-hint", {"where": where}),) if hint else ()))


def _rescue(store: Store, target: str) -> Sequence[Phrase]:
    """Writes the new file, and returns sentences on what it holds."""
    from tournament.record.record_errors import SUFFIX, is_url
    from tournament.record.salvage import rescue_store
    from tournament.record.verify_record import write_ranges

    if not is_url(target) and Path(target).suffix.lower() != SUFFIX:
        raise WrongUse("desk.use.wrong-ending", path=target, suffix=SUFFIX)
    rescue = rescue_store(store, target)
    kept = rescue.entries - len(rescue.lost)
    said = [Phrase("book.verify.rescued", {"where": rescue.store.where, "entries": kept, "blobs": rescue.blobs})]
    if rescue.lost:
        said.append(Phrase("book.verify.rescued-lost", {"lost": write_ranges(rescue.lost)}))
    return said

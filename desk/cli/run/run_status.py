"""`kiebitz status` shows which sheets are in, missing and open; `kiebitz close` closes a round, `reopen` opens it
again.

A round with an open item can be closed only if somebody signs the item off.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from desk.cli.run.command_file import keep_status, open_book, open_to_add, read_document
from desk.cli.screen import count_shown, print_json, print_note, report_wait, write_lines
from desk.exits import Status, Stop
from desk.inputs import find_author
from desk.shell_words import quote_word
from texts.item_ids import parse_item
from texts.languages import Lang
from texts.sentences import Phrase, enumerate_things, say

if TYPE_CHECKING:
    from desk.cli.evening_orders import CloseOrder, ReopenOrder, StatusOrder
    from tournament.filing.decisions.reasons import RoundEnd


Json = dict[str, Any]
_MOST_TABLES = 9
"""Tables that are listed to which a sheet may be moved: on the page each has a digit as its key."""


def show_status(order: StatusOrder) -> Status:
    """Prints the status, as JSON or for people."""
    with report_wait(order.lang):
        document = read_document(order.where, "status", order.lang)
    if order.as_json:
        print_json(document)
    else:
        write_lines(list_lines(document, order.lang, where=order.where))
    return Status.DONE


def list_lines(document: Json, lang: Lang, file: str = "", where: str = "") -> Iterator[str]:
    """The status in words: one line per round, one per item, and whether the standings are final. With `file` only the
    first items, and where the others are shown. `where`: the file's path in the suggested commands."""
    for one in document["rounds"]:
        yield " ".join(_describe_round(one, lang))
        typed = one.get("typed", ())
        yield from (say(lang, "decisions.status.typed", what=note["sentence"]) for note in typed)
        yield from (f"  {change['sentence']}" for change in one["changed"])
    items = document["open"]
    yield _describe_count(items, lang)
    shown = count_shown(items) if file else len(items)
    for one in items[:shown]:
        yield f"  {_describe_item(one, lang)}"
        yield from (f"    {line}" for line in _list_moves(one, where or file, lang))
    if shown < len(items):
        yield f"  {say(lang, 'desk.summary.more', count=len(items) - shown, where=f'kiebitz status {file}')}"
    yield _describe_stage(document, lang)


def _describe_count(items: Sequence[Json], lang: Lang) -> str:
    """How many items are open, and how many of them somebody signed off."""
    if not items:
        return say(lang, "decisions.status.nothing-open")
    signed = sum(one.get("signed_off", False) for one in items)
    key = "open" if not signed else "all-signed" if signed == len(items) else "some-signed"
    return say(lang, f"decisions.status.{key}", count=len(items), signed=signed)


def _describe_stage(document: Json, lang: Lang) -> str:
    """Whether the standings are final, and what is to be done next."""
    stage = say(lang, "decisions.status.final" if document["final"] else "decisions.status.provisional")
    step = document["next"]
    return stage if step["step"] == "done" else f"{stage} {say(lang, 'decisions.status.next', step=step['sentence'])}"


def _describe_round(one: Json, lang: Lang) -> Iterator[str]:
    number, missing = one["round"], one["missing"]
    if one.get("cancelled"):
        yield say(lang, "decisions.status.cancelled", round=number)
        return
    if not one["in"]:
        yield say(lang, "decisions.status.no-sheet", round=number)
    elif missing:
        yield say(lang, "decisions.status.tables-in", round=number, count=one["in"], tables=one["tables"])
        yield say_missing(missing, lang)
    else:
        yield say(lang, "decisions.status.all-in", round=number, tables=one["tables"])
    if one["closed"] and one["changed"]:
        yield say(lang, "decisions.status.closed-then", count=len(one["changed"]))
    elif one["closed"]:
        yield say(lang, "decisions.status.closed")


def say_missing(tables: list[int], lang: Lang) -> str:
    """ "Es fehlen noch die Tische 2 und 3." """
    if len(tables) == 1:
        return say(lang, "decisions.status.missing-table", table=tables[0])
    return say(lang, "decisions.status.missing-tables", tables=enumerate_things(lang, tables))


def _describe_item(one: Json, lang: Lang) -> str:
    late = f" ({say(lang, 'decisions.status.late')})" if one.get("after_closing") else ""
    stray = one.get("sheet") and one["table"] is None
    name = f"{one['sheet']} ({one['item']})" if stray else one["item"]
    words = f"{name}{late}: {one['sentence']}"
    ways = _say_proposal(one, lang) if one["game"] is not None else ""
    return " ".join(filter(None, (words, _say_how(one, lang), ways)))


def _say_how(one: Json, lang: Lang) -> str:
    """How to decide an item for which `--accept` is not the usual answer; "" for an ordinary row."""
    codes, rows = one["codes"], one.get("together", ())
    hints = {
        "swap-how": "players-swapped" in codes,
        "late-how": "after-closing" in codes,
        "typed-how": "typed" in codes and one["game"] is None,
        "name": "unknown-name" in codes and ".name." in one["item"],
        "order-how": "unknown-name" in codes,
        "block": bool(rows),
        "move-how": any(table["key"] for table in one.get("tables", ())),
        "place": "no-round" in codes,
        "both": "duplicate-sheet" in codes and one["game"] is None,
        "struck": one.get("struck", False),
        "twice": "twice" in one and one["table"] is not None and one["game"] is None,
        "left": "left" in one and one["table"] is not None,
        "stays": one["game"] is None,
    }
    key = next((key for key, fits in hints.items() if fits), "")
    gaps = {"count": len(rows), "key": parse_item(one["item"]).key, "round": one["round"], "table": one["table"]}
    gaps["twice"] = one.get("twice", [0])[0]
    return say(lang, f"decisions.status.{key}", **gaps) if key else ""


def _say_proposal(one: Json, lang: Lang) -> str:
    """The proposal of a row; all of them where none is far likelier than the others."""
    if one["proposal"]:
        return say(lang, "decisions.status.proposal", row=one["proposal_text"])
    return _say_ways(one["proposals"], lang)


def _list_moves(one: Json, where: str, lang: Lang) -> Iterator[str]:
    """The tables to which the item's sheet may be moved, each with its command; the proposed one first."""
    sheet, tables = parse_item(one["item"]).key, one.get("tables", ())
    for table in sorted(tables[:_MOST_TABLES], key=lambda table: not table["key"]):
        place = f"--round {table['round']} --table {table['table']}"
        command = f"kiebitz move {quote_word(where)} {sheet} {place}"
        key = "decisions.status.fits" if table["key"] else "decisions.status.free"
        yield say(lang, key, players=tuple(table["players"]), command=command)
    if len(tables) > _MOST_TABLES:
        yield say(lang, "decisions.status.more-tables", count=len(tables) - _MOST_TABLES)


def _say_ways(proposals: Sequence[Json], lang: Lang) -> str:
    """All proposals in one sentence, for a row where none is far likelier than the others; "" for no proposal."""
    ways = tuple(Phrase("decisions.refused.way", {"changes": one["text"], "row": one["counts"]}) for one in proposals)
    return say(lang, "decisions.status.ways", ways=ways) if ways else ""


class StillOpen(Stop):
    """The round cannot be closed: something is open that nobody signed off."""

    exit_status = Status.REVIEW


def close_round(order: CloseOrder) -> Status:
    """Writes that the round is closed. Raises StillOpen while an item is open that nobody signs off."""
    from tournament.filing.decisions.reasons import make_closing
    from tournament.record.entries import write_head

    store = open_to_add(order.where, order.lang)
    evening = open_book(store, order.lang)
    end = _check_closing(keep_status(evening, order.lang), order)
    facts = make_closing(evening.entries, end, order.reason)
    made = store.append(facts, by=find_author(order.by), seen=evening.tournament.head)
    keep_status(open_book(store, order.lang), order.lang)
    left = len(end.missing) + len(end.items)
    signed = "decisions.close.signed-off" if left else "decisions.close.closed"
    key = signed if end.sheets else "decisions.close.cancelled"
    print_note(order.lang, key, round=order.round, open=left)
    noted = write_head(made[-1].head, order.lang)
    print_note(order.lang, "wall.please-note", noted=noted)
    return Status.DONE


def reopen_round(order: ReopenOrder) -> Status:
    """Writes that the round is open again. Raises RefusedDecision if it is not closed, and without a reason."""
    from tournament.filing.decisions.reasons import make_reopening

    store = open_to_add(order.where, order.lang)
    entries = store.read_entries()
    fact = make_reopening(entries, order.round, order.reason)
    store.append([fact], by=find_author(order.by), seen=len(entries))
    keep_status(open_book(store, order.lang), order.lang)
    print_note(order.lang, "decisions.reopen.done", round=order.round)
    return Status.DONE


def _check_closing(status: dict[str, Any], order: CloseOrder) -> RoundEnd:
    from tournament.filing.decisions.reasons import list_ends

    end = next((one for one in list_ends(status) if one.round == order.round), None)
    if end is None:
        raise StillOpen("decisions.close.no-round", round=order.round)
    if end.closed:
        raise StillOpen("decisions.close.already", round=order.round)
    if not end.is_clear and not (order.by.strip() and order.reason.strip()):
        _refuse(end, order)
    return end


def _refuse(end: RoundEnd, order: CloseOrder) -> None:
    """Raises the error that says what is open, and how the round can be closed all the same."""
    if not end.sheets:
        raise StillOpen("decisions.close.no-sheet", round=order.round)
    why: list[str | Phrase] = [say_missing(list(end.missing), order.lang)] if end.missing else []
    why += [Phrase("decisions.close.open", {"count": len(end.items)})] if end.items else []
    joined = why[0] if len(why) == 1 else Phrase("decisions.close.both", {"one": why[0], "other": why[1]})
    raise StillOpen("decisions.close.refused", round=order.round, why=joined)

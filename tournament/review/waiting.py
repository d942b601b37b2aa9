"""The open items, and how far the tournament has come: the heading of its standings, and whether they are final.

Items that can change a place come first; before them those because of which a result may be missing at its table or its
players, as that changes the places of all of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from scoring.findings import write_points
from scoring.rows.written_rows import Row
from texts.field_ids import parse_field
from texts.item_ids import make_place_key, parse_item
from texts.labels import Labels
from texts.languages import Lang
from texts.sentences import Phrase, say
from tournament.evening.asked_together import list_bock_offers, name_block_item, say_block
from tournament.evening.book import Book
from tournament.evening.counted_sheets import CountedSheet
from tournament.evening.decided_sheets import is_contested
from tournament.evening.item_names import (
    Matter,
    list_sheet_matters,
    name_round_item,
    name_row_item,
)
from tournament.evening.missing_sheets import list_missing_tables
from tournament.evening.sheet_places import PLACED, FreeTable, choose_tables, find_fitting
from tournament.evening.struck_rows import Doubled, list_doubled
from tournament.judging.causes import make_row, settle_as_proposed
from tournament.judging.judged_sheet import JudgedRow, RowPoints, is_whole
from tournament.judging.offers import Offer, find_accepted, is_unsure, list_offers, write_settled
from tournament.remarks import Doubt
from tournament.review.open_effects import NONE, OUT, UNKNOWN, Effect, Totals, measure_matter, measure_row
from tournament.review.open_items import list_caused
from tournament.review.telling_findings import pick_telling, tell_hanging, tell_matter

NOTHING: Mapping[str, float] = {}


@dataclass(frozen=True, slots=True)
class WrittenOffer:
    """A proposal for a row. `points`: what the row then counts; `counts`: the same in words with its crosses. `words`:
    the changes. `key`: whether the Enter key accepts it."""

    points: RowPoints
    counts: str
    words: str
    key: bool


@dataclass(frozen=True, slots=True)
class Waiting:
    """One open item.

    `game`: the row's number, None if it is no row. `proposal`: the proposed points by seat, None if there are none;
    `proposed`: the same in words, with the crosses that then count. `offers`: all proposals for the row. `together`:
    the rows that one question is about, each with its proposal. `struck`: a stroke may run through the whole row.
    `doubled`: the rows that may be struck as written twice.
    `matters`: by how much a look at it raises the probability that all prize places are right; 1 if that cannot be
    worked out, as for two sheets of one table. `sheet`: its sheet in words, "" for a round. `tables`: where a sheet may
    belong, if that is asked; `fits`: the proposed one.
    """

    item: str
    round: int | None
    table: int | None
    game: int | None
    codes: tuple[str, ...]
    sentence: str
    proposal: RowPoints | None
    effect: Effect
    matters: float
    offers: tuple[WrittenOffer, ...] = ()
    proposed: str = ""
    sheet: str = ""
    tables: tuple[FreeTable, ...] = ()
    fits: FreeTable | None = None
    together: tuple[Waiting, ...] = ()
    struck: bool = False
    doubled: tuple[Doubled, ...] = ()


def list_waiting(book: Book, lang: Lang = "de", matters: Mapping[str, float] = NOTHING) -> list[Waiting]:
    """All open items: first those because of which a table's or a player's result may be missing in the standings, then
    by `Waiting.matters`, then those that may change the standings most; of equals rounds, then sheet by sheet.
    `matters`: by item, as far as it was worked out."""
    totals = Totals.from_players(book.players)
    of_sheets = (one for entry in book.entries for one in _list(totals, entry, book.free, lang))
    found = [*_list_of_rounds(book, lang), *of_sheets]
    weighed = [_weigh(one, matters) for one in found]
    return sorted(weighed, key=lambda one: (min(one.effect.rank, UNKNOWN.rank), -one.matters, one.effect))


def _weigh(one: Waiting, matters: Mapping[str, float]) -> Waiting:
    most = max((matters.get(row.item, row.matters) for row in one.together), default=one.matters)
    return replace(one, matters=matters.get(one.item, most))


def _list_of_rounds(book: Book, lang: Lang) -> Iterator[Waiting]:
    rounds = {name_round_item(one, finding): one.round for one in book.matters for finding in one.findings}
    for matter in book.round_matters:
        said = " ".join(finding.message(lang) for finding in matter.findings)
        yield _make_matter(matter, rounds[matter.item], parse_item(matter.item).table, said)


def _list(totals: Totals, entry: CountedSheet, free: Sequence[FreeTable], lang: Lang) -> Iterator[Waiting]:
    yield from (_make_row(totals, entry, row, find_proposed(row), lang) for row in entry.asked_rows)
    if entry.block:
        pairs = list_bock_offers(entry)
        yield _make_block(entry, tuple(_make_row(totals, entry, row, one.settled, lang) for row, one in pairs), lang)
    for matter in list_sheet_matters(entry.sheet):
        made = _make_matter(matter, entry.round, entry.table, _say(entry, tell_matter(matter.findings), "", lang))
        doubled = list_doubled(entry.sheet, matter.findings)
        yield replace(made, sheet=entry.title.in_(lang), doubled=doubled, **_offer_tables(entry, matter, free))


def _make_row(totals: Totals, entry: CountedSheet, row: JudgedRow, settled: Row | None, lang: Lang) -> Waiting:
    """The item of a row. `settled`: the row with its proposal, None if there is none."""
    caused = list_caused(entry.sheet, row)
    findings = (*pick_telling(row.findings), *caused, *tell_hanging(entry, row))
    labels = entry.make_labels(row.place)
    return Waiting(
        name_row_item(entry.sheet.source, row.game),
        entry.round,
        entry.table,
        row.game,
        _list_codes(findings),
        _say(entry, findings, row.place, lang),
        settled.points if settled else None,
        measure_row(totals, entry, row),
        0.0,
        tuple(_write_offer(one, lang, labels) for one in list_offers(row)),
        write_settled(settled, lang) if settled else "",
        struck=row.source.struck,
        doubled=list_doubled(entry.sheet, caused, row),
        sheet=entry.title.in_(lang),
    )


def _make_block(entry: CountedSheet, together: tuple[Waiting, ...], lang: Lang) -> Waiting:
    """The item of missing Bock crosses. `together`: its rows."""
    item, effect = name_block_item(entry.sheet), min(one.effect for one in together)
    sentence = say_block(entry, lang)
    return Waiting(
        item, entry.round, entry.table, None, ("bock-block",), sentence, None, effect, 0.0, together=together
    )


def _offer_tables(entry: CountedSheet, matter: Matter, free: Sequence[FreeTable]) -> dict[str, Any]:
    """The free tables to which the sheet may be moved, and the one that fits, as arguments of `Waiting`; {} if its
    place is not asked about."""
    if not any(one.code in PLACED for one in matter.findings):
        return {}
    return {"tables": choose_tables(entry, free), "fits": find_fitting(entry, free)}


def _write_offer(one: Offer, lang: Lang, labels: Labels) -> WrittenOffer:
    return WrittenOffer(one.settled.points, write_settled(one.settled, lang), one.spell(lang, labels), one.key)


def _make_matter(matter: Matter, round_: int | None, table: int | None, sentence: str) -> Waiting:
    effect = measure_matter(matter.findings)
    codes = _list_codes(matter.findings)
    weight = float(effect in (OUT, UNKNOWN))
    return Waiting(matter.item, round_, table, None, codes, sentence, None, effect, weight)


def _list_codes(findings: Sequence[Doubt]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(finding.code for finding in findings if finding.severity != "note"))


def _say(entry: CountedSheet, findings: Sequence[Doubt], here: str, lang: Lang) -> str:
    labels = entry.make_labels(here)
    return " ".join(dict.fromkeys(finding.message(lang, labels) for finding in findings))


def list_alike(items: Sequence[Waiting], item: str) -> tuple[Waiting, ...]:
    """The items that one answer may settle together, this one first; () if there is no other. Alike are items of one
    round and kind that change no points, rows of one sheet with a proposal each, and names of one sheet."""
    first = next((one for one in items if one.item == item), None)
    kind = first and _name_kind(first)
    if first is None or kind is None:
        return ()
    others = tuple(one for one in items if one is not first and _name_kind(one) == kind)
    return (first, *others) if others else ()


def _name_kind(one: Waiting) -> tuple[object, ...] | None:
    """A key that alike items have in common; None for an item that must be decided by itself."""
    parsed = parse_item(one.item)
    if parsed.kind == "name":
        return ("name", parsed.key)
    if one.game is not None:
        return ("row", parsed.key, one.codes) if one.proposal is not None else None
    return ("matter", one.round, one.codes) if one.effect == NONE else None


def find_proposed(row: JudgedRow) -> Row | None:
    """The row as it counts once its proposal is accepted; None if there is none, or if it leaves the row without
    points."""
    settlement = find_settlement(row)
    return settlement if settlement and is_whole(settlement.points) else None


def find_settlement(row: JudgedRow) -> Row | None:
    """The row with its first proposal, which may leave its points as they are. Without a proposal the row as it counts
    now, if that is a sensible answer: it is blank but for a spot; it counts its likeliest reading; only its ink is
    asked about and it adds up; or a second person contradicts a decision. Else None."""
    if is_contested(row):
        return make_row(row)
    now, asked = make_row(row), [finding for finding in row.findings if finding.severity != "note"]
    if key := find_accepted(row):
        return settle_as_proposed(row, key)
    if is_unsure(row):
        return None
    sure = row.provisional == "likeliest" or all(one.code in _INK for one in asked) or _is_only_total(row, asked)
    adds_up = is_whole(row.points) and sum(value or 0 for value in row.points) == 0
    if row.status == "review" and (not row.played or (sure and adds_up)):
        return now
    mended = settle_as_proposed(row, row.explanation.changes) if row.explanation else now
    points = row.explanation is not None and all(parse_field(one.field).is_cell for one in row.explanation.changes)
    return mended if points and is_whole(mended.points) else None


_INK = ("illegible", "overwritten")
"""Codes of findings on ink that is hard to read but breaks no rule."""


def _is_only_total(row: JudgedRow, asked: Sequence[Doubt]) -> bool:
    """Whether a list's running total is wrong and nothing else: the row's points are those of its value."""
    fields = {field for one in asked for field in one.fields}
    changed = {change.field for change in row.explanation.changes} if row.explanation else set()
    return bool(changed) and all(one.code == "running-total" for one in asked) and changed <= fields


def write_all_points(points: Sequence[int | None]) -> list[str]:
    """The points by seat as people write them: "+6", "-2", "" for the seat that sits out."""
    return ["" if value is None else write_points(value) for value in points]


def count_unnamed(book: Book) -> int:
    """How many seats have a label instead of a player: "Bogen 12, Platz 1"."""
    return sum(who.source == "label" for seated in book.seated for who in seated)


def list_open(book: Book) -> list[str]:
    """The names of all open items: rows, matters of sheets and rounds, and tables without a sheet, "r1.t3"."""
    found = list[str]()
    for entry in book.entries:
        found += [name_row_item(entry.sheet.source, row.game) for row in entry.asked_rows]
        found += [name_block_item(entry.sheet)] if entry.block else []
        found += [matter.item for matter in list_sheet_matters(entry.sheet)]
    for matter in book.matters:
        found += [make_place_key(matter.round or 0, table) for table in list_missing_tables(matter)]
    return [*found, *(matter.item for matter in book.round_matters)]


def is_final(book: Book) -> bool:
    """Whether the standings are final: all rounds are closed, open items were signed off, and every seat has a player.

    Whoever signs an open item off says, with a reason, that nobody will look at it any more. A seat without a player
    cannot be signed off: its points belong to nobody, so that no place is sure.
    """
    if not book.closed or book.unusable or count_unnamed(book):
        return False
    return set(list_open(book)) <= book.signed


def name_stage(book: Book, *, final: bool) -> Phrase:
    """The heading of the standings: "Stand nach Runde 2", "Stand in Runde 2" while a table is missing, in the end
    "Endstand"."""
    last = book.last_round
    lacking = any(matter.round == last and not matter.key for matter in book.matters) or any(
        last in player.missing for player in (*book.players, *book.absent)
    )
    which = "final" if final else "none" if not last else "during" if lacking else "after"
    return Phrase(f"wall.stage.{which}", {"round": last})


def name_state(book: Book) -> Phrase:
    """Whether the standings can still change, and why: one sentence."""
    unnamed = count_unnamed(book)
    if is_final(book):
        return Phrase("wall.state.signed-off" if list_open(book) else "wall.state.final")
    if book.open_items:
        return Phrase("wall.state.open", {"count": book.open_items})
    if book.needs_person:
        return Phrase("wall.state.missing")
    if unnamed:
        return Phrase("wall.state.unnamed", {"count": unnamed})
    return name_settled_state(book)


def name_settled_state(book: Book) -> Phrase:
    """The same for standings without open items."""
    last = book.last_round
    if book.closed:
        return Phrase("wall.state.final")
    if last < book.planned:
        return Phrase("wall.state.rounds", {"played": last, "planned": book.planned})
    return Phrase("wall.state.nothing-open")


def write_day(day: date | None, lang: Lang) -> str:
    """The date as the language writes it; "" for none."""
    return "" if day is None else say(lang, "wall.day", day=day.day, month=day.month, year=day.year)

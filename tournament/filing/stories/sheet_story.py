"""A whole sheet, and a player's whole tournament, for a dispute: what is written, what counts, who decided it and why,
what it adds up to, and how far it is to the next place. As JSON, whose format is public.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Any

from texts.item_ids import parse_item
from texts.languages import Lang
from texts.sentences import tidy_text
from tournament.errors import RefusedDecision
from tournament.evening.award_notes import AwardNote, describe_award
from tournament.evening.book import Book
from tournament.evening.counted_sheets import CountedSheet
from tournament.evening.item_names import find_key, name_row_item
from tournament.evening.late_items import describe_change
from tournament.evening.typed_notes import describe_typed, note_typed
from tournament.filing.opened.absences import explain_gap
from tournament.filing.opened.awarded_players import add_seats, pick_notes
from tournament.filing.opened.open_evening import Evening
from tournament.filing.stories.row_story import find_asked
from tournament.judging.judged_sheet import JudgedRow
from tournament.near_names import find_closest
from tournament.review.game_rows import name_row
from tournament.review.waiting import is_final
from tournament.standings.places import Player, Sitting, Standing
from tournament.standings.scorings import write_score
from tournament.standings.ties import compare_tied

Json = dict[str, Any]


def find_audited_sheets(evening: Evening, round_: int, table: int) -> tuple[CountedSheet, ...]:
    """The sheets of that table, two if it wrote on half sheets. Raises `RefusedDecision` if there is none."""
    found = tuple(one for one in evening.book.entries if (one.round, one.table) == (round_, table))
    if not found:
        raise RefusedDecision("decisions.audit.no-table", round=round_, table=table)
    return found


def describe_sheet(evening: Evening, entry: CountedSheet, lang: Lang = "de") -> Json:
    """The sheet with each row's ink, what it counts, the decision on it and the totals after it."""
    sheet, key = entry.sheet, find_key(entry.sheet.source)
    rows, note = sheet.shown_rows, note_typed(entry)
    totals = list(accumulate((_fill(row) for row in rows), add_seats))
    return {
        "kiebitz": 1,
        "sheet": key,
        "round": entry.round,
        "table": entry.table,
        "photo": entry.photo,
        "typed": None if note is None else describe_typed(note, lang),
        "names": list(entry.names),
        "rows": [
            _describe_row(evening, entry, row, lang) | {"totals": list(after)}
            for row, after in zip(rows, totals, strict=True)
        ],
        "written_sums": list(sheet.sums),
        "totals": list(sheet.totals),
        "findings": [one.message(lang, entry.make_labels("")) for one in sheet.findings],
        "awards": [describe_award(one, lang) for one in _list_awards(evening.book, entry)],
        "changed": [
            describe_change(one, lang)
            for one in evening.book.changes
            if parse_item(one.difference.item).key == key or one.difference.item == key
        ],
    }


def _list_awards(book: Book, entry: CountedSheet) -> tuple[AwardNote, ...]:
    """The awards at the sheet's table."""
    return pick_notes(book.awards, entry.round, entry.table) if entry.round and entry.table else ()


def _fill(row: JudgedRow) -> tuple[int, ...]:
    return tuple(value or 0 for value in row.points)


def _describe_row(evening: Evening, entry: CountedSheet, row: JudgedRow, lang: Lang) -> Json:
    item = name_row_item(entry.sheet.source, row.game)
    ruling, labels = evening.tournament.decisions.get(item), entry.make_labels(row.place)
    decided = {"by": ruling.by, "when": ruling.when, "how": ruling.how, "reason": ruling.reason} if ruling else None
    asked = find_asked(evening, entry, row) if ruling else ()
    return {
        "item": item,
        "game": row.game,
        "place": name_row(entry, row, lang),
        "written": list(row.written),
        "points": list(row.points),
        "solo": row.solo,
        "offence": row.offence,
        "status": row.status,
        "asked": [one.message(lang, labels) for one in asked],
        "decision": decided,
        "read_otherwise": bool(row.chosen),
        "findings": [one.message(lang, labels) for one in row.findings if not (ruling and one.code == "decided")],
    }


def list_lines(evening: Evening) -> tuple[Standing, ...]:
    """All standings, by place. Raises `RefusedDecision` if no sheet counts yet."""
    if not evening.book.standings:
        raise RefusedDecision("decisions.audit.nobody")
    return evening.book.standings


def find_standing(evening: Evening, typed: str) -> Standing:
    """The line of the player with that name or start number. Raises `RefusedDecision` if there is none."""
    words, lines = tidy_text(typed), evening.book.lines
    for line in lines:
        if line.player.name.casefold() == words.casefold() or (line.player.start and str(line.player.start) == words):
            return line
    closest = find_closest(words, [line.player.name for line in lines])
    key = "no-player" if closest else "unknown-player"
    raise RefusedDecision(f"decisions.refused.{key}", name=words, closest=closest)


def describe_player(evening: Evening, line: Standing, lang: Lang = "de") -> Json:
    """The player's rounds, each with the table, who sat there and the totals; the rows of these tables that count
    something else than their ink; how ties with other players were decided; and the neighbouring places."""
    player, book = line.player, evening.book
    sheets = {entry.number: entry for entry in book.entries}
    sittings = sorted(player.sittings, key=lambda one: (one.round is None, one.round or 0, one.sheet))
    totals = accumulate(one.points for one in sittings)
    ranked = [one for one in book.standings if not one.player.withdrawn]
    tied = [one for one in book.standings if one.worth == line.worth and player.sittings]
    return {
        "kiebitz": 1,
        "start": player.start or None,
        "name": player.name,
        "place": line.place if player.sittings and not player.unranked else None,
        "of": sum(not one.player.unranked for one in book.standings),
        **({"disqualified": True} if player.disqualified else {}),
        **({"springer": True} if player.springer else {}),
        "shared": line.shared and bool(player.sittings),
        "total": player.total,
        **_describe_score(line, book, lang),
        "solos": player.solos_won,
        "open": player.open_items,
        "final": is_final(book),
        "rounds": [
            _describe_sitting(sheets[one.sheet], one) | {"total": total}
            for one, total in zip(sittings, totals, strict=True)
        ],
        "gaps": [explain_gap(player, round_, gap).in_(lang) for round_, gap in player.gaps],
        "awards": [describe_award(one, lang) for one in book.awards if player.name in one.list_names()],
        "changed": [one for at in sittings for one in _list_changed(evening, sheets[at.sheet], at, lang)],
        "ties": _describe_ties(evening, line, tied),
        "above": _describe_next(ranked, line, -1),
        "below": _describe_next(ranked, line, 1),
    }


def _describe_score(line: Standing, book: Book, lang: Lang) -> Json:
    """What the place goes by, and what that is in words; nothing where it is the total."""
    return {} if line.score is None else {"score": write_score(line.score), "scoring": book.scoring.name().in_(lang)}


def _describe_sitting(entry: CountedSheet, at: Sitting) -> Json:
    others = [name for seat, name in enumerate(entry.names, 1) if seat != at.seat]
    key = find_key(entry.sheet.source)
    return {
        "round": at.round,
        "table": at.table,
        "seat": at.seat,
        "sheet": key,
        "with": others,
        "points": at.points,
        "typed": at.typed,
    }


def _list_changed(evening: Evening, entry: CountedSheet, at: Sitting, lang: Lang) -> Iterator[Json]:
    """The rows of the sheet that somebody decided, or that count something else than their ink's first choices."""
    for row in entry.sheet.shown_rows:
        told = _describe_row(evening, entry, row, lang)
        if told["decision"] or told["read_otherwise"]:
            yield told | {"round": at.round, "table": at.table, "seat": at.seat}


def _describe_ties(evening: Evening, line: Standing, tied: Sequence[Standing]) -> Json | None:
    """Who has the same total, the rule that decided between them, and its value for each; None if nobody has."""
    if len(tied) < 2:
        return None
    values = compare_tied([one.player for one in evening.book.standings], [one.player for one in tied], line.parted_by)
    players = [{"name": one.player.name, "place": one.place, **_name_value(values, one.player)} for one in tied]
    return {"parted_by": line.parted_by or None, "players": players}


def _name_value(values: Mapping[int, int], player: Player) -> Json:
    return {"value": values[player.number]} if values else {}


def _describe_next(ranked: Sequence[Standing], line: Standing, step: int) -> Json | None:
    """The next place above or below: who has it, and how many points away; None if there is none."""
    if line.player.withdrawn or not line.player.sittings:
        return None
    places = sorted({one.place for one in ranked})
    at = places.index(line.place) + step
    if not 0 <= at < len(places):
        return None
    there = [one for one in ranked if one.place == places[at]]
    total, worth = there[0].player.total, abs(there[0].worth - line.worth)
    points = write_score(worth)
    return {"place": places[at], "names": [one.player.name for one in there], "total": total, "points": points}

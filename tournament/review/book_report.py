"""The report: everything the book knows, as one JSON document. Its format is public, see `docs/report.md`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scanner.sheet_reading import Reading
from scoring.counting.game_json import describe_game
from scoring.counting.rules import RuleSet
from scoring.findings import Proposal
from texts.labels import NO_LABELS, Labels
from texts.languages import Lang
from tournament.evening.book import Book
from tournament.evening.counted_sheets import CountedSheet
from tournament.evening.roster import Seated
from tournament.judging.judged_sheet import JudgedRow, Posterior, WholeExplanation
from tournament.judging.limits.judging_limits import CERTAINTY
from tournament.judging.offers import find_accepted
from tournament.judging.written_sheet import Typing
from tournament.remarks import Doubt, attribute_faults
from tournament.standings.places import Standing

Json = dict[str, Any]
"""A JSON object: strings, numbers, booleans, None, lists and objects."""

VERSION = 1


def make_report(book: Book, *, program: str, lang: Lang = "de") -> Json:
    """The whole report; messages in `lang`, everything else alike in every language."""
    sheets = []
    for entry, seated in zip(book.entries, book.seated, strict=True):
        with attribute_faults(entry.number):
            sheets.append(_describe_sheet(book.rules, entry, seated, lang))
    return {
        "kiebitz": VERSION,
        "program": program,
        "rules": {"id": book.rules.id, "version": book.rules.version},
        "sheets": sheets,
        "findings": [
            {"round": matter.round, **describe_finding(finding, lang)}
            for matter in book.matters
            for finding in matter.findings
        ],
        "standings": [_describe_standing(standing) for standing in book.standings],
        "silent_errors": {
            "rows": book.trust.rows,
            "expected": round(book.trust.expected, 6),
            "most": book.trust.most,
            "certainty": CERTAINTY,
        },
        "unusable": [
            {
                "photo": one.photo,
                "sha256": one.photo_sha256,
                "code": one.problem.code,
                "message": one.problem.in_(lang),
            }
            for one in book.unusable
        ],
        "photos": [{"photo": photo, "sha256": sha256} for photo, sha256 in book.photos],
        "thresholds": {name: float(value) for name, value in book.limits.list_thresholds()},
    }


def _describe_sheet(rules: RuleSet, entry: CountedSheet, seated: Sequence[Seated], lang: Lang) -> Json:
    sheet, of_sheet = entry.sheet, entry.make_labels("", named=False)
    source = sheet.source
    fields = source.head | {r.id: r for r in source.signatures if r is not None} | source.readings_by_id()
    return {
        "sheet": entry.number,
        "photo": sheet.source.photo,
        "page": sheet.source.page,
        "layout": sheet.source.layout,
        "round": entry.round,
        "table": entry.table,
        "players": [
            {"seat": seat, "name": who.name, "source": who.source, "printed": who.doubt}
            for seat, who in enumerate(seated, 1)
        ],
        "status": sheet.status,
        "typed": _describe_typing(sheet.source.typed),
        "rows": [describe_row(rules, row, lang, entry.make_labels(row.place, named=False)) for row in sheet.shown_rows],
        "sums": {
            "written": list(sheet.sums),
            "counted": list(sheet.totals),
            "miscounted": [odds and round(odds.miscounted, 6) for odds in sheet.sum_odds],
            "misread": [odds and round(odds.misread, 6) for odds in sheet.sum_odds],
            "posterior": _list_posterior(sheet.posterior),
        },
        "explanation": _describe_whole(sheet.explanation),
        "findings": [describe_finding(finding, lang, of_sheet) for finding in sheet.findings],
        "look": [_describe_look(field, fields) for field in sheet.look],
    }


def _describe_typing(typed: Typing | None) -> Json | None:
    """Who typed the sheet, None if a photograph shows it."""
    if typed is None:
        return None
    return {"by": typed.by, "when": typed.when, "source": typed.source, "reason": typed.reason, "entry": typed.entry}


def describe_row(rules: RuleSet, row: JudgedRow, lang: Lang, labels: Labels) -> Json:
    """One row in the form of the report."""
    cells, key, found = {one.id: one for one in row.source.readings}, find_accepted(row), row.explanation
    return {
        "game": row.game,
        "written": list(row.written),
        "points": list(row.points),
        "solo": row.solo,
        "offence": row.offence,
        "soloist": row.soloist,
        "details": describe_game(rules, row.details) if row.details else None,
        "status": row.status,
        "provisional": row.provisional,
        "findings": [describe_finding(finding, lang, labels, key) for finding in row.findings],
        "chosen": [
            {"field": c.field, "ink": c.ink, "read": c.read, "chosen_by": c.rule, "share": round(c.share, 6)}
            for c in row.chosen
        ],
        "look": [_describe_look(field, cells) for field in row.look],
        "miscounted": round(row.odds.miscounted, 6) if row.odds else None,
        "misread": round(row.odds.misread, 6) if row.odds else None,
        "posterior": _list_posterior(row.posterior),
        "explanation": found and {"whose": found.whose, "changes": _list_changes(found.changes)},
    }


def _list_posterior(posterior: Posterior) -> Json:
    """By field the pairs of a reading and its probability."""
    return {name: [[text, round(chance, 6)] for text, chance in shares] for name, shares in posterior.items()}


def _describe_whole(found: WholeExplanation | None) -> Json | None:
    if found is None:
        return None
    return {
        "misread": _list_changes(found.misread),
        "miscounted": _list_changes(found.miscounted),
        "complete": found.complete,
    }


def _list_changes(changes: Proposal) -> list[Json]:
    return [{"field": change.field, "written": change.written, "proposed": change.proposed} for change in changes]


def describe_finding(finding: Doubt, lang: Lang, labels: Labels = NO_LABELS, key: Proposal | None = None) -> Json:
    """One finding, seats by their numbers; its `proposal` is None, or the changes that would put it right. `key`: the
    proposal that the Enter key accepts."""
    proposal = None if finding.proposal is None else _list_changes(finding.proposal)
    return {
        "code": finding.code,
        "message": finding.message(lang, labels),
        "severity": finding.severity,
        "fields": list(finding.fields),
        "proposal": proposal,
        "key": key is not None and finding.severity != "note" and finding.proposal == key,
    }


def _describe_look(field: str, cells: dict[str, Reading]) -> Json:
    """A field that a person should look at: where it is in the photograph, and its ink's candidates."""
    reading = cells.get(field)
    if reading is None:
        return {"field": field, "text": None, "candidates": [], "quad_px": None, "flags": []}
    return {
        "field": field,
        "text": reading.text,
        "candidates": [list(pair) for pair in reading.candidates],
        "quad_px": [list(corner) for corner in reading.quad_px],
        "flags": list(reading.flags),
    }


def _describe_standing(standing: Standing) -> Json:
    player = standing.player
    return {
        "place": standing.place,
        "shared": standing.shared,
        "name": player.name,
        "total": player.total,
        "rounds": [{"round": number, "points": points} for number, points in player.rounds],
        "solos_won": player.solos_won,
        "open_rows": player.open_rows,
        "open_items": player.open_items,
    }

"""The report: everything the book knows, as one JSON document. Its format is public: `docs/report.md`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from scanner.reading import Reading
from scoring.findings import Proposal
from scoring.wire.lines import describe_game
from texts.languages import Lang
from tournament.evening.book import Book, Unusable
from tournament.evening.roster import Seated
from tournament.evening.standings import Entry, Standing
from tournament.faults import about
from tournament.judging.row.judged import Explanation, JudgedRow, Posterior, WholeExplanation
from tournament.judging.trust import CERTAINTY, Trust
from tournament.remarks import Doubt

Json = dict[str, Any]
"""A JSON object: strings, numbers, booleans, None, lists and objects."""

VERSION = 1


def report_json(book: Book, *, program: str, lang: Lang = "de") -> Json:
    """The whole report; messages in `lang`, everything else alike in every language."""
    return {
        "kiebitz": VERSION,
        "program": program,
        "rules": {"id": book.rules.id, "version": book.rules.version},
        "sheets": [_sheet(entry, seated, lang) for entry, seated in zip(book.entries, book.seated, strict=True)],
        "findings": [
            {"round": matter.round, **finding_json(finding, lang)}
            for matter in book.matters for finding in matter.findings
        ],
        "standings": [_standing(standing) for standing in book.standings],
        "silent_errors": _silent_errors(book.trust),
        "unusable": [_unusable(entry, lang) for entry in book.unusable],
        "photos": [{"photo": photo, "sha256": sha256} for photo, sha256 in book.photos],
        "thresholds": {name: float(value) for name, value in book.limits.as_rows()},
    }


def _silent_errors(trust: Trust) -> Json:
    return {"rows": trust.rows, "expected": round(trust.expected, 6), "most": trust.most, "certainty": CERTAINTY}


def _sheet(entry: Entry, seated: Sequence[Seated], lang: Lang) -> Json:
    with about(entry.number):
        return _told(entry, seated, lang)


def _told(entry: Entry, seated: Sequence[Seated], lang: Lang) -> Json:
    sheet = entry.sheet
    return {
        "sheet": entry.number,
        "photo": sheet.source.photo,
        "page": sheet.source.page,
        "layout": sheet.source.layout,
        "round": entry.round,
        "table": entry.table,
        "players": [_seated(seat, who) for seat, who in enumerate(seated, 1)],
        "status": sheet.status,
        "rows": [_row(row, lang) for row in sheet.told_rows],
        "sums": {
            "written": list(sheet.sums), "counted": list(sheet.totals),
            "miscounted": [odds and round(odds.miscounted, 6) for odds in sheet.sum_odds],
            "misread": [odds and round(odds.misread, 6) for odds in sheet.sum_odds],
            "posterior": _posterior(sheet.posterior),
        },
        "explanation": _whole(sheet.explanation),
        "findings": [finding_json(finding, lang) for finding in sheet.findings],
        "look": [_look(field, _fields(entry)) for field in sheet.look],
    }


def _row(row: JudgedRow, lang: Lang) -> Json:
    cells = {reading.id: reading for reading in row.source.readings}
    return {
        "game": row.game,
        "written": list(row.written),
        "points": list(row.points),
        "solo": row.solo,
        "offence": row.offence,
        "soloist": row.soloist,
        "details": describe_game(row.details) if row.details else None,
        "status": row.status,
        "findings": [finding_json(finding, lang) for finding in row.findings],
        "chosen": [
            {"field": c.field, "ink": c.ink, "read": c.read, "chosen_by": c.rule, "share": round(c.share, 6)}
            for c in row.chosen
        ],
        "look": [_look(field, cells) for field in row.look],
        "miscounted": round(row.odds.miscounted, 6) if row.odds else None,
        "misread": round(row.odds.misread, 6) if row.odds else None,
        "posterior": _posterior(row.posterior),
        "explanation": _explanation(row.explanation),
    }


def _posterior(posterior: Posterior) -> Json:
    return {name: _shares(told) for name, told in posterior.items()}


def _explanation(found: Explanation | None) -> Json | None:
    return {"whose": found.whose, "changes": _changes(found.changes)} if found else None


def _whole(found: WholeExplanation | None) -> Json | None:
    if found is None:
        return None
    return {"misread": _changes(found.misread), "miscounted": _changes(found.miscounted), "complete": found.complete}


def _changes(changes: Proposal) -> list[Json]:
    return [{"field": change.field, "written": change.written, "proposed": change.proposed} for change in changes]


def _shares(told: Iterable[tuple[str, float]]) -> list[list[str | float]]:
    return [[text, round(chance, 6)] for text, chance in told]


def finding_json(finding: Doubt, lang: Lang) -> Json:
    """One finding; `proposal` is None or the changes that would mend it."""
    proposal = None if finding.proposal is None else _changes(finding.proposal)
    return {"code": finding.code, "message": finding.message(lang), "severity": finding.severity,
            "fields": list(finding.fields), "proposal": proposal}


def _fields(entry: Entry) -> dict[str, Reading]:
    source = entry.sheet.source
    return {r.id: r for r in (*source.names, *source.signatures) if r is not None} | source.readings_by_id()


def _look(field: str, cells: dict[str, Reading]) -> Json:
    """A field for a person's eyes: where it is in the photograph and what the ink may say."""
    reading = cells.get(field)
    if reading is None:
        return {"field": field, "text": None, "candidates": [], "quad_px": None, "flags": []}
    return {"field": field, "text": reading.text, "candidates": [list(pair) for pair in reading.candidates],
            "quad_px": [list(corner) for corner in reading.quad_px], "flags": list(reading.flags)}


def _seated(seat: int, who: Seated) -> Json:
    return {"seat": seat, "name": who.name, "source": who.source, "printed": who.doubt}


def _standing(standing: Standing) -> Json:
    player = standing.player
    return {
        "place": standing.place, "shared": standing.shared, "name": player.name, "total": player.total,
        "rounds": [{"round": number, "points": points} for number, points in player.rounds],
        "solos_won": player.solos_won, "open_rows": player.open_rows, "open_items": player.open_items,
    }


def _unusable(entry: Unusable, lang: Lang) -> Json:
    problem = entry.problem
    return {"photo": entry.photo, "sha256": entry.photo_sha256, "code": problem.code,
            "message": problem.message_en if lang == "en" else problem.message_de}

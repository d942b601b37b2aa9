"""What waits for a person, with the names that `kiebitz decide` knows: what can change a place comes first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from scoring.findings import Proposal
from scoring.wording import write_points
from texts.languages import Lang
from tournament.evening.book import Book
from tournament.evening.effects import UNKNOWN, Effect, measure_matter, measure_row
from tournament.evening.items import Matter, list_round_matters, list_sheet_matters, name_row_item
from tournament.evening.missing import RoundMatter
from tournament.evening.standings import CountedSheet
from tournament.judging.row.judged import JudgedRow
from tournament.judging.sheet.causes import list_settlings
from tournament.remarks import Doubt, Remark
from tournament.workbook.open_items import pick_telling

MISSING = ("evening.missing-table", "evening.missing-tables", "evening.missing-round")
"""The sentences that say which sheets are not in yet: that is no item, it is told beside the round."""


NOTHING: Mapping[str, float] = {}


@dataclass(frozen=True, slots=True)
class Waiting:
    """One item. `game`: the row's number, None for what is no row. `proposal`: the points that would be right, by seat,
    None without one. `matters`: by how much a look at it raises the chance that all prize places are right; of what
    nobody can weigh, such as two sheets of one table, 1.
    """

    item: str
    round: int | None
    table: int | None
    game: int | None
    codes: tuple[str, ...]
    sentence: str
    proposal: tuple[int | None, ...] | None
    effect: Effect
    matters: float


def list_waiting(book: Book, lang: Lang = "de", matters: Mapping[str, float] = NOTHING) -> list[Waiting]:
    """All that is open: what matters most first, then what may change the standings most; of equals rounds, then sheet
    by sheet. `matters`: by item, as far as it can be weighed."""
    found = [*_list_of_rounds(book.matters, lang), *(one for entry in book.entries for one in _list(book, entry, lang))]
    weighed = [replace(one, matters=matters.get(one.item, one.matters)) for one in found]
    return sorted(weighed, key=lambda one: (-one.matters, one.effect))


def _list_of_rounds(matters: Sequence[RoundMatter], lang: Lang) -> Iterator[Waiting]:
    for matter in list_round_matters(matters):
        findings = tuple(finding for finding in matter.findings if not is_missing(finding))
        if findings:
            number = int(matter.item[1:].partition(".")[0]) or None
            yield _make_matter(Matter(matter.item, findings), number, None, " ".join(f.message(lang) for f in findings))


def is_missing(finding: Doubt) -> bool:
    """Whether it says that a sheet is not in yet."""
    return isinstance(finding, Remark) and finding.sentence in MISSING


def _list(book: Book, entry: CountedSheet, lang: Lang) -> Iterator[Waiting]:
    for row in entry.sheet.open_rows:
        effect, findings = measure_row(book.rules, book.players, entry, row), pick_telling(row.findings)
        yield Waiting(
            name_row_item(entry.sheet.source, row.game), entry.round, entry.table, row.game, _list_codes(findings),
            _say(entry, findings, row.place, lang), find_proposal(row), effect, 0.0,
        )
    for matter in list_sheet_matters(entry.sheet):
        yield _make_matter(matter, entry.round, entry.table, _say(entry, matter.findings, "", lang))


def _make_matter(matter: Matter, round_: int | None, table: int | None, sentence: str) -> Waiting:
    effect = measure_matter(matter.findings)
    codes = _list_codes(matter.findings)
    return Waiting(matter.item, round_, table, None, codes, sentence, None, effect, float(effect == UNKNOWN))


def _list_codes(findings: Sequence[Doubt]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(finding.code for finding in findings if finding.severity != "note"))


def _say(entry: CountedSheet, findings: Sequence[Doubt], here: str, lang: Lang) -> str:
    labels = entry.make_labels(here)
    return " ".join(dict.fromkeys(finding.message(lang, labels) for finding in findings))


def find_proposal(row: JudgedRow) -> tuple[int | None, ...] | None:
    """The points that the row would have with its first proposal, or has where that counts already; without one the
    likeliest reading, where that counts for now."""
    proposals = [finding.proposal for finding in row.findings if finding.proposal and finding.severity != "note"]
    settlings = list_settlings(row) if proposals and not counts_already(row, proposals[0]) else ()
    if settlings:
        return settlings[0].points
    return row.points if row.provisional == "likeliest" and None not in _list_played(row) else None


def counts_already(row: JudgedRow, proposal: Proposal) -> bool:
    """Whether the row's points are as proposed: the likeliest reading counts until somebody decides."""
    points = {f"{row.place}.p{seat}": value for seat, value in enumerate(row.points, 1)}
    return all(change.field in points and points[change.field] == change.proposed for change in proposal)


def _list_played(row: JudgedRow) -> tuple[int | None, ...]:
    """The points without the one None of the seat that sits out."""
    missing = [value for value in row.points if value is None]
    return tuple(v for v in row.points if v is not None) if len(row.points) > 4 and len(missing) == 1 else row.points


def write_all_points(points: Sequence[int | None]) -> list[str]:
    """By seat as people write them: "+6", "-2", "" for the seat that sits out."""
    return ["" if value is None else write_points(value) for value in points]

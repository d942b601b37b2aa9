"""The items of the worksheet `Prüfung` as plain values: everything that waits for a person, with the findings
needed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from scanner.sheet_reading import Reading
from scoring.findings import Finding, write_proposal
from texts.field_ids import make_seat_id, parse_field
from texts.labels import Labels
from texts.languages import Lang
from texts.sentences import say
from tournament.evening.asked_together import list_bock_offers, name_block_item, say_block
from tournament.evening.book import Book
from tournament.evening.counted_sheets import CountedSheet
from tournament.evening.item_names import (
    SeatOrder,
    list_round_matters,
    name_matter_item,
    name_round_item,
    name_row_item,
    read_seat_order,
)
from tournament.evening.missing_sheets import is_missing
from tournament.evening.sheet_remarks import find_unnamed_seat
from tournament.evening.struck_rows import Doubled, list_doubled
from tournament.judging.details.say_details import Hint
from tournament.judging.judged_sheet import JudgedRow, JudgedSheet, WholeExplanation, about_sums, all_in
from tournament.judging.offers import is_unsure, list_offers, write_settled
from tournament.judging.onesided import tells_rest
from tournament.remarks import Doubt, Remark, RoundText, attribute_faults
from tournament.review.game_rows import (
    RowChoice,
    choose_offer,
    choose_strike,
    list_choices,
    name_game,
    name_photo,
    name_row,
)
from tournament.review.open_effects import OUT, UNKNOWN, Effect, Totals, measure_matter, measure_row
from tournament.review.telling_findings import mends_sums, pick_telling, tell_hanging, tell_matter


@dataclass(frozen=True, slots=True)
class OpenItem:
    """One line of the worksheet `Prüfung`: a row, a sum or a name that a person must settle, what is missing of a
    round, or a photograph that is not counted.

    `fields`: what the picture shows. `framed`: the ids of those in doubt, () if all are. `game`: the row's name in the
    worksheet `Spiele`, "" if it is no row. `choice`: the possible decisions on that row. `seat`: the seat whose name is
    asked for, 0 for other items. `order`: the order of the seats that is asked about. `together`: the rows that one
    question is about, with what they count once it is accepted. `doubled`: the rows that may be struck as
    written twice. `missing`: it only says that sheets are not in yet.
    `item`: its name for commands ("r1.t3.g14"), "" for a photograph. A round and a photograph that is not counted have
    neither sheet nor entry.
    """

    sheet: int | None
    photo: str
    place: str
    names: tuple[str, ...]
    written: tuple[str, ...]
    findings: tuple[str, ...]
    proposals: tuple[str, ...]
    entry: CountedSheet | None
    fields: tuple[Reading, ...]
    game: str = ""
    seat: int = 0
    effect: Effect = UNKNOWN
    item: str = ""
    framed: tuple[str, ...] = ()
    choice: RowChoice | None = None
    order: SeatOrder | None = None
    together: tuple[tuple[str, RowChoice], ...] = ()
    missing: bool = False
    doubled: tuple[tuple[str, RowChoice], ...] = ()


_HARDLY = 0.01
"""A probability below this is not worth showing to a person."""

_FEW = 3
"""Explanations of a whole sheet with more fields than this are not shown to people; the report has them all."""


def list_open_items(book: Book, lang: Lang) -> list[OpenItem]:
    """All open items: first those because of which a result may be missing in the standings, then those that may change
    them most. Of equals: missing parts of rounds, photographs that are not counted, then sheet by sheet its rows and
    the sheet as a whole."""
    of_rounds = _list_round_items(book, lang)
    photo = say(lang, "workbook.place.photo")
    of_photos = [
        OpenItem(None, one.photo, photo, (), (), (one.problem.in_(lang),), (), None, (), effect=OUT)
        for one in book.unusable
    ]
    totals = Totals.from_players(book.players)
    of_sheets: list[OpenItem] = []
    for entry in book.entries:
        with attribute_faults(entry.number):
            of_sheets += [_make_row_item(totals, entry, row, lang) for row in entry.asked_rows]
            of_sheets += [_make_block_item(totals, entry, lang)] if entry.block else []
            of_sheets += [_make_matter_item(entry, tell_matter(found), lang) for found in entry.sheet.open_matters]
    return sorted(of_rounds + of_photos + of_sheets, key=lambda item: item.effect)


def _make_row_item(totals: Totals, entry: CountedSheet, row: JudgedRow, lang: Lang) -> OpenItem:
    shown = pick_telling(row.findings)
    item = _make_item(entry, name_row(entry, row, lang), row.place, row.written, shown, row.source.readings, lang)
    hanging = [one.message(lang, entry.make_labels(row.place)) for one in tell_hanging(entry, row)]
    proposals = _list_proposals(entry, row, item.proposals, lang)
    first, others = proposals[:1], proposals[1:]
    if is_unsure(row):  # no proposal is far likelier than the others
        others = tuple(say(lang, "fields.other-change", change=one) for one in others)
    return replace(
        item,
        game=name_game(entry, row, lang),
        findings=(*item.findings, *_say_caused(entry, row, lang), *_say_whose(row, shown, lang), *hanging),
        item=name_row_item(entry.sheet.source, row.game),
        effect=measure_row(totals, entry, row),
        framed=find_doubtful(row, shown),
        choice=list_choices(row, shown, plain=not tells_rest(entry.sheet)),
        doubled=_list_strikes(entry, list_doubled(entry.sheet, list_caused(entry.sheet, row), row), lang),
        proposals=(*first, *others),
    )


def _make_block_item(totals: Totals, entry: CountedSheet, lang: Lang) -> OpenItem:
    """The question of the missing Bock crosses, with what each row counts then; the picture shows the first row."""
    pairs = list_bock_offers(entry)
    rows = [row for row, _ in pairs]
    proposals = tuple(f"{name_row(entry, row, lang)}: {write_settled(offer.settled, lang)}" for row, offer in pairs)
    item = _make_item(entry, say(lang, "workbook.place.whole-sheet"), "", (), (), rows[0].source.readings, lang)
    return replace(
        item,
        item=name_block_item(entry.sheet),
        findings=(say_block(entry, lang),),
        proposals=proposals,
        effect=min(measure_row(totals, entry, row) for row in rows),
        framed=tuple(change.field for change in pairs[0][1].proposal),
        together=tuple((name_game(entry, row, lang), choose_offer(row, offer)) for row, offer in pairs),
    )


def _list_proposals(entry: CountedSheet, row: JudgedRow, told: Sequence[str], lang: Lang) -> tuple[str, ...]:
    """The proposals in words, each with the row as it then counts if a cross counts then."""
    labels = entry.make_labels(row.place)
    rows = {one.spell(lang, labels): one.spell_with_crosses(lang, labels) for one in list_offers(row)}
    return tuple(rows.get(one, one) for one in told)


def find_doubtful(row: JudgedRow, findings: Sequence[Doubt]) -> tuple[str, ...]:
    """The ids of the fields to look at: those that a proposal changes, else those whose ink is hard to read, else those
    asked about; () if that is the whole row."""
    proposed = {change.field for finding in findings for change in finding.proposal or ()}
    hard = {reading.id for reading in row.source.readings if reading.flags and reading.id in row.look}
    found = proposed or hard or set(row.look)
    cells = [reading.id for reading in row.source.readings if parse_field(reading.id).is_points]
    every = len(found.intersection(cells)) == len(cells)
    return () if every else tuple(reading.id for reading in row.source.readings if reading.id in found)


def _say_caused(entry: CountedSheet, row: JudgedRow, lang: Lang) -> tuple[str, ...]:
    """Sentences on what else is right once the row is: one for all sums, the others as on the sheet."""
    labels, caused = entry.make_labels(row.place), entry.sheet.caused.get(row.game, ())
    sums_too = any(map(about_sums, caused)) and not mends_sums(row.findings)
    sums = (say(lang, "workbook.item.sums-too"),) if sums_too else ()
    return (*sums, *(finding.message(lang, labels) for finding in list_caused(entry.sheet, row)))


def list_caused(sheet: JudgedSheet, row: JudgedRow) -> tuple[Doubt, ...]:
    """The findings on the sheet that the row causes, without those on sums."""
    return tuple(finding for finding in sheet.caused.get(row.game, ()) if not about_sums(finding))


def _say_whose(row: JudgedRow, shown: Sequence[Doubt], lang: Lang) -> tuple[str, ...]:
    """A sentence on whose mistake a wrong row is, if the other possibility is hardly likely. It is left out for
    players' mistakes that the findings name already, or describe in several sentences."""
    broken = any(finding.severity == "error" for finding in row.findings)
    if row.odds is None or not broken:
        return ()
    if row.odds.misread < _HARDLY < row.odds.miscounted:
        is_said = len(shown) > 1 or any(map(_names_slip, shown))
        return () if is_said else (say(lang, "workbook.item.clear"),)
    unread = any(finding.code == "illegible" for finding in row.findings)  # which says so already
    misread = row.odds.miscounted < _HARDLY < row.odds.misread and not unread
    return (say(lang, "workbook.item.misread"),) if misread else ()


def _names_slip(finding: Doubt) -> bool:
    """Whether the finding names the players' mistake."""
    hint = finding.gaps.get("hint") if isinstance(finding, Remark) else None
    untripled = isinstance(finding, Finding) and finding.sentence == "faults.row.untripled"
    return untripled or (isinstance(hint, Hint) and bool(hint.slips))


def _make_matter_item(entry: CountedSheet, findings: Sequence[Doubt], lang: Lang) -> OpenItem:
    """One of the sheet's own matters: all findings on the sum row together, any other finding by itself."""
    if about_sums(findings[0]):
        cells = tuple(reading for reading in entry.sheet.source.sums if reading is not None)
        place = say(lang, "workbook.place.sum-row")
        item = _make_item(entry, place, "sum", entry.sheet.sums, findings, cells, lang)
        words = (*item.findings, *_explain_sheet(entry, lang))
        framed = tuple(field for finding in findings for field in finding.fields)
        return replace(item, findings=words, effect=measure_matter(findings), framed=framed)
    order = read_seat_order(findings)
    seats = range(1, len(entry.names) + 1)
    pictured = tuple(make_seat_id("name", seat) for seat in seats) if order else findings[0].fields
    names = order is not None or all_in(findings[0], "name")
    place = say(lang, "workbook.place.names-row" if names else "workbook.place.whole-sheet")
    item = _make_item(entry, place, "", (), findings, _find_pictured(entry.sheet, pictured), lang)
    return replace(
        item,
        seat=find_unnamed_seat(findings[0]),
        order=order,
        effect=measure_matter(findings),
        doubled=_list_strikes(entry, list_doubled(entry.sheet, findings), lang),
    )


def _list_strikes(entry: CountedSheet, doubled: Sequence[Doubled], lang: Lang) -> tuple[tuple[str, RowChoice], ...]:
    """The rows that may be struck, each with that choice."""
    struck = {one.struck for one in doubled}
    return tuple((name_game(entry, row, lang), choose_strike(row)) for row in entry.sheet.rows if row.game in struck)


def _explain_sheet(entry: CountedSheet, lang: Lang) -> tuple[str, ...]:
    """A sentence with the few numbers that would explain rows and sums together. None if only sums are wrong, as each
    has its own finding; none if many fields are wrong, as the rows' own findings say more."""
    found = entry.sheet.explanation
    fields = [change.field for change in (*found.misread, *found.miscounted)] if found else []
    if found is None or all(parse_field(field).is_sum for field in fields):
        return ()
    unsearched = () if found.complete else (say(lang, "workbook.item.not-all-searched"),)
    if len(fields) > _FEW or not all(parse_field(field).is_points for field in fields):
        return unsearched
    return (_say_changes(found, lang, entry.make_labels("")), *unsearched)


def _say_changes(found: WholeExplanation, lang: Lang, labels: Labels) -> str:
    misread, miscounted = (write_proposal(changes, lang, labels) for changes in (found.misread, found.miscounted))
    if misread and miscounted:
        return say(lang, "workbook.item.misread-and-miscounted", misread=misread, miscounted=miscounted)
    if misread:
        return say(lang, "workbook.item.all-misread", misread=misread)
    return say(lang, "workbook.item.all-miscounted", miscounted=miscounted)


def _list_round_items(book: Book, lang: Lang) -> list[OpenItem]:
    """What is asked or missing of the rounds; no sheet shows it, so it has no picture."""
    rounds = {name_round_item(one, finding): one.round for one in book.matters for finding in one.findings}
    return [
        OpenItem(
            *(None, "", RoundText(rounds[matter.item]).in_(lang), (), ()),
            tuple(finding.message(lang) for finding in matter.findings),
            *((), None, ()),
            item=matter.item,
            missing=all(map(is_missing, matter.findings)),
        )
        for matter in list_round_matters(book.matters)
    ]


def _make_item(
    entry: CountedSheet,
    place: str,
    here: str,
    written: tuple[str, ...],
    findings: Sequence[Doubt],
    fields: tuple[Reading, ...],
    lang: Lang,
) -> OpenItem:
    """The item. `here`: the row of the paper, which its sentences need not name again."""
    labels = entry.make_labels(here)
    proposals = tuple(dict.fromkeys(text for f in findings if (text := f.proposal_text(lang, labels))))
    messages = tuple(dict.fromkeys(finding.message(lang, labels) for finding in findings))
    names = entry.call_seats(lang)
    item = name_matter_item(entry.sheet.source, findings) if findings else ""
    return OpenItem(
        entry.number, name_photo(entry, lang), place, names, written, messages, proposals, entry, fields, item=item
    )


def _find_pictured(sheet: JudgedSheet, fields: Sequence[str]) -> tuple[Reading, ...]:
    """The fields that a picture can show: names and sums of the sheet, or the cells of one row."""
    source = sheet.source
    heads = source.head | {r.id: r for r in (*source.sums, *source.signatures) if r is not None}
    shown = tuple(heads[field] for field in fields if field in heads)
    if shown:
        return shown
    rows = [row for row in source.rows if any(reading.id in fields for reading in row.readings)]
    return rows[0].readings if len(rows) == 1 else ()

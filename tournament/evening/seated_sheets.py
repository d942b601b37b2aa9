"""The players at a sheet: who sat at each seat, and what is remarked on it that no other sheet needs to say.

Remembered with sheet and roster, as an evening is counted again after each decision.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from scoring.counting.rules import RuleSet
from texts.languages import Lang
from tournament.evening.counted_sheets import CountedSheet
from tournament.evening.held_back import find_misplaced
from tournament.evening.roster import Roster, Seated, prove_names
from tournament.evening.sheet_places import find_missing_place
from tournament.evening.sheet_remarks import (
    add_remarks,
    check_draw,
    find_doubtful_names,
    find_off_draw,
    find_seat_order,
    find_stray_place,
)
from tournament.evening.struck_rows import note_ticked
from tournament.judging.causes import attach_to_causes
from tournament.judging.judged_sheet import JudgedSheet
from tournament.judging.written_sheet import NOWHERE
from tournament.last_results import LastResults
from tournament.remarks import Doubt, Log, Remark, try_or_remark

SeatedSheet = tuple[CountedSheet, tuple[Seated, ...]]
_ROSTERS, _SEATED = LastResults[Roster](), LastResults[SeatedSheet]()


def find_same_roster(roster: Roster) -> Roster:
    """The roster of the last time, if it was equal: as one object it is compared at once for each sheet."""
    return _ROSTERS.recall(roster.tournament, (roster,), lambda: roster)


def seat_at_table(
    rules: RuleSet, number: int, sheet: JudgedSheet, roster: Roster, lang: Lang, log: Log, same: int = 0
) -> SeatedSheet:
    """The sheet with its players' names, or the seats' labels. `same`: its number if another is called the same."""
    key, ground = (lang, number, sheet.source.identity), (rules, sheet, roster, same)
    bare = CountedSheet(number, sheet, (), same=same)

    def seat_players() -> SeatedSheet:
        then = roster.at(sheet.source.round)
        seated = _find_players(sheet, number, then, bare.label_seats(lang))
        return replace(_make_entry(rules, number, sheet, seated, then), same=same), seated

    def label_seats(why: Remark) -> SeatedSheet:
        labels = bare.label_seats(lang)
        seated = tuple(Seated(label, "label") for label in labels)
        return replace(bare, sheet=add_remarks(sheet, (why,)), names=labels), seated

    return try_or_remark(lambda: _SEATED.recall(key, ground, seat_players), "evening.unchecked-names", log, label_seats)


def _make_entry(
    rules: RuleSet, number: int, sheet: JudgedSheet, seated: tuple[Seated, ...], roster: Roster
) -> CountedSheet:
    """The sheet with its players, and with remarks on doubtful names, a missing round and the draw."""
    known = tuple("" if seat.source == "label" else seat.name for seat in seated)
    entry = CountedSheet(number, attach_to_causes(rules, sheet), tuple(seat.name for seat in seated), known)
    drawn = check_draw(rules, entry, seated, roster)
    doubts: tuple[Doubt, ...] = (
        *note_ticked(sheet.source),
        *find_doubtful_names(entry, seated),
        *find_seat_order(entry, seated, roster),
        *find_missing_place(entry, roster),
        *(find_stray_place(entry, roster) or find_misplaced(entry, seated, roster)),
        *drawn,
        *find_off_draw(rules, entry, seated, roster),
    )
    return replace(entry, sheet=add_remarks(entry.sheet, doubts))


def _find_players(sheet: JudgedSheet, number: int, roster: Roster, labels: Sequence[str]) -> tuple[Seated, ...]:
    """Who sat at each seat. Print is trusted where the sheet's code says that names are printed."""
    source, code = sheet.source, sheet.source.code
    print_known = code is not None and code.named
    matchable = code is None and roster.players  # a foreign sheet's names may be handwriting: only the list's
    printed = source.names if print_known or matchable else (None,) * source.seats
    drawn = () if code is None else roster.find_drawn(source.round, source.table)
    checks = () if code is None else code.checks
    if code is not None and source.moved != NOWHERE:  # its names are those of the table that it was printed for
        printed = prove_names(printed, roster.find_drawn(code.round, code.table), checks)
    seated = roster.name_seats(number, source.photo, printed, labels, drawn, checks, source.starts)
    names = [roster.find_seated(source.round, one.name, drawn) for one in seated]
    return tuple(
        replace(one, name=name if one.source in ("given", "label") else roster.name_today(name))
        for one, name in zip(seated, names, strict=True)
    )

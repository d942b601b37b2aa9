"""The note that is shown wherever something counts that was typed and no photograph shows: which table, who, when, from
what, and why; and who sat there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from texts.languages import Lang
from texts.sentences import Moment, Phrase, say
from tournament.evening.counted_sheets import CountedSheet
from tournament.evening.roster import Roster, is_written
from tournament.evening.sheet_intake import KeptSheet
from tournament.judging.written_sheet import Typing, WrittenSheet


@dataclass(frozen=True, slots=True)
class TypedNote:
    """The note that the sheet of a table was typed. `totals_only`: whether only its totals are known."""

    round: int | None
    table: int | None
    typed: Typing
    totals_only: bool

    def in_(self, lang: Lang) -> str:
        """For example: Runde 1, Tisch 3, nur Summen, nach Bierdeckel (Rita, 21.11. 22:05: Bogen verloren)."""
        what = Phrase(f"evening.typed.{'totals' if self.totals_only else 'games'}")
        source = Phrase("chronicle.typed-from", {"source": self.typed.source}) if self.typed.source else ""
        gaps = {"round": self.round, "table": self.table, "what": what, "source": source}
        who = {"by": self.typed.by, "when": Moment(self.typed.when).write_short(lang), "reason": self.typed.reason}
        return say(lang, "evening.typed.note", **gaps, **who)


def note_typed(entry: CountedSheet) -> TypedNote | None:
    """The note on that sheet, or on rows that count as typed although a photograph differs; None if nothing counts as
    typed."""
    typed = entry.typing
    return None if typed is None else TypedNote(entry.round, entry.table, typed, entry.sheet.source.totals_only)


def list_typed_notes(entries: Sequence[CountedSheet]) -> tuple[TypedNote, ...]:
    """One for each sheet that somebody typed, by round and table."""
    notes = list(filter(None, map(note_typed, entries)))
    return tuple(sorted(notes, key=lambda one: (one.round or 0, one.table or 0)))


def describe_typed(one: TypedNote, lang: Lang | None = None) -> dict[str, object]:
    """The note as JSON, and with a sentence if a language is given."""
    return {
        "round": one.round,
        "table": one.table,
        "by": one.typed.by,
        "when": one.typed.when,
        "source": one.typed.source,
        "reason": one.typed.reason,
        "totals_only": one.totals_only,
        "entry": one.typed.entry,
        **({} if lang is None else {"sentence": one.in_(lang)}),
    }


def find_typed_names(kept: Sequence[KeptSheet], roster: Roster) -> dict[tuple[str, int], str]:
    """By sheet and seat, in the form of names given by hand, the players that somebody typed, for seats at which the
    photograph has no name of its own."""
    found: dict[tuple[str, int], str] = {}
    for number, one in enumerate(kept, 1):
        if one.sheet.typed is None and one.typed:
            named = _name_seats(one.typed[0], roster)
            found |= {(str(number), seat): named[seat - 1] for seat in _list_nameless(one.sheet) if named[seat - 1]}
    return found


def _name_seats(typed: WrittenSheet, roster: Roster) -> list[str]:
    """By seat the typed names, else those of the typed start numbers; "" for none."""
    starts = [roster.at(typed.round).starts.get(int(one.text), "") if one else "" for one in typed.starts]
    return [name.text if name else start for name, start in zip(typed.names, starts, strict=True)]


def _list_nameless(sheet: WrittenSheet) -> list[int]:
    """The seats, from 1, at which neither a name is printed nor a start number written."""
    code = sheet.code
    blank = range(1, sheet.seats + 1) if code is None else code.unnamed_seats
    written = [box is not None and is_written(box) for box in sheet.starts]
    return [seat for seat in blank if not (written[seat - 1 : seat] or [False])[0]]

"""Every entry of a tournament's file in words: as a sentence on who did what and when, with its ink."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from texts.field_ids import parse_field
from texts.item_ids import parse_item, spell_place
from texts.languages import Lang
from texts.sentences import Moment, say
from tournament.evening.item_names import SAID
from tournament.filing.entry_names import choose_sentence, is_hash, list_gaps
from tournament.filing.opened.awarded_players import note_award
from tournament.form.form_words import say_settings
from tournament.human_decisions import Ink, list_denied
from tournament.record import clock_facts, facts, opening_facts, player_facts
from tournament.record.award_facts import Award, Awarded
from tournament.record.entries import Entry
from tournament.record.replay import Tournament
from tournament.record.sealed_rounds import find_subject
from tournament.remarks import RowText
from tournament.standings.prizes import name_euros

Topic = Literal["decisions", "sheets", "players", "file"]
TOPICS: tuple[Topic, ...] = get_args(Topic)
_TOPIC: Mapping[str, Topic] = {
    "decided": "decisions",
    "undone": "decisions",
    "closed": "decisions",
    "rows-struck": "decisions",
    "awarded": "decisions",
    "clock-started": "decisions",
    "clock-stopped": "decisions",
    "time-added": "decisions",
    "keying-asked": "decisions",
    "field-keyed": "decisions",
    "photographed": "sheets",
    "sheet-read": "sheets",
    "sheet-moved": "sheets",
    "sheet-typed": "sheets",
    "sheet-judged": "sheets",
    "opened": "file",
    "title-set": "file",
    "rounds-set": "file",
    "rules-set": "file",
    "prizes-set": "file",
    "list-set": "file",
    "list-dropped": "file",
    "exported": "file",
    "lost": "file",
}
"""By kind of entry; all others are about players."""


@dataclass(frozen=True, slots=True)
class ChronicleLine:
    """An entry in words.

    `when`: by the clock on the wall. `ink`: what its fields said then, as a sentence. `item`: the item that was
    decided, "" if it is no decision. `in_force`: for a decision that still holds its item; for a photograph that still
    counts the key of its sheet; else "". `is_sheet`: whether it is about such a photograph.
    """

    number: int
    when: str
    by: str
    words: str
    reason: str
    ink: str
    item: str
    in_force: str
    is_sheet: bool


@dataclass(frozen=True, slots=True)
class Chronicle:
    """A tournament's entries, with its state, which is needed to put them into words."""

    entries: Sequence[Entry]
    tournament: Tournament

    def list_authors(self) -> list[str]:
        """Everybody who made an entry."""
        return sorted({entry.by for entry in self.entries}, key=str.casefold)

    def list_tables(self) -> list[int]:
        """Every table that an entry is about."""
        return sorted({table for entry in self.entries if (table := self._find_table(entry)) is not None})

    def pick(self, by: str = "", topic: str = "", table: int | None = None) -> list[Entry]:
        """The entries of that person, topic and table, the newest first; "" and None for all."""
        return [
            entry
            for entry in reversed(self.entries)
            if by in ("", entry.by)
            and topic in ("", _TOPIC.get(entry.fact.kind, "players"))
            and table in (None, self._find_table(entry))
        ]

    def describe(self, entry: Entry, lang: Lang) -> ChronicleLine:
        """One entry in words."""
        named = entry.fact.item if isinstance(entry.fact, facts.Decided | facts.FieldKeyed) else ""
        item = self.tournament.names.follow(entry.number, named)
        ruling = self.tournament.decisions.get(item)
        in_force = item if ruling is not None and ruling.entry == entry.number else ""
        # it holds as long as the sheet's fields come from this photograph, or from what was typed here
        if isinstance(entry.fact, facts.SheetRead | facts.SheetTyped):
            key = self.tournament.names.follow(entry.number, entry.fact.sheet_key)
            state = self.tournament.sheets.get(key)
            in_force = key if state is not None and state.readings[-1] == entry.number else ""
        ink = _write_ink(entry.fact.ink, lang) if isinstance(entry.fact, facts.Decided) else ""
        when = Moment(entry.when).write_short(lang)
        words = self._say_entry(entry, lang)
        reason, is_sheet = getattr(entry.fact, "reason", ""), isinstance(entry.fact, facts.SheetRead | facts.SheetTyped)
        return ChronicleLine(entry.number, when, entry.by, words, reason, ink, item, in_force, is_sheet)

    def _say_entry(self, entry: Entry, lang: Lang) -> str:
        fact = entry.fact
        gaps = list_gaps(fact, self._name_player)
        if isinstance(fact, facts.Undone):
            gaps["what"] = self._say_entry(self.entries[fact.entry - 1], lang)
        if isinstance(fact, player_facts.FeeSet):
            gaps["fee"] = name_euros(fact.cents)
        if isinstance(fact, player_facts.FormSet):
            gaps["settings"] = say_settings(fact.settings)
        if isinstance(fact, opening_facts.PrizesSet):
            gaps["prizes"] = tuple(map(name_euros, fact.prizes)) or "–"
        if isinstance(fact, Awarded):
            note = note_award(Award(fact, entry.number, entry.by, entry.when), self._list_names())
            key = "chronicle.awarded-at" if fact.item else "chronicle.awarded"
            return say(lang, key, what=note.say_what(lang), place=note.name_place(lang))
        if isinstance(fact, player_facts.SeatedBy):
            gaps["places"] = len(fact.places)
        gaps["place"] = self.name_place(entry, lang)
        if isinstance(fact, facts.Decided):
            denied = list_denied(fact.solo, fact.offence)
            row = RowText(fact.points, bool(fact.solo), bool(fact.offence), "–", denied)
            gaps["points"] = row.spell(lang)
        if isinstance(fact, clock_facts.RowsStruck):
            gaps["how"] = say(lang, f"chronicle.struck-{fact.why}")
        if isinstance(fact, facts.SheetTyped):
            gaps |= {"points": RowText(fact.totals).spell(lang), "count": len(fact.rows)}
            gaps["source"] = say(lang, "chronicle.typed-from", source=fact.source) if fact.source else ""
        return say(lang, f"chronicle.{choose_sentence(fact)}", **gaps)

    def name_place(self, entry: Entry, lang: Lang) -> str:
        """The sheet or the row that the entry is about: "Runde 1, Tisch 3"."""
        return spell_place(facts.find_place(entry.fact), lang, self._find_photo(entry))

    def _find_photo(self, entry: Entry) -> str:
        """The name of the first photograph of the sheet that the entry is about, "" for none, and for one that is
        called by its hash."""
        key = parse_item(facts.find_place(entry.fact)).key
        sheet = self.tournament.names.about.get((entry.number, key))
        fact = None if sheet is None else self.entries[sheet - 1].fact
        photo = self.tournament.photos.get(fact.photo_sha256) if isinstance(fact, facts.SheetRead) else None
        return "" if photo is None or is_hash(photo.name) else photo.name

    def _list_names(self) -> dict[int, str]:
        return {player.start: player.name for player in self.tournament.players}

    def _name_player(self, start: int) -> str:
        player = self.tournament.find_player(start)
        return player.name if player is not None else str(start)

    def _find_table(self, entry: Entry) -> int | None:
        subject = find_subject(entry, self.entries)
        return parse_item(self.tournament.names.follow(subject.number, facts.find_place(subject.fact))).table


def _write_ink(ink: Ink, lang: Lang) -> str:
    """The points and crosses as inked, or what was asked about the sheet, as a sentence; "" for neither."""
    said = " ".join(text for field, text in ink if field == SAID)
    crosses = [
        say(lang, f"fields.mark-{column}")
        for field, text in ink
        if text and (column := parse_field(field).column) in ("solo", "offence")
    ]
    points = " ".join((*(text or "–" for field, text in ink if parse_field(field).kind == "p"), *crosses))
    return say(lang, "chronicle.asked" if said else "chronicle.ink", ink=said or points) if said or points else ""

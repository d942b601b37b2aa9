"""Every entry of a tournament's file as a sentence: who did what, when, and from which ink."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Literal, get_args

from texts.field_ids import parse_field
from texts.languages import Lang
from texts.sentences import Moment, say
from tournament.evening.decisions import list_denied
from tournament.evening.item_names import SAID, Ink, find_table, spell_place
from tournament.record.entries import Entry
from tournament.record.facts import (
    Closed,
    Decided,
    Fact,
    FieldKeyed,
    KeyingAsked,
    Paid,
    PlayerDropped,
    SheetJudged,
    SheetRead,
    Substituted,
    Undone,
)
from tournament.record.tournament_state import Tournament
from tournament.remarks import RowText

Topic = Literal["decisions", "sheets", "players", "file"]
TOPICS: tuple[Topic, ...] = get_args(Topic)
_TOPIC: Mapping[str, Topic] = {
    "decided": "decisions",
    "undone": "decisions",
    "closed": "decisions",
    "keying-asked": "decisions",
    "field-keyed": "decisions",
    "photographed": "sheets",
    "sheet-read": "sheets",
    "sheet-judged": "sheets",
    "opened": "file",
    "exported": "file",
    "lost": "file",
}
"""By kind of entry; all others are about players."""


@dataclass(frozen=True, slots=True)
class ChronicleLine:
    """An entry in words. `when`: by the clock on the wall; `ink`: what its fields said then, as a sentence; `item`:
    what was decided, "" for what is no decision; `in_force`: of a decision, the item whose decision it still is; of a
    photograph, the key of the sheet that it still shows. `is_sheet`: whether it is about such a photograph."""

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
    """A tournament's entries, with what it takes to say them."""

    entries: Sequence[Entry]
    tournament: Tournament

    def list_authors(self) -> list[str]:
        """Everybody who made an entry."""
        return sorted({entry.by for entry in self.entries}, key=str.casefold)

    def list_tables(self) -> list[int]:
        """Every table that an entry is about."""
        return sorted({table for entry in self.entries if (table := self._find_table(entry.fact)) is not None})

    def pick(self, by: str = "", topic: str = "", table: int | None = None) -> list[Entry]:
        """The entries of that person, topic and table, the newest first; "" and None for all."""
        return [
            entry
            for entry in reversed(self.entries)
            if by in ("", entry.by)
            and topic in ("", _TOPIC.get(entry.fact.kind, "players"))
            and table in (None, self._find_table(entry.fact))
        ]

    def tell(self, entry: Entry, lang: Lang) -> ChronicleLine:
        """One entry in words."""
        item = entry.fact.item if isinstance(entry.fact, Decided | FieldKeyed) else ""
        ruling = self.tournament.decisions.get(item)
        in_force = item if ruling is not None and ruling.entry == entry.number else ""
        if isinstance(entry.fact, SheetRead) and self._is_shown(entry.fact):
            in_force = entry.fact.sheet_key
        ink = _write_ink(entry.fact.ink, lang) if isinstance(entry.fact, Decided) else ""
        when = Moment(entry.when).write_short(lang)
        words = self._say_fact(entry.fact, lang)
        reason, is_sheet = getattr(entry.fact, "reason", ""), isinstance(entry.fact, SheetRead)
        return ChronicleLine(entry.number, when, entry.by, words, reason, ink, item, in_force, is_sheet)

    def _is_shown(self, fact: SheetRead) -> bool:
        """Whether the sheet's fields are those of this photograph."""
        state = self.tournament.sheets.get(fact.sheet_key)
        return state is not None and state.read == fact

    def _say_fact(self, fact: Fact, lang: Lang) -> str:
        gaps = {one.name: getattr(fact, one.name) for one in fields(fact)}
        gaps |= {
            "who": self._name_player(gaps.get("start", gaps.get("first"))),
            "other": self._name_player(gaps.get("second")),
        }
        if isinstance(fact, Undone):
            gaps["what"] = self._say_fact(self.entries[fact.entry - 1].fact, lang)
        gaps["place"] = spell_place(gaps.get("item", gaps.get("sheet_key", "")), lang)
        gaps["points"] = _spell_points(fact, lang) if isinstance(fact, Decided) else ""
        gaps["open_items"], gaps["count"] = len(gaps.get("open_items", ())), len(gaps.get("fields", ()))
        return say(lang, f"chronicle.{_choose_sentence(fact)}", **gaps)

    def _name_player(self, start: int | None) -> str:
        player = self.tournament.find_player(start) if start is not None else None
        return player.name if player is not None else str(start)

    def _find_table(self, fact: Fact) -> int | None:
        match fact:
            case Undone(entry=number):
                return self._find_table(self.entries[number - 1].fact)
            case (
                Decided(item=place) | FieldKeyed(item=place) | SheetRead(sheet_key=place) | SheetJudged(sheet_key=place)
            ):
                return find_table(place)
            case _:
                return None


def _choose_sentence(fact: Fact) -> str:
    """The sentence for an entry of that kind, where it has several."""
    match fact:
        case Decided(how=how, points=points):
            return f"decided.{how}" if points or how == "name" else "decided.matter"
        case FieldKeyed(text="?"):
            return "field-unreadable"
        case FieldKeyed(text=""):
            return "field-blank"
        case KeyingAsked(seed=seed) if seed:
            return "sample-asked"
        case PlayerDropped(after_round=0):
            return "player-withdrawn"
        case Substituted(name=""):
            return "plays-after-all"
        case Paid(paid=False):
            return "not-paid"
        case Closed(open_items=(_, *_)):
            return "signed-off"
        case _:
            return fact.kind


def _spell_points(fact: Decided, lang: Lang) -> str:
    """What the row counts since, with the crosses of which something was decided."""
    denied = list_denied(fact.solo, fact.offence)
    return RowText(fact.points, bool(fact.solo), bool(fact.offence), "–", denied).spell(lang)


def _write_ink(ink: Ink, lang: Lang) -> str:
    """What points and crosses said, or what was told of the sheet, as a sentence; "" for neither."""
    said = " ".join(text for field, text in ink if field == SAID)
    crosses = [
        say(lang, f"fields.mark-{column}")
        for field, text in ink
        if text and (column := parse_field(field).column) in ("solo", "offence")
    ]
    points = " ".join((*(text or "–" for field, text in ink if parse_field(field).kind == "p"), *crosses))
    return say(lang, "chronicle.asked" if said else "chronicle.ink", ink=said or points) if said or points else ""

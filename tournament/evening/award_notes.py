"""An award in words, wherever the points that it changed are shown: who, what, by which paragraph, by whom and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.findings import write_points
from texts.item_ids import spell_place
from texts.languages import Lang
from texts.sentences import Moment, Phrase, say
from tournament.record.award_facts import Award


@dataclass(frozen=True, slots=True)
class AwardNote:
    """An award with the names of its players. `names`: by start number."""

    award: Award
    names: Mapping[int, str]

    @property
    def name(self) -> str:
        """Who it was awarded to."""
        return self.names.get(self.award.fact.start, str(self.award.fact.start))

    @property
    def shares(self) -> tuple[tuple[str, int], ...]:
        """(player, points) of all whose points it changes."""
        return tuple((self.names.get(start, str(start)), points) for start, points in self.award.fact.shares)

    def name_place(self, lang: Lang) -> str:
        """ "Runde 1, Tisch 3, Spiel 7"; "" where nobody said."""
        return spell_place(self.award.fact.item, lang) if self.award.fact.item else ""

    def say_what(self, lang: Lang) -> str:
        """ "Strafe für Anna nach TSR 9.4.4: Anna -12, Bernd +12, in eigener Zeile"."""
        fact = self.award.fact
        shares = tuple(Phrase("awards.share", {"name": name, "points": write_points(one)}) for name, one in self.shares)
        head = say(lang, "awards.by-paragraph" if fact.paragraph else "awards.plain", **self._list_gaps())
        key = f"awards.points.{fact.stands}"
        return say(lang, key, head=head, shares=shares) if shares else head

    def in_(self, lang: Lang) -> str:
        """For example: Runde 1, Tisch 3: Strafe für Anna nach TSR 9.4.4: Anna -12, Bernd +12 (Rita, 21.11. 22:05:
        bedient falsch)."""
        place = self.name_place(lang)
        gaps = {"what": self.say_what(lang), "by": self.award.by, "reason": self.award.fact.reason, "place": place}
        when = Moment(self.award.when).write_short(lang)
        return say(lang, "awards.note-at" if place else "awards.note", when=when, **gaps)

    def _list_gaps(self) -> dict[str, object]:
        fact = self.award.fact
        return {"what": Phrase(f"awards.what.{fact.what}"), "name": self.name, "paragraph": fact.paragraph}


def note_awards(awards: Sequence[Award], names: Mapping[int, str]) -> tuple[AwardNote, ...]:
    """One for each award, in the order of rounds and tables; those without a round come last."""
    notes = [AwardNote(one, names) for one in awards]
    return tuple(sorted(notes, key=lambda one: (one.award.fact.round or 10**6, one.award.fact.table, one.award.entry)))


def describe_award(one: AwardNote, lang: Lang | None = None) -> dict[str, object]:
    """The award as JSON, and with a sentence if a language is given. `counts`: whether its points count beside the
    list; else they stand in a row of it."""
    fact = one.award.fact
    return {
        "what": fact.what,
        "start": fact.start,
        "name": one.name,
        "paragraph": fact.paragraph,
        "points": [{"name": name, "points": points} for name, points in one.shares],
        "round": fact.round or None,
        "table": fact.table or None,
        "game": fact.game or None,
        "stands": fact.stands,
        "by": one.award.by,
        "when": one.award.when,
        "reason": fact.reason,
        "entry": one.award.entry,
        **({"photo": fact.photo_sha256} if fact.photo_sha256 else {}),
        **({} if lang is None else {"sentence": one.in_(lang)}),
    }

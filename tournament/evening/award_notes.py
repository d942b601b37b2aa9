"""An award in words, wherever the points that it changed are shown: who, what, by which paragraph, by whom and why."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.findings import write_points
from texts.item_ids import spell_place
from texts.languages import Lang
from texts.sentences import Moment, Phrase, say


@dataclass(frozen=True, slots=True)
class AwardNote:
    """A fine, deduction, warning, disqualification or compensation (`what`) for a player.

    `item`: where it happened, as an item's name, "" where nobody said; `round`, `table`, `game`: the same as numbers, 0
    for none; or the price of a round that the player missed ("missed"), which the form sets and nobody entered: `entry`
    is 0. `shares`: (player, points) of all whose points it changes. `stands`: "beside" the list, in an "own-row" of
    it, or in the row of a game ("game-row"). `photo`: the SHA-256 of the photograph that shows it, "" for none. `by`,
    `when`, `entry`: of the entry that made it.
    """

    what: str
    start: int
    name: str
    paragraph: str
    item: str
    round: int
    table: int
    game: int
    shares: tuple[tuple[str, int], ...]
    stands: str
    photo: str
    by: str
    when: str
    reason: str
    entry: int

    def list_names(self) -> tuple[str, ...]:
        """Whom it names, and all whose points it changes."""
        return (self.name, *(name for name, _ in self.shares))

    def name_place(self, lang: Lang) -> str:
        """ "Runde 1, Tisch 3, Spiel 7"; "" where nobody said."""
        return spell_place(self.item, lang) if self.item else ""

    def say_what(self, lang: Lang) -> str:
        """ "Strafe für Anna nach TSR 9.4.4: Anna -12, Bernd +12, in eigener Zeile"."""
        shares = tuple(Phrase("awards.share", {"name": name, "points": write_points(one)}) for name, one in self.shares)
        key = "awards.by-paragraph" if self.paragraph else "awards.plain"
        what = Phrase(f"awards.what.{self.what}")
        head = say(lang, key, what=what, name=self.name, paragraph=self.paragraph)
        return say(lang, f"awards.points.{self.stands}", head=head, shares=shares) if shares else head

    def in_(self, lang: Lang) -> str:
        """For example: Runde 1, Tisch 3: Strafe für Anna nach TSR 9.4.4: Anna -12, Bernd +12 (Rita, 21.11. 22:05:
        bedient falsch)."""
        place = self.name_place(lang)
        if not self.entry:
            return say(lang, "awards.note-of-form", place=place, what=self.say_what(lang))
        when = Moment(self.when).write_short(lang)
        gaps = {"what": self.say_what(lang), "by": self.by, "reason": self.reason, "place": place, "when": when}
        return say(lang, "awards.note-at" if place else "awards.note", **gaps)


def describe_award(one: AwardNote, lang: Lang | None = None) -> dict[str, object]:
    """The award as JSON, and with a sentence if a language is given."""
    return {
        "what": one.what,
        "start": one.start,
        "name": one.name,
        "paragraph": one.paragraph,
        "points": [{"name": name, "points": points} for name, points in one.shares],
        "round": one.round or None,
        "table": one.table or None,
        "game": one.game or None,
        "stands": one.stands,
        "by": one.by,
        "when": one.when,
        "reason": one.reason,
        "entry": one.entry,
        **({"photo": one.photo} if one.photo else {}),
        **({} if lang is None else {"sentence": one.in_(lang)}),
    }

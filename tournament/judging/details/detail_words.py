"""A game's details in words: what was said, what came of it, and why the points cannot be right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scoring.counting.explain_count import Won
from scoring.counting.game import LEVELS, PARTIES, Call, Game
from scoring.counting.game_value import find_winner
from scoring.counting.rules import RuleSet
from scoring.counting.score import Score
from texts.labels import Labels
from texts.languages import Lang
from texts.sentences import Phrase, say, say_with
from tournament.judging.details.allowed_games import AllowedGame, list_allowed_games
from tournament.judging.details.allowed_values import make_game, score_details
from tournament.judging.details.detail_choices import BLANK
from tournament.judging.details.game_fields import WrittenDetails, is_lone_kind
from tournament.judging.details.verdict import Slip


@dataclass(frozen=True, slots=True)
class Facts:
    """What a row's details tell. `way`: the game that they make, if it is one."""

    rules: RuleSet
    details: WrittenDetails
    way: AllowedGame | None

    def say_on_sheet(self, lang: Lang, labels: Labels) -> str:
        """Re: Anna und Bernd, Re angesagt, 153 Augen"""
        return ", ".join(self._list_pieces(lang, labels))

    def _list_pieces(self, lang: Lang, labels: Labels) -> Iterator[str]:
        told = self.details
        yield from self._say_kind(lang)
        if told.re:
            yield say_with(labels, lang, "details.fact-re-seats", seats=told.re)
        if told.bock:
            yield say(lang, "details.fact-bock")
        if self.way is None:
            yield from (say(lang, "details.fact-verworfen", party=party.capitalize()) for party in told.verworfen)
        yield from (*self._say_calls(lang), *self._say_extras(lang))
        if told.augen is not None:
            yield say(lang, "details.fact-augen", augen=told.augen)
        if self.way is not None:
            yield from self._say_winner(make_game(self.way.kind, self.way.solo, self.way.re, told), lang)

    def _say_winner(self, game: Game, lang: Lang) -> Iterator[str]:
        """Who wins, where it is not for the Augen."""
        party = find_winner(self.rules, game)
        won = party and Won(self.rules, game, party)
        if won and won.against_augen:
            yield won.in_(lang)
        elif not party:
            yield say(lang, "details.fact-nobody")

    def _say_extras(self, lang: Lang) -> Iterator[str]:
        for party, name, count in self.details.extras:
            known = self.rules.sheet.find_sonderpunkt(name)
            if known and count != BLANK:
                key = "details.fact-extra" if count == 1 else "details.fact-extras"
                yield say(lang, key, title=known.title.in_(lang), count=count, party=party.capitalize())

    def _say_kind(self, lang: Lang) -> Iterator[str]:
        told = self.details
        if told.solo and (solo := self.rules.sheet.find_solo(told.solo)):
            yield solo.title.in_(lang)
        elif told.kinds and (kind := self.rules.find_kind(self.way.kind if self.way else told.kinds[0])):
            yield kind.title.in_(lang)

    def _say_calls(self, lang: Lang) -> Iterator[str]:
        for party in PARTIES:
            said = self.details.said_re if party == "re" else self.details.said_kontra
            if said is Call.ANSAGE:
                yield say(lang, "details.fact-said", party=party.capitalize())
            elif said in LEVELS:
                level = self.rules.get_level(said).title.in_(lang)
                yield say(lang, "details.fact-level", level=level, party=party.capitalize())


@dataclass(frozen=True, slots=True)
class Cause:
    """A mistake that would explain a row."""

    slip: Slip

    def say_on_sheet(self, lang: Lang, labels: Labels) -> str:
        """„gegen die Alten“ vergessen"""
        line = self.slip.data.get("line")
        named = {"line": line.describe(lang)} if line else {}  # type: ignore[attr-defined]  # a line of the count
        return Phrase(self.slip.text, {**self.slip.data, **named}).say_on_sheet(lang, labels)


@dataclass(frozen=True, slots=True)
class Hint:
    """The likeliest mistakes; where there is none to name, what was told."""

    slips: Sequence[Slip]
    facts: Facts | None = None

    def say_on_sheet(self, lang: Lang, labels: Labels) -> str:
        """Vermutlich „gegen die Alten“ vergessen."""
        words = [*dict.fromkeys(Cause(slip).say_on_sheet(lang, labels) for slip in self.slips)]
        if words[1:]:
            return say(lang, "details.hint-two", slip=words[0], other=words[1])
        if words:
            return say(lang, "details.hint", slip=words[0])
        return say_with(labels, lang, "details.hint-facts", facts=self.facts) if self.facts else ""


@dataclass(frozen=True, slots=True)
class Why:
    """Why details are no game of these rules at all."""

    rules: RuleSet
    details: WrittenDetails
    sits: int | None

    def say_on_sheet(self, lang: Lang, labels: Labels) -> str:
        """The first reason in a sentence."""
        return next(self._list_reasons(lang, labels), say(lang, "details.why-other"))

    def _list_reasons(self, lang: Lang, labels: Labels) -> Iterator[str]:
        told = self.details
        if len(told.re) > 2:
            yield say(lang, "details.why-re", count=len(told.re))
        if len(told.kinds) > 1:
            yield say(lang, "details.why-kinds")
        elif len(told.re) == 2 and told.kinds and is_lone_kind(self.rules, "solo" if told.solo else told.kinds[0]):
            yield say(lang, "details.why-alone")
        if len(told.verworfen) > 1:
            yield say(lang, "details.why-verworfen")
        if self.sits in told.re:
            yield say_with(labels, lang, "details.why-sitter", seat=self.sits)
        if not told.kinds or not list_allowed_games(self.rules, WrittenDetails(told.kinds, told.re)):
            told = WrittenDetails(
                (), (), told.said_re, told.said_kontra, told.augen, told.counted, told.extras, told.bock
            )
        yield from (
            finding.message(lang, labels)
            for finding in _score_plain(self.rules, told).findings
            if finding.code == "impossible-value"
        )


def _score_plain(rules: RuleSet, told: WrittenDetails) -> Score:
    """The score of an ordinary game, or of a solo, with these details."""
    kind, solo = next(((way.kind, way.solo) for way in list_allowed_games(rules, told)), ("normal", None))
    return score_details(rules, kind, solo, told)

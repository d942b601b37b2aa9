"""A game's details in words: what was said, what came of it, and why the points cannot be right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scoring.counting.game import LEVELS, PARTIES, Call, Game
from scoring.counting.rules import RuleSet
from scoring.counting.score import Score
from scoring.counting.winner import find_winner
from scoring.findings import Finding
from scoring.pages.explain import Won
from texts.languages import Lang
from texts.sentences import enumerate_things, say
from tournament.judging.details.allowed_games import AllowedGame, game_of, scored, ways
from tournament.judging.details.counting import Count
from tournament.judging.details.slips import Slip
from tournament.judging.row.gamefields import BLANK, WrittenDetails
from tournament.remarks import say_column


@dataclass(frozen=True, slots=True)
class Facts:
    """What a row's details tell. `way`: the game that they make, if it is one; `count`: its lines, which name
    Sonderpunkte, and calls that do not double; these are not told twice.
    """

    rules: RuleSet
    details: WrittenDetails
    way: AllowedGame | None
    count: Count = ()

    def in_(self, lang: Lang) -> str:
        """Re angesagt, Re hat 153 Augen, Re gewinnt"""
        return ", ".join(self._pieces(lang))

    def _pieces(self, lang: Lang) -> Iterator[str]:
        told = self.details
        counted = {operation.line.describe(lang) for operation in self.count if not operation.factor}
        doubled = any(operation.factor for operation in self.count)
        yield from self._kind(lang)
        if told.bock:
            yield say(lang, "details.fact-bock")
        if self.way is None:
            yield from (say(lang, "details.fact-verworfen", party=party.capitalize()) for party in told.verworfen)
        yield from (call for call in self._calls(lang) if doubled or call not in counted)
        yield from (extra for extra in self._extras(lang) if extra not in counted)
        if told.augen is not None:
            yield say(lang, "details.fact-augen", augen=told.augen)
        if self.way is not None:
            yield self._winner(game_of(told, self.way, 4, None), lang)

    def _winner(self, game: Game, lang: Lang) -> str:
        """Who wins; and why, where it is not for the Augen."""
        party = find_winner(self.rules, game)
        won = party and Won(self.rules, game, party)
        return won.in_(lang) if won and won.against_augen else say(lang, f"details.fact-{party or 'nobody'}")

    def _extras(self, lang: Lang) -> Iterator[str]:
        for party, name, count in self.details.extras:
            known = self.rules.sheet.find_sonderpunkt(name)
            if known and count != BLANK:
                key = "details.fact-extra" if count == 1 else "details.fact-extras"
                yield say(lang, key, title=known.title.in_(lang), count=count, party=party.capitalize())

    def _kind(self, lang: Lang) -> Iterator[str]:
        told = self.details
        if told.solo and (solo := self.rules.sheet.find_solo(told.solo)):
            yield solo.title.in_(lang)
        elif told.kinds and (kind := self.rules.find_kind(self.way.kind if self.way else told.kinds[0])):
            yield kind.title.in_(lang)
        if told.re:
            key = "details.fact-seat" if len(told.re) == 1 else "details.fact-seats"
            yield say(lang, key, seats=enumerate_things(lang, told.re))

    def _calls(self, lang: Lang) -> Iterator[str]:
        for party in PARTIES:
            said = self.details.said_re if party == "re" else self.details.said_kontra
            if said is Call.ANSAGE:
                yield say(lang, "details.fact-said", party=party.capitalize())
            elif said in LEVELS:
                level = self.rules.get_level(said).title.in_(lang)
                yield say(lang, "details.fact-level", level=level, party=party.capitalize())


@dataclass(frozen=True, slots=True)
class CountLines:
    """The lines of a count that add up; what multiplies them stands in the formula."""

    count: Count

    def in_(self, lang: Lang) -> str:
        """keine 120 +1, keine 90 +1"""
        return ", ".join(operation.line.in_(lang) for operation in self.count if not operation.factor) or "0"


@dataclass(frozen=True, slots=True)
class Hint:
    """The likeliest mistakes, or nothing where there is none to name."""

    slips: Sequence[Slip]

    def in_(self, lang: Lang) -> str:
        """Am ehesten: „gegen die Alten“ vergessen."""
        words = [self._words(slip, lang) for slip in self.slips]
        return say(lang, "details.hint", slips=say(lang, "details.or").join(dict.fromkeys(words))) if words else ""

    def _words(self, slip: Slip, lang: Lang) -> str:
        data = {key: value for key, value in slip.data.items() if key not in ("fields", "line")}
        if "line" in slip.data:
            data["line"] = slip.data["line"].describe(lang)  # type: ignore[attr-defined]  # a line of the count
        if "fields" in slip.data:
            data["fields"] = _fields(slip.data["fields"], lang)
        return say(lang, slip.text, **data)


def _fields(ids: object, lang: Lang) -> str:
    assert isinstance(ids, tuple)
    return ", ".join(say_column(lang, field.partition(".")[2]) for field in ids)


@dataclass(frozen=True, slots=True)
class Why:
    """Why details are no game of these rules at all."""

    rules: RuleSet
    details: WrittenDetails
    sits: int | None

    def in_(self, lang: Lang) -> str:
        """Every reason in a sentence."""
        return " ".join(self._reasons(lang)) or say(lang, "details.why-other")

    def _reasons(self, lang: Lang) -> Iterator[str]:
        told = self.details
        if len(told.re) > 2:
            yield say(lang, "details.why-re", count=len(told.re))
        if len(told.kinds) > 1:
            yield say(lang, "details.why-kinds")
        elif len(told.re) == 2 and told.kinds and self._alone():
            yield say(lang, "details.why-alone")
        if len(told.verworfen) > 1:
            yield say(lang, "details.why-verworfen")
        if self.sits in told.re:
            yield say(lang, "details.why-sitter", seat=self.sits)
        if not told.kinds or not ways(self.rules, WrittenDetails(told.kinds, told.re)):
            told = WrittenDetails(
                (), (), told.said_re, told.said_kontra, told.augen, told.counted, told.extras, told.bock)
        yield from (finding.message(lang) for finding in faults_of(self.rules, told))

    def _alone(self) -> bool:
        kind = self.rules.find_kind("solo" if self.details.solo else self.details.kinds[0])
        return kind is not None and kind.re_seats == 1


def faults_of(rules: RuleSet, told: WrittenDetails) -> tuple[Finding, ...]:
    """What is wrong with the Augen, calls and Sonderpunkte told, whoever played."""
    score = _plain(rules, told)
    return tuple(finding for finding in score.findings if finding.code == "impossible-value")


def _plain(rules: RuleSet, told: WrittenDetails) -> Score:
    """The score of an ordinary game, or of a solo, with these details."""
    found = ways(rules, told)
    way = found[0] if found else AllowedGame("normal", None, False, (), frozenset())
    return scored(rules, told, way)

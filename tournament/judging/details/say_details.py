"""A game's details in words: what was called, how it ended, and why the points cannot be right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scoring.counting.explain_count import Won
from scoring.counting.fines import Fine
from scoring.counting.game import ANSAGE, PARTIES
from scoring.counting.rules import RuleSet
from scoring.counting.who_wins import find_winner
from scoring.findings import write_points
from texts.labels import Labels
from texts.languages import Lang
from texts.sentences import Phrase, Spoken, say, say_with
from tournament.judging.allowed_games import AllowedGame, list_allowed_games, make_game, score_details
from tournament.judging.detail_fields import WrittenDetails, is_lone_kind
from tournament.judging.ink_options import BLANK


@dataclass(frozen=True, slots=True)
class Hint:
    """What a finding says of the cause: the likeliest `slips`; if there is none, the `facts` that the details state."""

    slips: tuple[Phrase, ...]
    facts: tuple[Spoken, ...] = ()

    def say_on_sheet(self, lang: Lang, labels: Labels) -> str:
        """The hint as a sentence, such as: Vermutlich „gegen die Alten“ vergessen."""
        words = [*dict.fromkeys(slip.say_on_sheet(lang, labels) for slip in self.slips)]
        if words[1:]:
            return say(lang, "details.hint-two", slip=words[0], other=words[1])
        if words:
            return say(lang, "details.hint", slip=words[0])
        return say_with(labels, lang, "details.hint-facts", facts=self.facts) if self.facts else ""


def list_facts(rules: RuleSet, details: WrittenDetails, way: AllowedGame | None = None) -> tuple[Spoken, ...]:
    """What a row's details state: "Re: Anna und Bernd", "Re angesagt", "153 Augen". `way`: their game, if they agree on
    one."""
    return tuple(_list_facts(rules, details, way))


def _list_facts(rules: RuleSet, details: WrittenDetails, way: AllowedGame | None) -> Iterator[Spoken]:
    kind = way.kind if way else next(iter(details.kinds), "")
    if details.solo and (solo := rules.sheet.find_solo(details.solo)):
        yield solo.title
    elif details.kinds and (known := rules.find_kind(kind)):
        yield known.title
    if details.re:
        yield Phrase("details.fact-re-seats", {"seats": details.re})
    if details.bock:
        yield Phrase("details.fact-bock" if details.bock == 1 else "details.fact-doppelbock")
    if way is None:
        yield from (Phrase("details.fact-verworfen", {"party": party.capitalize()}) for party in details.verworfen)
    yield from _list_calls(rules, details)
    for party, name, count in details.extras:
        extra = rules.sheet.find_sonderpunkt(name)
        if extra and count != BLANK:
            key = "details.fact-extra" if count == 1 else "details.fact-extras"
            yield Phrase(key, {"title": extra.title, "count": count, "party": party.capitalize()})
    if details.augen is not None:
        yield Phrase("details.fact-augen", {"augen": details.augen})
    if way is not None:
        yield from _name_winner(rules, details, way)


def _list_calls(rules: RuleSet, details: WrittenDetails) -> Iterator[Spoken]:
    for party in PARTIES:
        said = details.calls.of(party)
        if said == ANSAGE:
            yield Phrase("details.fact-said", {"party": party.capitalize()})
        elif said > ANSAGE:
            yield Phrase("details.fact-level", {"level": rules.get_level(said).title, "party": party.capitalize()})


def _name_winner(rules: RuleSet, details: WrittenDetails, way: AllowedGame) -> Iterator[Spoken]:
    """Who wins, if that is not simply the party with more Augen."""
    game = make_game(way.kind, way.solo, way.re, details)
    party = find_winner(rules, game)
    if party is None:
        yield Phrase("details.fact-nobody")
    elif (won := Won(rules, game, party)).against_augen:
        yield won


def explain_clash(rules: RuleSet, details: WrittenDetails, sits: tuple[int, ...]) -> Phrase:
    """The first reason why details are no game of these rules at all. `sits`: the seats that sit out."""
    return next(_list_reasons(rules, details, sits), Phrase("details.why-other"))


def _list_reasons(rules: RuleSet, details: WrittenDetails, sits: tuple[int, ...]) -> Iterator[Phrase]:
    kinds, re = details.kinds, details.re
    if len(re) > 2:
        yield Phrase("details.why-re", {"count": len(re)})
    if len(kinds) > 1:
        yield Phrase("details.why-kinds")
    elif len(re) == 2 and kinds and is_lone_kind(rules, "solo" if details.solo else kinds[0]):
        yield Phrase("details.why-alone")
    if len(details.verworfen) > 1:
        yield Phrase("details.why-verworfen")
    for seat in sorted({*sits} & {*re}):
        yield Phrase("details.why-sitter", {"seat": seat})
    if not kinds or not list_allowed_games(rules, WrittenDetails(kinds, re)):
        details = WrittenDetails((), (), details.calls, details.augen, details.counted, details.extras, details.bock)
    ways = list_allowed_games(rules, details)
    kind, solo = (ways[0].kind, ways[0].solo) if ways else ("normal", None)
    for finding in score_details(rules, kind, solo, details).findings:
        if finding.code == "impossible-value":
            yield Phrase(finding.sentence or f"faults.code.{finding.code}", finding.gaps)


def list_fine_words(rules: RuleSet, fines: Sequence[Fine]) -> tuple[Phrase, ...]:
    """Each fine in words: "-12 - 2 x 3 = -18, alle anderen +6"."""
    plain, each = rules.offence.offender, rules.offence.absage.offender
    counts = [(fine.offender - plain) // each if each else 0 for fine in fines]
    return tuple(
        Phrase(
            "details.fine-in-solo" if fine.soloist else "details.fine",
            {
                "offender": f"{plain} - {count} x {-each} = {fine.offender}" if count else str(plain),
                "others": write_points(fine.soloist or fine.others),
            },
        )
        for fine, count in zip(fines, counts, strict=True)
    )

"""A rule set in five lines, for somebody who chooses one: cards, games, solos, calls and Sonderpunkte, Bock and money.

The lines are made from the entries themselves, so they say what is counted.
"""

from __future__ import annotations

from collections.abc import Iterator

from scoring.counting.rules import RuleSet
from scoring.rulesets.value_words import say_times
from texts.languages import Lang
from texts.sentences import enumerate_things, say


def tell_gist(rules: RuleSet, lang: Lang) -> tuple[str, ...]:
    """The five lines."""
    return (
        _tell_cards(rules, lang),
        _tell_games(rules, lang),
        _tell_solos(rules, lang),
        _tell_extras(rules, lang),
        " ".join(_tell_rest(rules, lang)),
    )


def _tell_cards(rules: RuleSet, lang: Lang) -> str:
    nines = any(card.rank == "neun" for card in rules.deck)
    return say(lang, f"rulegist.cards{'' if nines else '-no-nines'}", count=sum(card.copies for card in rules.deck))


def _tell_games(rules: RuleSet, lang: Lang) -> str:
    """Games of a round by seats, and what each player owes."""
    tables = [
        say(
            lang,
            f"rulegist.{'free' if one.free else 'games'}",
            games=one.games,
            seats=say(lang, f"rulegist.seats-{one.seats}"),
        )
        for one in rules.sheet.games
    ]
    if all(one.free for one in rules.sheet.games):
        tables = [say(lang, "rulegist.any")]
    owed = rules.sheet.pflichtsolo.per_player
    duty = say(lang, f"rulegist.{'pflichtsolo' if owed else 'no-pflichtsolo'}", count=owed)
    return say(lang, "rulegist.round", tables=enumerate_things(lang, tables), duty=duty)


def _tell_solos(rules: RuleSet, lang: Lang) -> str:
    titles = [solo.title.in_(lang) for solo in rules.sheet.solos]
    return (
        say(
            lang,
            "rulegist.solos",
            solos=enumerate_things(lang, titles),
            times=say_times(rules.list_lone_times(), lang),
        )
        if titles
        else say(lang, "rulegist.no-solos")
    )


def _tell_extras(rules: RuleSet, lang: Lang) -> str:
    """The Absagen, and the Sonderpunkte."""
    calls = enumerate_things(lang, ["Re", "Kontra", *(level.title.in_(lang) for level in rules.levels)])
    extras = [extra.title.in_(lang) for extra in rules.sheet.sonderpunkte]
    told = (
        say(lang, "rulegist.extras", extras=enumerate_things(lang, extras))
        if extras
        else say(lang, "rulegist.no-extras")
    )
    return say(lang, "rulegist.calls", calls=calls, extras=told)


def _tell_rest(rules: RuleSet, lang: Lang) -> Iterator[str]:
    """Bock, Armut, and what a point costs."""
    yield say(lang, f"rulegist.{'bock' if rules.bock.triggers else 'no-bock'}")
    yield say(lang, f"rulegist.{'armut' if rules.find_kind('armut') else 'no-armut'}")
    cents = rules.money.cents_per_point
    yield say(lang, f"rulegist.{'cents' if cents else 'no-cents'}", cents=cents)

"""One game's counting as a referee would read it aloud, line by line."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.game import PARTIES, Call, Game, Party, other
from scoring.rules import RuleSet
from scoring.score import Score, score
from scoring.steps import Line
from scoring.texts.pages import say, signed


def explain(rules: RuleSet, game: Game, lang: str = "de") -> tuple[str, ...]:
    """The game, who wins and why, every step with the sum so far, the points by seat, and what is doubtful."""
    result = score(rules, game)
    doubts = tuple(finding.message(lang) for finding in result.findings)
    if result.points is None:
        return doubts
    told = _offence(game, lang) if game.kind == "strafe" else _told(rules, game, result, lang)
    return (*told, *steps(result.lines, lang), *_result(game, result, lang), *doubts)


def steps(lines: tuple[Line, ...], lang: str) -> Iterator[str]:
    """Each line with the sum so far, from the winner's side: that Kontra's win is Re's loss goes without saying."""
    total = 0
    for line in lines:
        if line.text == "umgekehrt":
            continue
        total += line.points
        key = "step" if line.points else "step-none"
        yield "  " + say(lang, key, words=line.words(lang), points=signed(line.points), total=total)


def _told(rules: RuleSet, game: Game, result: Score, lang: str) -> Iterator[str]:
    """What was played, said and reached, and why it is won."""
    kind, solo = rules.kind(game.kind), rules.sheet.solo(game.solo or "")
    assert kind
    kontra = tuple(seat for seat in game.playing if seat not in game.re)
    data = {"kind": kind.title.in_(lang), "re": _seats(game.re, lang), "kontra": _seats(kontra, lang)}
    key = "game-solo" if solo else "game"
    told = say(lang, key, **data, solo=solo.title.in_(lang) if solo else "")
    yield told[0].upper() + told[1:]
    yield from _calls(rules, game, lang)
    yield say(lang, "augen", re=game.augen_of("re"), kontra=game.augen_of("kontra"))
    if result.winner:
        yield _won(rules, game, result.winner, lang)


def _calls(rules: RuleSet, game: Game, lang: str) -> Iterator[str]:
    """What each party said at most."""
    said = [(party, game.calls.of(party)) for party in PARTIES if game.calls.of(party) > Call.NOTHING]
    for party, call in said:
        name = party.capitalize()
        yield say(lang, "said", party=name, level=name if call == Call.ANSAGE else rules.level(call).title.in_(lang))
    if not said:
        yield say(lang, "said-nothing")


def _won(rules: RuleSet, game: Game, party: Party, lang: str) -> str:
    """Why the party wins: its own Absage, the other's, or the Augen."""
    names = {"party": party.capitalize(), "other": other(party).capitalize()}
    own, against = game.calls.absagen(party), game.calls.absagen(other(party))
    if own:
        return say(lang, "won-own", **names, level=rules.level(own[-1]).title.in_(lang))
    if against:
        return say(lang, "won-against", **names, level=rules.level(against[-1]).title.in_(lang))
    needs = rules.needs_of(game.calls)
    needed = needs.re if party == "re" else needs.kontra
    return say(lang, "won-augen", **names, augen=game.augen_of(party), needed=needed)


def _offence(game: Game, lang: str) -> Iterator[str]:
    yield say(lang, "offender", seat=game.offender)


def _result(game: Game, result: Score, lang: str) -> Iterator[str]:
    """The value from the winner's side, and what stands in each column."""
    assert result.points is not None
    assert result.value is not None
    if game.kind != "strafe":
        value = -result.value if result.winner == "kontra" else result.value
        yield say(lang, "worth-alone" if len(game.re) == 1 else "worth", value=value)
    seats = (
        say(lang, "seat-points", seat=seat, points=signed(points))
        if seat in game.playing else say(lang, "seat-sits", seat=seat)
        for seat, points in enumerate(result.points, 1)
    )
    yield say(lang, "points", points=", ".join(seats))


def _seats(seats: tuple[int, ...], lang: str) -> str:
    return say(lang, "seats", seats=", ".join(map(str, seats)))

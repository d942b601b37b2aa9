"""One game's counting as a referee would read it aloud, line by line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.counting.game import LEVELS, PARTIES, Call, Game, Party, find_other_party
from scoring.counting.rules import RuleSet
from scoring.counting.score import Score, score
from scoring.counting.steps import Line
from scoring.counting.winner import find_why
from scoring.findings import Finding
from scoring.sheet_facts import Solo
from texts.sentences import enumerate_things, say, signed


@dataclass(frozen=True, slots=True)
class Won:
    """Why that party wins the game."""

    rules: RuleSet
    game: Game
    party: Party

    @property
    def against_augen(self) -> bool:
        """Whether something else than the Augen decides against the other party: what it said and missed, or broke."""
        return find_why(self.game, self.party) in ("against", "verworfen")

    def in_(self, lang: str) -> str:
        """Kontra gewinnt, denn Re hat „keine 60“ verfehlt"""
        game, party = self.game, self.party
        said = (*game.calls.list_absagen(find_other_party(party)), *game.calls.list_absagen(party))  # its own, where it made one, comes last
        return say(
            lang, f"won-{find_why(game, party)}", party=party.capitalize(), other=find_other_party(party).capitalize(),
            level=self.rules.get_level(said[-1]).title.in_(lang) if said else "",
            augen=game.get_augen(party), needed=self.rules.get_needs(game.calls).of(party),
        )


def explain(rules: RuleSet, game: Game, lang: str = "de") -> tuple[str, ...]:
    """The game, who wins and why, every step with the sum so far, the points by seat, and what is doubtful."""
    result = score(rules, game)
    if result.points is None:
        return tuple(finding.message(lang) for finding in result.findings)
    told = _offence(game, result, lang) if game.kind == "strafe" else _told(rules, game, result, lang)
    doubts = (finding.message(lang) for finding in result.findings if not _nobody(finding))
    return (*told, _points(game, result.points, lang), *doubts)


def _told(rules: RuleSet, game: Game, result: Score, lang: str) -> Iterator[str]:
    """What was played, said and reached, why it is won, and how it counts."""
    yield from _played(rules, game, lang)
    yield from _calls(rules, game, lang)
    yield from (f"{aside.text.in_(lang)}." for aside in rules.asides if game.kind in aside.kinds and game.calls.re)
    yield say(lang, "augen", **{party: game.get_augen(party) for party in PARTIES})
    for party in PARTIES:
        if game.is_trickless(party) or not game.get_augen(party):
            yield say(lang, "no-trick" if game.is_trickless(party) else "trick", party=party.capitalize())
    if result.winner:
        yield f"{Won(rules, game, result.winner).in_(lang)}."
    yield from (finding.message(lang) for finding in result.findings if _nobody(finding))
    yield from _steps(result.lines, lang)
    yield from _worth(game, result, lang)


def _played(rules: RuleSet, game: Game, lang: str) -> Iterator[str]:
    """The kind of game and the parties."""
    kind, solo = rules.find_kind(game.kind), rules.sheet.find_solo(game.solo)
    assert kind
    kontra = _seats(tuple(seat for seat in game.playing if seat not in game.re), lang)
    title = _solo(solo, game, lang) if solo else kind.title.in_(lang)
    told = say(lang, "game", kind=title, re=_seats(game.re, lang), kontra=kontra)
    yield told[0].upper() + told[1:]
    if game.pflicht and kind.pflicht and rules.sheet.pflichtsolo.per_player:
        yield say(lang, "pflichtsolo")
    if game.bock:
        yield say(lang, "bock-game")


def _solo(solo: Solo, game: Game, lang: str) -> str:
    """The solo, with its suit where that is told."""
    title = solo.title.in_(lang)
    return say(lang, "solo-in", title=title, suit=say(lang, game.solo)) if game.solo in solo.suits else title


def _calls(rules: RuleSet, game: Game, lang: str) -> Iterator[str]:
    """What each party said; an Absage says all that stands below it."""
    said = [party for party in PARTIES if game.calls.of(party) > Call.NOTHING]
    for party in said:
        levels = (rules.get_level(level).title.in_(lang) for level in LEVELS if level <= game.calls.of(party))
        yield say(lang, "said", party=party.capitalize(), levels=", ".join((party.capitalize(), *levels)))
    if not said:
        yield say(lang, "said-nothing")


def _steps(lines: tuple[Line, ...], lang: str) -> Iterator[str]:
    """Each line with the sum so far, from the winner's side: that Kontra's win is Re's loss goes without saying."""
    total = 0
    for line in (line for line in lines if line.name != "umgekehrt"):
        total += line.points
        key = "step" if line.points or line.name == "verdoppelt" else "step-none"
        yield "  " + say(lang, key, words=line.describe(lang), points=signed(line.points), total=total)


def _worth(game: Game, result: Score, lang: str) -> Iterator[str]:
    """The value from the winner's side; from Re's, when nobody wins."""
    assert result.value is not None
    value = -result.value if result.winner == "kontra" else result.value
    if not value:
        yield say(lang, "worth-nothing")
        return
    yield say(lang, "worth-alone" if len(game.re) == 1 else "worth", value=value)
    if value < 0 and result.winner:
        yield say(lang, "worth-turned", party=result.winner.capitalize())


def _offence(game: Game, result: Score, lang: str) -> Iterator[str]:
    """The fine as the three others get it, step by step."""
    yield say(lang, "offender", seat=game.offender)
    total = 0
    for line in result.lines:
        total -= line.points
        yield "  " + say(lang, "step", words=line.describe(lang), points=signed(-line.points), total=total)
    yield say(lang, "fine", others=signed(total), seat=game.offender)


def _points(game: Game, points: tuple[int, ...], lang: str) -> str:
    """What stands in each column."""
    seats = (
        say(lang, "seat-points", seat=seat, points=signed(one))
        if seat in game.playing else say(lang, "seat-sits", seat=seat)
        for seat, one in enumerate(points, 1)
    )
    return say(lang, "points", points=", ".join(seats))


def _seats(seats: tuple[int, ...], lang: str) -> str:
    return say(lang, "one-seat" if len(seats) == 1 else "many-seats", seats=enumerate_things(lang, seats))


def _nobody(finding: Finding) -> bool:
    """Whether it says that nobody wins, which belongs to the telling of the game."""
    return finding.text.startswith("nobody-")

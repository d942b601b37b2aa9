"""One game's counting as a referee would read it aloud, line by line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.counting.count_steps import Line
from scoring.counting.counted_entries import Kind
from scoring.counting.game import NOTHING, PARTIES, Game, Party, count_players, find_other_party
from scoring.counting.paper_rules import Solo
from scoring.counting.rules import RuleSet
from scoring.counting.score import Score, score
from scoring.counting.who_wins import find_reason, find_why
from scoring.findings import Finding, write_points
from texts.languages import Lang
from texts.sentences import enumerate_things, say


@dataclass(frozen=True, slots=True)
class Won:
    """Why that party wins the game."""

    rules: RuleSet
    game: Game
    party: Party

    @property
    def against_augen(self) -> bool:
        """Whether the other party lost by an Absage that it missed, or by a broken rule, and not by the Augen."""
        return find_why(self.rules, self.game, self.party) in ("against", "verworfen")

    def in_(self, lang: Lang) -> str:
        """Kontra gewinnt, denn Re hat „keine 60“ verfehlt"""
        game, party, other = self.game, self.party, find_other_party(self.party)
        said = (*game.calls.list_absagen(other), *game.calls.list_absagen(party))  # its own comes last
        return say(
            lang,
            f"explained.won.{find_reason(self.rules, game, party)}",
            party=party.capitalize(),
            other=other.capitalize(),
            level=self.rules.get_level(said[-1]).title.in_(lang) if said else "",
            augen=0 if game.augen is None else game.get_augen(party),
            needed=self.rules.get_needs(game.calls).of(party),
        )


def explain(rules: RuleSet, game: Game, lang: Lang = "de") -> tuple[str, ...]:
    """The game, who wins and why, every step with the sum so far, the points by seat, and what is doubtful."""
    result = score(rules, game)
    if result.points is None:
        return tuple(finding.message(lang) for finding in result.findings)
    lines = (
        _explain_offence(rules, game, result, lang)
        if game.kind == "strafe"
        else _explain_game(rules, game, result, lang)
    )
    doubts = (finding.message(lang) for finding in result.findings if not _says_nobody_wins(finding))
    return (*lines, _say_points(game, result.points, lang), *doubts)


def _explain_game(rules: RuleSet, game: Game, result: Score, lang: Lang) -> Iterator[str]:
    """What was played, said and reached, why it is won, and how it counts."""
    kind = rules.find_kind(game.kind)
    assert kind
    yield from _explain_played(rules, game, lang)
    yield from _explain_calls(rules, game, lang)
    yield from (f"{aside.text.in_(lang)}." for aside in rules.asides if game.kind in aside.kinds and game.calls.re)
    if game.augen is not None:
        yield from _explain_augen(game, kind.is_ramsch, lang)
    if result.winner:
        yield f"{Won(rules, game, result.winner).in_(lang)}."
    yield from (finding.message(lang) for finding in result.findings if _says_nobody_wins(finding))
    yield from _explain_steps(result.lines, lang)
    yield from _explain_worth(kind, game, result, lang)


def _explain_augen(game: Game, ramsch: bool, lang: Lang) -> Iterator[str]:
    """What each party reached, and who has no trick, or one without Augen."""
    key = "explained.augen-paid" if ramsch else "explained.augen"
    yield say(lang, key, **{party: game.get_augen(party) for party in PARTIES})
    for party in PARTIES:
        if game.is_trickless(party) or not game.get_augen(party):
            key = "explained.no-trick" if game.is_trickless(party) else "explained.trick"
            yield say(lang, key, party=party.capitalize())


def _explain_played(rules: RuleSet, game: Game, lang: Lang) -> Iterator[str]:
    """The kind of game and the parties."""
    kind, solo = rules.find_kind(game.kind), rules.sheet.find_solo(game.solo)
    assert kind
    kontra = _name_seats(tuple(seat for seat in game.playing if seat not in game.re), lang)
    title = _name_solo(solo, game, lang) if solo else kind.title.in_(lang)
    words = say(
        lang,
        "explained.ramsch" if kind.is_ramsch else "explained.game",
        kind=title,
        re=_name_seats(game.re, lang),
        kontra=kontra,
    )
    yield words[0].upper() + words[1:]
    if game.pflicht and kind.pflicht and rules.sheet.pflichtsolo.per_player:
        yield say(lang, "explained.pflichtsolo")
    if game.bock:
        yield say(lang, "explained.bock-game" if game.bock == 1 else "explained.bock-double")


def _name_solo(solo: Solo, game: Game, lang: Lang) -> str:
    """The solo, with its suit where the game names one."""
    if game.solo not in solo.suits:
        return solo.title.in_(lang)
    return say(lang, "explained.solo-in", title=solo.title, suit=say(lang, f"cards.{game.solo}"))


def _explain_calls(rules: RuleSet, game: Game, lang: Lang) -> Iterator[str]:
    """What each party said; an Absage includes all Absagen below it."""
    said = [party for party in PARTIES if game.calls.of(party) > NOTHING]
    for party in said:
        levels = (rules.get_level(level).title.in_(lang) for level in game.calls.list_absagen(party))
        yield say(lang, "explained.said", party=party.capitalize(), levels=", ".join((party.capitalize(), *levels)))
    if not said:
        yield say(lang, "explained.said-nothing")


def _explain_steps(lines: tuple[Line, ...], lang: Lang) -> Iterator[str]:
    """Each line with the sum so far, from the winner's side, without the last step, which turns the count to Re's."""
    total = 0
    for line in (line for line in lines if line.name != "umgekehrt"):
        total += line.points
        key = "explained.step" if line.points or line.name == "verdoppelt" else "explained.step-none"
        yield "  " + say(lang, key, words=line.describe(lang), points=write_points(line.points), total=total)


def _explain_worth(kind: Kind, game: Game, result: Score, lang: Lang) -> Iterator[str]:
    """The value from the winner's side; from Re's, when nobody wins."""
    assert result.value is not None
    value = -result.value if result.winner == "kontra" else result.value
    if not value:
        yield say(lang, "explained.worth-nothing")
        return
    theirs, others = kind.get_times(len(game.re), count_players(game.seats))
    key = {(1, 1): "worth", (3, 1): "worth-alone"}.get((theirs, others), "worth-times")
    key = "worth-payer" if kind.is_ramsch and theirs == 3 else key
    yield say(lang, f"explained.{key}", value=value, theirs=theirs, others=others)
    if value < 0 and result.winner:
        yield say(lang, "explained.worth-turned", party=result.winner.capitalize())


def _explain_offence(rules: RuleSet, game: Game, result: Score, lang: Lang) -> Iterator[str]:
    """The fine as the three others get it, or the soloist alone, step by step; with its paragraph."""
    solo = rules.offence.is_against_soloist(game)
    source = rules.offence.find_fine(game).source.cite(lang)
    yield say(lang, "explained.offender-in-solo" if solo else "explained.offender", seat=game.offender, source=source)
    total = 0
    for line in result.lines:
        total -= line.points
        points = write_points(-line.points)
        yield "  " + say(lang, "explained.step", words=line.describe(lang), points=points, total=total)
    if solo:
        key = "explained.fine-minor-in-solo" if game.minor else "explained.fine-in-solo"
        yield say(lang, key, points=write_points(total), seat=game.offender, soloist=game.soloist)
        return
    assert result.points is not None
    lost = result.points[(game.offender or 1) - 1]
    key = "explained.fine" if lost == -(len(game.playing) - 1) * total else "explained.fine-as-said"
    yield say(lang, key, others=write_points(total), seat=game.offender, lost=write_points(lost))


def _say_points(game: Game, points: tuple[int, ...], lang: Lang) -> str:
    """The points of each seat."""
    seats = (
        say(lang, "explained.seat-points", seat=seat, points=write_points(one))
        if seat in game.playing
        else say(lang, "explained.seat-sits", seat=seat)
        for seat, one in enumerate(points, 1)
    )
    return say(lang, "explained.points", points=", ".join(seats))


def _name_seats(seats: tuple[int, ...], lang: Lang) -> str:
    key = "explained.one-seat" if len(seats) == 1 else "explained.many-seats"
    return say(lang, key, seats=enumerate_things(lang, seats))


def _says_nobody_wins(finding: Finding) -> bool:
    """Whether it says that nobody wins; that is said with the game, and not among the doubts."""
    return finding.sentence.startswith("faults.game.nobody-")

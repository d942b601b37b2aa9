"""What is wrong with a game as written: impossible (an error, no points) or odd (a warning beside its points)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from scoring.findings import Finding
from scoring.game import AUGEN, LEVELS, PARTIES, Game
from scoring.rules import RuleSet

Faults = Iterator[Finding]


def impossible(text: str, *fields: str, **data: object) -> Finding:
    """An error that leaves the game without points."""
    return Finding("impossible-value", "error", fields, data, text=text)


def odd(text: str, *fields: str, **data: object) -> Finding:
    """A warning: the game cannot have been quite so, but its points do not depend on it."""
    return Finding("impossible-value", "warning", fields, data, text=text)


def faults(rules: RuleSet, game: Game) -> tuple[Finding, ...]:
    """Everything wrong with the game; what rests on an earlier fault is not asked after it."""
    found: list[Finding] = []
    for group in _GROUPS:
        found.extend(finding for check in group for finding in check(rules, game))
        if any(finding.severity == "error" for finding in found):
            break
    return tuple(found)


def _kind(rules: RuleSet, game: Game) -> Faults:
    """`armut` in a system without Trumpfabgabe; an offence where the game is played out instead."""
    if game.kind == "strafe" and rules.offence.played_out:
        yield impossible("offence-played-out", "kind")
    if game.kind != "strafe" and rules.kind(game.kind) is None:
        known = (*(kind.id for kind in rules.kinds), "strafe")
        yield impossible("unknown-kind", "kind", kind=game.kind, known=known)


def _table(rules: RuleSet, game: Game) -> Faults:
    """Six seats; nobody sits out of five; somebody sits out of four."""
    if game.seats not in rules.sheet.seats:
        yield impossible("wrong-seats", "seats", seats=game.seats, known=rules.sheet.seats)
    elif game.seats == 5 and game.sits is None:
        yield impossible("nobody-sits", "sits")
    elif game.sits is not None and (game.seats != 5 or not 1 <= game.sits <= 5):
        yield impossible("strange-sitter", "sits", sits=game.sits, seats=game.seats)


def _parties(rules: RuleSet, game: Game) -> Faults:
    """A solo of two; a Re seat that sits out, or that the table does not have."""
    kind = rules.kind(game.kind)
    if kind is None:
        return
    if len(game.re) != kind.re_seats or len(set(game.re)) != len(game.re):
        yield impossible("wrong-re", "re", kind=kind.title, needed=kind.re_seats, seats=game.re)
    elif not set(game.re) <= set(game.playing):
        yield impossible("absent-re", "re", seats=game.re)


def _offender(rules: RuleSet, game: Game) -> Faults:
    """An offence of nobody, or of the seat that sits out."""
    if game.kind == "strafe" and game.offender not in game.playing:
        yield impossible("wrong-offender", "offender", offender=game.offender)
    if game.kind != "strafe" and game.offender is not None:
        yield impossible("stray-offender", "offender", offender=game.offender)


def _fine(rules: RuleSet, game: Game) -> Faults:
    """A minor offence where there is none, five Absagen, or such marks on a game that was played."""
    strafe, offence = game.kind == "strafe", rules.offence
    if (game.minor and not (strafe and offence.has_minor)) or (game.absagen and not (strafe and offence.has_absagen)):
        yield impossible("no-minor", "minor", "absagen")
    elif game.minor and game.absagen:
        yield impossible("minor-absagen", "minor", "absagen")
    elif not 0 <= game.absagen <= len(LEVELS):
        yield impossible("absagen-range", "absagen", count=game.absagen, most=len(LEVELS))


def _augen(rules: RuleSet, game: Game) -> Faults:
    """Augen missing, 241, or less than the poorest trick holds."""
    if game.kind == "strafe":
        return
    if game.augen is None:
        yield impossible("no-augen", "augen")
    elif not 0 <= game.augen <= AUGEN:
        yield impossible("augen-range", "augen", augen=game.augen)
    else:
        poorer = min(game.augen, AUGEN - game.augen)
        if 0 < poorer < rules.least_trick:
            yield odd("poor-trick", "augen", augen=poorer, least=rules.least_trick)


def _no_trick(rules: RuleSet, game: Game) -> Faults:
    """A party without a trick that has Augen all the same."""
    if game.no_trick is not None and game.augen is not None and game.augen_of(game.no_trick):
        yield impossible("augen-no-trick", "no_trick", "augen", party=game.no_trick.capitalize())


def _solo(rules: RuleSet, game: Game) -> Faults:
    """An unknown solo, a solo named in a game that is none, or not named where the solos differ in value."""
    if game.solo is not None and rules.sheet.solo(game.solo) is None:
        known = tuple(solo.id for solo in rules.sheet.solos)
        yield impossible("unknown-solo", "solo", solo=game.solo, known=known)
    elif game.solo is not None and game.kind != "solo":
        yield impossible("stray-solo", "solo", solo=game.solo)
    elif game.kind == "solo" and game.solo is None and any(part.rule == "solo" and part.only for part in rules.value):
        yield impossible("unnamed-solo", "solo", known=tuple(solo.id for solo in rules.sheet.solos))


def _pflicht(rules: RuleSet, game: Game) -> Faults:
    """A stille Hochzeit marked as Pflichtsolo."""
    kind = rules.kind(game.kind)
    if game.pflicht and not (kind and kind.pflicht and rules.sheet.pflichtsolo.per_player):
        yield Finding("pflichtsolo", "warning", ("pflicht",), {}, text="no-pflichtsolo")


def _bock(rules: RuleSet, game: Game) -> Faults:
    """A Bock game in a system without Bock."""
    if game.bock and not any(part.rule == "bock" for part in rules.value):
        yield impossible("no-bock", "bock")


def _sonderpunkte(rules: RuleSet, game: Game) -> Faults:
    """Three Füchse, or a Sonderpunkt that the system does not know."""
    counts: dict[str, int] = {}
    for _, name, count in game.extras:
        counts[name] = counts.get(name, 0) + abs(count)
    for name, count in counts.items():
        known = rules.sheet.sonderpunkt(name)
        if known is None:
            names = tuple(entry.id for entry in rules.sheet.sonderpunkte)
            yield impossible("unknown-extra", "extras", name=name, known=names)
        elif count > known.most or any(made < 0 for _, other_name, made in game.extras if other_name == name):
            yield impossible("too-many", "extras", title=known.title, count=count, most=known.most)


def _sonderpunkt_augen(rules: RuleSet, game: Game) -> Faults:
    """A Doppelkopf of a party with 30 Augen."""
    for party, name, count in game.extras:
        known = rules.sheet.sonderpunkt(name)
        if game.augen is not None and known and game.augen_of(party) < known.augen * count:
            yield odd(
                "extra-augen", f"extras.{party}.{name}", "augen",
                party=party.capitalize(), augen=game.augen_of(party), title=known.title, count=count,
            )


def _strafe_alone(rules: RuleSet, game: Game) -> Faults:
    """Calls, Sonderpunkte or a winner's marks beside an offence, which has none."""
    marks = any(game.calls.of(party) for party in PARTIES) or any(game.extras)
    if game.kind == "strafe" and (marks or game.solo or game.pflicht):
        yield odd("strafe-alone", "kind")


_GROUPS: tuple[tuple[Callable[[RuleSet, Game], Faults], ...], ...] = (
    (_kind, _table),
    (_parties, _offender, _fine, _augen, _solo, _bock, _sonderpunkte),
    (_no_trick, _pflicht, _sonderpunkt_augen, _strafe_alone),
)

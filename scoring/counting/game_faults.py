"""What is wrong with a game as written: impossible (an error, no points) or odd (a warning beside its points).

Every game is checked and nearly every game is right, so each check begins with the usual case.
"""

from __future__ import annotations

from collections.abc import Callable

from scoring.counting.counted_entries import OF_SOLOS, Kind
from scoring.counting.game import AUGEN, PARTIES, Game, count_sitters
from scoring.counting.rules import MOST_JUNGFERN, RuleSet
from scoring.findings import Finding

Faults = tuple[Finding, ...]


def make_impossible(sentence: str, *fields: str, **gaps: object) -> Finding:
    """An error that leaves the game without points."""
    return Finding("impossible-value", "error", fields, gaps, sentence=sentence)


def make_odd(sentence: str, *fields: str, **gaps: object) -> Finding:
    """A warning: the game cannot have been exactly so, but its points are the same."""
    return Finding("impossible-value", "warning", fields, gaps, sentence=sentence)


def find_faults(rules: RuleSet, game: Game) -> Faults:
    """Everything wrong with the game. After an error the later groups of checks, which rest on it, are left out."""
    found: Faults = ()
    for group in _GROUPS:
        for check in group:
            found += check(rules, game)
        if found and any(finding.severity == "error" for finding in found):
            break
    return found


def _check_kind(rules: RuleSet, game: Game) -> Faults:
    """`armut` in a system without Trumpfabgabe; an offence where the game is played out instead."""
    if game.kind == "strafe":
        return (make_impossible("faults.game.offence-played-out", "kind"),) if rules.offence.played_out else ()
    if rules.find_kind(game.kind):
        return ()
    known = (*(kind.id for kind in rules.kinds), "strafe")
    return (make_impossible("faults.game.unknown-kind", "kind", kind=game.kind, known=known),)


def _check_table(rules: RuleSet, game: Game) -> Faults:
    """Eight seats; nobody sits out of five; somebody sits out of four."""
    if game.seats not in rules.sheet.seats:
        return (make_impossible("faults.game.wrong-seats", "seats", seats=game.seats, known=rules.sheet.seats),)
    away = count_sitters(game.seats)
    if away and not game.sits:
        return (make_impossible("faults.game.nobody-sits", "sits", seats=game.seats),)
    for seat in game.sits:
        if not away or not 1 <= seat <= game.seats:
            return (make_impossible("faults.game.strange-sitter", "sits", sits=seat, seats=game.seats),)
    if len({*game.sits}) != away:
        return (make_impossible("faults.game.sitter-count", "sits", sits=game.sits, seats=game.seats, away=away),)
    return ()


def _check_parties(rules: RuleSet, game: Game) -> Faults:
    """A solo of two; a Re seat that sits out, or that the table does not have."""
    kind = rules.find_kind(game.kind)
    if kind is None:
        return ()
    count = len(game.re)
    if (not count or count != kind.re_seats or len(set(game.re)) != count) and not _may_pay(kind, game):
        if kind.is_ramsch:
            return (make_impossible("faults.game.wrong-losers", "losers", kind=kind.title, seats=game.re or ("–",)),)
        return (make_impossible("faults.game.wrong-re", "re", kind=kind.title, needed=kind.re_seats, seats=game.re),)
    if not game.plays(*game.re):
        return (make_impossible("faults.game.absent-re", "re", seats=game.re),)
    return ()


def _may_pay(kind: Kind, game: Game) -> bool:
    """Whether those who pay in a Ramsch are one to three different seats."""
    return kind.is_ramsch and len(set(game.re)) == len(game.re) and kind.may_be(len(game.re))


def _check_offender(rules: RuleSet, game: Game) -> Faults:
    """An offence of nobody, or of the seat that sits out; a soloist beside a game that is none."""
    if game.kind == "strafe":
        if game.offender is None:
            return (make_impossible("faults.game.no-offender", "offender"),)
        if not game.plays(game.offender):
            return (make_impossible("faults.game.wrong-offender", "offender", offender=game.offender),)
        if game.soloist is not None and not game.plays(game.soloist):
            return (make_impossible("faults.game.wrong-soloist", "soloist", soloist=game.soloist),)
        return ()
    if game.soloist is not None:
        return (make_impossible("faults.game.stray-soloist", "soloist", soloist=game.soloist),)
    if game.offender is not None:
        return (make_impossible("faults.game.stray-offender", "offender", offender=game.offender),)
    return ()


def _check_fine(rules: RuleSet, game: Game) -> Faults:
    """A minor offence where there is none, five Absagen, or such marks on a game that was played."""
    if not (game.minor or game.absagen):
        return ()
    if game.kind != "strafe":
        return (make_impossible("faults.game.stray-fine", "minor", "absagen"),)
    if (game.minor and not rules.offence.has_minor) or (game.absagen and not rules.offence.has_absagen):
        return (make_impossible("faults.game.no-minor", "minor", "absagen"),)
    if game.minor and game.absagen:
        return (make_impossible("faults.game.minor-absagen", "minor", "absagen"),)
    most = rules.offence.absage.most
    if not 0 <= game.absagen <= most:
        return (make_impossible("faults.game.absagen-range", "absagen", count=game.absagen, most=most),)
    return ()


def _check_verworfen(rules: RuleSet, game: Game) -> Faults:
    """A game lost by a broken rule, in a system where that has a row of its own."""
    if game.verworfen is None or (rules.offence.played_out and game.kind != "strafe"):
        return ()
    return (make_impossible("faults.game.no-verworfen", "verworfen"),)


def _check_augen(rules: RuleSet, game: Game) -> Faults:
    """Augen missing, 241, or less than the poorest trick holds."""
    if game.kind == "strafe":
        return ()
    if game.augen is None:
        kind = rules.find_kind(game.kind)
        return () if kind and kind.is_ramsch else (make_impossible("faults.game.no-augen", "augen"),)
    if not 0 <= game.augen <= AUGEN:
        return (make_impossible("faults.game.augen-range", "augen", augen=game.augen),)
    poorer = min(game.augen, AUGEN - game.augen)
    if 0 < poorer < rules.least_trick and not game.verworfen:
        return (make_odd("faults.game.poor-trick", "augen", augen=poorer, least=rules.least_trick),)
    return ()


def _check_no_trick(rules: RuleSet, game: Game) -> Faults:
    """A party without a trick that has Augen; or a party with a trick and 0 Augen, where every trick has Augen."""
    if game.no_trick is None or game.augen is None:
        return ()
    if game.no_trick != "none":
        strange = make_impossible("faults.game.augen-no-trick", "no_trick", "augen", party=game.no_trick.capitalize())
        return (strange,) if game.get_augen(game.no_trick) else ()
    strange = make_odd("faults.game.trick-no-augen", "no_trick", "augen", least=rules.least_trick)
    return (strange,) if game.augen in (0, AUGEN) and rules.least_trick else ()


def _check_solo(rules: RuleSet, game: Game) -> Faults:
    """An unknown solo, a solo named in a game that is none, or not named where the solos differ in value."""
    if game.solo is None and game.kind != "solo":
        return ()
    known = tuple(solo.id for solo in rules.sheet.solos)
    if game.solo is None:
        differ = any(part.only for rule in OF_SOLOS for part in rules.list_entries(rule))
        return (make_impossible("faults.game.unnamed-solo", "solo", known=known),) if differ else ()
    if rules.sheet.find_solo(game.solo) is None:
        return (make_impossible("faults.game.unknown-solo", "solo", solo=game.solo, known=known),)
    if game.kind != "solo" and game.soloist is None:
        return (make_impossible("faults.game.stray-solo", "solo", solo=game.solo),)
    return ()


def _check_pflicht(rules: RuleSet, game: Game) -> Faults:
    """A stille Hochzeit marked as Pflichtsolo, or an offence after which the solo is not played."""
    if not game.pflicht:
        return ()
    kind = rules.find_kind("solo" if game.kind == "strafe" and rules.offence.plays_solo(game) else game.kind)
    if kind and kind.pflicht and rules.sheet.pflichtsolo.per_player:
        return ()
    return (Finding("pflichtsolo", "warning", ("pflicht",), sentence="faults.game.no-pflichtsolo"),)


def _check_bock(rules: RuleSet, game: Game) -> Faults:
    """A Bock game in a system without Bock, or more Böcke than one game can count."""
    if 0 <= game.bock <= rules.most_bocks:
        return ()
    if not rules.most_bocks:
        return (make_impossible("faults.game.no-bock", "bock"),)
    return (make_impossible("faults.game.bock-range", "bock", count=game.bock, most=rules.most_bocks),)


def _check_sonderpunkte(rules: RuleSet, game: Game) -> Faults:
    """Three Füchse, or a Sonderpunkt that the system does not know."""
    counts: dict[str, list[int]] = {}
    for _, name, count in game.extras:
        counts.setdefault(name, []).append(count)
    found: Faults = ()
    for name, made in counts.items():
        known, count = rules.sheet.find_sonderpunkt(name), min(0, *made) or sum(made)
        if known is None:
            names = tuple(entry.id for entry in rules.sheet.sonderpunkte)
            found += (make_impossible("faults.game.unknown-extra", "extras", name=name, known=names),)
        elif not 0 <= count <= known.most:
            gaps = {"title": known.title, "count": count, "most": known.most}
            found += (make_impossible("faults.game.too-many", "extras", **gaps),)
    return found


def _check_last_trick(rules: RuleSet, game: Game) -> Faults:
    """Two Sonderpunkte that are both made in the last trick."""
    made = [known for _, name, _ in game.extras if (known := rules.sheet.find_sonderpunkt(name)) and known.last_trick]
    titles = tuple(dict.fromkeys(known.title for known in made))  # one of both parties is one too many by itself
    return (make_impossible("faults.game.last-trick", "extras", titles=titles),) if len(titles) > 1 else ()


def _check_sonderpunkt_augen(rules: RuleSet, game: Game) -> Faults:
    """A Doppelkopf of a party with 30 Augen. Not asked of a game that was broken off, whose Augen are incomplete."""
    found: Faults = ()
    for party, name, count in game.extras if game.augen is not None and not game.verworfen else ():
        known = rules.sheet.find_sonderpunkt(name)
        if known and game.get_augen(party) < known.augen * count:
            gaps = {"party": party.capitalize(), "augen": game.get_augen(party), "title": known.title, "count": count}
            found += (make_odd("faults.game.extra-augen", f"extras.{party}.{name}", "augen", **gaps),)
    return found


def _check_jungfern(rules: RuleSet, game: Game) -> Faults:
    """Players without a trick in a game where they do not count, or more of them than there can be."""
    if not game.jungfern:
        return ()
    if not rules.counts_jungfern(game.kind):
        return (make_impossible("faults.game.no-jungfern", "jungfern"),)
    if 0 < game.jungfern <= MOST_JUNGFERN:
        return ()
    return (make_impossible("faults.game.jungfern-range", "jungfern", count=game.jungfern, most=MOST_JUNGFERN),)


def _check_strafe_alone(rules: RuleSet, game: Game) -> Faults:
    """Calls, Sonderpunkte or a winner's marks beside an offence, which has none."""
    if game.kind != "strafe":
        return ()
    marks = any(game.calls.of(party) for party in PARTIES) or any(game.extras)
    solo = game.soloist is None and (game.solo or game.pflicht)
    return (make_odd("faults.game.strafe-alone", "kind"),) if marks or solo else ()


_GROUPS: tuple[tuple[Callable[[RuleSet, Game], Faults], ...], ...] = (
    (_check_kind, _check_table),
    (
        _check_parties,
        _check_offender,
        _check_fine,
        _check_verworfen,
        _check_augen,
        _check_solo,
        _check_bock,
        _check_sonderpunkte,
        _check_last_trick,
        _check_jungfern,
    ),
    (_check_no_trick, _check_pflicht, _check_sonderpunkt_augen, _check_strafe_alone),
)

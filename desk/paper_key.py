"""The key and the example row of the sheets that hold more than points, written from the rule set."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from desk.key import calls_line, cards_line, key_lines, solo_line, special_lines
from desk.lang import Lang, pick

if TYPE_CHECKING:
    from scoring.game import Game
    from scoring.rules import Part, RuleSet
    from templates.spec import Example, KeyBlock

_PARTS = {
    "gewonnen": ("gewonnen {points}", "won {points}"),
    "gegen": ("gegen die Alten {points}", "Kontra wins {points}"),
    "erreicht": ("je unter 90, 60, 30, schwarz {points}", "each under 90, 60, 30, schwarz {points}"),
    "verfehlt": ("je verfehlte Absage {points}", "each missed Absage {points}"),
    "angesagt": ("Re und Kontra angesagt je {points}", "Re and Kontra called, each {points}"),
    "abgesagt": ("je Absage {points}", "each Absage {points}"),
    "dagegen": ("je Absage, gegen die 120, 90, 60, 30 erreicht sind, {points}",
                "each Absage against which 120, 90, 60, 30 are reached {points}"),
    "solo": ("{names} {points}", "{names} {points}"),
    "sonderpunkte": ("Sonderpunkte je {points}, der Gegner je {minus}", "extras {points} each, the others' {minus}"),
    "verdoppelt": ("Re mal {factor}, Kontra mal {factor}", "Re times {factor}, Kontra times {factor}"),
    "bock": ("im Bock mal {factor}", "Bock times {factor}"),
}
_NOT_ALONE = ("nicht im Solo", "not in solos")
_ONLY = ("im Solo nur {names}", "in solos only {names}")
_SAID = {"re": ("nur Re angesagt", "only Re called"), "kontra": ("nur Kontra angesagt", "only Kontra called"),
         "both": ("beide angesagt", "both called")}
_NEEDS = ("Re ab {re}, Kontra ab {kontra}", "Re from {re}, Kontra from {kontra}")


def full_key(rules: RuleSet, seats: int, plus: bool, lang: Lang) -> tuple[KeyBlock, ...]:
    """How to fill in the full sheet, how these rules count, and, last, the example row read aloud."""
    from templates.spec import KeyBlock

    return (
        KeyBlock(pick("So wird ausgefüllt", "How to fill it in", lang), tuple(_filling(rules, seats, plus, lang))),
        KeyBlock(pick("So wird gezählt", "How it counts", lang),
                 (" ".join(counting(rules, lang)), calls_line(rules, lang), cards_line(rules, lang))),
        KeyBlock(pick("Die Beispielzeile", "The example row", lang), (_told(rules, seats, lang),)),
    )


def list_key(rules: RuleSet, style: str, seats: int, plus: bool, lang: Lang) -> tuple[str, ...]:
    """Short sentences for the foot of a list."""
    usual = key_lines(rules, seats, lang)
    if style == "points" and not plus:
        return usual
    if style == "points":
        first = pick("Je Spiel eine Zeile: nur die Pluspunkte der Gewinner; wer verliert, bekommt nichts.",
                     "One row a game: the winners' plus points only; who loses gets nothing.", lang)
        return (f"{first} {solo_line(lang)}", *usual[1:])
    stands = pick(" Wer verliert, behält seinen Stand.", " Who loses keeps his total.", lang) if plus else pick(
        " Alle Stände zusammen ergeben null.", " All totals together make zero.", lang)
    first = pick("Wert: die Punkte einfach, ohne Vorzeichen. Gewinner: ankreuzen. Unter den Namen: der"
                 " neue Stand, mit Vorzeichen.",
                 "Value: the game's points, single and without sign. Winners: cross them. Below the names: the new"
                 " total, with its sign.", lang)
    counts, wins = counting(rules, lang)
    counted = pick(f"Es zählt: {counts}", f"What counts: {counts}", lang)
    rest = " ".join((*special_lines(rules, lang), wins, counted))
    return (f"{first}{stands} {solo_line(lang)}", rest, calls_line(rules, lang), cards_line(rules, lang))


def counting(rules: RuleSet, lang: Lang) -> tuple[str, ...]:
    """What counts, in its order, and the Augen that win."""
    return "; ".join(part for entry in rules.value if (part := _part(rules, entry, lang))) + ".", _needs(rules, lang)


def _part(rules: RuleSet, part: Part, lang: Lang) -> str:
    gaps = {"points": signed(part.points), "minus": signed(-part.points), "factor": part.points}
    pairs = any(kind.re_seats == 2 and kind.id in part.kinds for kind in rules.kinds)
    if part.rule == "solo":
        return pick(*_PARTS["solo"], lang).format(names=_solos(rules, part, lang), **gaps)
    if part.rule == "sonderpunkte" and not pairs:
        return pick(*_ONLY, lang).format(names=_extras(rules, part, lang))
    words = pick(*_PARTS[part.rule], lang).format(**gaps)
    return words if "solo" in part.kinds else f"{words} ({pick(*_NOT_ALONE, lang)})"


def _solos(rules: RuleSet, part: Part, lang: Lang) -> str:
    """The solos, or the kinds of game, that a point is given for."""
    if part.only:
        return ", ".join(solo.title.in_(lang) for name in part.only if (solo := rules.sheet.solo(name)))
    return ", ".join(kind.title.in_(lang) for kind in rules.kinds if kind.id in part.kinds)


def _extras(rules: RuleSet, part: Part, lang: Lang) -> str:
    known = rules.sheet.sonderpunkte
    return ", ".join(extra.title.in_(lang) for extra in known if not part.only or extra.id in part.only)


def _needs(rules: RuleSet, lang: Lang) -> str:
    """Who wins with how many Augen: first as usual, then the calls that change it."""
    usual, *others = rules.needs
    words = pick("Es gewinnt: ", "It is won by: ", lang) + pick(*_NEEDS, lang).format(re=usual.re, kontra=usual.kontra)
    for needs in others:
        if (needs.re, needs.kontra) != (usual.re, usual.kontra):
            said = pick(*_NEEDS, lang).format(re=needs.re, kontra=needs.kontra)
            words += f"; {pick(*_SAID[needs.said], lang)}: {said}"
    return words + "."


def _filling(rules: RuleSet, seats: int, plus: bool, lang: Lang) -> Iterator[str]:
    yield pick("Je Spiel eine Zeile. Kreuz oder Haken; ein falsches Kreuz ganz ausmalen.",
               "One row a game. Cross or tick; fill a wrong cross in completely.", lang)
    yield pick("Spielart: nur ankreuzen, wenn es kein Normalspiel war. Bleibt eine Hochzeit allein: „Hochzeit“ und nur"
               " ein Re-Platz.",
               "Kind of game: cross only what is no ordinary game. A Hochzeit that stays alone: “Hochzeit” and one Re"
               " seat only.", lang)
    yield pick("Ansagen: die höchste genügt (60 schließt Re und 90 ein; S: schwarz). Sonderpunkte: die Anzahl.",
               "Calls: the highest will do (60 includes Re and 90; S: schwarz). Extras: how many.", lang)
    yield _points(seats, plus, lang)
    special = " ".join(_special(rules, seats, lang))
    if special:
        yield special


def _points(seats: int, plus: bool, lang: Lang) -> str:
    if plus:
        words = pick("Wert ohne Vorzeichen. Punkte: nur die Gewinner; wer allein spielt, dreifach.",
                     "Value without sign. Points: winners only; who plays alone counts threefold.", lang)
    else:
        words = pick("Wert ohne Vorzeichen. Punkte mit + und −, zusammen null; wer allein spielt, dreifach.",
                     "Value without sign. Points with + and −, together zero; who plays alone counts threefold.", lang)
    sits = pick(" Wer aussetzt: „/“.", " Who sits out: “/”.", lang)
    return words + (sits if seats > 4 else "")


def _special(rules: RuleSet, seats: int, lang: Lang) -> Iterator[str]:
    """Pflichtsolo, offences that are crossed, and Bock, where the rules have them."""
    sheet = rules.sheet
    games = sheet.games_for(seats)
    if sheet.pflichtsolo.section and games:
        first = games - sheet.pflichtsolo.per_player * seats + 1
        yield pick(f"S{first} bis S{games}: die Pflichtsoli.", f"S{first} to S{games}: the Pflichtsoli.", lang)
    elif sheet.pflichtsolo.per_player:
        yield pick(f"Pflichtsolo: {sheet.pflichtsolo.per_player} je Spieler.",
                   f"Pflichtsolo: {sheet.pflichtsolo.per_player} for each player.", lang)
    if rules.offence.counts_as_game:
        yield from (f"{line}." for line in offence_line(rules, lang))
    if rules.bock.triggers:
        yield pick("Bock: ankreuzen, wenn das Spiel doppelt zählt.", "Bock: cross it when the game counts twice.", lang)


def offence_line(rules: RuleSet, lang: Lang) -> Iterator[str]:
    """What an offence costs, where it costs points of its own."""
    if rules.offence.offender:
        words = pick("Strafe: {} für den Verursacher, alle anderen {}", "Offence: {}, all others {}", lang)
        yield words.format(signed(rules.offence.offender), signed(rules.offence.others))


def example_game(rules: RuleSet, seats: int) -> Game:
    """The game in the example row: seats 1 and 3 are Re and call it, Kontra is under 90, a Fuchs where there is one."""
    from scoring.game import Call, Calls, Extras, Game

    fuchs = (("fuchs", 1),) if rules.sheet.sonderpunkt("fuchs") else ()
    return Game("normal", (1, 3), Calls(Call.ANSAGE, Call.NOTHING), 153, extras=Extras(fuchs, ()), seats=seats,
                sits=seats if seats > 4 else None)


def example(rules: RuleSet, seats: int, plus: bool) -> Example:
    """The example row as it is filled in."""
    return filled_in(rules, example_game(rules, seats), plus)


def filled_in(rules: RuleSet, game: Game, plus: bool) -> Example:
    """The row of that game on a full sheet, rightly counted."""
    from scoring.game import PARTIES
    from scoring.score import score
    from templates.spec import Example

    result = score(rules, game)
    assert result.points is not None  # examples are games that can be
    assert result.value is not None
    points = ((f"p{seat}", _cell(value, seat == game.sits, plus)) for seat, value in enumerate(result.points, 1))
    extras = ((f"{party}.{name}", str(count)) for party in PARTIES for name, count in game.extras.of(party))
    written = (("augen", str(game.augen)), *extras, ("value", str(abs(result.value))), *points)
    return Example(frozenset(_crossed(game)), tuple(pair for pair in written if pair[1]))


def _crossed(game: Game) -> Iterator[str]:
    """The columns that are crossed for that game; of its calls the highest."""
    from scoring.game import PARTIES, Call

    if game.kind == "solo":
        yield f"solo.{game.solo}"
    elif game.kind != "normal":
        yield "hochzeit" if game.kind == "hochzeit-allein" else game.kind
    if game.bock:
        yield "bock"
    yield from (f"re{seat}" for seat in game.re)
    for party in PARTIES:
        call = game.calls.of(party)
        if call > Call.NOTHING:
            yield f"{party}.{party if call == Call.ANSAGE else call.name.lower()}"


def _cell(points: int, sits: bool, plus: bool) -> str:
    """A seat's points as a player writes them."""
    if sits:
        return "/"
    return "" if plus and points < 0 else str(points) if plus else signed(points)


def _told(rules: RuleSet, seats: int, lang: Lang) -> str:
    """The example read aloud, with the lines of its counting."""
    from scoring.score import score

    game = example_game(rules, seats)
    result = score(rules, game)
    lines = ", ".join(f"{line.words(lang)} {signed(line.points)}" for line in result.lines)
    told = pick("Die Plätze 1 und 3 sind Re, Re ist angesagt, Re hat {} Augen",
                "Seats 1 and 3 are Re, Re is called, Re has {} Augen", lang).format(game.augen)
    return f"{told}: {lines} = {abs(result.value or 0)}."


def signed(points: int) -> str:
    """With its sign, a true minus, as print has it."""
    return f"{points:+d}".replace("-", "−")

"""The key of the sheets that hold more than points, written from the rule set."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from texts.languages import Lang, pick
from tournament.printing.key import calls_line, cards_line, fines_line, key_lines, solo_line, special_lines
from tournament.printing.paper_counting import counting
from tournament.printing.paper_example import signed, told
from tournament.printing.paper_wins import wins_line

if TYPE_CHECKING:
    from scoring.counting.rules import RuleSet
    from templates.spec import KeyBlock


def full_key(rules: RuleSet, seats: int, plus: bool, lang: Lang) -> tuple[KeyBlock, ...]:
    """How to fill in the full sheet, how these rules count, and, last, the example row read aloud."""
    from templates.spec import KeyBlock

    when, cards = calls_line(rules, lang), cards_line(rules, lang, brief=True)
    return (
        KeyBlock(pick("So wird ausgefüllt", "How to fill it in", lang), tuple(_filling(rules, seats, plus, lang))),
        KeyBlock(pick("So wird gezählt", "How it counts", lang),
                 (f"{counting(rules, lang)} {wins_line(rules, lang, brief=True)}", f"{when} {cards}")),
        KeyBlock(pick("Die Beispielzeile", "The example row", lang), (told(rules, seats, lang),)),
    )


def list_key(
    rules: RuleSet, style: str, seats: int, plus: bool, lang: Lang, *, small: bool = False
) -> tuple[str, ...]:
    """Short sentences for the foot of a list; `small`: on A5."""
    usual = key_lines(rules, seats, lang, brief=small)
    if style == "points" and plus:
        first = pick("Je Spiel eine Zeile: nur die Pluspunkte der Gewinner, sonst nichts.",
                     "One row a game: the winners' plus points only, nothing else.", lang)
        usual = f"{first} {solo_line(rules, lang)}", *usual[1:]
    if style == "points":
        return (" ".join(usual),) if small else usual
    first = pick("Wert ohne Vorzeichen, Gewinner ankreuzen, unter den Namen der Stand",
                 "Value without sign, winners crossed, below the names the total", lang)
    stands = pick("; wer verliert, behält seinen.", "; who loses keeps his.", lang) if plus else pick(
        " mit Vorzeichen.", " with its sign.", lang)
    counts = counting(rules, lang)
    counted = pick(f"Es zählt: {counts}", f"What counts: {counts}", lang)
    when, cards = calls_line(rules, lang), cards_line(rules, lang, brief=True)
    rest = (*special_lines(rules, lang), wins_line(rules, lang, brief=True), counted, when, cards)
    return f"{first}{stands} {solo_line(rules, lang)}", " ".join(rest)


def _filling(rules: RuleSet, seats: int, plus: bool, lang: Lang) -> Iterator[str]:
    yield pick("Je Spiel eine Zeile. Kreuz oder Haken; ein falsches ganz ausmalen.",
               "One row a game. Cross or tick; fill in a wrong one completely.", lang)
    yield pick("Spielart: leer beim Normalspiel. Bleibt eine Hochzeit allein: „Hochzeit“ und nur ein Re-Platz.",
               "Kind of game: blank for an ordinary one. A Hochzeit that stays alone: “Hochzeit” and one Re seat only.",
               lang)
    yield pick("Ansagen: die höchste genügt; S: schwarz. Sonderpunkte: die Anzahl.",
               "Calls: the highest will do; S: schwarz. Extras: how many.", lang)
    yield _points(seats, plus, lang)
    special = " ".join(_special(rules, seats, lang))
    if special:
        yield special


def _points(seats: int, plus: bool, lang: Lang) -> str:
    if plus:
        words = pick("Wert ohne Vorzeichen. Punkte: nur die Gewinner; wer allein spielt, dreifach.",
                     "Value without sign. Points: winners only; who plays alone counts threefold.", lang)
    else:
        words = pick("Wert ohne Vorzeichen. Punkte zusammen null; wer allein spielt, dreifach.",
                     "Value without sign. Points together zero; who plays alone counts threefold.", lang)
    sits = pick(" Wer aussetzt: „/“.", " Who sits out: “/”.", lang)
    return words + (sits if seats > 4 else "")


def _special(rules: RuleSet, seats: int, lang: Lang) -> Iterator[str]:
    """Pflichtsolo, offences that are crossed, and Bock, where the rules have them."""
    sheet = rules.sheet
    games = sheet.count_games(seats)
    if sheet.pflichtsolo.section and games:
        first = games - sheet.pflichtsolo.per_player * seats + 1
        yield pick(f"S{first} bis S{games}: Pflichtsoli.", f"S{first} to S{games}: Pflichtsoli.", lang)
    elif sheet.pflichtsolo.per_player:
        yield pick(f"Pflichtsolo: {sheet.pflichtsolo.per_player} je Spieler.",
                   f"Pflichtsolo: {sheet.pflichtsolo.per_player} for each player.", lang)
    if rules.offence.counts_as_game and rules.offence.offender:
        fines = fines_line(rules, lang)
        yield pick(f"Strafe (ohne Augen): {fines}", f"Offence (no Augen): {fines}", lang)
    if rules.offence.played_out:
        yield pick("Verworfen: Kreuz bei der Partei, die dadurch verliert; ohne Sonderpunkte.",
                   "Verworfen (broke a rule): cross the party that loses by it; no extras.", lang)
    if rules.bock.triggers:
        yield pick("Bock: ankreuzen, wenn das Spiel doppelt zählt.", "Bock: cross it when the game counts twice.", lang)


def offence_line(rules: RuleSet, lang: Lang) -> Iterator[str]:
    """What an offence that is no game costs, where it costs points of its own."""
    if rules.offence.counts_as_game and rules.offence.minor.extra_row:
        words = pick("Leichte Strafe, kein Spiel: {} für den Verursacher, alle anderen {}",
                     "Minor offence, no game: {}, all others {}", lang)
        yield words.format(signed(rules.offence.minor.offender), signed(rules.offence.minor.others))
    elif rules.offence.offender:
        words = pick("Strafe: {} für den Verursacher, alle anderen {}", "Offence: {}, all others {}", lang)
        yield words.format(signed(rules.offence.offender), signed(rules.offence.others))

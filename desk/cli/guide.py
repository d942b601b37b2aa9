"""The page for players: how a sheet is filled in, with rows that the rule set has counted."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from desk.cli.paper_order import Wish, sheets
from desk.exits import Status
from desk.outputs import PDF, check_file, write_whole
from desk.rules import load_rules
from texts.languages import Lang, pick
from tournament.printing.guide_words import LISTS, NUMBERS, PHOTO, STEPS
from tournament.printing.key import solo_line
from tournament.printing.paper_example import filled_in, list_rows, signed

if TYPE_CHECKING:
    from scoring.counting.game import Game
    from scoring.counting.rules import RuleSet
    from templates.drawing.guide import Guide, Told

_USUAL = "pflichtsolo-40"


def print_guide(rules: str, target: Path, lang: Lang) -> Status:
    """Writes the page as PDF; its examples are counted by `rules`, or by a usual rule set."""
    from templates.drawing.guide import guide_pdf

    system = load_rules(rules or _USUAL)
    check_file(target, PDF)
    sheet, listed = (
        sheets(Wish(system.id, style, 4, games, "", None, None, "", lang), system)[0]
        for style, games in (("full", 12), (_list_style(system), 24))
    )
    pdf = guide_pdf(guide(system, lang), sheet, listed)
    write_whole(target, lambda draft: draft.write_bytes(pdf))
    sys.stderr.write(pick(f"Anleitung: {target}\n", f"Guide: {target}\n", lang))
    return Status.DONE


def guide(rules: RuleSet, lang: Lang) -> Guide:
    """The words of the page."""
    from templates.drawing.guide import Guide

    return Guide(
        title=pick("So füllen Sie den Bogen aus", "How to fill in the sheet", lang),
        intro=pick(
            "Je Spiel eine Zeile, gleich nach dem Spiel, am besten mit Kugelschreiber. Je mehr Sie angeben, desto"
            " genauer kann nachgerechnet werden; was Sie nicht wissen, lassen Sie frei.",
            "One row a game, right after the game, best with a ball pen. The more you tell, the better it can"
            " be counted again; what you do not know you leave blank.", lang),
        steps=_steps(rules, lang),
        examples_title=pick("Drei Spiele als Beispiel", "Three games as examples", lang),
        examples=tuple(_told(rules, game, words, lang) for game, words in _games(rules, lang)),
        list_title=_list_title(rules, lang),
        list_words=_list_words(rules, lang),
        list_rows=list_rows(rules, [game for game, _ in _games(rules, lang)], _list_style(rules)),
        marks_title=pick("Kreuze", "Crosses", lang),
        marks=(
            pick("gilt: Kreuz, Haken oder Kringel", "counts: a cross, a tick or a circle", lang),
            pick("zurückgenommen: ganz ausmalen oder dicht überkritzeln",
                 "taken back: fill it in or scribble it over", lang),
            pick("besser nicht: ein Punkt oder Strichlein wird leicht übersehen",
                 "better not: a dot or a dash is easily overlooked", lang),
        ),
        numbers_title=pick("Zahlen", "Numbers", lang),
        numbers=NUMBERS[lang],
        lists_title=pick("Die Listen", "The lists", lang),
        lists=(*LISTS[lang], *_offences(rules, lang)),
        photo_title=pick("Das Foto", "The photograph", lang),
        photo=PHOTO[lang],
        lang=lang,
    )


def _steps(rules: RuleSet, lang: Lang) -> tuple[tuple[str, str], ...]:
    """What is written in each group of the full sheet's columns."""
    from templates.full import groups

    sheet = sheets(Wish(rules.id, "full", 4, 12, "", None, None, "", lang), rules)[0]
    return tuple(STEPS[lang][group] for group, _ in groups(sheet.code))


def _list_style(rules: RuleSet) -> str:
    """Running totals, or points where the rules want no totals."""
    return "totals" if rules.sheet.totals.allowed else "points"


def _list_title(rules: RuleSet, lang: Lang) -> str:
    if rules.sheet.totals.allowed:
        return pick("Dieselben Spiele auf der Liste mit Stand", "The same games on the list of totals", lang)
    return pick("Dieselben Spiele auf der Punkteliste", "The same games on the points list", lang)


def _list_words(rules: RuleSet, lang: Lang) -> str:
    if rules.sheet.totals.allowed:
        words = pick("Wert: einfach, ohne Vorzeichen. Gewinner: ein Kreuz für jeden. Unter jedem Namen steht der neue"
                     " Stand mit Vorzeichen, auch bei den Verlierern.",
                     "Value: once, without sign. Winners: a cross for each. Below each name stands the new total with"
                     " its sign, the losers' too.", lang)
    else:
        words = pick("Unter jedem Namen stehen die Punkte dieses Spiels mit Vorzeichen, keine Zwischenstände.",
                     "Below each name stand the points of this game with their sign, no totals.", lang)
    return f"{words} {solo_line(rules, lang)}"


def _offences(rules: RuleSet, lang: Lang) -> Iterator[str]:
    """Where an offence is written, if it costs points of its own."""
    if rules.offence.offender and rules.offence.counts_as_game:
        own = rules.offence.minor.extra_row
        minor = pick("; leichte: Zeile ganz unten", "; minor: the lowest row", lang) if own else ""
        yield pick(f"Strafe: ankreuzen, auf dem vollen Bogen ohne Augen{minor}.",
                   f"Offence: cross it, on the full sheet without Augen{minor}.", lang)
    elif rules.offence.offender:
        yield pick("Zeilen „Strafe“ sind für Strafen, die kein Spiel sind.",
                   "Rows “Offence” are for offences that are no game.", lang)
    elif rules.offence.played_out:
        yield pick("Verworfen: eine Zeile wie jede andere.", "Verworfen (a broken rule): a row like any other.", lang)


def _games(rules: RuleSet, lang: Lang) -> tuple[tuple[Game, str], ...]:
    """A Hochzeit lost against an Absage, a solo won, and a silent Hochzeit lost."""
    from scoring.counting.game import Call, Calls, Extras, Game

    solo = rules.sheet.solos[0]
    doko = (("doppelkopf", 1),) if rules.sheet.find_sonderpunkt("doppelkopf") else ()
    return (
        (Game("hochzeit", (2, 4), Calls(Call.NOTHING, Call.K90), 88, extras=Extras((), doko)),
         pick("Hochzeit: Die Plätze 2 und 4 sind Re. Kontra sagt keine 90 und gewinnt, Re hat 88 Augen; Kontra hat"
              " einen Doppelkopf.",
              "Hochzeit: seats 2 and 4 are Re. Kontra calls no 90 and wins, Re has 88 Augen; Kontra has a Doppelkopf.",
              lang)),
        (Game("solo", (3,), Calls(Call.ANSAGE, Call.NOTHING), 131, solo=solo.id),
         pick(f"{solo.title.in_(lang)} von Platz 3, mit Re angesagt und 131 Augen gewonnen: Platz 3 bekommt das"
              " Dreifache.",
              f"A {solo.title.in_(lang)} by seat 3, Re called, won with 131 Augen: seat 3 gets three times as much.",
              lang)),
        (Game("stille-hochzeit", (1,), Calls(), 101),
         pick("Stille Hochzeit von Platz 1, mit 101 Augen verloren: allein gegen drei, Platz 1 zahlt das Dreifache.",
              "A silent Hochzeit of seat 1, lost with 101 Augen: one against three, seat 1 pays three times as much.",
              lang)),
    )


def _told(rules: RuleSet, game: Game, words: str, lang: Lang) -> Told:
    """The row, and the counting after the words."""
    from scoring.counting.score import score
    from templates.drawing.guide import Told

    result = score(rules, game)
    counted = [line for line in result.lines if line.name != "umgekehrt"]
    lines = ", ".join(f"{line.describe(lang)} {signed(line.points)}" for line in counted)
    counted_words = pick("Gezählt wird", "It counts", lang)
    return Told(filled_in(rules, game, plus=False), f"{words} {counted_words}: {lines}.")

"""The page for players: how a sheet is filled in, with rows that the rule set has counted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from texts.languages import Lang
from texts.sentences import say
from tournament.printing.example_rows import fill_full_row, fill_list_rows
from tournament.printing.rule_lines import (
    describe_group,
    list_list_hints,
    list_number_hints,
    list_photo_hints,
    typeset_points,
    write_solo_line,
)
from tournament.printing.sheet_orders import SheetOrder, make_sheets

if TYPE_CHECKING:
    from scoring.counting.game import Game
    from scoring.counting.rules import RuleSet
    from templates.drawing.guide_pdf import ExampleRow, Guide


def make_guide(rules: RuleSet, lang: Lang) -> Guide:
    """The page's words, by the rule set."""
    from templates.drawing.guide_pdf import Guide

    return Guide(
        title=say(lang, "desk.guide.title"),
        intro=say(lang, "desk.guide.intro"),
        steps=_describe_steps(rules, lang),
        examples_title=say(lang, "desk.guide.examples"),
        examples=tuple(_explain_game(rules, game, words, lang) for game, words in _make_games(rules, lang)),
        list_title=_say_list_title(rules, lang),
        list_words=_say_list_words(rules, lang),
        list_rows=fill_list_rows(rules, [game for game, _ in _make_games(rules, lang)], choose_list_style(rules)),
        marks_title=say(lang, "desk.guide.crosses"),
        marks=(
            say(lang, "desk.guide.cross"),
            say(lang, "desk.guide.taken-back"),
            say(lang, "desk.guide.dot"),
        ),
        numbers_title=say(lang, "desk.guide.numbers"),
        numbers=list_number_hints(lang),
        lists_title=say(lang, "desk.guide.lists"),
        lists=(*list_list_hints(lang), *_say_offences(rules, lang)),
        photo_title=say(lang, "desk.guide.photo"),
        photo=list_photo_hints(lang),
        lang=lang,
    )


def _describe_steps(rules: RuleSet, lang: Lang) -> tuple[tuple[str, str], ...]:
    """Title and sentence for each group of the full sheet's columns: what is written there."""
    from templates.full_sheet import group_columns

    sheet = make_sheets(SheetOrder(rules.id, "full", 4, 12, "", None, None, "", lang), rules)[0]
    return tuple(describe_group(lang, group) for group, _ in group_columns(sheet.code))


def choose_list_style(rules: RuleSet) -> str:
    """The list of running totals, or of points where the rules want no totals."""
    return "totals" if rules.sheet.totals.allowed else "points"


def _say_list_title(rules: RuleSet, lang: Lang) -> str:
    return say(lang, "desk.guide.totals-list" if rules.sheet.totals.allowed else "desk.guide.points-list")


def _say_list_words(rules: RuleSet, lang: Lang) -> str:
    words = say(lang, "desk.guide.on-totals-list" if rules.sheet.totals.allowed else "desk.guide.on-points-list")
    return f"{words} {write_solo_line(rules, lang)}"


def _say_offences(rules: RuleSet, lang: Lang) -> Iterator[str]:
    """Where an offence is written; nothing where offences cost no points."""
    if rules.offence.offender and rules.offence.counts_as_game:
        yield say(lang, "desk.guide.offence-and-minor" if rules.offence.minor.extra_row else "desk.guide.offence")
    elif rules.offence.offender:
        yield say(lang, "desk.guide.offence-rows")
    elif rules.offence.played_out:
        yield say(lang, "desk.guide.verworfen")


def _make_games(rules: RuleSet, lang: Lang) -> tuple[tuple[Game, str], ...]:
    """Three games with their words: a Hochzeit lost against an Absage, a solo won, and a silent Hochzeit lost."""
    from scoring.counting.game import Call, Calls, Extras, Game

    solo = rules.sheet.solos[0]
    doko = (("doppelkopf", 1),) if rules.sheet.find_sonderpunkt("doppelkopf") else ()
    return (
        (
            Game("hochzeit", (2, 4), Calls(Call.NOTHING, Call.K90), 88, extras=Extras((), doko)),
            say(lang, "desk.guide.hochzeit"),
        ),
        (
            Game("solo", (3,), Calls(Call.ANSAGE, Call.NOTHING), 131, solo=solo.id),
            say(lang, "desk.guide.solo", solo=solo.title),
        ),
        (Game("stille-hochzeit", (1,), Calls(), 101), say(lang, "desk.guide.stille-hochzeit")),
    )


def _explain_game(rules: RuleSet, game: Game, words: str, lang: Lang) -> ExampleRow:
    """The game as a row, and its words followed by how it is counted."""
    from scoring.counting.score import score
    from templates.drawing.guide_pdf import ExampleRow

    result = score(rules, game)
    counted = [line for line in result.lines if line.name != "umgekehrt"]
    lines = ", ".join(f"{line.describe(lang)} {typeset_points(line.points)}" for line in counted)
    return ExampleRow(fill_full_row(rules, game, plus=False), say(lang, "desk.guide.counted", game=words, lines=lines))

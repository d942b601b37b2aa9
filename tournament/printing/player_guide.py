"""The page for players: how a sheet is filled in, with rows that the rule set has counted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from scoring.counting.game import ANSAGE, NOTHING, Calls, Extras, Game
from scoring.counting.rules import RuleSet
from scoring.counting.score import score
from scoring.rulesets.value_words import say_times
from templates.full_sheet import group_columns
from texts.languages import Lang
from texts.sentences import say
from tournament.printing.rule_lines import fill_full_row, fill_list_rows, typeset_points, write_solo_line
from tournament.printing.sheet_orders import SheetOrder, make_sheets

if TYPE_CHECKING:
    from templates.drawing.guide_pdf import ExampleRow, Guide


def make_guide_file(rules: RuleSet, lang: Lang) -> bytes:
    """The page for players as PDF; its examples are counted by these rules."""
    from templates.drawing.guide_pdf import make_guide_pdf

    sheet, listed = (
        make_sheets(SheetOrder(rules.id, style, 4, games, "", None, None, "", lang), rules)[0]
        for style, games in (("full", 12), (choose_list_style(rules), 24))
    )
    return make_guide_pdf(make_guide(rules, lang), sheet, listed)


def make_guide(rules: RuleSet, lang: Lang) -> Guide:
    """The page's words, by the rule set."""
    from templates.drawing.guide_pdf import Guide

    style, games = choose_list_style(rules), _make_games(rules, lang)
    return Guide(
        title=say(lang, "desk.guide.title"),
        intro=say(lang, "desk.guide.intro"),
        steps=_describe_steps(rules, lang),
        examples_title=say(lang, "desk.guide.examples"),
        examples=tuple(_explain_game(rules, game, words, lang) for game, words in games),
        list_title=say(lang, f"desk.guide.{style}-list"),
        list_words=f"{say(lang, f'desk.guide.on-{style}-list')} {write_solo_line(rules, lang)}",
        list_rows=fill_list_rows(rules, [game for game, _ in games], style),
        marks_title=say(lang, "desk.guide.crosses"),
        marks=(say(lang, "desk.guide.cross"), say(lang, "desk.guide.taken-back"), say(lang, "desk.guide.dot")),
        numbers_title=say(lang, "desk.guide.numbers"),
        numbers=_list_hints("numbers", lang),
        lists_title=say(lang, "desk.guide.lists"),
        lists=(*_list_hints("lists", lang), *_say_offences(rules, lang)),
        photo_title=say(lang, "desk.guide.photo"),
        photo=_list_hints("photo", lang),
        lang=lang,
    )


def _list_hints(about: str, lang: Lang) -> tuple[str, ...]:
    """How numbers are written, what is different on lists, or how a sheet is photographed."""
    return tuple(say(lang, f"printing.guide.hints.{about}").split("\n"))


def describe_group(rules: RuleSet, lang: Lang, group: str) -> tuple[str, str]:
    """A group of a full sheet's columns, as `templates.full_sheet.group_columns` names it: heading and what is
    written."""
    step = "points-any" if group == "points" and not rules.adds_up else group
    times = say_times(rules.list_lone_times(), lang)
    return say(lang, f"printing.guide.heading.{group}"), say(lang, f"printing.guide.step.{step}", times=times)


def _describe_steps(rules: RuleSet, lang: Lang) -> tuple[tuple[str, str], ...]:
    """Title and sentence for each group of the full sheet's columns: what is written there."""
    sheet = make_sheets(SheetOrder(rules.id, "full", 4, 12, "", None, None, "", lang), rules)[0]
    return tuple(describe_group(rules, lang, group) for group, _ in group_columns(sheet.code))


def choose_list_style(rules: RuleSet) -> str:
    """The list of running totals, or of points where the rules want no totals."""
    return "totals" if rules.sheet.totals.allowed else "points"


def _say_offences(rules: RuleSet, lang: Lang) -> Iterator[str]:
    """Where an offence is written; nothing where offences cost no points."""
    if rules.offence.is_fined and rules.offence.counts_as_game:
        yield say(lang, "desk.guide.offence-and-minor" if rules.offence.minor.extra_row else "desk.guide.offence")
    elif rules.offence.is_fined:
        yield say(lang, "desk.guide.offence-rows")
    elif rules.offence.played_out:
        yield say(lang, "desk.guide.verworfen")


def _make_games(rules: RuleSet, lang: Lang) -> tuple[tuple[Game, str], ...]:
    """Three games with their words: a Hochzeit lost against an Absage, a solo won, and a silent Hochzeit lost."""
    solo = rules.sheet.solos[0]
    doko = (("doppelkopf", 1),) if rules.sheet.find_sonderpunkt("doppelkopf") else ()
    return (
        (
            Game("hochzeit", (2, 4), Calls(NOTHING, ANSAGE + 1), 88, extras=Extras((), doko)),
            say(lang, "desk.guide.hochzeit"),
        ),
        (
            Game("solo", (3,), Calls(ANSAGE, NOTHING), 131, solo=solo.id),
            say(lang, "desk.guide.solo", solo=solo.title),
        ),
        (Game("stille-hochzeit", (1,), Calls(), 101), say(lang, "desk.guide.stille-hochzeit")),
    )


def _explain_game(rules: RuleSet, game: Game, words: str, lang: Lang) -> ExampleRow:
    """The game as a row, and its words followed by how it is counted."""
    from templates.drawing.guide_pdf import ExampleRow

    result = score(rules, game)
    counted = [line for line in result.lines if line.name != "umgekehrt"]
    lines = ", ".join(f"{line.describe(lang)} {typeset_points(line.points)}" for line in counted)
    return ExampleRow(fill_full_row(rules, game, plus=False), say(lang, "desk.guide.counted", game=words, lines=lines))

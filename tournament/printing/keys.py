"""The keys at the foot of the sheets: how a sheet is filled in and how its rule set counts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from texts.languages import Lang
from texts.sentences import say
from tournament.printing.cards_line import write_cards_line
from tournament.printing.counting_line import write_counting_line
from tournament.printing.example_rows import read_example_aloud
from tournament.printing.rule_lines import write_calls_line, write_fines, write_solo_line, write_special_lines
from tournament.printing.wins_line import write_wins_line

if TYPE_CHECKING:
    from scoring.counting.rules import RuleSet
    from templates.sheet_spec import KeyBlock


def write_points_key(rules: RuleSet, seats: int, lang: Lang, *, brief: bool = False) -> tuple[str, ...]:
    """Five lines for a list of signed points, with the amounts of this rule set; `brief`: in fewer words."""
    row = say(lang, "printing.row-five" if seats > 4 else "printing.row")
    extras = tuple(extra.title for extra in rules.sheet.sonderpunkte)
    marks = " ".join((*write_special_lines(rules, lang), say(lang, "printing.line.extras", extras=extras)))
    return (
        f"{row} {write_solo_line(rules, lang)}",
        write_wins_line(rules, lang, brief=brief),
        marks,
        write_cards_line(rules, lang, brief=brief),
        write_calls_line(rules, lang),
    )


def write_list_key(
    rules: RuleSet, style: str, seats: int, plus: bool, lang: Lang, *, small: bool = False
) -> tuple[str, ...]:
    """Sentences for the foot of a list of style `points` or `totals`; `plus`: only plus points; `small`: on A5."""
    solos = write_solo_line(rules, lang)
    if style != "points":
        filling = say(lang, "printing.totals-plus" if plus else "printing.totals")
        counting = say(lang, "printing.line.counts", counting=write_counting_line(rules, lang))
        counts = (
            *write_special_lines(rules, lang),
            write_wins_line(rules, lang, brief=True),
            counting,
            write_calls_line(rules, lang),
            write_cards_line(rules, lang, brief=True),
        )
        return f"{filling} {solos}", " ".join(counts)
    first, *rest = write_points_key(rules, seats, lang, brief=small)
    if plus:
        first = f"{say(lang, 'printing.row-plus')} {solos}"
    return (" ".join((first, *rest)),) if small else (first, *rest)


def write_full_key(rules: RuleSet, seats: int, plus: bool, lang: Lang) -> tuple[KeyBlock, ...]:
    """How to fill in the full sheet, how these rules count, and, last, the example row read aloud."""
    from templates.sheet_spec import KeyBlock

    counting = f"{write_counting_line(rules, lang)} {write_wins_line(rules, lang, brief=True)}"
    calls = f"{write_calls_line(rules, lang)} {write_cards_line(rules, lang, brief=True)}"
    return (
        KeyBlock(say(lang, "printing.full.filling"), tuple(_write_filling(rules, seats, plus, lang))),
        KeyBlock(say(lang, "printing.full.counting"), (counting, calls)),
        KeyBlock(say(lang, "printing.full.example"), (read_example_aloud(rules, seats, lang),)),
    )


def _write_filling(rules: RuleSet, seats: int, plus: bool, lang: Lang) -> Iterator[str]:
    """How a row is filled in, group by group."""
    yield say(lang, "printing.full.row")
    yield say(lang, "printing.full.kind")
    yield say(lang, "printing.full.calls")
    points = say(lang, "printing.full.points-plus" if plus else "printing.full.points")
    yield f"{points} {say(lang, 'printing.full.sitter')}" if seats > 4 else points
    special = " ".join(_write_special(rules, seats, lang))
    if special:
        yield special


def _write_special(rules: RuleSet, seats: int, lang: Lang) -> Iterator[str]:
    """Pflichtsolo, offences that are crossed, broken rules and Bock, where the rules have them."""
    sheet = rules.sheet
    games = sheet.count_games(seats)
    if sheet.pflichtsolo.section and games:
        yield say(lang, "printing.full.section", first=games - sheet.pflichtsolo.per_player * seats + 1, last=games)
    elif sheet.pflichtsolo.per_player:
        yield say(lang, "printing.line.pflichtsolo", count=sheet.pflichtsolo.per_player)
    if rules.offence.counts_as_game and rules.offence.offender:
        yield say(lang, "printing.full.offence", fines=write_fines(rules, lang))
    if rules.offence.played_out:
        yield say(lang, "printing.full.verworfen")
    if rules.bock.triggers:
        yield say(lang, "printing.full.bock")

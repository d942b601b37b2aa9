"""The sentences of the page for players that no rule set changes.

Points as print has them.

Single lines of a sheet's key, written from the rule set: solos, Pflichtsolo, fines, deadlines of calls."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from texts.languages import Lang
from texts.sentences import say

if TYPE_CHECKING:
    from scoring.counting.rules import RuleSet


def describe_group(lang: Lang, group: str) -> tuple[str, str]:
    """A group of a full sheet's columns, as `templates.full_sheet.group_columns` names it: heading and what is
    written."""
    return say(lang, f"printing.guide.heading.{group}"), say(lang, f"printing.guide.step.{group}")


def list_number_hints(lang: Lang) -> tuple[str, ...]:
    """How numbers are written."""
    return tuple(say(lang, "printing.guide.hints.numbers").split("\n"))


def list_list_hints(lang: Lang) -> tuple[str, ...]:
    """What is different on the lists."""
    return tuple(say(lang, "printing.guide.hints.lists").split("\n"))


def list_photo_hints(lang: Lang) -> tuple[str, ...]:
    """How the sheet is photographed."""
    return tuple(say(lang, "printing.guide.hints.photo").split("\n"))


def typeset_points(points: int) -> str:
    """Points with their sign, a true minus: "+4", "−4", "+0"."""
    return f"{points:+d}".replace("-", "−")


def write_solo_line(rules: RuleSet, lang: Lang) -> str:
    """What to do with a solo, and with the other games of one against three."""
    lone = [kind for kind in rules.kinds if kind.re_seats == 1 and kind.id != "solo"]
    kinds = sorted(lone, key=rules.is_crossed, reverse=True)
    named = zip(kinds, _shorten_names([kind.title.in_(lang) for kind in kinds]), strict=True)
    parts = [say(lang, "printing.solo.cross")]
    for crossed, alike in groupby(named, key=lambda one: rules.is_crossed(one[0])):
        names = _join_by_or(lang, [name for _, name in alike])
        parts.append(say(lang, "printing.solo.also" if crossed else "printing.solo.not", names=names))
    return ", ".join(parts) + "."


def _join_by_or(lang: Lang, names: Sequence[str]) -> str:
    """Names as one reads them aloud: "stille oder allein gebliebene Hochzeit"."""
    joined = names[0]
    for name in names[1:]:
        joined = say(lang, "common.or", before=joined, last=name)
    return joined


def _shorten_names(names: list[str]) -> list[str]:
    """Names with the same last word, which then stands once: "stille", "allein gebliebene Hochzeit"."""
    ends = {name.rpartition(" ")[2] for name in names}
    return names if len(ends) > 1 else [*(name.rpartition(" ")[0] for name in names[:-1]), *names[-1:]]


def write_special_lines(rules: RuleSet, lang: Lang) -> Iterator[str]:
    """Pflichtsolo, unless it has rows of its own; offence, unless it is played out like any lost game."""
    pflicht = rules.sheet.pflichtsolo
    if pflicht.per_player and not pflicht.section:
        yield say(lang, "printing.line.pflichtsolo", count=pflicht.per_player)
    if rules.offence.offender:
        yield say(lang, "printing.line.offence", fines=write_fines(rules, lang))


def write_fines(rules: RuleSet, lang: Lang) -> str:
    """Every fine: "−12, alle anderen +4; je Absage der Gegner −3/+1; leichte −3/+1."."""
    offence = rules.offence
    fines = (
        ("printing.fine.usual", offence.make_fine(), True),
        ("printing.fine.absage", offence.absage, offence.has_absagen),
        ("printing.fine.minor", offence.minor, offence.has_minor),
    )
    words = (
        say(lang, key, offender=typeset_points(fine.offender), others=typeset_points(fine.others))
        for key, fine, known in fines
        if known
    )
    return "".join(words) + "."


def write_offence_rows(rules: RuleSet, lang: Lang) -> str:
    """What stands beside the rows for offences that are no game; "" where an offence costs no points of its own."""
    offence = rules.offence
    if offence.counts_as_game and offence.minor.extra_row:
        return say(
            lang,
            "printing.offence-rows.minor",
            offender=typeset_points(offence.minor.offender),
            others=typeset_points(offence.minor.others),
        )
    if offence.offender:
        return say(
            lang,
            "printing.offence-rows.offence",
            offender=typeset_points(offence.offender),
            others=typeset_points(offence.others),
        )
    return ""


def write_calls_line(rules: RuleSet, lang: Lang) -> str:
    """Until when each call may be made, and what else the rules say in few words."""
    asides = filter(None, (aside.key.in_(lang) for aside in rules.asides))
    return "; ".join((*_write_deadlines(rules, lang), *asides)) + "."


def _write_deadlines(rules: RuleSet, lang: Lang) -> Iterator[str]:
    """Until when, in cards in hand; how many fewer a reply and a call after a Hochzeit may have."""
    deadline, cards = rules.deadline, rules.deadline.ansage_cards
    if all(level.cards == cards for level in rules.levels):
        yield say(lang, "printing.calls.at-once", cards=cards)
    else:
        first, *others = ((level.title.in_(lang), level.cards) for level in rules.levels)
        word = first[0].partition(" ")[0] + " "  # "keine 90: 8, 60: 7"
        levels = (f"{title.removeprefix(word)}: {least}" for title, least in others)
        yield say(lang, "printing.calls.levels", cards=cards, levels=", ".join((f"{first[0]}: {first[1]}", *levels)))
    if deadline.reply_fewer == 1:
        yield say(lang, "printing.calls.reply-one")
    elif deadline.reply_fewer:
        yield say(lang, "printing.calls.reply", fewer=deadline.reply_fewer)
    if deadline.hochzeit_moves:
        fewer = "/".join(str(trick - deadline.hochzeit_shift) for trick in (1, 2, 3))
        yield say(lang, "printing.calls.hochzeit", fewer=fewer)

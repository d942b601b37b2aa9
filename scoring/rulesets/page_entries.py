"""Entries of a rule set's page: how one is written with its source, and what offences, Bock, rows and checks say."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.counting.bock_rules import Trigger
from scoring.counting.entry_types import Source
from scoring.counting.fines import Fine
from scoring.counting.rules import RuleSet
from scoring.findings import write_points
from texts.languages import Lang
from texts.sentences import say

Lines = Iterator[str]


def cite(words: str, source: Source, lang: Lang) -> str:
    """The words with their source: "Re gewinnt ab 121 Augen [17]"."""
    return f"{words} [{source.in_(lang)}]"


def say_entry(lang: Lang, source: Source, key: str, /, **gaps: object) -> str:
    """The sentence `key` as an entry of its own: "* Re gewinnt ab 121 Augen [17]"."""
    return cite(f"* {say(lang, key, **gaps)}", source, lang)


def list_offence(rules: RuleSet, lang: Lang) -> Lines:
    """What a Regelverstoß costs, and whether its row is a game."""
    offence = rules.offence
    if offence.played_out:
        yield say_entry(lang, offence.source, "rulepage.offence.played-out")
        return
    row = say(lang, "rulepage.offence.game" if offence.counts_as_game else "rulepage.offence.extra-row")
    yield say_entry(lang, offence.source, "rulepage.offence.fine", **_write_fine(offence.make_fine()), row=row)
    if offence.has_absagen:
        yield say_entry(lang, offence.absage.source, "rulepage.offence.absage", **_write_fine(offence.absage))
    if offence.has_minor:
        yield say_entry(lang, offence.minor.source, "rulepage.offence.minor", **_write_fine(offence.minor))
    for key in ("solo", "solo_absage", "solo_minor"):
        fine: Fine = getattr(offence, key)
        if fine.soloist:
            gaps = {"offender": write_points(fine.offender), "soloist": write_points(fine.soloist)}
            yield say_entry(lang, fine.source, f"rulepage.offence.{key}", **gaps)


def _write_fine(fine: Fine) -> dict[str, object]:
    return {"offender": write_points(fine.offender), "others": write_points(fine.others)}


def list_bock(rules: RuleSet, lang: Lang) -> Lines:
    """When games count twice, and how new Bock rounds queue."""
    if not rules.bock.triggers:
        return
    yield cite("* " + "; ".join(_describe_bock(rules, lang)), rules.bock.source, lang)
    for trigger in rules.bock.triggers:
        yield cite("* " + "; ".join(_describe_trigger(rules, trigger, lang)), trigger.source, lang)


def _describe_bock(rules: RuleSet, lang: Lang) -> Lines:
    """How long a Bock round is, what becomes of a second one, and how many a game brings."""
    bock = rules.bock
    yield say(lang, "rulepage.bock.round-games" if bock.games else "rulepage.bock.round", games=bock.games)
    yield say(lang, f"rulepage.bock.meets-{bock.meets}")
    yield say(
        lang, "rulepage.bock.per-game" if bock.per_game == 1 else "rulepage.bock.per-game-many", count=bock.per_game
    )


def _describe_trigger(rules: RuleSet, trigger: Trigger, lang: Lang) -> Lines:
    """What brings about a Bock, in which games, and whether any sheet shows it."""
    extras = [extra.title.in_(lang) for extra in rules.sheet.sonderpunkte if extra.id in trigger.only]
    yield say(lang, "rulepage.bock.trigger-single" if trigger.single else "rulepage.bock.trigger", title=trigger.title)
    if trigger.kinds:
        kinds = [kind.title.in_(lang) for kind in rules.kinds if kind.id in trigger.kinds]
        yield say(lang, "rulepage.part.kinds", names=", ".join(kinds))
    if extras:
        yield say(lang, "rulepage.part.only", names=", ".join(extras))
    if trigger.condition == "unseen":
        yield say(lang, "rulepage.bock.unseen")


def list_rows(rules: RuleSet, lang: Lang) -> Lines:
    """Whose points are written, and what goes into the pot, where rows need not add up to 0."""
    rows = rules.rows
    if rows.side is not None or rows.pot:
        yield say_entry(lang, rows.source, f"rulepage.rows.{rows.law}")
    if rows.pot:
        yield say_entry(lang, rows.source, "rulepage.rows.pot")


def list_checks(rules: RuleSet, lang: Lang) -> Lines:
    """What is asked of each row and sheet, and above which value a game is unusual."""
    unusual = rules.checks.unusual
    yield say_entry(lang, unusual.source, "rulepage.sheet.unusual", above=unusual.above)
    for check in rules.checks.apply:
        variant = _choose_variant(rules, check.id)
        source = rules.rows.source if variant in ("-pot", f"-{rules.rows.law}") else check.source
        source = next(kind.source for kind in rules.kinds if kind.has_own_times) if variant == "-uneven" else source
        yield say_entry(lang, source, f"rulepage.check.{check.id}{variant}")


def _choose_variant(rules: RuleSet, check: str) -> str:
    """The ending of a check's sentence, where these rules ask for something else than usual."""
    if check == "S5":
        return "" if rules.sheet.totals.allowed else "-forbidden"
    if rules.rows.side is not None:
        return f"-{rules.rows.law}" if check in ("R1", "R2", "S6", "S8") else ""
    if (check == "S8" and not rules.adds_up) or (check == "S6" and any(t % 2 == 0 for t in rules.list_lone_times())):
        return "-uneven"
    return "-pot" if rules.rows.pot and check in ("R1", "S8") else ""

"""The parts of a rule set's page that are about the sheet: offences, Bock, rounds and games, checks."""

from __future__ import annotations

from scoring.counting.offence import Fine
from scoring.counting.rules import RuleSet
from scoring.pages.entries import Lines, cite, say_entry
from scoring.sources import NO_SOURCE
from scoring.wording import write_points
from texts.languages import Lang
from texts.sentences import say


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


def _write_fine(fine: Fine) -> dict[str, object]:
    return {"offender": write_points(fine.offender), "others": write_points(fine.others)}


def list_bock(rules: RuleSet, lang: Lang) -> Lines:
    """When games count twice, and how new Bock rounds queue."""
    if not rules.bock.triggers:
        return
    count = rules.bock.per_game
    most = say(lang, "rulepage.bock.per-game" if count == 1 else "rulepage.bock.per-game-many", count=count)
    yield cite("* " + "; ".join((say(lang, "rulepage.bock.round"), most)), rules.bock.source, lang)
    for trigger in rules.bock.triggers:
        key = "rulepage.bock.trigger-single" if trigger.single else "rulepage.bock.trigger"
        yield say_entry(lang, trigger.source, key, title=trigger.title)


def list_sheet(rules: RuleSet, lang: Lang) -> Lines:
    """Rounds, games, Pflichtsoli, who sits out, running totals, units and money."""
    sheet, unit = rules.sheet, rules.checks.unit
    yield say_entry(lang, sheet.rounds.source, "rulepage.sheet.rounds", count=sheet.rounds.count)
    for games in sheet.games:
        key = "rulepage.sheet.games-free" if games.free else "rulepage.sheet.games"
        yield say_entry(lang, games.source, key, seats=games.seats, games=games.games)
    yield _describe_pflicht(rules, lang)
    rotation = sheet.sitter.rotation or "unknown"
    key = f"rulepage.sitter.{rotation}" if 5 in sheet.seats else "rulepage.sheet.nobody-sits"
    yield say_entry(lang, sheet.sitter.source, key)
    if sheet.totals.source != NO_SOURCE:
        key = "rulepage.sheet.totals-allowed" if sheet.totals.allowed else "rulepage.sheet.totals-forbidden"
        yield say_entry(lang, sheet.totals.source, key)
    key = "rulepage.sheet.unit" if unit.step > 1 else "rulepage.sheet.unit-1"
    yield say_entry(lang, unit.source, key, step=unit.step)
    yield from _list_money(rules, lang)


def _list_money(rules: RuleSet, lang: Lang) -> Lines:
    """The entry fee, and what a point is worth, where there is any."""
    money = rules.money
    if money.entry_cents:
        yield say_entry(lang, money.source, "rulepage.sheet.entry", euro=f"{money.entry_cents / 100:g}")
    if money.cents_per_point:
        yield say_entry(lang, money.source, "rulepage.sheet.cents", cents=money.cents_per_point)


def _describe_pflicht(rules: RuleSet, lang: Lang) -> str:
    pflicht = rules.sheet.pflichtsolo
    key = "rulepage.sheet.pflicht-section" if pflicht.section else "rulepage.sheet.pflicht"
    key = key if pflicht.per_player else "rulepage.sheet.pflicht-none"
    words = [say(lang, key, count=pflicht.per_player)]
    if pflicht.within:
        words.append(say(lang, "rulepage.sheet.pflicht-within", within=pflicht.within))
    return cite("* " + ", ".join(words), pflicht.source, lang)


def list_checks(rules: RuleSet, lang: Lang) -> Lines:
    """What is asked of each row and sheet, and above which value a game is unusual."""
    unusual = rules.checks.unusual
    yield say_entry(lang, unusual.source, "rulepage.sheet.unusual", above=unusual.above)
    for check in rules.checks.apply:
        forbidden = "-forbidden" if check.id == "S5" and not rules.sheet.totals.allowed else ""
        yield say_entry(lang, check.source, f"rulepage.check.{check.id}{forbidden}")

"""The parts of a rule set's page that are about the sheet: offences, Bock, rounds and games, checks."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.counting.offence import Fine
from scoring.counting.rules import RuleSet
from scoring.texts.notes import entry
from texts.sentences import say, signed

Lines = Iterator[str]


def offence(rules: RuleSet, lang: str) -> Lines:
    """What a Regelverstoß costs, and whether its row is a game."""
    offence = rules.offence
    if offence.played_out:
        yield entry(lang, "* " + say(lang, "offence-out"), offence.source)
        return
    row = say(lang, "offence-game" if offence.counts_as_game else "offence-extra")
    yield entry(lang, "* " + say(lang, "offence", **_fine(offence.make_fine()), row=row), offence.source)
    if offence.has_absagen:
        yield entry(lang, "* " + say(lang, "offence-absage", **_fine(offence.absage)), offence.absage.source)
    if offence.has_minor:
        yield entry(lang, "* " + say(lang, "offence-minor", **_fine(offence.minor)), offence.minor.source)


def _fine(fine: Fine) -> dict[str, object]:
    return {"offender": signed(fine.offender), "others": signed(fine.others)}


def bock(rules: RuleSet, lang: str) -> Lines:
    """When games count twice, and how new Bock rounds queue."""
    if not rules.bock.triggers:
        return
    count = rules.bock.per_game
    most = say(lang, "bock-per-game" if count == 1 else "bock-per-game-many", count=count)
    yield entry(lang, "* " + "; ".join((say(lang, "bock"), most)), rules.bock.source)
    for trigger in rules.bock.triggers:
        key = "trigger-single" if trigger.single else "trigger"
        yield entry(lang, "* " + say(lang, key, title=trigger.title.in_(lang)), trigger.source)


def sheet(rules: RuleSet, lang: str) -> Lines:
    """Rounds, games, Pflichtsoli, who sits out, running totals, units and money."""
    sheet, money, step = rules.sheet, rules.money, rules.checks.unit
    yield entry(lang, "* " + say(lang, "rounds", count=sheet.rounds.count), sheet.rounds.source)
    for games in sheet.games:
        key = "games-free" if games.free else "games"
        yield entry(lang, "* " + say(lang, key, seats=games.seats, games=games.games), games.source)
    yield _pflicht(rules, lang)
    key = f"sitter-{sheet.sitter.rotation}" if 5 in sheet.seats else "nobody-sits"
    yield entry(lang, "* " + say(lang, key), sheet.sitter.source)
    if sheet.totals.source:
        key = "totals-allowed" if sheet.totals.allowed else "totals-forbidden"
        yield entry(lang, "* " + say(lang, key), sheet.totals.source)
    yield entry(lang, "* " + say(lang, "unit" if step.step > 1 else "unit-1", step=step.step), step.source)
    if money.entry_cents:
        yield entry(lang, "* " + say(lang, "entry", euro=f"{money.entry_cents / 100:g}"), money.source)
    if money.cents_per_point:
        yield entry(lang, "* " + say(lang, "cents", cents=money.cents_per_point), money.source)


def _pflicht(rules: RuleSet, lang: str) -> str:
    pflicht = rules.sheet.pflichtsolo
    key = "pflicht-none" if not pflicht.per_player else "pflicht-section" if pflicht.section else "pflicht"
    words = [say(lang, key, count=pflicht.per_player)]
    if pflicht.within:
        words.append(say(lang, "pflicht-within", within=pflicht.within))
    return entry(lang, "* " + ", ".join(words), pflicht.source)


def checks(rules: RuleSet, lang: str) -> Lines:
    """What is asked of each row and sheet, and above which value a game is unusual."""
    unusual = rules.checks.unusual
    yield entry(lang, "* " + say(lang, "unusual", above=unusual.above), unusual.source)
    for check in rules.checks.apply:
        forbidden = "-forbidden" if check.id == "S5" and not rules.sheet.totals.allowed else ""
        yield entry(lang, "* " + say(lang, f"check-{check.id}{forbidden}"), check.source)

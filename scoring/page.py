"""A rule set as a page for people: every entry in words with its source, and the worked examples counted."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from scoring.explain import steps
from scoring.offence import Fine
from scoring.rules import Kind, Level, Part, RuleSet
from scoring.score import score
from scoring.texts.pages import say, signed
from scoring.wire import parse_line

Lines = Iterator[str]


def page(rules: RuleSet, lang: str = "de") -> tuple[str, ...]:
    """The lines of the page; `lang` is "de" or "en"."""
    title = rules.title.in_(lang)
    lines = [title, "=" * len(title), say(lang, "page-id", id=rules.id, version=rules.version),
             say(lang, "page-legend")]
    for head, section in _SECTIONS:
        entries = tuple(section(rules, lang))
        if entries:
            lines += ["", say(lang, head), "-" * len(say(lang, head)), *entries]
    return tuple(lines)


def _with(words: str, source: str) -> str:
    return f"* {words} [{source}]"


def _deck(rules: RuleSet, lang: str) -> Lines:
    for card in rules.deck:
        yield _with(say(lang, "card", rank=say(lang, card.rank), augen=card.augen, copies=card.copies), card.source)
    if rules.trumps.order:
        cards = (name.split("-") for name in rules.trumps.order)
        order = (say(lang, "card-name", suit=say(lang, suit), rank=say(lang, rank)) for suit, rank in cards)
        yield _with(say(lang, "trumps", order=", ".join(order)), rules.trumps.source)


def _kinds(rules: RuleSet, lang: str) -> Lines:
    for kind in rules.kinds:
        yield _with(say(lang, _kind_key(rules, kind), title=kind.title.in_(lang)), kind.source)


def _kind_key(rules: RuleSet, kind: Kind) -> str:
    pflicht = kind.pflicht and rules.sheet.pflichtsolo.per_player
    return "kind-pflicht" if pflicht else f"kind-{kind.re_seats}"


def _wins(rules: RuleSet, lang: str) -> Lines:
    for needs in rules.needs:
        yield _with(say(lang, f"needs-{needs.said}", re=needs.re, kontra=needs.kontra), needs.source)
    yield f"* {say(lang, 'needs-absage')}"
    for level in rules.levels:
        yield _with(_level(level, lang), level.source)


def _level(level: Level, lang: str) -> str:
    key = "level" if level.re else "level-schwarz"
    words = say(lang, key, title=level.title.in_(lang), kept_re=level.re - 1, kept_kontra=level.kontra - 1)
    return words + (say(lang, "against", against=level.against) if level.against else "")


def _calls(rules: RuleSet, lang: str) -> Lines:
    deadline = rules.deadline
    yield _with(say(lang, "call-ansage", cards=deadline.ansage_cards), deadline.source)
    for level in rules.levels:
        yield _with(say(lang, "call-level", title=level.title.in_(lang), cards=level.cards), level.source)
    if deadline.reply_fewer:
        yield _with(say(lang, "call-reply", fewer=deadline.reply_fewer), deadline.source)
    if deadline.hochzeit_moves:
        key = "call-hochzeit" if deadline.hochzeit_shift else "call-hochzeit-plain"
        yield _with(say(lang, key, shift=deadline.hochzeit_shift), deadline.source)


def _value(rules: RuleSet, lang: str) -> Lines:
    for part in rules.value:
        words = say(lang, f"part-{part.rule}", points=signed(part.points), factor=part.points)
        yield _with("; ".join((words, *_limits(rules, part, lang))), part.source)


def _limits(rules: RuleSet, part: Part, lang: str) -> Lines:
    """Which solos or Sonderpunkte, which kinds of game, and whether it needs a winner."""
    if part.only:
        entries = (rules.sheet.solo(name) or rules.sheet.sonderpunkt(name) for name in part.only)
        yield say(lang, "part-only", names=", ".join(entry.title.in_(lang) for entry in entries if entry))
    kinds = [kind.title.in_(lang) for kind in rules.kinds if kind.id in part.kinds]
    if len(kinds) < len(rules.kinds):
        yield say(lang, "part-kinds", names=", ".join(kinds))
    if part.nobody:
        yield say(lang, "part-nobody")


def _extras(rules: RuleSet, lang: str) -> Lines:
    for entry in rules.sheet.sonderpunkte:
        yield _with(say(lang, "extra", title=entry.title.in_(lang), most=entry.most), entry.source)


def _solos(rules: RuleSet, lang: str) -> Lines:
    for solo in rules.sheet.solos:
        suits = ", ".join(say(lang, suit) for suit in solo.suits)
        title = solo.title.in_(lang)
        yield _with(say(lang, "solo-suits", title=title, suits=suits) if suits else title, solo.source)


def _offence(rules: RuleSet, lang: str) -> Lines:
    offence = rules.offence
    if offence.played_out:
        yield _with(say(lang, "offence-out"), offence.source)
        return
    row = say(lang, "offence-game" if offence.counts_as_game else "offence-extra")
    yield _with(say(lang, "offence", **_fine(offence.fine()), row=row), offence.source)
    if offence.has_absagen:
        yield _with(say(lang, "offence-absage", **_fine(offence.absage)), offence.absage.source)
    if offence.has_minor:
        yield _with(say(lang, "offence-minor", **_fine(offence.minor)), offence.minor.source)


def _fine(fine: Fine) -> dict[str, object]:
    return {"offender": signed(fine.offender), "others": signed(fine.others)}


def _bock(rules: RuleSet, lang: str) -> Lines:
    if rules.bock.triggers:
        yield _with(say(lang, "bock"), rules.bock.source)
    for trigger in rules.bock.triggers:
        yield _with(say(lang, "trigger", title=trigger.title.in_(lang)), trigger.source)


def _sheet(rules: RuleSet, lang: str) -> Lines:
    sheet, pflicht, money = rules.sheet, rules.sheet.pflichtsolo, rules.money
    yield _with(say(lang, "rounds", count=sheet.rounds.count), sheet.rounds.source)
    for games in sheet.games:
        key = "games-free" if games.free else "games"
        yield _with(say(lang, key, seats=games.seats, games=games.games), games.source)
    key = "pflicht-none" if not pflicht.per_player else "pflicht-section" if pflicht.section else "pflicht"
    yield _with(say(lang, key, count=pflicht.per_player), pflicht.source)
    if 5 in sheet.seats:
        yield _with(say(lang, f"sitter-{sheet.sitter.rotation}"), sheet.sitter.source)
    if rules.checks.unit.step > 1:
        yield _with(say(lang, "unit", step=rules.checks.unit.step), rules.checks.unit.source)
    if money.entry_cents:
        yield _with(say(lang, "entry", euro=f"{money.entry_cents / 100:g}"), money.source)
    if money.cents_per_point:
        yield _with(say(lang, "cents", cents=money.cents_per_point), money.source)


def _examples(rules: RuleSet, lang: str) -> Lines:
    """Each example with its counting by this very rule set."""
    for example in rules.examples:
        points = " ".join(signed(points) for points in example.points)
        yield _with(say(lang, "example", title=example.title.in_(lang), points=points), example.source)
        game, _ = parse_line(example.game)
        if game is not None:
            yield from steps(score(rules, game).lines, lang)


_SECTIONS: tuple[tuple[str, Callable[[RuleSet, str], Lines]], ...] = (
    ("head-deck", _deck), ("head-kinds", _kinds), ("head-wins", _wins), ("head-calls", _calls),
    ("head-value", _value), ("head-extras", _extras), ("head-solos", _solos), ("head-offence", _offence),
    ("head-bock", _bock), ("head-sheet", _sheet), ("head-examples", _examples),
)

"""A rule set as a page for people: every entry in words with its source, and the worked examples counted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby

from scoring.counting.rules import Card, Kind, Level, Part, RuleSet
from scoring.pages.explain import explain
from scoring.pages.sheet import bock, checks, offence, sheet
from scoring.sheet_facts import SoloTrumps
from scoring.texts.notes import entry
from scoring.wire.lines import parse_line
from texts.sentences import say, signed

Lines = Iterator[str]

PARTNER_TRICKS = (1, 2, 3)
"""The tricks in which a Hochzeit may find its partner."""


def write_page(rules: RuleSet, lang: str = "de") -> tuple[str, ...]:
    """The lines of the page; `lang` is "de" or "en"."""
    title = rules.title.in_(lang)
    key = "page-id-extends" if rules.extends else "page-id"
    lines = [title, "=" * len(title),
             entry(lang, say(lang, key, id=rules.id, version=rules.version, base=rules.extends), rules.title.source),
             "", say(lang, "page-legend")]
    for head, section in _SECTIONS:
        entries = tuple(section(rules, lang))
        if entries:
            lines += ["", say(lang, head), "-" * len(say(lang, head)), *entries]
    return tuple(lines)


def _deck(rules: RuleSet, lang: str) -> Lines:
    for (copies, source), alike in groupby(rules.deck, key=lambda card: (card.copies, card.source)):
        cards = tuple(alike)
        data = {"count": copies * len(cards), "copies": copies, "ranks": _ranks(cards, lang)}
        yield entry(lang, "* " + say(lang, "deck", **data), source)
    if rules.trumps.order:
        yield entry(lang, "* " + say(lang, "trumps", order=", ".join(_names(rules.trumps.order, lang))),
                    rules.trumps.source)


def _ranks(cards: tuple[Card, ...], lang: str) -> str:
    """What each rank is worth, "Augen" said once."""
    told = (say(lang, "rank" if n else "rank-first", rank=say(lang, card.rank), augen=card.augen)
            for n, card in enumerate(cards))
    return ", ".join(told)


def _names(cards: tuple[str, ...], lang: str) -> Lines:
    """Cards by name: "herz-zehn" as "Herz-Zehn"."""
    for card in cards:
        suit, rank = card.split("-")
        yield say(lang, "card-name", suit=say(lang, suit), rank=say(lang, rank))


def _kinds(rules: RuleSet, lang: str) -> Lines:
    for kind in rules.kinds:
        yield entry(lang, "* " + "; ".join(_kind(rules, kind, lang)), kind.source)


def _kind(rules: RuleSet, kind: Kind, lang: str) -> Lines:
    yield say(lang, f"kind-{kind.re_seats}", title=kind.title.in_(lang))
    if kind.re_seats == 1:
        yield say(lang, "kind-crossed" if kind.solo_cross else "kind-uncrossed")
    if kind.pflicht and rules.sheet.pflichtsolo.per_player:
        yield say(lang, "kind-pflicht")


def _solos(rules: RuleSet, lang: str) -> Lines:
    for solo in rules.sheet.solos:
        suits = ", ".join(say(lang, suit) for suit in solo.suits)
        title = solo.title.in_(lang)
        words = say(lang, "solo-suits", title=title, suits=suits) if suits else title
        yield entry(lang, f"* {words}", solo.source)
        if solo.trumps.plain:
            yield entry(lang, "  " + "; ".join(_solo_cards(solo.trumps, lang)), solo.trumps.source)


def _solo_cards(trumps: SoloTrumps, lang: str) -> Lines:
    """Trumps and plain suits of a solo, from the highest down."""
    order, chosen = ", ".join(_names(trumps.order, lang)), ", ".join(say(lang, rank) for rank in trumps.chosen)
    key = "solo-no-trumps" if not order else "solo-trumps-chosen" if chosen else "solo-trumps"
    yield say(lang, key, order=order, chosen=chosen)
    plain = ", ".join(say(lang, rank) for rank in trumps.plain)
    yield say(lang, "solo-plain" if order else "solo-all-plain", plain=plain)


def _wins(rules: RuleSet, lang: str) -> Lines:
    for needs in rules.needs:
        yield entry(lang, "* " + say(lang, f"needs-{needs.said}", re=needs.re, kontra=needs.kontra), needs.source)
    yield f"* {say(lang, 'needs-absage')}"
    for level in rules.levels:
        yield entry(lang, "* " + _level(level, lang), level.source)


def _level(level: Level, lang: str) -> str:
    """With how many Augen of the other party the Absage is kept."""
    title = level.title.in_(lang)
    if not level.re:
        return say(lang, "level-schwarz", title=title)
    if level.re == level.kontra:
        return say(lang, "level", title=title, kept=level.re - 1)
    return say(lang, "level-uneven", title=title, re=level.re - 1, kontra=level.kontra - 1)


def _calls(rules: RuleSet, lang: str) -> Lines:
    """Until when each call may be made, a reply, and what a Hochzeit moves."""
    deadline, hand = rules.deadline, sum(card.copies for card in rules.deck) // 4
    if {deadline.ansage_cards, *(level.cards for level in rules.levels)} == {hand}:
        yield entry(lang, "* " + say(lang, "call-at-once", cards=hand), deadline.source)
    else:
        yield entry(lang, "* " + say(lang, "call-ansage", cards=deadline.ansage_cards), deadline.source)
        for level in rules.levels:
            words = say(lang, "call-level", title=level.title.in_(lang), cards=level.cards)
            yield entry(lang, "* " + words, level.source)
    yield entry(lang, "* " + "; ".join(_moved_calls(rules, lang)), deadline.source)


def _moved_calls(rules: RuleSet, lang: str) -> Lines:
    """How much later a reply may come, and a call in a Hochzeit."""
    fewer, shift = rules.deadline.reply_fewer, rules.deadline.hochzeit_shift
    yield say(lang, {0: "call-reply-none", 1: "call-reply-1"}.get(fewer, "call-reply"), fewer=fewer)
    first, second, third = (trick - shift for trick in PARTNER_TRICKS)
    moved = "call-hochzeit" if rules.deadline.hochzeit_moves else "call-hochzeit-none"
    yield say(lang, moved, first=first, second=second, third=third)


def _value(rules: RuleSet, lang: str) -> Lines:
    for part in rules.value:
        yield entry(lang, "* " + "; ".join((_part(rules, part, lang), *_limits(rules, part, lang))), part.source)


def _part(rules: RuleSet, part: Part, lang: str) -> str:
    """What the entry adds; a doubling is told as one."""
    key = f"part-{part.rule}"
    if part.rule in ("verdoppelt", "bock") and part.points == 2:
        key += "-2"
    levels = ", ".join(
        say(lang, "part-dagegen-level", augen=level.against, title=level.title.in_(lang)) for level in rules.levels
    )
    names = ", ".join(_only(rules, part, lang) or _kind_names(rules, part, lang))
    return say(lang, key, points=signed(part.points), factor=part.points, levels=levels, names=names)


def _limits(rules: RuleSet, part: Part, lang: str) -> Lines:
    """Which Sonderpunkte, which kinds of game, and whether it needs a winner; a solo's own line names both itself."""
    if part.rule != "solo":
        if part.only:
            yield say(lang, "part-only", names=", ".join(_only(rules, part, lang)))
        if len(part.kinds) < len(rules.kinds):
            yield say(lang, "part-kinds", names=", ".join(_kind_names(rules, part, lang)))
    if part.nobody:
        yield say(lang, "part-nobody")


def _only(rules: RuleSet, part: Part, lang: str) -> list[str]:
    found = (rules.sheet.find_solo(name) or rules.sheet.find_sonderpunkt(name) for name in part.only)
    return [one.title.in_(lang) for one in found if one]


def _kind_names(rules: RuleSet, part: Part, lang: str) -> list[str]:
    return [kind.title.in_(lang) for kind in rules.kinds if kind.id in part.kinds]


def _extras(rules: RuleSet, lang: str) -> Lines:
    for made in rules.sheet.sonderpunkte:
        key = "extra-1" if made.most == 1 else "extra"
        words = say(lang, key, title=made.title.in_(lang), most=made.most, augen=made.augen)
        yield entry(lang, f"* {words}", made.source)


def _asides(rules: RuleSet, lang: str) -> Lines:
    for aside in rules.asides:
        yield entry(lang, f"* {aside.text.in_(lang)}", aside.source)


def _examples(rules: RuleSet, lang: str) -> Lines:
    """Each example told aloud, counted by this very rule set."""
    for example in rules.examples:
        points = " ".join(signed(points) for points in example.points)
        words = say(lang, "example", title=example.title.in_(lang), points=points)
        yield entry(lang, f"* {words}", example.source)
        game, _ = parse_line(example.game)
        if game is not None:
            yield from (f"  {line}" for line in explain(rules, game, lang))


_SECTIONS: tuple[tuple[str, Callable[[RuleSet, str], Lines]], ...] = (
    ("head-deck", _deck), ("head-kinds", _kinds), ("head-solos", _solos), ("head-wins", _wins),
    ("head-calls", _calls), ("head-value", _value), ("head-extras", _extras), ("head-offence", offence),
    ("head-bock", bock), ("head-asides", _asides), ("head-sheet", sheet), ("head-checks", checks),
    ("head-examples", _examples),
)

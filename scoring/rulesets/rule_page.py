"""A rule set as a page for people: every entry in words with its source, and the worked examples counted.

An entry is a sentence, and its source in square brackets.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby

from scoring.counting.counted_entries import Kind, Level, Needs
from scoring.counting.entry_types import NO_SOURCE
from scoring.counting.explain_count import explain
from scoring.counting.game import count_sitters
from scoring.counting.game_json import parse_line
from scoring.counting.paper_rules import SheetFacts, SoloTrumps
from scoring.counting.rules import Card, RuleSet
from scoring.findings import write_points
from scoring.rulesets.page_entries import Lines, cite, list_bock, list_checks, list_offence, list_rows, say_entry
from scoring.rulesets.value_words import describe_part, say_times
from texts.languages import Lang
from texts.sentences import say


def list_sheet(rules: RuleSet, lang: Lang) -> Lines:
    """Rounds, games, Pflichtsoli, who sits out, running totals, units and money."""
    sheet, unit = rules.sheet, rules.checks.unit
    yield say_entry(lang, sheet.rounds.source, "rulepage.sheet.rounds", count=sheet.rounds.count)
    for games in sheet.games:
        key = "rulepage.sheet.games-free" if games.free else "rulepage.sheet.games"
        yield say_entry(lang, games.source, key, seats=games.seats, games=games.games)
    for time in sheet.time:
        yield say_entry(lang, time.source, "rulepage.sheet.time", seats=time.seats, minutes=time.minutes)
    yield _describe_pflicht(rules, lang)
    yield from _list_sitters(sheet, lang)
    if sheet.keeper.last_seat:
        yield say_entry(lang, sheet.keeper.source, "rulepage.sheet.keeper")
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


def _list_sitters(sheet: SheetFacts, lang: Lang) -> Lines:
    """Who sits out: by the deal, and of more than one beside the dealer at which seats."""
    many = [games for games in sheet.games if count_sitters(games.seats)]
    rotation = sheet.sitter.rotation or "unknown"
    key = f"rulepage.sitter.{rotation}" if many else "rulepage.sheet.nobody-sits"
    yield say_entry(lang, sheet.sitter.source, key)
    for games in many:
        if (away := count_sitters(games.seats)) > 1:
            behind = tuple(one for one in games.away if one) if sheet.sitter.rotation else ()
            key = "rulepage.sitter.more-behind" if behind else "rulepage.sitter.more"
            yield say_entry(lang, games.source, key, seats=games.seats, away=away, behind=behind)


def _describe_pflicht(rules: RuleSet, lang: Lang) -> str:
    pflicht = rules.sheet.pflichtsolo
    key = "rulepage.sheet.pflicht-section" if pflicht.section else "rulepage.sheet.pflicht"
    key = key if pflicht.per_player else "rulepage.sheet.pflicht-none"
    words = [say(lang, key, count=pflicht.per_player)]
    if pflicht.within:
        words.append(say(lang, "rulepage.sheet.pflicht-within", within=pflicht.within))
    return cite("* " + ", ".join(words), pflicht.source, lang)


PARTNER_TRICKS = (1, 2, 3)
"""The tricks in which a Hochzeit may find its partner."""


def write_page(rules: RuleSet, lang: Lang = "de") -> tuple[str, ...]:
    """The lines of the page: its head, then a section for each table of the rule set that has entries."""
    title = rules.title.in_(lang)
    key = "rulepage.id-extends" if rules.extends else "rulepage.id"
    id_line = say(lang, key, id=rules.id, version=rules.version, base=rules.extends)
    lines = [title, "=" * len(title), cite(id_line, rules.title.source, lang), "", say(lang, "rulepage.legend")]
    for name, list_entries in _SECTIONS:
        entries = tuple(list_entries(rules, lang))
        if entries:
            head = say(lang, f"rulepage.head.{name}")
            lines += ["", head, "-" * len(head), *entries]
    return tuple(lines)


def _list_deck(rules: RuleSet, lang: Lang) -> Lines:
    for (copies, source), alike in groupby(rules.deck, key=lambda card: (card.copies, card.source)):
        cards = tuple(alike)
        yield say_entry(
            lang,
            source,
            "rulepage.deck.cards",
            count=copies * len(cards),
            copies=copies,
            ranks=_name_ranks(cards, lang),
        )
    if rules.trumps.order:
        yield say_entry(lang, rules.trumps.source, "rulepage.deck.trumps", order=_name_cards(rules.trumps.order, lang))


def _name_ranks(cards: tuple[Card, ...], lang: Lang) -> str:
    """What each rank is worth, "Augen" said once."""
    keys = ("rulepage.deck.first-rank", *("rulepage.deck.rank",) * len(cards))
    return ", ".join(
        say(lang, key, rank=say(lang, f"cards.{card.rank}"), augen=card.augen)
        for key, card in zip(keys, cards, strict=False)
    )


def _name_cards(cards: tuple[str, ...], lang: Lang) -> str:
    """Cards by name: "herz-zehn" as "Herz-Zehn"."""
    pairs = (card.split("-") for card in cards)
    return ", ".join(
        say(lang, "cards.name", suit=say(lang, f"cards.{suit}"), rank=say(lang, f"cards.{rank}"))
        for suit, rank in pairs
    )


def _name_each(names: tuple[str, ...], lang: Lang) -> str:
    """Several suits, or several ranks."""
    return ", ".join(say(lang, f"cards.{name}") for name in names)


def _list_kinds(rules: RuleSet, lang: Lang) -> Lines:
    for kind in rules.kinds:
        yield cite("* " + "; ".join(_describe_kind(rules, kind, lang)), kind.source, lang)


def _describe_kind(rules: RuleSet, kind: Kind, lang: Lang) -> Lines:
    times = kind.get_times(kind.re_seats or 1)
    own = bool(kind.re_times or kind.kontra_times) and not kind.is_of_soloist
    yield say(
        lang,
        "rulepage.kind.alone" if own and kind.re_seats == 1 else f"rulepage.kind.seats-{kind.re_seats}",
        title=kind.title,
        times=say_times(times[:1], lang),
    )
    if own:
        yield say(lang, "rulepage.kind.times", theirs=times[0], others=times[1])
    if kind.durchmarsch:
        yield say(lang, "rulepage.kind.durchmarsch")
    if kind.re_seats == 1:
        crossed = "crossed" if rules.is_crossed(kind) else "allowed" if kind.solo_cross else "uncrossed"
        yield say(lang, f"rulepage.kind.{crossed}")
    if kind.pflicht and rules.sheet.pflichtsolo.per_player:
        yield say(lang, "rulepage.kind.pflicht")


def _list_solos(rules: RuleSet, lang: Lang) -> Lines:
    for solo in rules.sheet.solos:
        key = "rulepage.solo.suits" if solo.suits else "rulepage.solo.title"
        yield say_entry(lang, solo.source, key, title=solo.title, suits=_name_each(solo.suits, lang))
        if solo.trumps.plain:
            yield cite("  " + "; ".join(_describe_solo_cards(solo.trumps, lang)), solo.trumps.source, lang)


def _describe_solo_cards(trumps: SoloTrumps, lang: Lang) -> Lines:
    """Trumps and plain suits of a solo, from the highest down."""
    key = "trumps-chosen" if trumps.chosen else "trumps"
    key = f"rulepage.solo.{key if trumps.order else 'no-trumps'}"
    yield say(lang, key, order=_name_cards(trumps.order, lang), chosen=_name_each(trumps.chosen, lang))
    key = "rulepage.solo.plain" if trumps.order else "rulepage.solo.all-plain"
    yield say(lang, key, plain=_name_each(trumps.plain, lang))


def _list_wins(rules: RuleSet, lang: Lang) -> Lines:
    for needs in rules.needs:
        key = "after" if "/" in needs.said else needs.said
        said = _name_calls(rules, needs, lang) if key == "after" else ""
        yield say_entry(lang, needs.source, f"rulepage.needs.{key}", said=said, re=needs.re, kontra=needs.kontra)
    yield f"* {say(lang, 'rulepage.needs.absage')}"
    for level in rules.levels:
        yield cite(f"* {_describe_level(level, lang)}", level.source, lang)


def _name_calls(rules: RuleSet, needs: Needs, lang: Lang) -> str:
    """The calls after which an entry holds: "Re: keine 90, Kontra: nichts angesagt"."""
    re, _, kontra = needs.said.partition("/")
    usual = {"-": "nothing", "*": "any", "re": "ansage", "kontra": "ansage"}
    titles = {level.id: level.title.in_(lang) for level in rules.levels}
    titles |= {name: say(lang, f"rulepage.needs.after-{word}") for name, word in usual.items()}
    pairs = (("re", re), ("kontra", kontra))
    return ", ".join(say(lang, f"rulepage.needs.after-{party}", call=titles[name]) for party, name in pairs)


def _describe_level(level: Level, lang: Lang) -> str:
    """With how many Augen of the other party the Absage is kept."""
    if not level.re:
        return say(lang, "rulepage.level.schwarz", title=level.title)
    if level.re == level.kontra:
        return say(lang, "rulepage.level.even", title=level.title, kept=level.re - 1)
    return say(lang, "rulepage.level.uneven", title=level.title, re=level.re - 1, kontra=level.kontra - 1)


def _list_calls(rules: RuleSet, lang: Lang) -> Lines:
    """Until when each call may be made, a reply, and what a Hochzeit moves."""
    deadline, hand = rules.deadline, sum(card.copies for card in rules.deck) // 4
    if {deadline.ansage_cards, *(level.cards for level in rules.levels)} == {hand}:
        yield say_entry(lang, deadline.source, "rulepage.call.at-once", cards=hand)
    else:
        yield say_entry(lang, deadline.source, "rulepage.call.ansage", cards=deadline.ansage_cards)
        for level in rules.levels:
            yield say_entry(lang, level.source, "rulepage.call.level", title=level.title, cards=level.cards)
    yield cite("* " + "; ".join(_describe_later_calls(rules, lang)), deadline.source, lang)


def _describe_later_calls(rules: RuleSet, lang: Lang) -> Lines:
    """How much later a reply may come, and a call in a Hochzeit."""
    fewer, shift = rules.deadline.reply_fewer, rules.deadline.hochzeit_shift
    reply = {0: "rulepage.call.reply-none", 1: "rulepage.call.reply-1"}.get(fewer, "rulepage.call.reply")
    yield say(lang, reply, fewer=fewer)
    first, second, third = (trick - shift for trick in PARTNER_TRICKS)
    moved = "rulepage.call.hochzeit" if rules.deadline.hochzeit_moves else "rulepage.call.hochzeit-none"
    yield say(lang, moved, first=first, second=second, third=third)


def _list_value(rules: RuleSet, lang: Lang) -> Lines:
    for part in rules.value:
        yield cite(f"* {describe_part(rules, part, lang)}", part.source, lang)


def _list_extras(rules: RuleSet, lang: Lang) -> Lines:
    for made in rules.sheet.sonderpunkte:
        key = "rulepage.extra.once" if made.most == 1 else "rulepage.extra.many"
        yield say_entry(lang, made.source, key, title=made.title, most=made.most, augen=made.augen)


def _list_asides(rules: RuleSet, lang: Lang) -> Lines:
    for aside in rules.asides:
        yield cite(f"* {aside.text.in_(lang)}", aside.source, lang)


def _list_examples(rules: RuleSet, lang: Lang) -> Lines:
    """Each example, and how this rule set counts it line by line."""
    for example in rules.examples:
        points = " ".join(map(write_points, example.points))
        yield say_entry(lang, example.source, "rulepage.example", title=example.title, points=points)
        game, _ = parse_line(rules, example.game)
        if game is not None:
            yield from (f"  {line}" for line in explain(rules, game, lang))


_SECTIONS: tuple[tuple[str, Callable[[RuleSet, Lang], Lines]], ...] = (
    ("deck", _list_deck),
    ("kinds", _list_kinds),
    ("solos", _list_solos),
    ("wins", _list_wins),
    ("calls", _list_calls),
    ("value", _list_value),
    ("extras", _list_extras),
    ("offence", list_offence),
    ("bock", list_bock),
    ("rows", list_rows),
    ("asides", _list_asides),
    ("sheet", list_sheet),
    ("checks", list_checks),
    ("examples", _list_examples),
)

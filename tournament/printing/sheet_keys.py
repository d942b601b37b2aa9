"""The keys at the foot of the sheets: how a sheet is filled in, how its rule set counts, and who wins.

Who wins is found by asking the rules, not written beside them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import groupby, takewhile

from scoring.counting.counted_entries import OF_SOLOS, Part
from scoring.counting.game import ANSAGE, AUGEN, PARTIES, PLAYERS, Calls, Game, Party
from scoring.counting.row_laws import Side
from scoring.counting.rules import RuleSet, is_under
from scoring.counting.who_wins import wins
from scoring.rulesets.value_words import name_only, say_conditions
from templates.sheet_spec import KeyBlock
from texts.languages import Lang
from texts.sentences import say
from tournament.printing.rule_lines import (
    read_example_aloud,
    typeset_points,
    write_calls_line,
    write_checks_line,
    write_fines,
    write_keeper_line,
    write_lone_line,
    write_solo_line,
    write_special_lines,
)


def write_cards_line(rules: RuleSet, lang: Lang, *, brief: bool = False) -> str:
    """The deck with the Augen of its cards, and the trumps from the highest down.

    `brief`: without the order of the suits among queens and jacks, and without that of the plain trumps.
    """
    return ". ".join(_write_cards(rules, lang, brief)) + "."


def _write_cards(rules: RuleSet, lang: Lang, brief: bool) -> Iterator[str]:
    """The deck, then the trumps where the rules name them."""
    ranks = ", ".join(f"{say(lang, f'cards.{card.rank}')} {card.augen}" for card in rules.deck)
    yield say(lang, "printing.cards.deck", count=sum(card.copies for card in rules.deck), ranks=ranks)
    if rules.trumps.order:
        yield say(lang, "printing.cards.trumps", order=", ".join(_write_trumps(rules, lang, brief)))


def _write_trumps(rules: RuleSet, lang: Lang, brief: bool) -> Iterator[str]:
    """The trumps in few words: "Herz-Zehn", "Dame, Bube (Kreuz, Pik, Herz, Karo)", "Karo (Ass, Zehn, König)"."""
    for others, alike in groupby(_group_trumps(rules), key=lambda group: group[1]):
        names = [say(lang, f"cards.{name}") for name, _ in alike]
        if len(others) > 1 and brief:
            yield ", ".join(names)
        elif len(others) > 1:
            yield f"{', '.join(names)} ({', '.join(say(lang, f'cards.{other}') for other in others)})"
        else:
            yield from (say(lang, "cards.name", suit=name, rank=say(lang, f"cards.{others[0]}")) for name in names)


def _group_trumps(rules: RuleSet) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Trumps that follow each other and share a rank or a suit: that, and their suits or ranks."""
    cards = [tuple(name.split("-")) for name in rules.trumps.order]
    while cards:
        count, same = max((_count_alike(cards, 1), 1), (_count_alike(cards, 0), 0), key=lambda run: (run[0], -run[1]))
        yield cards[0][same], tuple(card[1 - same] for card in cards[:count])
        cards = cards[count:]


def _count_alike(cards: list[tuple[str, ...]], part: int) -> int:
    """How many of the first cards have the first one's suit (`part` 0) or rank (1)."""
    return len(list(takewhile(lambda card: card[part] == cards[0][part], cards)))


def write_counting_line(rules: RuleSet, lang: Lang) -> str:
    """What counts, in the rule set's order: "gewonnen +1; gegen die Alten +1; ..."."""
    return "; ".join(words for part in rules.value if (words := _write_part(rules, part, lang))) + "."


def _write_part(rules: RuleSet, part: Part, lang: Lang) -> str:
    """One part of a game's value, and what else must hold."""
    return ", ".join((_write_amount(rules, part, lang), *say_conditions(rules, part, lang)))


def _write_amount(rules: RuleSet, part: Part, lang: Lang) -> str:
    """What a part adds or multiplies, and whether it counts in solos."""
    pairs = any(kind.re_seats == 2 and kind.id in part.kinds for kind in rules.kinds)
    if part.rule in OF_SOLOS:
        names, points = _name_solos(rules, part, lang), typeset_points(part.points)
        return say(lang, f"printing.counts.{part.rule}", names=names, points=points, factor=part.points)
    if part.rule == "sonderpunkte" and not pairs:
        return say(lang, "printing.counts.sonderpunkte-solo", names=_name_extras(rules, part, lang))
    once = "-1" if part.rule == "feigheit" and part.points == 1 else ""
    words = say(
        lang,
        f"printing.counts.{part.rule}{once}",
        points=typeset_points(part.points),
        minus=typeset_points(-part.points),
        factor=part.points,
        beyond=part.beyond,
    )
    if part.only:
        words = say(lang, "printing.counts.only", names=", ".join(name_only(rules, part, lang)), counting=words)
    return words if "solo" in part.kinds or not pairs else say(lang, "printing.counts.not-in-solos", counting=words)


def _name_solos(rules: RuleSet, part: Part, lang: Lang) -> str:
    """The solos, or the kinds of game, that a point is given for."""
    if part.only:
        return ", ".join(solo.title.in_(lang) for name in part.only if (solo := rules.sheet.find_solo(name)))
    return ", ".join(kind.title.in_(lang) for kind in rules.kinds if kind.id in part.kinds)


def _name_extras(rules: RuleSet, part: Part, lang: Lang) -> str:
    """The Sonderpunkte that a point is given for."""
    known = rules.sheet.sonderpunkte
    return ", ".join(extra.title.in_(lang) for extra in known if not part.only or extra.id in part.only)


def write_wins_line(rules: RuleSet, lang: Lang, *, brief: bool = False) -> str:
    """ "Re gewinnt ab 121, Kontra ab 120; nur Kontra angesagt: Re ab 120, Kontra ab 121; verfehlte Absage: nie."

    `brief`: without what holds in every game of Doppelkopf.
    """
    missed = () if brief else (say(lang, "printing.wins.missed"),)
    return "; ".join((*_write_by_augen(rules, lang), *_write_by_absage(rules, lang), *missed)) + "."


def _write_by_augen(rules: RuleSet, lang: Lang) -> Iterator[str]:
    """With how many Augen either party wins: first as usual, then where the calls change it."""
    usual = _find_least(rules, Calls())
    yield say(lang, "printing.wins.usual", **usual)
    called = {"re": Calls(re=ANSAGE), "kontra": Calls(kontra=ANSAGE), "both": Calls(ANSAGE, ANSAGE)}
    for who, calls in called.items():
        needed = _find_least(rules, calls)
        if needed != usual:
            alike = "-alike" if needed["re"] == needed["kontra"] else ""
            yield say(lang, f"printing.wins.{who}{alike}", **needed)


def _write_by_absage(rules: RuleSet, lang: Lang) -> Iterator[str]:
    """Below how many Augen an Absage keeps each party, where the parties differ."""
    levels = [level for level in rules.absagen if rules.get_level(level).re]
    re, kontra = (", ".join(str(_find_escape(rules, party, level)) for level in levels) for party in PARTIES)
    if re != kontra:
        yield say(lang, "printing.wins.absagen", re=re, kontra=kontra)


@lru_cache(maxsize=64)
def _find_least(rules: RuleSet, calls: Calls) -> Mapping[str, int]:
    """The fewest Augen of its own with which each party wins after these calls, by party."""
    games = [Game("", calls=calls, augen=augen) for augen in range(AUGEN + 1)]
    return {party: min(game.get_augen(party) for game in games if wins(rules, game, party)) for party in PARTIES}


def _find_escape(rules: RuleSet, party: Party, level: int) -> int:
    """The fewest Augen with which that party is no longer under the level."""
    games = [Game("", augen=augen) for augen in range(AUGEN + 1)]
    return min(game.get_augen(party) for game in games if not is_under(rules, game, party, level))


def write_points_key(rules: RuleSet, seats: int, lang: Lang, *, brief: bool = False) -> tuple[str, ...]:
    """Five lines for a list of signed points, with the amounts of this rule set; `brief`: in fewer words."""
    extras = tuple(extra.title for extra in rules.sheet.sonderpunkte)
    special = (*write_special_lines(rules, lang), say(lang, "printing.line.extras", extras=extras))
    checks, keeper = write_checks_line(rules, seats, lang), write_keeper_line(rules, seats, lang)
    wins = (write_wins_line(rules, lang, brief=brief), *checks)
    return (
        _write_row_line("printing.row" if rules.adds_up else "printing.row-any", rules, seats, lang),
        " ".join(wins),
        " ".join((*special, *keeper)),
        write_cards_line(rules, lang, brief=brief),
        write_calls_line(rules, lang),
    )


def write_list_key(
    rules: RuleSet, style: str, seats: int, side: Side | None, lang: Lang, *, small: bool = False
) -> tuple[str, ...]:
    """Sentences for the foot of a list of style `points` or `totals`; `side`: the side whose points alone are
    written; `small`: on A5."""
    if style != "points":
        filling = (
            _write_row_line(f"printing.totals-{side}", rules, seats, lang)
            if side
            else f"{say(lang, 'printing.totals')} {write_solo_line(rules, lang)}"
        )
        counting = say(lang, "printing.line.counts", counting=write_counting_line(rules, lang))
        counts = (
            *write_special_lines(rules, lang),
            write_wins_line(rules, lang, brief=True),
            counting,
            write_calls_line(rules, lang),
            write_cards_line(rules, lang, brief=True),
        )
        return " ".join((filling, *write_keeper_line(rules, seats, lang))), " ".join(counts)
    first, *rest = write_points_key(rules, seats, lang, brief=small)
    if side:
        first = _write_row_line(f"printing.row-{side}", rules, seats, lang)
    return (" ".join((first, *rest)),) if small else (first, *rest)


def _write_row_line(key: str, rules: RuleSet, seats: int, lang: Lang) -> str:
    """How a row is filled in; at five seats how who sits out is struck, which nothing else on such a sheet explains."""
    sitter = (say(lang, "printing.full.sitter"),) if seats > PLAYERS else ()
    return " ".join((say(lang, key), *sitter, write_solo_line(rules, lang)))


def write_full_key(rules: RuleSet, seats: int, side: Side | None, lang: Lang) -> tuple[KeyBlock, ...]:
    """How to fill in the full sheet, how these rules count, and, last, the example row read aloud."""
    counting = f"{write_counting_line(rules, lang)} {write_wins_line(rules, lang, brief=True)}"
    calls = f"{write_calls_line(rules, lang)} {write_cards_line(rules, lang, brief=True)}"
    return (
        KeyBlock(say(lang, "printing.full.filling"), tuple(_write_filling(rules, seats, side, lang))),
        KeyBlock(say(lang, "printing.full.counting"), (counting, calls)),
        KeyBlock(say(lang, "printing.full.example"), (read_example_aloud(rules, seats, lang),)),
    )


def _write_filling(rules: RuleSet, seats: int, side: Side | None, lang: Lang) -> Iterator[str]:
    """How a row is filled in, group by group."""
    yield say(lang, "printing.full.row")
    yield say(lang, "printing.full.kind")
    yield say(lang, "printing.full.calls")
    kept = side or ("both" if rules.adds_up else "any")
    points = say(lang, f"printing.full.points-{kept}", solo=write_lone_line(rules, lang))
    yield f"{points} {say(lang, 'printing.full.sitter')}" if seats > PLAYERS else points
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
    if rules.offence.counts_as_game and rules.offence.is_fined:
        yield say(lang, "printing.full.offence", fines=write_fines(rules, lang))
    if ramsch := ", ".join(kind.title.in_(lang) for kind in rules.kinds if kind.is_ramsch):
        yield say(lang, "printing.full.ramsch", names=ramsch)
    if rules.offence.played_out:
        yield say(lang, "printing.full.verworfen")
    yield from (*write_checks_line(rules, seats, lang), *write_keeper_line(rules, seats, lang))
    if rules.bock.triggers:
        yield say(lang, "printing.full.bock" if rules.list_entries("bock") else "printing.full.bock-points")
    if rules.most_bocks > 1:
        yield say(lang, "printing.full.doppelbock")

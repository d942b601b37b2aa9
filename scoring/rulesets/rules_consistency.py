"""What must hold in a rule set beyond its types, so that every game can be scored by it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import is_dataclass
from itertools import pairwise
from typing import Annotated, Any, get_args, get_origin

from scoring.counting.counted_entries import OF_LEVELS, OF_PARTIES, OF_SOLOS, SAID_ANSAGE, SAID_NOTHING, TAKING
from scoring.counting.entry_types import HIGHEST, Source
from scoring.counting.game import AUGEN, PARTIES, count_sitters
from scoring.counting.game_value import CONDITIONS, FACTORS, RULES
from scoring.counting.paper_rules import RANKS, SUITS
from scoring.counting.rules import RuleSet
from scoring.counting.who_wins import SAID
from scoring.rows.all_checks import IDS
from scoring.rows.bock_triggers import TRIGGERS
from scoring.rows.written_rows import ROTATIONS
from scoring.rulesets.own_rules import IDENTITY
from scoring.rulesets.rules_schema import Trouble, read_schema

ENTRIES = 100  # of one list; the longest shipped one, of checks, has 18
LETTERS = 1000  # of one text


_MOST_FACTOR = 10


def find_nonsense(rules: RuleSet) -> Iterator[Trouble]:
    """Every entry that makes no sense. Where a list or text is too long, only single fields are checked."""
    misfits = tuple(find_misfits(rules, RuleSet))
    yield from misfits
    if any(trouble.sentence == "rulefile.entry.length" for trouble in misfits):
        return
    if not re.fullmatch(r"[a-z0-9-]{1,40}", rules.id):
        yield Trouble("id", "rulefile.entry.id")
    yield from _check_cards(rules)
    yield from _check_kinds(rules)
    yield from _check_offence(rules)
    yield from _check_winning(rules)
    yield from _check_value(rules)
    yield from _check_sheet(rules)
    yield from _check_checks(rules)


def find_misfits(value: object, hint: Any, where: str = "") -> Iterator[Trouble]:
    """Every value that its field's `Bound` does not allow, and every list or text that is too long.

    `hint`: the value's annotated type. Two entries of a list that are the same are misfits too.
    """
    if get_origin(hint) is Annotated:
        hint, bound = get_args(hint)
        if not bound.allows(value):
            yield Trouble(where, bound.sentence, bound.gaps)
    longest = max((value.de, value.en), key=len) if isinstance(value, Source) else value
    most = LETTERS if isinstance(longest, str) else ENTRIES
    if isinstance(longest, tuple | str) and len(longest) > most:
        yield Trouble(where, "rulefile.entry.length", {"most": most})
    elif isinstance(value, tuple):
        (inner, _), keys = get_args(hint), IDENTITY.get(where.rpartition(".")[2])
        if keys and is_dataclass(inner):  # a list of names may have one twice
            yield from _check_twice(where, [tuple(getattr(entry, key) for key in keys) for entry in value])
        for number, entry in enumerate(value, 1):
            yield from find_misfits(entry, inner, f"{where}[{number}]")
    elif is_dataclass(hint):
        for name, inner in read_schema(hint).items():  # type: ignore[arg-type]  # a class is hashable
            yield from find_misfits(getattr(value, name), inner, f"{where}.{name}" if where else name)


def _check_cards(rules: RuleSet) -> Iterator[Trouble]:
    """The deck's Augen; cards of the trumps and of each solo, by name, that the deck has, each once."""
    if sum(card.copies * card.augen for card in rules.deck) != AUGEN:
        yield Trouble("deck", "rulefile.entry.deck", {"augen": AUGEN})
    ranks = tuple(card.rank for card in rules.deck)
    yield from _check_order("trumps.order", rules.trumps.order, ranks)
    for number, solo in enumerate(rules.sheet.solos, 1):
        here = f"sheet.solos[{number}].trumps"
        yield from _check_order(f"{here}.order", solo.trumps.order, ranks)
        for key, names in (("chosen", solo.trumps.chosen), ("plain", solo.trumps.plain)):
            yield from _check_choices(f"{here}.{key}", "", names, ranks)
            yield from _check_twice(f"{here}.{key}", names)


def _check_order(key: str, names: Sequence[str], ranks: tuple[str, ...]) -> Iterator[Trouble]:
    cards = [f"{suit}-{rank}" for suit in SUITS for rank in ranks]
    for number, name in enumerate(names, 1):
        if name not in cards:
            gaps = {"name": name, "example": f"{SUITS[0]}-{RANKS[0]}"}
            yield Trouble(f"{key}[{number}]", "rulefile.entry.card", gaps)
    yield from _check_twice(key, names)


def _check_kinds(rules: RuleSet) -> Iterator[Trouble]:
    names = tuple(kind.id for kind in rules.kinds)
    for number, aside in enumerate(rules.asides, 1):
        yield from _check_choices(f"asides[{number}].kinds", "", aside.kinds, names)
    for number, kind in enumerate(rules.kinds, 1):
        if kind.durchmarsch and not kind.is_ramsch:
            yield Trouble(f"kinds[{number}].durchmarsch", "rulefile.entry.durchmarsch")
    if "strafe" in names:
        yield Trouble(f"kinds[{names.index('strafe') + 1}].id", "rulefile.entry.strafe")


def _check_offence(rules: RuleSet) -> Iterator[Trouble]:
    offence = rules.offence
    even = not (rules.rows.pot or rules.rows.side)
    if even and offence.offender + 3 * offence.others != 0:
        yield Trouble("offence", "rulefile.entry.offence")
    for key in ("minor", "absage", "solo", "solo_minor", "solo_absage"):
        if even and sum(getattr(offence, key).hands) != 0:
            yield Trouble(f"offence.{key}", "rulefile.entry.offence")
    if any(fine.soloist for fine in (offence.minor, offence.absage)):
        yield Trouble("offence", "rulefile.entry.offence-soloist")


def _check_winning(rules: RuleSet) -> Iterator[Trouble]:
    usual = tuple(needs.said for needs in rules.needs if "/" not in needs.said)
    if usual != SAID or any("/" in needs.said for needs in rules.needs[: len(SAID)]):
        yield Trouble("needs", "rulefile.entry.order", {"known": SAID})
    names = tuple(level.id for level in rules.levels)
    for number, needs in enumerate(rules.needs, 1):
        if needs.re + needs.kontra <= AUGEN:
            yield Trouble(f"needs[{number}]", "rulefile.entry.needs", {"augen": AUGEN})
        for party, said in zip(PARTIES, needs.said.split("/", 1), strict=False) if "/" in needs.said else ():
            if said not in (known := ("-", "*", party, *names)):
                yield Trouble(f"needs[{number}].said", "rulefile.entry.choice", {"known": known})
    taken = (*PARTIES, SAID_NOTHING, SAID_ANSAGE, "verworfen", *(extra.id for extra in rules.sheet.sonderpunkte))
    for number, name in enumerate(names, 1):
        if name in taken:
            yield Trouble(f"levels[{number}].id", "rulefile.entry.taken", {"name": name})
    for number, (above, level) in enumerate(pairwise(rules.levels), 2):
        if level.re >= above.re or level.kontra >= above.kontra or level.cards > above.cards:
            yield Trouble(f"levels[{number}]", "rulefile.entry.levels-fall")


def _check_value(rules: RuleSet) -> Iterator[Trouble]:
    for number, part in enumerate(rules.value, 1):
        here = f"value[{number}]"
        if part.rule not in RULES:
            yield Trouble(f"{here}.rule", "rulefile.entry.choice", {"known": tuple(RULES)})
        low = -HIGHEST if part.rule in TAKING else 1
        high = _MOST_FACTOR if part.rule in FACTORS else HIGHEST
        if low < 0 and not part.points:
            yield Trouble(f"{here}.points", "rulefile.entry.no-points")
        elif not low <= part.points <= high:
            yield Trouble(f"{here}.points", "rulefile.entry.range", {"low": low, "high": high})
        for key, known in _list_choices(rules, part.rule).items():
            if key == "only" and part.only and not known and part.rule in RULES:
                yield Trouble(f"{here}.only", "rulefile.entry.no-only", {"name": part.rule})
            elif not set(getattr(part, key)) <= set(known):
                yield Trouble(f"{here}.{key}", "rulefile.entry.choice", {"known": known})


def _list_choices(rules: RuleSet, rule: str) -> dict[str, tuple[str, ...]]:
    """The names that an entry of that rule may have under each key."""
    calls = (SAID_NOTHING, SAID_ANSAGE, *(level.id for level in rules.levels))
    kinds = tuple(kind.id for kind in rules.kinds)
    usual = {"kinds": kinds, "when": tuple(CONDITIONS), "said": calls, "loser_said": calls, "outside": FACTORS}
    return usual | {"only": list_only(rules, rule)}


def list_only(rules: RuleSet, rule: str) -> tuple[str, ...]:
    """What an entry of that rule may be limited to: solos, Sonderpunkte, Absagen, or parties."""
    if rule in OF_PARTIES:
        return PARTIES
    sheet, found = rules.sheet, {"sonderpunkte": rules.sheet.sonderpunkte}
    entries = sheet.solos if rule in OF_SOLOS else rules.levels if rule in OF_LEVELS else found.get(rule, ())
    return tuple(entry.id for entry in entries)


def _check_sheet(rules: RuleSet) -> Iterator[Trouble]:
    if not rules.sheet.games:
        yield Trouble("sheet.games", "rulefile.entry.games")
    if rules.sheet.sitter.rotation not in ROTATIONS:
        known = tuple(f'"{name}"' for name in ROTATIONS)
        yield Trouble("sheet.sitter.rotation", "rulefile.entry.choice", {"known": known})
    for number, games in enumerate(rules.sheet.games, 1):
        most, seats = count_sitters(games.seats), games.seats
        fits = len({*games.away}) == len(games.away) <= most and all(one < seats for one in games.away)
        if most and not fits:
            yield Trouble(f"sheet.games[{number}].away", "rulefile.entry.away", {"most": most, "seats": seats})


def _check_checks(rules: RuleSet) -> Iterator[Trouble]:
    names = [entry.id for entry in rules.checks.apply]
    yield from _check_choices("checks.apply", ".id", names, IDS)
    if rules.checks.unit.step > 1 and "R4" not in names:
        yield Trouble("checks.unit.step", "rulefile.entry.unasked", {"check": "R4"})
    yield from _check_triggers(rules)


def _check_triggers(rules: RuleSet) -> Iterator[Trouble]:
    kinds, extras = (tuple(one.id for one in entries) for entries in (rules.kinds, rules.sheet.sonderpunkte))
    for number, trigger in enumerate(rules.bock.triggers, 1):
        here = f"bock.triggers[{number}]"
        if trigger.condition not in TRIGGERS:
            yield Trouble(
                f"{here}.{'when' if trigger.when else 'id'}", "rulefile.entry.trigger", {"known": tuple(TRIGGERS)}
            )
        yield from _check_choices(f"{here}.kinds", "", trigger.kinds, kinds)
        yield from _check_choices(f"{here}.only", "", trigger.only, extras)
        if trigger.only and trigger.condition != "sonderpunkt":
            yield Trouble(f"{here}.only", "rulefile.entry.only-sonderpunkt")


def _check_choices(key: str, entry: str, names: Sequence[str], known: tuple[str, ...]) -> Iterator[Trouble]:
    """Names that must be among the known ones. `entry`: what follows the number in a fault's key, "" or ".id"."""
    for number, name in enumerate(names, 1):
        if name not in known:
            yield Trouble(f"{key}[{number}]{entry}", "rulefile.entry.choice", {"known": known})


def _check_twice(key: str, names: Sequence[object]) -> Iterator[Trouble]:
    """Names of which an earlier one is the same."""
    for number, name in enumerate(names, 1):
        if name in names[: number - 1]:
            yield Trouble(f"{key}[{number}]", "rulefile.entry.twice")

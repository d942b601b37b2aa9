"""What a club's rules change, rule by rule, each with the simplest game that then counts otherwise.

Here is also checked whether a rule set does what its own worked examples say.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cached_property
from itertools import product
from typing import Any

from scoring.counting.counted_entries import Kind
from scoring.counting.game import Calls, Extras, Game
from scoring.counting.game_json import parse_line
from scoring.counting.paper_rules import Example
from scoring.counting.rules import MOST_JUNGFERN, RuleSet
from scoring.counting.score import Score, score
from scoring.rulesets.own_rules import IDENTITY, OWN
from scoring.rulesets.page_entries import cite
from scoring.rulesets.rule_page import write_page
from scoring.rulesets.value_words import describe_part
from texts.languages import Lang


@dataclass(frozen=True, slots=True)
class WrongExample:
    """An example whose points are not those that the rules give. `points`: those of the rules; None: it is no game."""

    example: Example
    points: tuple[int, ...] | None
    reason: str


def find_wrong_examples(rules: RuleSet, lang: Lang = "de") -> Iterator[WrongExample]:
    """Every worked example whose game scores other points than the example says; `reason` is in that language."""
    for example in rules.examples:
        game, findings = parse_line(rules, example.game)
        result = score(rules, game) if game else None
        points = result.points if result else None
        if points != example.points:
            found = result.findings if result else findings
            yield WrongExample(example, points, " ".join(finding.message(lang) for finding in found))


_AUGEN = (130, 100, 120, 155, 85, 185, 55, 215, 25, 240, 0, 119, 121, 90, 150, 91, 60, 180, 30, 210)
"""Re's Augen in the games that are tried: usual ones first, then those on either side of a limit."""


_COUNTED = ("kinds", "needs", "levels", "value", "offence", "rows")
"""Tables that points depend on, beside the sheet's Sonderpunkte and solos."""

_SILENT = frozenset({"source", "title", "head", "solo_cross", "cards"})
"""What an entry says of itself and no points depend on; `pflicht`, too, where no entry asks for a Pflichtsolo."""


def _list_named(rules: RuleSet) -> tuple[Any, ...]:
    return rules.sheet.sonderpunkte, rules.sheet.solos


def _leave_out(table: Any, silent: Set[str]) -> list[list[Any]]:
    """Each entry's facts without those."""
    entries = table if isinstance(table, tuple) else (table,)
    return [[getattr(one, field.name) for field in fields(one) if field.name not in silent] for one in entries]


@dataclass(frozen=True)
class Alteration:
    """One rule that differs from the base. `rules`: the club's. `without`: the club's, but this rule as in the base."""

    rules: RuleSet
    without: RuleSet

    def describe(self, lang: Lang) -> tuple[str, ...]:
        """The changed entries of the page as they now read.

        An entry that is gone is shown as it was. Where only the order differs, the entries that moved are shown.
        """
        now, before = (write_page(replace(rules, examples=()), lang) for rules in (self.rules, self.without))
        kept = self._list_kept(lang)
        new, gone = (
            tuple(line for line in one if line not in two and line not in kept)
            for one, two in ((now, before), (before, now))
        )
        return new or gone or tuple(line for line, other in zip(now, before, strict=False) if line != other)

    def _list_kept(self, lang: Lang) -> frozenset[str]:
        """The lines of the value that read otherwise only because there is another kind of game beside theirs."""
        if {kind.id for kind in self.rules.kinds} == {kind.id for kind in self.without.kinds}:
            return frozenset()
        shared = [part for part in self.rules.value if part in self.without.value]
        both = ((rules, part) for rules in (self.rules, self.without) for part in shared)
        return frozenset(cite(f"* {describe_part(rules, part, lang)}", part.source, lang) for rules, part in both)

    @property
    def gone(self) -> bool:
        """Whether the rule was taken out."""
        return len(write_page(replace(self.rules, examples=()))) < len(write_page(replace(self.without, examples=())))

    @property
    def counts(self) -> bool:
        """Whether the rule is one that points can depend on."""
        both = (self.rules, self.without)
        silent = _SILENT if any(rules.counts_pflicht for rules in both) else _SILENT | {"pflicht"}
        tables = [[*(getattr(rules, name) for name in _COUNTED), *_list_named(rules)] for rules in both]
        return any(_leave_out(one, silent) != _leave_out(other, silent) for one, other in zip(*tables, strict=True))

    @cached_property
    def game(self) -> Game | None:
        """The simplest game that scores other points because of the rule; None where there is none."""
        games = _list_games(self.rules, self.without) if self.counts else ()
        return next((game for game in games if self._differs(game)), None)

    def _differs(self, game: Game) -> bool:
        return score(self.rules, game).points != score(self.without, game).points

    @property
    def before(self) -> Score | None:
        """How the game scores without this rule."""
        return score(self.without, self.game) if self.game else None


def list_alterations(base: RuleSet, rules: RuleSet) -> Iterator[Alteration]:
    """Every rule of the club's that differs from the base, in the order of the file's tables."""
    return (Alteration(rules, without) for without in _revert("", base, rules))


def _revert(name: str, base: Any, own: Any) -> Iterator[Any]:
    """For each rule in which `own` differs from `base`: `own` with that one rule as in `base`."""
    if base == own:
        return
    if isinstance(own, tuple) and name in IDENTITY:
        yield from _revert_entries(IDENTITY[name], base, own)
    elif is_dataclass(own) and not hasattr(own, "source"):
        for field in fields(own):
            before, now = getattr(base, field.name), getattr(own, field.name)
            if field.name not in (*OWN, "extends"):
                yield from (replace(own, **{field.name: one}) for one in _revert(field.name, before, now))  # type: ignore[type-var]
    else:
        yield base


def _revert_entries(keys: Sequence[str], base: tuple[Any, ...], own: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    """The list once for each difference: a changed entry as it was, a new one left out, one that is gone put back, and
    the order as it was."""

    def named(entry: Any) -> tuple[Any, ...]:
        return tuple(getattr(entry, key) for key in keys)

    before, now = ({named(entry): entry for entry in entries} for entries in (base, own))
    for name, entry in now.items():
        if name not in before:
            yield tuple(one for one in own if one is not entry)
        elif before[name] != entry:
            yield tuple(before[name] if one is entry else one for one in own)
    for at, entry in enumerate(base):
        if named(entry) not in now:
            yield (*own[:at], entry, *own[at:])
    kept = [name for name in before if name in now]
    if kept != [name for name in now if name in before]:
        yield (*(now[name] for name in kept), *(entry for name, entry in now.items() if name not in before))


def _list_games(rules: RuleSet, without: RuleSet) -> Iterator[Game]:
    """Games from the simplest on: nothing said and no Sonderpunkt first; offences last."""
    said = sorted(product(rules.calls, rules.calls), key=lambda calls: (sum(calls), calls[1]))
    names = dict.fromkeys(entry.id for known in (rules, without) for entry in known.sheet.sonderpunkte)
    extras = (Extras(), *(Extras(re=((name, 1),)) for name in names))
    ends = product(said, extras, range(rules.most_bocks + 1))
    for (re, kontra), made, bock in ends:
        for (kind, solo), augen in product(_list_kinds(rules, without), _AUGEN):
            seats = tuple(range(1, (kind.re_seats or 1) + 1))
            for pflicht, jungfern in product(*_list_turns(rules, without, kind)):
                game = Game(kind.id, seats, Calls(re, kontra), augen, None, made, solo, pflicht, bock)
                yield replace(game, jungfern=jungfern, **_choose_table(rules))
    for fine in ({}, {"minor": True}, {"absagen": 1}):
        yield Game("strafe", offender=1, **fine, **_choose_table(rules))


def _list_turns(rules: RuleSet, without: RuleSet, kind: Kind) -> tuple[tuple[bool, ...], range]:
    """Whether it may be a Pflichtsolo, and how many may be without a trick, where either rule set counts that."""
    both = (rules, without)
    pflicht = kind.pflicht and any(known.counts_pflicht for known in both)
    jungfern = MOST_JUNGFERN if any(known.counts_jungfern(kind.id) for known in both) else 0
    return (False, True) if pflicht else (False,), range(jungfern + 1)


def _list_kinds(rules: RuleSet, without: RuleSet) -> list[tuple[Kind, str | None]]:
    """Every kind of game and every solo of either rule set."""
    solos = dict.fromkeys(entry.id for known in (rules, without) for entry in known.sheet.solos)
    kinds = {kind.id: kind for known in (without, rules) for kind in known.kinds}
    return [(kind, solo) for kind in kinds.values() for solo in (solos if kind.id == "solo" else (None,))]


def _choose_table(rules: RuleSet) -> dict[str, Any]:
    """A table of these rules: at one of five the last seat sits out."""
    return {"seats": 4} if 4 in rules.sheet.seats else {"seats": 5, "sits": (5,)}

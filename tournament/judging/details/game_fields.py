"""The detail fields of a full sheet's row: kind, Re seats, calls, Augen, Sonderpunkte, value, each with its choices."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import prod

from scoring.counting.game import PARTIES, Call, Extras, Party
from scoring.counting.rules import RuleSet
from texts.field_ids import make_field_id, parse_column, parse_field
from tournament.judging.details.detail_choices import BLANK, list_field_choices
from tournament.judging.ink_options import Choices, Option, Value, cross_choices
from tournament.judging.judging_limits import Limits
from tournament.judging.written_sheet import WrittenRow, WrittenSheet

KINDS = ("hochzeit", "stille-hochzeit", "armut")

_CALLS: dict[str, tuple[Party, Call]] = {
    "re.re": ("re", Call.ANSAGE),
    "kontra.kontra": ("kontra", Call.ANSAGE),
    **{
        f"{party}.{level}": (party, call)
        for party in ("re", "kontra")
        for level, call in (("k90", Call.K90), ("k60", Call.K60), ("k30", Call.K30), ("schwarz", Call.SCHWARZ))
    },
}
CALL_FIELDS = {of: name for name, of in _CALLS.items()}
"""The field of each party's call: "re.k90"."""


@dataclass(frozen=True, slots=True)
class WrittenDetails:
    """One reading of a row's details, without the value column.

    `kinds`: crossed kinds of game, announced solos as "solo.buben". `re`: seats crossed as Re. `said_re`,
    `said_kontra`: the highest call crossed. `augen`: Re's; None when blank or unreadable. `counted`: ink stands where
    the Augen belong, so that what is not crossed beside it was not said. `extras`: Sonderpunkte; a count of -1 cannot
    be read. `verworfen`: the parties for which the game is crossed as lost by a broken rule.
    """

    kinds: tuple[str, ...] = ()
    re: tuple[int, ...] = ()
    said_re: Call = Call.NOTHING
    said_kontra: Call = Call.NOTHING
    augen: int | None = None
    counted: bool = False
    extras: Extras = field(default_factory=Extras)
    bock: bool = False
    verworfen: tuple[Party, ...] = ()

    @property
    def solo(self) -> str | None:
        """The first solo crossed: "buben"."""
        return next(filter(None, (parse_column(kind).solo for kind in self.kinds)), None)

    def get_said(self, party: Party) -> Call:
        """The party's highest call."""
        return self.said_re if party == "re" else self.said_kontra

    def say(self, party: Party, call: Call) -> WrittenDetails:
        """The details with another call of that party."""
        return replace(self, said_re=call) if party == "re" else replace(self, said_kontra=call)


@dataclass(frozen=True)
class GameFields:
    """The choices of a row's detail fields, by the last part of their ids ("re1", "re.k90", "augen")."""

    number: int
    by_name: Mapping[str, Choices]

    @property
    def value(self) -> Choices | None:
        """The value column, where the sheet has one."""
        return self.by_name.get("value")

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The fields that tell of the game; the value column tells of the points."""
        return tuple(name for name in self.by_name if name != "value")

    @cached_property
    def solos(self) -> Mapping[str, Choices]:
        """The boxes for single solos."""
        return {name: choices for name, choices in self.by_name.items() if parse_column(name).solo}

    @cached_property
    def inked(self) -> bool:
        """Whether anything stands in these fields; a lone cross for a Bock game, too, is something."""
        return bool(self._inked) or any(choices.flags for choices in self.by_name.values())

    @cached_property
    def ink(self) -> WrittenDetails:
        """What the ink says by itself."""
        return parse_details(self._inked)

    def read_details(self, other: Mapping[str, Option]) -> WrittenDetails:
        """The meaning of the first choices, but for the fields in `other`."""
        kept = {name: value for name, value in self._inked.items() if name not in other}
        return parse_details(kept | {name: option.value for name, option in other.items() if _means(name, option)})

    @cached_property
    def _inked(self) -> dict[str, Value]:
        """The first choices of the fields in which something stands."""
        return {name: choices.first.value for name, choices in self.by_name.items() if _means(name, choices.first)}

    def read(self, changed: Mapping[str, Option]) -> GameFields:
        """The fields as if the ink looked most like these options."""
        led = dict(self.by_name)
        for name, first in changed.items():
            others = (option for option in led[name].options if option is not first)
            led[name] = replace(led[name], options=(first, *others))
        return GameFields(self.number, led)

    def id(self, name: str) -> str:
        """The field id: `g07.re.k90`."""
        return make_field_id(self.number, name)


def parse_details(values: Mapping[str, Value]) -> WrittenDetails:
    """The meaning of the values of fields, by name; fields in which nothing stands may be left out."""
    kinds: list[str] = []
    re: list[int] = []
    said = {"re": Call.NOTHING, "kontra": Call.NOTHING}
    counts: dict[str, list[tuple[str, int]]] = {"re": [], "kontra": []}
    lost = tuple(party for party in PARTIES if values.get(f"{party}.verworfen"))
    for name, value in values.items():
        field = parse_column(name)
        if name in _CALLS:
            if value:
                said[field.party] = max(said[field.party], _CALLS[name][1])
        elif name in KINDS or field.solo:
            kinds += [name] * bool(value)
        elif field.party and field.kind != "verworfen":
            counts[field.party] += [(field.kind, BLANK if value is None else value)] if value != 0 else []
        elif value and field.kind == "re" and field.seat:
            re.append(field.seat)
    augen = values.get("augen", BLANK)
    counted = augen != BLANK
    return WrittenDetails(
        tuple(sorted(kinds)),
        tuple(sorted(re)),
        said["re"],
        said["kontra"],
        augen if counted else None,
        counted,
        Extras(tuple(counts["re"]), tuple(counts["kontra"])),
        bool(values.get("bock")),
        lost,
    )


def is_lone_kind(rules: RuleSet, kind: str) -> bool:
    """Whether one plays against three in that kind of game."""
    known = rules.find_kind(kind)
    return known is not None and known.re_seats == 1


def is_full(written: WrittenSheet) -> bool:
    """Whether the sheet has columns for the details of a game."""
    return any(parse_field(reading.id).column in ("augen", "re.re") for row in written.rows for reading in row.others)


def list_game_fields(row: WrittenRow, sits: int | None, limits: Limits) -> GameFields | None:
    """The row's detail fields, or None where it has none. `sits`: whose Re box is hatched on paper, and never read."""
    readings = {parse_field(reading.id).column: reading for reading in row.others}
    if "augen" not in readings and "re.re" not in readings:
        return None
    chosen = {name: list_field_choices(reading, limits) for name, reading in readings.items() if name != f"re{sits}"}
    return GameFields(row.game, chosen)


def solo_choices(row: WrittenRow, fields: GameFields | None, limits: Limits) -> Choices:
    """Whether any announced solo is crossed: the cross for any solo, or all crosses for single ones among its details
    together, as one cross in the likeliest of their boxes."""
    if row.solo is not None or fields is None:
        return cross_choices(row.solo, limits)
    single = fields.solos.values()
    likeliest = max(single, key=_weigh_cross, default=cross_choices(None, limits))
    if sum(_weigh_cross(choices) > 0.0 for choices in single) < 2:
        return likeliest
    blank = prod(1.0 - _weigh_cross(choices) for choices in single)
    seen = [{bool(option.value) for option in choices.options if option.seen} for choices in single]
    crossed = Option(1, 1.0 - blank, "x", seen=any(True in some for some in seen))
    none = Option(0, blank, "", seen=all(False in some for some in seen))
    inked = any(choices.first.value for choices in single)
    return replace(likeliest, options=(crossed, none) if inked else (none, crossed))


def _weigh_cross(choices: Choices) -> float:
    """The share of the options that say that the box is crossed."""
    crossed = sum(option.probability for option in choices.options if option.value)
    return crossed / sum(option.probability for option in choices.options)


def _means(name: str, option: Option) -> bool:
    """Whether something stands in the field: a cross, a number, ink that cannot be read."""
    return option.value != (BLANK if name in ("augen", "value") else 0)

"""The detail fields of a full sheet's row: kind, Re seats, calls, Augen, Sonderpunkte, value.

`GameFields` holds the choices of each field's ink, `WrittenDetails` what one reading of all of them means. Unreadable
ink does not count as a blank box.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import prod

from scoring.counting.game import NOTHING, PARTIES, Calls, Extras, Party
from scoring.counting.rules import RuleSet
from texts.field_ids import make_field_id, parse_column, parse_field
from tournament.judging.ink_options import BLANK, Choices, Option, Value, cross_choices, list_detail_choices
from tournament.judging.limits.judging_limits import Limits
from tournament.judging.written_sheet import WrittenRow, WrittenSheet


@dataclass(frozen=True, slots=True)
class WrittenDetails:
    """One reading of a row's details, without the value column.

    `kinds`: crossed kinds of game, announced solos as "solo.buben". `re`: seats crossed as Re. `calls`: each party's
    highest crossed call. `augen`: Re's; None if blank or unreadable. `counted`: whether there is ink in the field for
    Augen, so that the row is filled in and what is not crossed was not called. `extras`: Sonderpunkte, a count of -1
    for an unreadable one. `bock`: how many Böcke are crossed. `verworfen`: the parties for which the game is crossed as
    lost by a broken rule. `jungfern`: players without a trick in a Ramsch, -1 for an unreadable number.
    """

    kinds: tuple[str, ...] = ()
    re: tuple[int, ...] = ()
    calls: Calls = field(default_factory=Calls)
    augen: int | None = None
    counted: bool = False
    extras: Extras = field(default_factory=Extras)
    bock: int = 0
    verworfen: tuple[Party, ...] = ()
    jungfern: int = 0

    @property
    def solo(self) -> str | None:
        """The first solo crossed: "buben"."""
        return next(filter(None, (parse_column(kind).solo for kind in self.kinds)), None)


@dataclass(frozen=True)
class GameFields:
    """The choices of a row's detail fields, by the last part of their ids ("re1", "re.k90", "augen").

    `rules`: which columns are calls, they say.
    """

    rules: RuleSet
    number: int
    by_name: Mapping[str, Choices]

    @property
    def value(self) -> Choices | None:
        """The value column, None if the sheet has none."""
        return self.by_name.get("value")

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the fields that describe the game; the value column repeats the points and is left out."""
        return tuple(name for name in self.by_name if name != "value")

    @cached_property
    def solos(self) -> Mapping[str, Choices]:
        """The boxes for single solos."""
        return {name: choices for name, choices in self.by_name.items() if parse_column(name).solo}

    @cached_property
    def inked(self) -> bool:
        """Whether anything is written in these fields; a cross for a Bock game alone counts, too."""
        return bool(self._firsts) or any(choices.flags for choices in self.by_name.values())

    @cached_property
    def ink(self) -> WrittenDetails:
        """The meaning of the ink's first choices."""
        return _parse_details(self.rules, self._firsts)

    @cached_property
    def _firsts(self) -> dict[str, Value]:
        """The values of the first choices, for fields in which something is written."""
        return {name: choices.first.value for name, choices in self.by_name.items() if _is_ink(name, choices.first)}

    def read_details(self, other: Mapping[str, Option]) -> WrittenDetails:
        """The meaning of the first choices, with the options of `other` in place of theirs, by name."""
        kept = {name: value for name, value in self._firsts.items() if name not in other}
        return _parse_details(
            self.rules, kept | {name: option.value for name, option in other.items() if _is_ink(name, option)}
        )

    def read_texts(self, texts: Mapping[str, str]) -> WrittenDetails:
        """The same with texts as players would write them: "x" for a cross, a number, "" for blank."""
        numbers = {name: int(text) for name, text in texts.items() if text.lstrip("-").isdecimal()}
        values = {name: numbers.get(name, int(bool(text))) for name, text in texts.items()}
        return self.read_details({name: Option(value, 1.0, texts[name]) for name, value in values.items()})

    def read(self, changed: Mapping[str, Option]) -> GameFields:
        """The fields with these options, by name, as the ink's first choices."""
        led = dict(self.by_name)
        for name, first in changed.items():
            others = (option for option in led[name].options if option is not first)
            led[name] = replace(led[name], options=(first, *others))
        return replace(self, by_name=led)

    def id(self, name: str) -> str:
        """The field id: `g07.re.k90`."""
        return make_field_id(self.number, name)

    def list_ids(self, names: Iterable[str]) -> tuple[str, ...]:
        """The field ids of these fields."""
        return tuple(map(self.id, names))


def _parse_details(rules: RuleSet, values: Mapping[str, Value]) -> WrittenDetails:
    """The meaning of these values, by name; blank fields are left out of `values`."""
    kinds: list[str] = []
    re: list[int] = []
    said: dict[Party, int] = dict.fromkeys(PARTIES, NOTHING)
    counts: dict[str, list[tuple[str, int]]] = {"re": [], "kontra": []}
    for name, value in values.items():
        column = parse_column(name)
        call = rules.call_columns.get(name)
        if column.party and call is None and column.kind != "verworfen":
            counts[column.party].append((column.kind, BLANK if value is None else value))
        elif value and call:
            said[call[0]] = max(said[call[0]], call[1])
        elif value and is_kind_column(rules, name):
            kinds.append(name)
        elif value and column.kind == "re" and column.seat:
            re.append(column.seat)
    return WrittenDetails(
        tuple(sorted(kinds)),
        tuple(sorted(re)),
        Calls(said["re"], said["kontra"]),
        values.get("augen"),
        "augen" in values,
        Extras(tuple(counts["re"]), tuple(counts["kontra"])),
        2 if values.get("doppelbock") else int(bool(values.get("bock"))),
        tuple(party for party in PARTIES if values.get(f"{party}.verworfen")),
        BLANK if (number := values.get("jungfern", 0)) is None else number,
    )


def _is_ink(name: str, option: Option) -> bool:
    """Whether something is written in the field: a cross, a number, unreadable ink."""
    return option.value != (BLANK if name in ("augen", "value") else 0)


def is_kind_column(rules: RuleSet, name: str) -> bool:
    """Whether that column is crossed for a kind of game, or for one solo."""
    return bool(parse_column(name).solo) or (name != "solo" and rules.find_kind(name) is not None)


def is_lone_kind(rules: RuleSet, kind: str) -> bool:
    """Whether one plays against three in that kind of game."""
    known = rules.find_kind(kind)
    return known is not None and known.re_seats == 1


def is_full(written: WrittenSheet) -> bool:
    """Whether the sheet has columns for the details of a game."""
    return any(parse_field(reading.id).column in ("augen", "re.re") for row in written.rows for reading in row.others)


def list_game_fields(rules: RuleSet, row: WrittenRow, sits: tuple[int, ...], limits: Limits) -> GameFields | None:
    """The row's detail fields, None if it has none. `sits`: the seats that sit out; their Re boxes are printed hatched
    and never read."""
    readings = {parse_field(reading.id).column: reading for reading in row.others}
    if "augen" not in readings and "re.re" not in readings:
        return None
    hatched = [f"re{seat}" for seat in sits]
    chosen = {name: list_detail_choices(reading, limits) for name, reading in readings.items() if name not in hatched}
    return GameFields(rules, row.game, chosen)


def solo_choices(row: WrittenRow, fields: GameFields | None, limits: Limits) -> Choices:
    """The choices for "an announced solo is crossed". Where each solo has a box of its own, all of these together, with
    the field id of the box that is likeliest crossed."""
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
    """P(the box is crossed)."""
    crossed = sum(option.probability for option in choices.options if option.value)
    return crossed / sum(option.probability for option in choices.options)

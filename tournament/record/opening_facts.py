"""Facts that change what the first entry said: title and day, rounds, rules, prizes; or add to it: the club's own list.
The last one of a kind holds.

Rules and games change only as long as no sheet came in, and a round that is drawn stays: `replay` refuses any other
order, so no result is ever counted by rules under which it was not played.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, Literal, TypeVar

from pydantic import Field

from tournament.field_types import Document, Number, Text, Whole

Day = Annotated[str, Field(pattern=r"^(\d{4}-\d\d-\d\d)?$")]
"""A day as ISO has it: "2026-11-28"; "" for none."""


@dataclass(frozen=True, slots=True)
class TitleSet:
    """The tournament's title, and the day on which it is played."""

    title: Text
    day: Day = ""
    kind: Literal["title-set"] = "title-set"


@dataclass(frozen=True, slots=True)
class RoundsSet:
    """How many rounds are played."""

    rounds: Number
    kind: Literal["rounds-set"] = "rounds-set"


@dataclass(frozen=True, slots=True)
class RulesSet:
    """By which rules is played, and how many games a round has at a table of so many seats; fields as in `Opened`."""

    rules_id: Text
    rules_toml: Document
    games: Number
    seats: Number
    base_toml: Document = ""
    kind: Literal["rules-set"] = "rules-set"


@dataclass(frozen=True, slots=True)
class PrizesSet:
    """Prize money in cents by place."""

    prizes: tuple[Whole, ...]
    kind: Literal["prizes-set"] = "prizes-set"


@dataclass(frozen=True, slots=True)
class ListSet:
    """Which list of the club's own is read beside our sheets. `layout_toml`: the text of its layout's file; `seats`,
    `games`: how many players and games it has room for; 0 games for lists on paper without a table, and 0 seats where
    they have any number."""

    layout_toml: Document
    seats: Number
    games: Number
    kind: Literal["list-set"] = "list-set"


@dataclass(frozen=True, slots=True)
class ListDropped:
    """No list of the club's own is read any more."""

    kind: Literal["list-dropped"] = "list-dropped"


OpeningFact = TitleSet | RoundsSet | RulesSet | PrizesSet | ListSet | ListDropped
Said = TypeVar("Said")


def change_opening(said: Said, fact: OpeningFact) -> Said:
    """What the first entry said, with the change; `said` has its fields."""
    match fact:
        case TitleSet():
            changes: dict[str, object] = {"title": fact.title}
        case RoundsSet():
            changes = {"rounds": fact.rounds}
        case RulesSet():
            names = ("rules_id", "rules_toml", "base_toml", "games", "seats")
            changes = {name: getattr(fact, name) for name in names}
        case PrizesSet():
            changes = {"prizes": fact.prizes}
        case ListSet() | ListDropped():
            changes = {}
    return replace(said, **changes)  # type: ignore[type-var]

"""What a person says stands in the columns of a list of games: players' points, running totals, the value, crosses.

With these words a club's own list is judged like ours: each role has the public id that `kiebitz scan` knows.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from templates.layout import FieldKind, PaperError
from texts.sentences import Phrase


class WrongRole(PaperError):
    """What was said about the columns cannot be; the sentence says what can (wrong use: exit status 2)."""

    exit_status = 2


@dataclass(frozen=True, slots=True)
class Role:
    """What stands in a column. `part`: its part of the field ids, "" where nothing is read; `of_seat`: whether every
    player has such a column, so that the part is followed by the seat's number."""

    key: str
    kind: FieldKind | None
    part: str
    of_seat: bool = False

    @property
    def is_single(self) -> bool:
        """Whether only one column of a list can have it."""
        return not self.of_seat and self.kind not in (None, "text")

    @property
    def words(self) -> Phrase:
        """The role in the users' words."""
        return Phrase(f"foreign.role.{self.key}")


ROLES = (
    Role("points", "points", "p", True),
    Role("total", "points", "total", True),
    Role("win", "cross", "win", True),
    Role("value", "number", "value"),
    Role("solo", "cross", "solo"),
    Role("offence", "cross", "offence"),
    Role("bock", "cross", "bock"),
    Role("text", "text", "text"),
    Role("number", None, ""),
    Role("print", None, ""),
)
BY_KEY: Mapping[str, Role] = {role.key: role for role in ROLES}
MOST_SEATS = 7
_SAID = re.compile(r"(?P<first>\d{1,3})(-(?P<last>\d{1,3}))?=(?P<keys>[a-z]+(,[a-z]+)*)")


@dataclass(frozen=True, slots=True)
class ToldColumn:
    """What was said about a column: its role, and its part of the field ids with the seat ("total2")."""

    role: Role
    part: str


def read_roles(said: Iterable[str], columns: int) -> dict[int, Role]:
    """The roles by column from words such as "2-5=total" or "2-9=points,total" (in turns). Raises `WrongRole`."""
    roles: dict[int, Role] = {}
    for words in said:
        found = _SAID.fullmatch(words.strip())
        keys = found["keys"].split(",") if found else []
        first = int(found["first"]) if found else 0
        last = int(found["last"] or first) if found else 0
        if not 1 <= first <= last <= columns or any(key not in BY_KEY for key in keys):
            raise WrongRole("foreign.role.unclear", words=words[:40], columns=columns, roles=tuple(BY_KEY))
        roles |= spread_roles(range(first, last + 1), [BY_KEY[key] for key in keys])
    return roles


def spread_roles(columns: Sequence[int], roles: Sequence[Role]) -> dict[int, Role]:
    """The columns with these roles in turns."""
    return {column: roles[place % len(roles)] for place, column in enumerate(columns)}


def name_columns(roles: Mapping[int, Role]) -> dict[int, ToldColumn]:
    """The columns with their parts of the ids: seats are counted from left to right. Raises `WrongRole`."""
    told: dict[int, ToldColumn] = {}
    for role in ROLES:
        mine = sorted(column for column, one in roles.items() if one == role)
        if role.is_single and len(mine) > 1:
            raise WrongRole("foreign.role.twice", role=role.words, columns=tuple(map(str, mine)))
        for place, column in enumerate(mine, 1):
            told[column] = ToldColumn(role, f"{role.part}{place if role.of_seat or role.kind == 'text' else ''}")
    counts = {sum(one.role.key == key for one in told.values()) for key in ("points", "total", "win")} - {0}
    if len(counts) > 1 or max(counts, default=0) > MOST_SEATS:
        raise WrongRole("foreign.role.seats", most=MOST_SEATS)
    return told


def list_seats(told: Mapping[int, ToldColumn]) -> tuple[int, ...]:
    """The columns of the players' points, or of their totals where only these are written, in order."""
    for key in ("points", "total"):
        seats = tuple(sorted(column for column, one in told.items() if one.role.key == key))
        if seats:
            return seats
    return ()

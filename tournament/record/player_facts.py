"""Facts about players, who sits where and the form that the tournament has. What is on a sheet and what people decide
is in `facts`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tournament.field_types import Document, Number, Text, Whole


@dataclass(frozen=True, slots=True)
class PlayerAdded:
    """A player takes part. `table`: the table at which the player sits in every round, None for one that is drawn."""

    start: Number
    name: Text
    club: Text = ""
    table: Number | None = None
    kind: Literal["player-added"] = "player-added"


@dataclass(frozen=True, slots=True)
class PlayerDropped:
    """A player leaves for good. `after_round`: the last round that the player plays, 0 for none."""

    start: Number
    after_round: Number
    kind: Literal["player-dropped"] = "player-dropped"


@dataclass(frozen=True, slots=True)
class PlayerPaused:
    """A player does not play these rounds: one who comes late, or sits a round out."""

    start: Number
    rounds: tuple[Number, ...]
    kind: Literal["player-paused"] = "player-paused"


@dataclass(frozen=True, slots=True)
class PlayerRenamed:
    """A player's name was written wrongly."""

    start: Number
    name: Text
    kind: Literal["player-renamed"] = "player-renamed"


@dataclass(frozen=True, slots=True)
class PlayersSwapped:
    """Two players change their seats in the draw of one round."""

    round: Number
    first: Number
    second: Number
    kind: Literal["players-swapped"] = "players-swapped"


@dataclass(frozen=True, slots=True)
class PlayerSeated:
    """A player takes a free seat of a round that is drawn already. `seat`: from 1; either one more than the table had,
    or that of a player who does not play this round."""

    round: Number
    table: Number
    seat: Number
    start: Number
    kind: Literal["player-seated"] = "player-seated"


@dataclass(frozen=True, slots=True)
class Substituted:
    """Somebody else plays one round for the player, to whom the points count. `name`: "" takes the substitute back."""

    start: Number
    round: Number
    name: Text
    kind: Literal["substituted"] = "substituted"


@dataclass(frozen=True, slots=True)
class Paid:
    """Whether a player has paid the entry fee."""

    start: Number
    paid: bool
    kind: Literal["paid"] = "paid"


@dataclass(frozen=True, slots=True)
class FeeSet:
    """What each player pays to take part. `cents`: 0 for nothing."""

    cents: Number
    kind: Literal["fee-set"] = "fee-set"


@dataclass(frozen=True, slots=True)
class Drawn:
    """Who sits where in a round. `tables`: (table, start numbers by seat). A later draw of the round replaces it.

    `seed`, `method`: with these anybody can draw the same again.
    """

    round: Number
    seed: Text
    method: Text
    tables: tuple[tuple[Number, tuple[Number, ...]], ...]
    kind: Literal["drawn"] = "drawn"


@dataclass(frozen=True, slots=True)
class SeatedBy:
    """What the round's next draw goes by, as it was then: (start number, place in the standings of the rounds before)
    and (start number, points in the round before)."""

    round: Number
    places: tuple[tuple[Number, Number], ...]
    points: tuple[tuple[Number, Whole], ...]
    kind: Literal["seated-by"] = "seated-by"


@dataclass(frozen=True, slots=True)
class FormSet:
    """Settings of the tournament's form: (key, text of its value); "" takes a key back to its default."""

    settings: tuple[tuple[Text, Document], ...]
    reason: Text = ""
    kind: Literal["form-set"] = "form-set"

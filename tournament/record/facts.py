"""The content of an entry of the tournament's file: one frozen class for each kind of entry.

Each class has its `kind` as the last field; so the fact is written and read as JSON. Facts hold whole numbers and text
only: their JSON is the same on every machine. A fact of a kind that is not here comes from a newer version.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from texts.item_ids import make_place_key
from tournament.field_types import Document, Hash, Number, Text, Whole
from tournament.record.award_facts import Awarded
from tournament.record.clock_facts import ClockStarted, ClockStopped, RowsStruck, TimeAdded
from tournament.record.opening_facts import OpeningFact
from tournament.record.player_facts import (
    Drawn,
    FeeSet,
    FormSet,
    Paid,
    PlayerAdded,
    PlayerDropped,
    PlayerPaused,
    PlayerRenamed,
    PlayerSeated,
    PlayersSwapped,
    SeatedBy,
    Substituted,
)


@dataclass(frozen=True, slots=True)
class Opened:
    """The first entry: what is played, and how it is counted and ranked.

    `rules_toml`: the text of the rule set's file as used. `base_toml`: the text of the rule set that it extends, "" for
    one that extends none. `ties`: what decides between players with equal points, the most important first; () for
    the usual chain. `places`: place points by place. `prizes`: prize money in cents by place.
    """

    title: Text
    rules_id: Text
    rules_toml: Document
    rounds: Number
    games: Number
    seats: Number
    base_toml: Document = ""
    ties: tuple[Text, ...] = ()
    places: tuple[Whole, ...] = ()
    prizes: tuple[Whole, ...] = ()
    kind: Literal["opened"] = "opened"


@dataclass(frozen=True, slots=True)
class RoundPrinted:
    """A round's sheets and seating were made for printing; from now on its draw is fixed."""

    round: Number
    kind: Literal["round-printed"] = "round-printed"


@dataclass(frozen=True, slots=True)
class Photographed:
    """A photograph came in. `name`, `size`: its file's name and number of bytes. `copy`: the blob of a reduced copy, ""
    for none."""

    photo_sha256: Hash
    name: Text
    size: Annotated[int, Field(ge=0, le=1 << 40)]
    copy: Hash = ""
    kind: Literal["photographed"] = "photographed"


@dataclass(frozen=True, slots=True)
class SheetRead:
    """A sheet was read from a photograph. `reading`: the blob of the `SheetReading` as JSON. `model`: what read it.

    `sheet_key`: "r1.t3", or "s5" for a sheet without round and table. `replaces`: the key of a sheet that this one
    replaces, because its photograph is worse; "" for none. `round`, `table`: as given for a sheet that names none.
    """

    sheet_key: Text
    photo_sha256: Hash
    reading: Hash
    model: Text
    replaces: Text = ""
    round: Number | None = None
    table: Number | None = None
    kind: Literal["sheet-read"] = "sheet-read"


@dataclass(frozen=True, slots=True)
class SheetMoved:
    """A sheet belongs to another round or table than it says, or its columns to other players. What is written on it
    does not change.

    `sheet_key`: its key so far; `becomes`: its key from now on. `starts`: the players' start numbers by column, () if
    they stay. `swapped`: the sheet that is at the new place, if there is one, gets the old place.
    """

    sheet_key: Text
    becomes: Text
    round: Number
    table: Number
    starts: tuple[Number, ...] = ()
    swapped: bool = False
    reason: Text = ""
    kind: Literal["sheet-moved"] = "sheet-moved"


@dataclass(frozen=True, slots=True)
class SheetJudged:
    """A sheet was judged. `judged`: the blob of the `JudgedSheet`. `limits`: a hash of the thresholds. `program`: the
    version that judged it."""

    sheet_key: Text
    judged: Hash
    limits: Text
    program: Text
    kind: Literal["sheet-judged"] = "sheet-judged"


@dataclass(frozen=True, slots=True)
class TypedRow:
    """One game as somebody typed it. `points`: by seat, None for nothing. `solo`, `offence`: None if no crosses were
    typed for the whole table."""

    game: Number
    points: tuple[Whole | None, ...]
    solo: bool | None = None
    offence: bool | None = None


@dataclass(frozen=True, slots=True)
class SheetTyped:
    """A table's result without a photograph: its games, or, for a lost sheet, only the `totals` by seat.

    `starts`: by seat the players' start numbers; in a file without players their `names`. `games`: how many rows a
    sheet of that table has. `source`: what it was typed from. Its key is that of its place.
    """

    round: Number
    table: Number
    games: Number
    reason: Text
    starts: tuple[Number, ...] = ()
    names: tuple[Text, ...] = ()
    rows: tuple[TypedRow, ...] = ()
    totals: tuple[Whole, ...] = ()
    source: Text = ""
    kind: Literal["sheet-typed"] = "sheet-typed"

    @property
    def sheet_key(self) -> str:
        """The key of its place: "r1.t3"."""
        return make_place_key(self.round, self.table)


@dataclass(frozen=True, slots=True)
class Decided:
    """A person decided an open item ("r1.t3.g14"); the entry's author says who.

    `how`: "accept" the proposal, keep it "as-written", "points" or "name" as given here. `ink`: what the item's fields
    said at that time: (field, text). `seen`: the number of the last entry that the person saw. `solo`, `offence`: how
    the crosses count; None: as they are written. `boxes`: whether other boxes of the row are crossed.
    """

    item: Text
    how: Literal["accept", "as-written", "points", "name"]
    points: tuple[Whole | None, ...] = ()
    name: Text = ""
    ink: tuple[tuple[Text, Text], ...] = ()
    reason: Text = ""
    seen: Number = 0
    solo: bool | None = None
    offence: bool | None = None
    boxes: tuple[tuple[Text, bool], ...] = ()
    kind: Literal["decided"] = "decided"


@dataclass(frozen=True, slots=True)
class KeyingAsked:
    """Fields, as (item, field), are to be read by a second person, who does not see what was decided. `among`: from how
    many fields they were drawn. `seed`: with which anybody can draw them again, "" if all were taken.
    """

    fields: tuple[tuple[Text, Text], ...]
    among: Number
    seed: Text = ""
    kind: Literal["keying-asked"] = "keying-asked"


@dataclass(frozen=True, slots=True)
class FieldKeyed:
    """A second person read a field. `text`: what is written there, "" for nothing, "?" if it cannot be read.

    `decision`: the number of the entry with the decision on the item at that time, with which this is compared.
    """

    item: Text
    field: Text
    text: Text
    decision: Number
    kind: Literal["field-keyed"] = "field-keyed"


@dataclass(frozen=True, slots=True)
class Undone:
    """An earlier entry counts no more. An `Undone` can be undone, too."""

    entry: Number
    reason: Text = ""
    kind: Literal["undone"] = "undone"


@dataclass(frozen=True, slots=True)
class Closed:
    """A round is over. `open_items`: what was still open when somebody signed it off, for the `reason` given; of a
    round that is not played the round itself, "r3"."""

    round: Number
    reason: Text = ""
    open_items: tuple[Text, ...] = ()
    kind: Literal["closed"] = "closed"


@dataclass(frozen=True, slots=True)
class Reopened:
    """A closed round is open again."""

    round: Number
    reason: Text
    kind: Literal["reopened"] = "reopened"


@dataclass(frozen=True, slots=True)
class SealingBegan:
    """From here on closed rounds are sealed, including those that were closed before."""

    kind: Literal["sealing-began"] = "sealing-began"


@dataclass(frozen=True, slots=True)
class Posted:
    """One line of the standings as they were handed out."""

    place: Number
    start: Number
    name: Text
    total: Whole


@dataclass(frozen=True, slots=True)
class Exported:
    """Standings were handed out. `what`: as which file. `sha256`: the file's hash. `standings`: its lines."""

    what: Text
    sha256: Hash
    standings: tuple[Posted, ...] = ()
    kind: Literal["exported"] = "exported"


@dataclass(frozen=True, slots=True)
class Lost:
    """In a rescued file, the place of an entry that could not be read. `hash`: its hash, "" if unknown."""

    hash: Hash = ""
    kind: Literal["lost"] = "lost"


Fact = (
    Opened
    | OpeningFact
    | PlayerAdded
    | PlayerDropped
    | PlayerPaused
    | PlayerRenamed
    | PlayersSwapped
    | PlayerSeated
    | Substituted
    | Paid
    | FeeSet
    | FormSet
    | SeatedBy
    | Drawn
    | RoundPrinted
    | Photographed
    | SheetRead
    | SheetMoved
    | SheetTyped
    | SheetJudged
    | Decided
    | KeyingAsked
    | FieldKeyed
    | Undone
    | Closed
    | Reopened
    | SealingBegan
    | Awarded
    | RowsStruck
    | ClockStarted
    | ClockStopped
    | TimeAdded
    | Exported
    | Lost
)

Kinded = Annotated[Fact, Field(discriminator="kind")]
"""A fact, recognised by its `kind`."""


def find_place(fact: Fact) -> str:
    """The item, or the sheet's key, that the fact names; "" if it names none."""
    match fact:
        case (
            Decided(item=place)
            | FieldKeyed(item=place)
            | SheetRead(sheet_key=place)
            | SheetMoved(sheet_key=place)
            | SheetTyped(sheet_key=place)
            | SheetJudged(sheet_key=place)
            | RowsStruck(sheet_key=place)
        ):
            return place
        case Awarded():
            return fact.item
    return ""

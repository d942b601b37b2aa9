"""What the machine-readable code on a sheet says, as text and back."""

from __future__ import annotations

import re
from dataclasses import dataclass

from templates.namecheck import CHECK_LENGTH, NO_CHECK

_PATTERN = re.compile(
    r"KIEBITZ1:(?P<rules>[a-z0-9-]{1,40})/(?P<style>points|totals|full)(?P<small>-a5)?/(?P<seats>[45])"
    r"/(?P<games>[0-9]{1,2})(?:\+(?P<offences>[0-9]))?(?:\.(?P<half>[12]))?"
    r":r(?P<round>[0-9]{0,2}):t(?P<table>[0-9]{0,3}):(?P<flags>-|(?=[nps])n?p?s?)(?::(?P<columns>[a-z.]{1,40}))?"
    r"(?:\*(?=.)(?P<letters>(?:[0-9A-Z]{3}|-{3}){4,5})?(?:/(?P<tournament>[0-9A-Z]{4,6}))?)?"
)


@dataclass(frozen=True, slots=True)
class SheetCode:
    """What a sheet's code says: layout, rule set, seats, games, and the round and table that are filled in already.

    `round`, `table`: None where a line to write on is printed instead. `named`: the players' names are printed, so the
    scanner reads print there and no handwriting. `plus`: only plus points are written. `small`: on A5. `offences`: how
    many unnumbered rows for offences stand below the games; None on older sheets, see
    `templates.lists.count_offence_rows`. `half`: 1 or 2 where a round's `games` fill two sheets, 0 for a whole sheet.
    `columns`: the columns that the rule set needs, as letters, see `templates.columns`; with them the layout is known
    for any rule set, a club's own one too. `letters`: the check letters of the printed names, seat by seat, see
    `templates.namecheck`; "" on sheets without names, and on those printed before there were check letters. `starts`:
    start numbers have a place of their own, printed or as boxes to write in, and round and table have boxes where they
    are not filled in; older sheets have none of these. `tournament`: the short id of the tournament that the sheet was
    drawn for, see `templates.namecheck.make_tournament_id`; "" on a sheet that belongs to none.
    """

    rules: str
    style: str
    seats: int
    games: int
    round: int | None = None
    table: int | None = None
    named: bool = False
    plus: bool = False
    small: bool = False
    offences: int | None = None
    half: int = 0
    columns: str = ""
    letters: str = ""
    starts: bool = False
    tournament: str = ""

    @property
    def checks(self) -> tuple[str, ...]:
        """The check letters by seat; () where the sheet has none."""
        return tuple(self.letters[at : at + CHECK_LENGTH] for at in range(0, len(self.letters), CHECK_LENGTH))

    @property
    def unnamed_seats(self) -> tuple[int, ...]:
        """The seats, from 1, whose players' names are not printed."""
        seats = range(1, self.seats + 1)
        return tuple(seat for seat in seats if not self.named or (self.checks and self.checks[seat - 1] == NO_CHECK))

    @property
    def layout_id(self) -> str:
        """The layout's name in the geometry: `pflichtsolo-40/points/4`, on A5 `pflichtsolo-40/points-a5/4`."""
        return f"{self.rules}/{self.style}{'-a5' if self.small else ''}/{self.seats}"

    @property
    def numbers(self) -> range:
        """The numbers of the games that have a row on this sheet."""
        first_half = (self.games + 1) // 2
        return (range(1, self.games + 1), range(1, first_half + 1), range(first_half + 1, self.games + 1))[self.half]

    def spell(self) -> str:
        """The text that is printed as a square code; `parse_code` reads it back."""
        round_, table = (("" if n is None else str(n)) for n in (self.round, self.table))
        extra = "" if self.offences is None else f"+{self.offences}"
        half = f".{self.half}" if self.half else ""
        flags = "".join(flag for flag, on in (("n", self.named), ("p", self.plus), ("s", self.starts)) if on) or "-"
        columns = f":{self.columns}" if self.columns else ""
        told = self.letters + (f"/{self.tournament}" if self.tournament else "")
        end = f"*{told}" if told else ""
        return f"KIEBITZ1:{self.layout_id}/{self.games}{extra}{half}:r{round_}:t{table}:{flags}{columns}{end}"


def parse_code(text: str) -> SheetCode | None:
    """The code that `text` spells, or None when it is no sheet code of ours."""
    found = _PATTERN.fullmatch(text)
    if found is None or len(found["letters"] or "") not in (0, CHECK_LENGTH * int(found["seats"])):
        return None
    number = {key: int(found[key]) if found[key] else None for key in ("round", "table", "offences")}
    return SheetCode(
        rules=found["rules"],
        style=found["style"],
        seats=int(found["seats"]),
        games=int(found["games"]),
        round=number["round"],
        table=number["table"],
        named="n" in found["flags"],
        plus="p" in found["flags"],
        small=found["small"] is not None,
        offences=number["offences"],
        half=int(found["half"] or 0),
        columns=found["columns"] or "",
        letters=found["letters"] or "",
        starts="s" in found["flags"],
        tournament=found["tournament"] or "",
    )

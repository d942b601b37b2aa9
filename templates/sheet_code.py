"""What the machine-readable code on a sheet says, as text and back.

Check letters show whether a name was read back rightly. A name has three; one in 46,656 names has the same three, and
no name can be found from them.

The columns of a sheet are a few letters, `hs.fbdt.fdhk.b`, in four groups: kinds of game, solos, Sonderpunkte, and
options, each in the order of the columns, and a fifth of Absagen where they are not the usual ones. Every letter
stands for the last part of a field id; a club's own is spelled in brackets: `fd(schwein)`. The code of a list names its
options only. A points list without letters has boxes for offences: so were all points lists once.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass
from functools import lru_cache
from hashlib import sha256
from string import ascii_uppercase, digits

from templates.layout import UnknownSheet

CHECK_LENGTH = 3
"""Check letters of one name."""
NO_CHECK = "-" * CHECK_LENGTH
_TOURNAMENT_LENGTH = 5
"""Letters of a tournament's short id: two tournaments have the same one in 60 million cases."""
_LETTERS = digits + ascii_uppercase  # which the code packs closest


@lru_cache(maxsize=4096)
def make_check(name: str) -> str:
    """The check letters of a name; `NO_CHECK` for no name. Several blanks between words count as one."""
    words = " ".join(unicodedata.normalize("NFC", name).split())
    if not words:
        return NO_CHECK
    return _shorten(words, CHECK_LENGTH)


def find_proved(names: Iterable[str], check: str) -> str:
    """The one of `names` that has these check letters; "" where none has, or several, or there are no letters."""
    proved = {name for name in names if make_check(name) == check} if check not in ("", NO_CHECK) else set()
    return proved.pop() if len(proved) == 1 else ""


def join_checks(names: Sequence[str]) -> str:
    """The check letters of all names, seat by seat, as in the sheet code; "" where no seat has a name."""
    checks = [make_check(name) for name in names]
    return "".join(checks) if set(checks) - {NO_CHECK} else ""


def make_tournament_id(first_hash: str) -> str:
    """The short id of a tournament, for the codes of its sheets. `first_hash`: the hash of its file's first entry."""
    return _shorten(first_hash, _TOURNAMENT_LENGTH)


def _shorten(text: str, length: int) -> str:
    """So many letters that depend on every letter of `text`."""
    number = int.from_bytes(sha256(text.encode(errors="replace")).digest()[:8], "big")
    return "".join(_LETTERS[number // len(_LETTERS) ** place % len(_LETTERS)] for place in range(length))


MOST_LETTERS = 160
"""Letters for a sheet's columns: with more of them the code is too fine to be read from a photograph."""

_PATTERN = re.compile(
    r"KIEBITZ1:(?P<rules>[a-z0-9-]{1,40})/(?P<style>points|totals|full)(?P<small>-a5)?/(?P<seats>[3-7])"
    r"/(?P<games>[0-9]{1,2})(?:\+(?P<offences>[0-9]))?(?:\.(?P<half>[12]))?"
    r":r(?P<round>[0-9]{0,2}):t(?P<table>[0-9]{0,3}):(?P<flags>-|(?=[npszh])n?p?s?z?h?)(?::(?P<columns>[a-z0-9_().-]{1,160}))?"
    r"(?:\*(?=.)(?P<letters>(?:[0-9A-Z]{3}|-{3}){3,7})?(?:/(?P<tournament>[0-9A-Z]{4,6}))?)?"
)


@dataclass(frozen=True, slots=True)
class SheetCode:
    """What a sheet's code says: layout, rule set, seats, games, and the round and table that are filled in already.

    `round`, `table`: None where a line to write on is printed instead. `named`: the players' names are printed, so the
    scanner reads print there and no handwriting. `plus`: only plus points are written. `small`: on A5. `offences`: how
    many unnumbered rows for offences are below the games; None on older sheets, see
    `templates.list_sheets.count_offence_rows`. `half`: 1 or 2 where a round's `games` fill two sheets, 0 for a whole
    sheet. `columns`: the columns that the rule set needs, as letters, see `templates.sheet_code`; with them the layout
    is known for any rule set, a club's own one too. `letters`: the check letters of the printed names, seat by seat,
    see `templates.sheet_code`; "" on sheets without names, and on those printed before there were check letters.
    `starts`: start numbers have a place of their own, printed or as boxes to write in, and round and table have boxes
    where they are not filled in; older sheets have none of these. `tournament`: the short id of the tournament that the
    sheet was drawn for, see `templates.sheet_code.make_tournament_id`; "" on a sheet that belongs to none. `timed`:
    there is a box at its foot to tick when games were struck since the time was up; older sheets have none. `high`: no
    row of this full sheet is lower than 5.5 mm; older full sheets have lower rows, and marks of their own.
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
    timed: bool = False
    high: bool = False

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
        known = (("n", self.named), ("p", self.plus), ("s", self.starts), ("z", self.timed), ("h", self.high))
        flags = "".join(flag for flag, on in known if on) or "-"
        columns = f":{self.columns}" if self.columns else ""
        tail = self.letters + (f"/{self.tournament}" if self.tournament else "")
        end = f"*{tail}" if tail else ""
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
        timed="z" in found["flags"],
        high="h" in found["flags"],
    )


KINDS = {"h": "hochzeit", "s": "stille-hochzeit", "a": "armut"}
SOLOS = {"b": "buben", "d": "damen", "t": "trumpf", "f": "fleischlos"}
EXTRAS = {"f": "fuchs", "d": "doppelkopf", "k": "karlchen", "h": "herzstich", "e": "fuchs_am_end"}
OPTIONS = {"b": "bock", "d": "doppelbock", "o": "offence", "v": "verworfen", "j": "jungfern"}
LEVELS = {"9": "k90", "6": "k60", "3": "k30", "s": "schwarz"}

_PARTS = (KINDS, SOLOS, EXTRAS, OPTIONS, LEVELS)
_USUAL_LEVELS = tuple(LEVELS.values())
_COLUMN = re.compile(r"\(([a-z0-9_-]{1,40})\)|([a-z0-9])")


@dataclass(frozen=True, slots=True)
class Columns:
    """The ids of the columns by group.

    `options`: `bock`, `doppelbock` and `offence`, a cross each where the rule set has them; `verworfen`, a cross for
    either party where a broken rule loses the game; `jungfern`, a number, where players without a trick count.
    `levels`: the Absagen.
    """

    kinds: tuple[str, ...] = ()
    solos: tuple[str, ...] = ()
    extras: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    levels: tuple[str, ...] = _USUAL_LEVELS

    @property
    def has_own(self) -> bool:
        """Whether some column is a club's own, which no rule set that is shipped has."""
        shipped = {*KINDS.values(), *SOLOS.values(), *EXTRAS.values(), *OPTIONS.values(), *_USUAL_LEVELS}
        ids = {*self.kinds, *self.solos, *self.extras, *self.options}
        return self.levels != _USUAL_LEVELS or "jungfern" in ids or not ids <= shipped

    def spell(self) -> str:
        """The letters, which `parse_columns` reads back; the usual Absagen are left out."""
        groups = astuple(self)[: len(_PARTS) - (self.levels == _USUAL_LEVELS)]
        return ".".join(_spell_group(known, ids) for known, ids in zip(_PARTS, groups, strict=False))


def _spell_group(known: Mapping[str, str], ids: tuple[str, ...]) -> str:
    """The letters of the ids; one that has none in brackets: "fd(schwein)"."""
    letters = {id_: letter for letter, id_ in known.items()}
    return "".join(letters.get(id_, f"({id_})") for id_ in ids)


@lru_cache(maxsize=64)  # every field of a sheet asks
def parse_columns(text: str) -> Columns | None:
    """The columns that the letters spell; None for an unknown letter, a column twice, another number of groups."""
    groups = text.split(".")
    if len(groups) not in (len(_PARTS) - 1, len(_PARTS)):
        return None
    found = [_parse_group(known, group) for known, group in zip(_PARTS, groups, strict=False)]
    known = [group for group in found if group is not None]
    if len(known) < len(found) or any(len(set(group)) < len(group) for group in known):
        return None
    return Columns(*known)


def _parse_group(known: Mapping[str, str], group: str) -> tuple[str, ...] | None:
    """The ids of a group; None where it has an unknown letter, or anything else than letters and bracketed ids."""
    pairs = _COLUMN.findall(group)
    if len(group) != sum(len(own) + 2 if own else 1 for own, _ in pairs):
        return None
    ids = tuple(own or known.get(letter, "") for own, letter in pairs)
    return ids if all(ids) else None


def read_columns(code: SheetCode) -> Columns:
    """The columns that a sheet's code names; raises `UnknownSheet` for letters that nobody knows."""
    columns = parse_columns(code.columns)
    if columns is None:
        raise UnknownSheet("paper.fault.columns", columns=code.columns)
    return columns

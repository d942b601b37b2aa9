"""The sheets of a tournament while going through its entries: readings, moves, decisions, second readings.

A sheet that was moved to another table has another key from then on, and an entry names it by the key of its time. Here
a sheet is identified by the number of the entry with its first reading, whatever its key; so decisions and questions
stay with it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace

from texts.field_ids import parse_field
from texts.item_ids import make_row_item, parse_item
from tournament.human_decisions import HowHeld, HumanDecision, SecondReading
from tournament.record import clock_facts, facts
from tournament.record.entries import Entry
from tournament.record.record_errors import SenselessEntry


@dataclass(frozen=True, slots=True)
class SheetNames:
    """The sheets' keys at all times; a sheet is the number of the entry with its first reading.

    `about`: by (entry number, key in it) the sheet. `once`: by key the last sheet that had it. `now`: by sheet its key
    today, sheets that count first, as one that was taken out may have the key of another.
    """

    about: Mapping[tuple[int, str], int]
    once: Mapping[str, int]
    now: Mapping[int, str]

    def find(self, item: str) -> int | None:
        """The sheet of an item, or with that key; None for none."""
        key = parse_item(item).key
        return next((sheet for sheet, name in self.now.items() if name == key), self.once.get(key))

    def name_today(self, item: str) -> str:
        """Today's name of an item, which may be given by an earlier name."""
        return self._rename(item, self.find(item))

    def follow(self, number: int, item: str) -> str:
        """Today's name of an item that the entry `number` names."""
        return self._rename(item, self.about.get((number, parse_item(item).key)))

    def _rename(self, item: str, sheet: int | None) -> str:
        name = "" if sheet is None else self.now.get(sheet, "")
        return name + item.removeprefix(parse_item(item).key) if name else item


def trace_names(entries: Sequence[Entry], held: Collection[int]) -> SheetNames:
    """The sheets that the entries are about; `now` holds their first keys. `held`: the numbers of entries that do not
    count because they came after a closing."""
    about, once, here, first = dict[tuple[int, str], int](), dict[str, int](), dict[str, int](), dict[int, str]()
    for entry in entries:
        fact = entry.fact
        if isinstance(fact, facts.SheetRead | facts.SheetTyped) and fact.sheet_key not in here:
            here[fact.sheet_key], first[entry.number] = entry.number, fact.sheet_key
        about |= {(entry.number, key): here[key] for key in _list_keys(fact) if key in here}
        if entry.number not in held:
            _turn(here, *_find_move(entry, entries))
        once |= here
    return SheetNames(about, once, first)


def _list_keys(fact: facts.Fact) -> Iterator[str]:
    """The keys of sheets that the fact names."""
    yield parse_item(facts.find_place(fact)).key
    match fact:
        case facts.Closed(open_items=items):
            yield from (parse_item(item).key for item in items)
        case facts.KeyingAsked(fields=fields):
            yield from (parse_item(item).key for item, _ in fields)


def _find_move(entry: Entry, entries: Sequence[Entry]) -> tuple[facts.SheetMoved | None, bool]:
    """The move that the entry makes or takes back, and whether it takes it back."""
    fact, back = entry.fact, False
    while isinstance(fact, facts.Undone):
        fact, back = entries[fact.entry - 1].fact, not back
    return (fact, back) if isinstance(fact, facts.SheetMoved) else (None, False)


def _turn(here: dict[str, int], move: facts.SheetMoved | None, back: bool) -> None:
    """Gives the sheet its other key; `back`: takes the move back. If another sheet has that key, the two change
    keys."""
    if move is None or move.sheet_key == move.becomes:
        return
    old, new = (move.becomes, move.sheet_key) if back else (move.sheet_key, move.becomes)
    if old not in here:
        return
    other = here.get(new)
    here[new] = here.pop(old)
    if move.swapped and other is not None:
        here[old] = other


@dataclass(frozen=True, slots=True)
class SheetState:
    """A sheet as it counts now. `judged`: its judgement, None if there is none for its current reading. `readings`: the
    numbers of the entries with its readings, including typed ones. `place`: round and table to which somebody moved it,
    None if nobody did. `starts`: the players by column that somebody entered, () if nobody did."""

    key: str
    read: facts.SheetRead | facts.SheetTyped
    judged: facts.SheetJudged | None = None
    readings: tuple[int, ...] = ()
    place: tuple[int, int] | None = None
    starts: tuple[int, ...] = ()


_Item = tuple[int, str]
"""A sheet and the rest of an item's name after its key; 0 and the whole name for an item of no sheet."""


@dataclass(slots=True)
class SheetLedger:
    """The sheets so far, by the number of the entry with the first reading. `gone`: the numbers of the entries that do
    not count. `traced`: which sheets entries are about. `called`: by sheet its key so far. `moved`, `starts`: by sheet,
    as in `SheetState`. `decisions`, `asked`, `keyed`: as in `Tournament`, with items by sheet."""

    gone: Set[int]
    traced: SheetNames
    called: dict[int, str]
    sheets: dict[int, SheetState] = field(default_factory=dict)
    moved: dict[int, tuple[int, int]] = field(default_factory=dict)
    starts: dict[int, tuple[int, ...]] = field(default_factory=dict)
    decisions: dict[_Item, HumanDecision] = field(default_factory=dict)
    asked: list[tuple[int, facts.KeyingAsked]] = field(default_factory=list)
    keyed: dict[tuple[_Item, str], SecondReading] = field(default_factory=dict)

    def take(self, entry: Entry, players: Collection[int]) -> None:
        """Applies the next entry, if it is about a sheet or an item. `players`: all start numbers. Raises
        `SenselessEntry`, with nothing changed, if that sheet or item does not exist."""
        match fact := entry.fact:
            case facts.SheetRead():
                sheet = self._find_sheet(entry, fact.sheet_key)
                self._take_out(fact.replaces, sheet)
                self._take_reading(entry, sheet, fact)
            case facts.SheetTyped():
                sheet = self._find_sheet(entry, fact.sheet_key)
                first = self.sheets[sheet].read if sheet in self.sheets else fact
                self._take_reading(entry, sheet, first)  # of two who type a table the first counts
            case facts.SheetMoved():
                self._move(entry, fact, players)
            case facts.SheetJudged():
                sheet = self._find_sheet(entry, fact.sheet_key)
                if sheet in self.sheets:
                    self.sheets[sheet] = replace(self.sheets[sheet], judged=fact)
            case facts.Decided() | clock_facts.RowsStruck():
                self._decide(entry, fact)
            case facts.KeyingAsked():
                self.asked.append((entry.number, fact))
            case facts.FieldKeyed(decision=decision):  # the first reading counts, unless its decision was taken back
                _require(entry, 1 < decision < entry.number)
                if decision not in self.gone:
                    read = SecondReading(fact.item, fact.field, fact.text, entry.by, entry.number, decision)
                    self.keyed.setdefault((self._find_item(entry, fact.item), fact.field), read)

    def _decide(self, entry: Entry, fact: facts.Decided | clock_facts.RowsStruck) -> None:
        if isinstance(fact, clock_facts.RowsStruck):
            self._strike(entry, fact)
            return
        self.decisions[self._find_item(entry, fact.item)] = HumanDecision(
            *(fact.item, fact.how, entry.by, entry.when, entry.number),
            points=fact.points,
            solo=fact.solo,
            offence=fact.offence,
            name=fact.name,
            ink=fact.ink,
            reason=fact.reason,
            boxes=fact.boxes,
        )

    def _strike(self, entry: Entry, fact: clock_facts.RowsStruck) -> None:
        """Each of the rows is decided: it holds no game."""
        how: HowHeld = "struck" if fact.why == "time" else fact.why
        for game in range(fact.first, fact.last + 1):
            item = make_row_item(fact.sheet_key, game, 0)
            ink = tuple(one for one in fact.ink if parse_field(one[0]).game == game)
            decision = HumanDecision(item, how, entry.by, entry.when, entry.number, ink=ink, reason=fact.reason)
            self.decisions[self._find_item(entry, item)] = decision

    def _take_reading(self, entry: Entry, sheet: int, fact: facts.SheetRead | facts.SheetTyped) -> None:
        _require(entry, self._find_other(sheet, self.called[sheet]) is None)
        before = self.sheets.pop(sheet, None)
        readings = (*(before.readings if before else ()), entry.number)
        self.sheets[sheet] = SheetState(fact.sheet_key, fact, None, readings)

    def rename_player(self, before: str, now: str) -> None:
        """Renames the player in all decisions that gave a seat this name."""
        for item, decision in self.decisions.items():
            if decision.name.casefold() == before.casefold():
                self.decisions[item] = replace(decision, name=now)

    def _find_sheet(self, entry: Entry, key: str) -> int:
        sheet = self.traced.about.get((entry.number, key))
        if sheet is None:
            raise SenselessEntry(entry.number)
        return sheet

    def _find_item(self, entry: Entry, item: str) -> _Item:
        key = parse_item(item).key
        sheet = self.traced.about.get((entry.number, key))
        return (0, item) if sheet is None else (sheet, item.removeprefix(key))

    def _take_out(self, key: str, better: int) -> None:
        """Takes out the sheet with that key, which a better one replaces."""
        worse = next((one for one in self.sheets if self.called[one] == key), better)
        if worse != better:
            del self.sheets[worse]

    def _move(self, entry: Entry, fact: facts.SheetMoved, players: Collection[int]) -> None:
        """Moves the sheet to its new place. A sheet that is there must take the old one (`swapped`); else the entry
        makes no sense."""
        sheet = self._find_sheet(entry, fact.sheet_key)
        there = self._find_other(sheet, fact.becomes)
        _require(entry, (there is None or fact.swapped) and set(players) >= set(fact.starts))
        if there is not None:
            old = parse_item(self.called[sheet])
            _require(entry, old.table is not None)
            self.called[there], self.moved[there] = self.called[sheet], (old.round or 0, old.table or 0)
        self.called[sheet], self.moved[sheet] = fact.becomes, (fact.round, fact.table)
        if fact.starts:  # they stand for what was decided of single seats
            self.starts[sheet] = fact.starts
            for item in [one for one in self.decisions if one[0] == sheet and one[1].startswith(".name.")]:
                del self.decisions[item]

    def _find_other(self, sheet: int, key: str) -> int | None:
        """Another sheet that counts and has that key; None if there is none."""
        return next((one for one in self.sheets if one != sheet and self.called[one] == key), None)

    def list_sheets(self) -> dict[str, SheetState]:
        """By today's key every sheet that counts."""
        return {
            self.called[sheet]: replace(
                state, key=self.called[sheet], place=self.moved.get(sheet), starts=self.starts.get(sheet, ())
            )
            for sheet, state in self.sheets.items()
        }

    def name_sheets(self) -> SheetNames:
        """The sheets' keys, those that count first."""
        return replace(self.traced, now={**{sheet: self.called[sheet] for sheet in self.sheets}, **self.called})

    def list_decisions(self) -> dict[str, HumanDecision]:
        """The decisions by today's names of their items. If two sheets have the same key, that of the sheet that counts
        is taken."""
        every = sorted(self.decisions.items(), key=lambda one: one[0][0] in (0, *self.sheets))
        return {(item := self._name(key)): replace(decision, item=item) for key, decision in every}

    def list_asked(self) -> tuple[facts.KeyingAsked, ...]:
        """The second keyings that were asked for, with today's names of the items."""
        names = self.name_sheets()
        return tuple(
            replace(fact, fields=tuple((names.follow(number, item), field) for item, field in fact.fields))
            for number, fact in self.asked
        )

    def list_keyed(self) -> dict[tuple[str, str], SecondReading]:
        """The second readings by (today's name of the item, field)."""
        named = (((self._name(item), field), read) for (item, field), read in self.keyed.items())
        return {name: replace(read, item=name[0]) for name, read in named}

    def _name(self, item: _Item) -> str:
        sheet, rest = item
        return f"{self.called[sheet]}{rest}" if sheet else rest


def _require(entry: Entry, holds: bool) -> None:
    if not holds:
        raise SenselessEntry(entry.number)

"""A closed round is sealed: later entries that would change it wait until somebody settles them with a reason.

All is worked out from the entries, in order. An entry after a round's closing that touches the round is *held*: it does
not count. It counts once a decision with a reason lets it in, or once the round is opened again; a decision may also
refuse it for good. A decision, or an `Undone`, counts at once if it gives a reason itself.

Files of version 0.2.1 have closings, but no entry that says that these seal anything: there everything counts as
before.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field

from texts.item_ids import make_round_key, parse_item
from tournament.form.form_file import changes_results
from tournament.record import clock_facts, facts, player_facts
from tournament.record.award_facts import Awarded
from tournament.record.entries import Entry
from tournament.record.record_errors import SenselessEntry

ENTRY = "entry"
"""The name in a decision's ink under which it lists the held entries that it is about."""
_MOST_ROUNDS = 100
_REASONED = facts.Decided | facts.SheetMoved | clock_facts.RowsStruck | player_facts.FormSet | Awarded
"""What counts for closed rounds at once where it gives a reason."""

Rounds = frozenset[int]
SheetRounds = Mapping[str, Rounds]
"""By sheet key the rounds on its photographs, for keys that do not name the round ("s5")."""
NO_SHEETS: SheetRounds = {}


@dataclass(frozen=True, slots=True)
class Seals:
    """Which entries of a chain count. Entries are given by their numbers.

    `gone`: taken back. `held`: by entry the closed rounds that it would change; it does not count. `let_in`: held
    before, but counting now, because somebody decided so or the round was opened again. `refused`: held for good.
    `closings`: by closed round the entry that closed it. `first`: by round the first closing that was not taken back.
    `sealed`: by closed round the last entry before its seal. `late`: by entry that counts the rounds it is about that
    had been closed before. `handed_out`: the same for entries with a reason, and rounds whose standings had been handed
    out.
    """

    gone: Set[int]
    held: Mapping[int, Rounds]
    let_in: Set[int]
    refused: Set[int]
    closings: Mapping[int, int]
    first: Mapping[int, int]
    sealed: Mapping[int, int]
    late: Mapping[int, Rounds]
    handed_out: Mapping[int, Rounds]

    @property
    def uncounted(self) -> frozenset[int]:
        """The entries that do not count."""
        return frozenset((*self.gone, *self.held))

    @property
    def waiting(self) -> Mapping[int, Rounds]:
        """The held entries on which nobody has decided, with their rounds."""
        return {number: rounds for number, rounds in self.held.items() if number not in (*self.gone, *self.refused)}


def trace_seals(entries: Sequence[Entry], sheets: SheetRounds = NO_SHEETS, let_in: Set[int] = frozenset()) -> Seals:
    """Which of these entries count. `sheets`: the rounds of sheets whose keys do not name them, as far as known.
    `let_in`: held entries that are to count as a trial, to see what they would change. Raises `SenselessEntry`."""
    walk = _Walk(entries, sheets, let_in)
    for entry in entries:
        walk.take(entry)
    begun = walk.begun
    sealed = {round_: max(number, begun) for round_, number in walk.closed.items()} if begun else {}
    first = {number: at for number, at in walk.first.items() if at not in walk.gone}
    return Seals(
        frozenset(walk.gone),
        walk.held,
        frozenset(walk.let_in),
        frozenset(walk.refused),
        walk.closed,
        first,
        sealed,
        walk.late,
        walk.handed_out,
    )


def list_settled_entries(fact: facts.Decided) -> tuple[int, ...]:
    """The numbers of the held entries that the decision is about."""
    return tuple(int(text) for name, text in fact.ink if name == ENTRY and text.isdecimal())


def look_through(entry: Entry, entries: Sequence[Entry]) -> facts.Fact:
    """The fact of the entry, or, if it takes another one back, of that one. Raises `SenselessEntry` if that does not
    exist."""
    return find_subject(entry, entries).fact


def find_subject(entry: Entry, entries: Sequence[Entry]) -> Entry:
    """The entry, or, if it takes another one back, that one. Raises `SenselessEntry` if that does not exist."""
    while isinstance(entry.fact, facts.Undone):
        if not 1 < entry.fact.entry < entry.number:
            raise SenselessEntry(entry.number)
        entry = entries[entry.fact.entry - 1]
    return entry


def find_touched(fact: facts.Fact, sheets: SheetRounds = NO_SHEETS) -> Rounds:
    """The rounds whose results the fact may change."""
    match fact:
        case facts.SheetRead(sheet_key=key, round=given):
            said = frozenset() if given is None else frozenset({given})
            return find_rounds(key, sheets) | said
        case facts.SheetMoved(sheet_key=key, round=new):
            return find_rounds(key, sheets) | {new}
        case facts.Decided(item=item) | clock_facts.RowsStruck(sheet_key=item):
            return find_rounds(item, sheets)
        case (
            player_facts.Drawn()
            | player_facts.PlayersSwapped()
            | player_facts.Substituted()
            | player_facts.PlayerSeated()
            | player_facts.SeatedBy()
            | facts.RoundPrinted()
            | facts.SheetTyped()
        ):
            return frozenset({fact.round})
        case Awarded(round=round_) if round_:
            return frozenset({round_})
        case player_facts.PlayerDropped(after_round=last):
            return frozenset(range(last + 1, _MOST_ROUNDS))
        case player_facts.FormSet(settings=settings) if changes_results(key for key, _ in settings):
            return frozenset(range(1, _MOST_ROUNDS))
    return frozenset()


def is_cancelled(fact: facts.Closed) -> bool:
    """Whether the round was closed as one that is not played."""
    return make_round_key(fact.round) in fact.open_items


def find_rounds(item: str, sheets: SheetRounds = NO_SHEETS) -> Rounds:
    """The rounds of an item, or of a sheet by its key."""
    one = parse_item(item)
    return sheets.get(one.key, frozenset()) if one.round is None else frozenset({one.round})


@dataclass(slots=True)
class _Walk:
    """The state while going through the entries. `begun`: the entry since which closed rounds are sealed, 0 for none.
    `wished`: the held entries to count as a trial."""

    entries: Sequence[Entry]
    sheets: SheetRounds
    wished: Set[int]
    begun: int = 0
    gone: set[int] = field(default_factory=set)
    undoers: defaultdict[int, set[int]] = field(default_factory=lambda: defaultdict(set))
    held: dict[int, Rounds] = field(default_factory=dict)
    let_in: dict[int, int] = field(default_factory=dict)
    refused: dict[int, int] = field(default_factory=dict)
    freed: dict[int, Rounds] = field(default_factory=dict)
    closed: dict[int, int] = field(default_factory=dict)
    first: dict[int, int] = field(default_factory=dict)
    late: dict[int, Rounds] = field(default_factory=dict)
    seen: set[int] = field(default_factory=set)
    exported: set[int] = field(default_factory=set)
    handed_out: dict[int, Rounds] = field(default_factory=dict)

    def take(self, entry: Entry) -> None:
        """Applies the next entry."""
        fact = entry.fact
        subject = look_through(entry, self.entries)
        touched = find_touched(subject, self.sheets)
        closed = frozenset(touched & self.closed.keys())
        if isinstance(fact, facts.Undone):
            self.undoers[fact.entry].add(entry.number)
        if isinstance(fact, facts.Exported) and fact.standings:
            self.exported |= self.seen
        elif isinstance(fact, facts.SealingBegan):
            self.begun = self.begun or entry.number
        elif self._is_held(entry, closed, subject):
            self.held[entry.number] = closed
        else:
            self._note(entry, touched)
            self._apply(entry)
        self.seen |= touched if isinstance(fact, facts.SheetRead | facts.SheetMoved | facts.SheetTyped) else set()

    def _is_held(self, entry: Entry, closed: Rounds, subject: facts.Fact) -> bool:
        """Whether the entry must be held: it touches a closed round and gives no reason."""
        fact = entry.fact
        if isinstance(fact, facts.Undone) and isinstance(subject, facts.Reopened | facts.SealingBegan):
            return True  # a seal is only ever set again by closing again
        if isinstance(fact, facts.Reopened):
            return not fact.reason.strip()
        if isinstance(fact, facts.Undone) and isinstance(subject, facts.Closed):
            return bool(self.begun) and not fact.reason.strip()
        if not self.begun or not closed or entry.number in self.wished:
            return False
        if isinstance(fact, facts.Undone):  # what is held counts for nothing: it may go without a reason
            return fact.entry not in self.held and not fact.reason.strip()
        return not (isinstance(fact, _REASONED) and fact.reason.strip())

    def _note(self, entry: Entry, touched: Rounds) -> None:
        """Notes that the entry is about rounds that were closed, or whose standings were handed out, before."""
        fact = entry.fact
        touched = frozenset({fact.round}) if isinstance(fact, facts.Reopened) else touched
        after = frozenset(one for one in touched if one in self.first and self.first[one] not in self.gone)
        if after:
            self.late[entry.number] = after
        reasoned = bool(getattr(fact, "reason", "").strip()) or not isinstance(fact, facts.Decided)
        fresh = isinstance(fact, facts.SheetTyped) or (isinstance(fact, facts.SheetRead) and not fact.replaces)
        if (shown := (touched & self.exported) - after) and reasoned and not fresh:
            self.handed_out[entry.number] = shown

    def _apply(self, entry: Entry) -> None:
        match entry.fact:
            case facts.Closed(round=round_):
                self.closed.setdefault(round_, entry.number)
                if self.first.get(round_, 0) in (0, *self.gone):  # none yet, or it was taken back
                    self.first[round_] = entry.number
            case facts.Reopened(round=round_):
                self._open(round_, entry.number)
            case facts.Decided() as decided if decided.how in ("accept", "as-written") and decided.reason.strip():
                self._settle(decided, entry.number)
            case facts.Undone(entry=number):
                self._weigh_undoing(number)

    def _open(self, round_: int, by: int) -> None:
        self.closed.pop(round_, None)
        for number in [one for one in self.held if one not in self.refused]:
            self.held[number] -= {round_}
            if not self.held[number]:
                self._free(number, by, frozenset({round_}))

    def _free(self, number: int, by: int, rounds: Rounds) -> None:
        self.held.pop(number)
        self.let_in[number], self.freed[number] = by, rounds
        self._weigh_undoing_of(number)  # what it takes back is gone only now

    def _settle(self, decided: facts.Decided, by: int) -> None:
        for number in list_settled_entries(decided):
            if number in self.held and number not in self.refused:
                if decided.how == "accept":
                    self._free(number, by, self.held[number])
                else:
                    self.refused[number] = by

    def _weigh_undoing_of(self, number: int) -> None:
        if isinstance(fact := self.entries[number - 1].fact, facts.Undone):
            self._weigh_undoing(fact.entry)

    def _weigh_undoing(self, number: int) -> None:
        """Finds out whether the entry is gone: if an `Undone` that counts takes it back."""
        entry = self.entries[number - 1]
        gone = any(by not in self.gone and by not in self.held for by in self.undoers[number])
        if gone == (number in self.gone):
            return  # here every chain of undoings ends: each takes back an entry with a smaller number
        (self.gone.add if gone else self.gone.discard)(number)
        match entry.fact:
            case facts.Undone(entry=other):
                self._weigh_undoing(other)
            case facts.Closed(round=round_) if gone and self.closed.get(round_) == number:
                self._open(round_, number)
            case facts.Closed() | facts.Decided() if not gone:
                self._apply(entry)
            case facts.Decided():
                self._hold_again(number)

    def _hold_again(self, by: int) -> None:
        """Makes the entries wait again that the decision `by` let in or refused."""
        for number in [one for one, who in self.let_in.items() if who == by]:
            del self.let_in[number]
            self.held[number] = self.freed.pop(number)
            self._weigh_undoing_of(number)
        for number in [one for one, who in self.refused.items() if who == by]:
            del self.refused[number]

"""Shares reading time fairly between senders: photographs are read in turn, and each sender has an hourly allowance.

A picture may take a worker 20 seconds. A sender of many such pictures waits for them, but nobody else does.
"""

from __future__ import annotations

import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from threading import Lock

HOUR_S = 3600.0
MOST_TURNS = 1 << 16


@dataclass(frozen=True, slots=True)
class Turns:
    """Who was served when. `served`: by sender the number of its last turn; `count`: the number of turns so far."""

    served: Mapping[str, int]
    count: int = 0

    def give(self, sender: str) -> Turns:
        """The state after a turn of this sender."""
        kept = self.served if len(self.served) < MOST_TURNS else {}
        return Turns({**kept, sender: self.count}, self.count + 1)


NO_TURNS = Turns({})


def choose_in_turn(
    waiting: Iterable[str], busy: Sequence[str], workers: int, turns: Turns = NO_TURNS
) -> tuple[list[int], Turns]:
    """The indices in `waiting` of the photographs to read now, and the turns afterwards.

    `waiting`: the sender of each waiting photograph, in order of arrival; `busy`: the sender of each one being read.
    Every free worker gets one, of the sender whose last turn is longest ago; no sender gets all workers, where there
    are several.
    """
    queues: dict[str, deque[int]] = {}
    for place, sender in enumerate(waiting):
        queues.setdefault(sender, deque()).append(place)
    share, held, chosen = max(1, workers - 1), Counter(busy), list[int]()
    for _ in range(workers - len(busy)):
        able = [sender for sender in queues if queues[sender] and held[sender] < share]
        if not able:
            break
        sender = min(able, key=lambda one: turns.served.get(one, -1))  # the first to come, of two without a turn
        chosen.append(queues[sender].popleft())
        held[sender] += 1
        turns = turns.give(sender)
    return chosen, turns


@dataclass(frozen=True, slots=True)
class Allowance:
    """How much one sender may send: a number of photographs, and their bytes together."""

    photos: int
    bytes: int


FOR_TABLE = Allowance(60, 600 * 1024 * 1024)
"""Per hour. A table has one sheet per round: a dozen pictures of each are plenty."""
FOR_STAFF = Allowance(3000, 30 * 1024 * 1024 * 1024)
"""Per hour. Organisers and referees send the sheets of all tables from a scanner."""
MOST_GUESSES = 10
"""Invalid links per minute from one address; further ones are refused unchecked."""
MOST_SENDERS = 10_000
"""Senders that are remembered, so that nobody can fill the memory with addresses."""


@dataclass(frozen=True, slots=True)
class _Noted:
    """What came at one time, `when` by the quota's clock."""

    when: float
    photos: int
    bytes: int


def _subtract(allowance: Allowance, noted: Iterable[_Noted]) -> Allowance:
    photos, size = (sum(amounts) for amounts in zip((0, 0), *((one.photos, one.bytes) for one in noted), strict=True))
    return Allowance(max(0, allowance.photos - photos), max(0, allowance.bytes - size))


class Quota:
    """Counts what each sender, a link or an address, sends within `seconds`. After a restart it begins anew. Every call
    may come from any thread."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, seconds: float = HOUR_S) -> None:
        self._clock, self._seconds, self._lock = clock, seconds, Lock()
        self._sent: OrderedDict[str, deque[_Noted]] = OrderedDict()

    def count_left(self, sender: str, allowance: Allowance) -> Allowance:
        """What the sender may still send now."""
        with self._lock:
            return _subtract(allowance, self._list_recent(sender))

    def count_wait(self, sender: str, allowance: Allowance, size: int) -> float:
        """Seconds until the sender may send another photograph of which `size` bytes are still to come; 0 for now."""
        with self._lock:
            recent = list(self._list_recent(sender))
            for first, one in enumerate((None, *recent)):
                left = _subtract(allowance, recent[first:])
                if left.photos and left.bytes >= size:
                    return 0.0 if one is None else max(0.0, one.when + self._seconds - self._clock())
        return self._seconds  # larger than a whole hour's allowance

    def is_full(self, sender: str, most: int) -> bool:
        """Whether `most` or more came from the sender."""
        with self._lock:
            return len(self._list_recent(sender)) >= most

    def note(self, sender: str, size: int = 0, photos: int = 1) -> None:
        """Counts so many photographs, and `size` bytes that have come; 0 photographs for a part of one."""
        with self._lock:
            self._list_recent(sender).append(_Noted(self._clock(), photos, size))

    def _list_recent(self, sender: str) -> deque[_Noted]:
        recent = self._sent.setdefault(sender, deque())
        self._sent.move_to_end(sender)
        while len(self._sent) > MOST_SENDERS:
            self._sent.popitem(last=False)
        while recent and recent[0].when <= self._clock() - self._seconds:
            recent.popleft()
        return recent

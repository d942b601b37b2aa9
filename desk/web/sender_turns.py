"""What one sender may take of everybody's time: photographs are read in turn, and so much is taken within some time.

A picture may keep a worker for 20 seconds. Whoever sends many such pictures waits for them; the neighbour does not.
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
    """Who was served when. `served`: by sender the number of its last turn, `count`: of all turns so far."""

    served: Mapping[str, int]
    count: int = 0

    def give(self, sender: str) -> Turns:
        """The same after a turn of this sender."""
        kept = self.served if len(self.served) < MOST_TURNS else {}
        return Turns({**kept, sender: self.count}, self.count + 1)


NO_TURNS = Turns({})


def choose_in_turn(
    waiting: Iterable[str], busy: Sequence[str], workers: int, turns: Turns = NO_TURNS
) -> tuple[list[int], Turns]:
    """The places in `waiting` of the photographs that are read now, and the turns afterwards.

    `waiting`, `busy`: the sender of each photograph that waits, in the order in which they came, and that is being
    read. Every free worker gets one, of the sender whose last turn is longest ago; no sender has all workers, where
    there are several.
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
    """How much may come from one sender: so many photographs, of so many bytes together."""

    photos: int
    bytes: int


FOR_TABLE = Allowance(60, 600 * 1024 * 1024)
"""In an hour. A table has one sheet a round: a dozen pictures of each are plenty."""
FOR_STAFF = Allowance(3000, 30 * 1024 * 1024 * 1024)
"""In an hour. Organisers and referees send whole halls from a scanner."""
MOST_GUESSES = 10
"""Wrong links from one address in a minute; after that no more is looked at."""
MOST_SENDERS = 10_000
"""So many senders are remembered, so that nobody fills the memory with addresses."""


class Quota:
    """Counts what each sender, a link or an address, sends within `seconds`. After a restart it begins anew. Every call
    may come from any thread."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, seconds: float = HOUR_S) -> None:
        self._clock, self._seconds, self._lock = clock, seconds, Lock()
        self._sent: OrderedDict[str, deque[tuple[float, int]]] = OrderedDict()

    def count_left(self, sender: str, allowance: Allowance) -> Allowance:
        """What may still come from the sender now."""
        with self._lock:
            recent = self._list_recent(sender)
            used = sum(size for _, size in recent)
            return Allowance(max(0, allowance.photos - len(recent)), max(0, allowance.bytes - used))

    def is_full(self, sender: str, most: int) -> bool:
        """Whether `most` or more came from the sender."""
        with self._lock:
            return len(self._list_recent(sender)) >= most

    def note(self, sender: str, size: int = 0) -> None:
        """Counts something of `size` bytes."""
        with self._lock:
            self._list_recent(sender).append((self._clock(), size))

    def _list_recent(self, sender: str) -> deque[tuple[float, int]]:
        recent = self._sent.setdefault(sender, deque())
        self._sent.move_to_end(sender)
        while len(self._sent) > MOST_SENDERS:
            self._sent.popitem(last=False)
        while recent and recent[0][0] <= self._clock() - self._seconds:
            recent.popleft()
        return recent

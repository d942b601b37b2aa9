"""Whose photograph is read next, and how many a link may send."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from desk.web.sender_turns import NO_TURNS, Allowance, Quota, choose_in_turn


def list_read(waiting: str, workers: int, late: str = "") -> str:
    """The senders in the order in which one worker after the other becomes free; `late` come after the first."""
    turns, busy, read = NO_TURNS, "", ""
    while waiting or busy:
        places, turns = choose_in_turn(waiting, busy, workers, turns)
        chosen = [waiting[place] for place in places]
        read, busy = read + "".join(chosen), busy + "".join(chosen)
        waiting = "".join(one for place, one in enumerate(waiting) if place not in places) + late
        busy, late = busy[1:], ""
    return read


def test_senders_take_turns() -> None:
    """Whoever came first with many waits for whoever has one."""
    assert list_read("aaaaab", 2) == "abaaaa"
    assert list_read("aaaaabbc", 3) == "abcabaaa"


def test_one_sender_leaves_a_worker_to_others() -> None:
    """So the next one who comes is read at once, however long the first one's take."""
    assert choose_in_turn("aaaa", "", 3)[0] == [0, 1]
    assert choose_in_turn("aab", "aa", 3)[0] == [2]
    assert choose_in_turn("aa", "aa", 3)[0] == []
    assert list_read("aaaa", 3, late="b") == "aabaa"


def test_one_worker_alone_works_for_everybody() -> None:
    """There is none to leave."""
    assert choose_in_turn("ab", "", 1)[0] == [0]


@given(st.text("abc", max_size=12), st.text("abc", max_size=4), st.integers(1, 5))
def test_every_free_worker_has_work_and_no_sender_has_all(waiting: str, busy: str, workers: int) -> None:
    """A photograph waits only where no worker is free, or its sender has its share; its own come in their order."""
    places, turns = choose_in_turn(waiting, busy, workers)
    held = Counter(busy) + Counter(waiting[place] for place in places)
    share = max(1, workers - 1)
    for sender in "abc":
        own = [place for place in places if waiting[place] == sender]
        assert own == [place for place, one in enumerate(waiting) if one == sender][: len(own)]
        assert held[sender] <= max(share, busy.count(sender))
    assert len(places) <= max(0, workers - len(busy))
    left = [one for place, one in enumerate(waiting) if place not in places]
    assert sum(held.values()) >= workers or all(held[one] >= share for one in left)
    assert turns.count == len(places)


def test_an_hour_later_a_link_may_send_again() -> None:
    """Photographs and bytes are counted by link, and only those of the last hour."""
    now = [0.0]
    quota, most = Quota(lambda: now[0]), Allowance(3, 100)
    for size in (40, 50, 60):
        quota.note("a", size)
        now[0] += 1000
    assert quota.count_left("a", most) == Allowance(0, 0)
    assert quota.count_left("b", most) == most
    now[0] = 3600
    assert quota.count_left("a", most) == Allowance(1, 0)
    now[0] = 5601
    assert quota.count_left("a", most) == most

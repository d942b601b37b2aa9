"""The desk is killed again and again while people decide and photographs come in: what it said is done is in the
record, once.

`KIEBITZ_KILLS=40 sh test.sh -m slow tests/desk/web/test_killed_desk.py` kills it forty times.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlencode

import pytest

from dev.tools.running_desk import run_desk
from tests.desk.web.forms import read_form
from tests.desk.web.halls import open_hall
from tests.desk.web.readers import wait_until
from tests.desk.web.sockets import JPEG
from tests.desk.web.test_cut_uploads import Sender, list_stored, run_killed
from tournament.record.entries import hash_bytes
from tournament.record.facts import Decided
from tournament.record.open_store import open_store

KILLS = int(os.environ.get("KIEBITZ_KILLS", "6"))
ITEMS_A_KILL, PHOTOS_A_KILL = 16, 6
MOST_S = 0.1
"""Seconds that a desk works on at most before it is killed."""
PATIENCE_S = 0.05
FORM = {"content-type": "application/x-www-form-urlencoded", "hx-request": "true"}
Found = TypeVar("Found")
Count = Callable[[], int]


def insist(ask: Callable[[], Found]) -> Found:
    """What it returns once the desk answers: a browser asks again, too."""
    while True:
        try:
            return ask()
        except (OSError, HTTPException):
            time.sleep(PATIENCE_S)


@dataclass(slots=True)
class Checker:
    """A browser that decides one item after the other, and keeps a decision until the server has answered. `done`:
    what the server said is done."""

    sender: Sender
    done: list[str] = field(default_factory=list)

    def decide(self, items: Sequence[str]) -> None:
        """Lets each item's row count as written."""
        for item in items:
            page = insist(partial(self.sender.request, "GET", f"/pruefen/{item}")).decode()
            form = urlencode(read_form(page) | {"how": "as-written", "reason": "so"})
            assert insist(partial(self._post, f"/pruefen/{item}", form)) == 200, item
            self.done.append(item)

    def _post(self, path: str, form: str) -> int:
        with closing(HTTPConnection("127.0.0.1", self.sender.port, timeout=60)) as line:
            line.request("POST", path, form, {**self.sender.headers, **FORM})
            answer = line.getresponse()
            answer.read()
            return answer.status


def list_decided(file: str) -> Counter[str]:
    """How often each item was decided; the record's chain is checked on the way."""
    facts = [entry.fact for entry in open_store(file).read_entries()]
    return Counter(fact.item for fact in facts if isinstance(fact, Decided))


def verify(file: str) -> None:
    """`kiebitz verify` finds nothing wrong."""
    run = subprocess.run([sys.executable, "-m", "desk", "verify", file], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr


def kill_while(file: str, folder: Path, senders: Sequence[Sender], jobs: Sequence[Future[None]], count: Count) -> None:
    """Starts the desk as often as it is killed: when more has arrived, or the senders' jobs are done, and at a moment
    drawn at random. `count`: how much the senders have got done."""
    dice = random.Random(36)
    for _ in range(KILLS):
        with run_killed(file, folder, senders[0].port) as desk:
            if not senders[0].headers:
                senders[0].enter(desk.link)
                for sender in senders[1:]:
                    sender.headers = senders[0].headers
            before = count()
            wait_until(lambda: count() > before or all(job.done() for job in jobs))  # noqa: B023 - called here only
            time.sleep(dice.random() * MOST_S)


def start_when_in(sender: Sender, work: Callable[[], None]) -> None:
    """Begins as soon as the browser has a session."""
    wait_until(lambda: "x-csrf" in sender.headers)
    work()


def open_large(folder: Path) -> tuple[str, list[str]]:
    """A hall's file, and its open items: one wrong row a table."""
    count = KILLS * ITEMS_A_KILL
    file = open_hall(folder, count, 1, playing=count + 1, doubtful=1).where
    return file, [f"r1.t{table}.g5" for table in range(1, count + 1)]


@pytest.mark.slow
def test_a_decision_that_was_answered_is_in_the_record_once(tmp_path: Path, port: int) -> None:
    """Two people decide without a pause; whoever got no answer sends the same again."""
    file, items = open_large(tmp_path)
    checkers = [Checker(Sender(port)) for _ in range(2)]
    with ThreadPoolExecutor(2) as pool:
        jobs = [
            pool.submit(start_when_in, one.sender, partial(one.decide, items[at::2])) for at, one in enumerate(checkers)
        ]
        kill_while(
            file, tmp_path, [one.sender for one in checkers], jobs, lambda: sum(len(one.done) for one in checkers)
        )
        said = {item for one in checkers for item in tuple(one.done)}
        assert said <= list_decided(file).keys()
        with run_desk(file, tmp_path / "state", port=port):
            for job in jobs:
                job.result()
    assert list_decided(file) == Counter(items)
    verify(file)


@pytest.mark.slow
def test_photographs_and_decisions_at_once_outlive_every_kill(tmp_path: Path, port: int) -> None:
    """One person decides while photographs come in: each photograph is stored, each decision written, once."""
    (file, items), dice = open_large(tmp_path), random.Random(7)
    photos = [(f"{number:032x}", JPEG + dice.randbytes(200_000)) for number in range(KILLS * PHOTOS_A_KILL)]
    checker, sender = Checker(Sender(port)), Sender(port)

    def send_all() -> None:
        for upload, photo in photos:
            insist(partial(sender.send_rest, upload, photo))

    with ThreadPoolExecutor(2) as pool:
        work = ((checker.sender, partial(checker.decide, items)), (sender, send_all))
        jobs = [pool.submit(start_when_in, *one) for one in work]
        kill_while(file, tmp_path, [checker.sender, sender], jobs, lambda: len(checker.done) + len(sender.receipts))
        with run_desk(file, tmp_path / "state", port=port):
            for job in jobs:
                job.result()
    assert list_decided(file) == Counter(items)
    assert list_stored(file) == sorted(hash_bytes(photo) for _, photo in photos)
    verify(file)

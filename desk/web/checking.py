"""Checks the tournament's file beside the page, in a thread of its own: that takes minutes for a long evening, and
nobody else is to wait for it. Whoever looks sees how far it has come."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from threading import Lock, Thread

from desk.exits import write_log
from texts.sentences import Phrase, SpokenError
from tournament.filing.rounds.evening_status import post_standings
from tournament.record.salvage import open_damaged
from tournament.record.verify_record import Stage, Verdict, list_folders, verify


@dataclass(frozen=True, slots=True)
class Checkup:
    """A check that runs or has ended. `stage`: what is checked now, None at the end; `done`, `total`: parts of that, 0
    where they are not counted. `ended`: UTC, ISO, "" before; then there is a `verdict`, or a `refusal` that says why
    there is none."""

    stage: Stage | None
    done: int = 0
    total: int = 0
    verdict: Verdict | None = None
    refusal: Phrase | None = None
    ended: str = ""

    @property
    def is_sound(self) -> bool:
        """Whether nothing was found to be wrong."""
        return self.verdict is not None and not self.verdict.flaws


class Checker:
    """Runs one check at a time. Every call may come from any thread.

    `last`: the check that runs, or else the last one; None before the first. `publish`: called with every step.
    """

    def __init__(self, where: str, publish: Callable[[], object]) -> None:
        self._where, self._publish, self._lock = where, publish, Lock()
        self.last: Checkup | None = None

    def start(self) -> None:
        """Begins a check, unless one is running."""
        with self._lock:
            if self.last is not None and self.last.stage is not None:
                return
            self.last = Checkup("entries")
        Thread(target=self._run, name="checking", daemon=True).start()

    def _run(self) -> None:
        verdict, refusal = None, None
        try:
            verdict = verify(
                open_damaged(self._where), list_folders(self._where), post_standings, tell=self._note_progress
            )
        except SpokenError as refused:
            refusal = refused.phrase
        except Exception as error:  # noqa: BLE001 - whatever a damaged file does, the page must not wait for ever
            write_log(error)
            refusal = Phrase("web.problem.status.500")
        now = datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
        self._show(Checkup(None, verdict=verdict, refusal=refusal, ended=now))

    def _note_progress(self, stage: Stage, done: int, total: int) -> None:
        self._show(Checkup(stage, done, total))

    def _show(self, checkup: Checkup) -> None:
        self.last = checkup
        self._publish()

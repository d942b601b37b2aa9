"""One sheet judged in a worker process: one that fails, hangs or swells there is told, and the others are counted."""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from desk.workers.budget import Loss
from desk.workers.pool import Pool, Work
from scoring.counting.rules import RuleSet
from tournament.evening.book import Judge
from tournament.evening.unchecked import leave_unchecked
from tournament.judging.reconcile import reconcile
from tournament.judging.row.judged import JudgedSheet
from tournament.judging.row.transcribe import WrittenSheet
from tournament.limits import Limits
from tournament.remarks import Remark


@dataclass(frozen=True, slots=True)
class Case:
    """A sheet to be judged. `rules`: pickled, so that a worker has one rule set, and works out its values once."""

    rules: bytes
    sheet: WrittenSheet
    limits: Limits


def judge_one(case: Case, _first: int, _tell: object) -> Iterator[JudgedSheet]:
    """The sheet judged."""
    yield reconcile(_rules(case.rules), case.sheet, case.limits)


def unjudged(case: Case, loss: Loss) -> JudgedSheet:
    """The sheet with the reason why nobody judged it."""
    match loss.why:
        case "fault":
            text, data = "evening.unchecked-sheet", {"reason": loss.reason, "log": loss.log}
        case "page-slow" | "file-slow":
            text, data = "evening.unchecked-slow", {"limit": f"{loss.limit:.0f}"}
        case "memory" | "died":
            text, data = "evening.unchecked-memory", {}
    return leave_unchecked(case.sheet, Remark("unchecked", "error", text, (), data))


JUDGING: Work[Case, JudgedSheet] = Work(judge_one, unjudged)


def judge_in(pool: Pool) -> Judge:
    """Judges every sheet in a worker of the pool."""
    def judge(rules: RuleSet, sheets: Sequence[WrittenSheet], limits: Limits) -> Iterable[JudgedSheet]:
        given = pickle.dumps(rules)
        for (sheet,) in pool.run(JUDGING, [Case(given, sheet, limits) for sheet in sheets]):
            yield sheet

    return judge


@cache
def _rules(pickled: bytes) -> RuleSet:
    rules: RuleSet = pickle.loads(pickled)
    return rules

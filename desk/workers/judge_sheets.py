"""Judges one sheet in a worker process. A sheet that fails or exceeds a limit gets a finding; the others count."""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from desk.workers.pool import Pool, Work
from desk.workers.worker_process import Loss
from scoring.counting.rules import RuleSet
from tournament.evening.decided_sheets import Judge
from tournament.judging.judged_sheet import JudgedSheet
from tournament.judging.limits.judging_limits import Limits
from tournament.judging.reconcile import reconcile
from tournament.judging.written_sheet import WrittenSheet
from tournament.remarks import Remark
from tournament.review.unchecked_sheets import leave_unchecked


@dataclass(frozen=True, slots=True)
class JudgeTask:
    """A sheet to judge. `rules`: the pickled rule set; a worker caches what it computes for a rule set by these
    bytes."""

    rules: bytes
    sheet: WrittenSheet
    limits: Limits


def judge_one(case: JudgeTask, _first: int, _progress: object) -> Iterator[JudgedSheet]:
    """Yields the judged sheet."""
    yield reconcile(_load_rules(case.rules), case.sheet, case.limits)


def leave_unjudged(case: JudgeTask, loss: Loss) -> JudgedSheet:
    """The sheet as written, with the reason why it was not judged."""
    match loss.why:
        case "fault":
            text, data = "evening.unchecked-sheet", {"reason": loss.reason, "log": loss.log}
        case "page-slow" | "file-slow":
            text, data = "evening.unchecked-slow", {"limit": f"{loss.limit:.0f}"}
        case "memory" | "died":
            text, data = "evening.unchecked-memory", {}
    return leave_unchecked(case.sheet, Remark("unchecked", "error", text, (), data))


JUDGING: Work[JudgeTask, JudgedSheet] = Work(judge_one, leave_unjudged)


def make_judge(pool: Pool) -> Judge:
    """A judge that has every sheet judged by a worker of the pool."""

    def judge(rules: RuleSet, sheets: Sequence[WrittenSheet], limits: Limits) -> Iterable[JudgedSheet]:
        given = pickle.dumps(rules)
        for (sheet,) in pool.run(JUDGING, [JudgeTask(given, sheet, limits) for sheet in sheets]):
            yield sheet

    return judge


@cache
def _load_rules(pickled: bytes) -> RuleSet:
    rules: RuleSet = pickle.loads(pickled)
    return rules

"""Rule files from answers, word for word: `drafts.txt` holds what each answer writes, on every shipped rule set.

A case begins with the base and the answers, mostly a single one; the first of each base has all its defaults and what
is asked then.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from scoring.drafting.rule_drafts import write_draft
from scoring.drafting.rule_questions import BY_KEY, Answer, complete, list_open, read_answer

CASES = (Path(__file__).parent / "drafts.txt").read_text(encoding="utf-8").split("\n\n")
QUESTIONS = [
    ("name", "text", 0, 0, 0, 1),
    ("source", "text", 0, 0, 0, 1),
    ("base", "one", 6, 0, 0, 1),
    ("calls", "one", 3, 0, 0, 1),
    ("gegen", "one", 3, 0, 0, 1),
    ("extras", "some", 7, 0, 0, 1),
    ("extras_place", "one", 2, 0, 0, 1),
    ("extras_in_solos", "one", 2, 0, 0, 1),
    ("solos", "some", 4, 0, 0, 1),
    ("solo_worth", "number", 0, 0, 20, 1),
    ("pflichtsolo", "number", 0, 0, 3, 1),
    ("armut", "one", 2, 0, 0, 1),
    ("feigheit", "one", 2, 0, 0, 1),
    ("bock", "some", 8, 0, 0, 1),
    ("bock_effect", "one", 2, 0, 0, 1),
    ("bock_meets", "one", 5, 0, 0, 1),
    ("rows", "one", 4, 0, 0, 1),
    ("games", "number", 0, 0, 40, 1),
    ("fine", "number", 0, 3, 900, 3),
]
"""By key: how it is answered, how many choices it has, and of a number the least, the most and the step."""
HEAD = 4
"""Lines of a file before the first difference: what it extends, id, version and title."""


def write_answer(answer: Answer) -> str:
    """An answer as somebody types it."""
    return (" ".join(answer) or "-") if isinstance(answer, tuple) else str(answer)


def draft(asked: str) -> Iterator[str]:
    """What was answered, and what the file says because of it; without an answer the defaults."""
    yield asked
    base, _, answers = asked.partition(" ")
    given: dict[str, Answer] = {"base": base, "name": "Verein", "source": "Beschluss"}
    if not answers:
        yield from (f"{name} = {write_answer(usual)}" for name, usual in complete({"base": base}).items())
        yield f"asked: {' '.join(one.key for one in list_open({'base': base}))}"
        return
    for key, _, typed in (one.partition(" ") for one in answers.split("; ")):
        given[key] = read_answer(BY_KEY[key], typed)
    yield from filter(None, write_draft(given).splitlines()[HEAD:])


@pytest.mark.parametrize("case", CASES, ids=[case.strip().split("\n")[0] for case in CASES])
def test_an_answer_writes_what_is_kept(case: str) -> None:
    """Each difference from the base, with the club's source, and nothing else."""
    lines = case.strip("\n").split("\n")
    assert list(draft(lines[0])) == lines


def test_the_questions_are_what_is_kept() -> None:
    """How each is answered, its choices, and of a number its limits."""
    table = [(one.key, one.form, len(one.choices), one.least, one.most, one.step) for one in BY_KEY.values()]
    assert table == QUESTIONS

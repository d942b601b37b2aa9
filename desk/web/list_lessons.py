"""A club shows its own list: a photograph of it is learnt, somebody says what stands in the columns, and the photograph
is read by that as a proof.

One lesson at a time. What takes long runs in a thread of its own, and every picture in a worker process. The photograph
lies in a temporary folder as long as its lesson lasts.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from threading import Lock, Thread
from typing import Literal
from weakref import finalize

from desk.exits import write_log
from desk.workers.judge_sheets import make_judge
from desk.workers.learn_lists import PATIENT, SHOWING, LearnTask, ShownPhoto, ShownTable
from desk.workers.pool import Pool
from desk.workers.read_photos import READER, READING, ReadTask, check_tesseract
from scanner.picture_kinds import find_ending
from scanner.sheet_reading import Problem
from scoring.counting.rules import RuleSet
from templates.foreign.rows_of_games import ToldRows
from texts.languages import load_table
from texts.sentences import Phrase, Spoken, SpokenError
from tournament.judging.judged_sheet import JudgedSheet
from tournament.judging.limits.judging_limits import LIMITS
from tournament.judging.written_sheet import transcribe

Stage = Literal["learning", "refused", "telling", "proving", "proved"]
_FIRST_BYTES = 1024


@dataclass(frozen=True, slots=True)
class ListAnswers:
    """What was said of a list. `roles`: by column, from 1, the key of what stands there, "" for nothing said yet."""

    roles: Mapping[int, str]
    rows: ToldRows

    @property
    def unsaid(self) -> tuple[int, ...]:
        """The columns of which nothing was said."""
        return tuple(column for column, role in sorted(self.roles.items()) if not role)


@dataclass(frozen=True, slots=True)
class ToldList:
    """What was said of a table, counted from 1 among those that were found, and the layout that this makes, as the text
    of its file."""

    table: int
    answers: ListAnswers
    layout_toml: str


@dataclass(frozen=True, slots=True)
class Lesson:
    """A photograph of a list, and how far it is. `word`: what names it in forms and addresses; `name`: what its sender
    calls it. `refusal`: why it cannot be learnt, or cannot be read by what was said. `proof`: the photograph as it was
    read then, judged by the evening's rules."""

    word: str
    name: str
    stage: Stage = "learning"
    photo: ShownPhoto | None = None
    tables: tuple[ShownTable, ...] = ()
    told: ToldList | None = None
    proof: JudgedSheet | None = None
    refusal: Spoken | None = None

    @property
    def is_busy(self) -> bool:
        """Whether something is being found out."""
        return self.stage in ("learning", "proving")


class ListTeacher:
    """Holds the lesson. Every call may come from any thread.

    `lesson`: the one that goes on, None for none. `publish`: called whenever something was found out.
    """

    def __init__(self, publish: Callable[[], object]) -> None:
        self._publish, self._lock = publish, Lock()
        self._folder, self._photo = "", Path()
        self.lesson: Lesson | None = None

    def begin(self, name: str, data: bytes) -> None:
        """Begins a lesson with this photograph, in place of any other."""
        lesson, ending = Lesson(secrets.token_hex(8), name), find_ending(data[:_FIRST_BYTES])
        if ending is None:
            self._take(replace(lesson, stage="refused", refusal=Phrase("ownlist.refusal.not-a-picture")))
            return
        photo = Path(self._open_folder()) / f"{lesson.word}{ending}"
        photo.write_bytes(data)
        self._take(lesson, photo)
        self._start(lesson, partial(_learn, photo))

    def tell(self, lesson: Lesson, told: ToldList, rules: RuleSet) -> None:
        """Begins the proof of what was said of the lesson's list."""
        proving = replace(lesson, stage="proving", told=told, proof=None, refusal=None)
        if self._replace(proving):
            self._start(proving, partial(_prove, self._photo, rules))

    def drop(self) -> None:
        """Ends the lesson."""
        self._take(None)

    def find(self, word: str) -> Lesson | None:
        """The lesson of that word; None where it is over."""
        lesson = self.lesson
        return lesson if lesson is not None and lesson.word == word else None

    def _open_folder(self) -> str:
        """The folder for photographs, which goes with this process."""
        with self._lock:
            if not self._folder:
                self._folder = mkdtemp(prefix="kiebitz-")
                finalize(self, rmtree, self._folder, ignore_errors=True)
            return self._folder

    def _take(self, lesson: Lesson | None, photo: Path = Path()) -> None:
        with self._lock:
            old, self.lesson, self._photo = self._photo, lesson, photo
        with suppress(OSError):  # there was none, or it is being read
            old.unlink()

    def _replace(self, lesson: Lesson) -> bool:
        """Takes the lesson's new state, unless another one has begun."""
        with self._lock:
            same = self.lesson is not None and self.lesson.word == lesson.word
            self.lesson = lesson if same else self.lesson
        return same

    def _start(self, lesson: Lesson, find_out: Callable[[Lesson], Lesson]) -> None:
        Thread(target=self._run, args=(lesson, find_out), name="lesson", daemon=True).start()

    def _run(self, lesson: Lesson, find_out: Callable[[Lesson], Lesson]) -> None:
        try:
            found = find_out(lesson)
        except SpokenError as refused:
            found = _refuse(lesson, refused.phrase)
        except Exception as error:  # noqa: BLE001 - whatever a picture does, the page must not wait for ever
            write_log(error)
            found = _refuse(lesson, Phrase("ownlist.refusal.internal"))
        self._replace(found)
        self._publish()


def _refuse(lesson: Lesson, why: Spoken) -> Lesson:
    return replace(lesson, stage="refused" if lesson.stage == "learning" else "telling", refusal=why)


def _learn(photo: Path, lesson: Lesson) -> Lesson:
    check_tesseract()  # which columns a strange table has is known by its printed heads
    with Pool(1, PATIENT, READER) as pool:
        [found] = pool.run(SHOWING, [LearnTask(photo, wanted=None)])
    shown = next((one for one in found if isinstance(one, ShownPhoto)), None)
    tables = tuple(one for one in found if isinstance(one, ShownTable))
    if tables and all(table.twice for table in tables):  # said now, not after all the questions
        return _refuse(lesson, say_problem(Problem.of("scanner.two-sheets")))
    if tables:
        return replace(lesson, stage="telling", photo=shown, tables=tables)
    problem = next((one for one in found if isinstance(one, Problem)), Problem.of("scanner.not-a-picture"))
    return _refuse(lesson, say_problem(problem))


def _prove(photo: Path, rules: RuleSet, lesson: Lesson) -> Lesson:
    """The lesson with its photograph read and judged as every other photograph of the list will be."""
    assert lesson.told is not None
    with Pool(1, PATIENT, READER) as pool:
        [(first, *_)] = pool.run(READING, [ReadTask(photo, own_list=lesson.told.layout_toml)])
        if first.problem is not None:
            return _refuse(lesson, say_problem(first.problem))
        [sheet] = make_judge(pool)(rules, [transcribe(first)], LIMITS)
    return replace(lesson, stage="proved", proof=sheet)


def say_problem(problem: Problem) -> Spoken:
    """The problem in words for somebody who shows a list. No table is found where nothing is sharp: then it is that."""
    gaps = problem.sentence.gaps if isinstance(problem.sentence, Phrase) else {}
    blurred = problem.code == "no-rules" and gaps.get("advice") == Phrase("scanner.advice.hold-still")
    key = f"ownlist.refusal.{'unfocused' if blurred else problem.code}"
    return Phrase(key) if key in load_table("de", "ownlist") else problem.sentence

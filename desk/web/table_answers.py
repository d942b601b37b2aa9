"""What the four at a table say of their own sheet, from the table's telephone: a hint for the organiser, no decision.

It lies with the links, like the list of photographs, and never in the tournament's file: there only what somebody
decides may stand.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Literal

from pydantic import TypeAdapter

from texts.languages import Lang
from texts.sentences import say
from tournament.whole_files import write_whole

Kind = Literal["number", "row", "unknown", "agrees", "objects"]
MOST_ANSWERS = 5000
"""Answers that are kept, the latest ones: more than an evening has rows in doubt."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a table says of a row, or of its whole sheet (`agrees`, `objects`). `photo`: SHA-256 of the photograph that
    it saw. `said`: a number, a row's numbers, or what is wrong; `name`: whose number it is."""

    kind: Kind
    table: int
    photo: str
    said: str = ""
    name: str = ""

    def in_(self, lang: Lang) -> str:
        """ "Tisch 5 sagt: Käthe Köster hatte −6." """
        return say(lang, f"sending.answer.{self.kind}", table=self.table, said=self.said, name=self.name)


_ANSWERS: TypeAdapter[dict[str, Answer]] = TypeAdapter(dict[str, Answer])


class TableAnswers:
    """The tables' answers by item or sheet, still there after a restart. Every call may come from any thread."""

    def __init__(self, path: Path) -> None:
        self._path, self._lock = path, Lock()
        self._answers: Mapping[str, Answer] = _read_answers(path)  # replaced, never changed: readers need no lock

    def note(self, item: str, answer: Answer) -> None:
        """Keeps the answer in place of an earlier one. Raises `UnwritableFile`."""
        with self._lock:
            others = [(key, one) for key, one in self._answers.items() if key != item]
            self._answers = dict([*others, (item, answer)][-MOST_ANSWERS:])
            document = _ANSWERS.dump_json(dict(self._answers))
            write_whole(self._path, lambda draft: draft.write_bytes(document))

    def find(self, item: str, photo: str) -> Answer | None:
        """The answer about an item or a sheet, given to the same photograph; another one may show other ink."""
        found = self._answers.get(item)
        return found if found is not None and found.photo == photo else None


def _read_answers(path: Path) -> Mapping[str, Answer]:
    """The stored answers; none for a file that is missing or not ours."""
    try:
        return _ANSWERS.validate_json(path.read_bytes())
    except (OSError, ValueError):
        return {}

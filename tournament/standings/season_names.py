"""Who is who in a season: evenings are kept by different people, and "Jörg Köster" is "Joerg Koester" in another file.

No names are united without an answer. Names that may be one player's are asked about; the answers are lines of text,
one for each pair, which a treasurer may read and edit.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar, Final
from unicodedata import normalize

from texts.sentences import SpokenError
from tournament.near_names import is_near

NAMES_FILE: Final = "saison-namen.txt"
"""The file of the answers, in the season's folder."""
_SIGN = re.compile(r"\s(=|≠|!=|<>)\s")
_SIGN_ALONE = re.compile(r"(≠|!=|<>|=)")

Pair = tuple[str, str]
"""Two names. Of one player's names the first is the one that is shown."""


class UnclearNames(SpokenError):
    """An answer on two names cannot be read, or is impossible."""

    exit_status: ClassVar[int] = 2


@dataclass(frozen=True, slots=True)
class Answers:
    """The answers: the pairs of names that are one player, and those that are two."""

    same: tuple[Pair, ...] = ()
    different: tuple[Pair, ...] = ()

    def __add__(self, later: Answers) -> Answers:
        """All answers of both; for a pair that was answered twice the `later` one."""
        said = {frozenset(map(fold_key, pair)) for pair in (*later.same, *later.different)}
        same, different = (
            tuple(pair for pair in pairs if frozenset(map(fold_key, pair)) not in said)
            for pairs in (self.same, self.different)
        )
        return Answers((*same, *later.same), (*different, *later.different))


NO_ANSWERS: Final = Answers()


def fold_key(name: str) -> str:
    """A key that names have in common if they differ only in capitals, spaces, or the encoding of umlauts."""
    return " ".join(normalize("NFC", name).split()).casefold()


def read_pair(words: str) -> tuple[Pair, bool]:
    """The two names of "A = B" or "A ≠ B", and whether they are one player. Raises `UnclearNames`."""
    found = list(_SIGN.finditer(words)) or list(_SIGN_ALONE.finditer(words))
    names = [" ".join(part.split()) for part in (words[: found[0].start()], words[found[0].end() :])] if found else []
    if len(found) != 1 or not all(names) or fold_key(names[0]) == fold_key(names[1]) or names[0].startswith("#"):
        raise UnclearNames("standings.names.unreadable", words=words.strip())
    return (names[0], names[1]), found[0][1] == "="


def read_answers(text: str) -> Answers:
    """The answers in a file's text; lines that begin with # are remarks. Raises `UnclearNames` with the line's
    number."""
    answers = NO_ANSWERS
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            try:
                answers += make_answer(*read_pair(line))
            except UnclearNames as unclear:
                raise UnclearNames("standings.names.bad-line", line=number, why=unclear.phrase) from unclear
    return answers


def make_answer(pair: Pair, same: bool) -> Answers:
    """The answer to one question."""
    return Answers(same=(pair,)) if same else Answers(different=(pair,))


def unite_names(evenings: Sequence[tuple[str, Iterable[str]]], answers: Answers) -> Mapping[str, str]:
    """By `fold_key` of every name in the evenings (title, names) the name under which the player is shown.

    Raises `UnclearNames` if the answers contradict each other, or unite two who played on one evening.
    """
    spelling: dict[str, str] = {}
    for name in (*(name for _, names in evenings for name in names), *(name for pair in answers.same for name in pair)):
        spelling.setdefault(fold_key(name), name)
    root = {key: key for key in spelling}
    for first, second in answers.same:
        into, gone = root[fold_key(first)], root[fold_key(second)]
        root = {key: into if at == gone else at for key, at in root.items()}
    for first, second in answers.different:
        if root.get(fold_key(first), first) == root.get(fold_key(second), second):
            raise UnclearNames("standings.names.contradiction", one=first, other=second, file=NAMES_FILE)
    for title, names in evenings:
        _check_evening(title, names, root)
    return {key: spelling[at] for key, at in root.items()}


def _check_evening(title: str, names: Iterable[str], root: Mapping[str, str]) -> None:
    """Raises `UnclearNames` if two who played on that evening are united."""
    there: dict[str, str] = {}
    for name in names:
        other = there.setdefault(root[fold_key(name)], name)
        if other != name:
            raise UnclearNames("standings.names.both-played", one=other, other=name, title=title, file=NAMES_FILE)


def find_questions(evenings: Sequence[tuple[str, Iterable[str]]], answers: Answers) -> tuple[Pair, ...]:
    """The pairs of shown names that may be one player's and are not answered yet: similar in letters, umlauts, sound or
    initial, and never on the same evening."""
    shown = unite_names(evenings, answers)
    there: dict[str, set[int]] = {}
    for number, (_, names) in enumerate(evenings):
        for name in names:
            there.setdefault(shown[fold_key(name)], set()).add(number)
    parted = {frozenset(shown.get(fold_key(name), name) for name in pair) for pair in answers.different}
    return tuple(
        (one, other)
        for one, other in combinations(there, 2)
        if there[one].isdisjoint(there[other]) and frozenset((one, other)) not in parted and is_near(one, other)
    )

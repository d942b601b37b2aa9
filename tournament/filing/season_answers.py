"""The text file of a season that says which names are the same player: one line per pair, which a treasurer may edit.

What people wrote there stays, including remarks; a later answer replaces an earlier one about the same pair.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from texts.languages import Lang
from texts.sentences import say
from tournament.standings.season_names import NAMES_FILE, Answers, UnclearNames, fold_key, read_answers, read_pair
from tournament.whole_files import write_whole

MOST_BYTES: Final = 1 << 20
"""A larger file is none of ours: it would hold 20,000 pairs."""

Said = frozenset[frozenset[str]]
"""The pairs with new answers, each as the keys of its names."""


def load_answers(folder: Path) -> Answers:
    """The answers in that folder's file. Raises `UnclearNames`."""
    return read_answers(_read_text(folder / NAMES_FILE))


def keep_answers(folder: Path, new: Answers, lang: Lang) -> None:
    """Adds the answers to the file in that folder, which is written whole or not at all. Raises `UnclearNames`,
    `UnwritableFile`."""
    path = folder / NAMES_FILE
    before = _read_text(path) or f"# {say(lang, 'standings.names.remark')}\n"
    text = _edit(before, new)
    read_answers(text)
    write_whole(path, lambda draft: draft.write_bytes(text.encode("utf-8")))


def _edit(text: str, new: Answers) -> str:
    """The text without its lines about these pairs, and with the new ones at its end."""
    said = frozenset(frozenset(map(fold_key, pair)) for pair in (*new.same, *new.different))
    kept = [line for line in text.splitlines() if not _is_about(line, said)]
    lines = [*kept, *(f"{one} = {other}" for one, other in new.same)]
    return "\n".join([*lines, *(f"{one} ≠ {other}" for one, other in new.different)]) + "\n"


def _is_about(line: str, said: Said) -> bool:
    if not line.strip() or line.lstrip().startswith("#"):
        return False
    return frozenset(map(fold_key, read_pair(line)[0])) in said


def _read_text(path: Path) -> str:
    """The file's text, "" if it does not exist. Raises `UnclearNames` if it is no text."""
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
        text = data.decode("utf-8-sig")
    except FileNotFoundError:
        return ""
    except (OSError, UnicodeDecodeError) as error:
        raise UnclearNames("standings.names.no-text", path=path) from error
    if len(data) > MOST_BYTES:
        raise UnclearNames("standings.names.no-text", path=path)
    return text

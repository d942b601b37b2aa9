"""Clubs' own rule sets that were dropped on a page: checked, and kept in memory until a tournament is made.

Nothing lies on the disk before: an address names a rule set by the hash of its text.
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path, PurePath
from tempfile import TemporaryDirectory
from threading import Lock

from desk.inputs import load_paper_rules
from scoring.rulesets.load_rules import BIGGEST, inspect, list_known, load_texts
from scoring.rulesets.rules_schema import BrokenRules
from texts.languages import Lang
from texts.sentences import tidy_text
from tournament.errors import RefusedOrder
from tournament.filing.setup.opening_entries import ChosenRules

MOST_KEPT = 20
"""Rule sets in memory; the oldest goes."""
OWN = "eigen-"
"""What the name of a club's own rule set begins with in an address."""
MOST_NAMED = 80
_SUFFIX = ".toml"


class OwnRules:
    """The rule sets that were dropped. Every call may come from any thread."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._kept: dict[str, ChosenRules] = {}

    def keep(self, chosen: ChosenRules) -> str:
        """Keeps a rule set; returns its name in addresses."""
        name = OWN + sha256(f"{chosen.base}\0{chosen.own}".encode()).hexdigest()[:16]
        with self._lock:
            self._kept.pop(name, None)
            self._kept[name] = chosen
            for old in list(self._kept)[:-MOST_KEPT]:
                del self._kept[old]
        return name

    def find(self, name: str) -> ChosenRules:
        """The rule set with that name, a shipped one or one that was dropped. Raises RefusedOrder."""
        if name in list_known():
            return find_shipped(name)
        with self._lock:
            chosen = self._kept.get(name)
        if chosen is None:
            raise RefusedOrder("setup.rules.gone" if name.startswith(OWN) else "setup.rules.none")
        return chosen


own_rules = OwnRules()
"""Those of this process."""


def find_shipped(name: str) -> ChosenRules:
    """The shipped rule set of that id."""
    return ChosenRules(load_paper_rules(name), *load_texts(name))


def check_dropped(filename: str, data: bytes, lang: Lang) -> tuple[ChosenRules | None, tuple[str, ...]]:
    """The rule set in the file that was dropped, or everything that is wrong with it, one sentence each. Raises
    `Unusable` for rules that no sheet can have."""
    name = tidy_text(PurePath(filename).name)[:MOST_NAMED]
    with TemporaryDirectory(prefix="kiebitz-") as folder:
        path = Path(folder) / f"regeln{_SUFFIX}"
        path.write_bytes(data[: BIGGEST + 1])
        rules, faults = inspect(path)
        if rules is None:
            return None, tuple(_name_file(fault, name).message(lang) for fault in faults)
        return ChosenRules(load_paper_rules(str(path)), *load_texts(path)), ()


def _name_file(fault: BrokenRules, name: str) -> BrokenRules:
    """The fault, with the visitor's name of the file."""
    gaps = {gap: value for gap, value in fault.phrase.gaps.items() if gap != "where"}
    return BrokenRules(Path(name), fault.key, fault.sentence, **gaps)

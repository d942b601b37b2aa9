"""Chooses a scan's rules where nobody gave any, and its exit status where a path was no photograph.

The rules are those of the file beside the workbook, else those in the codes of the sheets, if all name the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from desk.cli.run.run_read import report_problems
from desk.cli.screen import print_note
from desk.exits import Status, Unusable, WrongUse
from desk.inputs import load_paper_rules, load_rules

if TYPE_CHECKING:
    from desk.adding_photos import Added
    from desk.cli.paper_orders import ScanOrder
    from scanner.sheet_reading import SheetReading
    from scoring.counting.rules import RuleSet
    from tournament.record.store import Store

_NO_PHOTO = ("unreadable-file", "not-a-picture")
"""Problem codes of paths that do not exist or are no pictures."""


def find_rules(order: ScanOrder, store: Store | None, readings: Sequence[SheetReading]) -> tuple[str, RuleSet]:
    """The rules given, else those of the file beside the workbook, else those in the sheets' codes; with the name under
    which a new file stores them. Raises `Unusable` where no sheet was read, and WrongUse where the codes do not agree
    on one rule set."""
    if order.rules:
        return order.rules, load_paper_rules(order.rules)
    if store is not None:
        from tournament.record.replay import replay

        rules = replay(store.read_entries()).opening.rules
        return rules.id, rules
    id_ = _read_codes(order, readings)
    print_note(order.lang, "decisions.scan.rules-of-codes", rules=id_)
    return id_, load_rules(id_)


def _read_codes(order: ScanOrder, readings: Sequence[SheetReading]) -> str:
    from scoring.rulesets.load_rules import list_known

    named: dict[str, str] = {}
    for reading in readings:
        if reading.sheet_code is not None:
            named.setdefault(reading.sheet_code.rules, reading.photo)
    if not named and all(reading.problem for reading in readings):
        report_problems([(reading.photo, reading.problem) for reading in readings if reading.problem], order)
        raise Unusable("desk.stop.nothing-readable", photos=len(readings))
    if not named:
        raise WrongUse("decisions.scan.rules-unknown")
    if len(named) > 1:
        raise WrongUse("decisions.scan.rules-differ", rules=tuple(f"{id_} ({photo})" for id_, photo in named.items()))
    [id_] = named
    if id_ not in list_known():
        raise WrongUse("decisions.scan.rules-own", rules=id_)
    return id_


def choose_status(given: Iterable[Path], added: Added, status: Status) -> Status:
    """The exit status: `status`, unless a given path does not exist or is no picture. A photograph that cannot be read
    is listed with its reason, and is no fault of the call."""
    named = {path.name for path in given}
    unfit = {sheet.photo for sheet in added.unusable if sheet.problem and sheet.problem.code in _NO_PHOTO}
    return Status.UNREADABLE if named & unfit else status

"""Full sheets for tests, written the way they look: points, then what stands beside them.

`row("+4 -4 +4 -4", "re1 re3 re.re augen=153 value=4")`: crosses by their column, numbers with `=`. Words as in
`paper.cell`: `augen=153~158@0.6` reads 153 at 0.6, else 158; `re.k90@0.7` is crossed at 0.7; `~re.k90@0.7` is blank at
0.7, else crossed; `!o` behind a word is a flag.
"""

from __future__ import annotations

from dataclasses import replace

from dev.rounds.reader import make_reading, read_exactly
from dev.rounds.sheets import list_columns
from scanner.sheet_reading import Reading, SheetReading
from scoring.counting.rules import RuleSet
from scoring.rulesets.load_rules import load
from templates.sheet_code import SheetCode
from tests.tournament.paper import cell
from tournament.judging.judged_sheet import JudgedRow, JudgedSheet
from tournament.judging.offers import find_accepted
from tournament.judging.reconcile import reconcile
from tournament.judging.written_sheet import transcribe
from tournament.remarks import Doubt, Remark

Line = tuple[str, str]
"""Points by seat ("_" blank), and the details."""


def full_reading(rules: RuleSet, lines: list[Line], sums: str = "", *, plus: bool = False) -> SheetReading:
    """The sheet as the scanner gives it; `plus`: printed for plus points only."""
    readings: list[Reading] = []
    seats = len(lines[0][0].split())
    for game, (points, details) in enumerate(lines, 1):
        told = {field.id: field for field in (_detail(game, word) for word in details.split())}
        names = list_columns(rules, seats)
        readings += [told.get(f"g{game:02}.{name}") or _blank(game, name) for name in names]
        readings += [cell(f"g{game:02}.p{seat}", word) for seat, word in enumerate(points.split(), 1)]
    readings += [cell(f"sum.p{seat}", word) for seat, word in enumerate(sums.split(), 1)]
    return make_reading(readings, SheetCode(rules.id, "full", seats, len(lines), 1, 1, plus=plus))


def judge_full(lines: list[Line], rules: str = "pflichtsolo-40", sums: str = "", *, plus: bool = False) -> JudgedSheet:
    """The sheet reconciled."""
    system = load(rules)
    return reconcile(system, transcribe(full_reading(system, lines, sums, plus=plus)))


def judge_row(points: str, details: str, rules: str = "pflichtsolo-40", *, plus: bool = False) -> JudgedRow:
    """One row reconciled, the first of a sheet."""
    return judge_full([(points, details)], rules, plus=plus).rows[0]


def finding(row: JudgedRow, code: str) -> Doubt:
    """The row's only finding of that code, but for what else may be its cause."""
    found = [one for one in row.findings if one.code == code and not is_other_cause(one)]
    assert len(found) == 1, [(one.code, one.message()) for one in row.findings]
    return found[0]


def proposed(row: JudgedRow) -> dict[str, int | str | None]:
    """What its findings propose, by field without the game; of several causes what mends the likeliest."""
    told = (one for one in row.findings if not is_other_cause(one))
    return {c.field.partition(".")[2]: c.proposed for one in told for c in one.proposal or ()}


def accepted(row: JudgedRow) -> dict[str, int | str | None]:
    """The same of the proposal that Enter takes."""
    return {change.field.partition(".")[2]: change.proposed for change in find_accepted(row) or ()}


def is_other_cause(told: Doubt) -> bool:
    """Whether it names a second cause of what another finding shows."""
    return isinstance(told, Remark) and told.sentence == "details.other-cause"


def _detail(game: int, word: str) -> Reading:
    name, _, number = word.partition("=")
    if number:
        kind = "number" if name in ("augen", "value") else "digit"
        return replace(cell(f"g{game:02}.{name}", number), kind=kind)
    name, flag = name.partition("!")[0], name.partition("!")[2]
    field, _, share = name.lstrip("~").partition("@")
    text, other = ("", "x") if name.startswith("~") else ("x", "")
    sure = float(share or 0.9999)
    read = read_exactly(f"g{game:02}.{field}", text, sure, "cross")
    doubtful = ("doubtful",) if flag or sure < 0.9 else ()
    return replace(read, candidates=((text, sure), (other, round(1 - sure, 6))), flags=doubtful)


def _blank(game: int, name: str) -> Reading:
    number = name in ("augen", "value")
    kind = "number" if number else "digit" if name.rpartition(".")[2] in ("fuchs", "doppelkopf") else "cross"
    return read_exactly(f"g{game:02}.{name}", "", 0.9999, kind)

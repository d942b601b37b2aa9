"""Decides one row: which reading counts, whether a person must look, and why.

Clear ink is never changed: if it breaks a rule, the players made the mistake, and what they wrote counts until somebody
decides. Doubtful ink is read as a rule needs it only if that reading is far likelier than all others; otherwise its
likeliest legal reading counts until somebody decides (decisions 0001 and 0011).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tournament.judging.ink_options import asks
from tournament.judging.judged_sheet import Chosen, Provisional
from tournament.judging.meant_rows import find_changed, list_meant
from tournament.judging.row_readings import JointReading, RowChoices, is_too_unclear
from tournament.judging.weighed_row import WeighedRow, list_changed_fields

Verdict = Literal["ink", "repaired", "unsettled", "players"]
"""ink: counts as written, without doubt; repaired: a rule chose among readings of doubtful ink; unsettled: a person
must choose; players: clear ink breaks a rule."""
Witness = Literal["sums", "details"]
"""What confirms ink that is half read or written over, in addition to the row's own rules."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What counts of a row now, and why.

    `counted`: the reading that counts; of an unsettled row the likeliest that no rule forbids and that leaves clear ink
    as it is. `share`: its probability. `changed`: the fields (indices of `RowChoices.all`) that differ from the ink's
    first choices. `rivals`: the likeliest readings of an unsettled row. `by`: what chose the reading of a repaired row.
    `witness`: what confirms doubtful ink in addition to the row's rules. `mending`: place (from 0) and value of the one
    number that would mend both the row and its column's sum: a misreading, or a slip of the pen. `legal`: whether no
    rule forbids what counts.
    """

    verdict: Verdict
    counted: JointReading
    share: float
    changed: tuple[int, ...] = ()
    rivals: tuple[JointReading, ...] = ()
    by: Literal["row", "sums", "details"] = "row"
    witness: Witness | None = None
    mending: tuple[int, int] | None = None
    legal: bool = True

    @property
    def provisional(self) -> Provisional:
        """What counts until somebody decides: in an unsettled row the likeliest legal reading; the ink as written in
        all others, and if no legal reading may count although every number can be read."""
        likeliest = self.legal or None in self.counted.values.points
        return "likeliest" if self.verdict == "unsettled" and likeliest else "written"

    @property
    def likeliest(self) -> JointReading:
        """The likeliest reading, whether it counts or not."""
        return self.rivals[0] if self.rivals else self.counted


def decide(weighed: WeighedRow) -> Decision:
    """Decides which of the row's readings counts."""
    order = sorted(range(len(weighed.shares)), key=lambda n: -weighed.shares[n])
    best, ink, limits, witness = order[0], _find_ink(weighed), weighed.limits, _find_witness(weighed, order[0])
    rivals = tuple(n for n in order[:3] if weighed.shares[n] >= limits.rival * weighed.shares[best])
    changed, free = _list_changed(weighed, best), _is_free(weighed, best)
    doubtful = witness is None and any(asks(choices, limits) for choices in weighed.row.all)
    asked = doubtful or is_too_unclear(weighed.row, limits)
    if changed and free and not asked and _weigh_surely(weighed, best) >= limits.sure_repair and weighed.is_legal(best):
        by: Literal["row", "sums"] = "row" if weighed.readings[best].share >= limits.sure_repair else "sums"
        return Decision("repaired", weighed.readings[best], weighed.shares[best], changed, by=by, witness=witness)
    as_written, legal = (weighed.readings[ink], weighed.shares[ink]), weighed.is_legal(ink)
    if not legal and _are_players_blamed(weighed, ink) and (not changed or not free):
        return Decision("players", *as_written, witness=witness, mending=_find_mending(weighed, ink))
    alone = len(rivals) < 2 and all(choices.clear(limits) for choices in weighed.row.all)
    if not changed and legal and (weighed.shares[ink] >= 1.0 - limits.rival or alone):
        return Decision("ink", *as_written, witness=witness)
    likeliest = _find_likeliest_legal(weighed, ink)
    return Decision(
        "unsettled",
        weighed.readings[likeliest],
        weighed.shares[likeliest],
        tuple(sorted({n for rival in rivals for n in _list_changed(weighed, rival)})),
        tuple(weighed.readings[n] for n in rivals),
        witness=witness,
        legal=weighed.is_legal(likeliest),
    )


def list_chosen(row: RowChoices, decision: Decision) -> tuple[Chosen, ...]:
    """The fields whose reading a rule chose; () unless the row is repaired."""
    read = decision.counted.options
    return tuple(
        Chosen(row.all[n].id or "", row.all[n].first.text, read[n].text, decision.by, decision.share)
        for n in (decision.changed if decision.verdict == "repaired" else ())
    )


def _list_changed(weighed: WeighedRow, n: int) -> tuple[int, ...]:
    """The fields (indices of `RowChoices.all`) in which reading `n` differs from the ink's own."""
    return list_changed_fields(weighed.row, weighed.readings[n])


def _find_ink(weighed: WeighedRow) -> int:
    """Index of the ink's own reading."""
    return next(n for n in range(len(weighed.readings)) if not _list_changed(weighed, n))


def _weigh_surely(weighed: WeighedRow, n: int) -> float:
    """P(reading `n`). The duties of the round, which people do forget, can only lower it."""
    return min(weighed.shares[n], weighed.uncounted[n]) if weighed.uncounted else weighed.shares[n]


def _is_free(weighed: WeighedRow, n: int) -> bool:
    """Whether reading `n` changes no clear ink, and uses only options that the reader saw."""
    fields, options = weighed.row.all, weighed.readings[n].options
    return all(options[m].seen and not fields[m].clear(weighed.limits) for m in _list_changed(weighed, n))


def _find_witness(weighed: WeighedRow, best: int) -> Witness | None:
    """What confirms the row's doubtful ink in addition to its rules: the sums of all columns with doubtful cells, or
    the row's details; None if neither leaves at most `Limits.proof` of doubt.

    Such a witness may choose between readings of half-read ink, and confirm ink that is written over. Another number
    than the one seen in ink that is written over is chosen only where both say so; one for a cell that cannot be read
    never is.
    """
    row, limits = weighed.row, weighed.limits
    doubtful = [n for n, choices in enumerate(row.all) if asks(choices, limits)]
    if (
        _weigh_surely(weighed, best) < 1.0 - limits.proof
        or not weighed.is_legal(best)
        or any(n >= len(row.cells) or "illegible" in row.all[n].flags for n in doubtful)
    ):
        return None
    summed = {n for n, gap in enumerate(weighed.gaps) if gap == 0}.issuperset(doubtful)
    if any("overwritten" in row.all[n].flags for n in _list_changed(weighed, best)) and not (
        summed and weighed.detailed
    ):
        return None
    return "sums" if summed else "details" if weighed.detailed else None


def _are_players_blamed(weighed: WeighedRow, ink: int) -> bool:
    """Whether a broken rule is the players' mistake: P(some legal reading) is below `Limits.blame`, and so is what was
    not seen of any cell. Even ink that looks clear may have been misread. The duties of the round are left out where
    they alone would blame the players."""
    if any(choices.missing >= weighed.limits.blame for choices in weighed.row.all):
        return False
    legal = [n for n in range(len(weighed.shares)) if n != ink and weighed.is_legal(n)]
    likely = max(sum(shares[n] for n in legal) for shares in (weighed.shares, weighed.uncounted or weighed.shares))
    return likely < weighed.limits.blame


def _find_likeliest_legal(weighed: WeighedRow, ink: int) -> int:
    """The likeliest legal reading that may count until somebody decides; the ink's own if there is none. Unreadable ink
    is not guessed, and the duties of the round choose nothing."""
    shares = weighed.uncounted or weighed.shares
    free = (n for n in range(len(weighed.readings)) if weighed.is_legal(n) and _may_count(weighed, n))
    return max(free, key=shares.__getitem__, default=ink)


def _may_count(weighed: WeighedRow, n: int) -> bool:
    """Whether reading `n` changes neither clear nor unreadable ink, and uses only options that the reader named."""
    fields, options, limits = weighed.row.all, weighed.readings[n].options, weighed.limits
    return all(
        options[m].named and fields[m].first.value is not None and not fields[m].clear(limits)
        for m in _list_changed(weighed, n)
    )


def _find_mending(weighed: WeighedRow, ink: int) -> tuple[int, int] | None:
    """Place (from 0) and value of the one number that would mend both this row and its column's sum; None if there is
    none, or more than one."""
    written, likeliest = weighed.readings[ink].values, weighed.likeliest.values.points
    wanted = [
        None if value is None or gap is None else value + gap
        for value, gap in zip(likeliest, weighed.gaps, strict=False)
    ]
    if not any(value is not None and value != now for value, now in zip(wanted, written.points, strict=False)):
        return None
    more = [0 if value is None else value - (now or 0) for value, now in zip(wanted, written.points, strict=True)]
    found = [
        (changed[0], value)
        for values in list_meant(weighed.law, weighed.number, written, more)
        if len(changed := find_changed(written.points, values.points)) == 1
        and (value := values.points[changed[0]]) is not None
        and value == wanted[changed[0]]
        and written.points[changed[0]] is not None
        and weighed.row.cells[changed[0]].id
    ]
    return found[0] if len(found) == 1 else None

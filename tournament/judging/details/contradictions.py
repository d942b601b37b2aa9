"""Rows whose points contradict their details, or may do so where the details' ink is in doubt.

Doubtful details are read so that they agree with the points, or asked about. Clear ones are the players' mistake, and
the finding says which detail and which number disagree, and why. Where the points agree with the likeliest reading, the
row is almost certainly right; still it is asked about if another likely reading would reveal a mistake that people make
often, as anyone who looks at the paper would see it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from scoring.findings import Change, Proposal, Severity, write_points
from scoring.rows.row_patterns import find_pattern
from texts.sentences import Phrase
from tournament.judging.allowed_games import AllowedGame, Hands, fits, list_allowed_games
from tournament.judging.detail_ink import DetailReading
from tournament.judging.details.detail_case import (
    BLANK_CELL,
    DetailCase,
    DetailVerdict,
)
from tournament.judging.details.field_slips import list_slips
from tournament.judging.details.point_slips import (
    Explained,
    Slip,
    explain_slips,
    list_count,
    make_misread,
    make_slip,
    weigh_soloist,
    write_formula,
)
from tournament.judging.details.say_details import Hint, explain_clash, list_facts
from tournament.judging.ink_options import BLANK, Choices
from tournament.judging.judged_sheet import Chosen
from tournament.judging.limits.slips import SLIPS
from tournament.remarks import Remark, RowText

_FEW = 6
"""A sentence lists at most so many possible values of a game."""
_CLASH = "details.clash"

_Words = tuple[str, Sequence[str], Mapping[str, object]]
"""A finding's sentence (its key), its fields, and what fills the gaps of the sentence."""


def settle_doubt(case: DetailCase, blame: Callable[[bool], DetailVerdict]) -> DetailVerdict:
    """The verdict where the points do not follow from the details as inked.

    Doubtful ink is read so that they follow, or asked about. If no reading of it is likely enough, it is the players'
    mistake: `blame(True)`; or `blame(False)` if ink that looks clear may have been misread.
    """
    best, limits, fields = case.best, case.limits, case.ink.fields
    share = sum(one.weight for one in case.beside if one.right) / sum(one.weight for one in case.beside)
    hidden = max(one.missing for one in fields.by_name.values())
    if best is None or share < limits.blame:  # what was not seen explains no row, but nobody is blamed for it
        return blame(share + hidden < limits.blame)
    if any(fields.by_name[name].clear(limits) for name in best.changed):
        return blame(False)
    changes, seen = _list_misread(case, best), all(option.seen for option in best.changed.values())
    if not seen or share < limits.detail_repair:
        remarks = [_ask_unclear(case, name, option.text, changes) for name, option in best.changed.items()]
        return DetailVerdict(tuple(remarks), fields.list_ids(best.changed))
    notes = []
    for one in changes:  # nothing to decide, but the record must say that rules chose the reading
        gaps = {"read": show_text(str(one.proposed)), "ink": show_text(str(one.written))}
        key = "findings.chosen-details"
        notes.append(case.make_remark(key, (one.field,), gaps, code="illegible", severity="note"))
    chosen = (Chosen(one.field, str(one.written), str(one.proposed), "details", share) for one in changes)
    return DetailVerdict(tuple(notes), chosen=tuple(chosen))


def _ask_unclear(
    case: DetailCase, name: str, fitting: object, changes: tuple[Change, ...] | None, severity: Severity = "warning"
) -> Remark:
    """A question about a field that may be read so that the points are right (`fitting`), but not for certain;
    `changes`: the proposal, which makes the row right."""
    readings, field = list_spellings(case.ink.fields.by_name[name]), case.ink.fields.id(name)
    gaps = {"readings": readings, "fitting": show_text(fitting) if isinstance(fitting, str) else fitting}
    return case.make_remark("details.unclear", (field,), gaps, changes, code="illegible", severity=severity)


def ask_revealed(case: DetailCase, verdict: DetailVerdict) -> DetailVerdict:
    """The `verdict` on points that follow from the details; or a question in its place, if other likely readings of the
    details would reveal a mistake with at least the probability `Limits.revealed`."""
    whole, limits = sum(one.odds for one in case.ink.likely), case.limits
    likely = (one for one in case.ink.likely if one.odds >= limits.reveals * whole)
    against = [(one, slips) for one in likely if (slips := tuple(_list_revealed(case, one)))]
    rate = sum(one.odds / whole * sum(slip.rate for slip in slips) for one, slips in against)
    if rate < limits.revealed:
        return verdict
    return _ask(case, *max(against, key=lambda entry: entry[0].odds), verdict)


def _list_revealed(case: DetailCase, one: DetailReading) -> Iterator[Slip]:
    """The players' mistakes that this reading of the details would reveal beside the points; none if it is no possible
    game, as players hardly ever cross such a thing."""
    hands, possible = case.hands, list_allowed_games(case.rules, one.details)
    if hands is None or not possible or fits(case.rules, one.details, hands):
        return
    read = replace(case, ink=replace(case.ink, fields=case.ink.fields.read(one.changed)))
    if not case.empty:
        yield from list_slips(read, hands, doubtful=True)
    elif read.due is not None and any(read.due[0].values()):
        yield make_slip("points left out")


def _ask(case: DetailCase, one: DetailReading, slips: tuple[Slip, ...], verdict: DetailVerdict) -> DetailVerdict:
    """The question about fields that may reveal a mistake (`one`: read so, `slips`: the mistakes); it replaces the
    notes that the points confirm these fields."""
    ink, found = case.ink.fields, explain_slips(slips, case.limits)
    names = tuple(dict.fromkeys((*one.changed, *(case.best.changed if case.best else ()))))
    fields, first = ink.list_ids(names), names[0]
    causes = (*found.likely, *((found.other,) if found.other else ()))[:2]
    gaps = {
        "readings": list_spellings(ink.by_name[first]),
        "read": show_text(ink.read(one.changed).by_name[first].first.text),
        "hint": Hint(tuple(slip.words for slip in causes)),
    }
    remark = case.make_remark("details.reveals", fields, gaps, code="illegible")
    kept = tuple(old for old in verdict.findings if not (old.severity == "note" and set(old.fields) & set(fields)))
    return replace(verdict, findings=(remark, *kept), look=(*fields, *verdict.look), chosen=())


def judge_value(case: DetailCase, hands: Hands, *, proven: bool = False) -> Iterator[Remark]:
    """A finding if the value column disagrees with these points. Beside a fine it may hold what the others get or what
    the offender pays, and any other number is only a warning.

    `proven`: the details are exactly one game, with these points. Then the count is right, and only a slip of the pen
    would have put another number there.
    """
    column, limits, fined = case.ink.fields.value, case.limits, case.decision.counted.values.offence
    right, *_, most = sorted(map(abs, hands.values()))
    if column is None or column.first.value in (BLANK, most if fined else BLANK):
        return
    against = sum(option.probability for option in column.options if option.value not in (BLANK, right))
    revealed = not (fined or proven) and against >= limits.revealed_value
    if column.first.value == right and not revealed:
        return
    field = case.ink.fields.id("value")
    change = None if column.first.value == right else (Change(field, column.first.text, right),)
    fitting = sum(option.probability for option in column.options if option.value == right)
    slip = SLIPS["number miswritten"].odds if proven else limits.misfit
    share = fitting / (fitting + (1.0 - fitting) * slip)
    severity: Severity = "warning"
    if column.clear(limits) and column.first.value is not None:
        severity = "error" if share < limits.blame and not fined else "warning"
        gaps = {"written": column.first.text, "right": right}
        key = "details.value-differs"
        yield case.make_remark(key, (field,), gaps, change, code="value-mismatch", severity=severity)
    else:
        severity = "note" if share >= limits.detail_repair and not (revealed or fined) else "warning"
        yield _ask_unclear(case, "value", right, change, severity)


def list_spellings(choices: Choices) -> tuple[str | Phrase, ...]:
    """At most three readings of the field, its ink's first choice and then the likeliest; "?" if nothing can be
    read."""
    said = tuple(show_text(option.text) for option in choices.options if option.value is not None)
    return said[:3] or ("?",)


def show_text(text: str) -> str | Phrase:
    """The text, "leer" for a blank field."""
    return text if text.strip() else Phrase("fields.blank")


def blame(case: DetailCase, hands: Hands, *, sure: bool = True) -> DetailVerdict:
    """The verdict on points that some game has, but none with these details: the players' mistake.

    Not `sure`: a box or a digit that looks clear may have been misread, so that it is only a warning.
    """
    slips = [*list_slips(case, hands, summed=_is_summed(case))]
    if case.best:
        owed = weigh_soloist(case, hands, solo=bool(case.best.details.solo))
        slips.append(make_misread(case.best.odds * owed, _list_misread(case, case.best)))
    cross, played = case.row.offence.id, case.details.counted or any(case.details.extras)
    if cross and not played and fits(case.rules, case.details, hands, offence=True):
        slips.append(make_slip("offence not crossed", changes=(Change(cross, "", "x"),), fields=(cross,)))
    found = explain_slips(slips, case.limits)
    if found.smallest is None:  # points of another kind of game: no single slip leads from one to the other
        found = replace(found, smallest=case.list_due_changes() or None)
    severity: Severity = "error" if sure else "warning"
    if not list_allowed_games(case.rules, case.details) or {*case.sits} & {*case.details.re}:
        return _make_verdict(case, found, "warning", *_say_clash(case))
    words = _say_rescored(case, *case.due, hands) if case.due else _say_open(case, hands)
    return _make_verdict(case, found, severity, *words)


def judge_broken(case: DetailCase) -> DetailVerdict:
    """The verdict on points that no game has: the row is wrong by itself, and its details propose the right points."""
    if case.due is None:
        return DetailVerdict()
    (due, way), limits = case.due, case.limits
    points = {seat: number for seat in case.players if (number := case.written[seat]) is not None}
    changes, odds = case.list_due_changes(), _weigh_ink(case, due) / limits.row_slip
    # a misreading after which the row is no game is rarer by the same factor as such a row itself
    misread = (make_misread(odds * limits.misfit, changes),) if odds else ()
    found = explain_slips((*list_slips(case, points), *misread), limits)
    found = replace(found, proposal=changes, key=True, other=None)
    misread_likely = odds / (1.0 + odds) >= limits.blame
    wrong = [(seat - 1, due[seat]) for seat in case.list_wrong(due)]
    severity: Severity = "error"
    if all(number == due[seat] for seat, number in points.items()):  # only blank or unreadable cells differ
        severity, misread_likely = "note", False
    elif misread_likely or wrong == [case.decision.mending]:  # that number alone makes its column's sum right as well
        severity = "warning"
    verdict = _make_verdict(case, found, severity, *_say_rescored(case, due, way, None))
    return replace(verdict, misread=misread_likely)


def _is_summed(case: DetailCase) -> bool:
    """Whether the written sums of all columns would be right with the points that follow from the details."""
    shown = case.show_points(case.due[0]) if case.due and case.gaps else {}
    missing = {seat: (points or 0) - (case.written[seat] or 0) for seat, points in shown.items()}
    return bool(shown) and all(case.gaps[seat - 1] == more for seat, more in missing.items())


def _list_misread(case: DetailCase, reading: DetailReading) -> Proposal:
    """The changes from the details as inked to this reading."""
    fields = case.ink.fields
    return tuple(
        Change(fields.id(name), fields.by_name[name].first.text, option.text)
        for name, option in reading.changed.items()
    )


def _weigh_ink(case: DetailCase, due: Hands) -> float:
    """P(ink, given these points) / P(ink, given those read); 0 if a cell has no such candidate."""
    odds = 1.0
    for seat, points in due.items():
        choices = case.row.cells[seat - 1]
        if points != choices.first.value:
            found = (option.probability for option in choices.options if option.value == points)
            odds *= next(found, 0.0) / choices.first.probability
    return odds


def _say_rescored(case: DetailCase, due: Hands, way: AllowedGame, hands: Hands | None) -> _Words:
    """The words for what the details count and what is written instead: the value, one player's points, or the row."""
    shown, wrong, seen = case.show_points(due), case.list_wrong(due), find_pattern(case.rules, hands) if hands else None
    alike = seen is not None and seen.shape == ("lone" if way.lone else "pairs")
    single = case.ink.law.side and way.lone  # then one number is the whole row, and it is three times the value
    turned = any((case.written[seat] or 0) * points < 0 for seat, points in due.items())
    fields = [choices for seat in wrong if (choices := case.row.cells[seat - 1].id)]
    if seen and alike and not single and not turned and abs(seen.value) != min(map(abs, due.values())):
        count = write_formula(list_count(case, way))
        return "details.rescored-value", fields, {"count": count, "written": abs(seen.value)}
    if len(wrong) == 1:
        points, stands = (
            Phrase("fields.blank") if number is None else write_points(number)
            for number in (shown[wrong[0]], case.written[wrong[0]])
        )
        return "details.rescored-seat", fields, {"seat": wrong[0], "due": points, "points": stands}
    row = RowText(tuple(shown[seat] for seat in case.players), nothing=BLANK_CELL)
    return "details.rescored-row", fields, {"due": row, "points": case.spell_row()}


def _say_open(case: DetailCase, hands: Hands) -> _Words:
    """The words for details that leave several games open, none of them with these points."""
    values = sorted({abs(value) for way in list_allowed_games(case.rules, case.details) for value in way.values})
    seen = find_pattern(case.rules, hands)
    few = len(values) <= _FEW and seen is not None and abs(seen.value) not in values
    key = "details.values" if few else "details.no-game"
    return key, case.cells, {"values": tuple(values), "points": case.spell_row()}


def _say_clash(case: DetailCase) -> _Words:
    """The words for details that are no game at all."""
    fields = case.ink.fields
    written = (name for name in fields.names if fields.by_name[name].first.value not in (0, BLANK))
    return _CLASH, fields.list_ids(written), {"why": explain_clash(case.rules, case.details, case.sits)}


def _make_verdict(
    case: DetailCase, found: Explained, severity: Severity, key: str, fields: Sequence[str], gaps: Mapping[str, object]
) -> DetailVerdict:
    """The verdict with one finding, which names the likeliest mistakes, else what the details state; and a second one
    for another likely cause. To look at: the details that a proposal or a likely mistake names, and doubtful ones."""
    others = (found.other,) if found.other else ()
    named = [change.field for slip in (*found.likely, *others) for change in slip.changes]
    own = set(case.ink.fields.list_ids(case.ink.fields.by_name))
    look = tuple(one for one in dict.fromkeys((*fields, *named, *case.doubtful)) if one in own)
    code, unsure = "impossible-value" if key == _CLASH else "miscounted", not found.key
    if key != _CLASH:
        facts = list_facts(case.rules, case.details, case.due[1] if case.due else None)
        gaps = {**gaps, "hint": Hint(tuple(slip.words for slip in found.likely), facts)}
    findings = [case.make_remark(key, fields, gaps, found.proposal, code=code, severity=severity, unsure=unsure)]
    for slip in others:
        there, cause = [change.field for change in slip.changes], {"cause": slip.words}
        key = "details.other-cause"
        findings.append(case.make_remark(key, there, cause, slip.changes, severity=severity, unsure=True))
    look = () if severity == "note" else look
    return DetailVerdict(tuple(findings), look, smallest=found.smallest, slips=found.mended)

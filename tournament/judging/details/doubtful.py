"""Doubtful details told to a person: those that the points settle or leave open, and those that may hide a mistake.

That a row is right is far likelier than that a misread box hides a mistake; but a mistake in plain sight is found by
every reader who looks. So it is asked about where the ink may well say what the points contradict, by a mistake that
people make.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from scoring.findings import Change, Severity
from scoring.rows.row_patterns import find_pattern
from texts.sentences import Phrase
from tournament.judging.details.allowed_games import Hands, fits, list_allowed_games
from tournament.judging.details.case import Contradiction, DetailCase
from tournament.judging.details.detail_choices import BLANK
from tournament.judging.details.detail_words import Hint
from tournament.judging.details.field_slips import list_field_slips
from tournament.judging.details.point_slips import list_point_slips
from tournament.judging.details.readings import DetailReading
from tournament.judging.details.verdict import DetailVerdict, Slip, explain_slips
from tournament.judging.ink_options import Choices
from tournament.judging.judged_sheet import Chosen
from tournament.remarks import Remark, RowName


def settle_doubt(case: DetailCase, blame: Callable[[bool], DetailVerdict]) -> DetailVerdict:
    """The verdict where the points do not follow from the details as the ink has them: doubtful ink is read as the
    points have it, or asked about. Where none may say so, the players are to `blame`: for sure (True), or unless
    ink that looks clear was misread."""
    best, share, limits = case.best, case.share, case.ink.limits
    if best is None or share < limits.blame:
        return blame(True)
    if any(case.ink.fields.by_name[name].clear(limits) for name in best.changed):
        return blame(False)
    seen = all(option.seen for option in best.changed.values())
    return _read_by_points(case, best, share) if seen and share >= limits.detail_repair else _ask_unclear(case, best)


def ask_revealed(case: DetailCase, verdict: DetailVerdict) -> DetailVerdict:
    """The verdict on points that follow from the details, or what to ask where these may well say otherwise."""
    against = [(one, share, slips) for one, share in _list_against(case) if (slips := _list_slips_of(case, one))]
    rate = sum(share * sum(slip.rate for slip in slips) for _, share, slips in against)
    if rate < case.ink.limits.revealed:
        return verdict
    one, _, slips = max(against, key=lambda entry: entry[1])
    return _ask(case, one, slips, verdict)


def _list_against(case: DetailCase) -> list[tuple[DetailReading, float]]:
    """The readings that the points contradict, with the shares of the ink that speak for them, as far as some does."""
    whole, hands = sum(one.odds for one in case.ink.likely), case.hands
    return [
        (one, one.odds / whole)
        for one in case.ink.likely
        if hands is not None
        and one.odds >= case.ink.limits.reveals * whole
        and not fits(case.ink.rules, one.details, hands)
    ]


def _list_slips_of(case: DetailCase, one: DetailReading) -> tuple[Slip, ...]:
    """The mistakes that such details would show; that players cross what no game has is rare."""
    read = replace(case, ink=replace(case.ink, fields=case.ink.fields.read(one.changed)))
    if not list_allowed_games(case.ink.rules, one.details):
        return ()
    if case.empty:
        left_out = read.due is not None and any(read.due.hands.values())
        return (Slip.named("points left out"),) if left_out else ()
    return tuple(list_slips(Contradiction(read, case.hands or {}, doubtful=True)))


def list_slips(row: Contradiction) -> Iterator[Slip]:
    """Every single slip that would explain the row: in its points, if just row row is due by its details, or in its
    details, if its points can be a game's."""
    yield from list_point_slips(row)
    if len(row.points) == 4 and find_pattern(row.points) is not None:
        yield from list_field_slips(row)


def _ask(case: DetailCase, one: DetailReading, slips: Sequence[Slip], verdict: DetailVerdict) -> DetailVerdict:
    """The question, in place of notes that the points confirm these fields."""
    fitting = case.best.changed if case.best else {}
    names = tuple(dict.fromkeys((*one.changed, *fitting)))
    fields, first = case.list_ids(names), names[0]
    against = case.ink.fields.read(one.changed).by_name[first]
    data = {
        "readings": list_spellings(case.ink.fields.by_name[first]),
        "read": show_text(against.first.text),
        "hint": Hint(explain_slips(slips, case.ink.limits).causes),
    }
    remark = Remark("illegible", "warning", "details.reveals", fields, data)
    kept = tuple(old for old in verdict.findings if not (old.severity == "note" and set(old.fields) & set(fields)))
    return replace(verdict, findings=(remark, *kept), look=(*fields, *verdict.look), chosen=())


def _read_by_points(case: DetailCase, best: DetailReading, share: float) -> DetailVerdict:
    """Doubtful details read as the points have it: nothing to decide, but on record."""
    chosen = tuple(
        Chosen(change.field, str(change.written), str(change.proposed), "details", share)
        for change in case.list_misread(best)
    )
    notes = (
        Remark(
            "illegible",
            "note",
            "findings.chosen-details",
            (one.field,),
            {"read": show_text(one.read), "ink": show_text(one.ink)},
        )
        for one in chosen
    )
    return DetailVerdict(tuple(notes), chosen=chosen)


def _ask_unclear(case: DetailCase, best: DetailReading) -> DetailVerdict:
    """Details that may be read so that the points are right, but not for certain; together they make the row right."""
    changes, fields = case.list_misread(best), case.list_ids(tuple(best.changed))
    remarks = (
        Remark(
            "illegible",
            "warning",
            "details.unclear",
            (field,),
            {"readings": list_spellings(case.ink.fields.by_name[name]), "fitting": show_text(option.text)},
            changes,
        )
        for field, (name, option) in zip(fields, best.changed.items(), strict=True)
    )
    return DetailVerdict(tuple(remarks), fields)


def judge_value(case: DetailCase, hands: Hands) -> Iterator[Remark]:
    """What the value column says otherwise than these points. Beside a fine it may be what the others get or what the
    offender pays, and what differs is no more than a warning."""
    column, limits, fined = case.ink.fields.value, case.ink.limits, case.decision.counted.values.offence
    right, *_, most = sorted(map(abs, hands.values()))
    if column is None or column.first.value in (BLANK, most if fined else BLANK):
        return
    against = sum(option.probability for option in column.options if option.value not in (BLANK, right))
    revealed = not fined and against >= limits.revealed_value
    if column.first.value == right and not revealed:
        return
    here = case.list_ids(("value",))
    change = None if column.first.value == right else (Change(here[0], column.first.text, right),)
    fitting = sum(option.probability for option in column.options if option.value == right)
    share = fitting / (fitting + (1.0 - fitting) * limits.misfit)
    severity: Severity = "warning"
    if column.clear(limits) and column.first.value is not None:
        severity = "error" if share < limits.blame and not fined else "warning"
        data: dict[str, object] = {"place": RowName(case.row.game), "written": column.first.text, "right": right}
        yield Remark("value-mismatch", severity, "details.value-differs", here, data, change)
    else:
        severity = "note" if share >= limits.detail_repair and not (revealed or fined) else "warning"
        data = {"readings": list_spellings(column), "fitting": right}
        yield Remark("illegible", severity, "details.unclear", here, data, change)


def list_spellings(choices: Choices) -> tuple[str | Phrase, ...]:
    """What the field may say, its ink's first choice and then the likeliest; "?" where nothing can be read."""
    said = tuple(show_text(option.text) for option in choices.options if option.value is not None)
    return said[:3] or ("?",)


def show_text(text: str) -> str | Phrase:
    """The text, "leer" for a blank field."""
    return text if text.strip() else Phrase("fields.blank")

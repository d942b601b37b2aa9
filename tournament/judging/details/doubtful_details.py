"""Doubtful details told to a person: those that the points settle or leave open, and those that may hide a mistake.

That a row is right is far likelier than that a misread box hides a mistake; but a mistake in plain sight is found by
every reader who looks. So it is asked about where the ink may well say what the points contradict, by a mistake that
people make.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from scoring.findings import Change
from texts.sentences import Phrase
from tournament.judging.details.allowed_games import fits, list_allowed_games
from tournament.judging.details.detailcase import DetailCase, DetailVerdict
from tournament.judging.details.detailink import DetailReading
from tournament.judging.details.detailslips import list_slips
from tournament.judging.details.detailwords import Hint
from tournament.judging.details.slips import Slip, explain_slips
from tournament.judging.row.judged import Chosen
from tournament.judging.row.options import Choices
from tournament.remarks import Remark


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
    read, hands = case.ink.likely, case.hands
    if hands is None:
        return []
    whole = sum(one.odds for one in read)
    likely = [(one, one.odds / whole) for one in read if one.odds >= case.ink.limits.reveals * whole]
    return [(one, share) for one, share in likely if not fits(case.law.rules, one.details, hands)]


def _list_slips_of(case: DetailCase, one: DetailReading) -> tuple[Slip, ...]:
    """The mistakes that such details would show; that players cross what no game has is rare."""
    read = replace(case, ink=replace(case.ink, fields=case.ink.fields.read(one.changed)))
    if not list_allowed_games(case.law.rules, one.details):
        return ()
    if case.empty:
        left_out = read.due is not None and any(read.due.hands.values())
        return (Slip.named("points left out"),) if left_out else ()
    problem = replace(read.case(case.hands or {}), doubtful=True)
    return tuple(list_slips(problem, case.written))


def _ask(case: DetailCase, one: DetailReading, slips: Sequence[Slip], verdict: DetailVerdict) -> DetailVerdict:
    """The question, in place of notes that the points confirm these fields."""
    fitting = case.best.changed if case.best else {}
    names = tuple(dict.fromkeys((*one.changed, *fitting)))
    fields, first = case.ids(names), names[0]
    against = case.ink.fields.read(one.changed).by_name[first]
    data = {"readings": list_spellings(case.ink.fields.by_name[first]), "read": show_text(against.first.text),
            "hint": Hint(explain_slips(slips, case.ink.limits).likely)}
    remark = Remark("illegible", "warning", "details.reveals", fields, data)
    kept = tuple(old for old in verdict.findings if not (old.severity == "note" and set(old.fields) & set(fields)))
    return replace(verdict, findings=(remark, *kept), look=(*fields, *verdict.look), chosen=())


def read_by_points(case: DetailCase, best: DetailReading, share: float) -> DetailVerdict:
    """Doubtful details read as the points have it: nothing to decide, but on record."""
    pairs = [(name, case.ink.fields.by_name[name].first.text, option.text) for name, option in best.changed.items()]
    notes = tuple(
        Remark("illegible", "note", "findings.chosen-details", case.ids((name,)),
               {"read": show_text(read), "ink": show_text(ink)})
        for name, ink, read in pairs
    )
    chosen = tuple(Chosen(case.ink.fields.id(name), ink, read, "details", share) for name, ink, read in pairs)
    return DetailVerdict(notes, chosen=chosen)


def ask_unclear(case: DetailCase, best: DetailReading) -> DetailVerdict:
    """Details that may be read so that the points are right, but not for certain; together they make the row right."""
    remarks, fields = [], case.ink.fields
    changes = tuple(Change(fields.id(name), fields.by_name[name].first.text, option.text)
                    for name, option in best.changed.items())
    for name, option in best.changed.items():
        choices, here = fields.by_name[name], case.ids((name,))
        data = {"readings": list_spellings(choices), "fitting": show_text(option.text)}
        remarks.append(Remark("illegible", "warning", "details.unclear", here, data, changes))
    return DetailVerdict(tuple(remarks), case.ids(tuple(best.changed)))


def list_spellings(choices: Choices) -> tuple[str | Phrase, ...]:
    """What the field may say, the likeliest first."""
    return tuple(show_text(option.text) for option in choices.options[:3])


def show_text(text: str) -> str | Phrase:
    """The text, "leer" for a blank field."""
    return text if text.strip() else Phrase("fields.blank")

"""What a visitor sends from Prüfen: what was pressed and typed, and what was put off."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated

from fastapi import Depends, HTTPException, Request

from desk.web.guard import MOST_FIELDS, MOST_FILES
from tournament.filing.deciding import RefusedDecision, Wish, make_decision, read_points
from tournament.filing.making import Evening
from tournament.record.facts import Decided

MOST_LATER = 300
"""So many items are remembered as put off; those before them come again."""
MOST_LATER_LETTERS = 6000
MOST_TYPED = 200
"""Letters of anything that is typed here."""
MOST_SEATS = 9


async def read_form(request: Request) -> Mapping[str, str]:
    """What the form says, each value cut to a sane length."""
    form = await request.form(max_files=MOST_FILES, max_fields=MOST_FIELDS)
    return {key: value[: MOST_LATER_LETTERS if key == "later" else MOST_TYPED] for key, value in form.items()
            if isinstance(value, str)}


Form = Annotated[Mapping[str, str], Depends(read_form)]


def read_later(text: str) -> list[str]:
    """The items that were put off."""
    return text[:MOST_LATER_LETTERS].split()[-MOST_LATER:]


def read_seen(form: Mapping[str, str]) -> int:
    """The number of the last entry that the visitor saw."""
    text = form.get("seen", "")
    if not text.isdecimal():
        raise HTTPException(422)
    return int(text)


def make_wished(evening: Evening, item: str, form: Mapping[str, str]) -> Decided:
    """The entry for what the form means. Raises `RefusedDecision`, also where the proposal that the visitor took over
    is not what would count now."""
    wish = _read_wish(item, form)
    if wish.how == "points" and _lacks_points(form):
        raise RefusedDecision("web.review.all-points")
    decided = make_decision(evening, wish)
    if form.get("how") == "take" and decided.points != read_points(_join_typed(form), len(decided.points)):
        raise RefusedDecision("web.review.other-proposal")
    return decided


def _read_wish(item: str, form: Mapping[str, str]) -> Wish:
    """What stands in the inputs, or the proposal where nobody changed it."""
    how, reason, typed = form.get("how", ""), form.get("reason", ""), _join_typed(form)
    if how == "as-written":
        return Wish(item, "as-written", reason=reason)
    if how == "name":
        return Wish(item, "name", name=form.get("other", "").strip() or form.get("name", ""), reason=reason)
    if how == "stay" or (how == "take" and form.get("proposed") and typed == form.get("offered")):
        return Wish(item, "accept", reason=reason)
    if how == "take":
        return Wish(item, "points", points=typed, reason=reason)
    raise HTTPException(422)


def _list_typed(form: Mapping[str, str]) -> Sequence[str]:
    return [form[f"p{seat}"].strip() for seat in range(1, MOST_SEATS + 1) if f"p{seat}" in form]


def _join_typed(form: Mapping[str, str]) -> str:
    return ",".join(_list_typed(form))


def _lacks_points(form: Mapping[str, str]) -> bool:
    """Whether a seat has no number; at a table of five one may sit out."""
    typed = _list_typed(form)
    return typed.count("") > (1 if len(typed) > 4 else 0)

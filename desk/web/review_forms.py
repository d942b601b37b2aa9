"""What a visitor sends from Prüfen: what was pressed and typed, and what was put off."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Annotated
from urllib.parse import quote

from fastapi import Depends, HTTPException, Request

from desk.web.guard import MOST_FIELDS, MOST_FILES
from desk.web.views.crosses import CROSSES, is_changed, read_wished
from desk.web.views.items import find_row
from tournament.filing.deciding import RefusedDecision, Wish, make_decision, read_points, read_settled
from tournament.filing.entering import find_sheet_key
from tournament.filing.open_evening import Evening
from tournament.record.facts import Decided

MOST_LATER = 300
"""So many items are remembered as put off; those before them come again."""
MOST_LATER_LETTERS = 6000
MOST_TYPED = 200
"""Letters of anything that is typed here."""
MOST_SEATS = 9
WAYS_BACK = ("group", "sheet")
_GROUP = re.compile(r"(\d{1,5})-(\d{1,5})-([\w.]{1,40})", re.ASCII)
"""Of the cells read as one number: the number, the first cell on the page, and the name of a cell there."""
KEYS = ("enter", "letters", "digits", "crosses", "n", "f", "u", "help")
"""Of the page on which items are decided, as `web.review.key` names them."""


async def read_form(request: Request) -> Mapping[str, str]:
    """What the form says, each value cut to a sane length."""
    form = await request.form(max_files=MOST_FILES, max_fields=MOST_FIELDS)
    return {
        key: value[: MOST_LATER_LETTERS if key == "later" else MOST_TYPED]
        for key, value in form.items()
        if isinstance(value, str)
    }


ReviewForm = Annotated[Mapping[str, str], Depends(read_form)]


def read_later(text: str) -> list[str]:
    """The items that were put off."""
    return text[:MOST_LATER_LETTERS].split()[-MOST_LATER:]


def read_seen(form: Mapping[str, str]) -> int:
    """The number of the last entry that the visitor saw."""
    text = form.get("seen", "")
    if not text.isdecimal():
        raise HTTPException(422)
    return int(text)


def find_way_back(item: str, form: Mapping[str, str]) -> str:
    """The address from which the visitor came to the item, "" for none."""
    if group := _GROUP.fullmatch(form.get("group", "")):
        return f"/pruefen/gruppe?zahl={group[1]}&ab={group[2]}#{group[3]}"
    key, field = find_sheet_key(item), form.get("sheet", "")
    return f"/bogen/{quote(key)}?feld={quote(field)}#field" if key and field else ""


def make_wished(evening: Evening, item: str, form: Mapping[str, str]) -> Decided:
    """The entry for what the form means. Raises `RefusedDecision`, also where the proposal that the visitor took over
    is not what would count now."""
    wish = _read_wish(item, form)
    if wish.how == "points" and not form.get("outcome") and _lacks_points(form):
        raise RefusedDecision("web.review.all-points")
    decided = make_decision(evening, wish)
    if form.get("how") == "take" and not _is_as_shown(evening, decided, form):
        raise RefusedDecision("web.review.other-proposal")
    return decided


def _is_as_shown(evening: Evening, decided: Decided, form: Mapping[str, str]) -> bool:
    """Whether the row would count as the visitor saw it on the page."""
    if decided.points != read_points(_join_typed(form), len(decided.points)):
        return False
    found = find_row(evening, decided.item)
    settled = read_settled(found[1].source, decided) if found else None
    counts = settled and {"solo": settled.solo, "offence": settled.offence}
    return not counts or all(read_wished(form, name) in (None, counts[name]) for name in CROSSES)


def _read_wish(item: str, form: Mapping[str, str]) -> Wish:
    """What stands in the inputs, or the proposal where nobody changed it."""
    how, reason, typed = form.get("how", ""), form.get("reason", ""), _join_typed(form)
    if form.get("outcome"):
        return Wish(item, "points", points=form["outcome"], reason=reason)
    if how == "as-written":
        return Wish(item, "as-written", reason=reason)
    if how == "name":
        return Wish(item, "name", name=form.get("other", "").strip() or form.get("name", ""), reason=reason)
    kept = form.get("proposed") and typed == form.get("offered") and not is_changed(form)
    if how == "stay" or (how == "take" and kept):
        return Wish(item, "accept", reason=reason)
    if how == "take":
        solo, offence = (read_wished(form, name) for name in CROSSES)
        return Wish(item, "points", points=typed, reason=reason, solo=solo, offence=offence)
    raise HTTPException(422)


def _list_typed(form: Mapping[str, str]) -> Sequence[str]:
    return [form[f"p{seat}"].strip() for seat in range(1, MOST_SEATS + 1) if f"p{seat}" in form]


def _join_typed(form: Mapping[str, str]) -> str:
    return ",".join(_list_typed(form))


def _lacks_points(form: Mapping[str, str]) -> bool:
    """Whether a seat has no number; at a table of five one may sit out."""
    typed = _list_typed(form)
    return typed.count("") > (1 if len(typed) > 4 else 0)

"""Zuerkennungen: what referees and juries awarded, and a form for the next award.

`runde` and `tisch` of the address fill in where it happened.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import RedirectResponse, Response

from desk.web.page_kit import Decider, ReviewForm, Visit
from texts.item_ids import make_round_key
from texts.sentences import SpokenError
from tournament.filing.decisions.award_entries import AwardWish, make_award
from tournament.filing.decisions.reasons import report_waiting
from tournament.record.award_facts import AWARD_KINDS, STANDS

router = APIRouter()
FIELDS = ("what", "who", "points", "paragraph", "round", "table", "game", "stands", "photo", "reason")
"""The names of the form's fields."""
_MOST = 999
Number = Annotated[int, Query(ge=0, le=_MOST)]


@router.get("/zuerkennungen")
def show_awards(visit: Decider, runde: Number = 0, tisch: Number = 0) -> Response:
    """The list, and the form."""
    return _show(visit, {"round": str(runde or ""), "table": str(tisch or "")})


@router.post("/zuerkennungen")
def answer_award(visit: Decider, form: ReviewForm) -> Response:
    """Enters the award, or says beside the form what is missing."""
    wish = _read_wish(form)
    items = [make_round_key(wish.round)] if wish.round else []
    try:
        made = visit.enter(items, lambda evening: [make_award(evening, wish)], None)
    except SpokenError as refused:
        return _show(visit, form, visit.explain(refused))
    if waits := report_waiting(visit.desk.store, made):
        return _show(visit, {}, " ".join(one.in_(visit.lang) for one in waits))
    return RedirectResponse("/zuerkennungen", 303)


def _read_wish(form: Mapping[str, str]) -> AwardWish:
    what = next((one for one in AWARD_KINDS if one == form.get("what")), AWARD_KINDS[0])
    stands = next((one for one in STANDS if one == form.get("stands")), STANDS[0])
    return AwardWish(
        what,
        form.get("who", ""),
        form.get("points", ""),
        form.get("paragraph", ""),
        _read_number(form.get("round", "")),
        _read_number(form.get("table", "")),
        _read_number(form.get("game", "")),
        stands,
        form.get("photo", ""),
        form.get("reason", ""),
    )


def _read_number(typed: str) -> int:
    """The number; 0 for anything else."""
    tidy = typed.strip()
    return int(tidy) if tidy.isdecimal() and len(tidy) <= len(str(_MOST)) else 0


def _show(visit: Visit, typed: Mapping[str, str], refusal: str = "") -> Response:
    evening = visit.open()
    return visit.show(
        "awarded.html",
        409 if refusal else 200,
        notes=[one.in_(visit.lang) for one in evening.book.awards],
        players=[player.name for player in evening.tournament.players],
        kinds=AWARD_KINDS,
        stands=STANDS,
        typed={name: typed.get(name, "") for name in FIELDS},
        refusal=refusal,
    )

"""The group view of Prüfen: all cells read as the same number."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

from desk.web.guard import Decider, TheDesk, TheLang
from desk.web.render import show
from desk.web.views.groups import PAGE, count_numbers, list_group

router = APIRouter(prefix="/pruefen/gruppe")
MOST = 100_000


@router.get("")
def show_group(
    request: Request,
    desk: TheDesk,
    lang: TheLang,
    _visitor: Decider,
    zahl: Annotated[int | None, Query(ge=0, le=MOST)] = None,
    ab: Annotated[int, Query(ge=0, le=MOST)] = 0,
) -> Response:
    """The numbers to choose from, and the cells of the chosen one."""
    evening = desk.open(lang)
    counts = count_numbers(evening)
    cells = [] if zahl is None else list_group(evening, zahl, lang, ab)
    more = ab + PAGE if zahl is not None and dict(counts).get(zahl, 0) > ab + PAGE else 0
    return show(request, "groups.html", counts=counts, number=zahl, cells=cells, more=more)

"""Foto: photographs come in, and whoever sent one sees what came of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from hashlib import sha256
from typing import Annotated

from fastapi import APIRouter, Form, HTTPException, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import RedirectResponse, Response
from starlette.datastructures import UploadFile

from desk.web.access import Access
from desk.web.desk import Desk
from desk.web.guard import MOST_FIELDS, MOST_FILES, Decider, Sender, TheDesk, TheLang
from desk.web.inbox import Receipt
from desk.web.render import show
from desk.web.views.verdicts import list_verdicts

router = APIRouter()
COUNTED: tuple[Receipt, ...] = ("new", "again", "no-photo", "too-large")


@router.get("/foto")
def show_photos(
    request: Request,
    desk: TheDesk,
    lang: TheLang,
    visitor: Sender,
    counts: Annotated[str, Query(max_length=20)] = "",
    stand: Annotated[str, Query(max_length=64)] = "",
) -> Response:
    """The page; its list comes again with every change. `counts`: what was just sent, by `COUNTED`; `stand`: what the
    browser shows already: nothing comes for that."""
    verdicts = list_verdicts(desk.list_queue(lang), desk.inbox.list_sent(), visitor, lang)
    trouble = "" if desk.trouble is None else desk.trouble.in_(lang)
    now = sha256(repr((lang, verdicts, trouble)).encode()).hexdigest()[:16]
    partly = "hx-request" in request.headers
    if partly and stand == now:
        return Response(status_code=204)
    return show(
        request,
        "photos_part.html" if partly else "photos.html",
        verdicts=verdicts,
        trouble=trouble,
        stand=now,
        receipts=_read_counts(counts),
        partly=partly,
    )


@router.post("/foto")
async def receive_photos(request: Request, desk: TheDesk, visitor: Sender) -> Response:
    """Takes photographs in; back to the page, which says how many arrived."""
    async with request.form(max_files=MOST_FILES, max_fields=MOST_FIELDS) as form:  # read after the visitor is known
        files = [one for one in form.getlist("photos") if isinstance(one, UploadFile) and one.size]
        receipts = await run_in_threadpool(_take_all, desk, files, visitor.access)
    if receipts["new"] or receipts["again"]:
        desk.tell_change()
    return RedirectResponse("/foto?counts=" + "-".join(str(receipts[one]) for one in COUNTED), 303)


@router.post("/foto/aufnehmen")
def accept_photo(desk: TheDesk, visitor: Decider, photo: Annotated[str, Form(max_length=64)]) -> Response:
    """Counts a sheet that another table sent."""
    if not desk.inbox.accept(photo, visitor.access):
        raise HTTPException(404)
    desk.tell_change()
    return RedirectResponse("/foto", 303)


def _take_all(desk: Desk, files: Sequence[UploadFile], sender: Access) -> Counter[Receipt]:
    return Counter(desk.inbox.take_in(file.file, sender) for file in files)


def _read_counts(counts: str) -> list[tuple[Receipt, int]]:
    """What an address says was sent; nothing for one that is none of ours."""
    numbers = [int(one) if one.isdecimal() else 0 for one in counts.split("-")]
    return [(name, min(count, MOST_FILES)) for name, count in zip(COUNTED, numbers, strict=False) if count]

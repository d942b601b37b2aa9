"""Receives photographs: one a request and in parts, as the script on the pages sends them, or many in one form.

Either way a photograph is stored as soon as its last byte is there, whatever becomes of the rest of the request.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncGenerator, Iterator
from dataclasses import asdict, dataclass
from functools import partial
from typing import Annotated, Any, BinaryIO

from fastapi import APIRouter, HTTPException, Path, Query
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import RedirectResponse, Response
from starlette.datastructures import UploadFile
from starlette.formparsers import MultiPartException, MultiPartParser

from desk.web.inbox import Receipt
from desk.web.page_kit import MOST_FIELDS, PARTS, Sender, Visit, read_number
from desk.web.upload_parts import Part

COUNTED: tuple[Receipt, ...] = ("new", "again", "no-photo", "too-large", "too-many")
MOST_PHOTOS = 2000
"""Of one form. Its bytes end it long before; the many empty files of a hostile one do not."""
Upload = Annotated[str, Path(pattern="^[0-9a-f]{16,64}$")]
Bytes = Annotated[int, Query(ge=0)]
Counted = Annotated[int | None, Query(ge=1, le=999)]
WAIT_S = 60.0
"""Seconds after which a link with too many unfinished uploads may try again."""

router = APIRouter()


@dataclass(frozen=True, slots=True)
class Arrived:
    """What is there of an upload. `bytes`: how many; `receipt`: what became of the whole photograph, "" before;
    `wait_s`: seconds for which the link must wait, its hour's allowance being used up."""

    bytes: int
    receipt: Receipt | str = ""
    wait_s: float = 0.0


@router.get(PARTS + "{upload}")
def tell_arrived(visit: Sender, upload: Upload, groesse: Bytes) -> dict[str, Any]:
    """How much of an upload of that size is there: the browser goes on from there."""
    inbox, sender = visit.desk.inbox, visit.visitor.access
    part = inbox.parts.find(sender.id, upload)
    if part.ended:
        return asdict(Arrived(part.bytes, part.ended))
    wait_s = inbox.count_wait(sender, groesse - part.bytes)
    if not part.begun and not inbox.parts.has_room(sender.id):
        wait_s = max(wait_s, WAIT_S)
    return asdict(Arrived(part.bytes, wait_s=wait_s))


@router.post(PARTS + "{upload}")
async def receive_rest(
    visit: Sender,
    upload: Upload,
    ab: Bytes,
    groesse: Bytes,
    name: Annotated[str, Query(max_length=300)] = "",
    runde: Counted = None,
    tisch: Counted = None,
) -> dict[str, Any]:
    """Takes an upload from the byte `ab` to its end; a photograph that is whole then is stored. Bytes that came before
    the connection was cut are kept. `runde`, `tisch`: whose sheet it is, where that names none."""
    before = await run_in_threadpool(tell_arrived, visit, upload, groesse)
    if before["receipt"] or before["wait_s"] or ab > before["bytes"]:
        return before
    with await run_in_threadpool(visit.desk.inbox.parts.open, visit.visitor.access.id, upload) as file:
        await _write_rest(visit, file, upload, ab, groesse)
        size = file.seek(0, 2)
        if size < groesse:
            return asdict(Arrived(size))
        taken = partial(visit.desk.inbox.take_in, place=(runde, tisch))
        receipt = await run_in_threadpool(taken, file, visit.visitor.access, name, size)
    await run_in_threadpool(_end_upload, visit, upload, size, receipt)
    return asdict(Arrived(size, receipt))


async def _write_rest(visit: Visit, file: BinaryIO, upload: str, start: int, size: int) -> None:
    """Writes the request's body, which belongs at byte `start` of `size`; what comes beyond is refused."""
    at = start
    try:
        async for chunk in visit.request.stream():
            if at + len(chunk) > size:
                raise HTTPException(400)
            await run_in_threadpool(_write_at, file, at, chunk)
            at += len(chunk)
            visit.desk.coming.note(visit.visitor.access.table, upload, at, size)
    finally:
        visit.desk.inbox.note_part(visit.visitor.access, at - start)


def _write_at(file: BinaryIO, at: int, chunk: bytes) -> None:
    """Writes through to the system: a server that is killed then loses nothing."""
    file.seek(at)
    file.write(chunk)
    file.flush()


def _end_upload(visit: Visit, upload: str, size: int, receipt: Receipt) -> None:
    visit.desk.coming.end(visit.visitor.access.table)
    if receipt != "too-many":  # then it stays, to be taken in when the link may send again
        visit.desk.inbox.parts.finish(
            visit.visitor.access.id, upload, Part(size, ended="again" if receipt == "new" else receipt)
        )
    if receipt in ("new", "again"):
        visit.desk.publish_change()


@router.post("/foto")
async def receive_form(visit: Sender) -> Response:
    """Takes the photographs of a form in, one after the other as they come; back to the page, which says how many
    arrived."""
    receipts: Counter[Receipt] = Counter()
    if not visit.request.headers.get("content-type", "").startswith("multipart/"):
        raise HTTPException(400)
    try:
        await _Form(visit, receipts).parse()
    except MultiPartException as error:
        raise HTTPException(400) from error
    finally:
        if receipts["new"] or receipts["again"]:
            visit.desk.publish_change()
    return RedirectResponse("/foto?counts=" + "-".join(str(receipts[one]) for one in COUNTED), 303)


class _Form(MultiPartParser):
    """A form that is read while it comes. `receipts`: counts what became of its photographs; a form without the mark
    of our own pages is refused at its first file."""

    def __init__(self, visit: Visit, receipts: Counter[Receipt]) -> None:
        super().__init__(visit.request.headers, self._feed(), max_files=MOST_PHOTOS, max_fields=MOST_FIELDS)
        self._visit, self._receipts, self._said = visit, receipts, dict[str, int | None]()
        self._is_own = "x-csrf" in visit.request.headers  # was checked before

    async def _feed(self) -> AsyncGenerator[bytes, None]:
        """Yields the body; between two parts of it, takes in the files that have become whole."""
        async for chunk in self._visit.request.stream():
            yield chunk
            for file in self._pick_whole():
                receipt = await run_in_threadpool(self._take, file)
                self._receipts[receipt] += 1

    def _pick_whole(self) -> Iterator[UploadFile]:
        """The files that are whole by now, but for inputs left empty."""
        whole, self.items = self.items, []
        for name, item in whole:
            if not isinstance(item, UploadFile):
                self._is_own |= name == "csrf" and self._visit.visitor.is_own_mark(item)
                self._said[name] = read_number(item)
            elif not self._is_own:
                raise HTTPException(403)
            elif item.size and name == "photos":
                yield item
            else:
                item.file.close()

    def _take(self, file: UploadFile) -> Receipt:
        with file.file:
            place = self._said.get("round") or None, self._said.get("table") or None
            return self._visit.desk.inbox.take_in(
                file.file, self._visit.visitor.access, file.filename or "", place=place
            )

"""What all pages share: the visit, the fields of forms, and the filling of templates.

A request needs a session of the right role. In templates everything is escaped, and every sentence comes from the text
tables, in the visitor's language.
"""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import Annotated, Any, TypeVar

from fastapi import Depends, Form, HTTPException, Request
from fastapi.responses import HTMLResponse
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from desk.adding_photos import SCANNER
from desk.web.access import ROLES, Register, Role, Visitor
from desk.web.packing import answer_page, write_address
from desk.web.running_desk import Desk, Queue
from desk.web.typeset import typeset
from scoring.findings import write_points
from texts.languages import LANGUAGES, Lang, load_table
from texts.sentences import SpokenError, drop_marks, say, say_on_page, show_minus, write_number
from tournament.filing.decisions.reasons import guard_closed
from tournament.filing.decisions.undoing import make_undoing
from tournament.filing.entering import Make, enter_decision
from tournament.filing.opened.open_evening import Evening
from tournament.record.entries import Entry

Found = TypeVar("Found")
Typed = Annotated[str, Form(max_length=2000)]
Seen = Annotated[int | None, Form(ge=0)]
"""The number of the last entry that the visitor saw."""
_LONGEST = 7
"""Digits: nothing that is counted here has so many."""


def read_number(typed: str) -> int | None:
    """The number that was typed or is part of an address; None for any other text."""
    return int(typed) if typed.strip().isdecimal() and len(typed.strip()) < _LONGEST else None


LANG_COOKIE = "lang"
MOST_FILES, MOST_FIELDS = 24, 200
MOST_FORM_BYTES = 1024 * 1024
"""Of a request without photographs."""
MOST_WORKBOOK = 64 * 1024 * 1024
"""Bytes of a workbook that is brought back; one of 200 players with its pictures has some 40 MB."""
PHOTOS, PARTS = "/foto", "/foto/teil/"
"""Where forms with photographs go, and where a script sends one photograph or the rest of it."""
SENDERS: tuple[Role, ...] = ("organiser", "referee", "table")


def get_desk(request: Request) -> Desk:
    """The desk that this server runs."""
    desk: Desk = request.app.state.desk
    return desk


def get_register(request: Request) -> Register:
    """The links of this server."""
    register: Register = request.app.state.register
    return register


def get_lang(request: Request) -> Lang:
    """The language that the visitor chose, else the server's."""
    wish, usual = request.cookies.get(LANG_COOKIE), request.app.state.lang
    return next((lang for lang in LANGUAGES if lang == wish), usual)


def asks_for_part(request: Request) -> bool:
    """Whether the browser asks only for a part of the page that it already shows. Going back, it has left that page."""
    return "hx-request" in request.headers and "hx-history-restore-request" not in request.headers


def find_visitor(request: Request) -> Visitor | None:
    """The visitor who sends the request; None without a valid session."""
    return get_register(request).find_visitor(request.cookies.get(name_cookie(request), ""))


def name_cookie(request: Request) -> str:
    """The name of the session's cookie. It contains the port: browsers send the cookies of all ports of a host, and
    another port may be another tournament's page."""
    return f"kiebitz-{request.scope['server'][1]}-{get_register(request).name}"


@dataclass(frozen=True, slots=True)
class Visit:
    """One request by somebody who may make it. `lang`: the visitor's language."""

    request: Request
    desk: Desk
    lang: Lang
    visitor: Visitor

    @property
    def by(self) -> str:
        """The name under which the visitor decides."""
        return self.visitor.access.name

    @property
    def is_organiser(self) -> bool:
        """Whether the visitor runs the tournament."""
        return self.visitor.role == "organiser"

    @property
    def is_partial(self) -> bool:
        """Whether the browser asks only for a part of the page that it already shows."""
        return asks_for_part(self.request)

    def open(self) -> Evening:
        """The evening as the file has it now."""
        return self.desk.open(self.lang)

    def list_queue(self) -> tuple[Evening, Queue]:
        """The evening, and the open items that this visitor may decide."""
        return self.keep_own(*self.desk.list_queue(self.lang))

    def keep_own(self, evening: Evening, queue: Queue) -> tuple[Evening, Queue]:
        """Removes the items of closed rounds from the queue, unless the visitor is the organiser."""
        if self.is_organiser:
            return evening, queue
        items = tuple(one for one in queue.items if one.round not in evening.tournament.closed)
        return evening, replace(queue, items=items, count=queue.count - len(queue.items) + len(items))

    def enter(self, items: Sequence[str], make: Make, seen: int | None) -> tuple[Entry, ...]:
        """Writes the entries that `make` returns for the items. Raises `RefusedDecision`, `Overtaken`."""
        guarded = guard_closed(make, items, organiser=self.is_organiser)
        return enter_decision(self.desk.store, items, guarded, self.by, seen, self.open)

    def take_back(self, item: str, reason: str, seen: int) -> tuple[Entry, ...]:
        """Takes the decision on the item back. Raises the same errors as `enter`."""
        return self.enter([item], partial(make_undoing, item=item, reason=reason), seen)

    def explain(self, refused: SpokenError) -> str:
        """The sentence of the refusal."""
        return say_on_page(refused.phrase, self.lang)

    def show(self, template: str, status: int = 200, **given: Any) -> HTMLResponse:
        """The page, or part of one, that the template makes from the values given."""
        return show(self.request, template, status, **given)

    def show_live(self, page: str, status: int = 200, **given: Any) -> HTMLResponse:
        """The whole page, or only the part that is sent again with every change: "now.html" or "now_part.html"."""
        return self.show(f"{page}_part.html" if self.is_partial else f"{page}.html", status, **given)


def admit(*roles: Role) -> Callable[[Request], Awaitable[Visit]]:
    """Makes a dependency that lets only these roles in; without any, everybody who has a session.

    What is at once at hand needs no thread: all of them may be busy with an evening that is being counted, and whoever
    only listens must come in all the same.
    """

    async def check(request: Request) -> Visit:
        visitor = find_visitor(request)
        if visitor is None:
            raise HTTPException(401)
        if visitor.role not in (roles or ROLES):
            raise HTTPException(403)
        return Visit(request, get_desk(request), get_lang(request), visitor)

    return check


Anyone = Annotated[Visit, Depends(admit())]
Decider = Annotated[Visit, Depends(admit("organiser", "referee"))]
Organiser = Annotated[Visit, Depends(admit("organiser"))]
Keyer = Annotated[Visit, Depends(admit("keyer"))]
"""The second person, who reads fields again and must not see what was decided."""
Watcher = Annotated[Visit, Depends(admit("organiser", "referee", "table", "public"))]
Sender = Annotated[Visit, Depends(admit(*SENDERS))]

HTML = Path(__file__).parent / "html"
ADDRESSES = {
    "now": "/jetzt",
    "photos": "/foto",
    "review": "/pruefen",
    "standings": "/stand",
    "handout": "/aushang",
    "players": "/spieler",
    "seating": "/sitzplan",
    "clock": "/uhr",
    "sheets": "/bogen",
    "keying": "/gegenlesen",
    "records": "/akte",
    "settings": "/einstellungen",
    "ownlist": "/eigene-liste",
    "access": "/zugang",
    "read": "/lesen",
    "help": "/hilfe",
}
"""The pages of the menu in its order, with their addresses."""
PAGES = {
    "organiser": tuple(page for page in ADDRESSES if page != "read"),
    "referee": tuple(page for page in ADDRESSES if page not in ("players", "settings", "ownlist", "access", "read")),
    "table": ("photos", "standings", "seating", "clock", "help"),
    "public": ("standings", "seating", "clock", "help"),
    "keyer": ("read", "help"),
}
"""The pages that each role finds in its menu."""
FRONT = ("now", "photos", "review", "standings", "handout", "players")
"""The pages of a long menu that stand in the bar; the others are under "Mehr"."""
MOST_IN_BAR = 6


def name_author(by: str, lang: Lang) -> str:
    """Who wrote an entry, for people: what no person made is the computer's."""
    return say(lang, "sending.computer") if by == SCANNER else by


@cache
def _get_environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(HTML),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=lambda value: drop_marks(value) if isinstance(value, str) else value,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals["static"] = write_address
    environment.globals["system"] = sys.platform if sys.platform in ("win32", "darwin") else "linux"
    environment.filters["author"] = name_author
    environment.filters["points"] = lambda value: "–" if value is None else write_points(value)
    environment.filters["minus"] = show_minus
    environment.filters["figure"] = lambda value, lang: write_number(value, "g", lang)
    environment.filters["percent"] = lambda share, lang: write_number(share, ".1%", lang)
    return environment


def is_from_here(request: Request) -> bool:
    """Whether the request comes from this computer's own browser."""
    return request.client is not None and (request.client.host.startswith("127.") or request.client.host == "::1")


def frame_desk(request: Request) -> Mapping[str, Any]:
    """What the frame around every page of an evening shows; `visitor` is None without a session, `start` is where this
    computer's organiser finds the other evenings."""
    desk, visitor = get_desk(request), find_visitor(request)
    pages = {page: ADDRESSES[page] for page in (PAGES[visitor.role] if visitor else ())}
    return {
        "visitor": visitor,
        "pages": pages,
        "current": next((page for page, address in pages.items() if request.url.path.startswith(address)), ""),
        "front": [page for page in pages if page in FRONT or len(pages) <= MOST_IN_BAR],
        "tournament": desk.title,
        "late": desk.count_late() if visitor and visitor.role == "organiser" else 0,
        "heard": getattr(request.state, "heard", 0),
        "queue": _describe_queue(desk, get_lang(request)) if visitor and visitor.role in SENDERS else None,
        "start": request.app.state.start if visitor and visitor.role == "organiser" and is_from_here(request) else "",
    }


def show(request: Request, template: str, status: int = 200, **given: Any) -> HTMLResponse:
    """The page or the part of a page. Templates call `say("web.now.title")`; the server gives what frames all pages."""
    lang, frame = get_lang(request), request.app.state.frame(request)
    values = {"say": partial(say, lang), "lang": lang, "path": request.url.path, **frame, **given}
    return answer_page(request, typeset(_get_environment().get_template(template).render(values)), status)


def _describe_queue(desk: Desk, lang: Lang) -> Mapping[str, Any]:
    """What the script that sends photographs must know. `box`: tells those of different tournaments apart, which one
    browser may keep; `words`: its sentences, with their gaps."""
    begin = "sending.queue."
    words = {
        key.removeprefix(begin): text for key, text in load_table(lang, "sending").items() if key.startswith(begin)
    }
    return {"address": PARTS, "box": desk.register.name, "most": desk.inbox.most_bytes, "words": words}


MOST_LATER = 300
"""So many items are remembered as put off; those before them come again."""
MOST_LATER_LETTERS = 6000
_LISTS = ("later", "alike")
"""The fields that hold many items."""
MOST_TYPED = 200
"""Letters of anything that is typed here."""


async def read_form(request: Request) -> Mapping[str, str]:
    """What the form says, each value cut to a sane length."""
    form = await request.form(max_files=MOST_FILES, max_fields=MOST_FIELDS)
    return {
        key: value[: MOST_LATER_LETTERS if key in _LISTS else MOST_TYPED]
        for key, value in form.items()
        if isinstance(value, str)
    }


ReviewForm = Annotated[Mapping[str, str], Depends(read_form)]


def require(found: Found | None) -> Found:
    """Returns what was found; answers 404 for None."""
    if found is None:
        raise HTTPException(404)
    return found


def read_later(text: str) -> list[str]:
    """The items that the visitor put off."""
    return text[:MOST_LATER_LETTERS].split()[-MOST_LATER:]


def read_seen(form: Mapping[str, str]) -> int:
    """The number of the last entry that the visitor saw."""
    text = form.get("seen", "")
    if not text.isdecimal():
        raise HTTPException(422)
    return int(text)

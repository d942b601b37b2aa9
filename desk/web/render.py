"""Templates to pages: everything escaped, every sentence from the tables, in the visitor's language."""

from __future__ import annotations

from functools import cache, partial
from pathlib import Path
from typing import Any

from fastapi import Request
from fastapi.responses import HTMLResponse
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from desk.web.guard import find_visitor, get_desk, get_lang
from scoring.findings import write_points
from texts.sentences import say, write_number

HTML = Path(__file__).parent / "html"
ADDRESSES = {
    "now": "/jetzt",
    "photos": "/foto",
    "review": "/pruefen",
    "keying": "/gegenlesen",
    "standings": "/stand",
    "records": "/akte",
    "players": "/spieler",
    "access": "/zugang",
    "read": "/lesen",
    "help": "/hilfe",
}
"""The pages of the menu, with their addresses."""
PAGES = {
    "organiser": ("now", "photos", "review", "keying", "standings", "records", "players", "access", "help"),
    "referee": ("now", "photos", "review", "keying", "standings", "records", "help"),
    "table": ("photos", "standings", "help"),
    "public": ("standings", "help"),
    "keyer": ("read", "help"),
}
"""The pages that each role finds in its menu."""
FRONT = ("now", "photos", "review", "standings")
"""Of a long menu what stands side by side on a phone; the other pages are one tap away."""


@cache
def _get_environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(HTML),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["points"] = lambda value: "–" if value is None else write_points(value)
    environment.filters["percent"] = lambda share, lang: write_number(share, ".1%", lang)
    return environment


def show(request: Request, template: str, status: int = 200, **given: Any) -> HTMLResponse:
    """The page or the part of a page. Templates call `say("web.now.title")`; `visitor` is None without a session."""
    lang, visitor = get_lang(request), find_visitor(request)
    pages = {page: ADDRESSES[page] for page in (PAGES[visitor.role] if visitor else ())}
    path = request.url.path
    current = next((page for page, address in pages.items() if path.startswith(address)), "")
    content = (
        _get_environment()
        .get_template(template)
        .render(
            say=partial(say, lang),
            lang=lang,
            visitor=visitor,
            pages=pages,
            path=path,
            current=current,
            front=FRONT if len(pages) > len(FRONT) else tuple(pages),
            tournament=get_desk(request).title,
            heard=getattr(request.state, "heard", 0),
            **given,
        )
    )
    return HTMLResponse(content, status)

"""Kiebitz beenden: ends all evenings and the program. While photographs are read, or are on their way, it asks first.

Nothing is lost by ending: what has arrived is read the next time, and a telephone keeps what has not.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Form
from fastapi.responses import Response

from desk.web.start.evening_house import House
from desk.web.start.start_kit import Call, Starter
from texts.languages import Lang
from texts.sentences import say

router = APIRouter(prefix="/beenden")


@dataclass(frozen=True, slots=True)
class Unfinished:
    """What is being done for an evening. `unread`: photographs that came in and are not read; `coming`: those that are
    on their way."""

    title: str
    unread: int
    coming: int

    def say(self, lang: Lang) -> str:
        """What is being done, in words."""
        counts = {"unread": self.unread, "coming": self.coming}
        return ", ".join(say(lang, f"laptop.end.{what}", count=count) for what, count in counts.items() if count)


def list_unfinished(house: House) -> Iterator[Unfinished]:
    """The evenings of this process for which something is being done."""
    for served in house.list_served():
        desk = served.desk
        unread, coming = desk.unread, desk.inbox.parts.count_coming()
        if unread or coming:
            yield Unfinished(desk.title, unread, coming)


@router.get("")
def ask_end(call: Starter) -> Response:
    """The question, also where nothing is being done: the icon beside the clock leads here."""
    return _ask(call)


@router.post("")
def end_program(call: Starter, sure: Annotated[str, Form(alias="sicher")] = "") -> Response:
    """Ends all evenings and the program, once this answer is sent. `sicher`: whatever is being done."""
    if not sure and any(list_unfinished(call.house)):
        return _ask(call)
    served = [one.desk.title for one in call.house.list_served()]
    call.house.end()
    return call.show("ended.html", served=served)


def _ask(call: Call) -> Response:
    return call.show("end_question.html", unfinished=list(list_unfinished(call.house)))

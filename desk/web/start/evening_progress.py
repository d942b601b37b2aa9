"""How far an evening is, in one sentence for the start page.

Of an evening that this process serves the pages know it; of any other it comes from what was kept when it was last
counted. No evening is opened or counted for it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from desk.web.recent_evenings import Recent
from desk.web.running_desk import Desk
from texts.languages import Lang
from texts.sentences import Phrase, enumerate_things
from tournament.filing.opened.cache_folder import glance
from tournament.filing.rounds.round_states import list_round_states
from tournament.review.waiting import is_final


@dataclass(frozen=True, slots=True)
class Progress:
    """`players`, `rounds`: how many there are to be, without rounds that are not played; `running`: of the first round
    that is not closed its number, how many sheets are in, and how many tables it has; `open`: items that wait;
    `winners`: of a final evening only."""

    players: int
    rounds: int
    running: tuple[int, int, int] | None = None
    open: int = 0
    winners: Sequence[str] = ()

    @property
    def final(self) -> bool:
        """Whether nothing can change any more."""
        return bool(self.winners)

    def say(self, lang: Lang) -> str:
        """The sentence."""
        if not self.players:
            return Phrase("startpage.state.empty").in_(lang)
        gaps: dict[str, object] = {"players": self.players, "rounds": self.rounds}
        if self.winners:
            return Phrase("startpage.state.won", gaps | {"names": enumerate_things(lang, self.winners)}).in_(lang)
        if self.running is None:
            return Phrase("startpage.state.plain", gaps).in_(lang)
        number, sheets, tables = self.running
        gaps |= {"round": number, "sheets": sheets, "tables": tables, "open": self.open}
        return Phrase(f"startpage.state.{'waiting' if self.open else 'running'}", gaps).in_(lang)


def describe_served(desk: Desk, lang: Lang) -> Progress:
    """The progress of an evening that this process serves."""
    evening, queue = desk.list_queue(lang)
    states = [
        (one.round, one.count_in, len(one.tables)) for one in list_round_states(evening, queue.items) if not one.closed
    ]
    winners = [one.player.name for one in evening.book.standings if one.place == 1]
    return Progress(
        len(evening.tournament.players),
        evening.tournament.opening.rounds - len(evening.tournament.cancelled),
        states[0] if states else None,
        queue.count,
        winners if is_final(evening.book) else (),
    )


def describe_kept(recent: Recent, lang: Lang) -> Progress:
    """The progress of an evening as it was last counted, or what is known of it where that is not kept."""
    status, standings = glance(recent.where, "status", lang), glance(recent.where, "standings", lang)
    if status is None or standings is None:
        return Progress(recent.players, recent.rounds)
    return _read_documents(recent, status, standings)


def _read_documents(recent: Recent, status: Mapping[str, Any], standings: Mapping[str, Any]) -> Progress:
    states = [(one["round"], one["in"], one["tables"]) for one in status["rounds"] if not one["closed"]]
    winners = [line["name"] for line in standings["standings"] if line["place"] == 1]
    return Progress(
        len(standings["standings"]) or recent.players,
        recent.rounds - sum("cancelled" in one for one in status["rounds"]),
        states[0] if states else None,
        len(status["open"]),
        winners if status["final"] else (),
    )

"""Changes of the tournament's form: their entries, their effect on rounds that are seated already, and the rounds that
wait for results.
"""

from __future__ import annotations

from dataclasses import replace

from texts.sentences import Phrase, tidy_text
from tournament.draw.form_rounds import say_source
from tournament.draw.seating_ways import BY_RESULTS, DRAW
from tournament.errors import RefusedOrder
from tournament.filing.setup.draw_entries import make_schedule
from tournament.filing.setup.player_entries import PlayerChange
from tournament.form.form_file import KEYS, Settings
from tournament.form.form_words import say_settings
from tournament.form.seating_form import SEATING_KEYS
from tournament.record import player_facts
from tournament.record.replay import Tournament


def make_form_change(state: Tournament, settings: Settings, reason: str = "") -> PlayerChange:
    """The entry with the settings that differ from the current form; a value equal to the default resets its key.

    Rounds whose draw is in use keep their seats; rounds that are seated otherwise and are not in use are open again.
    Raises `RefusedOrder` where nothing changes.
    """
    meant = {key: "" if text == KEYS[key].default else text for key, text in settings}
    new = tuple((key, text) for key, text in meant.items() if text != state.form.values.get(key, ""))
    if not new:
        raise RefusedOrder("form.nothing-new")
    fact = player_facts.FormSet(new, tidy_text(reason))
    said = Phrase("form.set", {"settings": say_settings(new)})
    return PlayerChange((fact,), said, notes=_note_standing(state, new))


def _note_standing(state: Tournament, settings: Settings) -> tuple[Phrase, ...]:
    """Sentences on seated rounds: that they stay as they are, or must be drawn again."""
    if not {key.name for key in SEATING_KEYS} & {key for key, _ in settings}:
        return ()
    schedule = make_schedule(replace(state, form=state.form.set(settings)))
    standing = tuple(round_ for round_ in sorted(state.draws) if schedule.stands(round_))
    loose = tuple(round_ for round_ in sorted(state.draws) if round_ not in standing and not schedule.fits(round_))
    stays = (Phrase("form.stays", {"rounds": standing}),) if standing else ()
    return (*stays, Phrase("form.redraw", {"rounds": loose})) if loose else stays


def list_form_waits(state: Tournament) -> tuple[Phrase, ...]:
    """A sentence for each open round that waits: for a round to be closed, since it is seated by results, or for such a
    round to be seated, since it is drawn behind it."""
    schedule = make_schedule(state)
    way, rounds, lots = schedule.form.find_way, schedule.list_open(), schedule.list_lots()
    waiting = [one for one in rounds if way(one) in BY_RESULTS]
    unclosed = {one: find_unclosed(state, one) for one in waiting}
    closing = (Phrase("form.waits", {"round": one, "before": before}) for one, before in unclosed.items() if before)
    drawn = [one for one in rounds if way(one) == DRAW and one not in lots]
    behind = {one: max(before for before in waiting if before < one) for one in drawn}
    return (*closing, *(Phrase("form.waits-drawn", {"round": one, "before": before}) for one, before in behind.items()))


def find_unclosed(state: Tournament, round_: int) -> int | None:
    """The last round before `round_` that is not closed; None where all are closed."""
    return next((before for before in range(round_ - 1, 0, -1) if before not in state.closed), None)


def list_sources(state: Tournament) -> dict[int, Phrase]:
    """How each seated round was seated: "Runde 2: Vorrücken nach Platz am Tisch, Startwert „abend“"."""
    return {number: say_source(number, one.seed, one.method) for number, one in sorted(state.drawn.items())}

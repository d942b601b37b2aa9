"""The tournament's form: the entry of a change, what it does to rounds that are seated already, and what a round that
is seated by results waits for.
"""

from __future__ import annotations

from texts.sentences import Phrase, tidy_text
from tournament.draw.table_sizes import NoDraw
from tournament.errors import RefusedOrder
from tournament.filing.draw_entries import make_schedule
from tournament.filing.player_entries import PlayerChange
from tournament.form.form_file import KEYS, Settings
from tournament.form.form_words import say_settings
from tournament.form.seating_form import BY_RESULTS, SEATING_KEYS, read_seating
from tournament.record import player_facts
from tournament.record.replay import Tournament


def make_form_change(state: Tournament, settings: Settings, reason: str = "") -> PlayerChange:
    """The settings that differ from what holds. Rounds whose draw is in use keep their seats. Raises `RefusedOrder`
    where nothing changes."""
    meant = {key: "" if text == KEYS[key].default else text for key, text in settings}
    new = tuple((key, text) for key, text in meant.items() if text != state.form.values.get(key, ""))
    if not new:
        raise RefusedOrder("form.nothing-new")
    fact = player_facts.FormSet(new, tidy_text(reason))
    said = Phrase("form.set", {"settings": say_settings(new)})
    return PlayerChange((fact,), said, notes=_note_standing(state, new))


def _note_standing(state: Tournament, settings: Settings) -> tuple[Phrase, ...]:
    """That rounds which are seated already stay as they are, or are to be drawn again."""
    if not {key.name for key in SEATING_KEYS} & {key for key, _ in settings}:
        return ()
    schedule = make_schedule(state)
    standing = tuple(round_ for round_ in sorted(state.draws) if schedule.stands(round_))
    loose = tuple(round_ for round_ in sorted(state.draws) if round_ not in standing)
    stays = (Phrase("form.stays", {"rounds": standing}),) if standing else ()
    return (*stays, Phrase("form.redraw", {"rounds": loose})) if loose else stays


def list_form_waits(state: Tournament) -> tuple[Phrase, ...]:
    """A sentence for each round that is seated by results, is not seated yet, and waits for a round to be closed."""
    ways = read_seating(state.form, state.opening.rounds).ways
    return tuple(
        Phrase("form.waits", {"round": round_, "before": before})
        for round_, way in ways.items()
        if way in BY_RESULTS and round_ not in state.draws and (before := find_unclosed(state, round_))
    )


def find_unclosed(state: Tournament, round_: int) -> int | None:
    """The last round before that one which is not closed; None where all are."""
    return next((before for before in range(round_ - 1, 0, -1) if before not in state.closed), None)


def refuse_unclosed(state: Tournament, round_: int) -> None:
    """Raises `NoDraw` for a round that is seated by results, as long as one before it is not closed."""
    way = read_seating(state.form, state.opening.rounds).ways.get(round_)
    before = find_unclosed(state, round_)
    if way in BY_RESULTS and before is not None:
        raise NoDraw("form.waits", round=round_, before=before)

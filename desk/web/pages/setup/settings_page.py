"""Einstellungen: title, day, rounds, rules, start fee and prizes of the tournament, and what of these can still change.

The form that the tournament has beside its rules is on a page of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Literal

from fastapi import APIRouter, Form, UploadFile
from fastapi.responses import RedirectResponse, Response

from desk.web.club_rules import check_dropped, find_shipped
from desk.web.page_kit import Organiser, Seen, Typed, Visit, read_number
from desk.web.setup_steps import list_steps
from scoring.rulesets.load_rules import BIGGEST, list_known, load
from scoring.rulesets.rule_gist import tell_gist
from scoring.rulesets.rule_page import write_page
from texts.sentences import SpokenError, say, say_on_page, write_number
from tournament.draw.table_sizes import USUAL
from tournament.errors import RefusedOrder
from tournament.filing.entering import enter_change
from tournament.filing.opened.absences import count_fees
from tournament.filing.setup.opening_entries import (
    LONGEST_TITLE,
    MOST_GAMES,
    MOST_ROUNDS,
    ChosenRules,
    find_fixed,
    find_least_rounds,
    make_prizes,
    make_rounds,
    make_rules,
    make_title,
)
from tournament.filing.setup.player_entries import PlayerChange
from tournament.filing.stories.chronicle import Chronicle
from tournament.form.form_words import list_ways
from tournament.printing.sheet_orders import choose_games
from tournament.record.replay import Tournament, replay

router = APIRouter(prefix="/einstellungen")
Part = Literal["title", "rounds", "rules", "prizes"]
_KEPT = ""
"""In the form: the rules stay, only games or tables change."""


@router.get("")
def show_settled(visit: Organiser, geaendert: str = "") -> Response:
    """Everything that is settled. `geaendert`: the part that was just changed."""
    return _show(visit, changed=geaendert)


@router.get("/regeln")
def show_rules_played(visit: Organiser) -> Response:
    """The rules by which is played, every entry with its source."""
    rules = replay(visit.desk.store.read_entries()).opening.rules
    return visit.show("rules_page.html", rules=rules, lines=list(write_page(rules, visit.lang)))


@router.post("/title")
def answer_title(visit: Organiser, title: Typed, day: Typed = "", seen: Seen = None) -> Response:
    """Another title or day."""
    return _change(visit, "title", seen, lambda state: make_title(state, title, day))


@router.post("/rounds")
def answer_rounds(visit: Organiser, rounds: Typed, seen: Seen = None) -> Response:
    """More rounds, or fewer."""
    return _change(visit, "rounds", seen, lambda state: make_rounds(state, read_number(rounds) or 0))


@router.post("/prizes")
def answer_prizes(
    visit: Organiser,
    prize: Annotated[list[str], Form()] = [],  # noqa: B006 - FastAPI copies it
    seen: Seen = None,
) -> Response:
    """The prizes by place."""
    return _change(visit, "prizes", seen, lambda state: make_prizes(state, prize))


@router.post("/rules")
def answer_rules(
    visit: Organiser,
    rules: Typed = _KEPT,
    games: Typed = "",
    seats: Typed = "",
    own: UploadFile | None = None,
    seen: Seen = None,
) -> Response:
    """Other rules, games or tables. `own`: a club's own rule set."""
    try:
        chosen, faults = None, tuple[str, ...]()
        if own is not None and own.filename:
            chosen, faults = check_dropped(own.filename, own.file.read(BIGGEST + 1), visit.lang)
        elif rules in list_known():
            chosen = find_shipped(rules)
    except SpokenError as refused:
        return _show(visit, "rules", visit.explain(refused))
    if faults:
        return _show(visit, "rules", say(visit.lang, "setup.rules.faults", count=len(faults)), faults=faults)
    return _change(visit, "rules", seen, lambda state: _make_rules(state, chosen, games, seats))


def _make_rules(state: Tournament, chosen: ChosenRules | None, games: str, seats: str) -> PlayerChange:
    """`chosen`: None for those that hold now. Games that belong to the rules go with them, unless others are typed."""
    now = ChosenRules(state.opening.rules, *state.opening.texts)
    size = read_number(seats) or state.opening.seats
    number = read_number(games)
    if games.strip() and not (number and 1 <= number <= MOST_GAMES):
        raise RefusedOrder("setup.rounds.no-number", rounds=MOST_ROUNDS, games=MOST_GAMES)
    kept = number == state.opening.games and chosen is not None
    new = chosen or now
    return make_rules(state, new, choose_games(new.rules, size, None if kept else number), size)


def _change(visit: Visit, part: Part, seen: int | None, make: Callable[[Tournament], PlayerChange]) -> Response:
    """Writes the change, unless somebody changed the same part after the entry `seen`."""
    entries = visit.desk.store.read_entries()
    if later := [one for one in entries[seen:] if seen is not None and one.fact.kind == f"{part}-set"]:
        told = Chronicle(entries, replay(entries)).describe(later[-1], visit.lang)
        return _show(visit, part, say(visit.lang, "web.players.changed", what=told.words, by=told.by))
    try:
        change, _ = enter_change(visit.desk.store, make, visit.by)
    except SpokenError as refused:
        return _show(visit, part, visit.explain(refused))
    visit.desk.title = replay(visit.desk.store.read_entries()).opening.title
    notes = " ".join(say_on_page(note, visit.lang) for note in change.notes)
    return _show(visit, part, notes, noted=True) if notes else RedirectResponse(f"/einstellungen?geaendert={part}", 303)


def _show(
    visit: Visit,
    at: str = "",
    refusal: str = "",
    changed: str = "",
    faults: tuple[str, ...] = (),
    *,
    noted: bool = False,
) -> Response:
    """`at`: the part beside which the refusal stands. `noted`: it was changed, and the sentence says what is to be
    done."""
    state, lang = replay(visit.desk.store.read_entries()), visit.lang
    opening, fixed = state.opening, find_fixed(state)
    return visit.show(
        "tournament_settings.html",
        409 if refusal and not noted else 200,
        state=state,
        steps=list_steps(state, "title"),
        at=at or changed,
        refusal=refusal,
        noted=noted or bool(changed),
        faults=faults,
        fixed=say_on_page(fixed, lang) if fixed else "",
        least=find_least_rounds(state),
        gist=tell_gist(opening.rules, lang),
        known=[(name, load(name).title.in_(lang)) for name in list_known() if name != opening.rules.id],
        ways=[say_on_page(way, lang) for way in list_ways(state.form, opening.rounds)],
        fees=[say_on_page(fee, lang) for fee in count_fees(state).say()],
        prizes=[write_number(cents / 100, ".2f", lang) for cents in opening.prizes],
        seats=[one for one in USUAL if one in opening.rules.sheet.seats],
        longest=LONGEST_TITLE,
        most_rounds=MOST_ROUNDS,
        most_games=MOST_GAMES,
    )

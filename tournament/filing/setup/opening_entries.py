"""What is played: the first entries of a new tournament, and later changes of title, rounds, rules, prizes and list.

A change is refused where it would touch what was played: rules and games once a sheet is in, rounds that are drawn or
have sheets. Every function raises `RefusedOrder` then.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from scoring.counting.rules import RuleSet
from templates.foreign.layout_file import load_layout_text
from texts.item_ids import parse_item
from texts.sentences import Phrase, tidy_text
from tournament.errors import RefusedOrder
from tournament.filing.setup.player_entries import PlayerChange, read_euros
from tournament.filing.setup.player_lists import PlayerList
from tournament.form.form_file import Settings
from tournament.record import facts, opening_facts, player_facts
from tournament.record.opening import load_rules
from tournament.record.replay import Tournament
from tournament.standings.prizes import name_euros

LONGEST_TITLE = 200
"""Letters of a title: it stands in one line on paper."""
MOST_ROUNDS, MOST_GAMES, MOST_PRIZES = 99, 99, 50


@dataclass(frozen=True, slots=True)
class ChosenRules:
    """A rule set with the texts that say how games count: its own file's and, if it extends one, the other's."""

    rules: RuleSet
    own: str
    base: str = ""


@dataclass(frozen=True, slots=True)
class NewTournament:
    """The answers from which a tournament's file is made. `day`, `fee`: as typed, "" for none. `players`: None for
    nobody yet. `own_list`: the layout of the club's own list, as the text of a file, "" for none."""

    title: str
    chosen: ChosenRules
    rounds: int
    games: int
    seats: int = 4
    day: str = ""
    fee: str = ""
    ties: tuple[str, ...] = ()
    places: tuple[int, ...] = ()
    prizes: tuple[int, ...] = ()
    form: Settings = ()
    players: PlayerList | None = None
    own_list: str = ""


def make_first_facts(new: NewTournament) -> tuple[facts.Fact, ...]:
    """The first entries of the file."""
    title, chosen, usual = tidy_text(new.title), new.chosen, (new.ties, new.places, new.prizes)
    numbers = new.rounds, new.games, new.seats
    opened = facts.Opened(title, chosen.rules.id, chosen.own, *numbers, chosen.base, *usual)
    dated = (opening_facts.TitleSet(title, read_day(new.day)),) if new.day else ()
    fee = (player_facts.FeeSet(read_euros(new.fee)),) if new.fee else ()
    form = (player_facts.FormSet(new.form),) if new.form else ()
    listed = (_read_list(chosen.rules, new.own_list),) if new.own_list else ()
    players = new.players.players if new.players else ()
    paid = tuple(player_facts.Paid(one.start, True) for one in players if new.players and one.start in new.players.paid)
    return (opened, *dated, *fee, *form, *listed, *players, *paid)


def read_day(typed: str) -> str:
    """The day as ISO has it: "2026-11-28", or as people type it, "28.11.2026"; "" for none. Raises RefusedOrder."""
    text = tidy_text(typed)
    parts = text.split(".")
    if len(parts) == len(("day", "month", "year")):
        text = "-".join((parts[2].strip(), *(part.strip().zfill(2) for part in reversed(parts[:2]))))
    try:
        return date.fromisoformat(text).isoformat() if text else ""
    except ValueError as error:
        raise RefusedOrder("opening.no-day", typed=tidy_text(typed)[:LONGEST_TITLE]) from error


def make_title(state: Tournament, title: str, day: str) -> PlayerChange:
    """The tournament gets another title or day."""
    new, when = read_title(title), read_day(day)
    _refuse_same((new, when) == (state.opening.title, state.opening.day))
    fact = opening_facts.TitleSet(new, when)
    return PlayerChange((fact,), Phrase("opening.title-set", {"title": new}))


def read_title(typed: str) -> str:
    """The title in the form that is kept. Raises RefusedOrder for none, and for one that is too long."""
    title = tidy_text(typed)
    if not title or len(title) > LONGEST_TITLE:
        raise RefusedOrder("opening.no-title", most=LONGEST_TITLE)
    return title


def find_least_rounds(state: Tournament) -> int:
    """The last round that is drawn, closed or has a sheet, at least 1: so many rounds the tournament must have."""
    scanned = (one.round or 0 for one in map(parse_item, state.sheets))
    return max((1, *state.draws, *state.closed, *scanned))


def make_rounds(state: Tournament, rounds: int) -> PlayerChange:
    """The tournament gets more rounds, or fewer."""
    least = find_least_rounds(state)
    if not least <= rounds <= MOST_ROUNDS:
        raise RefusedOrder("opening.no-rounds", least=least, most=MOST_ROUNDS)
    _refuse_same(rounds == state.opening.rounds)
    return PlayerChange((opening_facts.RoundsSet(rounds),), Phrase("opening.rounds-set", {"rounds": rounds}))


def find_fixed(state: Tournament) -> Phrase | None:
    """Why rules and games can no longer change; None while they can."""
    if state.closed:
        return Phrase("opening.fixed-closed", {"round": min(state.closed)})
    return Phrase("opening.fixed-sheets", {"count": len(state.sheets)}) if state.sheets else None


def make_rules(state: Tournament, chosen: ChosenRules, games: int, seats: int) -> PlayerChange:
    """The tournament is played by other rules, with other games a round, or at tables of another size."""
    if fixed := find_fixed(state):
        raise RefusedOrder(fixed.key, **fixed.gaps)
    new, now = opening_facts.RulesSet(chosen.rules.id, chosen.own, games, seats, chosen.base), state.opening
    # equal texts are loaded once, so they are one object
    same = load_rules(new.rules_id, new.rules_toml, new.base_toml) is now.rules
    _refuse_same(same and (games, seats) == (now.games, now.seats))
    void = (Phrase("opening.void-paper", {"rounds": tuple(sorted(state.printed))}),) if state.printed else ()
    gaps = {"title": chosen.rules.title, "games": games, "seats": seats}
    return PlayerChange((new,), Phrase("opening.rules-set", gaps), notes=void)


def make_prizes(state: Tournament, typed: Sequence[str]) -> PlayerChange:
    """The prizes by place, as typed; empty ones at the end are left out."""
    filled = len(typed) - next((at for at, text in enumerate(reversed(typed)) if text.strip()), len(typed))
    cents = tuple(read_euros(text) for text in typed[:filled])
    if len(cents) > MOST_PRIZES or list(cents) != sorted(cents, reverse=True):
        raise RefusedOrder("opening.no-prizes", most=MOST_PRIZES)
    _refuse_same(cents == state.opening.prizes)
    said = Phrase(
        "opening.prizes-set" if cents else "opening.no-more-prizes", {"prizes": tuple(map(name_euros, cents))}
    )
    return PlayerChange((opening_facts.PrizesSet(cents),), said)


def make_own_list(state: Tournament, layout_toml: str) -> PlayerChange:
    """The club's own list, by the text of its layout's file, is read from now on; "" for none any more. Raises
    `LayoutFault` for a text that describes no sheet."""
    _refuse_same(layout_toml == state.opening.own_list)
    if not layout_toml:
        return PlayerChange((opening_facts.ListDropped(),), Phrase("opening.list-dropped"))
    fact = _read_list(state.opening.rules, layout_toml)
    gaps = {"seats": fact.seats, "games": fact.games}
    return PlayerChange((fact,), Phrase("opening.list-set" if fact.games else "opening.paper-set", gaps))


def _read_list(rules: RuleSet, layout_toml: str) -> opening_facts.ListSet:
    """The list as an entry. Raises RefusedOrder where it is no list of games, or not of a table by these rules."""
    layout, possible = load_layout_text(layout_toml), rules.sheet.seats
    if not layout.plain and not (layout.games and layout.seats):
        raise RefusedOrder("opening.no-list")
    if layout.seats not in (*possible, *((0,) if layout.plain else ())):
        raise RefusedOrder("opening.list-seats", seats=layout.seats, possible=tuple(possible))
    return opening_facts.ListSet(layout_toml, layout.seats, layout.games)


def _refuse_same(same: bool) -> None:
    if same:
        raise RefusedOrder("form.nothing-new")

"""`kiebitz new` and `kiebitz players FILE list|add|drop|pause|seat|rename|swap|substitute|paid`: a tournament's
file with its rules, and who takes part, from the list to the last round.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from desk.cli.run.command_file import open_to_add
from desk.cli.screen import print_json, print_note, show_table, write_lines
from desk.exits import Status, WrongUse
from desk.inputs import find_author, load_paper_rules
from texts.languages import Lang
from texts.sentences import say

if TYPE_CHECKING:
    from desk.cli import player_orders as orders
    from desk.cli.evening_orders import NewOrder
    from tournament.filing.setup.player_entries import PlayerChange
    from tournament.filing.setup.player_lists import PlayerList
    from tournament.record.player_facts import PlayerAdded
    from tournament.record.replay import Entrant, Tournament


_MOST_PAIRS = 10
"""Pairs of names that are shown; of further pairs only the number."""


def make_tournament(order: NewOrder) -> Status:
    """Writes the file; reports what it contains and which names are alike."""
    from scoring.rulesets.load_rules import load_texts
    from tournament.filing.setup.opening_entries import ChosenRules, NewTournament, make_first_facts
    from tournament.form.form_file import read_form_file
    from tournament.printing.sheet_orders import choose_games
    from tournament.record.open_store import create_store
    from tournament.record.record_errors import SUFFIX, is_url

    if not is_url(order.where) and Path(order.where).suffix.lower() != SUFFIX:
        raise WrongUse("desk.use.wrong-ending", path=order.where, suffix=SUFFIX)
    chosen = ChosenRules(load_paper_rules(order.rules), *load_texts(order.rules))
    new = NewTournament(
        order.title,
        chosen,
        order.rounds,
        choose_games(chosen.rules, order.seats, order.games),
        order.seats,
        fee=order.fee,
        ties=_read_ties(order.ties),
        places=_read_amounts(order.places, "--places", 1),
        prizes=_read_amounts(order.prizes, "--prizes", 100),
        form=() if order.form is None else read_form_file(order.form),
        players=None if order.players is None else _read_listed(order.players, order.sheet, order.lang),
    )
    players = new.players.players if new.players else ()
    facts = make_first_facts(new)
    if order.dry:
        return _show_listed(players, order.lang)
    store = create_store(order.where, facts, by=find_author(order.by))
    said = say(order.lang, "book.new.written", where=store.where, players=len(players), rounds=order.rounds)
    sys.stderr.write(f"{said}\n")
    report_look_alikes([player.name for player in players], None, order.lang)
    return Status.DONE


def _read_listed(path: Path, sheet: str, lang: Lang) -> PlayerList:
    """The list; reports how each column was understood."""
    from tournament.filing.setup.player_lists import read_player_list

    listed = read_player_list(path, sheet)
    sys.stderr.writelines(note.in_(lang) + "\n" for note in listed.notes)
    return listed


def _show_listed(players: Sequence[PlayerAdded], lang: Lang) -> Status:
    """The players as they would be written."""
    head = [say(lang, f"book.players.head.{name}") for name in ("start", "name", "club")]
    rows = [[str(player.start), player.name, player.club] for player in players]
    show_table(say(lang, "book.players.count", count=len(players)), head, rows, right=(0,))
    print_note(lang, "book.list.dry")
    return Status.DONE


def _read_ties(typed: str) -> tuple[str, ...]:
    """The rules for ties, in order. Raises UnknownTieRule."""
    from tournament.standings.ties import check_chain

    chain = tuple(word.strip().lower() for word in typed.split(",") if word.strip())
    if chain:
        check_chain(chain)
    return chain


def _read_amounts(typed: str, option: str, scale: int) -> tuple[int, ...]:
    """Whole numbers by place, multiplied by `scale`. Raises WrongUse for anything else, and where a later place has
    more than an earlier one."""
    try:
        amounts = tuple(int(word) * scale for word in typed.split(",")) if typed.strip() else ()
    except ValueError as error:
        raise WrongUse("standings.use.no-numbers", option=option) from error
    if min(amounts, default=0) < 0 or list(amounts) != sorted(amounts, reverse=True):
        raise WrongUse("standings.use.no-numbers", option=option)
    return amounts


def report_look_alikes(names: Sequence[str], new: Sequence[str] | None, lang: Lang) -> None:
    """Reports names that are easily confused; with `new` only those that are like one of the new names."""
    from tournament.evening.name_matching import find_look_alikes

    pairs = find_look_alikes(names, new)
    for one, other in pairs[:_MOST_PAIRS]:
        print_note(lang, "book.players.alike", one=one, other=other)
    if len(pairs) > _MOST_PAIRS:
        print_note(lang, "book.players.more-alike", count=len(pairs) - _MOST_PAIRS)


def list_players(order: orders.ListOrder) -> Status:
    """Prints the players by start number, and who has not paid."""
    from tournament.filing.opened.absences import count_fees
    from tournament.record.open_store import open_store
    from tournament.record.replay import replay

    tournament = replay(open_store(order.file.obj).read_entries())
    players, fees = tournament.players, count_fees(tournament)
    if order.as_json:
        sums = {"fee_cents": fees.cents, "paid_cents": fees.cents * len(fees.paid), "unpaid": list(fees.unpaid)}
        print_json({"kiebitz": 1, "players": [_describe(player) for player in players], **sums})
        return Status.DONE
    head = [say(order.lang, f"book.players.head.{name}") for name in ("start", "name", "club", "paid", "remarks")]
    title = say(order.lang, "book.players.count", count=len(players))
    show_table(title, head, [_write_row(player, order.lang) for player in players], right=(0,))
    write_lines(fee.in_(order.lang) for fee in fees.say())
    return Status.DONE


def _describe(player: Entrant) -> dict[str, object]:
    return {
        "start": player.start,
        "name": player.name,
        "club": player.club,
        "table": player.fixed_table,
        "dropped_after": player.dropped_after,
        "paused": sorted(player.paused),
        "paid": player.paid,
        "substitutes": {str(round_): name for round_, name in sorted(player.substitutes.items())},
    }


def _write_row(player: Entrant, lang: Lang) -> list[str]:
    from tournament.standings.places import name_withdrawal

    remarks = [
        say(lang, "book.players.stands-in", round=round_, name=name)
        for round_, name in sorted(player.substitutes.items())
    ]
    if player.paused:
        remarks.append(say(lang, "book.players.rests", rounds=tuple(sorted(player.paused))))
    if player.fixed_table is not None:
        remarks.append(say(lang, "book.players.fixed", table=player.fixed_table))
    if left := name_withdrawal(player.dropped_after):
        remarks.append(left.in_(lang))
    paid = say(lang, "book.players.yes") if player.paid else ""
    return [str(player.start), player.name, player.club, paid, "; ".join(remarks)]


def add_player(order: orders.AddOrder) -> Status:
    """Adds a player who plays from the round `first` on, with the number given or the next that was never used."""
    from tournament.filing.setup.player_entries import make_joining

    given = order.name, order.club, order.start, order.table, order.first
    return _change(order, lambda state: make_joining(state, *given))


def take_list(order: orders.TakeListOrder) -> Status:
    """Adds the players of a list who are not there yet."""
    from tournament.filing.setup.player_entries import make_list_joining

    listed = _read_listed(order.listed, order.sheet, order.lang)
    if order.dry:
        return _show_listed(listed.players, order.lang)
    return _change(order, lambda state: make_list_joining(state, listed))


def pause_player(order: orders.PauseOrder) -> Status:
    """Lets a player sit a round out."""
    from tournament.filing.setup.player_entries import make_pause

    return _change(order, lambda state: make_pause(state, order.who, order.round))


def seat_player(order: orders.SeatOrder) -> Status:
    """Gives a player who comes late the next free seat of a round that is drawn already."""
    from tournament.filing.setup.player_entries import make_seating

    return _change(order, lambda state: make_seating(state, order.who, order.round, order.table))


def drop_player(order: orders.DropOrder) -> Status:
    """Lets a player leave after the given round, by default after the last round with a sheet."""
    from tournament.filing.setup.player_entries import make_leaving

    return _change(order, lambda state: make_leaving(state, order.who, order.after))


def rename_player(order: orders.RenameOrder) -> Status:
    """Corrects a player's name."""
    from tournament.filing.setup.player_entries import make_renaming

    return _change(order, lambda state: make_renaming(state, order.who, order.name))


def swap_players(order: orders.SwapOrder) -> Status:
    """Lets two players change seats in the draw of a round."""
    from tournament.filing.setup.player_entries import make_swap

    return _change(order, lambda state: make_swap(state, order.first, order.second, order.round))


def substitute_player(order: orders.SubstituteOrder) -> Status:
    """Lets somebody play a round for a player; without a name the player plays that round after all."""
    from tournament.filing.setup.player_entries import make_substitution

    return _change(order, lambda state: make_substitution(state, order.who, order.name, order.round))


def mark_paid(order: orders.PaidOrder) -> Status:
    """Notes who has paid, or has not after all."""
    from tournament.filing.setup.player_entries import make_payment

    return _change(order, lambda state: make_payment(state, order.who, paid=not order.unpaid))


def set_fee(order: orders.FeeOrder) -> Status:
    """Notes what each player pays to take part."""
    from tournament.filing.setup.player_entries import make_fee

    return _change(order, lambda _: make_fee(order.fee))


def _change(order: Any, make: Callable[[Tournament], PlayerChange]) -> Status:
    """Writes the change that `make` returns for the current state, and reports it. `order`: of any command behind
    `players`."""
    from tournament.filing.decisions.reasons import report_waiting
    from tournament.filing.entering import enter_change

    store = open_to_add(order.file.obj, order.lang)
    change, made = enter_change(store, make, find_author(order.by))
    if change.new:
        report_look_alikes(change.others, [change.new], order.lang)
    waits = report_waiting(store, made)
    sys.stderr.writelines(said.in_(order.lang) + "\n" for said in waits or (change.said, *change.notes))
    return Status.DONE

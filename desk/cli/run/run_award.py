"""`kiebitz award`: fines, deductions, warnings and the like: all of them listed, or one entered."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, cast

from desk.cli.run.command_file import keep_status, open_book, open_to_add
from desk.cli.screen import print_json, print_note, show_table
from desk.exits import Status
from desk.inputs import find_author
from scoring.findings import write_points
from texts.languages import Lang
from texts.sentences import Phrase, say

if TYPE_CHECKING:
    from desk.cli.evening_orders import AwardOrder
    from tournament.evening.award_notes import AwardNote
    from tournament.record.award_facts import AwardKind, Stands

_HEADS = ("entry", "place", "what", "paragraph", "name", "points", "stands", "by", "reason")


def settle_awards(order: AwardOrder) -> Status:
    """Enters what is given, or shows what was awarded so far."""
    return _list_awards(order) if order.who is None else _enter_award(order, order.who)


def _enter_award(order: AwardOrder, who: str) -> Status:
    from tournament.filing.decisions.award_entries import AwardWish, make_award
    from tournament.filing.entering import enter_decision
    from tournament.filing.opened.awarded_players import note_award
    from tournament.record.award_facts import Award, Awarded

    what, stands = cast("AwardKind", order.what), cast("Stands", order.stands)
    places = (order.round, order.table, order.game, stands)
    wish = AwardWish(what, who, order.points, order.paragraph, *places, order.photo, order.reason)
    store = open_to_add(order.where, order.lang)
    look = partial(open_book, store, order.lang)
    (entry,) = enter_decision(store, [], lambda evening: [make_award(evening, wish)], find_author(order.by), look=look)
    assert isinstance(entry.fact, Awarded)
    evening = look()
    keep_status(evening, order.lang)
    names = {player.start: player.name for player in evening.tournament.players}
    note = note_award(Award(entry.fact, entry.number, entry.by, entry.when), names)
    print_note(order.lang, "awards.done", what=note.say_what(order.lang))
    if what == "disqualification":
        print_note(order.lang, "awards.still-seated", name=note.name)
    return Status.DONE


def _list_awards(order: AwardOrder) -> Status:
    from tournament.evening.award_notes import describe_award
    from tournament.filing.opened.awarded_players import list_award_notes
    from tournament.record.open_store import open_store
    from tournament.record.replay import replay

    state = replay(open_store(order.where).read_entries())
    notes = list_award_notes(state)
    if order.as_json:
        print_json({"kiebitz": 1, "awards": [describe_award(one, order.lang) for one in notes]})
    elif notes:
        heads = [say(order.lang, f"awards.head.{head}") for head in _HEADS]
        title = Phrase("awards.title", {"title": state.opening.title}).in_(order.lang)
        show_table(title, heads, _write_rows(notes, order.lang))
    else:
        print_note(order.lang, "awards.none")
    return Status.DONE


def _write_rows(notes: Sequence[AwardNote], lang: Lang) -> list[list[str]]:
    return [
        [
            str(one.entry),
            one.name_place(lang) or "–",
            say(lang, f"awards.what.{one.what}"),
            one.paragraph or "–",
            one.name,
            ", ".join(f"{name} {write_points(points)}" for name, points in one.shares) or "–",
            say(lang, f"awards.stands.{one.stands}") if one.shares else "–",
            one.by,
            one.reason,
        ]
        for one in notes
    ]

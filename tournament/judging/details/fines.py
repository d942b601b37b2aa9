"""What an offence costs by the other details of its row: each Absage of the other party may raise the fine."""

from __future__ import annotations

from collections.abc import Mapping

from scoring.counting.game import PARTIES, Calls, Party, find_other_party
from scoring.counting.rules import Fine, RuleSet
from tournament.judging.details.game_fields import WrittenDetails, is_lone_kind

Cells = Mapping[int, int | None]
"""Points by seat, as far as they are known."""


def find_offender(cells: Cells) -> int | None:
    """The seat that pays: the only one with minus points; None where none or several have them."""
    minus = [seat for seat, points in cells.items() if points is not None and points < 0]
    return minus[0] if len(minus) == 1 else None


def find_party(rules: RuleSet, told: WrittenDetails, seat: int) -> Party | None:
    """The party of the seat by the crosses for Re; None where a partner's cross may be left out."""
    if seat in told.re:
        return "re"
    lone = bool(told.solo) or (len(told.kinds) == 1 and is_lone_kind(rules, told.kinds[0]))
    return "kontra" if len(told.re) == (1 if lone else 2) else None


def list_fines_for(rules: RuleSet, told: WrittenDetails, offender: int) -> tuple[Fine, ...]:
    """What that offender may have to pay, the fine for a minor offence last. With no call crossed nothing is told of
    Absagen (ddv TSR 9: three more for each of the other party), and each number of them may have been made."""
    offence = rules.offence
    if not offence.has_absagen or not (told.said_re or told.said_kontra):
        return offence.list_fines()
    party, calls = find_party(rules, told, offender), Calls(told.said_re, told.said_kontra)
    counts = {len(calls.list_absagen(find_other_party(one))) for one in PARTIES if party in (one, None)}
    return (*(offence.make_fine(count) for count in sorted(counts)), *((offence.minor,) if offence.has_minor else ()))


def fits_fine(rules: RuleSet, told: WrittenDetails, hands: Mapping[int, int]) -> bool:
    """Whether these are the points of an offence beside such details."""
    offender = find_offender(hands)
    fines = list_fines_for(rules, told, offender) if offender is not None else ()
    return sorted(hands.values()) in [fine.hands for fine in fines]

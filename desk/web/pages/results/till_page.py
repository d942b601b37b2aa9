"""Kasse: entry fees and prizes, each with its sum, and what is left of them; printed it is a list to sign."""

from __future__ import annotations

from dataclasses import dataclass

from fastapi import APIRouter
from fastapi.responses import Response

from desk.web.page_kit import Organiser
from tournament.evening.book import Book
from tournament.filing.opened.absences import Fees, count_fees
from tournament.review.waiting import is_final
from tournament.standings.prizes import name_euros, pay_prizes

router = APIRouter()


@dataclass(frozen=True, slots=True)
class Prize:
    """A prize in cents. `names`: who gets it, "" as long as the standings may change; `place`: as it is written."""

    place: int
    name: str
    cents: int


@dataclass(frozen=True, slots=True)
class Till:
    """Fees and prizes, in cents. `final`: whether the prizes have their winners; `undivided`: what of the prizes stays
    in the till, because it cannot be divided among players who tie."""

    fees: Fees
    prizes: tuple[Prize, ...]
    final: bool
    undivided: int

    @property
    def came_in(self) -> int:
        """The fees of those who have paid."""
        return self.fees.cents * len(self.fees.paid)

    @property
    def expected(self) -> int:
        """The fees of all."""
        return self.came_in + self.fees.cents * len(self.fees.unpaid)

    @property
    def goes_out(self) -> int:
        """All prizes that somebody gets."""
        return sum(one.cents for one in self.prizes)

    @property
    def left(self) -> int:
        """What is left when all have paid and all prizes are paid out; below 0 where the fees do not cover them."""
        return self.expected - self.goes_out


@router.get("/aushang/kasse")
def show_till(visit: Organiser) -> Response:
    """The page."""
    evening = visit.open()
    till = count_till(evening.book, count_fees(evening.tournament))
    return visit.show("till.html", till=till, euros=lambda cents: name_euros(cents).in_(visit.lang))


def count_till(book: Book, fees: Fees) -> Till:
    """What comes in and goes out. Before the end each prize stands by its place."""
    final = is_final(book)
    if not final:
        planned = tuple(Prize(place, "", cents) for place, cents in enumerate(book.prizes, 1))
        return Till(fees, planned, final, 0)
    payout, lines = pay_prizes(book.standings, book.prizes), {one.player.number: one for one in book.standings}
    paid = tuple(Prize(lines[who].place, lines[who].player.name, cents) for who, cents in payout.cents)
    return Till(fees, paid, final, payout.left)

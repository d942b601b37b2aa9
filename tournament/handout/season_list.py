"""The list of a season for the wall and for phones: points by evening, united names, and what is not settled yet."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from fractions import Fraction
from functools import partial
from typing import Literal

from scoring.findings import write_points
from texts.languages import Lang
from texts.sentences import Phrase, say, write_number
from tournament.evening.book import Book
from tournament.filing.opened.absences import explain_leavings
from tournament.filing.opened.open_evening import Evening
from tournament.handout.wall_list import WallList, WallRow
from tournament.review.waiting import count_unnamed, is_final, name_state
from tournament.standings.places import name_withdrawal
from tournament.standings.season import Season, SeasonEvening, SeasonLine, Worth, weigh_season_evening

SeasonKind = Literal["xlsx", "pdf", "html"]


def count_evening(evening: Evening, worth: Worth) -> SeasonEvening:
    """One tournament's file as an evening of the season."""
    book, opening = evening.book, evening.tournament.opening
    labels = {who.name for seated in book.seated for who in seated if who.source == "label"}
    weighed = weigh_season_evening(opening.title, book.standings, worth, opening.places, labels)
    state, said = _name_open(book), explain_leavings(book)
    return replace(weighed, day=book.day, rounds=book.last_round, state=state, leavings=said)


def _name_open(book: Book) -> Phrase | None:
    """Why the evening may still change; None where it is final."""
    if is_final(book):
        return None
    if book.open_items:
        return Phrase("standings.season.open", {"count": book.open_items})
    if book.needs_person:
        return Phrase("standings.season.missing")
    if unnamed := count_unnamed(book):
        return Phrase("standings.season.unnamed", {"count": unnamed})
    if book.last_round < book.planned:
        return Phrase("standings.season.rounds", {"played": book.last_round, "planned": book.planned})
    return Phrase("standings.season.not-closed", {"state": name_state(book)})


def list_evenings(season: Season) -> tuple[Phrase, ...]:
    """Each evening in one sentence: title, day, rounds, and whether it is final."""
    return tuple(
        Phrase(
            "standings.season.provisional" if one.state else "standings.season.evening",
            {"number": number, "title": one.title, "day": _name_day(one.day), "rounds": one.rounds, "state": one.state},
        )
        for number, one in enumerate(season.evenings, 1)
    )


def _name_day(day: date | None) -> Phrase | str:
    return Phrase("wall.day", {"day": day.day, "month": day.month, "year": day.year}) if day else "–"


def list_doubts(season: Season) -> tuple[Phrase, ...]:
    """What is not settled: evenings that may change, seats without a player, and names that may belong to one
    player."""
    nameless = (
        Phrase("standings.season.nameless", {"number": number, "count": one.nameless})
        for number, one in enumerate(season.evenings, 1)
        if one.nameless
    )
    asked = (Phrase("standings.season.question", {"one": one, "other": other}) for one, other in season.questions)
    provisional = (
        phrase for phrase, one in zip(list_evenings(season), season.evenings, strict=True) if one.state is not None
    )
    return (*provisional, *nameless, *asked)


def _list_remarks(season: Season) -> Iterator[Phrase]:
    """The remarks: first what is not settled, then how points are counted, which names were united, and the other
    evenings."""
    doubts, evenings = list_doubts(season), list_evenings(season)
    yield from doubts
    if season.best:
        yield Phrase("standings.season.best", {"best": season.best})
    if season.worth == "places":
        yield Phrase("standings.season.by-places")
    if parted := tuple(str(line.place) for line in season.lines if line.parted):
        yield Phrase("standings.season.parted", {"places": tuple(dict.fromkeys(parted))})
    if season.united:
        pairs = tuple(Phrase("standings.season.pair", {"one": one, "other": other}) for one, other in season.united)
        yield Phrase("standings.season.united", {"pairs": pairs})
    for number, one in enumerate(season.evenings, 1):
        yield from (Phrase("standings.season.leaving", {"number": number, "left": said}) for said in one.leavings)
    yield from (one for one in evenings if one not in doubts)


def make_season_wall(season: Season, lang: Lang) -> WallList:
    """The list for the wall: one column per evening, points that do not count in brackets."""
    days = [one.day for one in season.evenings if one.day]
    state = Phrase("standings.season.all-final" if season.final else "standings.season.not-all-final")
    return WallList(
        season.title or say(lang, "standings.season.tab"),
        max(days, default=None),
        Phrase("standings.season.stage", {"count": len(season.evenings)}),
        state,
        0,
        season.final,
        tuple(range(1, len(season.evenings) + 1)),
        tuple(_make_row(line, season.worth, lang) for line in season.lines),
        remarks=tuple(_list_remarks(season)),
        since=min(days, default=None),
        evenings=True,
    )


def _make_row(line: SeasonLine, worth: Worth, lang: Lang) -> WallRow:
    rounds = tuple(None if value is None else int(value) for value in line.worth)
    cells = tuple(map(partial(_write_cell, worth=worth, lang=lang), line.worth, line.counts))
    row = WallRow(line.place, line.shared, None, line.name, "", rounds, int(line.total), 0, 0)
    return replace(row, left=_name_left(line), written=(*cells, _write_worth(line.total, worth, lang)))


def _write_cell(value: Fraction | None, counts: bool, worth: Worth, lang: Lang) -> str:
    if value is None:
        return "–"
    return _write_worth(value, worth, lang) if counts else f"({_write_worth(value, worth, lang)})"


def _name_left(line: SeasonLine) -> Phrase | None:
    """The evenings that the player left early: "2. Abend: abgemeldet nach Runde 1"."""
    left = tuple(
        Phrase("standings.season.leaving", {"number": number, "left": name_withdrawal(after)})
        for number, after in line.left
    )
    return Phrase("standings.season.leavings", {"left": left}) if left else None


def _write_worth(value: Fraction, worth: Worth, lang: Lang) -> str:
    """Points with their sign; place points as they are, with two decimals at most."""
    if worth == "points":
        return write_points(int(value))
    return write_number(round(float(value), 2), "g", lang)

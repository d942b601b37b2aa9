"""The list for the wall: the standings as plain values, from which PDF, phone page and JSON are made.

The JSON document's format is public: see `docs/workbook.md`.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from itertools import zip_longest
from typing import Any

from scoring.findings import write_points
from texts.languages import Lang
from texts.sentences import Phrase, say
from tournament.evening.award_notes import AwardNote, describe_award
from tournament.evening.book import Book
from tournament.evening.late_items import Change, describe_change
from tournament.evening.typed_notes import TypedNote, describe_typed
from tournament.filing.opened.absences import explain_gaps
from tournament.record.entries import Head
from tournament.review.waiting import is_final, name_stage, name_state, write_day
from tournament.standings.places import Round, Standing, name_unranked, name_withdrawal, write_marked
from tournament.standings.prizes import name_prizes, name_teams
from tournament.standings.scorings import spell_score, write_score
from tournament.standings.ties import name_parted, name_tie_rules

VERSION = 1


@dataclass(frozen=True, slots=True)
class WallRow:
    """One player. `rounds`: points by round, None for a round without the player; `open_items`: the number of open
    items at the player's tables, by which total and place may change; `parted_by`: the rule for ties that decided the
    place, "" for none; `missing`: rounds in which a sheet with the player is still missing; `left`: the words for a
    player who left before the last round, None for all others; `typed`: for each of `rounds` whether somebody typed its
    points; `written`: for a season the text in each column and, last, in that of the total, () for the points; `score`:
    the score that decides the place, None where the total does; `awarded`: for each of `rounds` whether an award
    changed its points; `disqualified`: whether the player is out of the
    ranking; `unranked`: the word for why there is no place."""

    place: int
    shared: bool
    start: int | None
    name: str
    club: str
    rounds: tuple[int | None, ...]
    total: int
    solos_won: int
    open_items: int
    parted_by: str = ""
    score: Fraction | None = None
    missing: tuple[int, ...] = ()
    left: Phrase | None = None
    typed: tuple[bool, ...] = ()
    written: tuple[str, ...] = ()
    awarded: tuple[bool, ...] = ()
    disqualified: bool = False
    unranked: Phrase | None = None

    @property
    def club_beside(self) -> str:
        """The club, "" where the name says it, to tell namesakes apart."""
        return "" if self.name.endswith(f"({self.club})") else self.club

    def say_beside(self, lang: Lang) -> str:
        """The words in small letters beside the name: the club, after which round the player left, and the total where
        a score decides the place."""
        return " · ".join(filter(None, (self.club_beside, *self.list_words(lang))))

    def list_words(self, lang: Lang) -> tuple[str, ...]:
        """The same without the club."""
        total = "" if self.score is None else say(lang, "wall.points", points=write_points(self.total))
        out = self.unranked.in_(lang) if self.unranked else ""
        return tuple(filter(None, (out, self.left.in_(lang) if self.left else "", total)))

    @property
    def written_place(self) -> str:
        """ "3."; "–" for who is on no sheet, or out of the ranking."""
        return "–" if self.unseen or self.unranked else f"{self.place}."

    @property
    def unseen(self) -> bool:
        """Whether no sheet names the player: there is no total, and no place."""
        return all(value is None for value in self.rounds)

    @property
    def marked(self) -> tuple[str, ...]:
        """The points by round as they are printed: "+12", or "+12*" if somebody typed them."""
        if self.written:
            return self.written[:-1]
        every = zip_longest(self.rounds, self.typed, self.awarded, fillvalue=False)
        return tuple(write_marked(points, typed=typed, awarded=awarded) for points, typed, awarded in every)

    def write_whole(self, lang: Lang) -> str:
        """The total, or the score if that decides the place, as printed; "–" for a player who is on no sheet."""
        if self.written:
            return self.written[-1]
        if self.score is not None and not self.unseen:
            return spell_score(write_score(self.score), lang)
        return "–" if self.unseen else write_points(self.total)


@dataclass(frozen=True, slots=True)
class WallList:
    """The whole list. `stage`: the heading; `state`: whether the list can still change; `after`: its last round, 0 if
    unknown; `changes`: changes after a round was closed or the list exported; `remarks`: sentences below the list, on
    prizes and on rounds without points; `head`: the last entry of the file that it is made from; `typed`: results typed
    without a photograph; `awards`: fines and the like. For a season, `rounds` are its `evenings`, and `since` is the
    first one's day."""

    title: str
    day: date | None
    stage: Phrase
    state: Phrase
    after: int
    final: bool
    rounds: tuple[Round, ...]
    rows: tuple[WallRow, ...]
    changes: tuple[Change, ...] = ()
    remarks: tuple[Phrase, ...] = ()
    head: Head | None = None
    typed: tuple[TypedNote, ...] = ()
    awards: tuple[AwardNote, ...] = ()
    since: date | None = None
    evenings: bool = False

    def write_days(self, lang: Lang) -> str:
        """The day, of a season the first and the last; "" where nobody knows."""
        return " – ".join(dict.fromkeys(write_day(day, lang) for day in (self.since, self.day) if day))

    def write_column(self, step: int, lang: Lang, *, short: bool) -> str:
        """The head of a round's column, "R2" or "Runde 2"; of an evening's, "A2" or "Abend 2". `step`: from 0."""
        if self.rounds[step] is None:
            return say(lang, "wall.head.no-round")
        key = "evening" if self.evenings else "round"
        return say(lang, f"wall.head.{key}" if short else f"wall.head.long-{key}", round=self.rounds[step])

    @property
    def head_total(self) -> str:
        """The key of the heading above the last column."""
        return "wall.head.score" if any(row.score is not None for row in self.rows) else "wall.head.total"

    @property
    def below(self) -> tuple[tuple[str, tuple[TypedNote | AwardNote | Change, ...]], ...]:
        """The parts below the list: the key of each heading, with its lines."""
        said = (("wall.typed", self.typed), ("wall.awards", self.awards), ("wall.changed", self.changes))
        return tuple((heading, lines) for heading, lines in said if lines)

    @property
    def has_starts(self) -> bool:
        """Whether any player has a start number."""
        return any(row.start is not None for row in self.rows)

    @property
    def has_open(self) -> bool:
        """Whether any row is marked as open."""
        return any(map(self.find_mark, self.rows))

    @property
    def told(self) -> tuple[Phrase, ...]:
        """The remarks for a page that shows all rows, including which rule broke which tie."""
        return (*self.remarks, *name_parted(self.rows))

    @property
    def all_remarks(self) -> tuple[Phrase, ...]:
        """The same, and the sentences that explain the list."""
        return (*self.told, *self.notes)

    @property
    def notes(self) -> tuple[Phrase, ...]:
        """The sentences that explain the list: what "offen" means, and why a place appears twice."""
        shared = any(row.shared and not row.unseen for row in self.rows)
        opened = (Phrase("wall.open-note"),) if self.has_open else ()
        scored = any(row.score is not None for row in self.rows)
        return (*opened, name_tie_rules((), scored=scored)) if shared else opened

    def find_mark(self, row: WallRow) -> str:
        """The key of the word beside the row: "open" while anything at the player's tables is to be checked, "missing"
        while no sheet names the player; "" for points that are sure.

        Whoever shows standings takes the word from here. In final standings none is open, not even what was signed off.
        """
        if self.final:
            return ""
        if row.missing and row.unseen:
            return "missing"
        return "open" if row.open_items else ""


def make_wall_list(book: Book, head: Head | None = None) -> WallList:
    """The list of a book's standings, by place."""
    final, rounds = is_final(book), book.rounds
    return WallList(
        book.title,
        book.day,
        name_stage(book, final=final),
        name_state(book),
        book.last_round,
        final,
        rounds,
        tuple(_make_row(standing, rounds) for standing in book.lines),
        book.changes,
        list_wall_remarks(book),
        head,
        book.typed,
        book.awards,
    )


def list_wall_remarks(book: Book) -> tuple[Phrase, ...]:
    """The remarks below the list: how places are decided, pot, teams, prizes, and why some lack points in a round."""
    prizes = name_prizes(book.standings, book.prizes, final=is_final(book))
    scoring = () if book.scoring.is_plain else (book.scoring.name(),)
    pot = () if book.pot is None else (Phrase(f"wall.pot.{book.rules.rows.law}", {"points": book.pot}),)
    return (*scoring, *pot, *name_teams(book.players, book.teams), *prizes, *explain_gaps(book))


def _make_row(standing: Standing, rounds: tuple[Round, ...]) -> WallRow:
    player = standing.player
    return WallRow(
        standing.place,
        standing.shared,
        player.start or None,
        player.name,
        player.club,
        tuple(player.get_points(round_) for round_ in rounds),
        player.total,
        player.solos_won,
        player.open_items,
        standing.parted_by,
        standing.score,
        player.missing,
        name_withdrawal(player.left_after),
        tuple(round_ in player.typed for round_ in rounds),
        awarded=tuple(round_ in player.marked for round_ in rounds),
        disqualified=player.disqualified,
        unranked=name_unranked(player),
    )


def make_document(wall: WallList) -> dict[str, Any]:
    """Plain values; the same in every language."""
    return {
        "kiebitz": VERSION,
        "title": wall.title,
        "date": wall.day.isoformat() if wall.day else None,
        "after": wall.after,
        "final": wall.final,
        "rounds": list(wall.rounds),
        "standings": [_describe_row(row) for row in wall.rows],
        "changed": [describe_change(one) for one in wall.changes],
        **({"typed": [describe_typed(one) for one in wall.typed]} if wall.typed else {}),
        **({"awards": [describe_award(one) for one in wall.awards]} if wall.awards else {}),
        **({"entry": wall.head.number, "hash": wall.head.hash} if wall.head is not None else {}),
    }


def _describe_row(row: WallRow) -> dict[str, Any]:
    return {
        "place": row.place,
        "shared": row.shared,
        "start": row.start,
        "name": row.name,
        "club": row.club,
        "rounds": list(row.rounds),
        "total": row.total,
        **({} if row.score is None else {"score": write_score(row.score)}),
        "solos": row.solos_won,
        "open": row.open_items,
        **({"parted_by": row.parted_by} if row.parted_by else {}),
        **({"missing": list(row.missing)} if row.missing else {}),
        **({"withdrew_after": row.left.gaps["round"]} if row.left else {}),
        **({"typed": list(row.typed)} if any(row.typed) else {}),
        **({"awarded": list(row.awarded)} if any(row.awarded) else {}),
        **({"disqualified": True} if row.disqualified else {}),
        **({"springer": True} if row.unranked and not row.disqualified else {}),
    }

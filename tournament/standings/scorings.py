"""The scores that decide the places: the points of all rounds, or a club's own score.

Table points depend on the place at a table; the best rounds leave the others out; points per game are for evenings on
which some tables play more games than others; an index adds several of these up. Ties are decided afterwards.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from texts.languages import Lang
from texts.sentences import Phrase, write_number
from tournament.standings.places import Player, Round, group_by_key

Scores = Mapping[int, Fraction]
"""Score by the player's number; more is better."""
TABLE_POINTS = ((3, 1, -1, -3), (4, 2, 0, -2, -4))
"""The usual table points by place, for a table of four and one of five."""
_OTHERS: dict[int, tuple[int, ...]] = {seats: tuple(range(seats - 1, -seats, -2)) for seats in (3, 6, 7)}
"""Those of other sizes, where a tournament says nothing about them."""


@dataclass(frozen=True, slots=True)
class Scoring:
    """How places are decided. `by`: one of `SCORES`. `table_points`: for each size of table the points by place.
    `best`: how many rounds of each player count, 0 for all. `index`: the scores that are added up, each with its
    weight."""

    by: str = "total"
    table_points: tuple[tuple[int, ...], ...] = TABLE_POINTS
    best: int = 0
    index: tuple[tuple[Fraction, str], ...] = ()

    @property
    def is_plain(self) -> bool:
        """Whether the points of all rounds decide the places, as usual."""
        return self.by == "total"

    def name(self) -> Phrase:
        """The name of the score that decides the places."""
        parts = tuple((float(weight), Phrase(f"form.word.{what}")) for weight, what in self.index)
        spelled = tuple(Phrase("standings.scoring.part", {"weight": weight, "what": what}) for weight, what in parts)
        gaps: Mapping[str, Mapping[str, object]] = {"best-rounds": {"best": self.best}, "index": {"parts": spelled}}
        return Phrase(f"standings.scoring.{self.by}", gaps.get(self.by, {}))


PLAIN = Scoring()


def score_players(players: Sequence[Player], scoring: Scoring) -> Scores:
    """The score of each player."""
    return SCORES[scoring.by](players, scoring)


def _add_points(players: Sequence[Player], scoring: Scoring) -> Scores:
    return {player.number: Fraction(player.total) for player in players}


def _add_best_rounds(players: Sequence[Player], scoring: Scoring) -> Scores:
    """The sum of each player's best rounds; rounds without the player do not count."""
    rounds = {player.number: sorted((points for _, points in player.rounds), reverse=True) for player in players}
    return {number: Fraction(sum(points[: scoring.best or None])) for number, points in rounds.items()}


def _divide_by_games(players: Sequence[Player], scoring: Scoring) -> Scores:
    """Points per game; 0 for a player without a game."""
    games = {player.number: sum(one.games for one in player.sittings) for player in players}
    return {one.number: Fraction(one.total, games[one.number]) if games[one.number] else Fraction(0) for one in players}


def _add_table_points(players: Sequence[Player], scoring: Scoring) -> Scores:
    """Table points for the places at the player's tables. Players who share places get the mean of their table
    points."""
    worth = _OTHERS | {len(points): points for points in scoring.table_points}
    scores = dict.fromkeys((player.number for player in players), Fraction(0))
    for there in _list_tables(players).values():
        points = worth.get(len(there), (0,) * len(there))
        for number, share in _share_points(there, points):
            scores[number] += share
    return scores


def _list_tables(players: Sequence[Player]) -> Mapping[tuple[Round, int], dict[int, int]]:
    """The players' points by round and table; two half sheets are one table, and a sheet without a table is one of its
    own (its negative number). Points without a sheet are left out."""
    tables: defaultdict[tuple[Round, int], dict[int, int]] = defaultdict(dict)
    for player in players:
        for one in player.sittings:
            if one.sheet:
                place = (one.round, -one.sheet if one.table is None else one.table)
                tables[place][player.number] = tables[place].get(player.number, 0) + one.points
    return tables


def _share_points(there: Mapping[int, int], points: Sequence[int]) -> Iterator[tuple[int, Fraction]]:
    place = 0
    for tied in group_by_key(there, lambda number: there[number]):
        share = Fraction(sum(points[place : place + len(tied)]), len(tied))
        yield from ((number, share) for number in tied)
        place += len(tied)


def _add_index(players: Sequence[Player], scoring: Scoring) -> Scores:
    """The sum of several other scores, each multiplied by its weight."""
    parts = [(weight, SCORES[what](players, scoring)) for weight, what in scoring.index]
    return {one.number: sum((weight * part[one.number] for weight, part in parts), Fraction(0)) for one in players}


SCORES: Mapping[str, Callable[[Sequence[Player], Scoring], Scores]] = {
    "total": _add_points,
    "table-points": _add_table_points,
    "best-rounds": _add_best_rounds,
    "per-game": _divide_by_games,
    "index": _add_index,
}
"""The scores that may decide places."""


def spell_score(score: float, lang: Lang) -> str:
    """The score with its sign; 0 has none."""
    return write_number(score, "+g" if score else "g", lang)


def write_score(score: Fraction) -> int | float:
    """The score as shown and in JSON: whole, or with two decimals."""
    return int(score) if score.denominator == 1 else round(float(score), 2)

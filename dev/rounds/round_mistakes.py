"""Mistakes in the order of rows, in the sums, and about who plays what. Each function gives the round with its
mistake, None where it has no place for it.

At a table of five a row too many or too few puts all later ones in another one's place, which their sitters show.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from dev.rounds.games import draw_game
from dev.rounds.points import make_pair_row
from dev.rounds.row_mistakes import SLIPS, change_details, use_sitters_column
from dev.rounds.rows import Planted, Round, Row, count_row, make_row, put_at
from scoring.counting.game import Game, count_sitters
from scoring.counting.rules import RuleSet
from scoring.counting.score import score

ChangeRound = Callable[[RuleSet, Round, np.random.Generator], Round | None]
"""A round with one mistake more, None where it has no place for it."""

_TRIES = 20_000  # a Nullspiel comes once in some hundred games
_CROSSED = 0.7  # share of offences that are crossed where they take a game's row


def leave_nullspiel_out(rules: RuleSet, round_: Round, rng: np.random.Generator) -> Round | None:
    """A Nullspiel is not written; the games after it move up, so the last row stays blank."""
    if round_.mistakes:
        return None
    worthless = [place for place in round_.find_free() if not any(round_.rows[place].points)]
    place = _pick(rng, worthless) if worthless else None
    if place is None:
        place = _pick(rng, [place for place, row in enumerate(round_.rows[:-1]) if len(row.game.re) == 2])
        zero = None if place is None else _draw_nullspiel(rules, round_.rows[place].game, rng)
        if place is None or zero is None:
            return None
        round_ = replace(round_, played=put_at(round_.played, place, zero), rows=put_at(round_.rows, place, zero))
    rows = (*round_.rows[:place], *round_.rows[place + 1 :], _blank(round_.rows[-1]))
    return _note(round_, "nullspiel-missing", _shift(round_, [len(rows) - 1], place), rows=rows)


def _draw_nullspiel(rules: RuleSet, game: Game, rng: np.random.Generator) -> Row | None:
    drawn = (draw_game(rules, game.seats, game.sits, None, rng, lone=False) for _ in range(_TRIES))
    return next((row for game in drawn if not (row := count_row(rules, game)).value), None)


def write_offence_as_game(rules: RuleSet, round_: Round, rng: np.random.Generator) -> Round | None:
    """An offence takes a game's row and the last game finds none; its cross shows that a game is missing."""
    if rules.offence.counts_as_game or rules.offence.played_out:
        return None
    return _write_offence(rules, round_, rng, minor=False)


def write_minor_as_game(rules: RuleSet, round_: Round, rng: np.random.Generator) -> Round | None:
    """The same with a minor offence, after which the game goes on, where that has a row of its own."""
    return _write_offence(rules, round_, rng, minor=True) if rules.offence.minor.extra_row else None


def _write_offence(rules: RuleSet, round_: Round, rng: np.random.Generator, *, minor: bool) -> Round | None:
    place = _pick(rng, [place for place in round_.find_free() if place < len(round_.rows) - 1])
    if place is None or round_.mistakes:
        return None
    offence = _draw_offence_there(rules, round_.rows[place], rng, minor)
    crossed = rng.random() < _CROSSED
    offence = offence if crossed else replace(offence, details={})
    rows = (*round_.rows[:place], offence, *round_.rows[place:-1])
    seen = crossed or _is_out_of_step(rules, round_, rows)
    kind = "minor-as-game" if minor else "offence-as-game"
    return _note(round_, kind, _shift(round_, [place], place), seen, rows=rows)


def _draw_offence_there(rules: RuleSet, row: Row, rng: np.random.Generator, minor: bool = False) -> Row:
    """An offence of one of those who play in that row."""
    fine = rules.offence.minor if minor else rules.offence.make_fine()
    offender = int(rng.choice(row.game.playing))
    points = tuple(
        fine.offender if seat == offender else fine.others if seat in row.game.playing else 0
        for seat in range(1, row.game.seats + 1)
    )
    game = Game("strafe", seats=row.game.seats, sits=row.game.sits, offender=offender, minor=minor)
    return make_row(game, points, {"offence": "x"})


def write_offence_below(rules: RuleSet, round_: Round, rng: np.random.Generator) -> Round | None:
    """An offence is written beside a whole round of games, although it counts as one of them."""
    if not rules.offence.counts_as_game or rules.offence.repeated or round_.mistakes:
        return None
    extra = _draw_offence_there(rules, round_.rows[int(rng.choice(round_.find_free()))], rng)
    return _note(round_, "offence-below", [len(round_.rows)], extra=(*round_.extra, extra))


def write_row_twice(rules: RuleSet, round_: Round, rng: np.random.Generator) -> Round | None:
    """A game is written twice, so the last one finds no row: seen at a table of five (sitters), or when that was a
    Pflichtsolo.
    """
    place = _pick(rng, [place for place in round_.find_free() if place < len(round_.rows) - 2])
    if place is None or round_.mistakes:
        return None
    rows = (*round_.rows[: place + 1], *round_.rows[place:-1])
    places = _shift(round_, [place, place + 1], place + 1)
    return _note(round_, "row-twice", places, _is_out_of_step(rules, round_, rows), rows=rows)


def write_row_too_many(rules: RuleSet, round_: Round, rng: np.random.Generator) -> Round | None:
    """A game is written twice, and so one row too many."""
    place = _pick(rng, round_.find_free())
    if place is None or round_.mistakes:
        return None
    rows = (*round_.rows[: place + 1], *round_.rows[place:])
    return _note(round_, "row-too-many", _shift(round_, [place, place + 1], place + 1), rows=rows)


def skip_row(rules: RuleSet, round_: Round, rng: np.random.Generator) -> Round | None:
    """A row is skipped."""
    last = len(round_.rows) - (rules.sheet.count_owed_games(round_.seats) is None)  # else the round was just shorter
    place = _pick(rng, [place for place in round_.find_free() if place < last])
    if place is None:
        return None
    return _note(round_, "row-missing", [place], rows=put_at(round_.rows, place, _blank(round_.rows[place])))


def play_no_pflichtsolo(rules: RuleSet, round_: Round, rng: np.random.Generator) -> Round | None:
    """A player never played his Pflichtsolo: his game was an ordinary one."""
    place = _pick(rng, _find_only_solos(round_))
    if place is None or not rules.sheet.pflichtsolo.per_player:
        return None
    row = _play_instead(rules, round_.rows[place], rng)
    played = tuple(row if game is round_.rows[place] else game for game in round_.played)
    return _note(round_, "pflichtsolo-missing", [place], rows=put_at(round_.rows, place, row), played=played)


def _play_instead(rules: RuleSet, row: Row, rng: np.random.Generator) -> Row:
    """An ordinary game in place of that one."""
    game = row.game
    if row.known:
        return count_row(rules, draw_game(rules, game.seats, game.sits, None, rng, lone=False))
    winners = rng.choice(game.playing, 2, replace=False).tolist()
    return make_pair_row(game.seats, game.sits, winners, int(rng.choice([1, 2, 4])))


def cross_stille_hochzeit(rules: RuleSet, round_: Round, rng: np.random.Generator) -> Round | None:
    """A stille Hochzeit is crossed as the Pflichtsolo, which points alone cannot show."""
    known = all(row.known for row in round_.rows)
    place = _pick(rng, _find_only_solos(round_) if known else _find_solos(round_))
    if place is None or rules.find_kind("stille-hochzeit") is None:
        return None
    solo = round_.rows[place]
    game = replace(solo.game, kind="stille-hochzeit", solo=None)
    right = count_row(rules, game) if solo.known else replace(solo, game=game)
    played = tuple(right if game is solo else game for game in round_.played)
    rows = put_at(round_.rows, place, replace(right, details=change_details(solo, value=str(right.value))))
    seen = solo.known and score(rules, solo.game).points != right.points
    return _note(round_, "stille-hochzeit-as-solo", [place], seen, rows=rows, played=played)


def play_solo_for_other(rules: RuleSet, round_: Round, rng: np.random.Generator) -> Round | None:
    """A player never played his Pflichtsolo: another one played a solo in its place."""
    place = _pick(rng, [place for place in _find_only_solos(round_) if round_.rows[place].known])
    if place is None or not rules.sheet.pflichtsolo.per_player:
        return None
    solo = round_.rows[place].game
    others = [seat for seat in solo.playing if seat not in solo.re]
    row = count_row(rules, replace(solo, re=(int(rng.choice(others)),)))
    played = tuple(row if game is round_.rows[place] else game for game in round_.played)
    return _note(round_, "solo-of-another", [place], rows=put_at(round_.rows, place, row), played=played)


def leave_solo_out(rules: RuleSet, round_: Round, rng: np.random.Generator) -> Round | None:
    """A player's only solo is not crossed."""
    place = _pick(rng, _find_only_solos(round_))
    if place is None:
        return None
    row = round_.rows[place]
    kept = {name: text for name, text in row.details.items() if name.partition(".")[0] != "solo"}
    return _note(round_, "solo-not-crossed", [place], rows=put_at(round_.rows, place, replace(row, details=kept)))


def leave_bock_cross_out(rules: RuleSet, round_: Round, rng: np.random.Generator) -> Round | None:
    """One game of a Bock round is not crossed; it is doubled all the same."""
    bock = [row.game.bock for row in round_.rows]
    ends = [at for at in range(len(bock)) if bock[at] and not any(bock[at + 1 : at + 2]) and at + 1 < len(bock)]
    rounds = [range(at + 1 - round_.seats, at + 1) for at in ends if all(bock[max(0, at + 1 - round_.seats) : at + 1])]
    place = _pick(rng, [at for one in rounds for at in one if at in round_.find_free()])
    if place is None:
        return None
    row = round_.rows[place]
    kept = {name: text for name, text in row.details.items() if name != "bock"}
    return _note(round_, "bock-cross-left-out", [place], rows=put_at(round_.rows, place, replace(row, details=kept)))


def fill_sitters_column(rules: RuleSet, round_: Round, rng: np.random.Generator) -> Round | None:
    """At a table of five, one player's points slip into the column of the seat that sits out."""
    places = [
        place
        for place in round_.find_free()
        if round_.rows[place].game.sits
        and any(round_.rows[place].points)
        and not rules.sheet.is_in_section(round_.seats, place + 1)
    ]  # there nobody's turn shows it
    place = _pick(rng, places)
    if place is None:
        return None
    row = use_sitters_column(rules, round_.rows[place], rng)
    return None if row is None else _note(round_, "sitter-points", [place], rows=put_at(round_.rows, place, row))


def miscount_sum(rules: RuleSet, round_: Round, rng: np.random.Generator) -> Round | None:
    """The sum line is added up wrongly in one column."""
    seat, slip = int(rng.integers(round_.seats)), int(rng.choice(SLIPS)) * rules.checks.unit.step
    slips = tuple(slip * (place == seat) for place in range(round_.seats))
    mistakes = (*round_.mistakes, Planted("wrong-sum", (), True, (seat + 1,)))
    return replace(round_, sum_slips=slips, mistakes=mistakes)


def _note(round_: Round, kind: str, places: Sequence[int], detectable: bool = True, **changes: object) -> Round:
    """The round with these changes, and the mistake noted."""
    mistakes = (*round_.mistakes, Planted(kind, tuple(places), detectable))
    return replace(round_, mistakes=mistakes, **changes)  # type: ignore[arg-type]  # the names are the round's own


def _pick(rng: np.random.Generator, places: Sequence[int]) -> int | None:
    return int(rng.choice(places)) if places else None


def _find_solos(round_: Round) -> list[int]:
    """Places of crossed solos without a mistake yet."""
    return [place for place in round_.find_free() if round_.rows[place].solo]


def _find_only_solos(round_: Round) -> list[int]:
    """Places of crossed solos of players who played no other game alone."""
    lone = Counter(row.solist for row in round_.played)
    return [place for place in _find_solos(round_) if lone[round_.rows[place].solist] == 1]


def _shift(round_: Round, places: list[int], first: int) -> list[int]:
    """At a table of five every row from `first` on is in the wrong place, which its sitter shows."""
    return places if not count_sitters(round_.seats) else sorted({*places, *range(first, len(round_.rows))})


def _is_out_of_step(rules: RuleSet, round_: Round, rows: Sequence[Row]) -> bool:
    """Whether moved rows show: sitters no longer fit, or a player has no solo left."""
    left, before = ({row.solist for row in some if row.solo} for some in (rows, round_.rows))
    return count_sitters(round_.seats) > 0 or (bool(rules.sheet.pflichtsolo.per_player) and left < before)


def _blank(row: Row) -> Row:
    return replace(row, blank=True, slips=())

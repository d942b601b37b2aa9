"""Example games as rows of a sheet, filled in and rightly counted; and the example row read aloud."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from texts.languages import Lang
from texts.sentences import say
from tournament.printing.rule_lines import typeset_points

if TYPE_CHECKING:
    from scoring.counting.game import Game
    from scoring.counting.rules import RuleSet
    from templates.sheet_spec import Example


def make_example_game(rules: RuleSet, seats: int) -> Game:
    """The game in the example row: seats 1 and 3 are Re and say so, Kontra has fewer than 90 Augen.

    Re has caught a Fuchs where the rules count one.
    """
    from scoring.counting.game import Call, Calls, Extras, Game

    fuchs = (("fuchs", 1),) if rules.sheet.find_sonderpunkt("fuchs") else ()
    return Game(
        "normal",
        (1, 3),
        Calls(Call.ANSAGE, Call.NOTHING),
        153,
        extras=Extras(fuchs, ()),
        seats=seats,
        sits=seats if seats > 4 else None,
    )


def fill_example(rules: RuleSet, seats: int, plus: bool) -> Example:
    """The example row of a full sheet, filled in; `plus`: only plus points are written."""
    return fill_full_row(rules, make_example_game(rules, seats), plus)


def fill_full_row(rules: RuleSet, game: Game, plus: bool) -> Example:
    """The row of a game on a full sheet, filled in and rightly counted; `plus`: only plus points are written."""
    from scoring.counting.game import PARTIES
    from scoring.counting.score import score
    from templates.sheet_spec import Example

    result = score(rules, game)
    assert result.points is not None  # examples are games that can be
    assert result.value is not None
    points = ((f"p{seat}", _write_cell(value, seat == game.sits, plus)) for seat, value in enumerate(result.points, 1))
    extras = ((f"{party}.{name}", str(count)) for party in PARTIES for name, count in game.extras.of(party))
    written = (("augen", str(game.augen)), *extras, ("value", str(abs(result.value))), *points)
    return Example(frozenset(_list_crosses(game)), tuple(pair for pair in written if pair[1]))


def fill_list_rows(rules: RuleSet, games: Sequence[Game], style: str) -> tuple[Example, ...]:
    """The first rows of a list with these games, filled in and rightly counted; `style`: `points` or `totals`."""
    from scoring.counting.score import score
    from templates.sheet_spec import Example

    rows, totals = [], [0] * games[0].seats
    for game in games:
        result = score(rules, game)
        assert result.points is not None  # examples are games that can be
        points = dict(enumerate(result.points, 1))
        totals = [total + one for total, one in zip(totals, points.values(), strict=True)]
        kind = rules.find_kind(game.kind)
        crossed = {"solo"} if kind and rules.is_crossed(kind) else set()
        if style == "points":
            written = tuple((f"p{seat}", typeset_points(one)) for seat, one in points.items())
        else:
            crossed |= {f"win{seat}" for seat, one in points.items() if one > 0}
            cells = ((f"total{seat}", typeset_points(total)) for seat, total in enumerate(totals, 1))
            written = (("value", str(abs(result.value or 0))), *cells)
        rows.append(Example(frozenset(crossed), written))
    return tuple(rows)


def _list_crosses(game: Game) -> Iterator[str]:
    """The columns that are crossed for a game; of a party's calls only the highest."""
    from scoring.counting.game import PARTIES, Call

    if game.kind == "solo":
        yield f"solo.{game.solo}"
    elif game.kind != "normal":
        yield "hochzeit" if game.kind == "hochzeit-allein" else game.kind
    if game.bock:
        yield "bock"
    yield from (f"re{seat}" for seat in game.re)
    for party in PARTIES:
        call = game.calls.of(party)
        if call > Call.NOTHING:
            yield f"{party}.{party if call == Call.ANSAGE else call.name.lower()}"


def _write_cell(points: int, sits: bool, plus: bool) -> str:
    """A seat's points as a player writes them."""
    if sits:
        return "/"
    return "" if plus and points < 0 else str(points) if plus else typeset_points(points)


def read_example_aloud(rules: RuleSet, seats: int, lang: Lang) -> str:
    """The example row as a sentence, with the lines of its counting."""
    from scoring.counting.score import score

    game = make_example_game(rules, seats)
    result = score(rules, game)
    lines = ", ".join(f"{line.describe(lang)} {typeset_points(line.points)}" for line in result.lines)
    return say(lang, "printing.full.aloud", augen=game.augen, lines=lines, value=abs(result.value or 0))

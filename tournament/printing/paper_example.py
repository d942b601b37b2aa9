"""The example row of the sheets that hold more than points: a game, as it is filled in, and read aloud."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from texts.languages import Lang, pick

if TYPE_CHECKING:
    from scoring.counting.game import Game
    from scoring.counting.rules import RuleSet
    from templates.spec import Example


def example_game(rules: RuleSet, seats: int) -> Game:
    """The game in the example row: seats 1 and 3 are Re and call it, Kontra is under 90, a Fuchs where there is one."""
    from scoring.counting.game import Call, Calls, Extras, Game

    fuchs = (("fuchs", 1),) if rules.sheet.find_sonderpunkt("fuchs") else ()
    return Game("normal", (1, 3), Calls(Call.ANSAGE, Call.NOTHING), 153, extras=Extras(fuchs, ()), seats=seats,
                sits=seats if seats > 4 else None)


def example(rules: RuleSet, seats: int, plus: bool) -> Example:
    """The example row as it is filled in."""
    return filled_in(rules, example_game(rules, seats), plus)


def filled_in(rules: RuleSet, game: Game, plus: bool) -> Example:
    """The row of that game on a full sheet, rightly counted."""
    from scoring.counting.game import PARTIES
    from scoring.counting.score import score
    from templates.spec import Example

    result = score(rules, game)
    assert result.points is not None  # examples are games that can be
    assert result.value is not None
    points = ((f"p{seat}", _cell(value, seat == game.sits, plus)) for seat, value in enumerate(result.points, 1))
    extras = ((f"{party}.{name}", str(count)) for party in PARTIES for name, count in game.extras.of(party))
    written = (("augen", str(game.augen)), *extras, ("value", str(abs(result.value))), *points)
    return Example(frozenset(_crossed(game)), tuple(pair for pair in written if pair[1]))


def list_rows(rules: RuleSet, games: Sequence[Game], style: str) -> tuple[Example, ...]:
    """The first rows of a list on which these games are written, rightly counted; of style `points` or `totals`."""
    from scoring.counting.score import score
    from templates.spec import Example

    rows, stands = [], [0] * games[0].seats
    for game in games:
        result = score(rules, game)
        assert result.points is not None  # examples are games that can be
        points = dict(enumerate(result.points, 1))
        stands = [stand + one for stand, one in zip(stands, points.values(), strict=True)]
        kind = rules.find_kind(game.kind)
        crossed = {"solo"} if kind and rules.is_crossed(kind) else set()
        if style == "points":
            written = tuple((f"p{seat}", signed(one)) for seat, one in points.items())
        else:
            crossed |= {f"win{seat}" for seat, one in points.items() if one > 0}
            totals = ((f"total{seat}", signed(stand)) for seat, stand in enumerate(stands, 1))
            written = (("value", str(abs(result.value or 0))), *totals)
        rows.append(Example(frozenset(crossed), written))
    return tuple(rows)


def _crossed(game: Game) -> Iterator[str]:
    """The columns that are crossed for that game; of its calls the highest."""
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


def _cell(points: int, sits: bool, plus: bool) -> str:
    """A seat's points as a player writes them."""
    if sits:
        return "/"
    return "" if plus and points < 0 else str(points) if plus else signed(points)


def told(rules: RuleSet, seats: int, lang: Lang) -> str:
    """The example read aloud, with the lines of its counting."""
    from scoring.counting.score import score

    game = example_game(rules, seats)
    result = score(rules, game)
    lines = ", ".join(f"{line.describe(lang)} {signed(line.points)}" for line in result.lines)
    words = pick("Die Plätze 1 und 3 sind Re, Re ist angesagt, Re hat {} Augen",
                "Seats 1 and 3 are Re, Re is called, Re has {} Augen", lang).format(game.augen)
    return f"{words}: {lines} = {abs(result.value or 0)}."


def signed(points: int) -> str:
    """With its sign, a true minus, as print has it."""
    return f"{points:+d}".replace("-", "−")

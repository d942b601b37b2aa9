"""Sheets as text, field by field, for readings without a picture: drawn, with players' mistakes, in any system.

Python's `random` draws which row has a mistake, and numpy the games, from a seed of it.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from dev.rounds.games import choose_sitters, draw_game
from dev.rounds.mistakes import FULL_MISTAKES, Paper, change_row
from dev.rounds.points import draw_points_round
from dev.rounds.row_mistakes import SLIPS
from dev.rounds.rows import LEFT_OUT, Row, count_row, keep_details
from scoring.counting.game import PARTIES, Game
from scoring.counting.rules import RuleSet
from scoring.rulesets.load_rules import load
from templates.sheet_code import SheetCode
from texts.field_ids import BOCK_COLUMNS

SYSTEMS = ("pflichtsolo-40", "zehn-cent", "kurzregeln-48", "zwoelf-spiele", "stille-hochzeit", "ddv")
LEVEL_NAMES = ("k90", "k60", "k30", "schwarz")
_POINTS_KINDS = ("solo-not-tripled", "wrong-sign", "wrong-value")
_BOCK = 0.15  # share of Bock games where single rows are drawn


@dataclass(frozen=True, slots=True)
class TextRow:
    """A row as text: `cells` by the last part of the field ids, blank ones may be left out.

    `right`: by seat the points that count, 0 for the seat that sits out. `mistake`: what the players got wrong, "" for
    a right row. `left_out`: which details they did not fill in (`rows.LEFT_OUT`), "" for none.
    """

    cells: Mapping[str, str]
    right: tuple[int, ...]
    mistake: str = ""
    left_out: str = ""

    @property
    def texts(self) -> tuple[str, ...]:
        """The point cells by seat."""
        return self.list_texts("p")

    def list_texts(self, column: str) -> tuple[str, ...]:
        """The cells by seat of that column: "p" for points, "total" for running totals."""
        return tuple(self.cells.get(f"{column}{seat}", "") for seat in range(1, len(self.right) + 1))

    @property
    def points(self) -> tuple[int, ...]:
        """The points as written, 0 for a blank or struck cell."""
        return tuple(map(count_text, self.texts))

    @property
    def solo(self) -> bool:
        """Whether it is crossed as a solo."""
        return self.cells.get("solo") == "x"

    @property
    def offence(self) -> bool:
        """Whether it is crossed as an offence."""
        return self.cells.get("offence") == "x"

    def write(self, texts: Sequence[str]) -> TextRow:
        """The row with other point cells."""
        return replace(self, cells={**self.cells, **{f"p{seat}": text for seat, text in enumerate(texts, 1)}})


@dataclass(frozen=True, slots=True)
class TextSheet:
    """A sheet as text. `columns`: the fields of each row beside its points. `slipped`: seats whose sum is wrong."""

    rows: tuple[TextRow, ...]
    columns: tuple[str, ...]
    code: SheetCode
    sums: tuple[str, ...] = ()
    slipped: tuple[int, ...] = ()


def count_text(text: str) -> int:
    """What a written cell counts: 0 for a blank or a stroke."""
    return int(text) if text.lstrip("+-").isdigit() else 0


def spell(points: int, plus: bool = True) -> str:
    """A number as people write it; `plus`: with its plus sign."""
    return f"{points:+d}" if points and (plus or points < 0) else str(points)


def list_columns(rules: RuleSet, seats: int) -> tuple[str, ...]:
    """The last parts of the detail fields of a row, as the full sheet of these rules has them."""
    kinds = [kind for kind in ("hochzeit", "stille-hochzeit", "armut") if rules.find_kind(kind)]
    extras = [f"{party}.{entry.id}" for party in PARTIES for entry in rules.sheet.sonderpunkte]
    calls = [f"{party}.{call}" for party in PARTIES for call in (party, *LEVEL_NAMES)]
    solos = [f"solo.{solo.id}" for solo in rules.sheet.solos]
    bock = BOCK_COLUMNS[: rules.most_bocks]
    offence = ["offence"] if rules.offence.counts_as_game else []
    lost = ["re.verworfen", "kontra.verworfen"] if rules.offence.played_out else []
    re = [f"re{seat}" for seat in range(1, seats + 1)]
    return (*re, *kinds, *solos, *bock, *offence, *calls, "augen", *lost, *extras, "value")


def spell_row(row: Row, *, plus: bool = True, sits: str = "") -> TextRow:
    """The row as text; `plus`: with plus signs; `sits`: what stands in the cell of a seat that sits out."""
    cells = {
        f"p{seat}": sits if seat in row.game.sits and not points else "" if row.bare else spell(points, plus)
        for seat, points in enumerate(row.points, 1)
    }
    return TextRow(cells | {name: text for name, text in row.details.items() if text}, row.right)


def write_game(rules: RuleSet, game: Game) -> TextRow:
    """The row of a game, everything filled in as the full sheet asks."""
    return spell_row(count_row(rules, game, every_level=True))


def draw_points_sheet(
    rng: random.Random,
    seats: int = 4,
    mistakes: float = 0.0,
    slips: float = 0.0,
    *,
    round_: int = 1,
    table: int = 1,
    plus: bool | None = None,
) -> TextSheet:
    """A points sheet of `pflichtsolo-40` with every Pflichtsolo; `mistakes`, `slips`: the shares of rows with a mistake
    that the row shows, and of wrong sums. `plus`: whether plus signs are written, None by chance.
    """
    games, chance, rules = 4 * seats, np.random.default_rng(rng.getrandbits(64)), load("pflichtsolo-40")
    plus = rng.random() < 0.5 if plus is None else plus
    rows = []
    for row in draw_points_round(seats, games, chance, plain=True).rows:
        kind, wrong = _spoil(rules, row, _POINTS_KINDS, chance, "points") if rng.random() < mistakes else ("", row)
        rows.append(replace(spell_row(wrong, plus=plus, sits=rng.choice(["", "/", "-"])), mistake=kind))
    totals = [sum(column) for column in zip(*(row.points for row in rows), strict=True)]
    slipped = tuple(seat for seat in range(1, seats + 1) if rng.random() < slips)
    sums = tuple(
        spell(total + (rng.choice(SLIPS) if seat in slipped else 0), plus) for seat, total in enumerate(totals, 1)
    )
    code = SheetCode("pflichtsolo-40", "points", seats, games, round_, table, True)
    return TextSheet(tuple(rows), ("solo", "offence"), code, sums, slipped)


def draw_full_sheet(
    rng: random.Random, rules: RuleSet, seats: int = 4, mistakes: float = 0.0, partly: float = 0.0, games: int = 0
) -> TextSheet:
    """A full sheet of single games; `mistakes`, `partly`: the shares of rows with a mistake that their details reveal,
    and of right ones that show only part of the game. `games`: how many, 0 for those of a round.
    """
    games, chance = games or rules.sheet.count_games(seats) or 16, np.random.default_rng(rng.getrandbits(64))
    rows = []
    for number in range(1, games + 1):
        game = draw_single_game(rules, seats, choose_sitters(number, seats), chance)
        row = count_row(rules, game, every_level=True)
        if rng.random() < mistakes:
            kind, wrong = _spoil(rules, row, FULL_MISTAKES, chance, "full")
            rows.append(replace(spell_row(wrong), mistake=kind))
        else:
            rows.append(tell_partly(row, rng.choice(list(LEFT_OUT)) if rng.random() < partly else ""))
    sums = tuple(spell(sum(column)) for column in zip(*(row.points for row in rows), strict=True))
    return TextSheet(tuple(rows), list_columns(rules, seats), SheetCode(rules.id, "full", seats, games, 1, 1), sums)


def tell_partly(row: Row, left_out: str) -> TextRow:
    """The row as text, in which the players filled in less."""
    return replace(spell_row(keep_details(row, left_out)), left_out=left_out)


def draw_single_game(rules: RuleSet, seats: int, sits: tuple[int, ...], rng: np.random.Generator) -> Game:
    """A game without any finding, now and then in Bock."""
    game = draw_game(rules, seats, sits, None, rng, plain=True)
    bocks = sum(bool(rng.random() < _BOCK) for _ in range(rules.most_bocks))
    return replace(game, bock=bocks)


def _spoil(rules: RuleSet, row: Row, kinds: Sequence[str], rng: np.random.Generator, style: str) -> tuple[str, Row]:
    """One of the mistakes that the row has a place for, and the row with it; "" and the right row if there is none."""
    for kind in rng.permutation(kinds).tolist():
        wrong = change_row(rules, row, kind, rng, Paper(style))
        if wrong is not None:
            return kind, wrong
    return "", row

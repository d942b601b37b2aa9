"""Sheets as people write them and readings as a calibrated reader gives them, without a picture.

A reading's truth is drawn from the reader's own probabilities: a cell that is given 0.9 is right nine times of ten.
So the reader is calibrated by construction, and what the book makes of it can be counted.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace

from scanner.reading import Quality, Reading, SheetReading
from templates.code import SheetCode

QUAD = ((0.0, 0.0), (10.0, 0.0), (10.0, 5.0), (0.0, 5.0))
GOOD = Quality(4, 4, 0.99, 0.1, 12.0, 0.2, 120.0)
ALIKE = {"1": "74", "7": "12", "4": "91", "9": "47", "3": "58", "5": "36", "6": "08", "0": "6", "8": "36", "2": "7"}
"""Digits that are taken for one another."""


@dataclass(frozen=True)
class Row:
    """A row as written: texts by seat, crosses; `mistake`: what the players got wrong in it, "" when it is right."""

    texts: tuple[str, ...]
    solo: bool = False
    offence: bool = False
    mistake: str = ""


@dataclass(frozen=True)
class Page:
    """A sheet as written. `slipped`: seats (from 1) whose written total is wrong."""

    rows: tuple[Row, ...]
    sums: tuple[str, ...]
    slipped: tuple[int, ...] = ()
    code: SheetCode = field(default_factory=lambda: SheetCode("pflichtsolo-40", "points", 4, 16, 1, 1, True))


@dataclass(frozen=True)
class Hand:
    """How hard a writer is to read: share of cells that are not plain, and how far misreadings go together in a row.

    `boast`: how much oftener the reader errs than it admits (1: calibrated); `lost`: share of its errors in which the
    truth is not even among the candidates.
    """

    unclear: float = 0.03
    alike: float = 0.25
    boast: float = 1.0
    lost: float = 0.0


def page(rng: random.Random, seats: int = 4, mistakes: float = 0.0, slips: float = 0.0, *, round_: int = 1,
         table: int = 1, plus: bool | None = None) -> Page:
    """A legal sheet with every Pflichtsolo, then the players' mistakes at that share of rows and totals."""
    games = 16 if seats == 4 else 20
    soloists = dict(zip(rng.sample(range(1, games + 1), seats), range(1, seats + 1), strict=True))
    if seats == 5:
        soloists = _seated(rng, games)
    points = [_points(rng, seats, game, soloists.get(game)) for game in range(1, games + 1)]
    plus = rng.random() < 0.5 if plus is None else plus
    rows = [Row(_texts(rng, row, game, plus), game in soloists) for game, row in enumerate(points, 1)]
    rows = [_spoilt(rng, row) if rng.random() < mistakes else row for row in rows]
    totals = [sum(value(row.texts[seat]) for row in rows) for seat in range(seats)]
    slipped = tuple(seat for seat in range(1, seats + 1) if rng.random() < slips)
    sums = tuple(write(total + (rng.choice((-10, -2, -1, 1, 2, 10)) if seat in slipped else 0), plus)
                 for seat, total in enumerate(totals, 1))
    return Page(tuple(rows), sums, slipped, SheetCode("pflichtsolo-40", "points", seats, games, round_, table, True))


def value(text: str) -> int:
    """What a written cell counts."""
    return int(text) if text.lstrip("+-").isdigit() else 0


def write(points: int, plus: bool = True) -> str:
    """A number as people write it."""
    return f"{points:+d}" if points and (plus or points < 0) else str(points)


def read(rng: random.Random, sheet: Page, hand: Hand | None = None, photo: str = "IMG_1.jpg") -> SheetReading:
    """The sheet as a calibrated reader sees it."""
    hand = hand or Hand()
    readings: list[Reading] = []
    for game, row in enumerate(sheet.rows, 1):
        seen = misread_row(rng, row.texts, hand)
        readings += [replace(r, id=f"g{game:02}.p{seat}") for seat, r in enumerate(seen, 1)]
        readings += [cross(rng, f"g{game:02}.solo", row.solo), cross(rng, f"g{game:02}.offence", row.offence)]
    readings += [replace(see(rng, text, hand), id=f"sum.p{seat}") for seat, text in enumerate(sheet.sums, 1)]
    return sheet_reading(readings, sheet.code, photo)


def sheet_reading(readings: list[Reading], code: SheetCode | None, photo: str = "IMG_1.jpg") -> SheetReading:
    """A whole reading of these fields."""
    layout = code.layout_id if code else "foreign"
    text = code.spell() if code else None
    return SheetReading(photo, f"{hash(photo) & 0xFFFF:064x}", 0, (3000, 4000), layout, text, GOOD, tuple(readings))


def exact(field_id: str, text: str, confidence: float = 0.9995, kind: str = "points") -> Reading:
    """A cell that reads as plainly as any."""
    return Reading(field_id, kind, text, confidence, ((text, confidence),), QUAD)


def cross(rng: random.Random, field_id: str, on: bool) -> Reading:
    """A cross; one in two hundred is faint."""
    sure = 0.97 if rng.random() < 0.005 else 0.9995
    seen = on if rng.random() < sure else not on
    text, other = ("x", "") if seen else ("", "x")
    return Reading(field_id, "cross", text, sure, ((text, sure), (other, 1 - sure)), QUAD)


def misread_row(rng: random.Random, texts: tuple[str, ...], hand: Hand) -> list[Reading]:
    """The cells of a row; equal numbers of an unclear hand are, at the share `hand.alike`, unclear and misread
    alike."""
    common: dict[str, int] = {}
    seen = []
    for text in texts:
        digits = text.lstrip("+-")
        if digits not in common or rng.random() >= hand.alike:
            common[digits] = rng.getrandbits(32)
        seen.append(see(random.Random(common[digits]), text, hand))
    return seen


def see(rng: random.Random, truth: str, hand: Hand) -> Reading:
    """A number cell: its confidence is drawn first, then whether the reader is right, at just that chance."""
    sure = 1 - 10 ** rng.uniform(-5, -2.7) if rng.random() >= hand.unclear else rng.uniform(0.45, 0.999)
    others = wrong_ones(rng, truth)
    shares = [0.7, 0.2, 0.1][: len(others)]
    if rng.random() >= (1 - sure) * hand.boast:
        text, rest = truth, others
    else:
        text = rng.choices(others, shares)[0]
        rest = [*([] if rng.random() < hand.lost else [truth]), *(o for o in others if o != text)]
    spread = [(text, sure), *((o, (1 - sure) * share) for o, share in zip(rest, shares, strict=False))]
    return Reading("", "points", text, sure, tuple(sorted(spread, key=lambda pair: -pair[1])), QUAD)


def wrong_ones(rng: random.Random, truth: str) -> list[str]:
    """What a cell may be taken for: a like digit, another like digit, the sign lost or found."""
    sign, digits = truth[:1] if truth[:1] in "+-" else "", truth.lstrip("+-")
    if not digits.isdigit():
        return ["1", "-1", "7"]
    at = rng.randrange(len(digits))
    like = [sign + digits[:at] + other + digits[at + 1 :] for other in ALIKE[digits[at]]]
    turned = digits if sign == "-" else "-" + digits
    return list(dict.fromkeys([*like, turned]))[:3]


def _seated(rng: random.Random, games: int) -> dict[int, int]:
    """Five Pflichtsoli, none of a seat in a game that it sits out."""
    found: dict[int, int] = {}
    for seat in range(1, 6):
        found[rng.choice([g for g in range(1, games + 1) if g not in found and (g - 1) % 5 + 1 != seat])] = seat
    return found


def _points(rng: random.Random, seats: int, game: int, soloist: int | None) -> list[int]:
    away = (game - 1) % 5 + 1 if seats == 5 else None
    playing = [seat for seat in range(1, seats + 1) if seat != away]
    worth = rng.choices([1, 2, 3, 4, 5, 6, 8, 10, 12], [14, 22, 12, 18, 6, 10, 8, 4, 2])[0]
    if soloist is not None:
        worth, won = max(2, worth), rng.random() < 0.6
        return [0 if s == away else (3 if won else -3) * worth if s == soloist else (-worth if won else worth)
                for s in range(1, seats + 1)]
    if rng.random() < 0.02:
        worth = 0
    winners = rng.sample(playing, 2)
    return [0 if s == away else worth if s in winners else -worth for s in range(1, seats + 1)]


def _texts(rng: random.Random, points: list[int], game: int, plus: bool) -> tuple[str, ...]:
    away = (game - 1) % 5 + 1 if len(points) == 5 else None
    blank = rng.choice(["", "/", "-"])
    return tuple(blank if seat == away else write(worth, plus) for seat, worth in enumerate(points, 1))


def _spoilt(rng: random.Random, row: Row) -> Row:
    """One mistake that the row itself shows: a sign, a digit, or a solo that is not tripled."""
    worth = [value(text) for text in row.texts]
    seat = rng.choice([seat for seat, text in enumerate(row.texts) if text.lstrip("+-").isdigit()])
    least = min((abs(points) for points in worth if points), default=0)
    tripled = [seat for seat, points in enumerate(worth) if points and abs(points) == 3 * least]
    if row.solo and tripled and rng.random() < 0.5:
        seat, new, kind = tripled[0], worth[tripled[0]] // 3, "untripled"
    elif worth[seat] and rng.random() < 0.5:
        new, kind = -worth[seat], "sign"
    else:
        new, kind = worth[seat] + rng.choice([-2, -1, 1, 2]), "digit"
    texts = tuple(write(new) if s == seat else text for s, text in enumerate(row.texts))
    return replace(row, texts=texts, mistake=kind)

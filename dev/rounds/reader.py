"""A reader that is calibrated by construction: readings of sheets without a picture.

Whether a reading is right is drawn from the reader's own probabilities: a cell with 0.9 is right nine times of ten. So
the effect of judging can be counted.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from dev.rounds.sheets import TextRow, TextSheet
from scanner.sheet_reading import Quality, Reading, SheetReading
from templates.sheet_code import SheetCode

QUAD = ((0.0, 0.0), (10.0, 0.0), (10.0, 5.0), (0.0, 5.0))
"""The place of every field, in pixels."""
GOOD = Quality(4, 4, 0.99, 0.1, 12.0, 0.2, 120.0)
_ALIKE = {"1": "74", "7": "12", "4": "91", "9": "47", "3": "58", "5": "36", "6": "08", "0": "6", "8": "36", "2": "7"}
"""Digits that are confused with each other."""
_DIGITS = ("fuchs", "doppelkopf", "karlchen", "herzstich", "fuchs_am_end")
_NUMBERS = ("augen", "value")


@dataclass(frozen=True, slots=True)
class Hand:
    """How hard a writer is to read: the share of unclear cells, and how far misreadings in a row are equal.

    `boast`: how much oftener the reader errs than it admits (1: calibrated); `lost`: share of its errors in which the
    truth is not even among the candidates.
    """

    unclear: float = 0.03
    alike: float = 0.25
    boast: float = 1.0
    lost: float = 0.0


@dataclass(frozen=True, slots=True)
class CrossHand:
    """How boxes read: the shares of doubtful ones and of faint ones, and how seldom a plain one is wrong.

    A doubtful box has a flag and a confidence from 0.5 to 0.9, a faint one has 0.97 and no flag.
    """

    doubtful: float = 0.002
    wrong: float = 1e-4
    faint: float = 0.0


LIST_CROSSES = CrossHand(doubtful=0.0, wrong=5e-4, faint=0.005)
"""How the few boxes of a list read."""


PLAIN = Hand(unclear=0.0, boast=0.0)
"""A hand that is never misread."""
PLAIN_CROSSES = CrossHand(doubtful=0.0, wrong=0.0)


def read_sheet(
    rng: random.Random,
    sheet: TextSheet,
    hand: Hand | None = None,
    crosses: CrossHand | None = None,
    photo: str = "IMG_1.jpg",
) -> SheetReading:
    """The sheet as a calibrated reader sees it."""
    hand, crosses = hand or Hand(), crosses or (CrossHand() if sheet.code.style == "full" else LIST_CROSSES)
    readings: list[Reading] = []
    column = "total" if sheet.code.style == "totals" else "p"
    for game, row in enumerate(sheet.rows, 1):
        readings += read_row(rng, f"g{game:02}", row, sheet.columns, hand, crosses, column)
    readings += [replace(read_number(rng, text, hand), id=f"sum.p{seat}") for seat, text in enumerate(sheet.sums, 1)]
    return make_reading(readings, sheet.code, photo)


def read_row(
    rng: random.Random,
    name: str,
    row: TextRow,
    columns: Sequence[str],
    hand: Hand,
    crosses: CrossHand,
    numbers: str = "p",
) -> Iterator[Reading]:
    """The fields of the row called `name` ("g07"): its `numbers` (points or totals), then the other columns."""
    for seat, seen in enumerate(read_numbers(rng, row.list_texts(numbers), hand), 1):
        yield replace(seen, id=f"{name}.{numbers}{seat}")
    yield from read_columns(rng, name, {column: row.cells.get(column, "") for column in columns}, hand, crosses)


def read_columns(
    rng: random.Random, name: str, texts: Mapping[str, str], hand: Hand, crosses: CrossHand
) -> Iterator[Reading]:
    """The fields of a row beside its points: crosses and numbers, by the last part of their ids."""
    for column, text in texts.items():
        yield _read_field(rng, f"{name}.{column}", text, hand, crosses)


def _read_field(rng: random.Random, field_id: str, text: str, hand: Hand, crosses: CrossHand) -> Reading:
    """A cross, or a number without a sign; a blank is hardly taken for a number."""
    column = field_id.partition(".")[2]
    if column not in _NUMBERS and column.rpartition(".")[2] not in _DIGITS:
        return read_cross(rng, field_id, bool(text), crosses)
    seen = read_number(rng, text, hand if text else replace(hand, unclear=0.0))
    return _drop_signs(replace(seen, id=field_id, kind="number" if column in _NUMBERS else "digit"))


def make_reading(readings: Sequence[Reading], code: SheetCode | None, photo: str = "IMG_1.jpg") -> SheetReading:
    """A whole reading of these fields."""
    layout = code.layout_id if code else "foreign"
    text = code.spell() if code else None
    return SheetReading(photo, f"{hash(photo) & 0xFFFF:064x}", 0, (3000, 4000), layout, text, GOOD, tuple(readings))


def read_exactly(field_id: str, text: str, confidence: float = 0.9995, kind: str = "points") -> Reading:
    """A cell that reads as plainly as any."""
    return Reading(field_id, kind, text, confidence, ((text, confidence),), QUAD)


def read_cross(rng: random.Random, field_id: str, crossed: bool, hand: CrossHand | None = None) -> Reading:
    """A box; its confidence is drawn first, then whether the reader is right."""
    hand, luck = hand or LIST_CROSSES, rng.random()
    faint = hand.doubtful <= luck < hand.doubtful + hand.faint
    sure = rng.uniform(0.5, 0.9) if luck < hand.doubtful else 0.97 if faint else 1 - hand.wrong
    text, other = ("x", "") if crossed == (rng.random() < sure) else ("", "x")
    return Reading(
        field_id, "cross", text, sure, ((text, sure), (other, 1 - sure)), QUAD, ("doubtful",) if sure < 0.9 else ()
    )


def read_numbers(rng: random.Random, texts: Sequence[str], hand: Hand) -> Iterator[Reading]:
    """The cells of a row; equal numbers of an unclear hand are, at the share `hand.alike`, unclear and misread
    alike.
    """
    common: dict[str, int] = {}
    for text in texts:
        digits = text.lstrip("+-")
        if digits not in common or rng.random() >= hand.alike:
            common[digits] = rng.getrandbits(32)
        yield read_number(random.Random(common[digits]), text, hand)


def read_number(rng: random.Random, truth: str, hand: Hand) -> Reading:
    """A number cell: its confidence is drawn first, then whether the reader is right, at just that chance."""
    sure = 1 - 10 ** rng.uniform(-5, -2.7) if rng.random() >= hand.unclear else rng.uniform(0.45, 0.999)
    others = list_misreadings(rng, truth)
    shares = [0.7, 0.2, 0.1][: len(others)]
    if rng.random() >= (1 - sure) * hand.boast:
        text, rest = truth, others
    else:
        text = rng.choices(others, shares)[0]
        rest = [*([] if rng.random() < hand.lost else [truth]), *(o for o in others if o != text)]
    spread = [(text, sure), *((o, (1 - sure) * share) for o, share in zip(rest, shares, strict=False))]
    return Reading("", "points", text, sure, tuple(sorted(spread, key=lambda pair: -pair[1])), QUAD)


def list_misreadings(rng: random.Random, truth: str) -> list[str]:
    """Likely misreadings of a cell: one or another similar digit, the sign lost or added."""
    sign, digits = truth[:1] if truth[:1] in "+-" else "", truth.lstrip("+-")
    if not digits.isdigit():
        return ["1", "-1", "7"]
    at = rng.randrange(len(digits))
    like = [sign + digits[:at] + other + digits[at + 1 :] for other in _ALIKE[digits[at]]]
    turned = digits if sign == "-" else "-" + digits
    return list(dict.fromkeys([*like, turned]))[:3]


def _drop_signs(reading: Reading) -> Reading:
    """Without the signs that such a field cannot have."""
    kept = tuple(pair for pair in reading.candidates if pair[0][:1] not in ("+", "-"))
    text = reading.text.lstrip("+-")
    return replace(reading, text=text, candidates=kept or ((text, reading.confidence),))

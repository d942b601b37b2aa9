"""Checks of one row by its points, and of the written sum row.

Each docstring shows a row that fails and names the paragraphs behind the check: a bare number is a paragraph of
`pflichtsolo-40`; systems that number or name theirs otherwise follow with their id. `checks.apply` of a rule set names
its own paragraphs.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from scoring.counting.fines import Fine
from scoring.counting.game import PLAYERS, count_players, count_sitters
from scoring.counting.row_laws import Side, keep_side
from scoring.counting.rules import RuleSet
from scoring.findings import Change, Finding, Proposal
from scoring.rows.row_patterns import (
    Pattern,
    are_offence_points,
    counts_wrong_times,
    find_fitting,
    find_pattern,
    find_possible_values,
    is_legal,
    propose_mending,
)
from scoring.rows.written_rows import Row, Sheet, find_expected_sitters, find_hands, find_paid_fine
from texts.field_ids import make_cell_id, make_field_id, make_seat_id

Findings = Iterator[Finding]


def fill_row_gaps(row: Row, **gaps: object) -> dict[str, object]:
    """The gaps of a sentence about a row: the row's number, and those given."""
    return {"row": row.number, **gaps}


def find_row_pattern(rules: RuleSet, row: Row, seats: int) -> Pattern | None:
    """The row's pattern. None: no game has such points, some of them are unknown, or the row is an offence."""
    hands = find_hands(rules, row, seats)
    return find_pattern(rules, hands, rules.rows.side) if hands and not row.offence else None


def check_zero_sum(rules: RuleSet, row: Row, seats: int) -> Findings:
    """R1 (23; zwoelf-spiele 9; zehn-cent "gewonnene und verlorene Punkte"): a row adds up to 0. `+4 +4 -4 -6`.

    An offence adds up to what it costs less what the others get, of which a pot takes the rest. Where one side's points
    alone are written, only that side's may stand there: `+4 +4 -4 0` of the winners'.
    """
    hands = find_hands(rules, row, seats) or {seat: p for seat, p in enumerate(row.points, 1) if p is not None}
    together, side = sum(hands.values()), rules.rows.side
    off = side is None and bool(together)
    others = tuple(seat for seat, points in hands.items() if keep_side(side, points) != points)
    if len(hands) < count_players(seats) or not (off or others or row.offence):
        return
    fields = tuple(make_cell_id(row.number, seat) for seat in others or hands)
    if row.offence:
        yield from _check_fine_sum(rules, row, seats, hands)
    elif are_offence_points(rules, hands):
        cross = make_field_id(row.number, "offence")
        sentence = "faults.row.offence-cross-missing"
        yield Finding("offence-count", "error", (cross,), fill_row_gaps(row), (Change(cross, "", "x"),), sentence)
    else:
        gaps = fill_row_gaps(row, seats=others) if others else fill_row_gaps(row, sum=together)
        sentence = f"faults.row.only-{rules.rows.law}" if others else ""
        yield Finding("not-zero-sum", "error", fields, gaps, propose_mending(rules, row, seats), sentence)


def _check_fine_sum(rules: RuleSet, row: Row, seats: int, hands: dict[int, int]) -> Findings:
    """An offence whose points add up to what no offence does."""
    sums, together = sorted(rules.offence.find_sums()), sum(hands.values())
    if together not in sums:
        fields = tuple(make_cell_id(row.number, seat) for seat in hands)
        title = rules.find_check_title("R1") if sums == [0] else None
        gaps = fill_row_gaps(row, sum=together) | ({"check": title} if title else {})
        gaps |= {} if sums == [0] else {"sums": ", ".join(f"{one:+d}" for one in sums)}
        sentence = "" if sums == [0] else "faults.row.offence-sum"
        sentence = "faults.row.not-zero-sum-titled" if title else sentence
        yield Finding("not-zero-sum", "error", fields, gaps, propose_mending(rules, row, seats), sentence)


def check_shape(rules: RuleSet, row: Row, seats: int) -> Findings:
    """R2 (23; ddv TSR 7; zwoelf-spiele 3, 8): two win what two lose, one plays threefold against three, or nobody has
    anything. `+4 +2 -2 -4`.
    """
    hands, side = find_hands(rules, row, seats), rules.rows.side
    strange = hands is not None and _is_of_side(rules, side, hands) and find_pattern(rules, hands, side) is None
    if not row.offence and (strange or _lacks_players(rules, row, hands)):
        written = hands.values() if hands else row.points
        gaps = fill_row_gaps(row, points=", ".join(f"{points or 0:+d}" for points in written))
        change = propose_mending(rules, row, seats) if side else None  # no single change mends what adds up to 0
        yield Finding("pattern", "error", row.list_cells(), gaps, change, f"faults.row.pattern-{side}" if side else "")


def _is_of_side(rules: RuleSet, side: Side | None, hands: dict[int, int]) -> bool:
    """Whether the points add up to 0, where R1 asks that, or all are of the side whose points alone are written."""
    off = side is None and "R1" in rules.checks_applied and sum(hands.values()) != 0
    return not off and all(keep_side(side, one) == one for one in hands.values())


def check_offence_points(rules: RuleSet, row: Row, seats: int) -> Findings:
    """R2 (24; zwoelf-spiele 12; zehn-cent "je 50 Punkte"; ddv TSR 9): an offence has its fixed points. `-10 +5 +5 0`,
    crossed as an offence. In `stille-hochzeit` (Spielablauf) it is played out as lost, and no such row exists.
    """
    if not row.offence:
        return
    hands = find_hands(rules, row, seats)
    asked = "R1" not in rules.checks_applied or sum((hands or {}).values()) in rules.offence.find_sums()
    strange = hands is not None and asked and not are_offence_points(rules, hands)
    if strange or _lacks_players(rules, row, hands):
        fines = tuple(_write_fine(fine) for fine in rules.offence.list_fines())
        gaps = fill_row_gaps(row, offender=rules.offence.offender, others=rules.offence.others, fines=fines)
        sentence = "faults.row.pattern-offences" if fines[1:] else "faults.row.pattern-offence"
        sentence = sentence if fines else "faults.row.pattern-played-out"
        yield Finding("pattern", "error", row.list_cells(), gaps, sentence=sentence)


def _write_fine(fine: Fine) -> str:
    return f"{fine.offender:+d}/{fine.soloist:+d}/0" if fine.soloist else f"{fine.offender:+d}/{fine.others:+d}"


def _lacks_players(rules: RuleSet, row: Row, hands: dict[int, int] | None) -> bool:
    """Whether all cells of a row of five or more are read, add up to 0, and yet fewer than four seats have points.

    `+2 0 -2 0 0`, where any of the three zeros may have sat out.
    """
    if rules.rows.side is not None:
        return False
    points = [value for value in row.points if value is not None]
    struck = min(len(row.sits), count_sitters(len(row.points)))
    all_read = len(points) + struck == len(row.points)
    return hands is None and all_read and not all(points) and ("R1" not in rules.checks_applied or not sum(points))


def check_sitter(rules: RuleSet, row: Row, seats: int) -> Findings:
    """R3 (9, 25; the others D): the dealer of a table of five sits out and gets no points. Game 1: `+4 +4 -4 -4 /`.

    Where nobody's turn is known, somebody sits out all the same. `+6 +2 -2 -2 -4`.
    """
    away = find_expected_sitters(rules, row, seats)
    present = [seat for seat in away if row.points[seat - 1]]
    if not present and sum(map(bool, row.points)) > PLAYERS:
        fields, change = row.list_cells(), propose_mending(rules, row, seats)
        gaps = fill_row_gaps(row, found=sum(map(bool, row.points)))
        yield Finding("wrong-sitter", "error", fields, gaps, change, "faults.row.too-many-played")
    for seat in present:
        gaps = fill_row_gaps(row, seat=seat, points=row.points[seat - 1])
        fields = (make_cell_id(row.number, seat),)
        yield Finding("wrong-sitter", "error", fields, gaps, propose_mending(rules, row, seats))


def check_unit_step(rules: RuleSet, row: Row, seats: int) -> Findings:
    """R4 (zehn-cent "10 Cent für 10 Punkte"): where a system counts in tens, all points are multiples of ten.
    `+25 +20 -20 -20`.
    """
    step = rules.checks.unit.step
    for seat, points in enumerate(row.points, 1):
        if points is not None and points % step:
            gaps = fill_row_gaps(row, points=points, step=step)
            fields = (make_cell_id(row.number, seat),)
            yield Finding("unit-step", "error", fields, gaps, propose_mending(rules, row, seats))


def check_possible_value(rules: RuleSet, row: Row, seats: int) -> Findings:
    """R5 (19 to 25; zwoelf-spiele 6, 9, 11; zehn-cent the list of 10 Cent; kurzregeln-48 Spielpunkte; stille-hochzeit
    Zählen; ddv TSR 7.2): some game of this pattern has this value. `-3 +1 +1 +1` as a solo: gegen makes it 2 at least.
    """
    found = find_row_pattern(rules, row, seats)
    if found is None or found.shape == "zero":
        return
    possible = find_possible_values(rules, found, solo=row.solo)
    if found.value not in possible and not ("R8" in rules.checks_applied and counts_wrong_times(rules, row, found)):
        outcome = "pairs" if found.shape != "lone" else "won" if found.value > 0 else "lost"
        sentence = f"faults.row.impossible-{outcome}" + ("-turned" if -found.value in possible else "")
        gaps = fill_row_gaps(row, value=abs(found.value))
        yield Finding("impossible-value", "error", row.list_cells(), gaps, propose_mending(rules, row, seats), sentence)


def check_usual_value(rules: RuleSet, row: Row, seats: int) -> Findings:
    """R6 (D in all systems): high values are rare enough to look twice. `+24 +24 -24 -24`."""
    found = find_row_pattern(rules, row, seats)
    if found and abs(found.value) > rules.checks.unusual.above and not any(check_possible_value(rules, row, seats)):
        yield Finding("unusual-value", "warning", row.list_cells(), fill_row_gaps(row, value=abs(found.value)))


def check_parity(rules: RuleSet, sheet: Sheet) -> Findings:
    """S6 (23; ddv TSR 7.3.3.2): at four seats a game adds an odd number to all or to none, so the sums are all even or
    all odd, but for fines in a solo.

    Sums `+12 -4 -8 +1`. The same holds for running totals; they are asked where no points are written, since S5 needs
    points.
    """
    step = rules.checks.unit.step
    if sheet.seats != PLAYERS or not _keeps_parity(rules):
        return
    fines = [fine for row in sheet.rows if (fine := _find_uneven_fine(rules, row, sheet.seats))]
    games = tuple(
        None if total is None else total - sum(fine.get(seat, 0) for fine in fines)
        for seat, total in enumerate(sheet.sums, 1)
    )
    odd_ones = _find_other_parity(games, step)
    if odd_ones:
        gaps: dict[str, object] = {"sums": _write_totals(sheet.sums), "step": step}
        fields = tuple(make_seat_id("sum", seat) for seat in odd_ones)
        sentence = "faults.sheet.parity" if step == 1 else "faults.sheet.parity-units"
        title = rules.find_check_title("S6")
        sentence, gaps = ("faults.sheet.parity-titled", gaps | {"check": title}) if title else (sentence, gaps)
        yield Finding("parity", "error", fields, gaps, sentence=sentence)
    for row in sheet.rows:
        odd_ones = _find_other_parity(row.totals, step)
        if odd_ones and all(points is None for points in row.points):
            fields = tuple(make_cell_id(row.number, seat) for seat in odd_ones)
            gaps = fill_row_gaps(row, sums=_write_totals(row.totals))
            title = rules.find_check_title("S6")
            gaps |= {"check": title} if title else {}
            sentence = "faults.row.parity-totals-titled" if title else "faults.row.parity-totals"
            yield Finding("parity", "error", fields, gaps, sentence=sentence)
            return  # the rows below go on from it


@lru_cache(maxsize=64)
def _keeps_parity(rules: RuleSet) -> bool:
    """Whether every game and every offence adds an odd number to all four or to none."""
    step = rules.checks.unit.step
    fines = ({points // step % 2 for points in fine.hands} for fine in rules.offence.list_fines() if not fine.soloist)
    alone = all(times % 2 for times in rules.list_lone_times())
    return alone and rules.rows.side is None and all(len(odds) == 1 for odds in fines)


def _find_uneven_fine(rules: RuleSet, row: Row, seats: int) -> dict[int, int] | None:
    """The points of a row in which a fine goes to the soloist alone: the only ones that may be even and odd
    (ddv TSR 7.3.3.2)."""
    hands = find_hands(rules, row, seats) if row.offence else None
    fine = find_paid_fine(rules, hands) if hands else None
    return hands if fine and fine.soloist else None


def _find_other_parity(totals: tuple[int | None, ...], step: int) -> tuple[int, ...]:
    """The one seat whose parity differs, or all four where it is two and two; () where all agree or one is unknown."""
    odds = [points // step % 2 for points in totals if points is not None and not points % step]
    if len(odds) != PLAYERS or len(set(odds)) == 1:  # R4 finds totals that are no multiple of the unit
        return ()
    alone = tuple(seat for seat, odd in enumerate(odds, 1) if odds.count(odd) == 1)
    return alone or (1, 2, 3, 4)


def _write_totals(totals: tuple[int | None, ...]) -> str:
    return ", ".join(f"{points:+d}" for points in totals if points is not None)


def check_columns(rules: RuleSet, sheet: Sheet) -> Findings:
    """S7: a sum is what its column adds up to. A column of +4, -2, +6 with the sum `+10`."""
    written = {seat: points for seat, points in enumerate(sheet.sums, 1) if points is not None}
    found = {seat: column for seat in written if (column := add_column(rules, sheet, seat)) is not None}
    missing = {seat: written[seat] - column for seat, column in found.items()}
    for seat, column in found.items():
        if missing[seat]:
            gaps = {"seat": seat, "right": column, "written": written[seat]}
            change = Change(make_seat_id("sum", seat), written[seat], column)
            proposal = _propose(rules, sheet, change, missing)
            yield Finding("sum-mismatch", "error", (make_seat_id("sum", seat),), gaps, proposal)


def check_sums_to_zero(rules: RuleSet, sheet: Sheet) -> Findings:
    """S8 (23): all sums together make 0. Sums `+12 -4 -8 +2`.

    With a pot they make what was paid into it, which only the rows tell: never more than 0. Where one side's points
    alone are written, no sum is of the other side, unless by an offence: `+12 +4 -8 +2` of the winners'.
    """
    sums = [points for points in sheet.sums if points is not None]
    if not sums or len(sums) != sheet.seats:
        return
    fields = tuple(make_seat_id("sum", seat) for seat in range(1, sheet.seats + 1))
    rows, together = rules.rows, sum(sums)
    fined = [points for fine in rules.offence.list_fines() for points in fine.hands]
    others = tuple(seat for seat, points in enumerate(sums, 1) if keep_side(rows.side, points) != points)
    if others and all(keep_side(rows.side, points) == points for points in fined):
        fields = tuple(make_seat_id("sum", seat) for seat in others)
        yield Finding("not-zero-sum", "error", fields, {"seats": others}, sentence=f"faults.sheet.sums-{rows.law}")
    elif rows.pot and rows.side != "plus" and together > 0:
        yield Finding("not-zero-sum", "error", fields, {"sum": together}, sentence="faults.sheet.sums-above-pot")
    elif rules.adds_up and rows.side is None and not rows.pot and together:
        title = rules.find_check_title("S8", "R1")
        gaps: dict[str, object] = {"sum": together} | ({"check": title} if title else {})
        sentence = "faults.sheet.sums-not-zero-titled" if title else "faults.sheet.sums-not-zero"
        yield Finding("not-zero-sum", "error", fields, gaps, sentence=sentence)


def check_total_units(rules: RuleSet, sheet: Sheet) -> Findings:
    """R4 of a total: where a system counts in tens, it is a multiple of ten. Totals `+25 -20 -20 +15`."""
    step = rules.checks.unit.step
    for seat, points in enumerate(sheet.sums, 1):
        if points is not None and points % step:
            gaps = {"seat": seat, "points": points, "step": step}
            field = (make_seat_id("sum", seat),)
            yield Finding("unit-step", "error", field, gaps, sentence="faults.sheet.total-unit")


def check_usual_totals(rules: RuleSet, sheet: Sheet) -> Findings:
    """R6 of a total (D in all systems): more than half of the highest usual value in every game is looked at twice.
    `+120 -40 -40 -40` of 16 games."""
    most = rules.checks.unusual.above * sheet.games // 2
    for seat, points in enumerate(sheet.sums, 1):
        if points is not None and abs(points) > most > 0:
            gaps = {"seat": seat, "points": points, "games": sheet.games}
            field = (make_seat_id("sum", seat),)
            yield Finding("unusual-value", "warning", field, gaps, sentence="faults.sheet.total-high")


def add_column(rules: RuleSet, sheet: Sheet, seat: int) -> int | None:
    """The sum of the column; None while a number in it is unknown."""
    whole = 0
    for row in sheet.rows:
        points = row.points[seat - 1]
        if points is None and not row.blank and find_hands(rules, row, sheet.seats) is None:
            return None
        whole += points or 0
    return whole


def _propose(rules: RuleSet, sheet: Sheet, change: Change, missing: dict[int, int]) -> Proposal | None:
    """What would mend the sum: the sum itself, where every row is right; or the one wrong row, where just one mending
    of it makes all sums fit. Otherwise None.
    """
    wrong = [row for row in sheet.rows if not row.blank and not is_legal(rules, row, sheet.seats)]
    if not wrong:
        return (change,)
    mended = find_fitting(rules, sheet, wrong[0], missing) if len(wrong) == 1 else ()
    return mended[0].changes if len(mended) == 1 else None

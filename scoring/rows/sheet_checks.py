"""Checks of a whole sheet: signatures, names, how many games, whose turn to sit out, everybody's Pflichtsolo.

The rule sheets say nothing about signatures and names: both checks are decisions (D). The sheet is a numbered one
(`scoring.rows.written_rows.number_rows`). Each docstring describes a sheet that fails and names the paragraphs behind
the check, as in `scoring.rows.point_checks`.
"""

from __future__ import annotations

from itertools import groupby, pairwise, takewhile

from scoring.counting.game import count_sitters
from scoring.counting.rules import RuleSet
from scoring.findings import Change, Finding
from scoring.rows.point_checks import Findings, find_row_pattern
from scoring.rows.written_rows import (
    Row,
    Sheet,
    find_expected_sitters,
    find_hands,
    find_sitters,
    find_soloist,
    is_game,
    may_be_no_game,
    turn_seats,
)
from texts.field_ids import make_field_id, make_seat_id
from texts.sentences import Phrase


def check_signatures(rules: RuleSet, sheet: Sheet) -> Findings:
    """S10: each player signs the sheet, which accepts it. Three signatures, none at seat 2."""
    missing = tuple(seat for seat, signed in enumerate(sheet.signed, 1) if signed is False)
    if missing and any(not row.blank for row in sheet.rows):
        sentence = "faults.sheet.unsigned-all" if len(missing) == sheet.seats else ""
        fields = tuple(make_seat_id("sign", seat) for seat in missing)
        yield Finding("unsigned", "warning", fields, {"seats": missing}, sentence=sentence)


def check_drawn_names(rules: RuleSet, sheet: Sheet) -> Findings:
    """S11: the players are those whom the draw put at this table, in any order. Anna, Bernd, Chris and Doris were
    drawn, but Emil sits here.
    """
    drawn = {_simplify(player) for player in sheet.drawn}
    written = [None if player is None else _simplify(player) for player in sheet.names]
    missing = tuple(player for player in sheet.drawn if _simplify(player) not in written) or ("–",)
    for seat, player in enumerate(written if drawn else (), 1):
        gaps = {"seat": seat, "name": sheet.names[seat - 1], "missing": missing}
        field = (make_seat_id("name", seat),)
        if player is not None and player not in drawn:
            yield Finding("unknown-name", "error", field, gaps, sentence="faults.sheet.name-not-drawn")
        elif player is not None and player in written[: seat - 1]:
            gaps |= {"other": written.index(player) + 1}
            yield Finding("unknown-name", "error", field, gaps, sentence="faults.sheet.name-twice")


def _simplify(player: str) -> str:
    return " ".join(player.split()).casefold()


def list_games(sheet: Sheet) -> tuple[Row, ...]:
    """The rows in which a game is written, without offences."""
    return tuple(row for row in sheet.rows if not row.blank and not row.offence)


def count_expected_games(rules: RuleSet, sheet: Sheet) -> int | None:
    """Games that this sheet must have: the rules' number, or the printed one or the evening's where that is smaller. A
    half sheet must have its half of them, and nobody need play what was struck when the time was up. None where the
    players may play as many as they like.
    """
    wanted = rules.sheet.count_owed_games(sheet.seats)
    if wanted is None:
        return None
    games = min(wanted, sheet.due_games or wanted)
    return (games, (games + 1) // 2, games // 2)[sheet.half] - len(sheet.struck.timed)


def count_round_games(rules: RuleSet, sheet: Sheet) -> range:
    """How many games the sheet may hold: an offence after which the game was dealt again need not be one."""
    found = sum(is_game(rules, row, sheet.seats) for row in sheet.rows)
    return range(found - sum(may_be_no_game(rules, row, sheet.seats) for row in sheet.rows), found + 1)


def find_skipped_rows(rules: RuleSet, sheet: Sheet) -> tuple[Row, ...]:
    """Blank rows with a game below them, but for those that somebody struck."""
    last = max((row.number for row in list_games(sheet)), default=0)
    blank = (row for row in sheet.rows if row.blank and not row.offence and row.number < last)
    return tuple(row for row in blank if row.number not in sheet.struck)


def find_missing_end(rules: RuleSet, sheet: Sheet) -> tuple[Row, ...]:
    """The blank rows at the end of the ordinary games, above the section for the Pflichtsoli where there is one: games
    for which the time may have been too short."""
    last = sheet.due_games or max((row.number for row in sheet.rows), default=0)
    ordinary = [
        row for row in sheet.rows if row.number <= last and not rules.sheet.is_in_section(sheet.seats, row.number)
    ]
    free = takewhile(lambda row: row.blank and row.number not in sheet.struck, reversed(ordinary))
    return tuple(reversed(tuple(free)))


def check_no_gaps(rules: RuleSet, sheet: Sheet) -> Findings:
    """S1 (3; zwoelf-spiele 8): every game has its row, a Nullspiel too. Games 1 to 6 and 8 to 16.

    In ddv (TSR 8.5.1) the last ordinary games may be struck when the time is up: games 17 to 20 are blank above the
    Pflichtsoli, which is one question.
    """
    skipped, end = find_skipped_rows(rules, sheet), find_missing_end(rules, sheet)
    if len(end) > 1 and set(end) <= set(skipped):
        gaps: dict[str, object] = {"first": end[0].number, "last": end[-1].number}
        fields = tuple(cell for row in end for cell in row.list_cells())
        yield Finding("game-count", "error", fields, gaps, sentence="faults.sheet.end-left-blank")
        skipped = tuple(row for row in skipped if row not in end)
    for row in skipped:
        gaps = {"number": row.number}
        yield Finding("game-count", "error", row.list_cells(), gaps, sentence="faults.sheet.row-left-blank")


def check_numbering(rules: RuleSet, sheet: Sheet) -> Findings:
    """S1 (D in all systems): games are numbered one by one. Game 9 below game 7."""
    for before, row in pairwise(sheet.rows):
        if row.number != before.number + 1:
            gaps = {"before": before.number, "number": row.number}
            yield Finding("game-count", "error", row.list_cells(), gaps, sentence="faults.sheet.numbering")


def check_game_count(rules: RuleSet, sheet: Sheet) -> Findings:
    """S1 (1; zehn-cent "16 Spiele", at five 20; zwoelf-spiele 2; ddv 24, at five 30): as many games as the round has.
    15 games of 16, the last row blank. Where the number is free (D), a sheet without any game is asked about: nobody
    played it, or a blank one was photographed.
    """
    expected, counts = count_expected_games(rules, sheet), count_round_games(rules, sheet)
    found = counts[-1]
    if expected is None and sheet.rows and all(row.blank for row in sheet.rows):
        yield Finding("game-count", "error", (), {}, sentence="faults.sheet.no-games")
    if expected is None or expected in counts or _are_offences_miscounted(rules, sheet):
        return
    gaps: dict[str, object] = {"found": found, "expected": expected}
    if found < expected - len(find_skipped_rows(rules, sheet)):
        yield Finding("game-count", "error", (), gaps, sentence="faults.sheet.too-few")
    elif found > expected:
        yield _make_too_many(sheet, gaps)


def check_twins(rules: RuleSet, sheet: Sheet) -> Findings:
    """S1 (D in all systems): a game written twice hides that another one has no row; the number of rows is right. Games
    7 and 8 with the same details. Without details only two equal solos are reported: other rows are often equal by
    chance.

    Not asked where S3 (turns to sit out) or `check_game_count` (a game too many) finds the same mistake.
    """
    games, expected = list_games(sheet), count_expected_games(rules, sheet)
    if rules.sheet.list_away(sheet.seats) or (expected is not None and len(games) > expected):
        return
    for before, row in pairwise(games):
        if row.points == before.points and find_hands(rules, row, sheet.seats) and _are_alike(before, row):
            gaps = {"first": before.number, "second": row.number}
            sentence = "faults.sheet.twins" if row.details else "faults.sheet.twin-solos"
            yield Finding("game-count", "warning", row.list_cells(), gaps, sentence=sentence)


def _are_alike(before: Row, row: Row) -> bool:
    if row.details is not None:
        return row.details == before.details
    return before.details is None and row.solo and before.solo and any(row.points)


def check_offence_count(rules: RuleSet, sheet: Sheet) -> Findings:
    """S2 (24): an offence is written as an extra row and is no game. 15 games and an offence in 16 rows.

    In zwoelf-spiele (12, D) and zehn-cent ("nicht wiederholt") it is one, in ddv (TSR 9) only a serious one: there 16
    games and an offence are one too many.
    """
    if _are_offences_miscounted(rules, sheet):
        offences = [row for row in sheet.rows if row.offence and not row.blank]
        games = [row for row in offences if is_game(rules, row, sheet.seats)]
        expected, found = count_expected_games(rules, sheet) or 0, len(list_games(sheet)) + len(games)
        gaps = {"games": found, "offences": len(offences) - len(games), "expected": expected, "found": found}
        no_game = "faults.sheet.minor-no-game" if rules.offence.counts_as_game else "faults.sheet.offence-no-game"
        sentence = no_game if found < expected else "faults.sheet.offence-is-game"
        fields = tuple(make_field_id(row.number, "offence") for row in offences)
        yield Finding("offence-count", "error", fields, gaps, sentence=sentence)


def check_rotation(rules: RuleSet, sheet: Sheet) -> Findings:
    """S3 (9; zehn-cent, ddv D): at a table of five or more, players sit out in turn. From game 8 on, everybody sits out
    one game too early. One finding for the whole shift, with its likely cause: a row skipped, or a game written twice.
    """
    kept = 0
    shifts = ((row, _measure_shift(rules, row, sheet.seats)) for row in list_games(sheet) if _has_points(row))
    known = ((row, shift) for row, shift in shifts if shift is not None)  # a Nullspiel does not show who sat out
    for shift, alike in groupby(known, key=lambda pair: pair[1]):
        (first, _), *others = alike
        if len(others) + 1 >= _SHIFTED:
            if shift not in (0, kept):
                yield _make_shifted(rules, sheet, first, (shift - kept) % sheet.seats)
            kept = shift


def _measure_shift(rules: RuleSet, row: Row, seats: int) -> int | None:
    """By how many turns the seats that sat out come too early; None where that is unknown."""
    expected, absent = find_expected_sitters(rules, row, seats), find_sitters(rules, row, seats)
    return measure_turn(expected, absent or (), seats)


def measure_turn(expected: tuple[int, ...], absent: tuple[int, ...], seats: int) -> int | None:
    """By how many seats all of `expected` must be turned on to be `absent`, 0 where they are; None where that is none,
    or where more seats are absent, several."""
    due = tuple(seat - 1 for seat in expected)
    fitting = [by for by in range(seats if due else 0) if {*turn_seats(due, by, seats)} <= {*absent}]
    alone = len(fitting) == 1 or len(expected) == len(absent) or 0 in fitting[:1]
    return fitting[0] if fitting and alone else None


def _make_shifted(rules: RuleSet, sheet: Sheet, first: Row, by: int) -> Finding:
    """From row `first` on everybody sits out `by` games too early; of five seats four too early is one too late."""
    above = next((row for row in reversed(sheet.rows) if row.number < first.number), first)
    late = "faults.sheet.sitters-late-blank" if above.blank else "faults.sheet.sitters-late"
    absent = find_sitters(rules, first, sheet.seats) or (1,)
    before = turn_seats(tuple(seat - 1 for seat in absent), -1, sheet.seats)  # whose turn it is one game earlier
    early = "faults.sheet.sitters-early" if len(before) == 1 else "faults.sheet.sitters-other"
    key = {1: early, sheet.seats - 1: late}.get(by, "faults.sheet.sitters-other")
    gaps: dict[str, object] = {
        "number": first.number,
        "cause": Phrase(key, {"before": above.number, "seat": before[0]}),
    }
    if key == "faults.sheet.sitters-late":
        gaps |= {"first": above.number, "second": first.number}  # the two rows that may be one game
    return Finding("wrong-sitter", "error", first.list_cells(), gaps, sentence="faults.sheet.sitters-shifted")


def check_sitting_turns(rules: RuleSet, sheet: Sheet) -> Findings:
    """S3 (kurzregeln-48, stille-hochzeit D): each of five sits out equally often, in whatever order. Seat 2 sat out
    three times, seat 4 five. Where some rows do not show who sat out, only those who sat out too often are reported.
    """
    if rules.sheet.list_away(sheet.seats) or sheet.half or not count_sitters(sheet.seats):
        return
    known = [find_sitters(rules, row, sheet.seats) for row in list_games(sheet)]
    absent = [seat for away in known for seat in away or ()]
    turns, rest = divmod(len(known) * count_sitters(sheet.seats), sheet.seats)
    for seat in range(1, sheet.seats + 1) if not rest else ():
        if absent.count(seat) > turns or (absent.count(seat) < turns and None not in known):
            gaps = {"seat": seat, "found": absent.count(seat), "expected": turns}
            yield Finding("wrong-sitter", "error", (), gaps, sentence="faults.sheet.sitters-uneven")


def check_pflichtsolo(rules: RuleSet, sheet: Sheet) -> Findings:
    """S4 (6, 12; stille-hochzeit Solo: in the first five rounds; ddv TSR 8.6: in its own section): each player has a
    solo of his own; a stille Hochzeit is none. Nobody crossed a solo for seat 3.
    """
    games, facts = list_games(sheet), rules.sheet.pflichtsolo
    elsewhere = sheet.half == 1 or (sheet.half == 2 and not facts.section)  # the other half may hold it
    if elsewhere or len(games) < facts.within * sheet.seats:  # or there is time left for it
        return
    fined = [row for row in sheet.rows if row.offence and find_soloist(rules, row, sheet.seats)]
    solos = [row for row in (*games, *fined) if _counts_as_solo(rules, row, sheet)]
    crossed = [find_soloist(rules, row, sheet.seats) for row in solos]
    missing = [seat for seat in range(1, sheet.seats + 1) if crossed.count(seat) < facts.per_player]
    hands = [find_hands(rules, row, sheet.seats) or {} for row in solos]
    anyones = sum(not any(points.values()) for points in hands)  # unread, or a Nullspiel
    if not games or len(missing) <= anyones:
        return
    for seat in missing:
        patterns = ((row, find_row_pattern(rules, row, sheet.seats)) for row in games if not row.solo)
        lone = [row.number for row, found in patterns if found and found.seat == seat]
        yield _make_no_solo(seat, lone)


_SHIFTED = 3  # rows in a row; fewer are single slips, each of which R3 reports


def _has_points(row: Row) -> bool:
    return any(row.points)


def _are_offences_miscounted(rules: RuleSet, sheet: Sheet) -> bool:
    """Whether the number of games would be right if offences were counted the other way."""
    found = count_round_games(rules, sheet)
    turned = [is_game(rules, row, sheet.seats) != row.offence for row in sheet.rows if not row.blank]
    expected = count_expected_games(rules, sheet)
    return sum(turned) == expected and expected not in found


def _make_too_many(sheet: Sheet, gaps: dict[str, object]) -> Finding:
    for before, row in pairwise(list_games(sheet)):
        if row.points == before.points and any(row.points):
            twice = gaps | {"first": before.number, "second": row.number}
            return Finding("game-count", "error", row.list_cells(), twice, sentence="faults.sheet.too-many-twice")
    return Finding("game-count", "error", (), gaps, sentence="faults.sheet.too-many-games")


def _counts_as_solo(rules: RuleSet, row: Row, sheet: Sheet) -> bool:
    """Whether the row may be somebody's Pflichtsolo. Where Pflichtsoli have a section, only its rows may, and a fine
    below all games."""
    section = rules.sheet.is_in_section(sheet.seats, row.game or row.number) or (
        row.offence and 0 < sheet.games < row.number
    )
    if rules.sheet.pflichtsolo.section and not section:
        return False
    if row.details is not None:
        kind = rules.find_kind(row.details.kind)
        return kind is not None and kind.pflicht
    return row.solo or row.offence or section


def _make_no_solo(seat: int, lone: list[int]) -> Finding:
    if not lone:
        return Finding("pflichtsolo", "warning", (), {"seat": seat}, sentence="faults.sheet.no-solo")
    field = make_field_id(lone[0], "solo")
    change = (Change(field, "", "x"),) if len(lone) == 1 else None
    gaps = {"seat": seat, "number": lone[0]}
    return Finding("pflichtsolo", "warning", (field,), gaps, change, "faults.sheet.no-solo-perhaps")

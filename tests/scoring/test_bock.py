"""Bock blocks on whole evenings: a simple model of its own says which games are Bock games, and the check agrees."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import pairwise

import pytest

from scoring.counting.entry_types import Source
from scoring.counting.game import ANSAGE, Calls, Extras, Game
from scoring.counting.score import score
from scoring.findings import Finding
from scoring.rows.all_checks import check_sheet
from scoring.rows.bock_games import list_due_games
from scoring.rows.written_rows import Row, Sheet
from scoring.rulesets import load_rules

RULES = load_rules.load("stille-hochzeit")
Told = Callable[[tuple[Finding, ...]], list[str]]
FOX = (("fuchs", 1),)

PLAIN = Game("normal", (1, 2), augen=130)
STARTERS = (
    Game("normal", (1, 2), augen=120),  # 120 each
    Game("normal", (1, 2), Calls(ANSAGE), 100),  # Re said, and lost
    Game("normal", (1, 2), Calls(kontra=ANSAGE), 150),  # Kontra said, and lost
    Game("normal", (1, 2), augen=125, extras=Extras(kontra=FOX)),  # worth nothing
    Game("normal", (1, 2), Calls(ANSAGE, ANSAGE), 120),  # 120 each and worth nothing: still one round
)


@dataclass
class Table:
    """The simple model: one token lies on the table for each Bock game still to be played."""

    seats: int
    tokens: int = 0

    def play(self, game: Game, nobody_took_armut: bool) -> Row:
        """One hand: the Armut before it, the game itself, and what it brings about."""
        if nobody_took_armut and self.tokens == 0:
            self.tokens = 1
        bock, self.tokens = self.tokens > 0, max(0, self.tokens - 1)
        if game in STARTERS:
            self.tokens += self.seats
        sits = (5,) if self.seats == 5 else ()
        played = replace(game, bock=bock, seats=self.seats, sits=sits)
        points = score(RULES, played).points
        assert points is not None
        return Row(0, tuple(None if seat in sits else p for seat, p in enumerate(points, 1)), details=played)


def evening(seats: int, seed: int) -> Sheet:
    """An evening in which every eighth game starts a Bock round, and now and then nobody takes an Armut."""
    rng, table = random.Random(seed), Table(seats)
    games = [rng.choice(STARTERS) if rng.random() < 0.12 else PLAIN for _ in range(20)]
    armut = [rng.random() < 0.1 for _ in games]
    alone = [here and not before for before, here in pairwise([True, *armut])]
    rows = [table.play(game, nobody) for game, nobody in zip(games, alone, strict=True)]
    return Sheet(seats, 20, tuple(replace(row, number=number) for number, row in enumerate(rows, 1)))


def found(sheet: Sheet) -> list[Finding]:
    """What is said of Bock games."""
    return [finding for finding in check_sheet(RULES, sheet) if finding.code == "bock-block"]


def with_row(sheet: Sheet, at: int, row: Row) -> Sheet:
    """The sheet with another row there."""
    return replace(sheet, rows=(*sheet.rows[:at], row, *sheet.rows[at + 1 :]))


@pytest.mark.parametrize("seats", [4, 5])
def test_right_evenings_pass(seats: int) -> None:
    """Two hundred evenings with queueing rounds and single Bocks: nothing is said; with points only neither."""
    for seed in range(200):
        sheet = evening(seats, seed)
        assert found(sheet) == []
        assert found(replace(sheet, rows=tuple(replace(row, details=None) for row in sheet.rows))) == []


@pytest.mark.parametrize("seats", [4, 5])
def test_a_forgotten_bock_is_found(seats: int) -> None:
    """Whichever game of a round is not marked as Bock, exactly that one is reported."""
    tried = 0
    for seed in range(60):
        sheet = evening(seats, seed)
        tokens = 0
        for at, row in enumerate(sheet.rows):
            due, tokens = tokens > 0, max(0, tokens - 1)
            assert row.details is not None
            plain = replace(row.details, bock=False, seats=4, sits=())
            tokens += seats if plain in STARTERS else 0
            if due:
                findings = found(with_row(sheet, at, replace(row, details=replace(row.details, bock=False))))
                missing = [f.fields for f in findings if f.sentence == "faults.row.bock-missing"]
                assert missing == [(f"g{at + 1:02}.bock",)]
                tried += 1
    assert tried > 300


def test_a_round_from_nowhere_is_found() -> None:
    """Two Bock games in a row that nothing brought about: one may be an Armut that nobody took, two are asked about."""
    rows = tuple(Row(n, (1, 1, -1, -1), details=replace(PLAIN, bock=n in (3, 4))) for n in range(1, 9))
    (finding,) = found(Sheet(4, 20, rows))
    assert (finding.severity, finding.fields) == ("warning", ("g03.bock", "g04.bock"))
    assert finding.message("en").endswith("2 Bock games crossed, 0 would be right.")
    alone = tuple(replace(row, details=replace(PLAIN, bock=row.number == 3)) for row in rows)
    assert found(Sheet(4, 20, alone)) == []


def test_points_alone_tell_an_odd_value() -> None:
    """Behind a Nullspiel the four next games are Bock games, so that none of them can be worth 3."""
    values = [2, 0, 4, 3, 2, 2, 3]
    rows = tuple(Row(n, (v, v, -v, -v)) for n, v in enumerate(values, 1))
    (finding,) = found(Sheet(4, 20, rows))
    assert finding.fields == ("g04.p1", "g04.p2", "g04.p3", "g04.p4")
    assert finding.message() == ("Spiel 4: Das muss ein Bockspiel sein. 3 ist aber nicht durch 2 teilbar.")


def test_two_triggers_are_one_round_unless_the_rules_say_otherwise() -> None:
    """A decision that is data: 120 each and worth nothing brings one round; with `per_game = 2` it brings two."""
    marks = [False] + [True] * 4 + [False] * 4
    games = [STARTERS[4]] + [PLAIN] * 8
    rows = tuple(
        Row(n, (0,) * 4 if n == 1 else (2, 2, -2, -2), details=replace(game, bock=bock))
        for n, (game, bock) in enumerate(zip(games, marks, strict=True), 1)
    )
    assert found(Sheet(4, 20, rows)) == []
    twice = replace(RULES, bock=replace(RULES.bock, per_game=2))
    told = [f.fields[0] for f in check_sheet(twice, Sheet(4, 20, rows)) if f.code == "bock-block"]
    assert told == [f"g0{n}.bock" for n in (6, 7, 8, 9)]


def test_unseen_rounds_are_judged_by_their_length() -> None:
    """A club whose trigger no sheet shows: rounds may begin anywhere, but each has one deal by each player."""
    trigger = replace(RULES.bock.triggers[0], id="unseen")
    club = replace(RULES, bock=replace(RULES.bock, triggers=(trigger,)))
    patterns = {
        "..BBBB..": 0,
        "..BBBBBBBB.": 0,
        "..BBB...": 1,
        "..BBBBB..": 1,
        "......BB": 0,
        "BB..BBBB": 1,
    }
    for pattern, told in patterns.items():
        rows = tuple(
            Row(n, (1, 1, -1, -1), details=replace(PLAIN, bock=sign == "B")) for n, sign in enumerate(pattern, 1)
        )
        assert len([f for f in check_sheet(club, Sheet(4, 20, rows)) if f.code == "bock-block"]) == told, pattern


def test_unseen_rounds_beside_unseen_single_games() -> None:
    """Where no sheet shows either, one game of each run of Bock games may be a single one, the others whole rounds."""
    first, single = RULES.bock.triggers[0], next(trigger for trigger in RULES.bock.triggers if trigger.single)
    club = replace(RULES, bock=replace(RULES.bock, triggers=(replace(first, id="unseen"), single)))
    for length, told in ((1, 0), (2, 1), (3, 1), (4, 0), (5, 0), (6, 1), (7, 1), (8, 0), (9, 0)):
        marks = [False, *[True] * length, False]
        rows = tuple(Row(n, (1, 1, -1, -1), details=replace(PLAIN, bock=mark)) for n, mark in enumerate(marks, 1))
        assert len([f for f in check_sheet(club, Sheet(4, 20, rows)) if f.code == "bock-block"]) == told, length


@pytest.mark.parametrize(
    ("bock", "value", "sentence"),
    [
        (None, 4, ""),
        (True, 4, ""),
        (False, 4, "faults.row.bock-missing"),
        (False, 3, "faults.row.bock-missing"),
        (True, 3, "faults.row.bock-crossed-odd"),
        (None, 3, "faults.row.bock-odd"),
    ],
)
def test_crosses_beside_bare_points(bock: bool | None, value: int, sentence: str) -> None:
    """A list has crosses for Bock games, but no details: behind a Nullspiel they must stand there."""
    rows = (Row(1, (0, 0, 0, 0)), Row(2, (value, value, -value, -value), bock=bock))
    assert [f.sentence for f in found(Sheet(4, 20, rows))] == ([sentence] if sentence else [])


def test_a_crossed_game_counts_twice() -> None:
    """Whatever brought it about: a game that is crossed as a Bock game cannot be worth 3."""
    rows = tuple(Row(n, (v, v, -v, -v), bock=crossed) for n, v, crossed in ((1, 2, True), (2, 3, True), (3, 3, False)))
    (finding,) = found(Sheet(4, 20, rows))
    assert finding.fields == ("g02.p1", "g02.p2", "g02.p3", "g02.p4")
    assert finding.message() == ("Spiel 2: Als Bockspiel angekreuzt. 3 ist aber nicht durch 2 teilbar.")
    assert "Crossed as a Bock game" in finding.message("en")


def test_bock_games_that_count_once() -> None:
    """A club may mark Bock games and count them like others, say for a prize: then any value is theirs."""
    club = replace(RULES, value=tuple(part for part in RULES.value if part.rule != "bock"))
    sheet = Sheet(4, 20, (Row(1, (0, 0, 0, 0)), Row(2, (3, 3, -3, -3), bock=True), Row(3, (2, 2, -2, -2), bock=False)))
    assert [(f.sentence, f.fields) for f in check_sheet(club, sheet) if f.code == "bock-block"] == [
        ("faults.row.bock-missing", ("g03.bock",))
    ]


def test_what_is_above_is_known_unless_told_otherwise() -> None:
    """Games that follow show everything as long as all have their details."""
    rows = (Row(1, (1, 1, -1, -1), details=PLAIN), Row(2, (1, 1, -1, -1)), Row(3, (1, 1, -1, -1), details=PLAIN))
    assert [due.known for due in list_due_games(RULES, rows, 4)] == [True, True, False]
    assert [due.known for due in list_due_games(RULES, rows, 4, known=False)] == [False] * 3


def test_points_show_no_other_trigger() -> None:
    """120 each, or a call that was lost, stand in no points: behind such a row nothing is asked of bare points."""
    for game in STARTERS[:3]:
        points = score(RULES, game).points
        assert points is not None
        rows = (Row(1, points), Row(2, (3, 3, -3, -3)))
        assert found(Sheet(4, 20, rows)) == []
        told = (replace(rows[0], details=game), rows[1])
        assert [f.sentence for f in found(Sheet(4, 20, told))] == ["faults.row.bock-odd"]


def test_only_what_the_rule_sheet_names_makes_an_error() -> None:
    """Its list of triggers is lost, so those in use are decisions: what rests on them is asked about, no more. A club
    that names one itself is told an error; a box that is crossed speaks for itself."""
    named = tuple(replace(trigger, source=Source.from_text("Satzung 4")) for trigger in RULES.bock.triggers)
    club = replace(RULES, bock=replace(RULES.bock, triggers=named))
    rows = (
        Row(1, (0, 0, 0, 0)),
        Row(2, (2, 2, -2, -2), bock=False),
        Row(3, (3, 3, -3, -3)),
        Row(4, (3, 3, -3, -3), bock=True),
    )
    for rules, severities in ((RULES, ["warning", "warning", "error"]), (club, ["error"] * 3)):
        found = [finding for finding in check_sheet(rules, Sheet(4, 0, rows)) if finding.code == "bock-block"]
        assert [finding.severity for finding in found] == severities


def list_with_crosses(pattern: str, *, values: str = "", half: int = 0) -> Sheet:
    """A list without details: "B" for a crossed game, and what each is worth, 2 if nothing is said."""
    worth = [int(one) for one in values or "2" * len(pattern)]
    rows = (
        Row(number, (one, one, -one, -one), bock=mark == "B")
        for number, (mark, one) in enumerate(zip(pattern, worth, strict=True), 1)
    )
    return Sheet(4, 20, tuple(rows), half=half)


@pytest.mark.parametrize(
    ("pattern", "values", "fields"),
    [
        ("..BB.B..", "", "5"),
        ("..B.BB..", "", "4"),
        (".BBB....", "", "1 5"),
        (".BBB....", "32222222", "5"),
        ("BBB.....", "", "4"),
        ("..BB.BBBBB..", "", "5"),
        ("..BBBB..", "", ""),
        ("..BBBBB.", "", ""),
        ("..B.....", "", ""),
        (".....BBB", "", ""),
    ],
)
def test_a_list_tells_where_a_bock_round_lacks_a_cross(pattern: str, values: str, fields: str) -> None:
    """Crosses in a row are whole rounds, one game for each player, but for a single Bock. Where one is missing between
    two runs it is that one; else either neighbour whose value can be doubled. What runs on to the end may go on."""
    told = found(list_with_crosses(pattern, values=values))
    assert {one.severity for one in told} <= {"warning"}
    assert [int(field[1:3]) for one in told for field in one.fields] == [int(number) for number in fields.split()]


def test_a_bock_round_without_a_cross_names_its_rows() -> None:
    """One row, or both neighbours of which either may lack it."""
    (one,) = found(list_with_crosses("BBB....."))
    assert one.message("de") == "Spiel 4: Eine Bockrunde hat 4 Spiele. Hier fehlt wohl das Bock-Kreuz."
    (both,) = found(list_with_crosses(".BBB...."))
    assert both.message("de").startswith("Spiel 1 und Spiel 5: Eine Bockrunde hat 4 Spiele.")


def test_a_bock_round_may_begin_on_another_sheet() -> None:
    """On the second half of a round."""
    assert found(list_with_crosses("BB......", half=2)) == []


@pytest.mark.parametrize("seats", [4, 5])
def test_right_lists_with_crosses_pass(seats: int) -> None:
    """Four hundred evenings of which points and crosses alone are written: nothing is said."""
    for seed in range(400):
        sheet = evening(seats, seed)
        bare = tuple(replace(row, details=None, bock=bool(row.details and row.details.bock)) for row in sheet.rows)
        assert found(replace(sheet, rows=bare)) == []

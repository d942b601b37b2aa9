"""Awards of referees and juries: fines, deductions, warnings, disqualification, as entries of the tournament's file."""

from __future__ import annotations

import shutil
from datetime import UTC, datetime
from pathlib import Path

import pytest
from openpyxl import load_workbook

from desk.web.access import Register
from desk.web.running_desk import Desk
from dev.tools.check_workbook import check_values, recalculate
from scoring.rulesets.load_rules import load_texts
from tests.desk.web.visitors import visit
from tests.tournament.filing.files import NAMES, make_book, put_in
from tests.tournament.filing.test_struck_by_time import FOUR, SOLOS
from tests.tournament.filing.test_struck_by_time import open_with as open_lines
from tests.tournament.paper import written
from tests.tournament.test_federation_book import add_up
from texts.languages import Lang
from tournament.errors import RefusedDecision, RefusedOrder
from tournament.filing.decisions.award_entries import AwardWish, make_award
from tournament.filing.decisions.undoing import enter_undoing
from tournament.filing.entering import enter_decision
from tournament.filing.opened.awarded_players import list_award_notes, pick_notes
from tournament.filing.opened.open_evening import open_evening, weigh_evening
from tournament.filing.rounds.evening_status import describe_standings
from tournament.filing.stories.chronicle import Chronicle
from tournament.filing.stories.row_story import describe_audit, find_audited
from tournament.filing.stories.sheet_story import describe_player, describe_sheet, find_standing
from tournament.handout.dispute_story import tell_player, tell_sheet, write_story
from tournament.handout.phone_page import make_web_page
from tournament.handout.wall_list import make_wall_list
from tournament.handout.workbook.make_workbook import make_workbook
from tournament.record.award_facts import Awarded
from tournament.record.facts import Closed, Opened, SealingBegan
from tournament.record.open_store import create_store
from tournament.record.player_facts import PlayerAdded
from tournament.record.replay import replay
from tournament.record.store import Store
from tournament.review.waiting import list_waiting

A, B, C, D = NAMES[:4]
FULL = [*FOUR * 5, *SOLOS]


def enter_award(store: Store, by: str = "Rita", **wish: object) -> Awarded:
    """Enters it; what the entry says."""
    wished = AwardWish(**({"what": "fine", "who": A, "reason": "falsch bedient", "round": 1} | wish))  # type: ignore[arg-type]
    (entry,) = enter_decision(store, [], lambda evening: [make_award(evening, wished)], by)
    assert isinstance(entry.fact, Awarded)
    return entry.fact


def open_with(folder: Path, lines: list[str], sums: str, games: int) -> Store:
    """The same with other lines, of which so many are games."""
    own, base = load_texts("ddv")
    players = [PlayerAdded(start, name) for start, name in enumerate(NAMES[:4], 1)]
    store = create_store(folder / "z.kiebitz", [Opened("Runde", "ddv", own, 1, games, 4, base), *players], by="Wart")
    put_in(store, written(lines, sums, rules="ddv", names=NAMES[:4], games=games))
    return store


def open_full(folder: Path) -> Store:
    """A round that is whole and right."""
    return open_lines(folder, FULL, "+24 -4 -4 -16")


def list_open(store: Store) -> set[str]:
    """The items that wait for a person, but for signatures."""
    return {one.item for one in list_waiting(make_book(store)) if "unsigned" not in one.codes}


def list_totals(store: Store) -> dict[str, int]:
    """By player the total in the standings."""
    return {one.player.name: one.player.total for one in make_book(store).standings}


def test_points_beside_the_list_count_in_their_round(tmp_path: Path) -> None:
    """A fine gives the soloist what the offender loses; a deduction (9.7.2 b) has no credit for the others; the sheet
    itself stays as it is."""
    store = open_full(tmp_path)
    before, sheet = list_totals(store), make_book(store).entries[0].sheet.totals
    enter_award(store, points=f"{A} -12, {B} +12", paragraph="TSR 9.4.4")
    enter_award(store, what="deduction", who="3", points="-6", paragraph="TSR 9.7.2 b")
    after = list_totals(store)
    assert {name: after[name] - before[name] for name in after} == {A: -12, B: 12, C: -6, D: 0}
    assert make_book(store).entries[0].sheet.totals == sheet
    (line,) = (one.player for one in make_book(store).standings if one.player.name == A)
    assert line.rounds == ((1, line.total),)


def test_points_on_the_list_count_once(tmp_path: Path) -> None:
    """What stands in a row of the list is counted with the sheet, and the award only says by which paragraph."""
    store = open_full(tmp_path)
    before = list_totals(store)
    fact = enter_award(store, points=f"{A} -3, {B} 3", table=1, game=2, stands="own-row")
    assert fact.seats == (-3, 3, 0, 0)
    assert list_totals(store) == before


@pytest.mark.parametrize(
    ("line", "wish"),
    [
        ("+1 +5 -3 -3", {"points": f"{A} -3, {B} 1, {C} 1, {D} 1", "stands": "game-row"}),
        ("-6 0 0 0", {"what": "deduction", "points": "-6", "stands": "own-row"}),
        ("-5 0 0 0", {"what": "deduction", "points": "-5", "stands": "own-row"}),
    ],
)
def test_a_row_that_carries_an_award_is_right(tmp_path: Path, line: str, wish: dict[str, object]) -> None:
    """A minor fine in the row of a decided game (9.5.1), a deduction in a row of its own (9.7.2 b): asked about before
    it was awarded, and no more afterwards; what is written counts, and so do sums, which nobody asks about."""
    game = 1 if wish["stands"] == "game-row" else 25
    lines = [line, *FULL[1:]] if game == 1 else [*FULL, line]
    store = open_with(tmp_path, lines, add_up(lines), games=24)
    assert "r1.t1.g1" in list_open(store) if game == 1 else list_open(store)
    enter_award(store, table=1, game=game, **wish)
    assert list_open(store) == set()
    (entry,) = make_book(store).entries
    row = next(row for row in entry.sheet.rows if row.game == game)
    assert [points or 0 for points in row.points] == [int(word) for word in line.split()]
    assert " ".join(f"{total:+d}" for total in entry.sheet.totals) == add_up(lines)
    enter_undoing(store, None, "", "Rita")
    assert list_open(store) != set()


def test_two_awards_in_one_row_add_up(tmp_path: Path) -> None:
    """Two fines in the row of a game: with one of them alone it is asked about, with both it is right; the audit of the
    table names both."""
    first, fines = [int(word) for word in FULL[0].split()], ((-3, 1, 1, 1), (1, 1, -3, 1))
    together = [sum(points) for points in zip(first, *fines, strict=True)]
    lines = [" ".join(f"{points:+d}" for points in together), *FULL[1:]]
    store = open_with(tmp_path, lines, add_up(lines), games=24)
    enter_award(store, table=1, game=1, points=f"{A} -3, {B} 1, {C} 1, {D} 1", stands="game-row")
    assert "r1.t1.g1" in list_open(store)
    enter_award(store, who=C, table=1, game=1, points=f"{C} -3, {A} 1, {B} 1, {D} 1", stands="game-row")
    assert list_open(store) == set()
    evening = open_evening(store)
    told = describe_sheet(evening, evening.book.entries[0])
    assert [one["name"] for one in told["awards"]] == [A, C]
    assert all(one["sentence"] in "\n".join(map(str, tell_sheet(told, "de").parts)) for one in told["awards"])


def test_wall_phone_json_and_csv_show_it(tmp_path: Path) -> None:
    """The round's points bear a mark, and a line below names word and paragraph, who, by whom and why."""
    store = open_full(tmp_path)
    enter_award(store, points=f"{A} -12, {B} +12", paragraph="TSR 9.4.4", table=1, game=7)
    evening = open_evening(store)
    wall = make_wall_list(evening.book)
    marked = {row.name: row.marked[0][-1] for row in wall.rows}
    assert (marked[A], marked[B], marked[C] == "°", marked[D] == "°") == ("°", "°", False, False)
    ((heading, (note,)),) = wall.below
    said = note.in_("de")
    assert heading == "wall.awards"
    assert f"Runde 1, Tisch 1, Spiel 7: Strafe für {A} nach TSR 9.4.4: {A} -12, {B} +12 (Rita, " in said
    assert said.endswith("falsch bedient)")
    document = describe_standings(evening, weigh_evening(evening.book, evening.tournament))
    assert [one["paragraph"] for one in document["awards"]] == ["TSR 9.4.4"]
    assert [line["awarded"] for line in document["standings"] if line["name"] == A] == [[1]]


def test_disqualified_is_out_of_the_ranking(tmp_path: Path) -> None:
    """The place is a dash, behind all others, with the word; all points stay to be seen."""
    store = open_full(tmp_path)
    before = list_totals(store)
    enter_award(store, what="disqualification", who=A, round=0, paragraph="TSR 9.7.2 c")
    wall = make_wall_list(make_book(store))
    last = wall.rows[-1]
    assert (last.name, last.written_place, last.total) == (A, "–", before[A])
    assert "disqualifiziert" in last.say_beside("de")
    assert '<span class="small">disqualifiziert</span>' in make_web_page(wall, "de")
    assert [row.written_place for row in wall.rows[:3]] != ["–"] * 3
    assert wall.rows[0].place == 1


def test_a_players_page_names_them(tmp_path: Path) -> None:
    """Rounds and total differ by what was awarded, so it stands between them; who is disqualified has no place."""
    store = open_full(tmp_path)
    enter_award(store, points=f"{A} -12, {B} +12", paragraph="TSR 9.4.4")
    enter_award(store, what="disqualification", who=C, round=0)
    evening = open_evening(store)
    pages = {name: describe_player(evening, find_standing(evening, name)) for name in (A, B, C, D)}
    told = {name: list(write_story(tell_player(page, "de"))) for name, page in pages.items()}
    assert [len(pages[name]["awards"]) for name in (A, B, C, D)] == [1, 1, 1, 0]
    for name in (A, B):
        gap = pages[name]["total"] - pages[name]["rounds"][-1]["total"]
        assert any(f"{name} {gap:+d}" in line for line in told[name])
    assert (pages[C]["place"], pages[D]["of"]) == (None, 3)
    assert told[C][1].startswith("Disqualifiziert, ohne Platz")


def test_warning_is_kept_without_points(tmp_path: Path) -> None:
    """A warning changes nothing, and is listed."""
    store = open_full(tmp_path)
    before = list_totals(store)
    enter_award(store, what="warning", who=D, round=1, table=1)
    assert list_totals(store) == before
    (note,) = list_award_notes(replay(store.read_entries()))
    assert note.in_("de").startswith(f"Runde 1, Tisch 1: Verwarnung für {D} (Rita, ")


def test_award_is_taken_back(tmp_path: Path) -> None:
    """Undone like any entry of a person, and the points are as before."""
    store = open_full(tmp_path)
    before = list_totals(store)
    enter_award(store, points=f"{A} -12, {B} +12")
    enter_undoing(store, None, "", "Rita")
    assert list_totals(store) == before
    assert make_book(store).awards == ()


def test_after_closing_it_is_a_later_change(tmp_path: Path) -> None:
    """In a closed round it counts at once, as it gives a reason, and is shown as changed after closing; so is taking it
    back, which needs a reason, too."""
    store = open_full(tmp_path)
    store.append([SealingBegan(), Closed(1)], by="Wart")
    enter_award(store, points=f"{A} -12, {B} +12", paragraph="TSR 9.4.4")
    (change,) = make_book(store).changes
    assert f"Strafe für {A} nach TSR 9.4.4" in change.in_("de")
    assert change.closed
    with pytest.raises(RefusedDecision):
        enter_undoing(store, None, "", "Rita")
    enter_undoing(store, None, "Versehen", "Rita")
    assert len(make_book(store).changes) == 2


def test_row_and_table_tell_it_in_their_story(tmp_path: Path) -> None:
    """The audit of the row has a line of it, and so has every entry's list."""
    store = open_full(tmp_path)
    enter_award(store, points=f"{A} -12, {B} +12", paragraph="TSR 9.4.4", table=1, game=7)
    evening = open_evening(store)
    history = describe_audit(find_audited(evening, 1, 1, 7), evening)["history"]
    assert [(one["award"], one["paragraph"], one["by"]) for one in history if one["what"] == "awarded"] == [
        ("fine", "TSR 9.4.4", "Rita")
    ]
    assert len(pick_notes(evening.book.awards, 1, 1, 7)) == 1
    assert pick_notes(evening.book.awards, 1, 1, 8) == ()
    chronicle = Chronicle(evening.entries, evening.tournament)
    langs: tuple[Lang, ...] = ("de", "en")
    for lang in langs:
        assert "9.4.4" in chronicle.describe(evening.entries[-1], lang).words


@pytest.mark.parametrize(
    ("wish", "words"),
    [
        ({"points": ""}, "fehlen die Punkte"),
        ({"points": "-12"}, "zusammen 0"),
        ({"points": f"{A} -12, {B} +12", "reason": " "}, "Grund"),
        ({"points": f"{A} -12, {B} +12", "round": 0}, "--round"),
        ({"points": f"{A} -12, {A} +12"}, "zweimal"),
        ({"points": "viel"}, "keine Punkte"),
        ({"what": "deduction", "points": "-13"}, "Höchstens 12"),
        ({"what": "deduction", "points": f"{A} -3, {B} +3"}, "Pluspunkte"),
        ({"points": f"{A} -3, {B} 3", "stands": "own-row"}, "--table"),
        ({"points": f"{A} -3, {B} 3", "stands": "own-row", "table": 9, "game": 1}, "r1.t9"),
        ({"points": f"{A} -3, {B} 3", "photo": "nix.jpg"}, "nix.jpg"),
        ({"who": "Niemand", "points": "-3"}, "Niemand"),
    ],
)
def test_what_is_refused(tmp_path: Path, wish: dict[str, object], words: str) -> None:
    """Each with one sentence that says what is missing; nothing is entered."""
    store = open_full(tmp_path)
    entries = len(store.read_entries())
    with pytest.raises((RefusedDecision, RefusedOrder)) as refused:
        enter_award(store, **wish)
    assert words in refused.value.message("de")
    assert len(store.read_entries()) == entries


def test_the_page_lists_and_enters(tmp_path: Path) -> None:
    """Organiser and referee have a form; what is missing is said beside it, with all that was typed."""
    store = open_full(tmp_path)
    desk = Desk(store.where, Register(tmp_path / "links.json"), "de")
    client = visit(desk, "referee")
    shown = client.get("/zuerkennungen?runde=1&tisch=1").text
    assert 'name="round" value="1"' in shown
    sent = {"what": "fine", "who": A, "points": f"{A} -12, {B} +12", "paragraph": "TSR 9.4.4", "round": "1"}
    refused = client.post("/zuerkennungen", data=sent)
    assert (refused.status_code, "Grund" in refused.text, f"{B} +12" in refused.text) == (409, True, True)
    done = client.post("/zuerkennungen", data={**sent, "reason": "falsch bedient"}, follow_redirects=False)
    assert done.status_code == 303
    assert "nach TSR 9.4.4" in client.get("/zuerkennungen").text
    (award,) = replay(store.read_entries()).awards
    assert award.fact.shares == ((1, -12), (2, 12))
    hostile = {**sent, "paragraph": "<script>x</script>", "reason": "<b>"}
    client.post("/zuerkennungen", data=hostile)
    assert "<script>x" not in client.get("/zuerkennungen").text


def test_workbook_adds_it_up(tmp_path: Path) -> None:
    """A worksheet of its own lists each share; a player's round adds what counts beside the list; who is disqualified
    has a dash for a place; and LibreOffice, where it is installed, works out the same."""
    store = open_full(tmp_path)
    enter_award(store, points=f"{A} -12, {B} +12", paragraph="TSR 9.4.4", table=1, game=7)
    enter_award(store, points=f"{C} -3, {D} +3", table=1, game=9, stands="own-row")
    enter_award(store, what="disqualification", who=D, round=0)
    book, path = make_book(store), tmp_path / "stand.xlsx"
    path.write_bytes(make_workbook(book, program="1", made=datetime(2026, 1, 1, tzinfo=UTC)))
    shown = load_workbook(path, data_only=True)
    lines = [[cell.value for cell in row] for row in shown["Zuerkennungen"].iter_rows(min_row=4, max_row=8)]
    assert [(line[5], line[6], line[7]) for line in lines] == [
        (A, -12, -12),
        (B, 12, 12),
        (C, -3, 0),
        (D, 3, 0),
        (D, None, 0),
    ]
    totals = {one.player.name: one.player.total for one in book.standings}
    stand = {row[1].value: (row[0].value, row[3].value) for row in shown["Stand"].iter_rows(min_row=4, max_row=7)}
    assert {name: total for name, (_, total) in stand.items()} == totals
    assert stand[D][0] == "–"
    formulas = load_workbook(path)["Spieler"]
    assert "Zuerkennungen" in str(formulas.cell(4, 3).value)
    if shutil.which("soffice"):
        assert list(check_values(shown, recalculate(path))) == []

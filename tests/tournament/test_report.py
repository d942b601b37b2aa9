"""The report and the tables: stable keys, plain values, safe texts."""

from __future__ import annotations

import csv
import json

import pytest

from scoring.counting.game_json import score_line
from tests.tournament.evening import evening
from tests.tournament.filing.files import keep_book
from tests.tournament.fullpaper import full_reading
from tests.tournament.paper import RULES, written
from tournament.evening.roster import Roster
from tournament.handout.tables_csv import disarm, make_csv_files, make_games_table, make_standings_table
from tournament.review.book_report import make_report


def test_a_row_in_the_report() -> None:
    """What is written, what counts, status, findings with proposal, and where a person must look."""
    kept = keep_book(RULES, [written(["+6 -6 +6 -6", "+4 -4 +4 -9", "+4 -4 +9~+4@0.70 -4"])])
    report = json.loads(json.dumps(make_report(kept, program="1.2.3")))
    assert report["kiebitz"] == 1
    assert report["rules"] == {"id": "pflichtsolo-40", "version": RULES.version}
    good, bad, chosen = report["sheets"][0]["rows"]
    assert good == {
        "game": 1,
        "written": ["+6", "-6", "+6", "-6"],
        "points": [6, -6, 6, -6],
        "solo": False,
        "offence": False,
        "soloist": None,
        "details": None,
        "status": "ok",
        "provisional": None,
        "findings": [],
        "chosen": [],
        "look": [],
        "miscounted": 0.0,
        "misread": 0.0,
        "posterior": {},
        "explanation": None,
    }
    told = [["+4", pytest.approx(0.999, abs=0.001)], ["+9", pytest.approx(0.001, abs=0.001)]]
    assert chosen["posterior"] == {"g03.p3": told}
    assert (bad["miscounted"], bad["misread"]) == (1.0, 0.0)
    assert (chosen["miscounted"], chosen["misread"]) == (pytest.approx(0, abs=0.01), pytest.approx(1, abs=0.01))
    assert bad["status"] == "review"
    assert (bad["points"], bad["provisional"]) == ([4, -4, 4, -9], "written")
    finding = bad["findings"][0]
    assert set(finding) == {"code", "message", "severity", "fields", "proposal", "key"}
    assert (finding["code"], finding["severity"]) == ("not-zero-sum", "error")
    assert finding["proposal"] == [{"field": "g02.p4", "written": -9, "proposed": -4}]
    assert report["sheets"][0]["explanation"] == {
        "misread": [{"field": "g03.p3", "written": 9, "proposed": 4}],
        "miscounted": finding["proposal"],
        "complete": True,
    }
    assert bad["explanation"] == {"whose": "miscounted", "changes": finding["proposal"]}
    assert {look["field"] for look in bad["look"]} == {f"g02.p{seat}" for seat in range(1, 5)}
    assert len(bad["look"][0]["quad_px"]) == 4
    assert chosen["chosen"][0] | {"share": None} == {
        "field": "g03.p3",
        "ink": "+9",
        "read": "+4",
        "chosen_by": "row",
        "share": None,
    }


def test_a_row_of_a_full_sheet_in_the_report() -> None:
    """The game that a row describes whole, as it can be scored again; none where points and details are at odds."""
    lines = [("+4 -4 +4 -4", "re1 re3 re.re augen=153 value=4"), ("+2 -2 +2 -2", "re1 re3 re.re augen=153 value=2")]
    kept = keep_book(RULES, [full_reading(RULES, lines)])
    right, wrong = make_report(kept, program="1.2.3", lang="en")["sheets"][0]["rows"]
    assert right["details"] == {"kind": "normal", "re": [1, 3], "calls": {"re": "re", "kontra": None}, "augen": 153}
    assert score_line(RULES, json.dumps(right["details"])).points == tuple(right["points"])
    assert (wrong["details"], wrong["findings"][0]["code"]) == (None, "miscounted")
    assert "2 x 2 = 4 instead of 2" in wrong["findings"][0]["message"]
    words = make_games_table(kept, "de")["Befund"][1]
    assert "2 x 2 = 4 statt 2" in words


def test_the_whole_report() -> None:
    """Standings, photographs with checksums, unusable ones with their reason, thresholds; English by switch."""
    kept = evening()
    report = make_report(kept, program="1.2.3", lang="en")
    assert [entry["place"] for entry in report["standings"]] == [s.place for s in kept.standings]
    assert sum(entry["total"] for entry in report["standings"]) == sum(sum(e.sheet.totals) for e in kept.entries)
    assert report["unusable"][0]["message"] == "The picture is damaged; photograph it again."
    assert len(report["photos"]) == len(kept.photos) == 10
    assert report["thresholds"]["sure"] == kept.limits.sure
    assert json.loads(json.dumps(report)) == report


def test_the_tables_agree_with_the_book() -> None:
    """The data frames hold the same totals and the same rows."""
    kept = evening()
    table = make_standings_table(kept)
    assert list(table["Gesamt"]) == [s.player.total for s in kept.standings]
    games = make_games_table(kept)
    assert len(games) == sum(len(entry.sheet.shown_rows) for entry in kept.entries)
    counted = games[[f"Platz {seat} gezählt" for seat in range(1, 5)]].sum().sum()
    assert counted == sum(sum(entry.sheet.totals) for entry in kept.entries)


def test_csv_files_are_safe_and_open_in_excel() -> None:
    """UTF-8 with a mark, semicolons in German; no free text is a formula, written numbers stay as they are."""
    files = make_csv_files(evening())
    assert list(files) == ["Stand.csv", "Spiele.csv", "Prüfung.csv"]
    for data in files.values():
        assert data.startswith(b"\xef\xbb\xbf")
        rows = list(csv.reader(data.decode("utf-8-sig").splitlines(), delimiter=";"))
        assert len({len(row) for row in rows}) == 1
        for cell in (cell for row in rows for cell in row):
            assert not cell.startswith(("=", "@", "\t"))
            assert not cell.startswith(("+", "-")) or cell.lstrip("+-").isdigit() or cell == "-"
    names = {row[1] for row in csv.reader(files["Stand.csv"].decode("utf-8-sig").splitlines(), delimiter=";")}
    assert {"'=SUMME(A1:A9)", "'+Karl", "'-Dora", "'@Heinz"} <= names


def test_english_tables() -> None:
    """English names and commas by switch."""
    files = make_csv_files(evening(lang="en"), "en")
    assert list(files) == ["Standings.csv", "Games.csv", "Review.csv"]
    assert files["Standings.csv"].decode("utf-8-sig").startswith("Place,Name,Round 1,")


@pytest.mark.parametrize(("text", "kept"), [("=1+1", "'=1+1"), ("\t=1", "'\t=1"), ("Anna", "Anna"), ("", "")])
def test_free_text_is_no_formula(text: str, kept: str) -> None:
    """An apostrophe in front keeps spreadsheets from calculating."""
    assert disarm(text) == kept


def test_the_columns_of_five_seats_stand_together() -> None:
    """A table of five after one of four adds its columns where the others are, blank for the rows of four."""
    four, five = written(["+1 -1 +1 -1"], photo="a.jpg"), written(["/ +1 -1 +1 -1"], seats=5, photo="b.jpg", table=2)
    table = make_games_table(keep_book(RULES, [four, five], Roster()))
    heads = list(table.columns)
    assert [head.split()[1] for head in heads if head.startswith("Platz ")] == [*"12345"] * 2
    assert heads[-1] == "Befund"
    assert list(table["Platz 5 geschrieben"]) == ["", "-1"]

"""What a person sees on a screen of 80 columns and 24 lines, and what a pipe gets."""

from __future__ import annotations

import io
import sys
import time
from dataclasses import replace

import pytest

from desk.cli import screen
from desk.cli.run.run_status import list_lines
from desk.cli.screen import list_items, write_lines
from tests.desk.web.readers import wait_until
from tests.tournament.paper import judge
from tournament.evening.counted_sheets import CountedSheet
from tournament.review.open_items import OpenItem

SHEET = judge(["+1 -1 +1 -1"])


def seat(table: int) -> CountedSheet:
    """A sheet of that table."""
    return CountedSheet(table, replace(SHEET, source=replace(SHEET.source, moved=(1, table))), ())


ITEMS = [
    OpenItem(
        sheet,
        f"tisch-{sheet}.jpg",
        "Spiel 13",
        (),
        (),
        ("Zusammen +2 statt 0.", "Deutlich geschrieben: Fehler der Spieler."),
        ("Frauke Fröhlich: -6 statt -4",),
        seat(sheet),
        (),
    )
    for sheet in range(1, 53)
]


class Screen(io.StringIO):
    """A standard output that somebody looks at, or a pipe."""

    def __init__(self, watched: bool) -> None:
        super().__init__()
        self.watched = watched

    def isatty(self) -> bool:
        """Whether somebody looks."""
        return self.watched


def watch(monkeypatch: pytest.MonkeyPatch) -> Screen:
    """Makes standard output a terminal of the usual width."""
    monkeypatch.setenv("COLUMNS", "80")
    shown = Screen(watched=True)
    monkeypatch.setattr(sys, "stdout", shown)
    return shown


def test_a_long_list_shows_its_count_and_the_ten_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """The findings of 36 sheets do not roll past: the command that shows the rest stands below."""
    screen = watch(monkeypatch)
    write_lines(list_items(ITEMS, "abend.kiebitz", "de"))
    lines = screen.getvalue().splitlines()
    assert lines[0] == "Das muss ein Mensch ansehen (52 Stellen), das Wichtigste zuerst:"
    assert [line.split(", Spiel")[0].strip() for line in lines if line.startswith("  Runde")] == [
        f"Runde 1, Tisch {number}" for number in range(1, 11)
    ]
    assert lines[-2] == "  … und 42 weitere (kiebitz status abend.kiebitz)"


def test_a_finding_hangs_below_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """A line that goes on is indented, breaks between words, and none is wider than the screen."""
    screen = watch(monkeypatch)
    write_lines(list_items(ITEMS, "abend.kiebitz", "de"))
    lines = screen.getvalue().splitlines()
    assert max(map(len, lines)) < 80
    assert lines[1:3] == [
        "  Runde 1, Tisch 1, Spiel 13: Zusammen +2 statt 0. Deutlich geschrieben: Fehler",
        "    der Spieler. Vorschlag: Frauke Fröhlich: -6 statt -4 (tisch-1.jpg)",
    ]


def test_a_pipe_gets_whole_lines_and_more_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a program reads is not wrapped."""
    monkeypatch.setattr(sys, "stdout", Screen(watched=False))
    write_lines(list_items(ITEMS, "abend.kiebitz", "de"))
    lines = sys.stdout.getvalue().splitlines()  # type: ignore[attr-defined]
    assert [line for line in lines if line.startswith("  Runde 1, Tisch 40,")] == [
        "  Runde 1, Tisch 40, Spiel 13: Zusammen +2 statt 0. Deutlich geschrieben: Fehler der Spieler. "
        "Vorschlag: Frauke Fröhlich: -6 statt -4 (tisch-40.jpg)"
    ]


def test_a_proposal_that_the_finding_says_is_not_said_twice() -> None:
    """The sentence and the proposal would be the same numbers of the same player."""
    told = ("Frauke Fröhlich -6 statt -2. Vermutlich das Solo nicht verdreifacht.",)
    once = replace(ITEMS[0], findings=told, proposals=("Frauke Fröhlich: -6 statt -2",))
    both = replace(once, proposals=("Frauke Fröhlich: -6 statt -2; Wert: 2 statt 6",))
    assert "Vorschlag" not in list(list_items([once], "a.kiebitz", "de"))[1]
    assert "Vorschlag: Frauke Fröhlich: -6 statt -2; Wert: 2 statt 6" in list(list_items([both], "a.kiebitz", "de"))[1]


def test_a_list_that_is_one_too_long_is_shown_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """ "… and 1 more" would take the line that the item itself needs."""
    watch(monkeypatch)
    assert sum("Spiel 13" in line for line in list_items(ITEMS[:11], "abend.kiebitz", "de")) == 11
    assert sum("Spiel 13" in line for line in list_items(ITEMS[:12], "abend.kiebitz", "de")) == 10


def test_a_photograph_without_a_sheet_stands_first() -> None:
    """What is not counted has no sheet's number to be called by."""
    lost = OpenItem(None, "x.jpg", "Foto", (), (), ("Unscharf.",), (), None, ())
    assert list(list_items([lost], "a.kiebitz", "de"))[1] == "  Foto x.jpg: Unscharf."


def test_a_scan_shows_the_first_items_and_the_status_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """`kiebitz status` is where a scan sends for the rest, so it shortens nothing."""
    watch(monkeypatch)
    item = {
        "sentence": "Zusammen +2.",
        "codes": [],
        "round": 1,
        "table": 1,
        "game": 1,
        "proposal": None,
        "proposals": [],
    }
    open_ = [item | {"item": f"r1.t1.g{number}"} for number in range(1, 20)]
    document = {
        "rounds": [],
        "open": open_,
        "final": False,
        "next": {"step": "review", "sentence": "19 Stellen prüfen"},
    }
    after_scan, status = list(list_lines(document, "de", "abend.kiebitz")), list(list_lines(document, "de"))
    assert sum("Zusammen" in line for line in after_scan) == 10
    assert "  … und 9 weitere (kiebitz status abend.kiebitz)" in after_scan
    assert sum("Zusammen" in line for line in status) == 19


def test_a_name_cannot_rewrite_the_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Control codes in a file's name, or a sign that turns the line around, are shown as question marks."""
    screen = watch(monkeypatch)
    write_lines(["foto\x1b[2J\u202e.jpg: unscharf"])
    assert screen.getvalue() == "foto?[2J?.jpg: unscharf\n"


@pytest.mark.parametrize(("patience", "told"), [(0.01, "Es wird nachgerechnet; das dauert etwas.\n"), (60.0, "")])
def test_a_long_wait_is_told(monkeypatch: pytest.MonkeyPatch, patience: float, told: str) -> None:
    """Once, and only to who watches; what is quick says nothing."""
    monkeypatch.setattr(screen, "_PATIENCE_S", patience)
    for watched in (True, False):
        monkeypatch.setattr(sys, "stderr", shown := Screen(watched=watched))
        with screen.report_wait("de"):
            time.sleep(0.1)
            wait_until(lambda shown=shown, watched=watched: not watched or shown.getvalue() == told)
        assert shown.getvalue() == (told if watched else "")

"""A season on the wall, on phones and in Excel: columns that fit, what does not count in brackets, harmless names."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from fractions import Fraction
from io import BytesIO

import pypdfium2  # type: ignore[import-untyped]  # it ships no types
import pytest
from openpyxl import load_workbook

from tests.tournament.evening import HOSTILE
from tests.tournament.wall.test_wall import read_pages
from texts.sentences import Phrase
from tournament.handout.handout import make_season_file
from tournament.handout.season_list import list_doubts, make_season_wall
from tournament.standings.season import Season, SeasonEvening, Worth, make_season
from tournament.standings.season_names import Answers


def play(evenings: int, names: tuple[str, ...] = ("Anna", "Bernd"), best: int | None = None, worth: Worth = "points",
         **changes: object) -> Season:  # fmt: skip
    """So many evenings a week apart, at which these players have n, n - 1 ... points."""
    found = [
        SeasonEvening(
            f"Mai{number}",
            {name: Fraction(number - at, 2 if worth == "places" else 1) for at, name in enumerate(names)},
            day=date(2026, 5, 1) + timedelta(7 * number),
            rounds=2,
        )
        for number in range(evenings)
    ]
    found[-1] = replace(found[-1], **changes)  # type: ignore[arg-type]
    return make_season("Meisterschaft", found, worth, best)


@pytest.mark.parametrize(("evenings", "across", "columns"), [(3, False, True), (14, True, True), (40, False, False)])
def test_many_evenings_are_set_across_or_left_out(evenings: int, across: bool, columns: bool) -> None:
    """The names keep their room: the paper is turned, and of a very long season the totals alone are shown."""
    data = make_season_file("pdf", play(evenings, names=("Karl-Friedrich Düring", "Bernd")), "de")
    page = pypdfium2.PdfDocument(data)[0]
    assert (page.get_width() > page.get_height()) == across
    words = " ".join(read_pages(data)[0].split())
    assert ("A3" in words) == columns
    assert "Karl-Friedrich Düring" in words
    assert f"{sum(range(evenings)):+d}" in words


def test_evenings_come_by_their_days() -> None:
    """However they were given; one without a day is last. The heading has the first and the last day."""
    season = play(3)
    dayless = replace(season.evenings[0], title="ohne Tag", day=None)
    turned = make_season("", [dayless, *season.evenings[::-1]])
    assert [one.title for one in turned.evenings] == ["Mai0", "Mai1", "Mai2", "ohne Tag"]
    assert make_season_wall(turned, "de").write_days("de") == "01.05.2026 – 15.05.2026"


def test_what_does_not_count_is_in_brackets_everywhere() -> None:
    """And half a place point is written as the language writes it."""
    wall = make_season_wall(play(3, best=2, worth="places"), "de")
    assert [row.written for row in wall.rows] == [("(0)", "0,5", "1", "1,5"), ("(-0,5)", "0", "0,5", "0,5")]
    assert make_season_wall(play(3, best=2), "en").rows[1].written == ("(-1)", "0", "+1", "+1")


def test_an_unfinished_evening_is_marked_and_named() -> None:
    """With why it may still change; a season with one, with a nameless seat, or with a question, is not final."""
    unfinished = play(3, state=Phrase("standings.season.open", {"count": 2}))
    assert [one.in_("de") for one in list_doubts(unfinished)] == [
        "Abend 3: Mai2, 15.05.2026, 2 Runden; vorläufig, 2 Stellen offen."
    ]
    asked = make_season("", [*play(2).evenings, SeasonEvening("Juni", {"Anne": Fraction(1)})])
    assert [one.in_("de") for one in list_doubts(asked)] == ["Anna / Anne: derselbe?"]
    assert (play(3).final, unfinished.final, asked.final, play(3, nameless=1).final) == (True, False, False, False)


def test_what_decided_between_equals_is_said() -> None:
    """Anna has 3 and 1, Bernd 2 and 2."""
    evenings = [
        SeasonEvening("Mai", {"Anna": Fraction(3), "Bernd": Fraction(2)}),
        SeasonEvening("Juni", {"Anna": Fraction(1), "Bernd": Fraction(2)}),
    ]
    season = make_season("", evenings)
    assert [(line.place, line.name, line.parted) for line in season.lines] == [(1, "Anna", True), (2, "Bernd", True)]
    remarks = [one.in_("de") for one in make_season_wall(season, "de").remarks]
    assert "Gleichstand entschied: besserer bester Abend (Platz 1, 2)." in remarks


def test_who_is_one_player_is_said() -> None:
    """With the name that is shown in front; the evening that the player left early stands beside it."""
    evenings = [
        SeasonEvening("Mai", {"Jörg Köster": Fraction(3)}),
        SeasonEvening("Juni", {"Joerg Koester": Fraction(1)}, {"joerg koester": 1}),
    ]
    season = make_season("", evenings, answers=Answers(same=(("Jörg Köster", "Joerg Koester"),)))
    wall = make_season_wall(season, "de")
    assert "Ein Spieler sind: Jörg Köster = Joerg Koester." in [one.in_("de") for one in wall.remarks]
    assert [row.say_beside("de") for row in wall.rows] == ["Abend 2: abgemeldet nach Runde 1"]


def test_the_workbook_prints_on_a4() -> None:
    """Upright with few evenings, across with many; heads repeated, pages numbered, as wide as the page; no formula."""
    for evenings, turn in ((3, "portrait"), (9, "landscape")):
        workbook = load_workbook(BytesIO(make_season_file("xlsx", play(evenings, names=HOSTILE), "de")))
        sheet = workbook["Saison"]
        assert (sheet.page_setup.paperSize, sheet.page_setup.orientation) == (9, turn)
        assert (sheet.print_title_rows, sheet.page_setup.fitToHeight) == ("$1:$3", 0)
        assert "Seite" in str(sheet.oddFooter.right.text)
        assert not any(cell.data_type == "f" for one in workbook for row in one.iter_rows() for cell in row)
        assert [cell.value for cell in sheet[3]][:3] == ["Platz", "Name", "Abend 1"]


def test_names_are_harmless_on_the_page() -> None:
    """No tag of a player is one of the page's."""
    page = make_season_file("html", play(2, names=("<script>x</script>", "<b>B")), "de").decode()
    assert "<script" not in page
    assert "&lt;script&gt;" in page

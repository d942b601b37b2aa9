"""Who sits where by written start numbers, and when a person is asked."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dev.rounds.reader import read_exactly
from scanner.sheet_reading import DrawnNames, Reading
from templates.sheet_code import SheetCode, join_checks, make_check
from tests.tournament.filing.files import keep_book
from tests.tournament.paper import RULES, written
from tournament.evening.book import Book
from tournament.evening.roster import Roster, Seated, match_starts
from tournament.judging.written_sheet import transcribe

STARTS = {1: "Anna", 7: "Bernd", 12: "Çem", 17: "Dörte", 34: "Eva", 112: "Frank"}
DRAWN = ("Anna", "Bernd", "Çem", "Frank")


def box(field: str, *candidates: tuple[str, float], flags: tuple[str, ...] = ()) -> Reading:
    """A box with these candidates, the best first."""
    return replace(
        read_exactly(field, candidates[0][0], candidates[0][1], "number"), candidates=candidates, flags=flags
    )  # type: ignore[arg-type]


def clear(*numbers: str) -> dict[int, Reading]:
    """Boxes in clear ink, by seat from 1."""
    return {seat: box(f"start.p{seat}", (text, 0.999)) for seat, text in enumerate(numbers, 1)}


def test_clear_numbers_are_their_players() -> None:
    """With and without a draw, also of one who was drawn elsewhere: what is clear stays."""
    wanted = {1: "Anna", 2: "Bernd", 3: "Çem", 4: "Dörte"}
    assert match_starts(clear("1", "7", "12", "17"), STARTS, DRAWN) == wanted
    assert match_starts(clear("1", "7", "12", "17"), STARTS, ()) == wanted


def test_the_draw_settles_what_the_ink_leaves_open() -> None:
    """12 or 17: only 12 was drawn here. Without the draw nobody is named."""
    doubt = {1: box("start.p1", ("17", 0.8), ("12", 0.19))}
    assert match_starts(doubt, STARTS, DRAWN) == {}  # the draw does not outweigh what was read first
    near = {1: box("start.p1", ("12", 0.7), ("17", 0.29))}
    assert match_starts(near, STARTS, DRAWN) == {1: "Çem"}
    assert match_starts(near, STARTS, ()) == {}


def test_other_seats_settle_it_too() -> None:
    """1 or 7, both drawn here: the 7 sits, by a clear number, at another seat."""
    doubt = box("start.p1", ("1", 0.6), ("7", 0.39))
    assert match_starts({1: doubt}, STARTS, DRAWN) == {}
    assert match_starts({1: doubt, 2: box("start.p2", ("7", 0.999))}, STARTS, DRAWN) == {1: "Anna", 2: "Bernd"}
    assert match_starts({1: doubt}, STARTS, DRAWN, ("Bernd",)) == {1: "Anna"}


def test_nobody_sits_twice() -> None:
    """The same clear number at two seats names nobody at either."""
    assert match_starts(clear("7", "7", "12"), STARTS, ()) == {3: "Çem"}


@pytest.mark.parametrize("text", ["99", "0", "-", "1121"])
def test_a_number_that_is_nobodys_names_nobody(text: str) -> None:
    """However clear its ink is."""
    assert match_starts(clear(text), STARTS, DRAWN) == {}


def test_half_a_number_under_a_finger_may_be_another() -> None:
    """12 may be the end of 112, who was drawn here, too; 7 is no part of any other number here."""
    assert match_starts({1: box("start.p1", ("12", 0.5), flags=("doubtful",))}, STARTS, DRAWN) == {}
    assert match_starts({1: box("start.p1", ("7", 0.5), flags=("doubtful",))}, STARTS, DRAWN) == {1: "Bernd"}
    assert match_starts({1: box("start.p1", ("7", 0.5), flags=("doubtful",))}, STARTS, ()) == {}


def seat(readings: tuple[Reading | None, ...], drawn: tuple[str, ...] = ()) -> tuple[Seated, ...]:
    """Who sits at a table of a blank copy."""
    labels = [f"Bogen 1, Platz {number}" for number in range(1, len(readings) + 1)]
    roster = Roster(tuple(STARTS.values()), starts=STARTS)
    return roster.name_seats(1, "a.jpg", (None,) * len(readings), labels, drawn, starts=readings)


def test_a_doubtful_number_offers_those_who_were_drawn() -> None:
    """First the rest of the draw, without one the players whose numbers the reader sees."""
    doubt = box("start.p1", ("12", 0.5), ("17", 0.45))
    asked, anna, *_ = seat((doubt, box("start.p2", ("1", 0.999)), None, None), DRAWN)
    assert (asked.source, asked.doubt, asked.closest) == ("label", "12", ("Bernd", "Çem", "Frank"))
    assert anna == Seated("Anna", "start")
    assert seat((doubt,))[0].closest == ("Çem", "Dörte")


def test_a_blank_box_is_no_doubt() -> None:
    """Nobody wrote a number there: the seat is asked about as one without a name."""
    [asked] = seat((box("start.p1", ("", 0.9999)),))
    assert (asked.doubt, asked.why) == (None, "name")


def keep(codes: str, roster: Roster, **boxes: tuple[tuple[str, float], ...]) -> Book:
    """The book of one sheet with this code, on which these boxes are written (`start_p1`, `head_round`)."""
    sheet = replace(written(["+1 -1 +1 -1"], games=16), code=codes)
    heads = tuple(box(name.replace("_", "."), *candidates) for name, candidates in boxes.items())
    return keep_book(RULES, [replace(sheet, readings=(*sheet.readings, *heads))], roster)


BLANK = "KIEBITZ1:pflichtsolo-40/points/4/16:r:t:s:..."
ROSTER = Roster(tuple(STARTS.values()), drawn={(2, 3): DRAWN}, starts=STARTS)
NUMBERS = {
    "start_p1": (("1", 0.999),),
    "start_p2": (("7", 0.999),),
    "start_p3": (("12", 0.999),),
    "start_p4": (("112", 0.999),),
}


def list_questions(book: Book) -> list[str]:
    """The sentences' keys of what a person is asked about the sheet's head."""
    return [
        finding.sentence
        for finding in book.entries[0].sheet.findings  # type: ignore[attr-defined]
        if getattr(finding, "sentence", "").startswith("evening.")
    ]


def test_a_blank_copy_says_everything_itself() -> None:
    """Round, table and players come from the boxes; nothing is asked."""
    book = keep(BLANK, ROSTER, head_round=(("2", 0.999),), head_table=(("3", 0.999),), **NUMBERS)
    [entry] = book.entries
    assert (entry.round, entry.table, entry.names) == (2, 3, DRAWN)
    assert list_questions(book) == []


def test_a_doubtful_round_is_asked_about() -> None:
    """It is no round until a person says so; the field is there to be looked at."""
    book = keep(BLANK, ROSTER, head_round=(("2", 0.6), ("7", 0.3)), head_table=(("3", 0.999),), **NUMBERS)
    [entry] = book.entries
    assert (entry.round, list_questions(book)) == (None, ["evening.unclear-round", "evening.fitting-table"])
    assert "head.round" in entry.sheet.look
    assert entry.sheet.status == "review"


def test_a_table_that_was_not_drawn_is_asked_about() -> None:
    """A misread digit leads to a table that is not there."""
    book = keep(BLANK, ROSTER, head_round=(("2", 0.999),), head_table=(("8", 0.999),), **NUMBERS)
    assert list_questions(book) == ["evening.no-such-table", "evening.fitting-table"]


def test_who_was_drawn_elsewhere_is_told() -> None:
    """The number counts as written, and a person is asked whether it is right; by S11 where the rules have that."""
    boxes = NUMBERS | {"start_p4": (("17", 0.999),)}
    book = keep(BLANK, ROSTER, head_round=(("2", 0.999),), head_table=(("3", 0.999),), **boxes)
    assert book.entries[0].names[3] == "Dörte"
    asked = [finding for finding in book.entries[0].sheet.findings if "gelost" in finding.message("de")]
    assert len(asked) == 1


def test_the_code_counts_more_than_a_box() -> None:
    """A sheet whose code says round and table has no boxes; should it have them, the code stands."""
    sheet = replace(written(["+1 -1 +1 -1"], games=16), code=BLANK.replace(":r:t:", ":r1:t2:"))
    read = transcribe(replace(sheet, readings=(*sheet.readings, box("head.round", ("3", 0.999)))), (4, 5))
    assert (read.round, read.table) == (1, 2)


def test_a_sheet_of_another_tournament_is_not_counted() -> None:
    """Its sentence names both; a sheet without an id belongs to any."""
    other = keep(f"{BLANK}*/ZZZZZ", replace(ROSTER, tournament="K7QX2"), **NUMBERS)
    assert [one.problem.code for one in other.unusable] == ["other-tournament"]
    assert "ZZZZZ statt K7QX2" in other.unusable[0].problem.in_("de")
    assert len(keep(BLANK, replace(ROSTER, tournament="K7QX2"), **NUMBERS).entries) == 1
    assert len(keep(f"{BLANK}*/K7QX2", replace(ROSTER, tournament="K7QX2"), **NUMBERS).entries) == 1


def test_the_draw_names_a_sheet_whose_print_was_not_read() -> None:
    """The check letters in the code prove the draw's names; a struck-out one is asked about."""
    readings = [replace(read_exactly(f"name.p{number}", "", 0.0, "text"), flags=("unread",)) for number in (1, 2, 3, 4)]
    readings[3] = replace(readings[3], flags=("unread", "overwritten"))
    names = Roster(DRAWN).name_seats(1, "a.jpg", readings, ["?"] * 4, DRAWN, tuple(map(make_check, DRAWN)))
    assert [who.name for who in names] == ["Anna", "Bernd", "Çem", "?"]
    assert (names[3].why, names[3].closest) == ("struck", ("Frank",))


def test_drawn_names_are_those_of_the_codes_own_tournament() -> None:
    """Another tournament's table 3 has other players. A table that was changed after printing has players of it."""
    drawn = DrawnNames({(2, 3): DRAWN}, "K7QX2", tuple(STARTS.values()))
    code = SheetCode("pflichtsolo-40", "points", 4, 16, 2, 3, True, letters=join_checks(DRAWN))
    assert drawn.prove_names(code) == drawn.prove_names(replace(code, tournament="K7QX2")) == DRAWN
    assert drawn.prove_names(replace(code, tournament="ZZZZZ")) == ()
    changed = replace(code, letters=join_checks(("Anna", "Bernd", "Çem", "Dörte")))
    assert drawn.prove_names(changed) == ("Anna", "Bernd", "Çem", "")
    assert drawn.prove_names(replace(changed, tournament="K7QX2")) == ("Anna", "Bernd", "Çem", "Dörte")

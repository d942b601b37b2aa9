"""A table's names against the list: an exact match wins, the others are matched as a set, and nothing is guessed."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dev.rounds.reader import read_exactly
from templates.sheet_code import make_check
from tests.tournament.filing.files import keep_book
from tests.tournament.paper import RULES, written
from tournament.evening.roster import Roster, Seated

MUELLERS = ("Thomas Müller", "Tomas Müller", "Anna Weiß", "Bernd Öttinger")
SCHNEIDERS = ("Christian Schneider", "Christina Schneider", "Karl-Heinz Müller", "Karl-Heinz Möller")


def table(
    words: Sequence[str], players: Sequence[str], drawn: Sequence[str] = (), checks: Sequence[str] = ()
) -> list[str | None]:
    """The names taken at a table at which these words were read; None where a person is asked."""
    roster = Roster(tuple(players), drawn={(1, 1): tuple(drawn)} if drawn else {})
    return [None if who.source == "label" else who.name for who in seated(roster, words, checks)]


def seated(roster: Roster, words: Sequence[str], checks: Sequence[str] = ()) -> tuple[Seated, ...]:
    """The same with all that is known of each seat."""
    readings = [
        read_exactly(f"name.p{seat}", text, 0.95, "text") if text else None for seat, text in enumerate(words, 1)
    ]
    labels = [f"Bogen 1, Platz {seat}" for seat in range(1, len(words) + 1)]
    return roster.name_seats(1, "a.jpg", readings, labels, roster.find_drawn(1, 1), checks)


@pytest.mark.parametrize("players", [MUELLERS, SCHNEIDERS])
def test_an_exact_match_wins_whoever_else_is_alike(players: Sequence[str]) -> None:
    """Each name of the list, read as it stands there, is its own player, alone and beside the others."""
    assert table(players, players) == list(players)
    for name in players:
        assert table([name], players) == [name]


def test_names_alike_are_told_apart_as_a_set() -> None:
    """Two misprints, each too near to both entries to be taken alone: together only one way fits well."""
    assert table(["Thomas Mülier"], MUELLERS) == [None]
    assert table(["Thomas Mülier", "Tomas Mülier"], MUELLERS) == ["Thomas Müller", "Tomas Müller"]
    assert table(["Chrisfian Schneider", "Christina Schneider"], SCHNEIDERS) == list(SCHNEIDERS[:2])


def test_an_entry_is_nobody_twice() -> None:
    """Two seats that read alike cannot both be the one entry, and which is the other nobody knows: both are asked."""
    assert table(["Thomas Müller", "Thomas Müller", "Anna Weiß"], MUELLERS) == [None, None, "Anna Weiß"]
    assert table(["Anna Weiß", "Anna Weiß"], MUELLERS) == [None, None]


def test_a_name_given_by_hand_is_taken_from_the_list() -> None:
    """Who is already named at the table is at no other seat of it; words more like that one's name are asked about."""
    roster = Roster(MUELLERS, {("1", 1): "Thomas Müller"})
    assert [who.name for who in seated(roster, ["", "Thomas Mülier"])] == ["Thomas Müller", "Bogen 1, Platz 2"]
    assert [who.name for who in seated(roster, ["", "Tomas Mülier"])] == ["Thomas Müller", "Tomas Müller"]


def test_the_draw_of_the_table_comes_first() -> None:
    """Only one of the two Schneiders was drawn here; but the other, printed exactly, is the other."""
    assert table(["Chrisfian Schneider"], SCHNEIDERS) == [None]
    assert table(["Chrisfian Schneider"], SCHNEIDERS, drawn=["Christian Schneider"]) == ["Christian Schneider"]
    assert table(["Christina Schneider"], SCHNEIDERS, drawn=["Christian Schneider"]) == ["Christina Schneider"]
    assert table(["Karl-Heinz Mäller"], SCHNEIDERS, drawn=SCHNEIDERS) == [None]


def test_the_closest_names_are_told_where_none_is_taken() -> None:
    """The person who is asked sees between whom it hangs."""
    (who,) = seated(Roster(MUELLERS), ["Thomas Mülier"])
    assert (who.doubt, set(who.closest)) == ("Thomas Mülier", {"Thomas Müller", "Tomas Müller"})


def test_check_letters_choose_among_names_alike() -> None:
    """The sheet's code says which of the two stood there, even where the other one was read."""
    checks = [make_check("Thomas Müller")]
    for words in ("Thomas Mülier", "Tomas Müller", "Thomas Müller"):
        assert table([words], MUELLERS, checks=checks) == ["Thomas Müller"]


def test_what_the_check_letters_do_not_bear_out_is_asked() -> None:
    """Read „Cem", printed otherwise, and only a Cem on the list: that is somebody else."""
    assert table(["Cem"], ["Cem", "Anna"], checks=[make_check("Çem")]) == [None]
    assert table(["Cem"], ["Cem", "Çem"], checks=[make_check("Çem")]) == ["Çem"]
    assert table(["Anna Weiß"], ["Anna Weiss"], checks=[make_check("Anna Weiß")]) == ["Anna Weiss"]


def test_the_draw_is_that_of_the_sheets_table() -> None:
    """Round and table stand in the sheet's code: each Schneider is found at the table for which she or he was drawn."""
    drawn = {
        (1, 1): ("Christian Schneider", "Anna", "Bernd", "Dora"),
        (1, 2): ("Christina Schneider", "Emil", "Frida", "Gerd"),
    }
    sheets = [
        written([row], names=("Chrisfin Schneider", *names[1:]), table=table, photo=f"{table}.jpg")
        for ((_, table), names), row in zip(drawn.items(), ("+6 -6 +6 -6", "+2 -2 +2 -2"), strict=True)
    ]
    players = tuple(dict.fromkeys(name for table in drawn.values() for name in table))
    book = keep_book(RULES, sheets, Roster(players, drawn=drawn))
    assert [entry.names for entry in book.entries] == list(drawn.values())
    unknown = keep_book(RULES, sheets, Roster(players)).entries
    assert [entry.names[0] for entry in unknown] == ["Runde 1, Tisch 1, Platz 1", "Runde 1, Tisch 2, Platz 1"]


names = st.lists(
    st.text("abcäö ", min_size=1, max_size=8).map(str.strip).filter(bool),
    min_size=1,
    max_size=8,
    unique_by=lambda name: " ".join(name.split()).casefold(),
)


@given(names, st.data())
def test_no_player_is_taken_twice_and_exact_ones_always(players: list[str], data: st.DataObject) -> None:
    """Whatever was read: nobody sits twice, and who was read exactly at one seat only sits there."""
    words = data.draw(st.lists(st.sampled_from(players) | st.text("abcäö ", max_size=8), min_size=1, max_size=5))
    taken = table(words, players)
    known = [name for name in taken if name is not None]
    assert len(set(known)) == len(known)
    plain = [" ".join(text.split()).casefold() for text in words]
    for text, name in zip(plain, taken, strict=True):
        same = [entry for entry in players if " ".join(entry.split()).casefold() == text]
        if same and plain.count(text) == 1:
            assert name == same[0]

"""What seats, rows and fields of a sheet are called: by name where one is known, never what stands beside anyway."""

from __future__ import annotations

import pytest

from texts.labels import Labels
from texts.languages import Lang
from texts.sentences import fill

TABLE = Labels(("Anna", "", "Çem", "Dörte"), games=16)


@pytest.mark.parametrize(
    ("sentence", "gaps", "words"),
    [
        ("{seat:who} setzt aus", {"seat": 1}, "Anna setzt aus"),
        ("{seat:who} setzt aus", {"seat": 2}, "Platz 2 setzt aus"),
        ("{seats:who} gewinnen", {"seats": (1, 2, 4)}, "Anna, Platz 2 und Dörte gewinnen"),
        ("als Sieger {seats:who}", {"seats": ("–",)}, "als Sieger –"),
        ("{game:row}", {"game": 16}, "Spiel 16"),
        ("{game:row}", {"game": 18}, "Strafe 2"),
        ("{game:at}Zusammen +4", {"game": 7}, "Spiel 7: Zusammen +4"),
        ("{field:place}", {"field": "g07.p3"}, "Spiel 7, Çem"),
        ("{field:place}", {"field": "g17.p3"}, "Strafe 1, Çem"),
        ("{field:place}", {"field": "g07.total2"}, "Spiel 7, Stand von Platz 2"),
        ("{field:place}", {"field": "g07.re.k90"}, "Spiel 7, keine 90 von Re"),
        ("{field:place}", {"field": "sum.p1"}, "Summe von Anna"),
        ("{field:place}", {"field": "g07.odd"}, "Spiel 7, odd"),
    ],
)
def test_names_stand_for_seats_where_they_are_known(sentence: str, gaps: dict[str, object], words: str) -> None:
    """A seat without a name keeps its number; a row below the games is an offence's."""
    assert fill(sentence, "de", gaps, TABLE) == words


@pytest.mark.parametrize(
    ("here", "words"),
    [
        ("g07", "Anna: 4"),
        ("g08", "Spiel 7: Spiel 7, Anna: 4"),
        ("", "Spiel 7: Spiel 7, Anna: 4"),
    ],
)
def test_what_stands_beside_is_not_said_again(here: str, words: str) -> None:
    """Beside its own row a sentence names neither the row, nor the row of its fields."""
    labels = Labels(("Anna",), 16, here)
    assert fill("{game:at}{field:place}: 4", "de", {"game": 7, "field": "g07.p1"}, labels) == words


@pytest.mark.parametrize(("lang", "words"), [("de", "Platz 2 und Spiel 3"), ("en", "Seat 2 and game 3")])
def test_a_sentence_begins_with_a_capital(lang: Lang, words: str) -> None:
    """`Who`, `Row` and `Place` begin one; German nouns have it anyway."""
    joined = "und" if lang == "de" else "and"
    assert fill(f"{{seat:Who}} {joined} {{game:row}}", lang, {"seat": 2, "game": 3}) == words


def test_alternatives_are_joined_by_or() -> None:
    """Readings among which a person chooses."""
    assert fill("{readings:or}?", "de", {"readings": ("-7", "-2", "-1")}) == "-7, -2 oder -1?"
    assert fill("{readings:or}?", "en", {"readings": ("-7",)}) == "-7?"

"""A name that nobody has is taken for a near one, by letters or sound, or for nobody's."""

from __future__ import annotations

import pytest

from tournament.near_names import find_closest, find_meant, fold_name, index_words, spell_sound

MISSPELT = """
Petra Meier | Petra Meyer
Petra Mayr | Petra Maier
Thomas Mülier | Thomas Müller
Thomas Mueller | Thomas Müller
Müller, Thomas | Thomas Müller
Filip Schulze | Philipp Schulz
Günter Gross | Günter Groß
Guenther Groß | Günter Groß
Ingo Jansen | Ingo Janßen
Kaethe Köster | Käthe Köster
Kathe Koster | Käthe Köster
Anna Alberts | Anna Albers
Anna A. | Anna Albers
Anna Al. | Anna Albers
A. Albers | Anna Albers
Albers | Anna Albers
AnnaAlbers | Anna Albers
Sofie Becker | Sophie Becker
Karl Wagner | Carl Wagner
Christian Schmitt | Kristian Schmidt
Stefan Walter | Stephan Walther
Zoe Zander | Zoë Zander
Celik | Çelik
Frauke Fröhlisch | Frauke Fröhlich
Bernd Bohm | Bernd Böhm
Bernt Böhm | Bernd Böhm
Luedger Lübbers | Ludger Lübbers
Monica Möller | Monika Möller
Olav Peterson | Olaf Petersen
Sören Thoene | Sören Thöne
Rolf Schroeder | Rolf Schröder
Uwe Kranz | Ute Kranz
Dörthe | Dörte
Freida | Frieda
Gerd Hofmann | Gert Hoffmann
Erna Weiß | Erna Weiss
Hans-Peter Lang | Hans Peter Lange
Hanspeter Lang | Hans-Peter Lang
Heike Hüis | Heike Hüls
Emll Evers | Emil Evers
Carla Classen | Carla Claßen
Jürgen Schäfer | Juergen Schaefer
Juergen Schefer | Jürgen Schäfer
Xaver Huber | Xavier Huber
Elisabeth Kunze | Elisabet Kuntze
Anna Meier | Anna Meier-Schulz
"""
"""What was written or read, and who was meant: other spellings, umlauts, initials, letters that a reader mistakes."""

STRANGERS = """
Petra Quak | Bärbel Strauß
Petra Quak | Anna Amsel
Petra Quak | Bernd Braun
Petra Quak | Petra Rößler
Petra Quak | Peter Quast
Xaver Xylo | Anna Amsel
Xaver Xylo | Dörte Dorn
Yvonne Yps | Gül Güney
Zoe Zander | Çem Demir
Willi Wutz | Emil Ernst
Xaver | Anna
Xaver | Hans
Klaus Schmidt | Hans Schmidt
Anna Albers | Hans Albers
Emil Evers | Erna Ebert
Olaf Petersen | Petra Rößler
Monika Möller | Ludger Lübbers
Norbert Nölke | Robert Nolte
Rolf Schröder | Rolf Köster
Karl Marx | Carla Claßen
Gerda Groß | Gert Hoffmann
Dieter Bohlen | Günter Groß
Heinz Ketchup | Heike Hüls
Uwe Uhl | Ina Uhl
Sabine Voß | Sabrina Fuchs
Jan Kranz | Jens Franz
Maria Kurz | Mario Lang
Eva Stein | Ava Klein
Bert Brecht | Bernd Becht
"""
"""Two people whom nobody would take for one another, though some share a name, or an ending."""


def list_pairs(text: str) -> list[tuple[str, str]]:
    """The pairs, one a line."""
    lines = (line.partition(" | ") for line in text.strip().splitlines())
    return [(one, other) for one, _, other in lines]


OTHERS = ("Bärbel Strauß", "Wolfgang Zieten", "Ylva Öberg", "Klaus")


@pytest.mark.parametrize(("typed", "meant"), list_pairs(MISSPELT))
def test_a_misspelt_name_is_found(typed: str, meant: str) -> None:
    """Whoever is meant is near, among people who are not."""
    assert find_closest(typed, (*OTHERS, meant)) == (meant,)


@pytest.mark.parametrize(("name", "other"), list_pairs(STRANGERS))
def test_a_stranger_is_nobody(name: str, other: str) -> None:
    """Rather no guess than a silly one, whichever of the two is on the list."""
    assert find_closest(name, [other]) == find_closest(other, [name]) == ()


def test_the_nearest_comes_first() -> None:
    """Two of three at most, and of a list that is too long to compare word by word the same ones."""
    names = ("Petra Mai", "Petra Meier", "Petra Meyer", "Jan Klein")
    assert find_closest("Petra Meyer", names) == ("Petra Meyer", "Petra Meier")
    crowd = [f"Gast {number}" for number in range(2000)]
    assert find_closest("Petra Meyr", [*crowd, *names])[0] == "Petra Meyer"
    assert find_closest("Petra Quak", [*crowd, *names]) == ()


def test_nothing_is_like_nothing() -> None:
    """Signs without a letter, and an empty list."""
    assert find_closest("?!", ["Anna", "–"]) == find_closest("", ["Anna"]) == find_closest("Anna", []) == ()


@pytest.mark.parametrize(
    ("word", "sound"),
    [("mueller", "657"), ("luedenscheidt", "52682"), ("breschnew", "17863"), ("wikipedia", "3412"), ("philipp", "351")],
)
def test_the_sound_is_that_of_the_koelner_phonetik(word: str, sound: str) -> None:
    """The examples that its descriptions give, without the consonants that it writes for each vowel."""
    assert spell_sound(word) == sound


def test_names_are_sorted_as_in_a_telephone_book() -> None:
    """Ä beside A, Ł beside L, ß as ss (DIN 5007-1)."""
    assert [fold_name(name) for name in ("Ärmel", "Łukasz", "Groß", "Çelik")] == ["armel", "lukasz", "gross", "celik"]


@pytest.mark.parametrize(
    ("short", "meant"),
    [
        ("S. Thöne", ("Sabine Thöne", "Stefan Thöne")),
        ("Thöne", ("Sabine Thöne", "Stefan Thöne")),
        ("Sabine T.", ("Sabine Thöne",)),
        ("Thoene, Sab.", ("Sabine Thöne",)),
        ("H.-P. Wolff", ("Hans-Peter Wolff",)),
        ("Sabine Thöne", ()),
        ("Sabina Thöne", ()),
        ("Thön", ()),
        ("?", ()),
    ],
)
def test_shortened_names(short: str, meant: tuple[str, ...]) -> None:
    """Words left out or abbreviated, never misspelt."""
    assert find_meant(short, index_words(("Sabine Thöne", "Stefan Thöne", "Hans-Peter Wolff"))) == meant


def test_names_that_are_equally_near_are_all_named() -> None:
    """Three of one family: none of them is dropped for another."""
    thoenes = ("Sabine Thöne", "Stefan Thöne", "Ute Thöne")
    assert find_closest("Thöne", thoenes) == thoenes

"""Who is who in a season: asked where names are alike, united where somebody said so, and never unasked."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.filing.season_answers import keep_answers, load_answers
from tournament.standings.season_names import (
    NAMES_FILE,
    NO_ANSWERS,
    Answers,
    UnclearNames,
    find_questions,
    fold_key,
    read_answers,
    read_pair,
    unite_names,
)

NAMES = st.sampled_from(["Jörg Köster", "Joerg Koester", "J. Köster", "Anna Meier", "Anna Maier", "Uwe", "Çem Özdemir"])
PAIRS = st.tuples(NAMES, NAMES).filter(lambda pair: fold_key(pair[0]) != fold_key(pair[1]))
EVENINGS = st.lists(st.tuples(st.just("Abend"), st.lists(NAMES, unique=True).map(tuple)), min_size=1, max_size=4)


def ask(*evenings: str, answers: Answers = NO_ANSWERS) -> list[str]:
    """The questions about evenings whose names stand between commas: "one / other"."""
    named = [(f"Abend {n}", tuple(words.split(", "))) for n, words in enumerate(evenings, 1)]
    return [" / ".join(pair) for pair in find_questions(named, answers)]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Jörg Köster", "Joerg Koester"),
        ("Jörg Köster", "Jorg Koster"),
        ("Jörg Köster", "J. Köster"),
        ("Anna Meier", "Anna Mayr"),
        ("Karl-Heinz Groß", "Karlheinz Gross"),
        ("Fröhlich, Emil", "Emil Fröhlich"),
        ("Petra Schmidt", "Petra Schmit"),
    ],
)
def test_names_that_are_alike_are_asked_about(one: str, other: str) -> None:
    """Umlauts, initials, sound, hyphens, order, a slip of the pen."""
    assert len(find_questions([("Mai", (one, "Bernd Böhm")), ("Juni", ("Uwe Voß", other))], NO_ANSWERS)) == 1


def test_names_that_are_not_alike_are_not() -> None:
    """Two first names of one family, two families, and a name that is the same but for its capitals."""
    assert ask("Emil Fröhlich, Klaus Voß", "Bernd Fröhlich, Hans Voigt", "KLAUS VOSS, emil  fröhlich") == []


def test_who_played_at_one_evening_are_two() -> None:
    """Nothing is asked then."""
    assert ask("Anna Meier, Anna Maier", "Anna Meier") == []


def test_what_was_answered_is_not_asked_again() -> None:
    """One player, or two; a third spelling is asked about the player as shown."""
    pair = ("Jörg Köster", "Joerg Koester")
    assert ask("Jörg Köster", "Joerg Koester", answers=Answers(same=(pair,))) == []
    assert ask("Jörg Köster", "Joerg Koester", answers=Answers(different=(pair,))) == []
    third = ask("Jörg Köster", "Joerg Koester", "Jorg Koester", answers=Answers(same=(pair,)))
    assert third == ["Jörg Köster / Jorg Koester"]


@given(EVENINGS)
def test_nobody_is_united_unasked(evenings: list[tuple[str, tuple[str, ...]]]) -> None:
    """Without an answer every name is its own."""
    shown = unite_names(evenings, NO_ANSWERS)
    assert all(shown[fold_key(name)] == name for _, names in evenings for name in names)


@given(EVENINGS, st.lists(PAIRS, max_size=3), st.lists(PAIRS, max_size=2))
def test_answers_hold_or_are_refused(
    evenings: list[tuple[str, tuple[str, ...]]], same: list[tuple[str, str]], different: list[tuple[str, str]]
) -> None:
    """Whoever is said to be one is one, whoever is said to be two is two, and nobody plays twice at one evening."""
    answers = Answers(tuple(same), tuple(different))
    try:
        shown = unite_names(evenings, answers)
    except UnclearNames:
        return
    assert all(shown[fold_key(one)] == shown[fold_key(other)] for one, other in same)
    assert not any(
        fold_key(one) in shown and fold_key(other) in shown and shown[fold_key(one)] == shown[fold_key(other)]
        for one, other in different
    )
    for _, names in evenings:
        assert len({shown[fold_key(name)] for name in names}) == len(names)


@pytest.mark.parametrize(
    ("answers", "words"),
    [
        (Answers((("Anna", "Uwe"),)), "haben beide bei „Abend 1“ gespielt"),
        (Answers((("Anna", "Ida"), ("Ida", "Eva")), (("Eva", "Anna"),)), "derselbe und zugleich zwei"),
    ],
)
def test_a_contradiction_is_one_sentence(answers: Answers, words: str) -> None:
    """Which names, and where to change it."""
    with pytest.raises(UnclearNames, match=words):
        unite_names([("Abend 1", ("Anna", "Uwe")), ("Abend 2", ("Ida", "Eva"))], answers)


@pytest.mark.parametrize(
    ("words", "pair", "same"),
    [
        ("Jörg Köster = Joerg Koester", ("Jörg Köster", "Joerg Koester"), True),
        ("A≠B", ("A", "B"), False),
        ("A != B", ("A", "B"), False),
        ("  Anna  Meier<>Anna Maier ", ("Anna Meier", "Anna Maier"), False),
        ("=SUMME(A1) = Summe", ("=SUMME(A1)", "Summe"), True),
    ],
)
def test_a_pair_is_read_as_people_type_it(words: str, pair: tuple[str, str], same: bool) -> None:
    """With blanks or without, and with the signs that a keyboard has."""
    assert read_pair(words) == (pair, same)


@pytest.mark.parametrize("words", ["", "Anna", "Anna =", "= Anna", "A = B = C", "Anna = anna", "# A = B", "A = B ≠ C"])
def test_what_names_no_two_is_refused(words: str) -> None:
    """One sentence, with an example."""
    with pytest.raises(UnclearNames, match="Jörg Köster = Joerg Koester"):
        read_pair(words)


def test_the_file_is_kept_and_may_be_edited(tmp_path: Path) -> None:
    """Remarks and other lines stay, a later answer takes the place of an earlier one, whoever wrote it."""
    keep_answers(tmp_path, Answers(same=(("Jörg Köster", "Joerg Koester"),)), "de")
    path = tmp_path / NAMES_FILE
    assert path.read_text("utf-8").startswith("# Wer in dieser Saison")
    edited = path.read_text("utf-8") + "\r\n# von Monika\r\nAnna Meier ≠ Anna Maier\r\n"
    path.write_bytes(b"\xef\xbb\xbf" + edited.encode())
    assert load_answers(tmp_path) == Answers((("Jörg Köster", "Joerg Koester"),), (("Anna Meier", "Anna Maier"),))
    keep_answers(tmp_path, Answers(different=(("joerg koester", "Jörg  Köster"),)), "de")
    assert load_answers(tmp_path).same == ()
    assert "# von Monika" in path.read_text("utf-8")
    assert [one.name for one in tmp_path.iterdir()] == [NAMES_FILE]


def test_a_bad_line_is_named(tmp_path: Path) -> None:
    """Its number, and that an editor mends it; what is no text is refused whole; no file is no answer."""
    with pytest.raises(UnclearNames, match="Zeile 2: „Anna Meier“ nennt nicht zwei Namen"):
        read_answers("A = B\nAnna Meier\n")
    assert load_answers(tmp_path) == NO_ANSWERS
    (tmp_path / NAMES_FILE).write_bytes(b"J\xf6rg = Joerg")
    with pytest.raises(UnclearNames, match="UTF-8"):
        load_answers(tmp_path)
    (tmp_path / NAMES_FILE).write_bytes(b"#" * (1 << 21))
    with pytest.raises(UnclearNames, match="UTF-8"):
        keep_answers(tmp_path, Answers(same=(("A", "B"),)), "de")
    assert len((tmp_path / NAMES_FILE).read_bytes()) == 1 << 21


@given(st.lists(PAIRS, max_size=4), st.lists(PAIRS, max_size=4))
def test_what_is_kept_is_what_is_read(same: list[tuple[str, str]], different: list[tuple[str, str]]) -> None:
    """The lines of answers give these answers."""
    lines = [f"{a} = {b}" for a, b in same] + [f"{a} ≠ {b}" for a, b in different]
    read = read_answers("\n".join(lines))
    said: dict[frozenset[str], tuple[tuple[str, str], bool]] = {}
    for pair, one in [*((pair, True) for pair in same), *((pair, False) for pair in different)]:
        said[frozenset(map(fold_key, pair))] = (pair, one)
    assert set(read.same) == {pair for pair, one in said.values() if one}
    assert set(read.different) == {pair for pair, one in said.values() if not one}

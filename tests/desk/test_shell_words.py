"""What Kiebitz tells people to type arrives as it was meant."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from desk import shell_words
from desk.shell_words import quote_word

WORDS = ("Übung.kiebitz", "Unser Abend.kiebitz", "Anna,Bernd & Söhne,Çem (2)", "O'Hara", "50% von $x;y", "")


@pytest.mark.parametrize("word", WORDS)
def test_it_is_one_word_in_the_systems_own_shell(word: str) -> None:
    """With blanks, commas, brackets and signs that mean something there."""
    code = "import json, sys; print(json.dumps(sys.argv[1:]))"
    line = f'"{sys.executable}" -c "{code}" {quote_word(word)}'
    told = subprocess.run(line, shell=True, capture_output=True, text=True, check=True).stdout
    assert json.loads(told) == [word]


@pytest.mark.parametrize(
    ("word", "typed"),
    [
        (r"C:\users\Jörg\abend.kiebitz", r"C:\users\Jörg\abend.kiebitz"),
        (r"C:\users\Jörg Müller\abend.kiebitz", r'"C:\users\Jörg Müller\abend.kiebitz"'),
        ("Anna,Bernd", '"Anna,Bernd"'),
        ('Karl "Kalle" K.', r'"Karl \"Kalle\" K."'),
    ],
)
def test_windows_knows_double_quotes_only(monkeypatch: pytest.MonkeyPatch, word: str, typed: str) -> None:
    """Single ones would become part of the word in cmd.exe; PowerShell makes a list of words between commas."""
    monkeypatch.setattr(shell_words, "ON_WINDOWS", True)
    assert quote_word(word) == typed

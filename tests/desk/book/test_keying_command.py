"""`kiebitz keying`: fields are chosen, and what came of them is reported."""

from __future__ import annotations

from pathlib import Path

import pytest

from desk.__main__ import main
from tests.tournament.keying.keyings import ITEM, decide, keep_decided, key


def test_a_sample_is_drawn_and_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """From the first call to both people's mistakes."""
    store = keep_decided(tmp_path, blurred=[])
    assert main(["keying", store.where]) == 0
    assert "--all" in capsys.readouterr().out
    assert main(["keying", store.where, "--sample", "2", "--seed", "Lotto 7", "--by", "Wart"]) == 0
    told = capsys.readouterr()
    assert told.err == "Zum Gegenlesen ausgewählt: 2 Felder.\n"
    assert told.out.splitlines()[:2] == ["Stichprobe: 2 von 4, Startwert „Lotto 7“.", "Gegengelesen: 0 von 2."]
    fields = [field for _, field in store.read_entries()[-1].fact.fields]  # type: ignore[union-attr]
    for field in fields:
        key(store, "+9", field)
    assert main(["keying", store.where]) == 0
    assert f"Uneinig: 1 Zeile, vor dem Schiedsrichter: {ITEM}." in capsys.readouterr().out
    assert main(["decide", store.where, ITEM, "--accept"]) == 2
    assert "bitte einen Grund dazu angeben" in capsys.readouterr().err
    decide(store, ITEM, "accept", "Rita", reason="Zeugen")
    assert main(["keying", store.where]) == 0
    assert capsys.readouterr().out.splitlines()[-3:] == [
        "Anna: 0 von 2 Feldern falsch (0,0 %; 95 %: 0 % bis 65,8 %).",
        "Bernd: 2 von 2 Feldern falsch (100,0 %; 95 %: 34,2 % bis 100 %).",
        "Gezählt wird gegen das, was am Ende gilt; lesen beide dasselbe falsch, sieht es niemand.",
    ]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--all", "--sample", "2"], "--all oder --sample"),
        (["--seed", "7"], "--all oder --sample"),
        (["--sample", "2", "--seed", " "], "Startwert"),
        (["--sample", "1", "--seed", "7" * 101], "Startwert"),
    ],
)
def test_what_cannot_be_asked_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: list[str], words: str
) -> None:
    """In a sentence, and nothing is written."""
    store = keep_decided(tmp_path, blurred=[])
    before = len(store.read_entries())
    assert main(["keying", store.where, *options]) == 2
    assert words in capsys.readouterr().err
    assert len(store.read_entries()) == before

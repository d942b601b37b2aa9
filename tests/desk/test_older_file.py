"""A file of an older version: who adds something is told of the copy as it was; who only reads changes nothing."""

from __future__ import annotations

import errno
import os
import tempfile
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from desk.__main__ import main
from desk.web.given_evening import NotOpened
from desk.web.pages.results.season_page import list_files
from desk.web.recent_evenings import name_evening
from desk.web.serve import make_app
from desk.web.start.evening_house import House
from tests.desk.web.conftest import house
from tests.desk.web.visitors import HERE, enter, read_words
from tests.tournament.filing.files import open_tournament
from tests.tournament.record.test_older_files import make_older

__all__ = ["house"]
ADDING = (
    ["players", "{}", "add", "Ömer"],
    ["print", "{}", "--round", "1", "-o", "{}.pdf"],
    ["export", "{}", "-o", "{}.json"],
    ["draw", "{}", "--round", "2"],
    ["form", "{}", "final=places"],
)
READING = (["status", "{}"], ["standings", "{}"], ["players", "{}", "list"], ["export", "{}", "-o", "{}.zip"])


@pytest.fixture
def older(tmp_path: Path) -> Path:
    """An evening as version 0.2.1 left it, one round drawn."""
    return Path(make_older(open_tournament(tmp_path, drawn=1)).where)


@pytest.mark.parametrize("words", ADDING, ids=lambda words: words[0])
def test_who_adds_something_is_told(older: Path, words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """Once, where the copy lies; by any command that writes into the file."""
    assert main([word.format(older) for word in words]) == 0
    (kept,) = older.parent.glob("*vor*.kiebitz")
    assert f"So, wie sie war, liegt sie als „{kept.name}“ im selben Ordner." in capsys.readouterr().err
    assert main(["players", str(older), "add", "Zora"]) == 0
    assert "So, wie sie war" not in capsys.readouterr().err
    assert len(list(older.parent.glob("*.kiebitz"))) == 2


@pytest.mark.parametrize("words", READING, ids=lambda words: words[0])
def test_who_reads_changes_nothing(older: Path, words: list[str]) -> None:
    """The file is the same, byte by byte, and nothing new lies beside it but what was asked for."""
    before = older.read_bytes()
    assert main([word.format(older) for word in words]) == 0
    assert older.read_bytes() == before
    assert list(older.parent.glob("*.kiebitz")) == [older]


def test_a_command_that_cannot_keep_it_changes_nothing(
    older: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One sentence with the remedy, and the status of an unusable file."""
    fill_disk(monkeypatch)
    before = older.read_bytes()
    assert main(["players", str(older), "add", "Ömer"]) == 3
    assert "kein Platz mehr auf dem Datenträger. Die Datei ist unverändert." in capsys.readouterr().err
    assert older.read_bytes() == before


def fill_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets no further file be made beside a tournament's."""
    make = tempfile.mkstemp

    def refuse(**how: str) -> tuple[int, str]:
        if how.get("suffix") == ".kiebitz":
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return make(**how)

    monkeypatch.setattr(tempfile, "mkstemp", refuse)


def test_the_page_tells_of_the_copy(older: Path, house: House) -> None:
    """On the first page of the evening; a season does not offer the copy, which is of the same evening."""
    house.open_evening(str(older))
    served = house.find_served(str(older))
    assert served is not None
    organiser = TestClient(make_app(served.desk), base_url=HERE)
    organiser.get(f"/herein/{served.desk.register.issue('organiser', 'Eva', hours=1)}")
    (kept,) = older.parent.glob("*vor*.kiebitz")
    assert f"liegt sie als „{kept.name}“ im selben Ordner" in read_words(organiser.get("/jetzt").text)
    assert [one.path for one in list_files(served.desk)] == [older]
    house.close_evening(str(older))
    assert house.open_evening(str(older))
    again = house.find_served(str(older))
    assert again is not None
    assert again.desk.store.copied is None


def test_the_page_says_why_it_is_not_opened(older: Path, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """On the start page, from which it was to be opened, and in no word of the command line."""
    client = enter(house)
    house.recent.note(str(older))
    fill_disk(monkeypatch)
    before = older.read_bytes()
    answer = client.get(f"/abend/{name_evening(str(older))}")
    assert (answer.status_code, older.read_bytes()) == (409, before)
    assert "kein Platz mehr auf dem Datenträger. Die Datei ist unverändert. Bitte" in read_words(answer.text)
    with pytest.raises(NotOpened, match="Kopie daneben"):
        house.open_evening(str(older))

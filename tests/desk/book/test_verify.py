"""`kiebitz verify`: a file in order, a spoilt one, and what is rescued of it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
import sqlalchemy as sa

from desk.__main__ import main
from tests.desk.paper import sheet
from tests.tournament.filing.files import NAMES, open_tournament, put_in
from tests.tournament.record.samples import PHOTO, keep_evening
from tournament.record.facts import Exported, Undone
from tournament.record.open_store import open_store
from tournament.record.replay import replay
from tournament.record.store import Store

Out = pytest.CaptureFixture[str]


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """A small evening of twelve entries, its photograph beside it; the standings handed out are undone."""
    (tmp_path / "1.jpg").write_bytes(PHOTO)
    store = keep_evening(tmp_path / "abend.kiebitz")
    store.append([Undone(12)], by="Wart")
    return store


def delete(store: Store, number: int) -> None:
    """Takes an entry out behind the store's back."""
    with store.engine.begin() as connection:
        connection.execute(sa.text(f"DELETE FROM entries WHERE number = {number}"))


def test_a_file_in_order(store: Store, capsys: Out) -> None:
    """Status 0: entries, contents and photographs are counted, and the last hash is shown for people to compare."""
    assert main(["verify", store.where]) == 0
    out = capsys.readouterr().out
    head = store.read_entries()[-1].hash
    assert head in out.replace(" ", "")
    assert "13 Einträge" in out
    assert "Fotos unverändert: 1; nicht da: 0" in out
    assert out.endswith("Alles in Ordnung.\n")


def test_photographs_elsewhere(store: Store, tmp_path: Path, capsys: Out) -> None:
    """One in a folder beside the file is found; one that is not there is no flaw; other folders can be named."""
    (tmp_path / "Runde 1").mkdir()
    (tmp_path / "1.jpg").rename(tmp_path / "Runde 1" / "1.jpg")
    assert main(["verify", store.where]) == 0
    assert "Fotos unverändert: 1" in capsys.readouterr().out
    (tmp_path / "Runde 1" / "fotos").mkdir()
    (tmp_path / "Runde 1" / "1.jpg").rename(tmp_path / "Runde 1" / "fotos" / "1.jpg")
    assert main(["verify", store.where]) == 0
    assert "nicht da: 1" in capsys.readouterr().out
    assert main(["verify", store.where, "--photos", str(tmp_path / "Runde 1" / "fotos")]) == 0
    assert "Fotos unverändert: 1" in capsys.readouterr().out


def test_standings_come_out_the_same(tmp_path: Path, capsys: Out) -> None:
    """What was handed out is worked out again from the entries before it; what was not so is told by name."""
    store = open_tournament(tmp_path, drawn=1)
    put_in(store, sheet("a.jpg", table=1, names=NAMES[:4]))
    assert main(["export", store.where, "-o", str(tmp_path / "stand.json")]) == 0
    put_in(store, sheet("b.jpg", table=2, names=NAMES[4:]))
    assert main(["export", store.where, "-o", str(tmp_path / "stand.json")]) == 0
    capsys.readouterr()
    assert main(["verify", store.where, "--lang", "en", "--anew"]) == 0
    assert "come out the same again: 2" in capsys.readouterr().out
    handed = store.read_entries()[-1].fact
    assert isinstance(handed, Exported)
    first, *others = handed.standings
    assert first.start > 0
    store.append([replace(handed, standings=(replace(first, total=first.total + 1), *others))], by="Wart")
    assert main(["verify", store.where]) == 3
    assert f"betroffen: {first.name}." in capsys.readouterr().out


def test_a_spoilt_file(store: Store, tmp_path: Path, capsys: Out) -> None:
    """Status 3: what is lost, what is safe, and how it is rescued; other commands send people here."""
    delete(store, 8)
    assert main(["players", store.where, "list"]) == 3
    assert "kiebitz verify" in capsys.readouterr().err
    assert main(["verify", store.where, "--lang", "en"]) == 3
    out = capsys.readouterr().out
    assert "1 entry is lost: 8. Safe are the entries 1–7, 9–13." in out
    assert "--rescue" in out
    assert main(["verify", store.where, "--rescue", str(tmp_path / "neu.kiebitz")]) == 3
    assert "12 Einträge und 2 Inhalte gerettet" in capsys.readouterr().out
    assert len(replay(open_store(tmp_path / "neu.kiebitz").read_entries()).players) == 5
    assert main(["verify", str(tmp_path / "neu.kiebitz")]) == 0


def test_a_file_cut_off(store: Store, tmp_path: Path, capsys: Out) -> None:
    """A copy that broke off is reported, and what is left of it is rescued."""
    file = Path(store.where)
    file.write_bytes(file.read_bytes()[:-4096])
    assert main(["verify", store.where, "--rescue", str(tmp_path / "neu.kiebitz")]) == 3
    assert "beschädigt" in capsys.readouterr().out
    assert main(["verify", str(tmp_path / "neu.kiebitz")]) == 0


def test_a_rescue_overwrites_nothing(store: Store, tmp_path: Path, capsys: Out) -> None:
    """Neither another tournament nor a file of another kind."""
    before = Path(store.where).read_bytes()
    assert main(["verify", store.where, "--rescue", store.where]) == 3
    assert main(["verify", store.where, "--rescue", str(tmp_path / "neu.xlsx")]) == 2
    assert Path(store.where).read_bytes() == before
    capsys.readouterr()

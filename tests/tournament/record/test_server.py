"""The commands on a PostgreSQL database: the same as on a file."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from desk.__main__ import main
from tournament.filing.opened import cache_folder
from tournament.filing.rounds import evening_status
from tournament.record.open_store import open_store


def test_a_tournament_on_a_server(schema: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It is begun, changed, verified, and copied into a file that is the same chain."""
    (tmp_path / "p.csv").write_text("Anna Ott\nÇem Öz\n", encoding="utf-8")
    begin = ["new", schema, "--rules", "ddv", "--title", "Liga", "--rounds", "2", "--players", str(tmp_path / "p.csv")]
    assert main(begin) == 0
    assert main(begin) == 3
    assert "nicht überschrieben" in capsys.readouterr().err
    assert main(["players", schema, "rename", "anna ott", "Anna Otto"]) == 0
    assert main(["players", schema, "list"]) == 0
    assert "Anna Otto" in capsys.readouterr().out
    file = tmp_path / "liga.kiebitz"
    assert main(["verify", schema, "--rescue", str(file)]) == 0
    assert open_store(file).read_sealed() == open_store(schema).read_sealed()
    assert "Alles in Ordnung." in capsys.readouterr().out


def test_photographs_go_into_a_database_named_first(
    schema: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As with a file; `--book` says the same."""
    assert main(["new", schema, "--rules", "ddv", "--title", "Liga", "--rounds", "2"]) == 0
    photo = tmp_path / "leer.jpg"
    Image.new("L", (400, 300), 128).save(photo)
    capsys.readouterr()
    first, second = (
        (main(words), capsys.readouterr())
        for words in (["scan", schema, str(photo)], ["scan", "--book", schema, str(photo)])
    )
    assert first == second
    assert "leer.jpg" in first[1].err + first[1].out


def test_what_was_worked_out_on_a_server_is_kept(
    schema: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The cache folder is the user's, whatever the tournament lies in; a new entry, and it is worked out anew."""
    monkeypatch.setattr(cache_folder, "user_cache_path", lambda *_, **__: tmp_path / "cache")
    assert main(["new", schema, "--rules", "ddv", "--title", "Liga", "--rounds", "2"]) == 0
    assert main(["standings", schema, "--json"]) == 0
    first = capsys.readouterr().out
    with monkeypatch.context() as patch:
        patch.setattr(evening_status, "open_evening", lambda *_, **__: pytest.fail("worked out again"))
        assert main(["standings", schema, "--json"]) == 0
        assert capsys.readouterr().out == first
    assert main(["players", schema, "add", "Anna"]) == 0
    store = open_store(schema)
    ends = store.read_first(), store.read_head().hash
    assert cache_folder.find_document(*ends, "standings", "de") is None
    assert main(["standings", schema, "--json"]) == 0
    assert cache_folder.find_document(*ends, "standings", "de")
    assert open_store(schema).read_first() not in "".join(str(path) for path in (tmp_path / "cache").rglob("*"))

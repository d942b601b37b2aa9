"""Nobody needs a compiler: on every system each library is there ready-made."""

from __future__ import annotations

from pathlib import Path

import pytest

from dev.tools import wheels
from dev.tools.wheels import KNOWN, NoIndex, Row, list_rows, resolve


@pytest.mark.slow
def test_every_system_has_a_wheel_of_every_library() -> None:
    """Twenty rows, with the versions that are pinned; the one that is known to fail does so for its known reason."""
    try:
        rows = list(list_rows())
    except NoIndex as unreached:
        pytest.skip(f"no package index answers, so wheels stay unlooked for: {unreached}")
    assert len(rows) == 20
    assert [row for row in rows if not row.is_known] == []
    assert all(row.libraries > 45 for row in rows if not row.why)


@pytest.mark.slow
def test_a_library_without_a_wheel_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that must be built on the spot fails its row."""
    (tmp_path / "pyproject.toml").write_text(
        '[project]\nname = "a"\nversion = "1"\ndependencies = ["odfpy==1.4.1"]\n', "utf-8"
    )
    (tmp_path / "requirements.txt").touch()
    monkeypatch.setattr(wheels, "ROOT", tmp_path)
    try:
        row = resolve("Linux x86_64", "3.13")
    except NoIndex as unreached:
        pytest.skip(f"no package index answers: {unreached}")
    assert "odfpy" in row.why
    assert not row.is_known


def test_without_an_index_nothing_is_said_of_wheels(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """The table is skipped aloud, and fails nothing."""
    monkeypatch.setenv("UV_OFFLINE", "1")
    monkeypatch.setenv("UV_CACHE_DIR", str(tmp_path))
    assert wheels.main() == 0
    assert capsys.readouterr().out.startswith("Skipped: no package index answers")


def test_a_row_is_known_for_its_reason_alone() -> None:
    """A row that fails otherwise, or no longer, is told; so the table never says more than is so."""
    [((system, python), library)] = KNOWN.items()
    assert Row(system, python, 0, f"Because {library} has no wheels").is_known
    assert not Row(system, python, 0, "Because numpy has no wheels").is_known
    assert not Row(system, python, 50).is_known
    assert Row("Linux x86_64", python, 50).is_known
    assert not Row("Linux x86_64", python, 0, f"Because {library} has no wheels").is_known

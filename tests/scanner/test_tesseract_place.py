"""Tesseract is found where its installer puts it, also where the PATH does not know of it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from scanner.read.tesseract import TesseractMissing, list_languages


@pytest.mark.skipif(sys.platform == "win32", reason="a script stands for the program")
@pytest.mark.parametrize(("name", "below"), [("ProgramFiles", "."), ("LOCALAPPDATA", "Programs")])
def test_tesseract_beside_the_other_programs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, below: str
) -> None:
    """Windows' installer does not change the PATH; for all users and for one it has different folders."""
    program = tmp_path / below / "Tesseract-OCR" / "tesseract.exe"
    program.parent.mkdir(parents=True)
    program.write_text("#!/bin/sh\necho deu\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", "")
    with pytest.raises(TesseractMissing):
        list_languages()
    monkeypatch.setenv(name, str(tmp_path))
    assert list_languages() == {"deu"}

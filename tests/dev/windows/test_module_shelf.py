"""The file with all modules: what is in it needs neither source nor compiled file, and all else is found as ever."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from dev.windows import module_shelf

WRITE = "import room.part, twice, module_shelf; module_shelf.write_shelf()"
READ = """import module_shelf, room.part, twice, late, importlib.resources
data = importlib.resources.files("room").joinpath("data.txt").read_text()
print(room.part.VALUE, data, twice.VALUE, late.VALUE, room.part.__file__)"""
TWICE = """import sys
sys.path.insert(0, HERE)
del sys.modules["twice"]
import twice"""
"""A module that looks for itself in another folder, as OpenCV does for its compiled part."""


def run(home: Path, code: str) -> str:
    """Runs Python with the home's modules."""
    order = [sys.executable, "-S", "-c", f"import sys; sys.path.insert(0, {str(home)!r})\n{code}"]
    ran = subprocess.run(order, capture_output=True, text=True, check=False, env={})
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def test_modules_come_from_one_file(tmp_path: Path) -> None:
    """A package, its data, and a module that looks for itself again; one that is not in the file comes from its own."""
    shutil.copy(module_shelf.__file__, tmp_path)
    room, other = tmp_path / "room", tmp_path / "other"
    contents = {
        room / "__init__.py": "",
        room / "part.py": "VALUE = 5",
        room / "data.txt": "data",
        other / "twice.py": "VALUE = 'second'",
        tmp_path / "twice.py": TWICE.replace("HERE", repr(str(other))),
        tmp_path / "late.py": "VALUE = 'late'",
    }
    for path, content in contents.items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(content, encoding="utf-8")
    run(tmp_path, WRITE)
    compiled = {path.name.partition(".")[0] for path in tmp_path.rglob("*.pyc")}
    assert compiled & {"__init__", "part"} == set()
    (room / "part.py").unlink()
    assert run(tmp_path, READ).split() == ["5", "data", "second", "late", str(room / "part.py")]

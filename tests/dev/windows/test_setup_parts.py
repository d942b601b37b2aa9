"""What the set-up program for Windows brings, and what it changes there, as far as that can be seen without Windows."""

from __future__ import annotations

import re
import struct
from fnmatch import fnmatchcase
from importlib.util import find_spec
from pathlib import Path

import pytest
from PIL import Image

from dev.windows.check_parts import check_parts
from dev.windows.draw_icons import write_icons
from dev.windows.first_start import ELSEWHERE, list_imports
from dev.windows.gather_parts import read_left_out
from dev.windows.user_path import change_path

ROOT = Path(__file__).parents[3]
PYTHON = "python313.dll"


@pytest.mark.parametrize(
    ("before", "order", "after"),
    [
        (r"C:\a;%USERPROFILE%\b", "add", r"C:\a;%USERPROFILE%\b;C:\K\bin"),
        (r"C:\k\BIN\;C:\a", "add", r"C:\a;C:\K\bin"),
        ("", "add", r"C:\K\bin"),
        (r"C:\a;C:\K\bin;C:\b;", "remove", r"C:\a;C:\b"),
        ("C:\\a;" * 400, "add", "C:\\a;" * 400 + r"C:\K\bin"),
    ],
)
def test_the_path_keeps_what_stands_in_it(before: str, order: str, after: str) -> None:
    """The command's folder is there once, or not at all; nothing else changes, however long it is."""
    assert change_path(before, r"C:\K\bin", order) == after


def test_the_first_start_imports_all_that_the_program_does() -> None:
    """Also what a function imports when it runs; all of it is there but what is named."""
    names = set(list_imports(ROOT))
    assert {"scanner.decode", "pi_heif", "desk.__main__", "onnxruntime"} <= names
    tops = {name.partition(".")[0] for name in names} - ELSEWHERE.keys()
    assert {name for name in tops if find_spec(name) is None} <= {"winreg", "msvcrt", "pystray"}


def test_nothing_that_is_imported_is_left_out() -> None:
    """No pattern hits the program's own files."""
    ours = [
        f"Lib/site-packages/{path.relative_to(ROOT)}"
        for package in ("scanner", "tournament", "desk", "texts", "templates", "scoring")
        for path in (ROOT / package).rglob("*")
        if path.is_file() and path.suffix not in (".pyc", ".md")
    ]
    assert len(ours) > 400
    assert [path for path in ours if any(fnmatchcase(path, pattern) for pattern in read_left_out())] == []


def describe(app: Path, name: str, version: str, *needs: str) -> None:
    """A library's metadata in a gathered folder."""
    place = app / "Lib" / "site-packages" / f"{name}-{version}.dist-info"
    place.mkdir(parents=True)
    lines = [f"Name: {name}", f"Version: {version}", *(f"Requires-Dist: {need}" for need in needs)]
    (place / "METADATA").write_text("\n".join(lines), encoding="utf-8")


@pytest.mark.parametrize(
    ("need", "refused"),
    [
        ("colorama>=0.4; sys_platform == 'win32'", True),
        ("fcntl2; sys_platform == 'linux'", False),
        ("new-one; python_version >= '3.13'", True),
        ("old-one; python_version < '3.13'", False),
        ("there>=2", True),
        ("There>=1.0", False),
        ("extra-one; extra == 'cluster'", False),
    ],
)
def test_a_library_that_windows_needs_is_missed(tmp_path: Path, need: str, refused: bool) -> None:
    """Whatever the metadata asks for there, in its version; nothing is made without it."""
    describe(tmp_path, "there", "1.5", need)
    (tmp_path / PYTHON).write_bytes(small_library("kernel32.dll"))
    if refused:
        with pytest.raises(ValueError, match=re.escape(need.partition(";")[0])):
            check_parts(tmp_path)
    else:
        check_parts(tmp_path)


def test_a_part_of_windows_that_a_bare_one_lacks_is_missed(tmp_path: Path) -> None:
    """As ONNX Runtime's: without Microsoft's run-time library no number is read."""
    (tmp_path / PYTHON).write_bytes(small_library("msvcp140.dll"))
    with pytest.raises(ValueError, match=r"python313\.dll needs msvcp140\.dll"):
        check_parts(tmp_path)
    (tmp_path / "msvcp140.dll").write_bytes(small_library("kernel32.dll"))
    check_parts(tmp_path)


def small_library(name: str) -> bytes:
    """The smallest 64-bit library that imports from another."""
    header = b"MZ".ljust(60, b"\0") + struct.pack("<I", 64) + b"PE\0\0"
    coff = struct.pack("<HHIIIHH", 0x8664, 1, 0, 0, 0, 240, 0x2022)
    optional = struct.pack("<HBBIIIII", 0x20B, 0, 0, 0, 0, 0, 0, 0x1000)
    optional += struct.pack("<QIIHHHHHHIIIIHH", 0x180000000, 0x1000, 0x200, 6, 0, 0, 0, 6, 0, 0, 0x2000, 0x200, 0, 2, 0)
    optional += struct.pack("<QQQQII", 0, 0, 0, 0, 0, 16)
    optional += struct.pack("<IIII", 0, 0, 0x1000, 40) + bytes(14 * 8)
    section = b".idata\0\0" + struct.pack("<IIIIIIHHI", 0x200, 0x1000, 0x200, 0x200, 0, 0, 0, 0, 0x40000040)
    table = struct.pack("<IIIII", 0x1050, 0, 0, 0x1080, 0x1050).ljust(0x50, b"\0")
    table += struct.pack("<QQ", 1 << 63 | 1, 0).ljust(0x30, b"\0") + name.encode() + b"\0"
    return (header + coff + optional + section).ljust(0x200, b"\0") + table.ljust(0x200, b"\0")


def test_the_icons_are_the_same_each_time(tmp_path: Path) -> None:
    """So is the set-up program; each size that Windows shows is in both."""
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        write_icons(tmp_path / name)
    for icon in ("kiebitz.ico", "turnier.ico"):
        assert (tmp_path / "a" / icon).read_bytes() == (tmp_path / "b" / icon).read_bytes()
        with Image.open(tmp_path / "a" / icon) as picture:
            assert {(16, 16), (32, 32), (48, 48), (256, 256)} <= picture.info["sizes"]

"""The wheel, installed as users do where nothing else is, runs without a shell."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import venv
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BIN = "Scripts" if sys.platform == "win32" else "bin"


@pytest.fixture(scope="module")
def tools(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with `pipx` and `uv`, installed as a user would."""
    folder = tmp_path_factory.mktemp("tools")
    venv.create(folder, with_pip=True)
    run = call(folder / BIN / "python", "-m", "pip", "install", "--quiet", "pipx", "uv", check=False)
    if run.returncode:
        why = run.stderr.strip().splitlines()[-1:]
        pytest.skip(f"no package index answers, so there is neither pipx nor uv: {why}")
    return folder / BIN


@pytest.fixture
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """An empty folder to install into, and to remove: an environment takes 450 MB."""
    folder = tmp_path_factory.mktemp("place")
    yield folder
    shutil.rmtree(folder)


def call(
    program: Path, *arguments: str | Path, check: bool = True, **variables: str | Path
) -> subprocess.CompletedProcess[str]:
    """Runs a program without this checkout on its path."""
    environment = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    environment |= {name: str(value) for name, value in variables.items()}
    return subprocess.run([program, *arguments], env=environment, capture_output=True, text=True, check=check)


def install_with_pip(wheel: Path, place: Path, _tools: Path) -> tuple[Path, Path]:
    """Into a virtual environment."""
    venv.create(place / "own", with_pip=True)
    python = place / "own" / BIN / "python"
    call(python, "-m", "pip", "install", "--quiet", wheel)
    return python.parent, python


def install_with_pipx(wheel: Path, place: Path, tools: Path) -> tuple[Path, Path]:
    """`pipx install`, with its environments, commands and manual pages in the folder."""
    call(
        tools / "pipx",
        "install",
        wheel,
        PIPX_HOME=place / "home",
        PIPX_BIN_DIR=place / "bin",
        PIPX_MAN_DIR=place / "man",
        PIPX_DEFAULT_PYTHON=sys.executable,
    )
    return place / "bin", place / "home" / "venvs" / "kiebitz" / BIN / "python"


def install_with_uv(wheel: Path, place: Path, tools: Path) -> tuple[Path, Path]:
    """`uv tool install`, likewise; it does not read pip's settings, so it is told pip's index where there is one."""
    index = call(tools / "python", "-m", "pip", "config", "get", "global.index-url", check=False).stdout.strip()
    call(
        tools / "uv",
        "tool",
        "install",
        "--python",
        sys.executable,
        wheel,
        UV_TOOL_DIR=place / "tools",
        UV_TOOL_BIN_DIR=place / "bin",
        UV_CACHE_DIR=place / "cache",
        **({"UV_DEFAULT_INDEX": index} if index else {}),
    )
    return place / "bin", place / "tools" / "kiebitz" / BIN / "python"


@pytest.mark.slow
def test_all_data_is_in_the_wheel(wheel: Path) -> None:
    """Weights, fonts, rule sets and sentences: every file of a package that is no module and no page to read."""
    names = zipfile.ZipFile(wheel).namelist()
    packages = sorted({name.partition("/")[0] for name in names if ".dist-info/" not in name})
    needed = [
        path.relative_to(ROOT)
        for folder in packages
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and path.suffix not in (".py", ".pyc", ".md")
    ]
    assert len(needed) > 50
    assert [str(path) for path in needed if path.as_posix() not in names] == []


@pytest.mark.slow
@pytest.mark.parametrize("install", [install_with_pip, install_with_pipx, install_with_uv])
def test_an_installed_wheel_runs_without_a_shell(
    install: Callable[[Path, Path, Path], tuple[Path, Path]], wheel: Path, tools: Path, place: Path
) -> None:
    """In an empty environment: a tournament, a printed sheet, a scanned sample, with no program on the PATH at all."""
    commands, python = install(wheel, place, tools)
    empty, work = place / "empty", place / "work"
    empty.mkdir()
    work.mkdir()
    shutil.copy(ROOT / "samples" / "r1-t1-clean.jpg", work)
    environment = {name: value for name, value in os.environ.items() if name == "SYSTEMROOT"}
    environment |= {"PATH": str(empty), "HOME": str(empty)}

    def type_in(*line: str | Path) -> str:
        run = subprocess.run(line, cwd=work, env=environment, capture_output=True, text=True, check=False)
        assert run.returncode == 0, run.stderr
        return run.stdout

    kiebitz = commands / "kiebitz"
    assert type_in(kiebitz, "--version") == type_in(python, "-m", "kiebitz", "--version")
    assert Path(type_in(python, "-c", "import desk; print(desk.__file__)").strip()).is_relative_to(place)
    type_in(kiebitz, "new", "abend.kiebitz", "--rules", "pflichtsolo-40", "--title", "Abend", "--rounds", "1")
    type_in(kiebitz, "sheet", "--rules", "ddv", "--style", "full", "-o", "sheet.pdf")
    type_in(kiebitz, "scan", "abend.kiebitz", "r1-t1-clean.jpg")
    type_in(kiebitz, "scan", "r1-t1-clean.jpg", "--rules", "pflichtsolo-40", "-o", "out.xlsx")
    assert "r1.t1" in type_in(kiebitz, "status", "abend.kiebitz")
    assert (work / "sheet.pdf").read_bytes().startswith(b"%PDF")
    assert (work / "out.xlsx").stat().st_size > 10_000

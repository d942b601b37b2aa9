"""What is shipped is enough: the wheel, unpacked far from the checkout, reads a sample."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
import zipfile
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SHIPPED = ("desk", "kiebitz", "scanner", "scoring", "templates", "texts", "tournament")


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel's content in a folder of its own."""
    unpacked = tmp_path_factory.mktemp("unpacked")
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(unpacked)
    return unpacked


@pytest.mark.slow
def test_nothing_is_shipped_that_no_user_runs(installed: Path) -> None:
    """Training, benchmarks, tools and the filler of samples stay in the checkout."""
    assert sorted(path.name for path in installed.iterdir() if path.suffix != ".dist-info") == sorted(SHIPPED)


def run_all(installed: Path, folder: Path, lines: tuple[tuple[str, ...], ...]) -> None:
    """Runs these commands of the unpacked wheel in a folder; each ends well."""
    environment = os.environ | {"PYTHONPATH": str(installed)}
    where = subprocess.run(
        [sys.executable, "-c", "import desk; print(desk.__file__)"],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert Path(where.stdout.strip()).is_relative_to(installed)
    for line in lines:
        run = subprocess.run(
            [sys.executable, "-m", "desk", *line],
            cwd=folder,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert run.returncode == 0, (line, run.stderr)


@pytest.mark.slow
def test_the_wheel_scans_a_sample(installed: Path, tmp_path: Path) -> None:
    """Every file that the journey needs is in it, weights, rule sets, texts and fonts among them."""
    shutil.copy(ROOT / "samples" / "r1-t1-clean.jpg", tmp_path)
    run_all(
        installed,
        tmp_path,
        (
            ("scan", "r1-t1-clean.jpg", "--rules", "pflichtsolo-40", "-o", "out.xlsx"),
            ("sheet", "--rules", "ddv", "--style", "full", "-o", "sheet.pdf"),
        ),
    )
    assert (tmp_path / "out.xlsx").stat().st_size > 10_000
    assert (tmp_path / "sheet.pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.slow
def test_the_wheel_runs_an_evening(installed: Path, tmp_path: Path) -> None:
    """The tournament's file, its tables' migrations, the draw, the sheets, a scan and everything that is handed out."""
    shutil.copy(ROOT / "samples" / "r1-t1-clean.jpg", tmp_path)
    names = (ROOT / "samples" / "players.txt").read_text(encoding="utf-8").splitlines()[:16]
    (tmp_path / "players.csv").write_text("\n".join(("Name", *names)), encoding="utf-8")
    made = ["stand.xlsx", "stand.pdf", "stand.html", "stand.ods"]
    run_all(
        installed,
        tmp_path,
        (
            (
                "new",
                "a.kiebitz",
                "--rules",
                "pflichtsolo-40",
                "--title",
                "T",
                "--rounds",
                "2",
                "--players",
                "players.csv",
            ),
            ("draw", "a.kiebitz"),
            ("print", "a.kiebitz", "--round", "1", "-o", "round.pdf"),
            ("scan", "a.kiebitz", "r1-t1-clean.jpg"),
            ("status", "a.kiebitz"),
            *(("export", "a.kiebitz", "-o", name) for name in made),
            ("verify", "a.kiebitz"),
        ),
    )
    assert all((tmp_path / name).stat().st_size > 500 for name in ("round.pdf", *made))


@pytest.mark.slow
def test_every_package_is_declared(installed: Path) -> None:
    """Whatever a shipped module imports, beside Python's own, is a dependency of the wheel: a bare set-up has it."""
    declared = {
        _tidy(distribution)
        for file in installed.glob("*.dist-info/METADATA")
        for distribution in re.findall(r"^Requires-Dist: ([\w.-]+)", file.read_text("utf-8"), re.MULTILINE)
    }
    owners = packages_distributions()
    sources = [file.read_text("utf-8") for file in installed.rglob("*.py")]
    imported = {
        node.module.partition(".")[0] if isinstance(node, ast.ImportFrom) else alias.name.partition(".")[0]
        for source in sources
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Import) or (isinstance(node, ast.ImportFrom) and node.module and not node.level)
        for alias in node.names
    }
    foreign = imported - set(SHIPPED) - sys.stdlib_module_names
    assert {name for name in foreign if not declared & set(map(_tidy, owners.get(name, (name,))))} == set()


def _tidy(distribution: str) -> str:
    """The name as packaging tools compare it."""
    return re.sub(r"[-_.]+", "-", distribution).lower()

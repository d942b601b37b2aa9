"""What is shipped is enough: the wheel, unpacked far from the checkout, reads a sample."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
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


@pytest.mark.slow
def test_the_wheel_scans_a_sample(installed: Path, tmp_path: Path) -> None:
    """Every file that the journey needs is in it, weights, rule sets, texts and fonts among them."""
    shutil.copy(ROOT / "samples" / "r1-t1-clean.jpg", tmp_path)
    environment = os.environ | {"PYTHONPATH": str(installed)}
    where = subprocess.run([sys.executable, "-c", "import desk; print(desk.__file__)"], cwd=tmp_path, env=environment,
                           capture_output=True, text=True, check=True)
    assert Path(where.stdout.strip()).is_relative_to(installed)
    for line in (("scan", "r1-t1-clean.jpg", "--rules", "pflichtsolo-40", "-o", "out.xlsx"),
                 ("sheet", "--rules", "ddv", "--style", "full", "-o", "sheet.pdf")):
        run = subprocess.run([sys.executable, "-m", "desk", *line], cwd=tmp_path, env=environment, capture_output=True,
                             text=True, check=False)
        assert run.returncode == 0, run.stderr
    assert (tmp_path / "out.xlsx").stat().st_size > 10_000
    assert (tmp_path / "sheet.pdf").read_bytes().startswith(b"%PDF")

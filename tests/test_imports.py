"""Imports point one way: desk -> tournament -> scoring, desk -> scanner -> the paper's plain data."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = ("scoring", "templates", "scanner", "tournament", "desk")
PLAIN = tuple(f"templates.{name}" for name in (
    "layout", "code", "registry", "foreign", "points", "errors", "geometry", "boxes", "columns", "full", "paper",
    "namecheck", "sentences",
))
"""The paper as plain data; the printer and the filler beside it need libraries."""

MAY: dict[str, tuple[str, ...]] = {
    "scoring": ("scoring",),
    "templates": ("templates",),
    "scanner": ("scanner", *PLAIN),
    "tournament": ("tournament", "scoring", "scanner.reading", *PLAIN),
    "desk": PACKAGES,
}
"""Package to the project's modules that it may import."""

STANDARD_ONLY = ("scoring", "scanner.reading", *PLAIN)
NO_EYES = ("tournament",)
EYES = ("cv2", "onnxruntime", "zxingcpp", "pypdfium2", "pillow_heif")


def module_name(path: Path, root: Path) -> str:
    """`scoring/rulesets/__init__.py` is `scoring.rulesets`."""
    parts = path.relative_to(root).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(path: Path, root: Path) -> Iterator[str]:
    """Every module that a file imports anywhere, absolute; `from a import b` is `a.b` when that is a module."""
    package = module_name(path, root).split(".")
    package = package if path.name == "__init__.py" else package[:-1]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            base = ".".join(filter(None, [*above, node.module]))
            yield from (_module(f"{base}.{alias.name}", base, root) for alias in node.names)


def _module(whole: str, base: str, root: Path) -> str:
    place = root / whole.replace(".", "/")
    return whole if place.is_dir() or place.with_suffix(".py").is_file() else base


def within(module: str, allowed: tuple[str, ...]) -> bool:
    """Whether a module is one of the allowed ones or inside one."""
    return any(module == name or module.startswith(f"{name}.") for name in allowed)


def wrong_imports(root: Path) -> list[str]:
    """Every import that points the wrong way, as `module imports module`."""
    return [
        f"{module_name(path, root)} imports {imported}"
        for package in PACKAGES
        for path in sorted((root / package).rglob("*.py"))
        for imported in imports(path, root)
        if not _allowed(module_name(path, root), package, imported)
    ]


def _allowed(module: str, package: str, imported: str) -> bool:
    top = imported.split(".")[0]
    if top in PACKAGES:
        return within(imported, MAY[package]) and (not within(module, PLAIN) or within(imported, PLAIN))
    if within(module, STANDARD_ONLY):
        return top in sys.stdlib_module_names
    return top != "torch" and not (within(module, NO_EYES) and top in EYES)


def test_the_house_imports_one_way() -> None:
    """No module of the project imports against the direction of the architecture."""
    assert wrong_imports(ROOT) == []


@pytest.mark.parametrize(
    ("path", "line", "complaint"),
    [
        ("scoring/a.py", "import tournament.store", "scoring.a imports tournament.store"),
        ("scoring/a.py", "import numpy as np", "scoring.a imports numpy"),
        ("scanner/a.py", "from scoring import checks", "scanner.a imports scoring.checks"),
        ("scanner/a.py", "from templates.draw import draw_sheet", "scanner.a imports templates.draw"),
        ("scanner/reading.py", "def f():\n    import cv2", "scanner.reading imports cv2"),
        ("tournament/a.py", "from scanner.pipeline import read_photo", "tournament.a imports scanner.pipeline"),
        ("tournament/a.py", "import onnxruntime", "tournament.a imports onnxruntime"),
        ("tournament/deep/a.py", "from ...desk import app", "tournament.deep.a imports desk.app"),
        ("templates/a.py", "from scanner import page", "templates.a imports scanner.page"),
        ("templates/layout.py", "from . import draw", "templates.layout imports templates.draw"),
        ("templates/code.py", "import reportlab.pdfgen", "templates.code imports reportlab.pdfgen"),
        ("desk/a.py", "import torch", "desk.a imports torch"),
    ],
)
def test_a_planted_wrong_import_is_found(tmp_path: Path, path: str, line: str, complaint: str) -> None:
    """The checker itself sees an import the wrong way, however it is written."""
    modules = (path, "scoring/checks.py", "templates/draw.py", "desk/app.py", "scanner/page.py", "scanner/pipeline.py")
    for module in modules:
        (tmp_path / module).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / module).touch()
    (tmp_path / path).write_text(line)
    assert wrong_imports(tmp_path) == [complaint]


def test_a_right_import_is_no_complaint(tmp_path: Path) -> None:
    """The checker lets the arrows of the architecture pass."""
    for path, line in (
        ("desk/a.py", "from tournament import a\nfrom scanner import pipeline\nimport numpy"),
        ("tournament/a.py", "from scanner.reading import Reading\nfrom scoring import b\nimport pandas"),
        ("scanner/pipeline.py", "import cv2\nfrom templates.layout import Layout"),
        ("scoring/b.py", "from . import c\nimport tomllib"),
    ):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(line)
    assert wrong_imports(tmp_path) == []


def loaded_by(module: str) -> set[str]:
    """The top-level modules that a fresh interpreter has loaded after importing `module`."""
    code = f"import sys, {module}; print(*{{name.split('.')[0] for name in sys.modules}})"
    run = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True, cwd=ROOT)
    return set(run.stdout.split())


HEAVY = {"numpy", "pandas", "openpyxl", "reportlab", "PIL", "torch", "rich", *EYES}


LIGHT = ("desk.__main__", "scanner.reading", "templates.registry", "templates.foreign", "scoring")


@pytest.mark.parametrize("module", LIGHT)
def test_light_modules_start_light(module: str) -> None:
    """The command line's help and the plain data load no heavy library, not even by a detour."""
    assert loaded_by(module) & HEAVY == set()


def test_the_book_starts_without_the_eyes() -> None:
    """Every module of the tournament can be imported where OpenCV and the recogniser's runtime are not."""
    modules = ", ".join(module_name(path, ROOT) for path in sorted((ROOT / "tournament").rglob("*.py")))
    assert loaded_by(modules) & {*EYES, "torch"} == set()

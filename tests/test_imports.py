"""Imports point one way, between packages and inside them: desk -> tournament -> scoring, desk -> scanner -> paper."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = ("texts", "scoring", "templates", "scanner", "tournament", "desk", "kiebitz", "dev")
PLAIN = tuple(
    f"templates.{name}" for name in ("layout", "sheet_code", "list_sheets", "full_sheet", "sheet_spec", "foreign")
)
"""The paper as plain data; the printer and the filler beside it need libraries."""

MAY: dict[str, tuple[str, ...]] = {
    "texts": ("texts",),
    "scoring": ("texts", "scoring"),
    "templates": ("texts", "templates"),
    "scanner": ("texts", "scanner", *PLAIN),
    "tournament": ("texts", "tournament", "scoring", "scanner.sheet_reading", *PLAIN),
    "tournament.printing": ("texts", "tournament", "scoring", "templates"),
    "tournament.handout": ("texts", "tournament", "scoring", "scanner.sheet_reading", "templates"),
    "desk": ("texts", "scoring", "templates", "scanner", "tournament", "desk"),
    "kiebitz": ("desk",),
    "dev": PACKAGES,
}
"""Package, or a room of its own ways, to the project's modules that it may import. Nothing but `dev` imports `dev`."""

STANDARD_ONLY = ("texts", "scoring", "scanner.sheet_reading", *PLAIN)
NO_EYES = ("tournament",)
EYES = ("cv2", "onnxruntime", "zxingcpp", "pypdfium2", "pi_heif", "tesserocr")

MOST_FLOORS = 6
HIGHER = {
    "tournament.judging": 15,
    "tournament.judging.lists": 8,
    "tournament.record": 7,
    "dev.rounds": 7,
    "dev.training.cells": 7,
}
"""Rooms with more floors: judging is to become one chain of modules, the record's facts fill two of them, `dev` is not
shipped. None may grow."""


def module_name(path: Path, root: Path) -> str:
    """`scoring/rulesets/__init__.py` is `scoring.rulesets`."""
    parts = path.relative_to(root).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def imports(path: Path, root: Path) -> tuple[str, ...]:
    """Every module that a file imports anywhere, absolute; `from a import b` is `a.b` when that is a module."""
    return tuple(_list_imports(path, root))


def _list_imports(path: Path, root: Path) -> Iterator[str]:
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
        room = ".".join(module.split(".")[:2])
        plain = not within(module, PLAIN) or within(imported, (*PLAIN, "texts"))
        return plain and within(imported, MAY.get(room, MAY[package]))
    if within(module, STANDARD_ONLY):
        return top in sys.stdlib_module_names
    return package == "dev" or (top != "torch" and not (within(module, NO_EYES) and top in EYES))


def folders(root: Path) -> list[str]:
    """Every folder with modules, dotted."""
    found = {
        module_name(path.parent / "__init__.py", root)
        for package in PACKAGES
        for path in (root / package).rglob("*.py")
    }
    return sorted(found)


def floor_plan(folder: str, root: Path) -> dict[str, set[str]]:
    """A folder's rooms (its modules, and its folders as one room each), each with the rooms that it imports."""
    place = root / folder.replace(".", "/")
    plan: dict[str, set[str]] = {}
    for path in sorted(place.rglob("*.py")):
        room = _room(module_name(path, root), folder)
        if room is not None:
            above = {_room(imported, folder) for imported in imports(path, root)}
            plan.setdefault(room, set()).update(other for other in above if other not in (None, room))
    return plan


def _room(module: str, folder: str) -> str | None:
    inside = module.removeprefix(f"{folder}.")
    return None if inside == module else inside.split(".")[0]


def count_floors(plan: Mapping[str, set[str]]) -> int:
    """How many rooms stand above each other at the most. Raises CycleError where two import each other."""
    floors: dict[str, int] = {}
    for room in TopologicalSorter(plan).static_order():
        floors[room] = 1 + max((floors[below] for below in plan.get(room, ())), default=0)
    return max(floors.values(), default=0)


def test_the_house_imports_one_way() -> None:
    """No module of the project imports against the direction of the architecture."""
    assert wrong_imports(ROOT) == []


@pytest.mark.parametrize("folder", folders(ROOT))
def test_a_room_can_be_overlooked(folder: str) -> None:
    """No two rooms import each other, not even late, and they stand on at most six floors."""
    assert count_floors(floor_plan(folder, ROOT)) <= HIGHER.get(folder, MOST_FLOORS)


def test_two_rooms_that_import_each_other_are_found(tmp_path: Path) -> None:
    """The floor plan sees a circle between a module and a folder beside it."""
    (tmp_path / "scoring" / "rows").mkdir(parents=True)
    (tmp_path / "scoring" / "a.py").write_text("from scoring.rows import deep")
    (tmp_path / "scoring" / "rows" / "deep.py").write_text("import scoring.a")
    with pytest.raises(CycleError):
        count_floors(floor_plan("scoring", tmp_path))


def test_floors_are_counted(tmp_path: Path) -> None:
    """A module stands one floor above the highest that it imports."""
    (tmp_path / "scoring").mkdir()
    for name, text in (("a", "from scoring import b, c"), ("b", "import scoring.c"), ("c", ""), ("d", "")):
        (tmp_path / "scoring" / f"{name}.py").write_text(text)
    assert floor_plan("scoring", tmp_path) == {"a": {"b", "c"}, "b": {"c"}, "c": set(), "d": set()}
    assert count_floors(floor_plan("scoring", tmp_path)) == 3


@pytest.mark.parametrize(
    ("path", "line", "complaint"),
    [
        ("scoring/a.py", "import tournament.store", "scoring.a imports tournament.store"),
        ("scoring/a.py", "import numpy as np", "scoring.a imports numpy"),
        ("scanner/a.py", "from scoring import checks", "scanner.a imports scoring.checks"),
        ("scanner/a.py", "from templates.drawing import sheet_pdf", "scanner.a imports templates.drawing.sheet_pdf"),
        ("scanner/sheet_reading.py", "def f():\n    import cv2", "scanner.sheet_reading imports cv2"),
        ("tournament/a.py", "from scanner.pipeline import read_photo", "tournament.a imports scanner.pipeline"),
        ("tournament/a.py", "import onnxruntime", "tournament.a imports onnxruntime"),
        ("tournament/deep/a.py", "from ...desk import app", "tournament.deep.a imports desk.app"),
        ("templates/a.py", "from scanner import find", "templates.a imports scanner.find"),
        ("templates/layout.py", "from . import drawing", "templates.layout imports templates.drawing"),
        ("templates/sheet_code.py", "import reportlab.pdfgen", "templates.sheet_code imports reportlab.pdfgen"),
        ("desk/a.py", "import torch", "desk.a imports torch"),
        ("desk/a.py", "from dev.filler import batch", "desk.a imports dev.filler"),
        ("texts/a.py", "import scoring", "texts.a imports scoring"),
    ],
)
def test_a_planted_wrong_import_is_found(tmp_path: Path, path: str, line: str, complaint: str) -> None:
    """The checker itself sees an import the wrong way, however it is written."""
    modules = (
        path,
        "scoring/checks.py",
        "templates/drawing/sheet_pdf.py",
        "desk/app.py",
        "scanner/find/page.py",
        "scanner/pipeline.py",
    )
    for module in modules:
        (tmp_path / module).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / module).touch()
    (tmp_path / path).write_text(line)
    assert wrong_imports(tmp_path) == [complaint]


def test_a_right_import_is_no_complaint(tmp_path: Path) -> None:
    """The checker lets the arrows of the architecture pass."""
    for path, line in (
        ("desk/a.py", "from tournament import a\nfrom scanner import pipeline\nimport numpy"),
        ("tournament/a.py", "from scanner.sheet_reading import Reading\nfrom scoring import b\nimport pandas"),
        ("scanner/pipeline.py", "import cv2\nfrom templates.layout import Layout"),
        ("scoring/b.py", "from . import c\nimport tomllib"),
        ("dev/a.py", "import torch\nfrom desk import a"),
    ):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(line)
    assert wrong_imports(tmp_path) == []


def loaded_by(module: str) -> set[str]:
    """The top-level modules that a fresh interpreter has loaded after importing `module`."""
    code = f"import sys, {module}; print(*{{name.split('.')[0] for name in sys.modules}})"
    run = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True, cwd=ROOT)
    return set(run.stdout.split())


HEAVY = {"numpy", "pandas", "xlsxwriter", "openpyxl", "reportlab", "PIL", "torch", "rich", *EYES}


LIGHT = (
    "desk.__main__",
    "desk.cli.program",
    "desk.cli.run.run_export",
    "desk.cli.run.run_standings",
    "desk.cli.run.run_status",
    "desk.outputs",
    "kiebitz.__main__",
    "scanner.sheet_reading",
    "templates.sheet_spec",
    "templates.foreign",
    "scoring",
)


@pytest.mark.parametrize("module", LIGHT)
def test_light_modules_start_light(module: str) -> None:
    """The command line's help, quick commands and the plain data load no heavy library, not even by a detour."""
    assert loaded_by(module) & HEAVY == set()


def test_the_pages_server_loads_no_decoder() -> None:
    """Pictures from outside are decoded in worker processes only; nor does it bring tables into another form."""
    assert loaded_by("desk.web.serve") & {"PIL", *EYES, "alembic"} == set()


def test_the_book_starts_without_the_eyes() -> None:
    """Every module of the tournament can be imported where OpenCV and the recogniser's runtime are not."""
    modules = ", ".join(module_name(path, ROOT) for path in sorted((ROOT / "tournament").rglob("*.py")))
    assert loaded_by(modules) & {*EYES, "torch"} == set()

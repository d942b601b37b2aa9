"""Every public docstring that concerns arrays names their shapes and dtypes."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import texts

ROOT = Path(texts.__file__).parents[1]
PACKAGES = ("texts", "scoring", "templates", "scanner", "tournament", "desk", "kiebitz", "dev")
ARRAYS = re.compile(r"\b(?:NDArray|ndarray|Grey|Colour|Pixels|Crop|Dark|Mask|Frame|Points|Matrix|Values|Floats|Ints)\b")
"""Types of arrays in an annotation: numpy's own, and the names that modules give to some."""
SHAPE = re.compile(r"\((?:[^()\s]+, )*[^()\s]+, ?(?:[^()\s]+)?\)|\(\w+,\)")
"""(h, w), (n, 1, 40, w), (..., 2), (n,)."""
DTYPE = re.compile(r"\b(?:uint8|u?int\d\d|intp|float32|float64|bool)\b")


def find_documented(source: str) -> Iterator[tuple[str, str]]:
    """Every public function, method and class that has arrays in its signature or its fields, with its docstring."""
    tree = ast.parse(source)
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef) and not node.name.startswith("_")]
    scopes: list[tuple[ast.Module | ast.ClassDef, str]] = [(tree, ""), *((one, f"{one.name}.") for one in classes)]
    for scope, name in scopes:
        for node in scope.body:
            if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
                kept = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
                if any(_is_array(part) for part in (node.returns, *(one.annotation for one in kept))):
                    yield name + node.name, ast.get_docstring(node) or ""
    for one in classes:
        if any(_is_array(node.annotation) for node in one.body if isinstance(node, ast.AnnAssign)):
            yield one.name, ast.get_docstring(one) or ""


def _is_array(annotation: ast.expr | None) -> bool:
    return annotation is not None and ARRAYS.search(ast.unparse(annotation)) is not None


def find_silent(source: str) -> list[str]:
    """Those whose docstring lacks a shape or a dtype."""
    told = ((name, " ".join(text.split())) for name, text in find_documented(source))
    return [name for name, text in told if not (SHAPE.search(text) and DTYPE.search(text))]


def test_arrays_have_shapes_and_dtypes() -> None:
    """Nobody has to read a function's body to know what array to hand over, and what comes back."""
    paths = [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]
    found = {str(path.relative_to(ROOT)): find_silent(path.read_text("utf-8")) for path in paths}
    assert {path: names for path, names in found.items() if names} == {}


def test_a_silent_docstring_is_found() -> None:
    """The check sees functions, methods and fields; a shape without a dtype is not enough."""
    assert find_silent('def cut(crop: NDArray[np.uint8]) -> int:\n    """Of a crop (h, w)."""') == ["cut"]
    assert find_silent('def cut(crop: Grey) -> int:\n    """Of a crop (h, w) uint8."""') == []
    assert find_silent('def count(crop: int) -> int:\n    """Of no crop."""') == []
    mesh = 'class Mesh:\n    """Of paper."""\n    xs: Values\n    def bend(self) -> Points: ...'
    assert find_silent(mesh) == ["Mesh.bend", "Mesh"]

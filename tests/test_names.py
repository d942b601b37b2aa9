"""Names: one word per thing within a package, and functions that begin with a verb."""

from __future__ import annotations

import ast
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import texts

ROOT = Path(texts.__file__).parents[1]
PACKAGES = ("texts", "scoring", "templates", "scanner", "tournament", "desk")
VERBS = frozenset((Path(__file__).parent / "verbs.txt").read_text(encoding="utf-8").split())
"""The verbs that the code's functions begin with; a new one is added there, in the alphabet's order."""

SHARE = 0.9
"""How many of a package's functions must begin with a verb."""

FIXED = ("in_", "main", "message", "proposal_text")
"""Names that a protocol of several packages, or the program's start, fixes."""

CONSTRUCTORS = ("property", "cached_property", "setter", "classmethod", "overload", "command", "callback")
"""Decorators of what is read like a value, makes its own class, or is named by the command line."""


@cache
def read_modules(package: str) -> tuple[tuple[Path, ast.Module], ...]:
    """Every module of the package, parsed."""
    paths = sorted((ROOT / package).rglob("*.py"))
    return tuple((path, ast.parse(path.read_text(encoding="utf-8"))) for path in paths)


def list_functions(module: ast.Module) -> Iterator[ast.FunctionDef]:
    """The functions of the module and of its classes that have a name of our choice."""
    bodies = [module.body, *(node.body for node in module.body if isinstance(node, ast.ClassDef))]
    functions = (node for body in bodies for node in body if isinstance(node, ast.FunctionDef))
    for function in functions:
        decorators = {name_decorator(one) for one in function.decorator_list}
        if function.name not in FIXED and not function.name.startswith("__") and not decorators & set(CONSTRUCTORS):
            yield function


def name_decorator(node: ast.expr) -> str:
    """The last word of a decorator: "setter" of `@size.setter`."""
    named = node.func if isinstance(node, ast.Call) else node
    return named.attr if isinstance(named, ast.Attribute) else named.id if isinstance(named, ast.Name) else ""


def begins_with_verb(name: str) -> bool:
    """Whether the first word of the name is a verb of the list."""
    return name.strip("_").partition("_")[0] in VERBS


@pytest.mark.parametrize("package", PACKAGES)
def test_a_name_stands_for_one_thing(package: str) -> None:
    """No public class or function of a package has a namesake in another module of it; Alembic names its steps' own."""
    places: defaultdict[str, list[str]] = defaultdict(list)
    for path, module in read_modules(package):
        for node in module.body if "versions" not in path.parts else ():
            if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_"):
                places[node.name].append(str(path.relative_to(ROOT)))
    twice = {name: found for name, found in places.items() if len(found) > 1}
    assert twice == {}


@pytest.mark.parametrize("package", PACKAGES)
def test_functions_begin_with_a_verb(package: str) -> None:
    """Who reads a call knows what it does; nearly every function and method, private ones too."""
    names = [node.name for _, module in read_modules(package) for node in list_functions(module)]
    others = Counter(name for name in names if not begins_with_verb(name))
    assert 1 - others.total() / len(names) >= SHARE, sorted(others)


def test_the_verbs_stand_in_order() -> None:
    """One a line and each once, so that two people who add one do not add it twice."""
    verbs = (Path(__file__).parent / "verbs.txt").read_text(encoding="utf-8").splitlines()
    assert verbs == sorted(set(verbs))

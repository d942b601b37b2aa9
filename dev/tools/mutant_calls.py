"""Which tests call which functions of a package, and how long each test takes: measured in a process of its own."""

from __future__ import annotations

import ast
import builtins
import gc
import sys
import time
from collections.abc import Callable, Iterator
from functools import cached_property
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any

import pytest

Function = tuple[str, str]
"""A function by its file and its qualified name."""

Functions = dict[Function, list[FunctionType]]


class Early:
    """Notes the functions below a folder that are called while the tests are collected."""

    def __init__(self, folder: str) -> None:
        self.folder, self.found = folder, set[Function]()

    def __enter__(self) -> Early:
        sys.settrace(self._called)
        return self

    def __exit__(self, *_: object) -> None:
        sys.settrace(None)

    def _called(self, frame: FrameType, event: str, arg: object) -> None:
        if frame.f_code.co_filename.startswith(self.folder):
            self.found.add((frame.f_code.co_filename, frame.f_code.co_qualname))


def functions_of(folder: str) -> Functions:
    """The functions below a folder, without those of properties that keep their result."""
    every = gc.get_objects()
    kept = {value.func for value in every if isinstance(value, cached_property)}
    found: Functions = {}
    for value in every:
        if isinstance(value, FunctionType) and value.__code__.co_filename.startswith(folder) and value not in kept:
            found.setdefault(_place(value), []).append(value)
    return found


def exchange(functions: Functions, function: Function, code: CodeType) -> bool:
    """Whether the one function of that name got its code out of the module's new `code`."""
    old, new = functions.get(function, []), list(_codes(code, function[1]))
    if len(old) != 1 or len(new) != 1 or old[0].__code__.co_freevars != new[0].co_freevars:
        return False
    old[0].__code__ = new[0]
    return True


def measured(
    session: pytest.Session, functions: Functions, early: set[Function], run: Callable[[pytest.Item], bool]
) -> tuple[dict[str, float], dict[str, frozenset[Function]]] | str:
    """By test the seconds it takes and the functions that it calls when earlier ones left it no results; or the test
    that fails. The functions are changed for it."""
    called: set[Function] = set()
    vars(builtins)[_CALLED] = called.add
    for file in {file for file, _ in functions}:
        code = compile(_telling(file), file, "exec")
        for function in (function for function in functions if function[0] == file):
            exchange(functions, function, code)
    caches = _caches(functions, early)
    seconds, users = {}, {}
    for item in session.items:
        for cache in caches:
            cache.cache_clear()
        called.clear()
        began = time.process_time()
        if not run(item):
            return item.nodeid
        seconds[item.nodeid], users[item.nodeid] = time.process_time() - began, frozenset(called)
    return seconds, users


_CALLED = "_called_by_this_test"


def _telling(file: str) -> ast.Module:
    """The module, with every function telling when it is called."""
    module = ast.parse(Path(file).read_text(encoding="utf-8"))
    for name, function in _outermost(module):
        tells = ast.parse(f"{_CALLED}(({file!r}, {name!r}))").body[0]
        function.body.insert(0, tells)
    return module


def _outermost(node: ast.Module | ast.ClassDef, around: str = "") -> Iterator[tuple[str, ast.FunctionDef]]:
    for child in node.body:
        if isinstance(child, ast.FunctionDef):
            yield around + child.name, child
        elif isinstance(child, ast.ClassDef):
            yield from _outermost(child, f"{around}{child.name}.")


def _caches(functions: Functions, early: set[Function]) -> list[Any]:
    """The functions that keep results, without those that ran already: a test may hold what they gave."""
    folders = {Path(file).parent for file, _ in functions}
    files = ((module, getattr(module, "__file__", None)) for module in sys.modules.values())
    modules = [module for module, file in files if file and Path(file).parent in folders]
    values = [value for module in modules for value in vars(module).values() if hasattr(value, "cache_clear")]
    return [value for value in values if _place(value.__wrapped__) not in early]


def _place(function: FunctionType) -> Function:
    return function.__code__.co_filename, function.__code__.co_qualname


def _codes(code: CodeType, name: str) -> Iterator[CodeType]:
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            if inner.co_qualname == name:
                yield inner
            yield from _codes(inner, name)

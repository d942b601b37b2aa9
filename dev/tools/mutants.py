"""Mutation testing: `python -m dev.tools.mutants PACKAGE TESTS... [--sample N] [--jobs 2] [--only PART ...]`. Needs
mutmut.

mutmut's operators change one thing in one module (a number, a comparison, an argument ...), and the tests must notice.
Unlike mutmut's own runner, this one also changes decorated functions and what stands outside of functions.
No file changes. How a mutant is tried: `dev.tools.mutant_trials`.
"""

from __future__ import annotations

import argparse
import random
import signal
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType

import libcst as cst
from libcst.metadata import MetadataWrapper, PositionProvider
from mutmut.mutation.mutators import mutation_operators

from dev.tools.mutant_report import Report, say
from dev.tools.mutant_trials import Trials

SPARED = (cst.Annotation, cst.Decorator, cst.Import, cst.ImportFrom)
"""Types, and decorators that tell of speed and memory, are not what tests are for."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """A module with one thing changed: `new` stands where `old` stood, in the `function` of that qualified name ("":
    outside of functions, and in the defaults of their parameters)."""

    path: Path
    line: int
    function: str
    whole: cst.Module
    old: cst.CSTNode
    new: cst.CSTNode

    def __str__(self) -> str:
        before, after = (" ".join(self.whole.code_for_node(node).split()) for node in (self.old, self.new))
        return f"{self.path}:{self.line}: {before} -> {after}"

    def code(self) -> CodeType:
        """The changed module, compiled. Raises SyntaxError where an operator leaves no Python."""
        changed = cst.ensure_type(self.whole.deep_replace(self.old, self.new), cst.Module)
        code: CodeType = compile(changed.code, self.path.resolve(), "exec")
        return code

    @property
    def module(self) -> str:
        """Its dotted name."""
        parts = self.path.with_suffix("").parts
        return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def main() -> int:
    """Prints each mutant that nobody noticed, and the shares by module, also when ended early; 1 if one lives."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("package", type=Path)
    parser.add_argument("tests", nargs="+", help="test files, or folders of them")
    parser.add_argument("--sample", type=int, default=0, help="so many, drawn by chance (0: all)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--skip", type=int, default=0, help="so many of the drawn ones, tried in an earlier run")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", nargs="*", default=[""], help="modules whose path holds one of these")
    parser.add_argument("--spare", nargs="*", default=["texts/"], help="modules left alone: sentences for people")
    parser.add_argument("--keep", type=Path, help="where to keep which test calls what, for other runs of this folder")
    told = parser.parse_args()
    paths = [path for path in sorted(told.package.rglob("*.py")) if any(part in str(path) for part in told.only)]
    every = [mutant for path in paths if not any(part in str(path) for part in told.spare) for mutant in mutants(path)]
    drawn = random.Random(told.seed).sample(every, min(told.sample or len(every), len(every)))
    say(f"{len(every)} mutants, {len(drawn[told.skip:])} of them tried")
    report = Report(say)
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # pytest ends in order then, and the shares are told
    trials = Trials(told.package, told.tests, told.jobs, told.keep)
    trials.run(drawn[told.skip :], lambda mutant, test: report.add(mutant.path, mutant, test))
    return report.end()


def mutants(path: Path) -> Iterator[Mutant]:
    """Every change that the operators make to a module."""
    wrapper = MetadataWrapper(cst.parse_module(path.read_text(encoding="utf-8")))
    places = wrapper.resolve(PositionProvider)
    for node, function in _nodes(wrapper.module):
        for kind, operator in mutation_operators:
            for new in operator(node) if isinstance(node, kind) else ():
                line = places[node].start.line if node in places else 0
                yield Mutant(path, line, function, wrapper.module, node, new)


def _nodes(node: cst.CSTNode, around: str = "", function: str = "") -> Iterator[tuple[cst.CSTNode, str]]:
    """Each node with the outermost function that it stands in, `around` being the classes about it."""
    yield node, function
    for child in node.children:
        if isinstance(child, SPARED) or _is_alias(child):
            continue
        if isinstance(node, cst.FunctionDef) and not function and child is node.body:
            yield from _nodes(child, around, f"{around}{node.name.value}")
        else:
            inside = f"{around}{node.name.value}." if isinstance(node, cst.ClassDef) else around
            yield from _nodes(child, inside, function)


def _is_alias(node: cst.CSTNode) -> bool:
    """`Parsed = tuple[Game | None, ...]`: a name for a type."""
    return isinstance(node, cst.Assign) and isinstance(node.value, cst.Subscript | cst.BinaryOperation) and bool(
        isinstance(node.targets[0].target, cst.Name) and node.targets[0].target.value[0].isupper()
        and not node.targets[0].target.value.isupper()
    )


if __name__ == "__main__":
    sys.exit(main())

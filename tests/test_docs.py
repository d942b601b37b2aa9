"""Every code name that a document puts in backticks stands in the code or in the tree, so that a reader finds it."""

from __future__ import annotations

import ast
import builtins
import keyword
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from fnmatch import fnmatch
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("texts", "scoring", "templates", "scanner", "tournament", "desk", "kiebitz", "dev", "tests")
PAGES = sorted(
    str(path.relative_to(ROOT))
    for path in (*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "samples").rglob("*.md"))
)
DOCUMENTS = [page for page in PAGES if Path(page).name not in ("CHANGELOG.md", "frozen.md")]
"""All but those that say what was, in its day's words."""
LONGEST_LINE, LONGEST_CELL = 160, 120
DATA = (".toml", ".json", ".txt", ".sh", ".cfg", ".in")
"""Endings of the files whose every word counts as a name: rule sets, tables of sentences, scripts."""
IDENTIFIER = r"[^\W\d]\w*"
NOT_OURS = {
    "*J9H---0QLFAT": "what stands in the code of a sheet with names, as an example",
    "kiebitz-0.5.1-py3-none-any.whl": "the wheel, which is built",
    "verein-pruefbild.png": "a file that the command beside it writes",
    "gNN.pN": "stands for the ids of all rows and seats",
    "concurrent.futures": "not used, and the decision says why",
    "opencv-python": "likewise",
    ". .venv/bin/activate": "a file that the set-up makes",
}
"""What stands in backticks and is no name in the tree, each with what it is."""


@dataclass
class Code:
    """What the tree has: its files, the modules with what they define, classes with their members, and other words."""

    files: set[str] = field(default_factory=set)
    modules: dict[str, set[str]] = field(default_factory=dict)
    members: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    bases: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    functions: set[str] = field(default_factory=set)
    words: set[str] = field(default_factory=set)

    def read(self, path: Path) -> None:
        """Adds a module."""
        tree = ast.parse(path.read_text(encoding="utf-8"))
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        self.modules[name] = {name for node in tree.body for name in _list_defined(node)}
        nodes = list(ast.walk(tree))
        docstrings = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
        for node in nodes:
            self.words.update(_list_identifiers(node))
            if isinstance(node, ast.ClassDef):
                self.members[node.name].update(name for part in node.body for name in _list_defined(part))
                self.bases[node.name].update(base.id for base in node.bases if isinstance(base, ast.Name))
                self.functions.add(node.name)  # it is called like one
            elif isinstance(node, ast.FunctionDef):
                self.functions.add(node.name)
                if node.name == "run":  # a command whose options Typer names after its parameters
                    self.words.update(f"--{one.arg}" for one in node.args.args)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
                self.words.update(_split_words(node.value))


def _list_defined(node: ast.stmt) -> Iterator[str]:
    """The names that a statement of a module or a class defines."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        yield node.name
    elif isinstance(node, ast.Assign):
        yield from (name.id for target in node.targets for name in ast.walk(target) if isinstance(name, ast.Name))
    elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
        yield node.target.id
    elif isinstance(node, ast.Import | ast.ImportFrom):
        yield from (alias.asname or alias.name for alias in node.names)


def _list_identifiers(node: ast.AST) -> Iterator[str]:
    """Every name that the code uses at this node."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name) | ast.keyword(arg=str(name)):
            yield name
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            yield name
        case ast.Import(names=names) | ast.ImportFrom(names=names):
            yield from (part for alias in names for part in alias.name.split("."))


def _split_words(text: str) -> Iterator[str]:
    """Options, and words with and without their hyphens: "not-zero-sum" gives that, "not", "zero" and "sum"."""
    yield from re.findall(r"--?[a-z][\w-]*", text)
    for word in re.findall(r"\w[\w-]*\w|\w", text):
        yield word
        yield from word.split("-")


@cache
def read_code() -> Code:
    """The whole tree, without the documents themselves."""
    code = Code(words={*dir(builtins), *keyword.kwlist})
    for top in (*PACKAGES, "samples", "docs", ".ci"):
        for path in (ROOT / top).rglob("*"):
            if "__pycache__" in path.parts:
                continue
            code.files.add(str(path.relative_to(ROOT)))
            code.words.add(path.stem)
            if path.suffix == ".py" and path != Path(__file__):
                code.read(path)
            elif path.suffix in DATA and top not in ("samples", "docs"):
                code.words.update(_split_words(path.read_text(encoding="utf-8")))
    code.files.update(line.rstrip("/") for line in (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines())
    for path in ROOT.iterdir():
        code.files.add(path.name)
        if path.suffix in DATA:
            code.words.update(_split_words(path.read_text(encoding="utf-8")))
    return code


def _read_names(document: str) -> list[str]:
    """What stands in backticks; of the fenced blocks, and of all else, the paths and the modules that are run."""
    whole = (ROOT / document).read_text(encoding="utf-8")
    text = re.sub(r"^```.*?^```", "", whole, flags=re.MULTILINE | re.DOTALL)
    paths = re.findall(rf"(?<=\s)((?:{'|'.join(PACKAGES)}|docs|samples)/[\w./-]*\w)(?=\s)", whole)
    return [*re.findall(r"`([^`\n]+)`", text), *paths, *re.findall(r"python -m ((?:dev|tests|desk)[.\w]*)", whole)]


def is_there(name: str) -> bool:
    """Whether the tree has what is named: a path, a module, a member, a function, or else every word of it.

    Of a command every part is asked for, but for what stands for the user's own: `kiebitz learn PHOTO -o FILE`.
    """
    if name in NOT_OURS or re.match(r"(sudo|brew|winget|notepad|pipx|uv|py) ", name):  # another program's command
        return True
    if re.match(r"(OMP_\w+=\d+ )?(kiebitz|python|sh|pytest|torchrun|\.\.\.|-)", name) and " " in name:
        return all(is_there(part) for part in name.split() if not re.fullmatch(r"\[?[A-Z_]+(=\d+|\]|\.\.\.)?", part))
    if re.fullmatch(r"--?[a-z][\w-]*", name):
        return name in read_code().words
    if re.fullmatch(r"[\w.*-]*[^\W\d]\w*[\w.*-]*/[\w./*-]*", name):
        return _is_path(name.rstrip("/"))
    if re.fullmatch(r"[\w*-]+\.(py|toml|json|md|sh|onnx|npz|txt)", name):
        return _is_path(name) or (not name.endswith(".py") and _are_words(name))
    if found := re.fullmatch(rf"({IDENTIFIER}(?:\.{IDENTIFIER})*)\(.*\)", name):
        return is_there(found[1]) and found[1].rpartition(".")[2] in read_code().functions
    if re.fullmatch(rf"{IDENTIFIER}(\.{IDENTIFIER})+", name) and (name[0].isupper() or name.split(".")[0] in PACKAGES):
        return _is_member(name)
    return _are_words(name)


def _is_path(name: str) -> bool:
    """Whether a file or folder of the tree ends like that: `rules.py` is any of that name."""
    return any(fnmatch(path, name) or fnmatch(path, f"*/{name}") for path in read_code().files)


def _is_member(name: str) -> bool:
    """Whether it is a module, or something in a module or a class: `scanner.sheet_reading`, `Reading.text`."""
    code = read_code()
    if name in code.modules or name.replace(".", "/") in code.files:
        return True
    before, _, last = name.rpartition(".")
    if before in code.modules:
        return last in code.modules[before]
    return last in _list_members(before.rpartition(".")[2]) and ("." not in before or _is_member(before))


def _list_members(name: str) -> set[str]:
    """What the class of that name has, from the classes that it inherits too."""
    code = read_code()
    return code.members.get(name, set()).union(*map(_list_members, code.bases.get(name, ())))


def _are_words(name: str) -> bool:
    """Whether the code, or Python, has every word of it of three letters; a number at a word's end stands for any."""
    words = (word for word in re.findall(r"\w[\w-]*\w|\w", name) if len(re.findall(r"[^\W\d_]", word)) > 2)
    return all(word in read_code().words or re.sub(r"\d+$", "", word) in read_code().words for word in words)


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_name_in_backticks_is_there(document: str) -> None:
    """A name that was changed in the code is changed in the documents."""
    assert [name for name in _read_names(document) if not is_there(name)] == []


@pytest.mark.parametrize(
    "name",
    [
        "Call.PARTY",
        "Reading.tex",
        "scanner.sheet_reading.Nothing",
        "scanner/reading/nothing.py",
        "nothing.py",
        "judge_nothing(x)",
        "not-zero-summed",
        "kiebitz scan --nothing FILE",
        "python -m dev.nothing",
    ],
)
def test_a_stale_name_is_found(name: str) -> None:
    """Each kind of name is looked up in its own way, and none is taken on trust."""
    assert not is_there(name)


def _list_docstring_names(path: Path) -> Iterator[str]:
    """The dotted names of our packages in backticks in a module's docstrings, those under constants too."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield from re.findall(rf"`((?:{'|'.join(PACKAGES)})(?:\.\w+)+)(?:\(.*?\))?`", node.value.value)


@pytest.mark.parametrize("package", [package for package in PACKAGES if package not in ("tests", "kiebitz")])
def test_every_module_named_in_a_docstring_is_there(package: str) -> None:
    """A module that has moved is found from the docstrings that name it."""
    paths = sorted((ROOT / package).rglob("*.py"))
    stale = [(path.name, name) for path in paths for name in _list_docstring_names(path) if not is_there(name)]
    assert stale == []


def test_what_is_said_to_be_gone_is_gone() -> None:
    """Of the finished programs none is in the tree; where a command has a new name, there is something by that name."""
    page = (ROOT / "docs/dev/frozen.md").read_text(encoding="utf-8")
    finished, _, renamed = page.partition("## Commands with a new name")
    gone = re.findall(r"^\| `([\w.]+) ?(\w*)`", finished, re.MULTILINE)
    assert len(gone) > 20
    paths = [Path(*module.split("."), last) for module, last in gone]
    assert [path for path in paths if (ROOT / path).with_suffix(".py").exists()] == []
    now = re.findall(r"\| `([\w.]+)[^|]*\|$", renamed, re.MULTILINE)
    assert len(now) > 4
    assert [module for module in now if not is_there(f"python -m {module}")] == []


@pytest.mark.parametrize("page", PAGES)
def test_a_page_can_be_read_as_it_is_written(page: str) -> None:
    """No line is longer than an editor's window, and no cell of a table holds a paragraph; addresses do not count."""
    lines = (ROOT / page).read_text(encoding="utf-8").splitlines()
    assert [(number, len(line)) for number, line in enumerate(lines, 1) if len(line) > LONGEST_LINE] == []
    cells = [cell for line in lines if line.startswith("|") for cell in re.sub(r"\]\(.*?\)", "]", line).split("|")]
    assert [cell for cell in cells if len(cell.strip()) > LONGEST_CELL] == []


def test_every_exception_is_needed() -> None:
    """What is no name in the tree stands in a document."""
    assert NOT_OURS.keys() <= {name for document in DOCUMENTS for name in _read_names(document)}

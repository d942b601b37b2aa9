"""Faults of rule files word for word: `faults.txt` holds what clubs write, each with all sentences about it.

A block begins with what is wrong, and the rule set that the file extends. Its lines stand in that file; where they
begin with "-" and "+", they are changed in the rule set's own file, which then stands by itself. Of each fault there is
the sentence in English and in German, each behind the file's name; a block without any is a file that can be used.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from scoring.rulesets import load_rules
from scoring.rulesets.load_rules import find_file

CASES = (Path(__file__).parent / "faults.txt").read_text(encoding="utf-8").split("\n\n")
HEAD = 'extends = "{}"\nid = "verein"\nversion = 1\ntitle = {{ de = "Unser Verein", en = "Our club", source = "x" }}\n'


def content(base: str, lines: list[str]) -> str:
    """The club's file."""
    old, new = ("\n".join(line[2:] for line in lines if line[:1] == sign) for sign in "-+")
    if not old:
        head = HEAD.format(base).splitlines()
        keys = {line.split(" = ")[0] for line in lines}
        return "\n".join([*(line for line in head if line.split(" = ")[0] not in keys), *lines])
    whole = find_file(base).read_text(encoding="utf-8")
    assert old in whole
    return whole.replace(old, new, 1)


def told(path: Path) -> list[str]:
    """What is wrong with the file, in both languages."""
    rules, faults = load_rules.inspect(path)
    assert (rules is None) == bool(faults)
    return [f"> {fault.message(lang).removeprefix(f'{path}: ')}" for fault in faults for lang in ("en", "de")]


@pytest.mark.parametrize("case", CASES, ids=[case.strip().splitlines()[0] for case in CASES])
def test_every_fault_is_told_with_key_and_remedy(tmp_path: Path, case: str) -> None:
    """Just these faults, each with its key (an entry of a list by its name) and with what helps."""
    title, *lines = case.strip("\n").splitlines()
    path = tmp_path / "verein.toml"
    path.write_text(content(title.split()[-1], [line for line in lines if line[:1] != ">"]), encoding="utf-8")
    assert told(path) == [line for line in lines if line[:1] == ">"]

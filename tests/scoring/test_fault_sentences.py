"""What a club reads when its rule set stands on nothing: each sentence word for word, since it has to help at once."""

from __future__ import annotations

import json
import os
import tomllib
from pathlib import Path

import pytest

from scoring.rulesets import load_rules
from scoring.rulesets.load_rules import find_file

HEAD = 'id = "verein"\nversion = 1\ntitle = { de = "Unser Verein", en = "Our club", source = "minutes" }\n'
KNOWN = ", ".join(load_rules.list_known())
SENTENCES = [
    (
        'extends = "skat"',
        "verein.toml: extends: “skat” is neither a rule set that comes with the program "
        f"({KNOWN}) nor a file beside it.",
    ),
    (
        'extends = "note.txt"',
        "verein.toml: extends: “note.txt” is neither a rule set that comes with the program "
        f"({KNOWN}) nor a file beside it.",
    ),
    ("extends = 12", "verein.toml: extends: this must be a text."),
    (
        'extends = "verein.toml"',
        f"verein.toml: extends: “verein.toml” leads back to this file; please build on: {KNOWN}.",
    ),
    (
        'extends = "other.toml"',
        f"verein.toml: extends: “other.toml” leads back to this file; please build on: {KNOWN}.",
    ),
    ('extends = "third.toml"', "verein.toml: extends: “third.toml” extends another one itself; please extend that."),
    (
        'extends = "broken.toml"',
        "broken.toml: this is no TOML (Invalid value (at end of document)); please mend that place.",
    ),
    (
        "",
        "verein.toml: extends: “extends” is missing, which names what the file builds on (possible: "
        f"{KNOWN}), or nearly all else: deck, kinds, deadline, needs, levels, value, offence, sheet, checks.",
    ),
]


@pytest.mark.parametrize(("extends", "sentence"), SENTENCES)
def test_what_the_file_builds_on(tmp_path: Path, extends: str, sentence: str) -> None:
    """File, key, what is wrong, and what can stand there instead."""
    for name, text in (
        ("other.toml", 'extends = "verein.toml"'),
        ("third.toml", f'extends = "ddv"\n{HEAD}'),
        ("broken.toml", "id = "),
        ("note.txt", HEAD),
        ("verein.toml", f"{extends}\n{HEAD}"),
    ):
        (tmp_path / name).write_text(text, encoding="utf-8")
    rules, (fault,) = load_rules.inspect(tmp_path / "verein.toml")
    assert rules is None
    assert fault.message("en") == f"{tmp_path}{os.sep}{sentence}"


def test_a_base_that_makes_no_sense(tmp_path: Path) -> None:
    """The fault stands in the other file, which is named."""
    base, path = tmp_path / "land.toml", tmp_path / "verein.toml"
    whole = find_file("ddv").read_text(encoding="utf-8").replace('id = "ddv"', 'id = "land"', 1)
    base.write_text(whole.replace("copies = 8", "copies = 7", 1), encoding="utf-8")
    path.write_text(f'extends = "land.toml"\n{HEAD}', encoding="utf-8")
    rules, (fault,) = load_rules.inspect(path)
    assert rules is None
    assert fault.message("en") == f"{base}: deck: the cards must have 240 Augen together."


def test_a_name_that_is_taken(tmp_path: Path) -> None:
    """A club's rules must not pass for those that they build on."""
    path = tmp_path / "verein.toml"
    path.write_text(f'extends = "ddv"\n{HEAD.replace("verein", "ddv")}', encoding="utf-8")
    _, (fault,) = load_rules.inspect(path)
    assert fault.message("en") == (
        f"{path}: id: “ddv” is the rule set that comes with the program; please choose another name."
    )


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"\xff\xfe", "the file is no text in UTF-8; please save it as such."),
        (b"id = ", "this is no TOML (Invalid value (at end of document)); please mend that place."),
        (b"#" * 262145, "the file is too big for a rule set; at most 262144 bytes are possible."),
    ],
)
def test_what_no_rule_set_is(tmp_path: Path, content: bytes, sentence: str) -> None:
    """The file is named, and what makes it unusable."""
    path = tmp_path / "verein.toml"
    path.write_bytes(content)
    _, (fault,) = load_rules.inspect(path)
    assert fault.message("en") == f"{path}: {sentence}"


def test_the_biggest_file_is_read(tmp_path: Path) -> None:
    """The limit itself is no fault."""
    path = tmp_path / "verein.toml"
    path.write_bytes(f'extends = "ddv"\n{HEAD}'.encode().ljust(262144, b"#"))
    assert load_rules.inspect(path)[1] == ()


def test_no_file(tmp_path: Path) -> None:
    """Nothing there, or a folder."""
    told = [load_rules.inspect(path)[1][0].message("en") for path in (tmp_path / "fehlt.toml", tmp_path)]
    assert told == [
        f"{tmp_path / 'fehlt.toml'}: there is no such file; please check folder and name.",
        f"{tmp_path}: this is no file; please give the path of a .toml file.",
    ]


@pytest.mark.parametrize(
    ("gone", "keys"),
    [
        (
            ("deck", "kinds", "needs", "levels", "value", "checks"),
            ["deck", "kinds", "needs", "levels", "value", "checks"],
        ),
        (("deck", "kinds", "needs", "levels", "value", "checks", "offence"), ["extends"]),
    ],
)
def test_a_file_that_lacks_half_of_it_is_no_difference(tmp_path: Path, gone: tuple[str, ...], keys: list[str]) -> None:
    """Up to six of the twelve entries are reported as missing; where more are, the file was meant to build on
    another."""
    table = tomllib.loads(find_file("ddv").read_text(encoding="utf-8"))
    path = tmp_path / "verein.toml"
    kept = [key for key in table if key not in gone]
    path.write_text("\n".join(_toml(key, table[key]) for key in kept), encoding="utf-8")
    assert [fault.key for fault in load_rules.inspect(path)[1]] == keys


def _toml(key: str, value: object) -> str:
    """An entry on one line."""
    return f"{key} = {_inline(value)}"


def _inline(value: object) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {_inline(entry)}" for key, entry in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_inline, value)) + "]"
    return json.dumps(value, ensure_ascii=False)

"""`kiebitz rules` and `kiebitz explain`: a rule set as a page, a club's file judged, a game counted aloud."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path

import pytest

from desk.__main__ import main
from scoring.counting.entry_types import NO_SOURCE, Source
from scoring.counting.explain_count import explain
from scoring.counting.game_json import parse_line
from scoring.rulesets import load_rules

GAME = '{"kind":"normal","re":[1,3],"calls":{"re":"k60","kontra":"kontra"},"augen":177,"extras":{"re":{"fuchs":1}}}'
OWN = """
extends = "ddv"
id = "verein"
version = 1
title = { de = "Unser Verein", en = "Our club", source = "minutes" }
"""
Out = pytest.CaptureFixture[str]


def test_list(capsys: Out) -> None:
    """Every shipped rule set has its line, with its title in the language asked for."""
    assert main(["rules", "list", "--lang", "en"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == list(load_rules.list_known())
    assert lines[0].endswith("DDV tournament rules")


def sources(thing: object) -> Iterator[Source]:
    """Every source note in a rule set."""
    if isinstance(thing, tuple):
        yield from (source for entry in thing for source in sources(entry))
    elif is_dataclass(thing):
        for entry in fields(thing):
            value = getattr(thing, entry.name)
            yield from ([value] if isinstance(value, Source) and value != NO_SOURCE else sources(value))


@pytest.mark.parametrize("name", load_rules.list_known())
def test_show(capsys: Out, name: str) -> None:
    """The page names every entry's source, decisions included, and counts every example, in both languages."""
    rules = load_rules.load(name)
    for lang in ("de", "en"):
        assert main(["rules", "show", name, "--lang", lang]) == 0
        page = capsys.readouterr().out
        assert page.startswith(rules.title.in_(lang))
        assert "{" not in page
        running = " ".join(page.split())
        assert [source for source in sources(rules) if f"[{source.in_(lang)}]" not in running] == []
        assert all(example.title.in_(lang) in running for example in rules.examples)
        for example in rules.examples:
            game, _ = parse_line(rules, example.game)
            assert game
            assert " ".join(" ".join(explain(rules, game, lang)).split()) in running


@pytest.mark.parametrize("columns", [60, 80, 120])
def test_show_fits_the_terminal(monkeypatch: pytest.MonkeyPatch, capsys: Out, columns: int) -> None:
    """Long entries go on below their own words, in as many columns as there are."""
    monkeypatch.setenv("COLUMNS", str(columns))
    assert main(["rules", "show", "stille-hochzeit"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= columns
    assert any(line.startswith("  Herz-Dame") or "Karo-Dame" in line for line in lines)
    assert [line for line in lines if line.startswith(" ") and not line.startswith("  ")] == []


def test_show_unknown(capsys: Out) -> None:
    """A rule set that is not there is wrong use, and the known ones are named."""
    assert main(["rules", "show", "skat"]) == 2
    assert "zwoelf-spiele" in capsys.readouterr().err


def test_check_right(tmp_path: Path, capsys: Out) -> None:
    """A file that is right is called so, and can be shown and scored by."""
    path = tmp_path / "verein.toml"
    path.write_text(OWN, encoding="utf-8")
    assert main(["rules", "check", str(path)]) == 0
    assert "in Ordnung (verein" in capsys.readouterr().out
    assert main(["rules", "show", str(path)]) == 0
    assert capsys.readouterr().out.startswith("Unser Verein")


def test_check_wrong(tmp_path: Path, capsys: Out) -> None:
    """Every fault is named with file and key at once, and the exit status says that the file is no rule set."""
    path = tmp_path / "verein.toml"
    path.write_text(OWN + "rounds = 3\noffence = { offender = -9, others = 3 }\n", encoding="utf-8")
    assert main(["rules", "check", str(path)]) == 3
    told = capsys.readouterr()
    assert [line.split(": ")[1] for line in told.out.splitlines()] == ["rounds", "offence.source"]
    assert told.err.startswith("Fehler: 2")


def test_check_nothing(tmp_path: Path, capsys: Out) -> None:
    """A file that is not there is named."""
    assert main(["rules", "check", str(tmp_path / "fehlt.toml")]) == 3
    assert "fehlt.toml" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("game", "told"),
    [
        ('{"kind": "normal", "re": [1, 2], "augen": 130}', "ergeben, nach diesen Regeln ist es +1 +1 -1 -1"),
        ('{"kind": "ramsch"}', "Die Spielart „ramsch“"),
        ("130", "kein Spiel"),
    ],
)
def test_check_examples(tmp_path: Path, capsys: Out, game: str, told: str) -> None:
    """An example that the rules contradict, or that is no game, is reported; the file is a rule set all the same."""
    path = tmp_path / "verein.toml"
    example = f"""
[[examples]]
title = {{ de = "Beispiel", en = "example" }}
game = '{game}'
points = [2, 2, -2, -2]
source = "minutes"
"""
    path.write_text(OWN + example, encoding="utf-8")
    assert main(["rules", "check", str(path)]) == 1
    assert told in capsys.readouterr().out


def test_explain(capsys: Out) -> None:
    """The count is read from the winner's side, step by step, and ends with what is to be written."""
    assert main(["explain", "--rules", "pflichtsolo-40", GAME]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:5] == [
        "Normalspiel. Re: Platz 1 und 3. Kontra: Platz 2 und 4.",
        "Re sagt an: Re, keine 90, keine 60.",
        "Kontra sagt an: Kontra.",
        "Re hat 177 Augen, Kontra hat 63.",
        "Kontra gewinnt, denn Re hat „keine 60“ verfehlt.",
    ]
    assert lines[-3:] == [
        "  Kontra verdoppelt +10, macht 20",
        "Spielwert: 20.",
        "Aufzuschreiben: Platz 1 -20, Platz 2 +20, Platz 3 -20, Platz 4 +20.",
    ]


EXPLAINED = [
    (
        "ddv",
        {
            "kind": "solo",
            "solo": "herz",
            "re": [1],
            "calls": {"re": "k90"},
            "augen": 160,
            "seats": 5,
            "sits": 2,
            "pflicht": True,
        },
        (
            "Trump solo in hearts. Re: seat 1. Kontra: seats 3, 4 and 5.",
            "It is a Pflichtsolo.",
            "Re says: Re, no 90.",
            "Re wins, for “no 90” is kept.",
            "threefold",
            "seat 2 sits out",
        ),
    ),
    (
        "ddv",
        {"kind": "strafe", "offender": 2, "absagen": 2},
        (
            "Offence by seat 2 [",
            "makes 4\n",
            "makes 6\n",
            "Each other gets +6, seat 2 loses three times as many.",
            "seat 2 -18",
        ),
    ),
    (
        "zwoelf-spiele",
        {"kind": "normal", "re": [1, 2], "augen": 120},
        (
            "Nobody says anything.",
            "Kontra wins with 120 Augen, 120 are enough.",
            "Value: 2.",
        ),
    ),
    (
        "zwoelf-spiele",
        {"kind": "normal", "re": [1, 2], "augen": 130, "extras": {"kontra": {"fuchs": 2}}},
        (
            "Value: -1.",
            "Below zero: Re has won, but loses the points.",
            "seat 1 -1",
        ),
    ),
    (
        "stille-hochzeit",
        {"kind": "normal", "re": [1, 2], "calls": {"re": "re", "kontra": "kontra"}, "augen": 120},
        (
            "Value: 0, nobody gets anything.",
            "Nobody wins: both parties called",
        ),
    ),
    (
        "stille-hochzeit",
        {"kind": "normal", "re": [1, 2], "augen": 240, "bock": True},
        (
            "It is a Bock game.",
            "Kontra has no trick.",
            "Value: 10.",
        ),
    ),
    ("ddv", {"kind": "solo", "re": [1, 2], "augen": 160}, ("the Re party has 1 player,",)),
]


@pytest.mark.parametrize(("name", "game", "told"), EXPLAINED)
def test_explain_in_english(capsys: Out, name: str, game: dict[str, object], told: tuple[str, ...]) -> None:
    """Solos, offences, games that nobody wins, and games that cannot be, each in its own words."""
    assert main(["explain", "--rules", name, json.dumps(game), "--lang", "en"]) == 0
    text = capsys.readouterr().out
    assert [words for words in told if words not in text] == []


def test_explain_a_stream(monkeypatch: pytest.MonkeyPatch, capsys: Out) -> None:
    """One game a line; a line that is none costs one sentence, and with --strict the exit status shows it."""
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(f"{GAME}\nkein Spiel\n{GAME}\n".encode())))
    assert main(["explain", "--rules", "pflichtsolo-40", "--strict"]) == 1
    first, broken, second = capsys.readouterr().out.split("\n\n")
    assert first.strip() == second.strip()
    assert broken == "Die Zeile ist kein JSON: „kein Spiel“"


CHANGES = [
    (
        'value = [{ rule = "gegen", kinds = ["normal"], source = "minutes" }]',
        (
            "* Kontra gewinnt (gegen die Alten): +1; nur bei: Normalspiel [minutes]",
            "Hochzeit. Re: Platz 1 und 2.",
            "Aufzuschreiben: Platz 1 -1, Platz 2 -1, Platz 3 +1, Platz 4 +1.",
            "Ohne diese Änderung: -2 -2 +2 +2",
        ),
    ),
    (
        'value = [{ rule = "sonderpunkte", points = 2, source = "minutes" }]',
        ("je +2", "Karlchen (Re) +2, macht 3", "Ohne diese Änderung: +2 +2 -2 -2"),
    ),
    (
        'value = [{ rule = "sonderpunkte", behind = "verdoppelt", source = "minutes" }]',
        ("(Daran hängen keine Punkte.)", "Re verdoppelt +1, macht 2", "Ohne diese Änderung: +4 +4 -4 -4"),
    ),
    (
        'needs = [{ said = "kontra", re = 121, kontra = 120, source = "minutes" }]',
        ("Nur Kontra angesagt: Re gewinnt ab 121", "Kontra gewinnt mit 120 Augen", "Ohne diese Änderung: +2 +2 -2 -2"),
    ),
    (
        'offence = { offender = -30, others = 10, source = "minutes" }',
        ("Regelverstoß von Platz 1 [", "Ohne diese Änderung: -12 +4 +4 +4"),
    ),
    (
        'sheet.solos = [{ id = "damen", remove = true }]',
        (
            "* entfällt: Damensolo [Solo 1]",
            "Das Solo „damen“ gibt es nach diesen Regeln nicht",
            "Ohne diese Änderung: +6 -2 -2 -2",
        ),
    ),
    ('checks.unusual = { above = 16, source = "minutes" }', ("über 16 gilt als", "(Daran hängen keine Punkte.)")),
]


@pytest.mark.few(3)
@pytest.mark.parametrize(("change", "told"), CHANGES)
def test_check_shows_what_each_change_does(
    tmp_path: Path, capsys: Out, monkeypatch: pytest.MonkeyPatch, change: str, told: tuple[str, ...]
) -> None:
    """Whoever writes a file sees each changed rule, with a game that counts otherwise for it, before it is used."""
    monkeypatch.setenv("COLUMNS", "200")
    path = tmp_path / "verein.toml"
    path.write_text(f"{OWN.replace('ddv', 'kurzregeln-48')}{change}\n", encoding="utf-8")
    assert main(["rules", "check", str(path)]) == 0
    text = capsys.readouterr().out
    assert text.startswith("Anders als in kurzregeln-48, ")
    assert [words for words in told if words not in text] == []


def test_check_of_a_whole_file_compares_nothing(tmp_path: Path, capsys: Out) -> None:
    """Rules that stand by themselves are not another's, and a file without a change has nothing to show."""
    path = tmp_path / "verein.toml"
    path.write_text(OWN, encoding="utf-8")
    assert main(["rules", "check", str(path)]) == 0
    assert capsys.readouterr().out == f"{path}: in Ordnung (verein, 0 Beispiele nachgerechnet).\n"
    whole = Path(load_rules.__file__).with_name("ddv.toml").read_text(encoding="utf-8")
    path.write_text(whole.replace('id = "ddv"', 'id = "landesverband"', 1), encoding="utf-8")
    assert main(["rules", "check", str(path)]) == 0
    assert capsys.readouterr().out == f"{path}: in Ordnung (landesverband, 6 Beispiele nachgerechnet).\n"

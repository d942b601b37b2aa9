"""What the rule sheets say of single games, row by row: system, where it stands or why, game, points."""

from __future__ import annotations

import json
import re

import pytest

from scoring.counting.game_json import parse_game, score_line, write_score
from scoring.counting.score import score
from scoring.rulesets import load_rules

SHORT = {"N ": "kind:normal, re:[1,2], ", "S ": "kind:solo, re:[1], "}
"""How the games below begin: an ordinary game, a solo."""


def _line(text: str) -> str:
    """The game as a line of JSON: "N augen:130" lacks only its quotes."""
    text = SHORT.get(text[:2], text[:2]) + text[2:]
    return "{" + re.sub(r"[a-z][\w-]*", lambda word: word[0] if word[0] == "true" else f'"{word[0]}"', text) + "}"


CASES = """
zwoelf-spiele   | 9: 120, Re, Fuchs gefangen = 3 | N calls:{re:re}, augen:130, extras:{re:{fuchs:1}}    | 3 3 -3 -3
zwoelf-spiele   | 12: wrong suit followed      | kind:strafe,offender:2                               | 5 -15 5 5
zwoelf-spiele   | 11: 120 each, Contra wins    | N calls:{kontra:kontra}, augen:120                   | -3 -3 3 3
zwoelf-spiele   | 6: Bubensolo 2               | S solo:buben, augen:121                              | 9 -3 -3 -3
zwoelf-spiele   | 6: Damensolo 3               | S solo:damen, augen:121                              | 12 -4 -4 -4
zwoelf-spiele   | 6: Trumpfsolo 4, a suit      | S solo:pik, augen:121                                | 15 -5 -5 -5
zwoelf-spiele   | 6: stiller Solo 4            | kind:stille-hochzeit, re:[1], augen:121              | 15 -5 -5 -5
zwoelf-spiele   | 3: alone, no stiller Solo    | kind:hochzeit-allein, re:[1], augen:121              | 3 -1 -1 -1
zehn-cent       | the three others 50 each     | kind:strafe,offender:1                               | -150 50 50 50
zehn-cent       | the three who play, of five  | kind:strafe,offender:1,seats:5,sits:2                | -150 0 50 50 50
zehn-cent       | Re needs 121, only Contra said | N calls:{kontra:kontra}, augen:120                   | -30 -30 30 30
zehn-cent       | Re with 90 is under 90       | N augen:90                                           | -30 -30 30 30
zehn-cent       | Re with 91 is not            | N augen:91                                           | -20 -20 20 20
zehn-cent       | Contra with 90 is not        | N augen:150                                          | 10 10 -10 -10
zehn-cent       | Re needs 91 against no 90    | N calls:{kontra:k90}, augen:90                       | -50 -50 50 50
zehn-cent       | Re has them                  | N calls:{kontra:k90}, augen:91                       | 30 30 -30 -30
zehn-cent       | Contra needs 90 against it   | N calls:{re:k90}, augen:150                          | -40 -40 40 40
zehn-cent       | a Fuchs counts in a solo     | S augen:130, extras:{kontra:{fuchs:1}}               | 30 -10 -10 -10
zehn-cent | nobody wins | N calls:{re:k90,kontra:k90}, augen:120, extras:{re:{fuchs_am_end:1}} | 10 10 -10 -10
kurzregeln-48   | only Kontra said, Re at 120  | N calls:{kontra:kontra}, augen:120                   | 2 2 -2 -2
kurzregeln-48   | both said, Kontra at 120     | N calls:{re:re,kontra:kontra}, augen:120             | -8 -8 8 8
kurzregeln-48   | extras stand in the doubling | N calls:{re:re}, augen:130, extras:{re:{fuchs:1}}    | 4 4 -4 -4
kurzregeln-48 | silent Hochzeit | kind:stille-hochzeit, re:[1], augen:130, extras:{re:{fuchs:1}} | 6 -2 -2 -2
kurzregeln-48 | nobody wins | N calls:{re:k90,kontra:k90}, augen:120, extras:{re:{fuchs:1}} | 4 4 -4 -4
stille-hochzeit | extras after the doubling    | N calls:{re:re}, augen:130, extras:{re:{fuchs:1}}    | 3 3 -3 -3
stille-hochzeit | twice in a Bock | N calls:{re:re}, augen:130, extras:{re:{fuchs:1}}, bock:true | 6 6 -6 -6
stille-hochzeit | nothing said, Kontra at 120  | N augen:120                                          | -2 -2 2 2
stille-hochzeit | only Re said, Kontra at 120  | N calls:{re:re}, augen:120                           | -4 -4 4 4
stille-hochzeit | only Kontra said, Re at 120  | N calls:{kontra:kontra}, augen:120                   | 2 2 -2 -2
stille-hochzeit | nobody | N calls:{re:re,kontra:kontra}, augen:120, extras:{re:{fuchs:2}}, bock:true | 4 4 -4 -4
stille-hochzeit | Armut                        | kind:armut, re:[1,2], augen:121, extras:{kontra:{fuchs:1}} | 0 0 0 0
stille-hochzeit | a solo in a Bock             | S solo:fleischlos, augen:100, bock:true              | -12 4 4 4
ddv             | Re earns two, doubles nothing | N calls:{re:re}, augen:130                           | 3 3 -3 -3
ddv             | 120 against no 90            | N calls:{kontra:k90}, augen:120                      | 5 5 -5 -5
ddv             | 119 against no 90            | N calls:{kontra:k90}, augen:119                      | 4 4 -4 -4
ddv             | 120 against no 60 is two     | N calls:{kontra:k60}, augen:120                      | 7 7 -7 -7
ddv             | gegen, in ordinary games     | N augen:110                                          | -2 -2 2 2
ddv             | no gegen in solos            | S augen:110                                          | -3 1 1 1
ddv             | nobody wins: offset          | N calls:{re:k60,kontra:k90}, augen:170               | 2 2 -2 -2
ddv             | nobody wins a solo           | S calls:{re:k60,kontra:k90}, augen:170               | 6 -2 -2 -2
ddv             | minor offence                | kind:strafe,offender:4,minor:true                    | 1 1 1 -3
ddv             | serious offence              | kind:strafe,offender:4                               | 4 4 4 -12
ddv             | against three Absagen        | kind:strafe,offender:4,absagen:3                     | 7 7 7 -21
ddv             | of five                      | kind:strafe,offender:4,absagen:1,seats:5,sits:5      | 5 5 5 -15 0
"""


@pytest.mark.parametrize("case", CASES.strip().splitlines())
def test_game(case: str) -> None:
    """The points are those of the sheet, and the lines add up to the value, in both languages."""
    name, _, line, points = (part.strip() for part in case.split(" | "))
    rules = load_rules.load(name)
    game, _ = parse_game(rules, json.loads(_line(line)))
    assert game is not None
    result = score(rules, game)
    assert result.points == tuple(int(word) for word in points.split())
    assert sum(line.points for line in result.lines) == result.value
    assert all("{" not in line.describe(lang) for line in result.lines for lang in ("de", "en"))


@pytest.mark.parametrize("name", load_rules.list_known())
def test_examples_of_the_files(name: str) -> None:
    """Every worked example that a rule set file holds comes out as it stands there."""
    rules = load_rules.load(name)
    for example in rules.examples:
        game, _ = parse_game(rules, json.loads(example.game))
        assert game is not None
        assert score(rules, game).points == example.points, example.title


IMPOSSIBLE = """
zwoelf-spiele   | five seats                   | N augen:130,seats:5,sits:3                           | seats
zwoelf-spiele   | which solo it was            | S augen:130                                          | solo
zwoelf-spiele   | no fleischloses Solo         | S solo:fleischlos, augen:130                         | solo
zwoelf-spiele   | no Bock                      | N augen:130, bock:true                               | bock
zehn-cent       | no Karlchen                  | N augen:130, extras:{re:{karlchen:1}}                | extras
zehn-cent       | one last trick, one Fuchs    | N augen:130, extras:{re:{fuchs_am_end:2}}            | extras
kurzregeln-48   | no Armut                     | kind:armut, re:[1,2], augen:130                      | kind
stille-hochzeit | no offence rows              | kind:strafe,offender:1                               | kind
stille-hochzeit | an Armut of one              | kind:armut, re:[1], augen:130                        | re
ddv             | five Absagen                 | kind:strafe,offender:1,absagen:5                     | absagen
ddv             | less than no Absage          | kind:strafe,offender:1,absagen:-1                    | absagen
ddv             | minor, with Absagen          | kind:strafe,offender:1,minor:true,absagen:1          | minor absagen
ddv             | a minor game                 | N augen:130,minor:true                               | minor absagen
ddv             | Absagen of a game            | N augen:130,absagen:1                                | minor absagen
zehn-cent       | a minor offence              | kind:strafe,offender:1,minor:true                    | minor absagen
"""


@pytest.mark.parametrize("case", IMPOSSIBLE.strip().splitlines())
def test_impossible_game(case: str) -> None:
    """What a system does not know gets a finding that names the entry, and no points."""
    name, _, line, fields = (part.strip() for part in case.split(" | "))
    for lang in ("de", "en"):
        text = write_score(score_line(load_rules.load(name), _line(line)), lang)
        answer = json.loads(text)
        assert answer["points"] is None
        assert [(f["code"], " ".join(f["fields"])) for f in answer["findings"]] == [("impossible-value", fields)]


WARNED = """
both missed an Absage | N calls:{re:k90,kontra:k90}, augen:120 | … Parteien haben ihre Absage verfehlt.
both called, neither has it | N calls:{re:re,kontra:kontra}, augen:120 | … keine hat die Augen dafür.
"""


@pytest.mark.parametrize("case", WARNED.strip().splitlines())
def test_nobody_wins_is_told(case: str) -> None:
    """A game that nobody wins has its points, and a warning that says why."""
    _, line, sentence = (part.strip() for part in case.split(" | "))
    rules = load_rules.load("stille-hochzeit")
    game, _ = parse_game(rules, json.loads(_line(line)))
    assert game is not None
    (finding,) = score(rules, game).findings
    assert finding.severity == "warning"
    assert finding.message().endswith(sentence.removeprefix("… "))

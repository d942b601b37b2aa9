"""The rule sheet's own worked examples, in the words and with the points that stand there."""

from __future__ import annotations

import json

import pytest

from scoring.counting.game_json import parse_game, score_line, write_score
from scoring.counting.rules import RuleSet
from scoring.counting.score import score

EXAMPLES = """
19 Fall 1 | {"kind":"normal","re":[1,2],"calls":{"re":"k60"},"augen":240,"no_trick":"kontra"} | 14 14 -14 -14
19 Fall 2 | {"kind":"normal","re":[1,2],"calls":{"re":"k60","kontra":"kontra"},"augen":177} | -24 -24 24 24
22 | {"kind":"normal","re":[1,2],"calls":{"re":"k90"},"augen":185,"extras":{"re":{"fuchs":1,"doppelkopf":1}}} \
| 12 12 -12 -12
25 a | {"kind":"normal","re":[1,2],"calls":{"re":"re"},"augen":139,"extras":{"re":{"doppelkopf":1}}} | 4 4 -4 -4
25 b | {"kind":"normal","re":[1,2],"calls":{"re":"k60"},"augen":180,"extras":{"re":{"karlchen":1}}} | -10 -10 10 10
25 c | {"kind":"normal","re":[1,2],"calls":{"re":"re","kontra":"kontra"},"augen":120} | -8 -8 8 8
25 d | {"kind":"normal","re":[1,2],"calls":{"kontra":"kontra"},"augen":77,\
"extras":{"kontra":{"doppelkopf":1},"re":{"fuchs":1}}} | -6 -6 6 6
25 e | {"kind":"normal","re":[1,2],"calls":{"re":"re","kontra":"k90"},"augen":93} | 12 12 -12 -12
25 f | {"kind":"stille-hochzeit","re":[1],"calls":{"kontra":"kontra"},"augen":118,\
"extras":{"re":{"fuchs":1,"doppelkopf":1}}} | 0 0 0 0
25 g | {"kind":"solo","solo":"buben","re":[1],"calls":{"re":"k90"},"augen":153} | 18 -6 -6 -6
25 h | {"kind":"solo","solo":"trumpf","re":[1],"calls":{"re":"re","kontra":"kontra"},"augen":115} | -24 8 8 8
24 | {"kind":"strafe","offender":3} | 5 5 -15 5
"""


@pytest.mark.parametrize("example", EXAMPLES.strip().splitlines())
def test_worked_example(rules: RuleSet, example: str) -> None:
    """Points are the rule sheet's, nothing is found wrong, and the lines add up to the value."""
    _, game_text, points = example.split(" | ")
    game, _ = parse_game(rules, json.loads(game_text))
    assert game is not None
    result = score(rules, game)
    assert result.points == tuple(int(word) for word in points.split())
    assert result.findings == ()
    assert sum(line.points for line in result.lines) == result.value


def test_the_contracts_own_line(rules: RuleSet) -> None:
    """The command line's documented game gives its documented score, explained from the winner's side."""
    line = '{"kind":"normal","re":[1,3],"calls":{"re":"k60","kontra":"kontra"},"augen":177,"extras":{"re":{"fuchs":1}}}'
    text = write_score(score_line(rules, line))
    result = json.loads(text)
    assert result["points"] == [-20, 20, -20, 20]
    assert (result["value"], result["winner"], result["findings"]) == (-20, "kontra", [])
    assert result["lines"][0] == {"text": "keine 120", "points": 1}
    assert sum(line["points"] for line in result["lines"]) == -20


def test_lines_speak_the_players_words(rules: RuleSet) -> None:
    """Case 2 of paragraph 19 reads like the rule sheet, in German and in English."""
    game, _ = parse_game(
        rules, {"kind": "normal", "re": [1, 2], "calls": {"re": "k60", "kontra": "kontra"}, "augen": 177}
    )
    assert game is not None
    lines = score(rules, game).lines
    assert [line.describe("de") for line in lines] == [
        "keine 120",
        "gegen die Alten",
        "keine 90 (verfehlt)",
        "keine 60 (verfehlt)",
        "keine 90 angesagt (Re)",
        "keine 60 angesagt (Re)",
        "Re verdoppelt",
        "Kontra verdoppelt",
        "Kontra gewinnt: für Re umgekehrt",
    ]
    assert lines[2].describe("en") == "no 90 (missed)"


def test_sitter_gets_nothing(rules: RuleSet) -> None:
    """Paragraph 25: at a table of five the seat that sits out has neither plus nor minus."""
    game, _ = parse_game(rules, {"kind": "solo", "re": [5], "augen": 121, "seats": 5, "sits": 2})
    assert game is not None
    assert score(rules, game).points == (-1, 0, -1, -1, 3)


def test_offence_at_a_table_of_five(rules: RuleSet) -> None:
    """Paragraph 24: the three others are those who play."""
    game, _ = parse_game(rules, {"kind": "strafe", "offender": 1, "seats": 5, "sits": 4})
    assert game is not None
    assert score(rules, game).points == (-15, 5, 5, 0, 5)

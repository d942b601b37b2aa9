"""Lines of input: good ones, impossible games, and what is no game at all. One line in, one line out."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from scoring.counting.game import NOTHING, Calls, Extras, Game
from scoring.counting.game_json import (
    LONGEST,
    describe_finding,
    describe_game,
    parse_game,
    score_each_line,
    score_line,
    write_score,
)
from scoring.counting.rules import RuleSet
from scoring.findings import Change, Finding
from scoring.rulesets.rule_changes import find_wrong_examples
from tests.scoring.calls import K90

IMPOSSIBLE = """
armut in a system without it   | {"kind":"armut","re":[1,2],"augen":130} | kind
unknown kind                   | {"kind":"ramsch","re":[1,2],"augen":130} | kind
no kind                        | {"re":[1,2],"augen":130} | kind
unknown solo                   | {"kind":"solo","solo":"koenig","re":[1],"augen":130} | solo
a solo named in another game   | {"kind":"normal","solo":"buben","re":[1,2],"augen":130} | solo
three Füchse                   | {"kind":"normal","re":[1,2],"augen":130,"extras":{"re":{"fuchs":3}}} | extras
two and one Fuchs              | {"kind":"normal","re":[1,2],"augen":130,\
"extras":{"re":{"fuchs":2},"kontra":{"fuchs":1}}} | extras
five Doppelköpfe               | {"kind":"normal","re":[1,2],"augen":240,"extras":{"re":{"doppelkopf":5}}} | extras
two Karlchen                   | {"kind":"normal","re":[1,2],"augen":130,\
"extras":{"re":{"karlchen":1},"kontra":{"karlchen":1}}} | extras
a Fuchs less than none         | {"kind":"normal","re":[1,2],"augen":130,"extras":{"re":{"fuchs":-1}}} | extras
a Sonderpunkt of other systems | {"kind":"normal","re":[1,2],"augen":130,"extras":{"re":{"fuchs_am_end":1}}} | extras
Augen 241                      | {"kind":"normal","re":[1,2],"augen":241} | augen
Augen below 0                  | {"kind":"normal","re":[1,2],"augen":-1} | augen
no Augen                       | {"kind":"normal","re":[1,2]} | augen
Augen in words                 | {"kind":"normal","re":[1,2],"augen":"viele"} | augen
half an Auge                   | {"kind":"normal","re":[1,2],"augen":120.5} | augen
true Augen                     | {"kind":"normal","re":[1,2],"augen":true} | augen
three of Re                    | {"kind":"normal","re":[1,2,3],"augen":130} | re
Re alone in an ordinary game   | {"kind":"normal","re":[1],"augen":130} | re
a solo of two                  | {"kind":"solo","re":[1,2],"augen":130} | re
the same seat twice            | {"kind":"normal","re":[1,1],"augen":130} | re
seat 5 of four                 | {"kind":"normal","re":[1,5],"augen":130} | re
seat 0                         | {"kind":"normal","re":[0,1],"augen":130} | re
Re sits out                    | {"kind":"normal","re":[1,2],"augen":130,"seats":5,"sits":2} | re
nobody sits out of five        | {"kind":"normal","re":[1,2],"augen":130,"seats":5} | sits
somebody sits out of four      | {"kind":"normal","re":[1,2],"augen":130,"sits":3} | sits
seat 6 sits out                | {"kind":"normal","re":[1,2],"augen":130,"seats":5,"sits":6} | sits
six seats                      | {"kind":"normal","re":[1,2],"augen":130,"seats":6} | seats
a million seats                | {"kind":"normal","re":[1,2],"augen":130,"seats":999999} | seats
Re says Kontra                 | {"kind":"normal","re":[1,2],"augen":130,"calls":{"re":"kontra"}} | calls
an unknown call                | {"kind":"normal","re":[1,2],"augen":130,"calls":{"re":"k120"}} | calls
a call of nobody               | {"kind":"normal","re":[1,2],"augen":130,"calls":{"contra":"k90"}} | calls
no trick and 40 Augen          | {"kind":"normal","re":[1,2],"augen":200,"no_trick":"kontra"} | no_trick augen
no trick, of nobody            | {"kind":"normal","re":[1,2],"augen":200,"no_trick":"alle"} | no_trick
an offence of nobody           | {"kind":"strafe"} | offender
an offence by seat 5 of four   | {"kind":"strafe","offender":5} | offender
an offence by the sitter       | {"kind":"strafe","offender":1,"seats":5,"sits":1} | offender
an offender in a played game   | {"kind":"normal","re":[1,2],"augen":130,"offender":1} | offender
a minor offence                | {"kind":"strafe","offender":1,"minor":true} | minor absagen
Bock in a system without it    | {"kind":"normal","re":[1,2],"augen":130,"bock":true} | bock
a misspelt key                 | {"kind":"normal","re":[1,2],"augen":130,"cals":{"re":"re"}} | cals
"""


@pytest.mark.parametrize("case", IMPOSSIBLE.strip().splitlines())
def test_impossible_game(rules: RuleSet, case: str) -> None:
    """It gets no points but a finding that names the entry, and no exception."""
    _, line, fields = (part.strip() for part in case.split("|"))
    text = write_score(score_line(rules, line))
    answer = json.loads(text)
    assert (answer["points"], answer["value"], answer["winner"], answer["lines"]) == (None, None, None, [])
    assert [(f["code"], f["severity"], " ".join(f["fields"])) for f in answer["findings"]] == [
        ("impossible-value", "error", fields)
    ]


ODD = """
less than the poorest trick     | {"kind":"normal","re":[1,2],"augen":7} | impossible-value augen
as little for Kontra            | {"kind":"normal","re":[1,2],"augen":236} | impossible-value augen
two Doppelköpfe with 77 Augen   | {"kind":"normal","re":[1,2],"augen":77,"extras":{"re":{"doppelkopf":2}}} | \
impossible-value extras.re.doppelkopf augen
stille Hochzeit as Pflichtsolo  | {"kind":"stille-hochzeit","re":[1],"augen":130,"pflicht":true} | pflichtsolo pflicht
an offence with a call          | {"kind":"strafe","offender":1,"calls":{"re":"re"}} | impossible-value kind
"""


@pytest.mark.parametrize("case", ODD.strip().splitlines())
def test_odd_game(rules: RuleSet, case: str) -> None:
    """What cannot be quite so, but leaves the points as they are, gets both points and a warning."""
    _, line, finding = (part.strip() for part in case.split("|"))
    (result,) = score_each_line(rules, [line])
    assert result.points is not None
    assert [" ".join((f.code, *f.fields)) for f in result.findings] == [finding]
    assert result.findings[0].severity == "warning"


NO_JSON = ["", "hallo", "{", '{"kind":"normal",}', "{'kind':'normal'}", "NaN", "[" * 60_000, "1" * 5000, "\x00"]


@pytest.mark.parametrize("line", NO_JSON, ids=range(len(NO_JSON)))
def test_a_line_that_is_no_json(rules: RuleSet, line: str) -> None:
    """It gets one finding that quotes it, cut short when it is long."""
    text = write_score(score_line(rules, line))
    answer = json.loads(text)
    assert answer["points"] is None
    (finding,) = answer["findings"]
    assert finding["code"] == "illegible"
    assert finding["message"].startswith("Die Zeile ist kein JSON")
    assert line[:40].strip() in finding["message"]
    assert len(finding["message"]) < 120


@pytest.mark.parametrize("line", ["null", "[]", "3", '"solo"', "true"])
def test_json_that_is_no_game(rules: RuleSet, line: str) -> None:
    """JSON of another kind is distinguished from a broken line."""
    (result,) = score_each_line(rules, [line])
    assert [finding.sentence for finding in result.findings] == ["faults.line.no-object"]


def test_the_next_line_goes_on(rules: RuleSet) -> None:
    """A bad line costs one line and no more; answers stand in the order of the questions."""
    good = '{"kind":"normal","re":[1,2],"augen":121}'
    answers = [
        json.loads(write_score(score))
        for score in score_each_line(rules, [good, "?", good + "\n", '{"kind":"solo"}', good])
    ]
    assert [answer["points"] for answer in answers] == [[1, 1, -1, -1], None, [1, 1, -1, -1], None, [1, 1, -1, -1]]


def test_lines_are_scored_as_they_come(rules: RuleSet) -> None:
    """The first answer is there before the second line is asked for."""

    def lines() -> object:
        yield '{"kind":"normal","re":[1,2],"augen":121}'
        raise AssertionError("asked too early")

    assert next(iter(score_each_line(rules, lines()))).value == 1  # type: ignore[arg-type]


def test_twice_the_same_key(rules: RuleSet) -> None:
    """Of two numbers of Augen neither wins silently."""
    (result,) = score_each_line(rules, ['{"kind":"normal","re":[1,2],"augen":121,"augen":119}'])
    assert (result.points, result.findings[0].sentence) == (None, "faults.line.no-json")


def test_a_lone_surrogate_can_be_answered(rules: RuleSet) -> None:
    """Half a character in a name comes back as something that every output can hold."""
    text = write_score(score_line(rules, '{"kind":"\\ud800"}'))
    assert "?" in text.encode("utf-8").decode("utf-8")


def test_null_is_nothing_written(rules: RuleSet) -> None:
    """An entry that is null is as good as left out, and 177.0 is 177."""
    game, findings = parse_game(
        rules,
        {
            "kind": "normal",
            "re": [1, 2],
            "augen": 177.0,
            "calls": {"re": "k90", "kontra": None},
            "solo": None,
            "no_trick": None,
            "extras": {"re": None, "kontra": {"fuchs": None}},
        },
    )
    assert findings == ()
    assert game is not None
    assert (game.augen, game.calls.re, game.calls.kontra, list(game.extras)) == (177, K90, NOTHING, [])


def test_a_game_tells_only_what_is_unusual(rules: RuleSet) -> None:
    """Written as JSON, a game leaves out what every game has, and nothing else."""
    assert describe_game(rules, Game("strafe", offender=2)) == {"kind": "strafe", "offender": 2}
    rare = Game(
        "solo",
        (1,),
        Calls(kontra=K90),
        0,
        "re",
        Extras(kontra=(("fuchs", 1),)),
        "damen",
        pflicht=True,
        bock=True,
        seats=5,
        sits=(2,),
        offender=3,
        minor=True,
        absagen=1,
    )
    assert describe_game(rules, rare) == {
        "kind": "solo",
        "re": [1],
        "calls": {"re": None, "kontra": "k90"},
        "augen": 0,
        "no_trick": "re",
        "extras": {"re": {}, "kontra": {"fuchs": 1}},
        "solo": "damen",
        "pflicht": True,
        "bock": True,
        "seats": 5,
        "sits": 2,
        "offender": 3,
        "minor": True,
        "absagen": 1,
    }


def test_a_finding_tells_its_proposal() -> None:
    """What would mend a row stands beside what was written; without a proposal stands null."""
    finding = Finding("miscounted", "error", ("g01.p1",), {}, (Change("g01.p1", -4, 4),), "faults.line.no-kind")
    assert describe_finding(finding, "en") == {
        "code": "miscounted",
        "severity": "error",
        "message": "“kind” is missing: what kind of game it was.",
        "fields": ["g01.p1"],
        "proposal": [{"field": "g01.p1", "written": -4, "proposed": 4}],
    }
    bare = Finding("pflichtsolo", "warning", sentence="faults.game.no-pflichtsolo")
    assert describe_finding(bare)["proposal"] is None


def test_the_language_where_nobody_names_one(rules: RuleSet) -> None:
    """German, in every way in which a score can be put into words."""
    (result,) = score_each_line(rules, ['{"kind":"normal","re":[1,2],"augen":7}'])
    assert write_score(result) == write_score(result, "de") != write_score(result, "en")
    assert describe_finding(result.findings[0]) == describe_finding(result.findings[0], "de")
    assert result.lines[0].describe() == result.lines[0].describe("de") == "keine 120"
    example = replace(rules.examples[0], game="{}")
    (off,) = find_wrong_examples(replace(rules, examples=(example,)))
    assert (off.example, off.points, off.reason) == (example, None, "Es fehlt „kind“: die Art des Spiels.")


def test_scores_are_the_same_however_they_were_counted(rules: RuleSet) -> None:
    """Points, value, winner and findings make a score; two findings that say the same are one in a set."""
    plain = '{"kind":"normal","re":[1,2],"augen":7'
    none = ',"extras":{"re":{"herzstich":0},"kontra":{"fuchs":0}}}'
    bare, even = score_each_line(rules, [f"{plain}}}", plain + none])
    assert bare == even == replace(bare, tally=None)
    assert bare != replace(bare, value=1)
    assert len({bare.findings[0], even.findings[0]}) == 1


def test_just_enough_augen_for_a_doppelkopf(rules: RuleSet) -> None:
    """Forty Augen are enough for one, so that nothing is odd."""
    line = '{"kind":"normal","re":[1,2],"augen":40,"extras":{"re":{"doppelkopf":1}}}'
    (result,) = score_each_line(rules, [line])
    assert (result.value, result.findings) == (-3, ())


def test_an_unnamed_solo_where_all_count_alike(rules: RuleSet) -> None:
    """That only some Sonderpunkte count is no reason to ask which solo it was."""
    parts = tuple(replace(part, only=("fuchs",)) if part.rule == "sonderpunkte" else part for part in rules.value)
    (result,) = score_each_line(replace(rules, value=parts), ['{"kind":"solo","re":[1],"augen":130}'])
    assert result.findings == ()


def test_of_many_mistakes_in_a_line_the_rest_is_counted(rules: RuleSet) -> None:
    """Twenty are listed, and one sentence says how many more there are."""
    unknown = {f"no-such-{number}": 1 for number in range(25)}
    (result,) = score_each_line(rules, [json.dumps({"kind": "normal", **unknown})])
    *listed, last = result.findings
    assert [one.sentence for one in listed] == ["faults.line.unknown-key"] * 20
    assert last.message("de") == "Dazu kommen 5 weitere Fehler in dieser Zeile."


def test_a_line_that_is_too_long_for_a_game(rules: RuleSet) -> None:
    """The finding quotes its beginning, says the limit, and names no field."""
    (result,) = score_each_line(rules, ["x" * (LONGEST + 1)])
    [finding] = result.findings
    assert (finding.sentence, finding.fields) == ("faults.line.long-line", ())
    assert "xxx" in finding.message("de")
    assert str(LONGEST) in finding.message("en").replace(",", "")


def test_the_language_is_a_switch(rules: RuleSet) -> None:
    """German by default, English when asked for."""
    line = '{"kind":"normal","re":[1,2],"augen":241}'
    german, english = (json.loads(write_score(score_line(rules, line), lang)) for lang in ("de", "en"))
    assert german["findings"][0]["message"] == "241 Augen gibt es nicht; möglich sind 0 bis 240."
    assert english["findings"][0]["message"] == "There are no 241 Augen; possible are 0 to 240."

"""What a club can say of its counting in a file: each rule alone, on top of a rule set that is shipped."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from scoring.counting.explain_count import explain
from scoring.counting.game_json import describe_game, parse_line, score_line
from scoring.counting.game_value import FACTORS
from scoring.counting.rules import RuleSet
from scoring.rulesets import load_rules

HEAD = 'id = "verein"\nversion = 1\ntitle = { de = "Unser Verein", en = "Our club", source = "x" }\n'
ALL = '["normal", "hochzeit", "hochzeit-allein", "stille-hochzeit", "solo"]'
Club = Callable[..., RuleSet]


@pytest.fixture(name="club")
def _club(tmp_path: Path) -> Club:
    """The rule set that changes these lines of a shipped one."""

    def load(lines: str, base: str = "pflichtsolo-40") -> RuleSet:
        path = tmp_path / "verein.toml"
        path.write_text(f'extends = "{base}"\n{HEAD}{lines}', encoding="utf-8")
        return load_rules.load(path)

    return load


def entry(rule: str, more: str = "", kinds: str = ALL, points: int = 1) -> str:
    """An entry of `value` as a club writes it."""
    more = f", {more}" if more else ""
    return f'{{ rule = "{rule}", points = {points}, kinds = {kinds}, nobody = false, source = "x"{more} }}'


def value(*entries: str) -> str:
    """The entries as the file has them."""
    return f"value = [{', '.join(entries)}]\n"


def points(rules: RuleSet, line: str) -> tuple[int, ...] | None:
    """What a game scores; its lines add up to its value, and each is explained."""
    result = score_line(rules, line)
    if result.points is not None:
        assert sum(one.points for one in result.lines) == result.value
        game, _ = parse_line(rules, line)
        assert game
        assert all("{" not in sentence for lang in ("de", "en") for sentence in explain(rules, game, lang))
    return result.points


NORMAL = '{"kind":"normal","re":[1,2],"augen":%d%s}'


@pytest.mark.parametrize(
    ("augen", "calls", "right"),
    [
        (160, "", 2),  # below 90: one step beyond the win
        (181, "", -3),  # below 60 without a word
        (181, ',"calls":{"re":"re"}', 6),
        (211, ',"calls":{"re":"re"}', -8),
        (211, ',"calls":{"re":"k90"}', 10),
        (240, ',"calls":{"re":"k90"}', -12),
        (59, "", 4),  # Kontra is as timid
    ],
)
def test_feigheit(club: Club, augen: int, calls: str, right: int) -> None:
    """Who wins three steps beyond its call loses as much as it would have won; no more is lost by saying enough."""
    rules = club(value(entry("feigheit", 'beyond = 3, behind = "verdoppelt"', '["normal"]')))
    assert points(rules, NORMAL % (augen, calls)) == (right, right, -right, -right)


def test_feigheit_by_the_absage_reached(club: Club) -> None:
    """With `only`, it takes one of these Absagen, however many steps it is."""
    rules = club(value(entry("feigheit", 'beyond = 1, only = ["schwarz"], behind = "verdoppelt"', '["normal"]', 2)))
    assert points(rules, NORMAL % (220, "")) == (4, 4, -4, -4)
    assert points(rules, NORMAL % (240, "")) == (-10, -10, 10, 10)


LEVEL = (
    'levels = [{ id = "k150", before = "k90", title = { de = "keine 150", en = "no 150" }, '
    're = 150, kontra = 150, cards = 9, source = "x" }]\n'
)


@pytest.mark.parametrize(
    ("augen", "call", "right"),
    [
        (100, "k150", -6),  # kept, but not won
        (130, "k150", 4),
        (130, "k90", -10),
        (80, "k150", -8),  # missed: 160 against it
    ],
)
def test_an_absage_of_ones_own(club: Club, augen: int, call: str, right: int) -> None:
    """keine 150: said, kept and missed; it is counted like every Absage, and does not win by itself."""
    rules = club(
        LEVEL
        + value(
            entry("erreicht", 'only = ["k90", "k60", "k30", "schwarz"], before = "verdoppelt"'),
            '{ rule = "erreicht", remove = true }',
        )
    )
    assert points(rules, NORMAL % (augen, f',"calls":{{"re":"{call}"}}')) == (right, right, -right, -right)
    assert "k150" in score_line(rules, NORMAL % (130, ',"calls":{"re":"k151"}')).findings[0].message("de")


def test_no_absagen_at_all(club: Club) -> None:
    """A club that says Re and Kontra only."""
    gone = ", ".join(f'{{ id = "{name}", remove = true }}' for name in ("k90", "k60", "k30", "schwarz"))
    rules = club(
        f"levels = [{gone}]\n"
        + value(*(f'{{ rule = "{one}", remove = true }}' for one in ("erreicht", "verfehlt", "abgesagt")))
    )
    assert points(rules, NORMAL % (240, ',"calls":{"re":"re"}')) == (2, 2, -2, -2)


def test_amounts_of_single_absagen(club: Club) -> None:
    """Two entries of one rule share the Absagen between them."""
    rules = club(
        value(
            entry("erreicht", 'only = ["schwarz"], before = "verdoppelt"', ALL, 5),
            entry("erreicht", 'only = ["k90", "k60", "k30"], before = "verdoppelt"'),
            '{ rule = "erreicht", remove = true }',
        )
    )
    assert points(rules, NORMAL % (240, "")) == (9, 9, -9, -9)


ENTRIES = """
mal 2 | kinds = ["hochzeit"] | {"kind":"hochzeit","re":[1,2],"augen":130} | 2
mal 2 | kinds = ["solo"], only = ["damen"] | {"kind":"solo","solo":"damen","re":[1],"augen":130} | 6
mal 2 | kinds = ["solo"], only = ["damen"] | {"kind":"solo","solo":"buben","re":[1],"augen":130} | 3
absage-verdoppelt 2 | kinds = ["normal"] | {"kind":"normal","re":[1,2],"calls":{"re":"k60"},"augen":190} | 40
absage-verdoppelt 2 | only = ["k60"] | {"kind":"normal","re":[1,2],"calls":{"re":"k60"},"augen":190} | 20
verdoppelt 3 | only = ["kontra"] | {"kind":"normal","re":[1,2],"calls":{"re":"re","kontra":"kontra"},"augen":130} | 12
angesagt 4 | only = ["re"] | {"kind":"normal","re":[1,2],"calls":{"re":"re","kontra":"kontra"},"augen":130} | 20
solo 2 | when = ["pflicht"], kinds = ["solo"] | {"kind":"solo","solo":"damen","re":[1],"augen":130,"pflicht":true} | 9
solo 2 | when = ["pflicht"], kinds = ["solo"] | {"kind":"solo","solo":"damen","re":[1],"augen":130} | 3
solo 2 | when = ["freiwillig"], kinds = ["solo"] | {"kind":"solo","solo":"damen","re":[1],"augen":130} | 9
solo 2 | when = ["kontra-gewinnt"], kinds = ["solo"] | {"kind":"solo","solo":"damen","re":[1],"augen":100} | -12
solo 2 | when = ["re-gewinnt"], kinds = ["solo"] | {"kind":"solo","solo":"damen","re":[1],"augen":100} | -6
gewonnen 2 | said = ["nothing"] | {"kind":"normal","re":[1,2],"augen":130} | 3
gewonnen 2 | said = ["nothing"] | {"kind":"normal","re":[1,2],"calls":{"re":"re"},"augen":130} | 2
gewonnen 2 | loser_said = ["ansage"] | {"kind":"normal","re":[1,2],"calls":{"kontra":"kontra"},"augen":130} | 6
gescheitert 2 | kinds = ["normal"] | {"kind":"normal","re":[1,2],"calls":{"re":"k60"},"augen":170} | -16
verspielt 2 | kinds = ["normal"] | {"kind":"normal","re":[1,2],"calls":{"re":"k60"},"augen":170} | -20
verspielt 2 | only = ["k90"] | {"kind":"normal","re":[1,2],"calls":{"re":"k60"},"augen":170} | -16
ungeteilt 2 | kinds = ["normal"] | {"kind":"normal","re":[1,2],"augen":120} | -2
ungeteilt 2 | kinds = ["normal"] | {"kind":"normal","re":[1,2],"augen":121} | 3
ungeteilt 2 | kinds = ["normal"] | {"kind":"normal","re":[1,2],"calls":{"kontra":"k90"},"augen":120} | 10
gewonnen 5 | outside = ["verdoppelt"] | {"kind":"normal","re":[1,2],"calls":{"re":"re"},"augen":130} | 7
"""


@pytest.mark.parametrize("case", ENTRIES.strip().splitlines())
def test_an_entry(club: Club, case: str) -> None:
    """Each multiplier and each condition alone: what seat 1 has."""
    rule, more, line, right = (part.strip() for part in case.split(" | "))
    name, amount = rule.split()
    place = "behind" if name in FACTORS else "before"
    kinds = "" if "kinds" in more else f"kinds = {ALL}, "
    keys = ", ".join(filter(None, (more, f'{place} = "verdoppelt"', 'id = "own"')))
    own = f'{{ rule = "{name}", points = {amount}, {kinds}{keys}, nobody = false, source = "x" }}'
    scored = points(club(value(own)), line)
    assert scored is not None
    assert scored[0] == int(right)
    assert sum(scored) == 0


def test_a_multiplier_leaves_alone_what_says_so(club: Club) -> None:
    """Of two multipliers each leaves another entry alone, which no order of the list could say."""
    rules = club(
        value(
            entry("gewonnen", 'id = "a", outside = ["verdoppelt"], before = "verdoppelt"', ALL, 10),
            entry("gewonnen", 'id = "b", outside = ["mal"], before = "verdoppelt"', ALL, 100),
            entry("mal", 'behind = "verdoppelt"', '["normal"]', 3),
        )
    )
    assert points(rules, NORMAL % (130, ',"calls":{"re":"re"}')) == (6 + 30 + 200,) * 2 + (-236,) * 2


SCHWEIN = """
sheet.sonderpunkte = [
  { id = "schwein", title = { de = "Schweinchen", en = "Schweinchen" }, most = 1, augen = 0, source = "x" },
  { id = "karl_weg", title = { de = "Karlchen gefangen", en = "Karlchen caught" }, most = 1, augen = 0, source = "x" },
]
"""


@pytest.mark.parametrize(
    ("augen", "extras", "right"),
    [
        (130, '"re":{"schwein":1}', 3),
        (130, '"kontra":{"schwein":1}', -1),
        (130, '"re":{"karl_weg":1}', 0),
        (100, '"re":{"karl_weg":1}', -3),
        (100, '"re":{"schwein":1}', 0),
    ],
)
def test_own_sonderpunkte(club: Club, augen: int, extras: str, right: int) -> None:
    """Worth two, and below zero: they count for the party that has them, whoever wins."""
    kinds = '["normal", "hochzeit"]'
    rules = club(
        SCHWEIN
        + value(
            entry("sonderpunkte", 'only = ["schwein"], before = "verdoppelt"', kinds, 2),
            entry("sonderpunkte", 'only = ["karl_weg"], before = "verdoppelt"', kinds, -1),
            entry("sonderpunkte", 'only = ["fuchs", "doppelkopf", "karlchen", "herzstich"], before = "verdoppelt"'),
            '{ rule = "sonderpunkte", remove = true }',
        )
    )
    assert points(rules, NORMAL % (augen, f',"extras":{{{extras}}}')) == (right, right, -right, -right)


RAMSCH = (
    'kinds = [{ id = "ramsch", title = { de = "Ramsch", en = "Ramsch" }, re_seats = 0, solo_cross = false, '
    'pflicht = false, durchmarsch = true, source = "x" }]\n'
)


@pytest.mark.parametrize(
    ("line", "right"),
    [
        ('"losers":[3],"augen":90', (2, 2, -6, 2)),
        ('"losers":[3]', (2, 2, -6, 2)),
        ('"losers":[1,3]', (-2, 2, -2, 2)),
        ('"losers":[1,2,3]', (-2, -2, -2, 6)),
        ('"losers":[3],"jungfern":1', (4, 4, -12, 4)),
        ('"losers":[3],"jungfern":2', (8, 8, -24, 8)),
        ('"losers":[3],"augen":240', (-2, -2, 6, -2)),
        ('"losers":[]', None),
        ('"losers":[1,2,3,4]', None),
        ('"losers":[3],"jungfern":3', None),
    ],
)
def test_a_ramsch(club: Club, line: str, right: tuple[int, ...] | None) -> None:
    """Who has the most Augen pays the others, doubled by each without a trick; all tricks win it."""
    rules = club(
        RAMSCH
        + value(
            entry("solo", 'before = "verdoppelt", id = "ramsch"', '["ramsch"]', 2),
            entry("jungfrau", 'behind = "verdoppelt"', '["ramsch"]', 2),
        )
    )
    assert points(rules, f'{{"kind":"ramsch",{line}}}') == right
    game, _ = parse_line(rules, f'{{"kind":"ramsch",{line}}}')
    assert game
    assert ("losers" in describe_game(rules, game)) == bool(game.re)


def test_a_soloist_who_is_not_tripled(club: Club) -> None:
    """Where rows need not add up to 0, how often each has the value is data."""
    gone = 'checks.apply = [{ id = "R1", remove = true }, { id = "R2", remove = true }]\n'
    rules = club(gone + 'kinds = [{ id = "solo", re_times = 1, source = "x" }]\n')
    assert points(rules, '{"kind":"solo","solo":"damen","re":[1],"augen":130}') == (1, -1, -1, -1)


@pytest.mark.parametrize(
    ("said", "augen", "calls", "winner"),
    [
        ("k90/-", 130, '{"re":"k90"}', "re"),  # no Absage decides
        ("k90/-", 130, '{"re":"k90","kontra":"kontra"}', "kontra"),
        ("k90/*", 130, '{"re":"k90","kontra":"kontra"}', "re"),
        ("*/kontra", 130, '{"re":"k90","kontra":"kontra"}', "re"),
        ("re/kontra", 150, '{"re":"re","kontra":"kontra"}', "re"),
    ],
)
def test_who_wins_after_any_calls(club: Club, said: str, augen: int, calls: str, winner: str) -> None:
    """`needs` may lay down the Augen for any pair of calls."""
    rules = club(f'needs = [{{ said = "{said}", re = 125, kontra = 116, source = "x" }}]\n')
    assert score_line(rules, NORMAL % (augen, f',"calls":{calls}')).winner == winner


@pytest.mark.parametrize(
    ("augen", "calls", "right"), [(130, "", 30), (240, ',"calls":{"re":"schwarz"}', 30), (100, "", -30)]
)
def test_a_solo_at_a_fixed_price(club: Club, augen: int, calls: str, right: int) -> None:
    """Ten whatever was said and reached: no other entry counts in solos."""
    rest = '["normal", "hochzeit", "hochzeit-allein", "stille-hochzeit"]'
    rules = ("gewonnen", "gegen", "erreicht", "verfehlt", "abgesagt", "verdoppelt")
    kept = (f'{{ rule = "{rule}", kinds = {rest}, source = "x" }}' for rule in rules)
    price = entry("solo", 'before = "verdoppelt"', '["solo"]', 10)
    fixed = club(value(*kept, price))
    line = f'{{"kind":"solo","solo":"damen","re":[1],"augen":{augen}{calls}}}'
    assert points(fixed, line) == (right, *(-right // 3,) * 3)


def test_sonderpunkte_in_solos(club: Club) -> None:
    """They count in the kinds that their entry names."""
    line = '{"kind":"solo","solo":"damen","re":[1],"augen":130,"extras":{"re":{"fuchs":1}}}'
    assert points(load_rules.load("pflichtsolo-40"), line) == (3, -1, -1, -1)
    counted = club(f'value = [{{ rule = "sonderpunkte", kinds = {ALL}, source = "x" }}]\n')
    assert points(counted, line) == (6, -2, -2, -2)

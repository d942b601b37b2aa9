"""Which values can come about, and that a rightly written row is never blamed."""

from __future__ import annotations

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from scoring import rulesets
from scoring.checks import check_row
from scoring.feasible import lone_values, pair_values
from scoring.game import PARTIES, Call, Calls, Extras, Game, Party
from scoring.legal import legal
from scoring.rows import Row
from scoring.rules import Kind, RuleSet
from scoring.score import score

RULES = rulesets.load("pflichtsolo-40")


def test_values_of_pairs(rules: RuleSet) -> None:
    """Odd values need a game without Re and Kontra, so none is above 1 + gegen + 4 levels + 8 Sonderpunkte = 14."""
    values = pair_values(rules)
    assert set(range(15)) <= values
    assert max(value for value in values if value % 2) == 13
    assert max(values) == 4 * (1 + 1 + 3 * 4 + 8)


def test_values_of_a_solo(rules: RuleSet) -> None:
    """Without Sonderpunkte a solo is won with 1 at least and lost with 2 at least; a stille Hochzeit may lose 1."""
    solo = lone_values(rules, True)
    assert 1 in solo
    assert -1 not in solo
    assert -1 in lone_values(rules, False)
    assert max(value for value in solo if value % 2) == 5
    assert min(solo) == -4 * (1 + 1 + 3 * 4)


def test_every_solo_is_enumerated(rules: RuleSet) -> None:
    """Played through with every number of Augen, not only those at the edges, solos have the same values."""
    every = {
        score(rules, Game("solo", (1,), Calls(re, kontra), augen)).value
        for re, kontra, augen in product(Call, Call, range(241))
    }
    assert every == lone_values(rules, True)


@given(
    st.sampled_from(RULES.kinds), st.sampled_from(Call), st.sampled_from(Call), st.integers(0, 240),
    st.tuples(*(st.integers(0, point.most) for point in RULES.sheet.sonderpunkte)), st.sampled_from(PARTIES),
)
def test_a_right_row_is_never_blamed(
    kind: Kind, re: Call, kontra: Call, augen: int, made: tuple[int, ...], party: Party
) -> None:
    """Whatever was played, the row that is scored for it is legal, and no check calls it an error."""
    counts = tuple(zip((point.id for point in RULES.sheet.sonderpunkte), made, strict=True))
    game = Game(kind.id, (4, 2)[: kind.re_seats], Calls(re, kontra), augen, extras=Extras(**{party: counts}))
    points = score(RULES, game).points
    assert points is not None
    row = Row(7, points, solo=kind.solo_cross)
    assert legal(RULES, row, 4)
    assert [finding for finding in check_row(RULES, row, 4) if finding.severity == "error"] == []

"""The conditions that make the next games Bock games: one small function each, named with the players' word.

A row with details shows every condition. Bare points show only a Nullspiel and a lost solo. An `unseen` condition is on
no sheet at all; the club's own name for it is the title of its trigger.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from scoring.counting.bock_rules import Trigger
from scoring.counting.counted_entries import Kind
from scoring.counting.game import NOTHING, PARTIES, Game, Party, find_other_party
from scoring.counting.rules import RuleSet, is_under
from scoring.counting.score import score
from scoring.counting.who_wins import find_winner
from scoring.rows.point_checks import find_row_pattern
from scoring.rows.written_rows import Row, find_hands

Condition = Callable[[RuleSet, Row, Trigger], bool]


def null_spiel(rules: RuleSet, row: Row, trigger: Trigger) -> bool:
    """The game is worth nothing: all points are 0."""
    if row.details is not None:
        return score(rules, row.details).value == 0
    hands = find_hands(rules, row, len(row.points))
    return hands is not None and not any(hands.values())


def gleichstand(rules: RuleSet, row: Row, trigger: Trigger) -> bool:
    """Both parties have 120 Augen ("gespaltener Arsch")."""
    return row.details is not None and row.details.augen == 120


def verlorenes_solo(rules: RuleSet, row: Row, trigger: Trigger) -> bool:
    """Somebody plays alone and loses. Of bare points: one has minus, three have plus."""
    if row.details is not None:
        kind = rules.find_kind(row.details.kind)
        return kind is not None and kind.re_seats == 1 and _find_winner(rules, row.details) == "kontra"
    found = find_row_pattern(rules, row, len(row.points))
    return found is not None and found.shape == "lone" and found.value < 0


def verlorene_ansage(rules: RuleSet, row: Row, trigger: Trigger) -> bool:
    """A party that said Re or Kontra loses to the other one."""
    return any(_said_and_lost(rules, row, party) for party in PARTIES)


def verlorenes_re(rules: RuleSet, row: Row, trigger: Trigger) -> bool:
    """Re was said and lost, whether Kontra was said or not."""
    return _said_and_lost(rules, row, "re")


def verlorenes_kontra(rules: RuleSet, row: Row, trigger: Trigger) -> bool:
    """Kontra was said and lost, whether Re was said or not."""
    return _said_and_lost(rules, row, "kontra")


def verlorenes_re_allein(rules: RuleSet, row: Row, trigger: Trigger) -> bool:
    """Re alone was said, and lost."""
    return _said_and_lost(rules, row, "re") and not _said(row, "kontra")


def verlorenes_kontra_allein(rules: RuleSet, row: Row, trigger: Trigger) -> bool:
    """Kontra alone was said, and lost."""
    return _said_and_lost(rules, row, "kontra") and not _said(row, "re")


def beide_angesagt(rules: RuleSet, row: Row, trigger: Trigger) -> bool:
    """Re and Kontra were said, whoever won."""
    return all(_said(row, party) for party in PARTIES)


def verfehlte_absage(rules: RuleSet, row: Row, trigger: Trigger) -> bool:
    """A party missed an Absage."""
    game = row.details
    if game is None or game.augen is None:
        return False
    highest = ((party, max(game.calls.list_absagen(party), default=None)) for party in PARTIES)
    return any(level and not is_under(rules, game, find_other_party(party), level) for party, level in highest)


def schwarz(rules: RuleSet, row: Row, trigger: Trigger) -> bool:
    """A party made no trick."""
    game = row.details
    return game is not None and game.augen is not None and any(map(game.is_trickless, PARTIES))


def sonderpunkt(rules: RuleSet, row: Row, trigger: Trigger) -> bool:
    """Somebody made one of the Sonderpunkte that the trigger names."""
    made = row.details.extras if row.details is not None else ()
    return any(name in trigger.only or not trigger.only for _, name, _ in made)


def unseen(rules: RuleSet, row: Row, trigger: Trigger) -> bool:
    """Something that no sheet shows: a Herzdurchlauf, or an Armut that nobody takes, whose hand has no row."""
    return False


TRIGGERS: dict[str, Condition] = {
    "null-spiel": null_spiel,
    "gleichstand": gleichstand,
    "verlorenes-solo": verlorenes_solo,
    "verlorene-ansage": verlorene_ansage,
    "verlorenes-re": verlorenes_re,
    "verlorenes-kontra": verlorenes_kontra,
    "verlorenes-re-allein": verlorenes_re_allein,
    "verlorenes-kontra-allein": verlorenes_kontra_allein,
    "beide-angesagt": beide_angesagt,
    "verfehlte-absage": verfehlte_absage,
    "schwarz": schwarz,
    "sonderpunkt": sonderpunkt,
    "armut": unseen,
    "unseen": unseen,
}
"""The conditions that `when`, or the id, of a trigger may name."""

_BARE = (null_spiel, verlorenes_solo)
"""The conditions that points show without details."""


def find_triggers(rules: RuleSet, row: Row) -> tuple[Trigger, ...]:
    """The triggers that the row shows."""
    return tuple(
        trigger
        for trigger in rules.bock.triggers
        if TRIGGERS[trigger.condition](rules, row, trigger) and _is_of_kind(rules, row, trigger)
    )


def list_unseen(rules: RuleSet, *, single: bool) -> tuple[Trigger, ...]:
    """The triggers that no sheet shows: those of whole Bock rounds or, if `single`, of one Bock game."""
    return tuple(one for one in rules.bock.triggers if TRIGGERS[one.condition] is unseen and one.single == single)


def are_all_bare(rules: RuleSet) -> bool:
    """Whether bare points show every trigger."""
    return all(TRIGGERS[one.condition] in _BARE and not one.kinds for one in rules.bock.triggers)


def _is_of_kind(rules: RuleSet, row: Row, trigger: Trigger) -> bool:
    """Whether the row is surely one of the trigger's kinds of game."""
    return not trigger.kinds or all(kind.id in trigger.kinds for kind in _list_kinds(rules, row))


def _list_kinds(rules: RuleSet, row: Row) -> Iterator[Kind]:
    """The kinds of game that the row may be."""
    found = None if row.details else find_row_pattern(rules, row, len(row.points))
    for kind in rules.kinds:
        crossed = not row.solo or kind.solo_cross
        seats = {"pairs": (2,), "lone": (1,)}.get(found.shape, (1, 2)) if found else (1, 2)
        if kind.id == row.details.kind if row.details else crossed and (kind.is_ramsch or kind.re_seats in seats):
            yield kind


def _said(row: Row, party: Party) -> bool:
    return row.details is not None and row.details.calls.of(party) > NOTHING


def _said_and_lost(rules: RuleSet, row: Row, party: Party) -> bool:
    game = row.details
    return game is not None and _said(row, party) and _find_winner(rules, game) == find_other_party(party)


def _find_winner(rules: RuleSet, game: Game) -> Party | None:
    """Who wins; nobody in a game whose Augen are unknown."""
    return None if game.augen is None else find_winner(rules, game)

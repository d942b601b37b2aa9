"""The thresholds and priors for details: crosses, Augen, Sonderpunkte and values beside a row's points.

"Drawn rows" are the 2,084 of `python -m dev.benchmarks.judge limits --sheets 80 --seed 3`.
"""

from __future__ import annotations

from dataclasses import dataclass

from tournament.judging.limits.slips import get_rate


@dataclass(frozen=True)
class DetailLimits:
    """How much details decide about points, which slips are named, and which correction is proposed."""

    misfit: float = get_rate("row miscounted")
    """How often players write one particular legal row that does not follow from their own details, relative to the row
    that does: 3 rows in 100 are miscounted, with ten likely wrong values. Higher: details decide less about doubtful
    ink. Lower: a miscount beside a smudge may be corrected without a word."""

    contradiction: float = get_rate("impossible details")
    """The same for details that no game has, such as 793 Augen or three Füchse. Players hardly ever write those."""

    detail_repair: float = 0.995
    """The best reading of doubtful details must have this probability for the points to choose it. No standing depends
    on it, but a miscount would pass: 0.98 asks about 1.1 % fewer rows and lets 2 of 360 planted mistakes pass."""

    tally: float = 0.9
    """A bare stroke where a count or a value belongs is a 1 this often; otherwise it strikes the box out. Boxes without
    a Sonderpunkt are mostly left blank. At 1 a stroke for "none" would always be read as a 1."""

    hidden_count: float = 0.13
    """P(a hidden box for a Sonderpunkt has one): 13 in 100 such boxes of drawn games have one. Higher: rows under a
    fold are asked about."""

    unread_count: float = 0.5
    """The same for unreadable ink in such a box: it may be a Sonderpunkt or a stroke for none, and both are taken to be
    equally likely."""

    plain_told: float = 0.3
    """Used in place of `plain` in a row whose points follow from its details: these confirm the row in addition to its
    zero sum."""

    lopsided: float = 0.1
    """How often a game ends with one particular number of Augen below 30 of either party, relative to any other number:
    about 3 games in 100 do (a guess), with a quarter of all numbers. The reader loses digits: 117 is read as 17. At
    0.03 and 0.3 one of 1,544 drawn rows is asked about less, or more; at 1 three more, and most numbers that lack a
    digit."""

    uncrossed: float = 0.01
    """How often no kind is crossed in a game of one against three of which Re or Augen are written, relative to one
    that is crossed: 1 in 100 (a guess). At 1 people are asked whether an X beside three equal numbers is one."""

    detail_odds: float = 1e-4
    """Readings of a row's details are followed down to these odds against the ink's own reading; a cross that was read
    for certain has 1e-4."""

    revealed: float = 4.5e-4
    """A person is asked about doubtful details although the points follow from one of their readings, if the others
    may well reveal a mistake: their probability times the rates of the slips that they would reveal
    (`tournament.judging.limits.slips`) must reach this. Of 19,755 planted mistakes only those pass that were misread
    with confidence; 6e-4 lets two more pass, 3e-4 asks about 0.3 % more right rows."""

    revealed_value: float = 0.4
    """A person is asked about a value column that contradicts the points with this probability, unless the details
    prove these."""

    reveals: float = 0.1
    """Readings with less than this probability by the ink are not taken to reveal a mistake, as nobody would see them
    in a box. Of 19,755 planted mistakes those that a misread detail hid had 0.21 and more."""

    detail_likely: float = 0.003
    """Readings of details down to these odds are used to weigh the points: about as often as players err (`misfit`).
    0.001 makes judging a tenth slower."""

    detail_readings: int = 400
    """How many readings of a row's details are weighed at most: the most probable ones."""

    proposal_share: float = 0.55
    """If no reading of a row is right, a right row with this probability is proposed. Lower: it is a guess."""

    key_lead: float = 7.0
    """The Enter key accepts the likeliest correction of a row that its details contradict, if the slip that it undoes
    is made so many times as often as all slips together that need another correction; otherwise two are offered. The
    rates are known only to their order of magnitude, so 7 allows for one other cause that is ten times rarer, and a
    little more. Lower: the key is a guess."""

    key_least: float = 1e-3
    """The Enter key also needs that slip to be made at least so often. Rarer ones, such as a count that is off by any
    number, are no likelier than two slips at once, which are not listed."""

    slip_told: float = 0.4
    """Slips are named to the person if they are made at least this often, relative to the likeliest. Nothing else
    depends on it: at 0.13 and at 0.7 the sentences of 12 and 25 drawn rows differ."""

    second_slip: float = 0.05
    """A slip is rarer by this factor if the value column, or the sums, would have to be wrong as well. From 0.017 to
    0.15 no drawn row is judged differently; at 1 the sums no longer show which slip it is (a test)."""

    call_behind: float = 0.3
    """A party with fewer Augen than the other calls less often, by this factor. At 0.1 four drawn rows have another
    proposal, at 0.65 eleven; none has another status."""

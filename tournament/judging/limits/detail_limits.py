"""The thresholds and priors of details: crosses, Augen, Sonderpunkte and values beside a row's points.

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
    """The same for details that no game has, such as 793 Augen or three Füchse. Players hardly ever write such."""

    detail_repair: float = 0.995
    """The best reading of doubtful details must have this probability for the points to choose it. No standing depends
    on it, but a miscount would pass: 0.98 asks about 1.1 % fewer rows and lets 2 of 360 planted mistakes pass."""

    tally: float = 0.9
    """A bare stroke where a count or a value belongs is a 1 this often; otherwise it strikes the box out. Boxes without
    a Sonderpunkt are mostly left blank. At 1 a stroke for "none" would always be read as a 1."""

    hidden_count: float = 0.13
    """What is hidden of a box for a Sonderpunkt says so often that one was made: 13 in 100 such boxes of drawn games
    have one. Higher: rows under a fold are asked about."""

    unread_count: float = 0.5
    """The same of ink there that cannot be read at all: a Sonderpunkt, or a stroke for none? Nobody can tell."""

    plain_told: float = 0.3
    """What `plain` is in a row whose points follow from its details: these confirm the row beside its zero sum."""

    detail_odds: float = 1e-4
    """Readings of a row's details are followed down to these odds against the ink's own reading; a cross that was read
    for certain has 1e-4."""

    revealed: float = 4.5e-4
    """A person is asked about doubtful details although the points follow from one of their readings, when the others
    are weighty enough: their probability times the rates of the slips that they would show
    (`tournament.judging.limits.slips`) must reach this. Of 19,755 planted mistakes only those pass that were misread
    with confidence; 6e-4 lets two more pass, 3e-4 asks about 0.3 % more right rows."""

    revealed_value: float = 0.4
    """A person is asked about a value column that contradicts points and details with this probability."""

    reveals: float = 0.1
    """Readings below this share of the ink are none that anybody would see in a box: the mistakes of 19,755 that the
    details reveal and a misreading hides had 0.21 and more."""

    detail_likely: float = 0.003
    """Readings of details down to these odds are used to weigh the points: about as often as players err (`misfit`).
    0.001 makes judging a tenth slower."""

    detail_readings: int = 400
    """How many readings of a row's details are weighed at most: the most probable ones."""

    proposal_share: float = 0.55
    """Where no reading of a row is right, a right row is proposed that has this chance. Lower: it is a guess."""

    key_lead: float = 7.0
    """One key accepts the likeliest correction of a row that its details contradict where one slip that it mends is
    made so many times as often as all slips together that want another one; else two are offered. The rates are known
    to their order of magnitude, so that one cause ten times rarer, and another beside it, may stand against it. Lower:
    the key is a guess."""

    key_least: float = 1e-3
    """The same where that slip is made so often. Rarer ones, as a count that is off by anything, are no likelier than
    two slips at once, of which nobody has a list."""

    slip_told: float = 0.4
    """Slips at least this likely beside the best one are named to the person. Nothing else hangs on it: at 0.13 and at
    0.7 the sentences of 12 and 25 drawn rows are others."""

    second_slip: float = 0.05
    """A slip is this much rarer where the value column, or the sums, would have to be wrong as well. From 0.017 to
    0.15 no drawn row is judged otherwise; at 1 the sums no longer tell whose slip it is (a test)."""

    call_behind: float = 0.3
    """A party with fewer Augen than the other makes calls this much more seldom than one with more. At 0.1 four drawn
    rows have another proposal, at 0.65 eleven; none another status."""

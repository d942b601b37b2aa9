"""The thresholds and priors for lists of running totals.

"Drawn rows" are the 632 of `python -m dev.benchmarks.judge limits --sheets 24`; "beside blank rows" are the 520 of
`--sheets 30 --blank`. Unless said otherwise, the changes that are reported make no further row silently wrong.
"""

from __future__ import annotations

from dataclasses import dataclass

from tournament.judging.limits.slips import get_rate


@dataclass(frozen=True)
class ListLimits:
    """How often players fill in a list's totals, values and marks in which way, and how many readings are tried."""

    list_nullspiel: float = 0.03
    """P(a row is a Nullspiel). Only its ratio to `list_game` matters. Between 0.01 and 0.09 no drawn row and none
    beside blank rows is judged differently; at 0.0005 three there are silently wrong, at 0.5 two."""

    list_game: float = 0.005
    """P(a row is one particular game), by who won how much: some two hundred are usual. Higher: a blot among the totals
    is more easily taken for a game that the rest of the row contradicts."""

    list_untold: float = 0.3
    """P(a row is none of the games that its totals and its value suggest). Its totals then prove nothing, and the next
    ones go on from what is written. At 0.1 two of the drawn rows have other findings, at 0.65 none, and beside blank
    rows none from 0.01 on. Lower: a game is read into totals that make none."""

    list_held: float = 0.1
    """P(a game was played in a blank row and is contained in the totals below), relative to none. Beside blank rows
    nothing changes from 0.03 to 0.9, and at 0.001 seven rows are silently wrong; on 30 other such lists one is at 0.03,
    and one at 0.9. Lower: the row below is blamed for it."""

    list_below: float = 0.01
    """Games of the row below a blank one are not tried if they are less likely than this by its value and marks,
    relative to the best. Beside blank rows no status changes from 0.003 to 0.3; on 30 other such lists two more right
    rows are asked about at 0.003, and three are silently wrong at 0.3."""

    list_total: float = 0.005
    """P(one particular total) where nothing is known: players end within a hundred of 0 either way."""

    list_spoilt: float = 0.05
    """P(a list's total that was written over is none of its candidates). Without value and marks one total that fits
    proves nothing. Few drawn totals are written over: from 0.005 to 0.5 no row is judged differently."""

    list_gaps: float = 0.3
    """If more than this share of the totals that a list should have is left out, its rows with gaps are asked about.
    Found by simulation: for the chain leaving one out is a rare slip, so that it takes a row without numbers for a
    Nullspiel."""

    list_sizes: int = 8
    """How many values of games are tried in a row, the most probable ones by totals and value. With 16 no drawn row is
    judged differently, and judging takes a fifth longer; with 4 it takes a quarter less, and two of 416 rows have other
    findings."""

    total_readings: int = 3
    """How many readings of each total are tried for each state above it, the likeliest ones. With 6 no drawn row is
    judged differently; with 1 fourteen have other findings, and judging takes six tenths of the time."""

    list_reads: int = 32
    """How many combinations of doubtful totals are tried in a row. If there are more, only one total at a time is read
    in another way than the likeliest. From 1 to 64 no drawn row is judged differently; on lists that can hardly be read
    one of 664 rows has another finding with 1."""

    total_rival: float = 1e-6
    """Readings of a total that are less likely than this, relative to the best one, are not tried. It must be far below
    the odds of one wrong total (1e-4), or the wrong one is left out that explains the totals below it. Lower: slower.
    """

    uncarried: float = get_rate("total not carried on")
    """P(the total below a wrong one is right again), relative to one that goes on from it. Higher: a digit that was
    misread in one row of a list is called the players' mistake, although the rows around it agree."""

    left_blank: float = get_rate("left blank")
    """Share of a list's totals and values that are left blank, and of lists on which no winner is marked."""

    mark_missing: float = get_rate("winner not marked")
    """Share of winners without their mark on a list where winners are marked."""

    mark_stray: float = get_rate("loser marked")
    """Share of losers with a winner's mark."""

    lone_uncrossed: float = 0.3
    """How often a list's game of one against three has no solo's cross, relative to one that has: many a list is kept
    without crosses, and silent solos have none. At 0.1 eight drawn rows have other findings and one more is asked
    about, at 0.65 two have."""

    cross_stray: float = get_rate("cross beside other points")
    """How often a list's game of two against two is crossed as a solo, or points that no offence costs as an offence,
    relative to one that is not."""

    cross_slip: float = 0.05
    """A mark or cross of a list that is set, or left out, less often than this is the players' mistake. Solos without a
    cross are too frequent to be one (`lone_uncrossed`)."""

    list_states: int = 64
    """How many states of a list's totals are kept below each row, the likeliest. With 128 one drawn row has another
    finding and judging takes a third longer; with 32 one has, and it takes a quarter less."""

"""The thresholds and priors of lists with running totals."""

from __future__ import annotations

from dataclasses import dataclass

from tournament.judging.slips import get_rate


@dataclass(frozen=True)
class ListLimits:
    """How often a list's totals, values and marks say what, and how far their readings are followed."""

    list_nullspiel: float = 0.03
    """Running totals: how often a row is a Nullspiel: a guess. Only its distance from `list_game` matters."""

    list_game: float = 0.005
    """How often a row is one particular game, by who won how much: some two hundred are usual. Higher: a blot among the
    totals is sooner a game that the rest of the row speaks against."""

    list_untold: float = 0.3
    """How often a row is none of the games that its totals and its value speak for: a guess. Its totals then say
    nothing, and the next ones go on from what is written. Lower: a game is read into totals that make none."""

    list_held: float = 0.1
    """How often the totals below a blank row hold a game that was played there, relative to none: a guess. Lower: the
    row below is blamed for it."""

    list_below: float = 0.01
    """Games of the row below a blank one that go this much less well with its value and marks, beside the best one, are
    not tried: a guess, for speed."""

    list_total: float = 0.005
    """How likely one particular total is where nothing is known: players end within a hundred of 0 either way."""

    list_spoilt: float = 0.05
    """How often a list's total that was written over says none of its candidates: a guess. Without value and marks one
    total that fits bears out nothing."""

    list_gaps: float = 0.3
    """Where more of a list's due totals are left out, it is asked about row by row: by simulation. Leaving one out is a
    rare slip to the chain, which then takes a row without numbers for a game without points."""

    list_sizes: int = 8
    """How many values of games are looked at in a row, those that totals and value speak for most: a guess, for
    speed."""

    total_readings: int = 3
    """In how many ways each total is read below one standing, the likeliest ones: a guess, for speed."""

    list_reads: int = 32
    """In how many ways the totals of a row that may well say something else are read together. Where there are more,
    only one of them at a time is read otherwise than is likeliest. A guess, for speed."""

    total_rival: float = 1e-6
    """Readings of a total that are less likely than this beside the best one are not followed. It must be far below
    the odds of one wrong total (1e-4), or the wrong one is left out that explains the totals below it. Lower: slower.
    """

    uncarried: float = get_rate("total not carried on")
    """How often the total below a wrong one is right again, relative to one that goes on from it. Higher: a digit that
    was misread in one row of a list is called the players' mistake, although the rows around it agree."""

    left_blank: float = get_rate("left blank")
    """Share of totals and values of a list that nobody writes, and of lists on which no winner is marked."""

    mark_missing: float = get_rate("winner not marked")
    """Share of winners without their mark on a list where winners are marked."""

    mark_stray: float = get_rate("loser marked")
    """Share of losers with a winner's mark."""

    lone_uncrossed: float = 0.3
    """How often a list's game of one against three has no solo's cross, relative to one that has: many a list is kept
    without crosses, and silent solos have none. A guess."""

    cross_stray: float = get_rate("cross beside other points")
    """How often a list's game of two against two is crossed as a solo, or points that no offence costs as an offence,
    relative to one that is not."""

    cross_slip: float = 0.05
    """A mark or cross of a list that is set, or left out, less often than this is the players' mistake. Solos without a
    cross are too frequent to be one (`lone_uncrossed`)."""

    list_states: int = 64
    """Running totals: how many standings of a list's totals are kept below each row, the likeliest. A
    guess. More: slower."""

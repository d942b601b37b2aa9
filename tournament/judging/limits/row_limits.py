"""The thresholds and priors of rows and their points, of written sums, and of a round's duties.

"Drawn rows" are the 2,340 of `python -m dev.benchmarks.judge limits`, of all styles, with `--sheets 10` and with
`--sheets 14 --seed 2`. Unless said otherwise, the changes that are reported make no further row silently wrong.
"""

from __future__ import annotations

from dataclasses import dataclass

from tournament.judging.limits.slips import SLIPS, get_rate


@dataclass(frozen=True)
class RowLimits:
    """How sure ink, rows and sums must be, and how often players err there."""

    clear_ink: float = 0.985
    """From this probability on a cell's ink is clear. No rule may then choose another reading. 0.95 raises silent
    errors from 0.58 to 0.76 in 1,000 (hard case) and blames 0.24 % of right rows instead of 0.17 %; 0.998 changes
    nothing in the simulation, but a rule could then overrule ink that no person doubts."""

    sure: float = 0.995
    """The best reading of a list's row must have this probability, or a person is asked; a cross that was taken back
    likewise."""

    sure_repair: float = 0.995
    """The best reading of a row must have this probability where a rule chose another one than the ink's first choice,
    or a person is asked. Lower: a player's mistake beside a smudge is corrected without a word. 0.99 asks for 0.05 %
    fewer rows and has 43 instead of 40 silent errors in 2,500 simulated sheets."""

    blame: float = 0.2
    """A row that breaks a rule is called the players' mistake while its legal readings together are less probable than
    this. Higher: right rows that were misread are called the players' mistakes. Lower: the players' mistakes are called
    unclear. A person is asked either way."""

    show: float = 0.005
    """Readings of an unclear cell are shown to the person from this probability on."""

    rival: float = 0.01
    """What is less probable than this is not asked about: a row that is right as its ink says needs no more than the
    rest. Readings of a whole row from this probability on are shown beside the best one. 0.005 opens 0.04 % more of
    42,500 simulated rows and finds no silent error more. Higher: the right reading may not be shown."""

    plain: float = 0.60
    """If the first of a cell's candidates has a smaller share of them than this, one rule alone may not choose another:
    the rule would then write the number. It may confirm the first. With 0.40 a reader that errs three times as often as
    it says has twice the silent errors."""

    proof: float = 1e-3
    """Ink that is half and half or written over is accepted without a question if row rule and column sums leave at
    most this probability of error. Of 323 such photographed rows that are legal and can be read every one
    was right, 292 of them below 5e-4."""

    sign_missed: float = 5e-4
    """How often a number that was read without a sign has a minus, relative to one that has none. Of 16,000 numbers
    with a minus on 378 composed photographs five were surely read without it, and two of 1,000 long totals. Lower:
    players are blamed for a minus that the reader missed. It is weighed only in rows that do not add up."""

    digit_missed: float = 4e-4
    """How often a number that was surely read goes on by one particular digit that the cell's border cut off. Of 11,700
    numbers on 161 photographs 21 lacked their last digit, 18 of them on one sheet: 0.002, shared by some five numbers
    that players write. None lacked its first. Lower than 1.3e-4: players are blamed for it. Of 19,589 numbers on 222
    sheets composed since four did, and nothing changes there between 0 and 1.6e-3. It is weighed only in rows that do
    not add up."""

    missed_told: float = 2.5
    """If a list shows so many missed signs, or last digits, its own rate of them is used: few people write over the
    borders of cells, and those do so all over a sheet. Of 167 composed lists 26 had three or more, in up to 44 % of
    their cells. Higher: such lists are called full of the players' mistakes."""

    missed_more: float = 1.1
    """A list is weighed again while it shows more missed ink than was assumed before, by this factor. At 3.3 none of
    1,000 drawn rows is judged differently; at 1 and below it is weighed `missed_times` times, three times as slowly."""

    missed_times: int = 4
    """How often a list is weighed again at most: two or three times were enough on every list that was composed."""

    last_digits: int = 5
    """A missed last digit is one of so many, by the numbers that players write. From 2 to 10 none of 1,000 drawn rows
    is judged differently."""

    unseen_blank: float = 0.25
    """Share of a cell's missing probability (`Choices.missing`) that is given to "blank": a fold or a stain was read.
    That is cautious: of 59 hidden cells whose candidates agreed 57 were read rightly. At 0.08 no drawn row is judged
    differently, at 0.63 one more is asked about. Higher: numbers under a fold are asked about."""

    unseen_number: float = 0.01
    """The same for each number that is no candidate, of some sixty that players write. At 0.003 three drawn rows have
    other findings, at 0.03 two, of which one more is asked about. Higher: a row that does not add up is called misread
    instead of the players' mistake where a finger hides a cell."""

    row_mistake: float = get_rate("row miswritten")
    """Share of rows that players write wrongly: 1 to 2 % on club sheets; the higher figure asks more and repairs less.
    0.002 raises the silent errors of a reader that errs more often than it says by half."""

    mistakes_near: int = SLIPS["row miswritten"].ways
    """In how many ways one mistake spoils a legal row: at four seats, with ten likely wrong values each. One particular
    illegal row is therefore written `row_slip` times as often as the legal row next to it."""

    unusual: float = 0.02
    """How often a row above the rule set's usual value is written, relative to an ordinary row: 1 game in 100, spread
    over more values. Higher: "12" misread from "1 2" passes more easily."""

    same_hand: float = 0.25
    """How far misreadings of one writer are alike. A row of two against two repeats one number four times; a 1 with a
    long upstroke that is misread as 7 once is misread four times. The probability that all equal digits of a row are
    misread alike is this share of the smallest probability of a single misreading. 0 would trust zero sums of four
    equal misreadings: 1.58 silent errors in 1,000 instead of 0.58."""

    stray: float = 2e-4
    """Probability that the right text is none of the reader's candidates, although their probabilities sum to 1. The
    reader was calibrated on a few thousand cells and cannot know it better. It keeps logarithms finite and every
    certainty below 1."""

    signed_zero: float = 0.02
    """P(a row has zeros with a sign), relative to zeros without. Of 31 that were read so on 336 photographs every one
    was another number, mostly a 4 or 6 closed like a D. At 1 a row of four such sixes is read as a Nullspiel."""

    sum_slip: float = get_rate("sum off")
    """Share of written column totals that players add up wrongly: 16 signed numbers in the head. Lower: a wrong total
    counts for more against a right row."""

    sum_spread: int = 60
    """How many values a wrong total may have. Few are further off than 30 either way."""

    row_readings: int = 12
    """How many readings of each row are kept for judging the sheet. In the simulation the 13th has less than 1e-5 of
    the best one's probability."""

    row_ways: int = 3000
    """How many combinations of candidates are compared in a row. Where all cells are unclear there are 30,000, and a
    sheet takes minutes. The least probable candidates are left out; if one of them has at least `show`, a person is
    told so and asked about the row."""

    hatched: float = 0.5
    """The cell of the seat that sits out is empty with at least this probability, whatever a reader of numbers makes of
    its hatching. From 0.01 to 0.5 no drawn row is judged differently, above 0.75 five have other findings; but no drawn
    reader takes hatching for numbers, so it is the largest value that changes nothing."""

    cell_readings: int = 8
    """How many candidates of a cell are used: all that the reader gives."""

    solo_forgotten: float = get_rate("Pflichtsolo forgotten")
    """Share of players who have no Pflichtsolo at the end of a whole round, or forgot its cross: 1 in 20, cautiously. A
    third and three times as many judge no drawn row differently. Lower: this duty alone decides a doubtful cross."""

    counted: float = 1e-3
    """Readings of a row below this probability are taken to add to the round's counts what the likeliest one adds. The
    duties of a round can make them at most twenty times as probable."""

    turns_uneven: float = get_rate("turns uneven")
    """Share of tables of five without a rotation at which some sat out more often than others."""

    games_short: float = get_rate("game left out")
    """Share of rounds with one game fewer than the rules say, where one row is perhaps blank."""

    one_sided_rows: int = 4
    """So many rows at least must have numbers of one side only before a table is taken to write so: two or three may
    be slips."""

    one_sided_share: float = 0.8
    """This share of the rows must be written so as well. On a sheet with both signs hardly any row is; misread cells
    and players' mistakes spoil fewer than one row in five. Higher: a sheet full of smudges is asked about row by
    row."""

    explained_ways: int = 1000
    """How many combinations of rows the search for a sheet's smallest explanation keeps. Where there are more, those
    with the most wrong fields are left out, and the explanation says so."""

    negligible: float = 1e-6
    """Readings of a row below this probability are not tried. A third of it changes one sentence of the drawn rows and
    takes a quarter longer; three times as much changes nothing."""

    forgotten: float = 1e-12
    """Combinations of rows whose probability is below this share of the best are not compared with the sum row. Four
    sums that fit make a combination at most 1e12 times as probable as one that fits none."""

    chain_states: int = 5000
    """How many different totals are kept below each row of a sheet, the most probable ones. On 364 simulated sheets no
    reading's probability differs by more than 1e-4 from keeping ten times as many. Fewer: on a sheet with many doubtful
    rows the right totals are left out (1500: 4e-4, 300: 0.013). More: a sheet on which hardly a cell is clear takes
    half a second instead of 0.15."""

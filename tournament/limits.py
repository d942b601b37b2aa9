"""Every threshold of the book in one place: what it is, how it was found, what breaks beyond it.

Probabilities are the reader's calibrated ones (0..1). "The hard case" is a blank sum row under a hand whose equal
numbers are misread alike (`no sums`). The simulation that found the numbers is
`dev.benchmarks.judge.points`.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """The thresholds; a test may loosen one with `dataclasses.replace` to show what it holds back."""

    clear_ink: float = 0.985
    """At and above it ink is clear: no rule may choose another reading, a broken rule is the players' finding.
    0.95 raises silent errors from 0.58 to 0.76 in 1,000 (hard case) and blames 0.24 % of right rows instead of 0.17 %;
    0.998 changes nothing in the simulation, but a rule could then overrule ink that no person doubts."""

    sure: float = 0.995
    """The best joint reading of a row must have this share of the probability, or a person looks. In the hard case
    0.98 gives 0.72, 0.95 gives 1.01 silent errors in 1,000 instead of 0.58; 0.999 asks for half a per cent more
    fields and gains nothing."""

    sure_repair: float = 0.995
    """The same for a row in which a rule chose over the ink's first choice. Lower: a player's mistake beside
    a smudge is read away in silence."""

    blame: float = 0.2
    """A broken rule is the players' mistake only while legal readings of unclear ink have less than this share.
    Higher: right rows that were misread are blamed on the players. Lower: the players' mistakes are called unclear;
    they are asked either way."""

    show: float = 0.005
    """Candidates of an unclear cell are told to the person from this probability on."""

    rival: float = 0.01
    """Joint readings of a row at least this likely beside the best are shown to the person, and their cells asked for.
    Higher: the truth may be missing from what is shown."""

    plain: float = 0.60
    """A cell whose own first choice is less likely than this is looked at whatever the rules say: half and half is no
    reading, and a rule would write the number by itself. 0.40 asks for 0.9 % fewer fields; with a reader that errs
    three times as often as it admits it doubles the silent errors."""

    proof: float = 1e-5
    """What a legal row and the clear sums of its columns together may leave of doubt for ink that is half and half or
    written over to be taken without a question. Of 323 such photographed rows that are legal and can be read every one
    was right, 292 of them below 5e-4; simulated hands, a boasting one too, have no more silent errors with it, and up
    to 2.1 points fewer fields asked."""

    row_mistake: float = 0.02
    """Share of rows that players write wrongly (1 to 2 % in club sheets; the higher figure asks more, repairs less).
    0.002 raises the silent errors of a boasting reader by half."""

    mistakes_near: int = 40
    """In how many ways one legal row is spoilt by one mistake (four seats, ten likely wrong values each): the
    likelihood of one particular illegal row is `row_slip` of its legal neighbour's."""

    unusual: float = 0.02
    """How often a row above the rules' usual value is written, relative to an ordinary one: 1 game in 100, spread over
    more values. Higher: "12" read for "1 2" passes more easily."""

    same_hand: float = 0.25
    """How far one hand's misreadings go together: a 2:2 row repeats one number four times, and a 1 with a long
    upstroke that is read as 7 once is so four times. The chance that all equal digits are misread alike is this share
    of the least likely single one. 0 would trust zero sums of four equal misreadings: 1.58 silent errors in 1,000
    instead of 0.58."""

    stray: float = 2e-4
    """Chance that the truth is none of the reader's candidates although they sum to 1: no calibration is finer than its
    data (a few thousand cells). Keeps the logarithms finite and every certainty below 1."""

    signed_zero: float = 0.02
    """How often rows hold zeros with a sign, relative to rows with bare ones; who writes one so writes all. Of 31 that
    were read on 336 photographs every one was another number, mostly a 4 or 6 closed like a D. At 1 a row of four such
    sixes is a Nullspiel."""

    sum_slip: float = 0.05
    """Share of written column totals that are added up wrongly (16 signed numbers by head). Lower: one wrong sum would
    speak more loudly against a good row."""

    sum_spread: int = 60
    """Over how many values a wrong total spreads: a slip of the sum is seldom further off than 30 either way."""

    row_readings: int = 12
    """Joint readings kept per row for the sheet's search. The 13th is below 1e-5 of the best in the simulation."""

    row_ways: int = 3000
    """Combinations of candidates that are compared in a row; where all cells are unclear there are 30,000, and a sheet
    takes minutes. The least likely candidates are left out, and from `show` on the row says so and is asked about."""

    cell_readings: int = 6
    """Candidates used per cell; the reader gives about five."""

    solo_forgotten: float = 0.05
    """Share of players who have no Pflichtsolo at the end of a whole round, or no cross at it (1 in 20 is a cautious
    guess, and a finding in any case). Lower: a doubtful cross is settled by the duty alone."""

    counted: float = 1e-3
    """Readings of a row below this share count as its likeliest one does: a count makes them at most twenty times as
    likely."""

    turns_uneven: float = 0.1
    """Share of tables of five without a rotation at which not everybody sat out equally often."""

    games_short: float = 0.02
    """Share of rounds with a game fewer than the rules say, where just one row may be blank or not."""

    one_sided_rows: int = 4
    """A table that writes for one side only is told by so many rows at least: two or three may be slips."""

    one_sided_share: float = 0.8
    """... and by this share of its rows. Of a sheet with both signs hardly any row has the form; misread cells and
    players' mistakes spoil fewer than one row in five. Higher: a sheet full of smudges is asked about row by row."""

    explained_ways: int = 1000
    """Ways to take the rows so far that the search for a sheet's smallest explanation follows; where there are more,
    those with most wrong fields are left out, and the explanation says so."""

    negligible: float = 1e-6
    """Joint readings of a row below this share are not followed."""

    forgotten: float = 1e-12
    """Combinations of rows this far below the likeliest are not weighed against the sum row. With four sums that fit, a
    combination gains at most a factor of 1e12 over one that fits none."""

    group_totals: int = 1500
    """Totals kept of half the sheet's rows, a quarter, ...: with two halves 2 million combinations of the sheet. Fewer:
    on a sheet with many doubtful rows and no fitting sums the least likely combinations are left out."""

    misfit: float = 0.003
    """How likely players write one particular legal row that their own details do not give, relative to the row that
    they give: 3 rows in 100 are miscounted, over ten likely wrong values. Higher: details say less to doubtful ink.
    Lower: a player's miscount beside a smudge may be read away."""

    contradiction: float = 2e-4
    """The same for details that are no game at all: Augen 793, three Füchse. Players hardly write such."""

    detail_repair: float = 0.995
    """The best reading of doubtful details must have this share for the points to choose it. No standing hangs on
    it, but a miscount would pass: 0.98 asks about 1.1 % fewer rows and lets 2 of 360 planted mistakes pass."""

    tally: float = 0.9
    """A bare stroke where a count or a value belongs is a 1 this often, else it strikes the box out: who made no
    Sonderpunkt leaves it blank. 1: a stroke for "none" would be read as a 1 in silence where nothing else tells."""

    plain_told: float = 0.3
    """What `plain` is in a row that follows from its own details: they are a second witness beside the zero sum."""

    detail_odds: float = 1e-4
    """Readings of a row's details are followed down to these odds against the ink's own: a cross read for certain has
    1e-4."""

    revealed: float = 0.15
    """Doubtful details are asked about although the points follow from one reading, when the others' share of the ink,
    times the weight of the mistakes that they would show (`tournament.judging.details.slips`), comes to this. Of 19,755
    planted mistakes (`dev.benchmarks.judge.details`) that leaves those that are read wrongly with confidence; 0.20 lets
    two more pass, 0.10 asks about 0.3 % more of the right rows."""

    revealed_value: float = 0.4
    """A value column that may say otherwise than points and details with this probability is asked about."""

    detail_likely: float = 0.003
    """Those that points are weighed by have these odds: as much as players err (`misfit`). 0.001 makes judging a tenth
    slower."""

    detail_readings: int = 400
    """Readings of a row's details weighed at most; where there are more, the likeliest are."""

    proposal_share: float = 0.55
    """One mending of a row that its details contradict is proposed when it has this share of the weight of all single
    mistakes that explain it. Lower: the proposal is a guess."""

    points_stand: float = 0.85
    """The share that a mending must have to be proposed when it changes points that the value and the written sums bear
    out: a wrong detail costs nobody a place, points turned round do. With 0.85 none of 240 wrong digits of the Augen
    turned the points, and half of the forgotten doublings were still proposed. Lower: wrong details turn points."""

    same_content: float = 0.7
    """Two photographs show the same sheet when this share of the cells clear in both agrees. The same table's other
    round agrees in 10 to 20 % of the cells, so anything from 0.5 to 0.95 separates; rereadings agree in 97 % and
    more."""

    same_cells: int = 16
    """Cells that must be clear in both photographs before content says anything: four rows of four."""

    name_score: float = 88.0
    """rapidfuzz ratio (0 to 100) from which a printed name is the roster's: one wrong letter in nine gives 88.9, in
    eight 87.5. Lower: Marie and Maria (80) are one player. Higher: full names with one misprint are asked for."""

    name_margin: float = 6.0
    """How far the second-best way to seat a table's names must stay behind; closer, and the name is asked for."""

    name_checked: float = 60.0
    """Ratio from which a roster name is the printed one because its check letters are. One name in 3,844 has the
    same letters by chance; higher: "Ędward" misread as "Gdwarf" is asked for. Lower: chance alone may choose."""

    name_confidence: float = 0.80
    """Tesseract's word confidence (0..1) from which a printed name is taken without a roster."""

    @property
    def row_slip(self) -> float:
        """How often one particular illegal row is written, relative to its legal neighbour."""
        return self.row_mistake / self.mistakes_near

    @property
    def sum_off(self) -> float:
        """How often one particular wrong total is written below a column."""
        return self.sum_slip / self.sum_spread

    @property
    def sum_off_odds(self) -> float:
        """The same, relative to the right total."""
        return self.sum_off / (1.0 - self.sum_slip)

    def as_rows(self) -> list[tuple[str, str]]:
        """Name and value of each threshold, for the workbook's `Info` and the report."""
        return [(name, f"{value:g}") for name, value in asdict(self).items()]


TIES = 1.0 + 1e-9
"""Weights this close are equal: of equal combinations none may be dropped for the order of the seats."""

LIMITS = Limits()

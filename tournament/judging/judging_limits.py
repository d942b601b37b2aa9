"""Every threshold of the book: what it is, how it was found, and what breaks above and below it.

Probabilities are 0 to 1 and calibrated by the reader: of cells read with 0.9, nine in ten are right. "The hard case" is
a sheet with a blank sum row whose writer's equal numbers are misread alike (`no sums`). Most numbers come from the
simulation `dev/benchmarks/judge/points.py`.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass

from tournament.judging.slips import SLIPS, get_rate


@dataclass(frozen=True, slots=True)
class Limits:
    """The thresholds. A test may change one with `dataclasses.replace` to show what it prevents."""

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
    """What an unclear cell may say is shown to the person from this probability on."""

    rival: float = 0.01
    """What is less probable than this is not asked about: a row that is right as its ink says needs no more than the
    rest. Readings of a whole row from this probability on are shown beside the best one. 0.005 opens 0.04 % more of
    42,500 simulated rows and finds no silent error more. Higher: the right reading may not be shown."""

    plain: float = 0.60
    """Where the first of a cell's candidates has a smaller share of them than this, no single rule may choose another:
    otherwise a rule alone would write the number. It may bear out the first. With 0.40 a reader that errs three times
    as often as it admits has twice the silent errors."""

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
    """From so many missed signs, or last digits, on a list its own share of them is believed: few hands write over the
    borders of cells, and those do so all over a sheet. Of 167 composed lists 26 had three or more, in up to 44 % of
    their cells. Higher: such lists are called full of the players' mistakes."""

    missed_more: float = 1.1
    """A list is weighed again while it shows more missed ink than was believed before, by this factor: a guess."""

    missed_times: int = 4
    """How often a list is weighed again at most: two or three times were enough on every list that was composed."""

    last_digits: int = 5
    """A missed last digit is one of so many, by the numbers that players write: a guess."""

    unseen_blank: float = 0.25
    """Share of what a cell's candidates lack to 1 that says: nothing is written there, a fold or a stain was read. A
    guess, and a cautious one: of 59 hidden cells whose candidates agreed 57 were read rightly. Higher: numbers under a
    fold are asked about."""

    unseen_number: float = 0.01
    """The same for each number that the reader does not name, of some sixty that players write: a guess. Higher: a
    row that does not add up is called misread rather than the players' mistake where a finger hides a cell."""

    row_mistake: float = get_rate("row miswritten")
    """Share of rows that players write wrongly: 1 to 2 % on club sheets; the higher figure asks more and repairs less.
    0.002 raises the silent errors of a boasting reader by half."""

    mistakes_near: int = SLIPS["row miswritten"].ways
    """In how many ways one mistake spoils a legal row: at four seats, with ten likely wrong values each. One particular
    illegal row is therefore written `row_slip` times as often as the legal row next to it."""

    unusual: float = 0.02
    """How often a row above the rule set's usual value is written, relative to an ordinary row: 1 game in 100, spread
    over more values. Higher: "12" misread from "1 2" passes more easily."""

    same_hand: float = 0.25
    """How far misreadings of one writer go together. A row of two against two repeats one number four times; a 1 with a
    long upstroke that is misread as 7 once is misread four times. The probability that all equal digits of a row are
    misread alike is this share of the smallest probability of a single misreading. 0 would trust zero sums of four
    equal misreadings: 1.58 silent errors in 1,000 instead of 0.58."""

    stray: float = 2e-4
    """Probability that the right text is none of the reader's candidates, although their probabilities sum to 1. The
    reader was calibrated on a few thousand cells and cannot know it better. It keeps logarithms finite and every
    certainty below 1."""

    signed_zero: float = 0.02
    """How often the zeros of a row have a sign, relative to rows with bare zeros. Of 31 that were read so on 336
    photographs every one was another number, mostly a 4 or 6 closed like a D. At 1 a row of four such sixes is read as
    a Nullspiel."""

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
    its hatching: a guess."""

    cell_readings: int = 8
    """How many candidates of a cell are used: all that the reader gives."""

    solo_forgotten: float = get_rate("Pflichtsolo forgotten")
    """Share of players who have no Pflichtsolo at the end of a whole round, or forgot its cross: 1 in 20 is a cautious
    guess. Lower: this duty alone decides a doubtful cross."""

    counted: float = 1e-3
    """Readings of a row below this probability are taken to count what the most probable one counts. The counts of a
    round can make them at most twenty times as probable."""

    turns_uneven: float = get_rate("turns uneven")
    """Share of tables of five without a rotation at which some sat out more often than others."""

    games_short: float = get_rate("game left out")
    """Share of rounds with one game fewer than the rules say, where one row is perhaps blank."""

    one_sided_rows: int = 4
    """So many rows at least must have numbers of one side only before a table is taken to write so: two or three may
    be slips."""

    one_sided_share: float = 0.8
    """This share of the rows must be so as well. On a sheet with both signs hardly any row is; misread cells and
    players' mistakes spoil fewer than one row in five. Higher: a sheet full of smudges is asked about row by row."""

    explained_ways: int = 1000
    """How many combinations of rows the search for a sheet's smallest explanation keeps. Where there are more, those
    with the most wrong fields are left out, and the explanation says so."""

    negligible: float = 1e-6
    """Readings of a row below this probability are not followed: a guess, for speed."""

    forgotten: float = 1e-12
    """Combinations of rows whose probability is below this share of the best are not compared with the sum row. Four
    sums that fit make a combination at most 1e12 times as probable as one that fits none."""

    chain_states: int = 5000
    """How many different totals are kept below each row of a sheet, the most probable ones. On 364 simulated sheets no
    reading's probability differs by more than 1e-4 from keeping ten times as many. Fewer: on a sheet with many doubtful
    rows the right totals are left out (1500: 4e-4, 300: 0.013). More: a sheet on which hardly a cell is clear takes
    half a second instead of 0.15."""

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
    are weighty enough: their probability times the rates of the slips that they would show (`tournament.judging.slips`)
    must reach this. Of 19,755 planted mistakes (`dev/benchmarks/judge/details.py`) only those pass that were misread
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
    """A correction of a row that its details contradict is proposed when it has this share of the weight of all single
    mistakes that would explain the row. Lower: the proposal is a guess."""

    slip_told: float = 0.4
    """Slips at least this likely beside the best one are named to the person: a guess."""

    second_slip: float = 0.05
    """A slip is this much rarer where the value column, or the sums, would have to be wrong as well: a guess."""

    borne_out: float = 0.1
    """Points that value and sums bear out leave a slip in them this share of its rate, unless just one line of the
    count was forgotten: then it is forgotten in all three. A guess."""

    call_behind: float = 0.3
    """A party with fewer Augen than the other makes calls this much more seldom than one with more: a guess."""

    points_stand: float = 0.85
    """The same for a correction that changes points which the value column and the written sums confirm. A wrong detail
    costs nobody a place, wrong points do. With 0.85 none of 240 wrong digits of the Augen
    turned the points, and half of the forgotten doublings were still proposed. Lower: wrong details turn points."""

    same_content: float = 0.7
    """Two photographs show the same sheet when this share of the cells that are clear in both agrees. The same table's
    other round agrees in 10 to 20 % of the cells, so anything from 0.5 to 0.95 separates; rereadings agree in 97 % and
    more."""

    same_cells: int = 16
    """So many cells must be clear in both photographs before their numbers are compared: four rows of four."""

    name_score: float = 88.0
    """rapidfuzz ratio (0 to 100) from which a printed name is the roster's: one wrong letter in nine gives 88.9, in
    eight 87.5. Lower: Marie and Maria (80) are one player. Higher: full names with one misprint are asked for."""

    name_margin: float = 6.0
    """A table's names are matched with the list all together. A name is asked for when another assignment with another
    name at that seat is worse by less than this."""

    name_checked: float = 60.0
    """Ratio from which a roster name is the printed one because its check letters are. One name in 3,844 has the
    same letters by chance; higher: "Ędward" misread as "Gdwarf" is asked for. Lower: chance alone may choose."""

    name_confidence: float = 0.80
    """Tesseract's word confidence (0..1) from which a printed name is taken without a roster."""

    @property
    def least(self) -> float:
        """No candidate of the reader's counts as less probable: one beside which nothing else was seen."""
        return self.stray / 10

    @property
    def row_slip(self) -> float:
        """How often one particular illegal row is written, relative to the legal row next to it."""
        return self.row_mistake / self.mistakes_near

    @property
    def sum_off(self) -> float:
        """How often one particular wrong total is written below a column, of all totals."""
        return self.sum_slip / self.sum_spread

    @property
    def sum_off_odds(self) -> float:
        """How often one particular wrong total is written, relative to the right one."""
        return self.sum_off / (1.0 - self.sum_slip)

    def list_thresholds(self) -> list[tuple[str, str]]:
        """Name and value of each threshold, for the workbook's page `Info` and for the report."""
        return [(name, f"{value:g}") for name, value in asdict(self).items()]


LEAST = 0.001
"""Texts of a field below this chance are not told: the reader's own probabilities are no finer."""

CERTAINTY = 0.95
"""How certain a report is that there are no more silent errors than it says."""

READER_ERRS = {0.5: 0.2, 1.0: 0.5, 2.0: 0.2, 4.0: 0.1}
"""How many times as often as it says the reader errs, and how likely that is before anything was read. On 336
photographs of hands that it never saw it was 1.1 times."""

HANDS_ALIKE = {0.06: 0.4, 0.25: 0.4, 0.75: 0.2}
"""The share of misreadings of equal numbers in a row that is of all of them at once: likewise. On these photographs it
was 0 of 140, but of writers whose every digit is a new sample."""

TIES = 1.0 + 1e-9
"""Weights count as equal up to this factor. Where a search must drop combinations, it drops all equal ones or none:
otherwise the order of the seats would decide."""

LIMITS = Limits()

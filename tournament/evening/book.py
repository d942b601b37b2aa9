"""The book of a tournament: every sheet is judged, repeats are set aside, players are named and points are added."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import partial

from scoring.counting.rules import RuleSet
from texts.languages import Lang
from texts.sentences import Phrase
from tournament.evening.asked_together import find_block, find_hanging_rows
from tournament.evening.award_notes import AwardNote
from tournament.evening.counted_sheets import CountedSheet, SheetIndex, list_players, number_alike
from tournament.evening.decided_sheets import Judge, close_decided, close_round_matters, judge_decided
from tournament.evening.decisions import group_decisions, match_decisions
from tournament.evening.evening_limits import EVENING_LIMITS, EveningLimits
from tournament.evening.held_back import find_misplaced, has_sure_place, hold_back
from tournament.evening.item_names import Matter, RoundMatter, find_key, list_round_matters
from tournament.evening.late_items import Change
from tournament.evening.missing_sheets import find_missing, is_missing
from tournament.evening.roster import Roster, Seated, find_players
from tournament.evening.seat_swaps import find_swaps, hold_for_swaps
from tournament.evening.sheet_intake import (
    KeptSheet,
    Unusable,
    divide_sheets,
    make_matter,
    sort_out_safely,
)
from tournament.evening.sheet_places import (
    FreeTable,
    describe_free_tables,
    find_missing_place,
    list_free_tables,
)
from tournament.evening.sheet_remarks import (
    add_remarks,
    check_both_halves,
    check_draw,
    find_clashes,
    find_doubtful_names,
    find_off_draw,
    find_photo_doubts,
    find_players_twice,
    find_repeats,
    find_seat_order,
    find_stray_place,
)
from tournament.evening.struck_rows import note_ticked
from tournament.evening.typed_beside import Beside, hold_against_typed
from tournament.evening.typed_notes import TypedNote, find_typed_names, list_typed_notes
from tournament.human_decisions import NO_DECISIONS, Decisions
from tournament.judging.causes import attach_to_causes
from tournament.judging.judged_sheet import JudgedSheet
from tournament.judging.limits.judging_limits import Limits
from tournament.judging.reconcile import reconcile
from tournament.judging.silent_errors import Trust, measure_trust
from tournament.judging.written_sheet import WrittenSheet
from tournament.last_results import LastResults
from tournament.remarks import Doubt, Log, Remark, keep_nothing, try_or_remark
from tournament.standings.places import Player, Standing
from tournament.standings.scorings import PLAIN, Scoring
from tournament.standings.ties import rank_players


@dataclass(frozen=True, slots=True)
class DueTable:
    """A drawn table whose sheet is missing in a round that has begun. `names`: who sits there, by seat. `games`: how
    many it plays. `lines`: how many rows its sheet has, including those for offences."""

    round: int
    table: int
    names: tuple[str, ...]
    games: int
    lines: int

    @property
    def rows(self) -> range:
        """The numbers of its rows."""
        return range(1, self.lines + 1)


@dataclass(frozen=True, slots=True)
class Book:
    """Everything that the workbook and the report are written from.

    `entries`: the counted sheets, numbered from 1 in the order of the photographs. `seated`: for each entry, where each
    seat's name comes from. `photos`: name and SHA-256 of every photograph, in order. `matters`: what a person must
    settle of whole rounds, such as a missing sheet. `free`: the drawn tables of which not all sheets are in.

    The rest is what a tournament's file knows beside its sheets (`rank_book`): `title` and `day`, where there are any;
    `planned`: how many rounds are to be played, 0 where nobody said; `closed`: whether the organiser has closed every
    round, whatever is open; `signed`: the items, and the missing tables, that somebody signed off then; `changes`: what
    was changed in closed rounds, or in rows that had been handed out; `absent`: who plays and is on no sheet yet;
    `gone`: who left and is on none; `scoring`: what places go by; `teams`: so many of a club's members count for it, 0
    for no teams; `ties`: the chain of rules for ties, () for the usual one; `prizes`: prize money in cents by place;
    `fees`: how much of the entry fee came in, and who has not paid; `due`: the tables whose sheets are missing;
    `awards`: fines and the like.
    """

    rules: RuleSet
    entries: tuple[CountedSheet, ...]
    seated: tuple[tuple[Seated, ...], ...]
    players: tuple[Player, ...]
    standings: tuple[Standing, ...]
    unusable: tuple[Unusable, ...]
    photos: tuple[tuple[str, str], ...]
    limits: EveningLimits = EVENING_LIMITS
    matters: tuple[RoundMatter, ...] = ()
    free: tuple[FreeTable, ...] = ()
    title: str = ""
    day: date | None = None
    planned: int = 0
    closed: bool = False
    signed: frozenset[str] = frozenset()
    changes: tuple[Change, ...] = ()
    absent: tuple[Player, ...] = ()
    gone: tuple[Player, ...] = ()
    scoring: Scoring = PLAIN
    teams: int = 0
    ties: tuple[str, ...] = ()
    prizes: tuple[int, ...] = ()
    fees: tuple[Phrase, ...] = ()
    due: tuple[DueTable, ...] = ()
    awards: tuple[AwardNote, ...] = ()

    @property
    def rounds(self) -> tuple[int | None, ...]:
        """The rounds that were played, by number; None, for sheets without a round, comes last."""
        return tuple(sorted({entry.round for entry in self.entries}, key=lambda number: (number is None, number or 0)))

    @property
    def last_round(self) -> int:
        """The number of the last round that was played; 0 if no sheet says its round."""
        return max((number for number in self.rounds if number is not None), default=0)

    @property
    def typed(self) -> tuple[TypedNote, ...]:
        """The notes on everything that counts and was typed by somebody."""
        return list_typed_notes(self.entries)

    @property
    def lines(self) -> tuple[Standing, ...]:
        """The standings, and after them the players who are on no sheet yet."""
        last = len(self.standings) + 1
        return (*self.standings, *(Standing(last, len(self.absent) > 1, player) for player in self.absent))

    @property
    def pot(self) -> int | None:
        """What is in the pot; None where the rules have none."""
        rows = self.rules.rows
        return sum(entry.find_pot(rows) for entry in self.entries) if rows.pot else None

    @property
    def open_rows(self) -> int:
        """How many rows a person must look at."""
        return sum(len(entry.sheet.open_rows) for entry in self.entries)

    @property
    def open_items(self) -> int:
        """How many questions wait for a person, of rows, sheets and rounds, and of photographs that could not be used.
        That a sheet is not in yet is none."""
        return sum(entry.open_items for entry in self.entries) + len(self.round_matters) + len(self.unusable)

    @property
    def round_matters(self) -> tuple[Matter, ...]:
        """What a person must settle of whole rounds; that a sheet is not in yet is said beside it."""
        asked = (
            replace(one, findings=tuple(finding for finding in one.findings if not is_missing(finding)))
            for one in self.matters
        )
        return list_round_matters([one for one in asked if one.findings])

    @property
    def trust(self) -> Trust:
        """The expected number of wrong fields in rows that nobody is asked about."""
        return measure_trust([row for entry in self.entries for row in entry.sheet.rows])

    @property
    def needs_person(self) -> bool:
        """Whether anything waits for a person."""
        waiting = self.unusable or self.matters
        return bool(waiting) or any(entry.sheet.status == "review" for entry in self.entries)


def count_sheets(
    rules: RuleSet,
    written: Sequence[WrittenSheet],
    roster: Roster | None = None,
    lang: Lang = "de",
    limits: EveningLimits = EVENING_LIMITS,
    judge: Judge | None = None,
    log: Log = keep_nothing,
    decisions: Decisions = NO_DECISIONS,
) -> Book:
    """The book of these sheets, in the order of their photographs; photographs of one key show the same sheet.

    `judge`: judges the sheets; None judges them in this process. `log`: keeps the details of a fault in the program.
    Such a fault costs one sheet, or one comparison of sheets, and never the book. `decisions`: what people decided.
    """
    roster = roster or Roster()
    usable, unusable = divide_sheets(rules, roster, written)
    kept, failed = sort_out_safely(usable, limits, log)
    roster = replace(roster, given=find_typed_names(kept, roster) | roster.given)
    roster = _ROSTERS.recall(roster.tournament, lambda same: same, roster)  # one object is compared at once
    grouped = group_decisions(decisions)
    matched = [
        match_decisions(sheet, grouped.get(find_key(sheet), NO_DECISIONS), limits)
        for one in kept
        for sheet in (one.sheet, *one.typed)
    ]
    every = iter(zip(judge_decided(rules, matched, judge or judge_here, limits), matched, strict=True))
    beside = [Beside(*next(every), tuple(next(every)[0] for _ in one.typed)) for one in kept]

    def name_known(number: int, sheet: JudgedSheet) -> tuple[str, ...]:
        """By seat who sits there, "" where nobody knows."""
        return _seat_at_table(rules, number, sheet, roster, lang, log)[0].known or ("",) * sheet.source.seats

    beside = [
        replace(one, names=(name_known(number, one.sheet), *(name_known(0, typed) for typed in one.typed)))
        if one.typed
        else one
        for number, one in enumerate(beside, 1)
    ]
    held = [hold_against_typed(rules, one, decisions, limits) for one in beside]
    judged, decided = [sheet for sheet, _ in held], [its for _, its in held]
    alike = number_alike([sheet.source for sheet in judged])
    taken = [
        _seat_at_table(rules, number, sheet, roster, lang, log, same)
        for (number, sheet), same in zip(enumerate(judged, 1), alike, strict=True)
    ]
    seated = [names for _, names in taken]
    free = list_free_tables([entry for entry, _ in taken], roster)
    compared = _compare_sheets(rules, tuple(entry for entry, _ in taken), kept, free, log)
    closed = tuple(close_decided(entry, its, decisions, limits) for entry, its in zip(compared, decided, strict=True))
    hanging = find_hanging_rows(rules, [entry.sheet for entry in closed], judge or judge_here, limits)
    entries = hold_back(
        [
            replace(entry, block=find_block(entry, decisions), hanging=rows)
            for entry, rows in zip(closed, hanging, strict=True)
        ]
    )
    placed = [pair for pair in zip(entries, seated, strict=True) if has_sure_place(pair[0])]
    find = partial(find_missing, [entry for entry, _ in placed], [names for _, names in placed], roster)
    lacking = try_or_remark(find, "evening.unchecked-evening", log, make_matter)
    find_pairs = partial(find_swaps, entries, seated, roster)
    swaps = try_or_remark(find_pairs, "evening.unchecked-evening", log, make_matter)
    matters = close_round_matters((*failed, *lacking, *swaps), decisions)
    entries = hold_for_swaps(entries, matters)
    players = list_players(entries, [name for matter in matters for name in matter.absent])
    photos = tuple(dict.fromkeys((sheet.photo, sheet.photo_sha256) for sheet in written if sheet.typed is None))
    standings = rank_players(players)
    return Book(rules, entries, tuple(seated), players, standings, unusable, photos, limits, matters, free)


SeatedSheet = tuple[CountedSheet, tuple[Seated, ...]]
_ROSTERS, _SEATED = LastResults[Roster](), LastResults[SeatedSheet]()


def judge_here(rules: RuleSet, sheets: Sequence[WrittenSheet], limits: Limits) -> Iterable[JudgedSheet]:
    """Every sheet judged in this process, without a limit of time or memory."""
    return [reconcile(rules, sheet, limits) for sheet in sheets]


def _seat_at_table(
    rules: RuleSet, number: int, sheet: JudgedSheet, roster: Roster, lang: Lang, log: Log, same: int = 0
) -> SeatedSheet:
    """The sheet with its players' names, or the seats' labels. `same`: its number if another is called the same."""
    key, ground = (lang, number, sheet.source.identity), (rules, sheet, roster, same)
    bare = CountedSheet(number, sheet, (), same=same)

    def seat_players(*_ground: object) -> SeatedSheet:
        then = roster.at(sheet.source.round)
        seated = find_players(sheet.source, number, then, bare.label_seats(lang))
        return replace(_make_entry(rules, number, sheet, seated, then), same=same), seated

    def label_seats(why: Remark) -> SeatedSheet:
        labels = bare.label_seats(lang)
        seated = tuple(Seated(label, "label") for label in labels)
        return replace(bare, sheet=add_remarks(sheet, (why,)), names=labels), seated

    return try_or_remark(
        partial(_SEATED.recall, key, seat_players, *ground), "evening.unchecked-names", log, label_seats
    )


def _make_entry(
    rules: RuleSet, number: int, sheet: JudgedSheet, seated: tuple[Seated, ...], roster: Roster
) -> CountedSheet:
    """The sheet with its players, and with remarks on doubtful names, a missing round and the draw."""
    known = tuple("" if seat.source == "label" else seat.name for seat in seated)
    entry = CountedSheet(number, attach_to_causes(rules, sheet), tuple(seat.name for seat in seated), known)
    drawn = check_draw(rules, entry, seated, roster)
    doubts: tuple[Doubt, ...] = (
        *note_ticked(sheet.source),
        *find_photo_doubts(sheet.source),
        *find_doubtful_names(entry, seated),
        *find_seat_order(entry, seated, roster),
        *find_missing_place(entry, roster),
        *(find_stray_place(entry, roster) or find_misplaced(entry, seated, roster)),
        *drawn,
        *find_off_draw(rules, entry, seated, roster),
    )
    return replace(entry, sheet=add_remarks(entry.sheet, doubts))


def _compare_sheets(
    rules: RuleSet, entries: tuple[CountedSheet, ...], kept: Sequence[KeptSheet], free: Sequence[FreeTable], log: Log
) -> tuple[CountedSheet, ...]:
    """The sheets with the remarks that only a comparison with all others gives. It needs all names: it comes last."""
    index = SheetIndex.from_sheets(entries)

    def compare(entry: CountedSheet, its: KeptSheet) -> tuple[Doubt, ...]:
        return (
            *describe_free_tables(entry, free),
            *find_repeats(entry, its.repeats),
            *find_clashes(entry, [entries[number - 1] for number in its.clashes]),
            *find_players_twice(entry, index),
            *check_both_halves(rules, entry, index),
        )

    found = []
    for entry, its in zip(entries, kept, strict=True):
        find = partial(compare, entry, its)
        remarks = try_or_remark(find, "evening.unchecked-others", log, lambda why: (why,))
        found.append(replace(entry, sheet=add_remarks(entry.sheet, remarks)))
    return tuple(found)

"""The remarks on a list's row, besides those on what clashes with its game: doubtful ink, missing or needless crosses,
and how the rows below go on from a wrong total.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scoring.counting.game import PLAYERS, count_players
from scoring.findings import Change, write_points
from scoring.rows.row_patterns import Pattern, find_pattern, find_winners
from tournament.judging.ink_options import Choices, Option, asks, is_messy
from tournament.judging.judged_sheet import Chosen, Explanation
from tournament.judging.limits.judging_limits import EVEN, Limits
from tournament.judging.lists.list_ink import is_clear
from tournament.judging.lists.told_rows import ToldRow
from tournament.judging.written_sheet import parse_number
from tournament.remarks import Remark, RowName, RowText


def list_remarks(told: Sequence[ToldRow], limits: Limits) -> list[tuple[Remark, ...]]:
    """The remarks, by row."""
    marking, patchy = _are_winners_marked(told), _find_patchy(told, limits)
    return [
        (
            *_explain_marks(one),
            *_explain_totals(told[place:]),
            *(_ask_winner(one, limits) if marking else ()),
            *_ask_soloist(one),
            *_ask_strokes(one),
            *_ask_row(one, limits, patchy=one.row.inked.number in patchy),
            *_list_ink(one, limits),
        )
        for place, one in enumerate(told)
    ]


def list_read_by_column(told: ToldRow) -> Iterator[Chosen]:
    """The fields that count as the rest of the list has them, against the ink's own first choice."""
    for choices in told.row.all:
        read = told.row.read(choices)
        if read is not choices.first:
            yield Chosen(choices.id or "", choices.first.text, read.text, "row", read.probability)


def _explain_totals(lines: Sequence[ToldRow]) -> Iterator[Remark]:
    """Notes on each wrong total of the first line: that it was probably misread; or why it may be wrong, and whether
    the lines below go on from it."""
    told = lines[0]
    for seat in told.off_totals:
        fields = (told.row.inked.fields[seat - 1],)
        if 2 * told.shares.weigh_total(seat, told.below.right[seat - 1]) > 1.0:
            yield Remark("running-total", "note", "findings.list-misread", fields)
        else:
            yield from (*_explain_slip(seat, fields, told), *_follow_below(seat, fields, lines))


def _explain_slip(seat: int, fields: tuple[str, ...], told: ToldRow) -> Iterator[Remark]:
    """A note if the total fits a solo whose points were not tripled."""
    points = told.show(seat)
    found = _find_played(told)
    times = found.times if found and found.seat == seat else 0
    if times == PLAYERS - 1 and times * (points + (told.find_gap(seat) or 0)) == points:
        yield Remark("running-total", "note", "findings.list-untripled", fields, {"seat": seat})


def _follow_below(seat: int, fields: tuple[str, ...], lines: Sequence[ToldRow]) -> Iterator[Remark]:
    """A note on where the seat's totals are right again, or up to which row they go on from the wrong one."""
    off, last = lines[0].find_gap(seat), None
    for told in lines[1:]:
        gap = told.find_gap(seat)
        if gap == 0:
            text = "findings.list-mended" if last is None else "findings.list-mended-later"
            yield Remark("running-total", "note", text, fields, {"place": RowName(told.row.inked.number)})
            return
        if gap is not None and gap != off:
            return
        last = told if gap == off else last
    if last is not None:
        right, written = last.below.right[seat - 1] or 0, last.row.inked.cells[seat - 1] or 0
        data = {"place": RowName(last.row.inked.number), "right": write_points(right), "written": write_points(written)}
        yield Remark("running-total", "note", "findings.list-carried", fields, data)


def _explain_marks(told: ToldRow) -> Iterator[Remark]:
    """Value and totals agree, but other winners are marked: a note on whose points would be swapped if the marks are
    right."""
    inked = told.row.inked
    if not any(finding.code == "winner-mark" for finding in told.findings):
        return
    marked, won = frozenset(inked.winners), frozenset(find_winners(told.hands, inked.value))
    totals = tuple(inked.fields[seat - 1] for seat in sorted(marked ^ won))
    if len(marked - won) == len(won - marked) == 1 < len(won):
        (up,), (down,) = marked - won, won - marked
        yield Remark("winner-mark", "note", "findings.list-swapped-two", totals, {"one": up, "other": down})
    elif not marked & won and len(marked) == len(won) == 2:
        yield Remark("winner-mark", "note", "findings.list-swapped", totals)


def _are_winners_marked(told: Sequence[ToldRow]) -> bool:
    """Whether most rows with points have their winners marked: some tables mark none."""
    marks = [bool(one.row.inked.winners) for one in told if any(one.full.points)]
    return 2 * sum(marks) > len(marks)


def _find_played(told: ToldRow) -> Pattern | None:
    """The pattern of the row's points; None unless it shows who played."""
    whole = len(told.hands) == count_players(len(told.row.cells))
    return find_pattern(told.evidence.games.rules, told.hands) if whole else None


def _ask_winner(told: ToldRow, limits: Limits) -> Iterator[Remark]:
    """A question where one plays alone and wins, but nobody is marked. Rows with two winners are not asked about: both
    marks are hardly ever forgotten."""
    row = told.row
    played = _find_played(told)
    if row.inked.blank or row.inked.offence or row.inked.winners or played is None or played.seat is None:
        return
    box = row.wins[played.seat - 1].id
    if played.value > 0 and box and all(is_clear(one, limits) or one.id in row.by_column for one in row.wins):
        proposal, data = (Change(box, "", "x"),), {"seat": played.seat}
        yield Remark("winner-mark", "warning", "findings.winner-missing", (box,), data, proposal)


def _ask_soloist(told: ToldRow) -> Iterator[Remark]:
    """A question where a Nullspiel is crossed as a solo: it may be a solo worth nothing, but nobody can say whose."""
    if told.known and not any(told.full.points) and told.full.solo:
        yield Remark("miscounted", "warning", "findings.list-solo-of-none", (told.row.crosses[0].id or "",))


def _ask_strokes(told: ToldRow) -> Iterator[Remark]:
    """A question where a seat that played has a stroke for its total, but another total than 0 would be right: the
    stroke may mean 0, or be misread."""
    for seat, (choices, right) in enumerate(zip(told.row.cells, told.below.right, strict=True), 1):
        if parse_number(choices.first.text).mark == "slash" and told.show(seat) and right:
            seen = (option.text for option in choices.options if option.value == right)
            data = {"readings": (choices.first.text, next(seen, write_points(right)))}
            yield Remark("illegible", "warning", "findings.unclear", (choices.id or "",), data)


def _find_patchy(told: Sequence[ToldRow], limits: Limits) -> frozenset[int]:
    """The rows with a left-out total, by number, if the list lacks so many that the others prove little; else none.

    In each row the players who got or paid points should have a total; in a Nullspiel or an unknown game all should.
    """
    due = {
        one.row.inked.number: [
            cell for seat, cell in enumerate(one.row.inked.cells, 1) if one.show(seat) or not any(one.points)
        ]
        for one in told
        if not one.blank
    }
    lacking = sum(cells.count(None) for cells in due.values())
    if lacking <= limits.list_gaps * sum(map(len, due.values())):
        return frozenset()
    return frozenset(number for number, cells in due.items() if None in cells)


def _ask_row(told: ToldRow, limits: Limits, *, patchy: bool) -> Iterator[Remark]:
    """A question where the whole list leaves a doubt about the row. `patchy`: totals are left out in this row and in
    too many others (`_find_patchy`)."""
    points, games = tuple(number or 0 for number in told.full.points), told.shares.games
    if told.known and not told.findings and (patchy or games.get(points, 0.0) < limits.sure):
        likely = sorted(games.items(), key=lambda game: -game[1])[:2]
        others = (game for game, _ in likely if game is not None and game != points)
        readings = tuple(RowText(told.row.add_award(game)) for game in (points, *others))
        key = "findings.unsettled" if len(readings) > 1 else "findings.unsupported"
        yield Remark("illegible", "warning", key, told.row.inked.fields, {"readings": readings})


def ask_explained(told: ToldRow, explanation: Explanation | None) -> Iterator[Remark]:
    """Questions on a row without other findings: on each field that must be misread for the row to be right; or on the
    whole row, if it is more likely wrong than right."""
    ink = {choices.id: choices.first.text or "–" for choices in told.row.all}
    for field, read in ((one.field, str(one.proposed or "–")) for one in explanation.changes) if explanation else ():
        yield Remark("illegible", "warning", "findings.fits", (field,), {"read": read, "ink": ink[field]})
    if explanation is None and told.shares.odds.miscounted >= EVEN:
        yield Remark("illegible", "warning", "findings.unsupported", told.row.inked.fields)


def _list_ink(told: ToldRow, limits: Limits) -> Iterator[Remark]:
    """For each field with doubtful ink a note that the rest of the list settles it, or a question."""
    row = told.row
    for choices in row.all:
        hangs = choices in row.wins or choices is row.value  # these only repeat what the points say
        kept = row.read(choices) is choices.first and not asks(choices, limits)
        if is_clear(choices, limits) or (hangs and kept):
            continue
        settled = choices.id in row.by_column and (not is_messy(choices, limits) or choices.id in row.proven)
        if not settled:
            yield _ask_ink(choices, limits)
        elif not kept:
            yield _note_read(row.read(choices), choices)


def _note_read(read: Option, choices: Choices) -> Remark:
    """A note that the rows around leave no doubt about the field."""
    here, text, ink = (choices.id or "",), read.text or "–", choices.first.text or "–"
    if read is not choices.first:
        return Remark("illegible", "note", "findings.chosen-column", here, {"read": text, "ink": ink})
    code, key = (
        ("overwritten", "findings.overwritten-column")
        if "overwritten" in choices.flags
        else ("illegible", "findings.column-confirmed")
    )
    return Remark(code, "note", key, here, {"text": text})


def _ask_ink(choices: Choices, limits: Limits) -> Remark:
    here = (choices.id or "",)
    if choices.first.value is None:
        return Remark("illegible", "error", "findings.illegible", here)
    if "overwritten" in choices.flags:
        return Remark("overwritten", "warning", "findings.overwritten", here, {"text": choices.first.text or "–"})
    likely = (option.text or "–" for option in choices.options if option.probability >= limits.show)
    return Remark("illegible", "warning", "findings.unclear", here, {"readings": tuple(likely)})

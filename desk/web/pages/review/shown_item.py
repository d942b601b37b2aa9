"""What the page shows of one item: for a row a column a seat, its crosses, and what its buttons say will count."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Literal, get_args

from desk.web.pages.review.picture_addresses import list_beside, list_inked, make_cell_address, make_marks_address
from scanner.sheet_reading import Reading
from scoring.findings import write_points
from scoring.rows.written_rows import Row
from texts.field_ids import parse_field
from texts.languages import Lang, load_table
from texts.sentences import say
from tournament.evening.counted_sheets import CountedSheet
from tournament.evening.sheet_places import FreeTable
from tournament.human_decisions import CrossName, HumanDecision
from tournament.judging.causes import make_row
from tournament.judging.judged_sheet import JudgedRow
from tournament.judging.offers import write_settled
from tournament.judging.written_sheet import has_mark, has_solo, parse_number
from tournament.review.box_question import BoxQuestion
from tournament.review.waiting import write_all_points
from tournament.typed_points import read_typed_number

CROSSES: tuple[CrossName, ...] = get_args(CrossName)
_SIDES = {1: "alone", 2: "pairs", 3: "alone"}
"""Who played against whom, by how many seats won."""


@dataclass(frozen=True, slots=True)
class CrossView:
    """A cross for which the sheet has a box. `inked`: whether there is a cross in the ink; `offered`: whether it counts
    in the proposal; `doubtful`: whether a person is asked to check it."""

    name: CrossName
    inked: bool
    offered: bool
    doubtful: bool


def view_crosses(row: JudgedRow, shown: Row, framed: Sequence[str]) -> tuple[CrossView, ...]:
    """The cross boxes of the row. `shown`: the row as the page proposes it; `framed`: the fields in doubt."""
    source, boxes = row.source, list_boxes(row)
    views = (
        CrossView("solo", has_solo(source), shown.solo, any(one in framed for one in boxes["solo"])),
        CrossView("offence", has_mark(source.offence), shown.offence, any(one in framed for one in boxes["offence"])),
    )
    return tuple(view for view in views if boxes[view.name])


def list_boxes(row: JudgedRow) -> Mapping[CrossName, tuple[str, ...]]:
    """The ids of the row's boxes for each cross; () for one that the sheet does not have."""
    source = row.source
    solos = (one.id for one in (source.solo, *source.others) if one is not None and parse_field(one.id).kind == "solo")
    return {"solo": tuple(solos), "offence": (source.offence.id,) if source.offence is not None else ()}


def read_wished(form: Mapping[str, str], name: CrossName) -> bool | None:
    """Whether the visitor wants the cross to count; None where the form has no box for it."""
    return name in form if f"offered_{name}" in form else None


def get_crosses(form: Mapping[str, str]) -> tuple[bool | None, bool | None]:
    """`read_wished` for the solo and for the offence."""
    solo, offence = (read_wished(form, name) for name in CROSSES)
    return solo, offence


def is_changed(form: Mapping[str, str]) -> bool:
    """Whether the visitor changed a cross from what the page proposed."""
    wished = ((read_wished(form, name), bool(form.get(f"offered_{name}"))) for name in CROSSES)
    return any(now is not None and now != offered for now, offered in wished)


@dataclass(frozen=True, slots=True)
class SeatView:
    """One column: a seat. `name`: "" for a player who is unknown. `written`: the likeliest reading of the ink;
    `offered`: the text in its input, "" for none; `doubtful`: whether a person is asked to check it first. `picture`:
    the address of its ink, "" for none."""

    seat: int
    name: str
    field: str
    written: str
    offered: str
    doubtful: bool
    picture: str = ""

    @property
    def differs(self) -> bool:
        """Whether another number is offered than the one read."""
        return read_typed_number(self.written) != read_typed_number(self.offered)


def view_seats(
    entry: CountedSheet, row: JudgedRow, offered: Sequence[str], framed: Sequence[str]
) -> tuple[SeatView, ...]:
    """The seats of a row. `offered`: by seat the text in its input."""
    return tuple(
        _view_seat(entry, seat, cell, (row.written[seat - 1], offered[seat - 1]), framed)
        for seat, cell in enumerate(list_inked(row), 1)
    )


@dataclass(frozen=True, slots=True)
class LineView:
    """A line of the sheet to look at, cut seat by seat. `what`: its name; `marks`: the address of the picture of its
    other fields, "" for none; `detailed`: these are many."""

    what: str
    seats: tuple[SeatView, ...]
    marks: str = ""
    detailed: bool = False


def view_line(what: str, entry: CountedSheet, row: JudgedRow) -> LineView:
    """The row, with what it counts now."""
    seats = view_seats(entry, row, write_all_points(row.points), ())
    return LineView(what, seats, make_marks_address(entry, row), is_detailed(row))


MOST_CROSSES = 4
"""More fields than these beside the points need a line of their own: a full sheet has some thirty."""


def is_detailed(row: JudgedRow) -> bool:
    """Whether more stands beside the points than crosses for solo and offence."""
    return len(list_beside(row)) > MOST_CROSSES


def view_fields(
    entry: CountedSheet, cells: Sequence[Reading | None], offered: Sequence[str] = (), framed: Sequence[str] = ()
) -> tuple[SeatView, ...]:
    """The seats with fields that are no row: sums, signatures, names. `offered`: what counts there."""
    return tuple(
        _view_seat(entry, seat, cell, ("" if cell is None else cell.text, offered[seat - 1] if offered else ""), framed)
        for seat, cell in enumerate(cells, 1)
    )


def _view_seat(
    entry: CountedSheet, seat: int, cell: Reading | None, texts: tuple[str, str], framed: Sequence[str]
) -> SeatView:
    field = "" if cell is None else cell.id
    picture, known = make_cell_address(entry, field, "nah") if field else "", entry.known[seat - 1 : seat]
    return SeatView(seat, known[0] if known else "", field, *texts, field in framed, picture)


def name_counted(seats: Sequence[SeatView], crosses: Sequence[CrossView], whole: str) -> str:
    """What a button names that takes the row: the only number that it changes or that is in doubt, else all of it."""
    changed = [seat for seat in seats if seat.differs] or [seat for seat in seats if seat.doubtful]
    crossed = any(cross.inked != cross.offered for cross in crosses)
    return changed[0].offered if len(changed) == 1 and not crossed and changed[0].offered else whole


def name_kept(seats: Sequence[SeatView], whole: str) -> str:
    """What a button names that leaves the row as written: the only number that the proposal changes, else all of it."""
    changed = [seat for seat in seats if seat.differs and seat.offered]
    kept = parse_number(changed[0].written).points if len(changed) == 1 else None
    return whole if kept is None else write_points(kept)


def spell_row(row: Row) -> str:
    """The row as one types it, then its crosses, as the button of an outcome sends it."""
    crosses = (name if getattr(row, name) else f"no-{name}" for name in CROSSES)
    return " ".join((",".join(write_all_points(row.points)), *crosses))


@dataclass(frozen=True, slots=True)
class CrossAsked:
    """A question about one cross, nothing else being in doubt. `name`: the cross, "box" for any but solo and offence,
    which `label` names. `box`: the field to look at. `proposed`: the likelier answer; `taken`: somebody took the cross
    back. `outcome`: the row with the other answer, as a button sends it; `main`: with the likelier one, "" where it is
    the row's proposal. `sides`: whether the points are those of two against two ("pairs"), of one against three
    ("alone"), or of neither (""). `why`: what else depends on it."""

    name: CrossName | Literal["box"]
    box: str
    proposed: bool
    taken: bool
    outcome: str
    sides: str = ""
    why: str = ""
    label: str = ""
    main: str = ""


def find_cross_asked(
    row: JudgedRow, seats: Sequence[SeatView], crosses: Sequence[CrossView], framed: Sequence[str]
) -> CrossAsked | None:
    """The cross that is asked about, if nothing else is: every field in doubt is a box for it, and the points count as
    they are written. None for any other row."""
    asked = [cross for cross in crosses if cross.doubtful]
    boxes = list_boxes(row)[asked[0].name] if len(asked) == 1 else ()
    if not framed or not set(framed) <= {*boxes} or any(seat.differs for seat in seats if seat.field):
        return None
    if any(cross.inked != cross.offered for cross in crosses if cross is not asked[0]):
        return None
    taken = any("taken-back" in one.flags for one in row.source.readings if one.id in framed)
    sides = _SIDES.get(sum(seat.offered.startswith("+") for seat in seats), "")
    points = ",".join(seat.offered for seat in seats)
    outcome = f"{points} {'no-' if asked[0].offered else ''}{asked[0].name}"
    return CrossAsked(asked[0].name, framed[0], asked[0].offered, taken, outcome, sides)


def ask_box(entry: CountedSheet, row: JudgedRow, question: BoxQuestion, lang: Lang) -> CrossAsked:
    """The question about any other box. Where the answers count different points, these are named."""
    yes, no = (write_settled(question.counts[crossed], lang) for crossed in (True, False))
    why = say(lang, "review.box-counts", crossed=yes, blank=no) if yes != no else say(lang, "review.box-same", row=yes)
    taken = any("taken-back" in one.flags for one in row.source.readings if one.id == question.box)
    sent = {on: f"{spell_outcome(row, one)} {'' if on else 'no-'}{question.box}" for on, one in question.counts.items()}
    main, other, label = sent[question.likelier], sent[not question.likelier], _name_box(entry, question.box, lang)
    return CrossAsked("box", question.box, question.likelier, taken, other, why=why, label=label, main=main)


def _name_box(entry: CountedSheet, box: str, lang: Lang) -> str:
    """What the question calls the box: "Bock", "Re bei Anna", "Ansage Kontra"."""
    field, labels, key = parse_field(box), entry.make_labels(None), f"review.box.{parse_field(box).kind}"
    if key in load_table(lang, "review") and not field.party:
        return say(lang, key, seat=labels.name_seat(lang, field.seat or 0))
    return labels.name_column(lang, field.column)


def spell_outcome(row: JudgedRow, settled: Row) -> str:
    """The row as one types it, then the crosses that change, as a button sends it."""
    now = make_row(row)
    pairs = ((name, getattr(settled, name), getattr(now, name)) for name in CROSSES)
    crosses = (name if then else f"no-{name}" for name, then, before in pairs if then != before)
    return " ".join((",".join(write_all_points(settled.points)), *crosses))


@dataclass(frozen=True, slots=True)
class PictureView:
    """A picture of a sheet's head, with what it shows."""

    what: str
    address: str


ItemKind = Literal["row", "name", "order", "swap", "place", "matter"]
"""A row; who sat at a seat; in which order; whether two changed seats; where a sheet belongs; anything else."""


@dataclass(frozen=True, slots=True)
class ItemView:
    """What the page shows of one item. `cell`: the address of the picture of
    the field in doubt, "" for none; `pictures`: further ones. `open`: whether it is open; a sheet can be moved even if
    not. `late`: it waits because its round is closed. `ruling`: an earlier decision. `stays`: what the button says that
    leaves everything as it is. `reasoned`: whether a reason is required, as for an item that is `contested`, not open,
    or late.
    For a row: `seats` and `marks`, the address of the picture of its other fields (`detailed`: these are many).
    `as_written`: the points that count if it is left as written, "" where its ink is illegible; `inked`: the same as
    one types it. `counts`, `kept`: what its buttons name. `crosses`: those that have a box; `asked`: set if only a
    cross is asked about. `contested`: a second person read something else. `typed`: a photograph or a second person
    disagrees with its typed totals. `together`: the rows of one question, each with its place and what it counts then.
    `left`: the first and the last of the rows at the end that may have been struck because the time was up. `doubled`:
    the rows that may have been written twice, each with its name.
    For sums, signatures and columns: `seats`, without inputs; `lines`: rows of the sheet to look at.
    For names and places: `drawn`: players drawn to the table; `players`: all players. `likeliest`: who most probably
    sat at the seat, "" for nobody; `fitting`: several of whom each may be meant. `columns`: who was drawn to each
    column, by start number and name; `named`: whether the sheet names others. `tables`: free tables to which a sheet
    may belong; `fits`: the proposed one. `sheets`: keys and photographs of two sheets that claim one table."""

    item: str
    kind: ItemKind
    key: str
    place: str
    sentence: str
    seats: tuple[SeatView, ...] = ()
    proposal: str = ""
    cell: str = ""
    pictures: tuple[PictureView, ...] = ()
    lines: tuple[LineView, ...] = ()
    marks: str = ""
    detailed: bool = False
    drawn: tuple[str, ...] = ()
    players: tuple[str, ...] = ()
    ruling: HumanDecision | None = None
    as_written: str = ""
    inked: str = ""
    counts: str = ""
    kept: str = ""
    stays: str = ""
    likeliest: str = ""
    fitting: tuple[str, ...] = ()
    crosses: tuple[CrossView, ...] = ()
    asked: CrossAsked | None = None
    contested: bool = False
    reasoned: bool = False
    late: bool = False
    typed: bool = False
    together: tuple[tuple[str, str], ...] = ()
    tables: tuple[FreeTable, ...] = ()
    fits: FreeTable | None = None
    sheets: tuple[tuple[str, str], ...] = ()
    open: bool = True
    columns: tuple[tuple[int, str], ...] = ()
    named: bool = False
    left: tuple[int, int] | None = None
    doubled: tuple[tuple[int, str], ...] = ()

    @property
    def offered(self) -> str:
        """The texts of all inputs, joined."""
        return ",".join(seat.offered for seat in self.seats)

    @property
    def mark(self) -> str:
        """A checksum of what a decision is made from: the question, the proposal, and what is read."""
        shown = (
            self.sentence,
            self.offered,
            self.proposal,
            self.inked,
            self.likeliest,
            *(one.written for one in self.seats),
        )
        return sha256(repr((shown, self.crosses, self.together, self.fits)).encode()).hexdigest()[:12]

    @property
    def addresses(self) -> tuple[str, ...]:
        """The addresses of all its pictures."""
        seats = (*self.seats, *(seat for line in self.lines for seat in line.seats))
        marks = (self.marks, *(line.marks for line in self.lines))
        every = (self.cell, *(seat.picture for seat in seats), *marks, *(one.address for one in self.pictures))
        return tuple(filter(None, every))

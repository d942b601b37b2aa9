"""From what the user ordered to the sheets to print: one, or two where a round's games do not fit on one."""

from __future__ import annotations

from dataclasses import dataclass, replace

from scoring.counting.counted_entries import Kind, Level
from scoring.counting.paper_rules import Solo, Sonderpunkt
from scoring.counting.row_laws import Side
from scoring.counting.rules import RuleSet
from templates.full_sheet import count_most_games
from templates.list_sheets import MAX_GAMES, MINOR_ROWS, OFFENCE_ROWS, count_offence_rows
from templates.sheet_code import Columns, SheetCode
from templates.sheet_spec import Example, SheetSpec, make_layout
from texts.field_ids import BOCK_COLUMNS
from texts.languages import Lang, load_table
from tournament.errors import RefusedOrder
from tournament.printing.rule_lines import fill_full_row, make_example_game, write_offence_rows
from tournament.printing.sheet_keys import write_full_key, write_list_key


def choose_games(rules: RuleSet, seats: int, games: int | None) -> int:
    """The games of a round: as the user says, else by the rules. Raises RefusedOrder where nobody plays so."""
    chosen = games if games is not None else rules.sheet.count_games(seats)
    if chosen is None or seats not in rules.sheet.seats:
        raise RefusedOrder("desk.use.other-seats", rules=rules.id, seats=seats, possible=rules.sheet.seats)
    return chosen


_LONGEST_HEAD = 12  # letters that a turned heading has room for


@dataclass(frozen=True, slots=True)
class SheetOrder:
    """What the user asked for, as typed. `names`: by seat, with commas between; `games`: None for the rules' own."""

    rules: str
    style: str
    seats: int
    games: int | None
    title: str
    round: int | None
    table: int | None
    names: str
    lang: Lang
    plus: bool = False
    paper: str = "a4"


def make_sheets(order: SheetOrder, rules: RuleSet) -> tuple[SheetSpec, ...]:
    """The sheets, in order. Raises RefusedOrder or `templates.layout.UnknownSheet` for what cannot be printed."""
    codes = _split_games(_make_code(order, rules))
    for code in codes:
        make_layout(code)  # raises UnknownSheet, before keys are written for a sheet that cannot be
    return tuple(_make_spec(order, rules, code) for code in codes)


def _make_spec(order: SheetOrder, rules: RuleSet, code: SheetCode) -> SheetSpec:
    full, pflicht = order.style == "full", rules.sheet.pflichtsolo
    side: Side | None = "plus" if order.plus else rules.rows.side
    usual = code.games == rules.sheet.count_games(order.seats)
    return SheetSpec(
        code,
        order.title,
        _split_names(order),
        key_lines=() if full else write_list_key(rules, order.style, order.seats, side, order.lang, small=code.small),
        lang=order.lang,
        key=write_full_key(rules, order.seats, side, order.lang) if full else (),
        heads=_choose_heads(rules, order.lang) if full else (),
        example=fill_full_row(rules, make_example_game(rules, order.seats), code.plus) if full else Example(),
        section=pflicht.per_player * order.seats if pflicht.section and usual else 0,
        offence=write_offence_rows(rules, order.lang),
        minor=rules.offence.counts_as_game,
        away=rules.sheet.list_away(order.seats) if rules.sheet.sitter.rotation == "dealer" else (),
    )


def _make_code(order: SheetOrder, rules: RuleSet) -> SheetCode:
    games = choose_games(rules, order.seats, order.games)
    if order.paper not in ("a4", "a5"):
        raise RefusedOrder("desk.use.no-such-paper", paper=order.paper)
    code = SheetCode(
        rules.id,
        order.style,
        order.seats,
        games,
        order.round,
        order.table,
        plus=order.plus or rules.rows.side == "plus",
        small=order.paper == "a5",
        columns=_choose_columns(order.style, rules),
        starts=not _split_names(order),
        timed=bool(rules.sheet.time),
        high=order.style == "full",
    )
    return replace(code, offences=_count_offence_rows(code, rules))


def _count_offence_rows(code: SheetCode, rules: RuleSet) -> int | None:
    """How many extra rows the sheet needs for offences that are no game but cost points.

    None where the layout knows the number from the rules' name.
    """
    extra = rules.offence.is_fined and not rules.offence.counts_as_game
    rows = OFFENCE_ROWS if extra else MINOR_ROWS if rules.offence.minor.extra_row else 0
    return None if count_offence_rows(code) == rows else rows


def _split_games(code: SheetCode) -> tuple[SheetCode, ...]:
    """The code itself, or the codes of two sheets where the games do not fit on one."""
    most = count_most_games(code) if code.style == "full" else MAX_GAMES
    if code.small or not most < code.games <= 2 * most:
        return (code,)
    return replace(code, half=1), replace(code, half=2)


def _choose_columns(style: str, rules: RuleSet) -> str:
    """The letters of the columns that these rules need on a sheet of that style, as the sheet code has them."""
    crossed = rules.offence.is_fined and rules.offence.counts_as_game
    bock = BOCK_COLUMNS[: max(1, rules.most_bocks)] if rules.bock.triggers else ()
    options = (*bock, *(("offence",) if crossed else ()))
    if style == "points":
        return "" if crossed else Columns().spell()
    if style != "full":
        return Columns(options=options).spell()
    options += ("verworfen",) if rules.offence.played_out else ()
    options += ("jungfern",) if any(rules.counts_jungfern(kind.id) for kind in rules.kinds) else ()
    return Columns(
        tuple(kind.id for kind in rules.kinds if kind.id not in _UNCROSSED),
        tuple(solo.id for solo in rules.sheet.solos),
        tuple(extra.id for extra in rules.sheet.sonderpunkte),
        options,
        tuple(level.id for level in rules.levels),
    ).spell()


_UNCROSSED = ("normal", "hochzeit-allein", "solo")
"""Kinds of game without a column: the ordinary one, a Hochzeit that was crossed as such, and solos, which have theirs.
"""


def _choose_heads(rules: RuleSet, lang: Lang) -> tuple[tuple[str, str], ...]:
    """Headings for columns that the rule set calls otherwise than usual; of long names only the first word."""
    kinds = (kind for kind in rules.kinds if kind.id not in _UNCROSSED)
    named: tuple[Kind | Level | Solo | Sonderpunkt, ...] = (
        *kinds,
        *rules.levels,
        *rules.sheet.solos,
        *rules.sheet.sonderpunkte,
    )
    return tuple((entry.id, word) for entry in named if (word := _choose_head(entry, lang)))


def _choose_head(entry: Kind | Level | Solo | Sonderpunkt, lang: Lang) -> str:
    """The heading of one column; "" for the usual one."""
    usual = load_table(lang, "paper").get(f"paper.head.{entry.id}", "")
    own = "" if isinstance(entry, Solo) else entry.head.in_(lang)
    title = entry.title.in_(lang)
    by_id = isinstance(entry, Kind | Level)  # their headings are shorter than their names
    if own or (usual and (by_id or title.lower().startswith(usual.lower().split(" at ")[0]))):
        return own
    return title if len(title) <= _LONGEST_HEAD else title.split()[0]


def _split_names(order: SheetOrder) -> tuple[str, ...]:
    """The names by seat; none where only commas were given. Whether their number fits is checked when it is drawn."""
    names = tuple(name.strip() for name in order.names.split(","))
    return names if any(names) else ()

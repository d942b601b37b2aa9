"""The worksheets `Spieler` (each player's rounds as formulas) and `Stand` (the same, sorted by place, to pin on the
wall).

Places use RANK and the sorted view INDEX and MATCH, which every Excel and LibreOffice computes. Players are matched
by number, never by name: a name may begin with "=" or hold a "*", which SUMIFS would take for a condition.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from openpyxl.styles import Alignment
from openpyxl.utils import get_column_letter

from tournament.evening.missing import RoundMatter
from tournament.evening.standings import Player, Standing
from tournament.remarks import RoundText, say
from tournament.workbook.names import FIRST_PLAYER as FIRST
from tournament.workbook.names import NamesPlan, RoundPlan
from tournament.workbook.review import ReviewPlan
from tournament.workbook.rounds import open_style
from tournament.workbook.style import FAINT, GOLD, HEAD, INK, OPEN, PLACE, POINTS, Page, face, fitting


@dataclass(frozen=True, slots=True)
class PlayersPlan:
    """Where the players' columns stand: number, name, rounds, total, best round, solos, open rows, place, order; below
    the known players lines for names that are typed later.

    `matters`: the rounds that lack players, and where that is settled.
    """

    names: NamesPlan
    matters: tuple[RoundMatter, ...]
    review: ReviewPlan

    @property
    def tab(self) -> str:
        """The worksheet's name."""
        return self.names.tab

    @property
    def rounds(self) -> tuple[RoundPlan, ...]:
        """The rounds' worksheets."""
        return self.names.rounds

    def column(self, what: str) -> int:
        """The column (from 1) of `name`, `round` (the first), `total`, `best`, `solos`, `open`, `rank`, `order`."""
        after = 3 + len(self.rounds)
        return {"number": 1, "name": 2, "round": 3, "total": after, "best": after + 1, "solos": after + 2,
                "open": after + 3, "rank": after + 4, "order": after + 5}[what]

    def letter(self, what: str) -> str:
        """That column's letter."""
        return get_column_letter(self.column(what))

    def range(self, column: int, *, outside: bool = True) -> str:
        """'Spieler'!$D$4:$D$27, or without the worksheet's name."""
        letter = get_column_letter(column)
        cells = f"${letter}${FIRST}:${letter}${FIRST + self.names.lines - 1}"
        return f"'{self.tab}'!{cells}" if outside else cells


def write_players(page: Page, plan: PlayersPlan, standings: Sequence[Standing]) -> None:
    """Fills `Spieler`, in the order of the names."""
    by_name = sorted(standings, key=lambda standing: (standing.player.name.casefold(), standing.player.number))
    places = order_of([standing.player for standing in by_name])
    page.title(say(page.lang, "title-players"), say(page.lang, "hint-players"), plan.column("order"))
    heads = [say(page.lang, key) for key in ("total", "best", "solos", "open", "rank", "order")]
    page.heads(FIRST - 1, [say(page.lang, "number"), say(page.lang, "name"), *(r.tab for r in plan.rounds), *heads])
    for n, (standing, order) in enumerate(zip(by_name, places, strict=True), FIRST):
        page.number(n, 1, standing.player.number)
        page.text(n, 2, standing.player.name, bold=True)
        _counts(page, plan, n, standing, order)
    for which in range(1, plan.names.spare + 1):
        n = FIRST + len(by_name) + which - 1
        page.formula(n, 1, f'=IF($B{n}="","",{len(by_name) + which})', "")
        page.formula(n, 2, plan.names.new_name(which), "", "@", bold=True)
        _counts(page, plan, n)
    page.box(range(FIRST, FIRST + len(by_name)), range(1, plan.column("order") + 1))
    page.widths([6.0, fitting([s.player.name for s in by_name], 18, 40), *[11.0] * len(plan.rounds), *[11.0] * 5, 13.0])
    page.set_up(FIRST - 1, plan.column("order"), FIRST + len(by_name) - 1, freeze=f"C{FIRST}")


def order_of(players: Sequence[Player]) -> list[int]:
    """The line of each of `players` in the sorted view: by total, equal ones in the order given."""
    totals = [player.total for player in players]
    return [1 + sum(t > total for t in totals) + totals[:n].count(total) for n, total in enumerate(totals)]


def _counts(page: Page, plan: PlayersPlan, n: int, standing: Standing | None = None, order: int = 0) -> None:
    """What a line's name has come to; nothing for a name that stands in no round, as in every spare line at first."""
    player, total = standing.player if standing else None, f"${plan.letter('total')}{n}"

    def put(what: str, formula: str, value: int, style: str = "0", *, bold: bool = False) -> None:
        page.formula(n, plan.column(what), f'=IF({total}="","",{formula})', value if player else "", style, bold=bold)

    for column, round_ in enumerate(plan.rounds, plan.column("round")):
        points = player.get_points(round_.round) if player else None
        ids = round_.range("number")
        formula = f'=IF(COUNTIF({ids},$A{n})=0,"",SUMIFS({round_.range("points")},{ids},$A{n}))'
        page.formula(n, column, formula, "" if points is None else points, POINTS)
    first, last = (get_column_letter(plan.column("round") + step) for step in (0, len(plan.rounds) - 1))
    rounds = f"{first}{n}:{last}{n}"
    came_to = f'=IF(COUNT({rounds})=0,"",SUM({rounds}))'
    page.formula(n, plan.column("total"), came_to, player.total if player else "", POINTS, bold=True)
    put("best", f"MAX({rounds})", player.best_round if player else 0, POINTS)
    put("solos", _over(plan, "solos", n), player.solos_won if player else 0)
    waiting = "+".join((_over(plan, "open", n), *(_absences(plan, player, page.lang) if player else ())))
    put("open", waiting, player.open_items if player else 0, open_style(page.lang))
    totals = plan.range(plan.column("total"), outside=False)
    put("rank", f"RANK({total},{totals})", standing.place if standing else 0, PLACE)
    above = f"COUNTIF(${plan.letter('total')}${FIRST}:{total},{total})-1"
    put("order", f"RANK({total},{totals})+{above}", order)


def _over(plan: PlayersPlan, head: str, n: int) -> str:
    """A column of the rounds' worksheets added up for one player."""
    return "+".join(f"SUMIFS({r.range(head)},{r.range('number')},$A{n})" for r in plan.rounds)


def _absences(plan: PlayersPlan, player: Player, lang: str) -> list[str]:
    """The rounds that lack the player, as long as they are not settled."""
    name = player.name.casefold()
    lacking = (one for one in plan.matters if name in map(str.casefold, one.absent))
    return [plan.review.open_in(lang, RoundText(one.round).in_(lang)) for one in lacking]


def write_standings(page: Page, plan: PlayersPlan, standings: Sequence[Standing], open_items: int) -> None:
    """Fills `Stand`: line k shows the player whose order is k, so that it sorts itself after a correction."""
    heads = ["place", "name", *(["round"] * len(plan.rounds)), "total", "best", "solos", "open"]
    page.title(say(page.lang, "title-standings"), "", len(heads), aside=say(page.lang, "ties"))
    _hint(page, plan, open_items)
    labels = [say(page.lang, key) for key in ("place", "name")]
    rest = [say(page.lang, key) for key in ("total", "best", "solos", "open")]
    page.heads(FIRST - 1, [*labels, *(round_.tab for round_ in plan.rounds), *rest])
    lines: list[Standing | None] = [*_sorted_view(standings), *[None] * plan.names.spare]
    for k, standing in enumerate(lines, 1):
        _standing(page, plan, k, standing)
    page.box(range(FIRST, FIRST + len(standings)), range(1, len(heads) + 1))
    if standings:
        _look(page, plan, len(lines), len(heads))
    names = fitting([standing.player.name for standing in standings], 24, 56, size=15)
    page.widths([9.0, names, *[13.0] * len(plan.rounds), 13.0, 13.0, 13.0, 16.0])
    page.set_up(FIRST - 1, len(heads), FIRST + len(standings) - 1, freeze=f"C{FIRST}")


def _hint(page: Page, plan: PlayersPlan, open_items: int) -> None:
    """Whether the standings are provisional; the sentence follows what is settled."""
    settled, few, many = (say(page.lang, f"hint-standings{which}") for which in ("", "-one", "-open"))
    count, too_many = plan.review.open_items(page.lang), plan.names.too_many
    words = settled if not open_items else few if open_items == 1 else many.format(count=open_items)
    before, after = many.split("{count}")
    formula = f'IF({count}=0,"{settled}",IF({count}=1,"{few}","{before}"&({count})&"{after}"))'
    formula = f'=IF({too_many}>0,"{say(page.lang, "hint-too-many-names")}",{formula})'
    cell = page.formula(2, 1, formula, words, "@")
    cell.font, cell.alignment = face(italic=True, size=10, colour=FAINT), Alignment(vertical="center")


def _sorted_view(standings: Sequence[Standing]) -> list[Standing]:
    by_name = sorted(standings, key=lambda standing: (standing.player.name.casefold(), standing.player.number))
    order = order_of([standing.player for standing in by_name])
    return [standing for _, standing in sorted(zip(order, by_name, strict=True), key=lambda pair: pair[0])]


def _standing(page: Page, plan: PlayersPlan, k: int, standing: Standing | None) -> None:
    """Line k; None for one that is empty as long as nobody has typed a new name."""
    n, player, after = FIRST + k - 1, standing.player if standing else None, 3 + len(plan.rounds)
    line = f"MATCH({k},{plan.range(plan.column('order'))},0)"

    def put(column: int, what: int, value: int | str | None, style: str = "0", *, bold: bool = False) -> None:
        shown = "" if value is None else value
        page.formula(n, column, f'=IFERROR(INDEX({plan.range(what)},{line}),"")', shown, style, bold=bold)

    put(1, plan.column("rank"), standing.place if standing else None, PLACE, bold=True)
    put(2, plan.column("name"), player.name if player else None, "@", bold=True)
    page.ws.cell(n, 2).alignment = Alignment(horizontal="left", vertical="center", indent=1, shrink_to_fit=True)
    for step, round_ in enumerate(plan.rounds):
        put(3 + step, plan.column("round") + step, player.get_points(round_.round) if player else None, POINTS)
    put(after, plan.column("total"), player.total if player else None, POINTS, bold=True)
    put(after + 1, plan.column("best"), player.best_round if player else None, POINTS)
    put(after + 2, plan.column("solos"), player.solos_won if player else None)
    put(after + 3, plan.column("open"), player.open_items if player else None, open_style(page.lang))


def _look(page: Page, plan: PlayersPlan, players: int, columns: int) -> None:
    """Large enough to read on the wall; the first three set off; what is provisional coloured beside its sign."""
    for row in page.ws.iter_rows(min_row=FIRST, max_row=FIRST + players - 1, max_col=columns):
        page.ws.row_dimensions[row[0].row or FIRST].height = 24
        for cell in row:
            total = cell.column == 3 + len(plan.rounds)
            cell.font = face(bold=bool(cell.font.bold), size=15 if total else 14, colour=HEAD if total else INK)
    last = get_column_letter(columns)
    whole = f"A{FIRST}:{last}{FIRST + players - 1}"
    page.colour_where(f"{last}{FIRST}:{last}{FIRST + players - 1}", f"N(${last}{FIRST})>0", OPEN)
    page.colour_where(whole, f"AND(ISNUMBER($A{FIRST}),$A{FIRST}<=3)", GOLD)

"""The worksheet `Spieler`: each player's rounds, total and place as formulas, the basis of `Stand`.

Places are counted by COUNTIFS, which every Excel and LibreOffice computes. Players are matched by number, never by
name: a name may begin with "=" or hold a "*", which SUMIFS would take for a condition.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from texts.languages import Lang
from texts.sentences import say
from tournament.handout.workbook.names_plan import EXTRAS, PlayersPlan
from tournament.handout.workbook.names_plan import FIRST_PLAYER as FIRST
from tournament.handout.workbook.worksheet import (
    BOLD,
    PLACE,
    POINTS,
    Page,
    PrintSetup,
    Style,
    fit_width,
    format_open_count,
    name_cells,
    name_column,
    number_style,
)
from tournament.remarks import RoundText
from tournament.standings.places import Player, Standing


def fill_players(plan: PlayersPlan, lang: Lang, standings: Sequence[Standing]) -> Page:
    """The worksheet, in the order of the names."""
    page, by_name, last = Page(plan.tab, lang), sort_by_name(standings), plan.find_column("club")
    page.put_title(say(lang, "workbook.title.players"), say(lang, "workbook.hint.players"), last)
    lead = ("number", "name")
    rest = ("total", "best", "solos", "open", "rank", "order", *EXTRAS, "withdrawn", "tie")
    before, after = ([say(lang, f"workbook.head.{head}") for head in heads] for heads in (lead, rest))
    page.put_heads(FIRST - 1, [*before, *(round_.tab for round_ in plan.rounds), *after])
    for n, (standing, line) in enumerate(zip(by_name, number_lines(by_name), strict=True), FIRST):
        page.put_number(n, 1, standing.player.number)
        page.put_text(n, 2, standing.player.name, BOLD)
        page.put_number(n, plan.find_column("start"), standing.player.start or None)
        page.put_text(n, plan.find_column("club"), standing.player.club)
        page.put_number(n, plan.find_column("withdrawn"), int(standing.player.withdrawn))
        page.put_number(n, plan.find_column("tie"), _count_before(standing, standings))
        _put_counts(page, plan, n, standing, line)
    for which in range(1, plan.names.spare + 1):
        n = FIRST + len(by_name) + which - 1
        page.put_formula(n, 1, f'=IF($B{n}="","",{len(by_name) + which})', "")
        page.put_formula(n, 2, plan.names.find_new_name(which), "", number_style("@", bold=True))
        page.put_number(n, plan.find_column("withdrawn"), 0)
        page.put_number(n, plan.find_column("tie"), 0)
        _put_counts(page, plan, n)
    page.draw_grid(range(FIRST, FIRST + len(by_name)), range(1, last + 1))
    name = fit_width([standing.player.name for standing in by_name], 18, 40)
    page.set_widths([6.0, name, *[11.0] * len(plan.rounds), *[11.0] * 5, 13.0, 11.0, 22.0])
    unknown = [extra for extra in EXTRAS if extra not in plan.extras]
    page.hidden_columns = [plan.find_column(head) for head in (*unknown, "withdrawn", "tie")]
    page.setup = PrintSetup(FIRST - 1, 2, FIRST + len(by_name) - 1, plan.find_column("order"))
    return page


def sort_by_name(standings: Sequence[Standing]) -> list[Standing]:
    """The players in the order of `Spieler`."""
    return sorted(standings, key=lambda standing: (standing.player.name.casefold(), standing.player.number))


def number_lines(standings: Sequence[Standing]) -> list[int]:
    """For each player the line in `Stand`, from 1: by place, equal places in the order given."""
    places = [standing.place for standing in standings]
    return [place + places[:n].count(place) for n, place in enumerate(places)]


def _count_before(standing: Standing, standings: Sequence[Standing]) -> int:
    """How many players with the same total the tournament's rule for ties puts before this one."""
    player = standing.player
    same = (one for one in standings if (one.player.withdrawn, one.player.total) == (player.withdrawn, player.total))
    return sum(one.place < standing.place for one in same)


def _put_counts(page: Page, plan: PlayersPlan, n: int, standing: Standing | None = None, line: int = 0) -> None:
    """What a player's rounds have come to; empty for a name that stands in no round, as in every spare line at
    first."""
    player = standing.player if standing else None
    _put_rounds(page, plan, n, player)
    first, last = (name_column(plan.find_column("round") + step) for step in (0, len(plan.rounds) - 1))
    rounds, total, column = f"{first}{n}:{last}{n}", f"${plan.find_letter('total')}{n}", plan.find_column("total")
    came_to = f'=IF(COUNT({rounds})=0,"",SUM({rounds}))'
    page.put_formula(n, column, came_to, player.total if player else "", number_style(POINTS, bold=True))

    def put(what: str, formula: str, value: int, style: Style) -> None:
        shown = value if player else ""
        page.put_formula(n, plan.find_column(what), f'=IF({total}="","",{formula})', shown, style)

    put("best", f"MAX({rounds})", player.best_round if player else 0, number_style(POINTS))
    put("solos", _add_rounds(plan, "solos", n), player.solos_won if player else 0, number_style())
    waiting = "+".join((_add_rounds(plan, "open", n), *(_count_absences(plan, player, page.lang) if player else ())))
    put("open", waiting, player.open_items if player else 0, number_style(format_open_count(page.lang)))
    put("rank", _make_rank(plan, n), standing.place if standing else 0, number_style(PLACE))
    rank = plan.find_letter("rank")
    put("order", f"${rank}{n}+COUNTIF(${rank}${FIRST}:${rank}{n},${rank}{n})-1", line, number_style())


def _make_rank(plan: PlayersPlan, n: int) -> str:
    """The formula of the place: one more than those who come before. Who withdrew comes last; then the total counts,
    then how the tournament's rule for ties had it when the workbook was made."""
    withdrawn, total, tie = (
        (name_cells(plan.find_column(what), plan.rows), f"${plan.find_letter(what)}{n}")
        for what in ("withdrawn", "total", "tie")
    )
    alike = f"{withdrawn[0]},{withdrawn[1]}"
    before = (
        f'COUNTIFS({withdrawn[0]},"<"&{withdrawn[1]},{total[0]},">-1E9")',
        f'COUNTIFS({alike},{total[0]},">"&{total[1]})',
        f'COUNTIFS({alike},{total[0]},{total[1]},{tie[0]},"<"&{tie[1]})',
    )
    return f"1+{'+'.join(before)}"


def _put_rounds(page: Page, plan: PlayersPlan, n: int, player: Player | None) -> None:
    """The points of each round; empty for a round in which the player has no seat."""
    for column, round_ in enumerate(plan.rounds, plan.find_column("round")):
        points = player.get_points(round_.round) if player else None
        ids = round_.find_range("number")
        formula = f'=IF(COUNTIF({ids},$A{n})=0,"",SUMIFS({round_.find_range("points")},{ids},$A{n}))'
        page.put_formula(n, column, formula, "" if points is None else points, number_style(POINTS))


def _add_rounds(plan: PlayersPlan, head: str, n: int) -> str:
    """The formula that adds up one player's values in a column of all rounds' worksheets."""
    return "+".join(f"SUMIFS({r.find_range(head)},{r.find_range('number')},$A{n})" for r in plan.rounds)


def _count_absences(plan: PlayersPlan, player: Player, lang: Lang) -> Iterator[str]:
    """The formulas that count the rounds that lack the player, as long as they are not settled."""
    name = player.name.casefold()
    for matter in plan.matters:
        if name in map(str.casefold, matter.absent):
            yield plan.review.count_open_at(lang, RoundText(matter.round).in_(lang))

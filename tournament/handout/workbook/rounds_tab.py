"""One worksheet per round: every table with its players, their points as formulas over `Spiele`, and its zero check."""

from __future__ import annotations

from scoring.counting.rules import RuleSet
from texts.languages import Lang
from texts.sentences import say
from tournament.evening.counted_sheets import CountedSheet
from tournament.evening.item_names import name_seat_item
from tournament.handout.workbook.decision_cells import NameChoices
from tournament.handout.workbook.workbook_plan import HIDDEN_SEAT_HEADS, SEAT_HEADS, PlayersPlan, RoundPlan, trim_name
from tournament.handout.workbook.worksheet import (
    BOLD,
    CENTRED,
    HINT,
    NUMBER,
    OPEN,
    POINTS,
    CropSource,
    Page,
    PrintSetup,
    Style,
    choose_check,
    fit_width,
    format_open_count,
    number_style,
    put_check,
    put_picture,
    quote_text,
    say_heads,
)
from tournament.judging.written_sheet import parse_number
from tournament.remarks import attribute_faults

_LEFT: Style = NUMBER | {"align": "left", "valign": "bottom"}
_SEAT_LINE_PT = 19.5
"""26 pixels; more than 32 lines fit on a page."""
_NAME_PX = 24
"""Height of the pictures of names."""


def fill_round(
    plan: RoundPlan, lang: Lang, players: PlayersPlan, crop: CropSource | None, choices: NameChoices, rules: RuleSet
) -> Page:
    """The worksheet, one line per player. `choices`: the cells that decide who sits at seats without a name;
    `rules`: what points add up to."""
    page, first, last = Page(plan.tab, lang, plan.heads), plan.rows.start, len(SEAT_HEADS)
    page.put_title(plan.tab, say(lang, "workbook.hint.round"), page.find_column("check"))
    page.put_heads(first - 1, say_heads(lang, SEAT_HEADS))
    for head in ("item", "number", "exported"):
        page.put(first - 1, head, say(lang, f"workbook.head.{head}"))
    n, begins = first, []
    for entry in plan.entries:
        begins.append(n)
        with attribute_faults(entry.number):
            for seat in range(1, len(entry.names) + 1):
                _put_line(page, n, entry, seat, players, crop)
                _put_name(page, n, plan, players, entry, seat, choices.get((entry.number, seat)))
                n += 1
            _put_table_check(page, plan, range(begins[-1], n), entry, rules)
    page.draw_grid(plan.rows, last, above=begins)
    long = [name for entry in plan.entries for name in entry.names]
    page.widths = [7.0, 8.0, 7.0, 9.5, fit_width(long, 16, 40), 22.0, 9.0, 11.0, 10.0, 10.0, 8.0, 20.0]
    unused = [head for head, used in (("start", "start" in players.extras), ("handwriting", page.pictures)) if not used]
    page.hidden_columns = [*unused, *HIDDEN_SEAT_HEADS]
    page.highlight(f"A{first}:{plan.find_letter('check')}{n}", f"{plan.name_cell('open', first)}>0", bg_color=OPEN)
    page.setup = PrintSetup(first - 1, 0, n - 1, page.find_column("check"), upright=True)
    return page


def _put_line(
    page: Page, n: int, entry: CountedSheet, seat: int, players: PlayersPlan, crop: CropSource | None
) -> None:
    sheet, review, cell = entry.sheet, players.review, f"$B{n}"
    page.put(n, "table", entry.table)
    page.put(n, "sheet", entry.number)
    page.put(n, "seat", seat)
    if sheet.source.typed is not None:
        page.put(n, "handwriting", say(page.lang, "workbook.place.by-hand"), HINT)
    elif crop is not None and (field := sheet.source.names[seat - 1]) is not None:
        put_picture(page, n, page.find_column("handwriting"), crop(sheet.source, [field]), height_px=_NAME_PX)
    points = number_style(POINTS, bold=True)
    added = "" if sheet.source.totals_only else f"={review.games.sum_points(cell, seat)}"
    page.put(n, "points", sheet.totals[seat - 1], points, added)
    written = parse_number(sheet.sums[seat - 1])
    if written.mark == "number":
        page.put(n, "written-sum", written.value, number_style(POINTS))
    else:  # as the players wrote it, to compare
        page.put(n, "written-sum", sheet.sums[seat - 1] or "–", CENTRED)
    won = sum(row.solo_winner == seat for row in sheet.rows)
    page.put(n, "solos", won, None, f"={review.games.count_solos_won(cell, seat)}")
    style = number_style(format_open_count(page.lang))
    page.put(n, "open", entry.open_items, style, f"={review.count_open_items(page.lang, cell)}")
    page.heights[n] = _SEAT_LINE_PT


def _put_name(
    page: Page,
    n: int,
    plan: RoundPlan,
    players: PlayersPlan,
    entry: CountedSheet,
    seat: int,
    choice: tuple[str, str] | None,
) -> None:
    """The name, which may be typed anew, and the player for whom the line counts. `choice`: the cell that decides
    whether somebody sits there, and who."""
    player = players.find_player(entry.names[seat - 1])
    who, label = trim_name(player.name), entry.label_seat(seat, page.lang)
    values: dict[str, int | str] = {"who": who, "found": player.number, "new": 0, "number": player.number}
    values["unnamed"] = int(who.casefold() == label.casefold())
    page.put(n, "name", player.name, BOLD, _ask_choice(player.name, choice, page.lang))
    for head, formula in players.make_formulas(plan, n, label).items():
        # in the middle, what is hidden would show in the column before
        page.put(n, head, values[head], _LEFT if head in HIDDEN_SEAT_HEADS else NUMBER, formula)
    page.put(n, "start", player.start or "", NUMBER, players.ask_start(plan.name_cell("number", n)))
    page.put(n, "item", name_seat_item(entry.sheet.source, seat))
    page.put(n, "exported", player.name)


def _ask_choice(label: str, choice: tuple[str, str] | None, lang: Lang) -> str:
    """The formula of a name that depends on a decision; "" for any other name."""
    if choice is None:
        return ""
    accept, name, label = (quote_text(text) for text in (say(lang, "workbook.decision.accept"), choice[1], label))
    return f"=IF({choice[0]}={accept},{name},{label})"


def _put_table_check(page: Page, plan: RoundPlan, lines: range, entry: CountedSheet, rules: RuleSet) -> None:
    """The table's points added up, in its first line: they must be 0, or are so with the pot."""
    first, last = (plan.name_cell("points", n) for n in (lines[0], lines[-1]))
    put_check(page, lines[0], f"{first}:{last}", sum(entry.sheet.totals), choose_check(rules))

"""The worksheets `Spieler`, with each player's rounds, total and place as formulas, and `Stand`, to pin on the wall.

Line k of `Stand` shows the player whose order in `Spieler` is k, so that the worksheet sorts itself after a correction.
Places are counted by COUNTIFS and found by INDEX and MATCH, which every Excel and LibreOffice computes. Players are
matched by number, never by name: a name may begin with "=" or hold a "*", which SUMIFS would take for a condition.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xlsxwriter.utility import xl_col_to_name

from texts.languages import Lang
from texts.sentences import Phrase, say
from tournament.evening.book import Book
from tournament.handout.wall_list import list_wall_remarks
from tournament.handout.workbook.workbook_plan import PlayersPlan, trim_name
from tournament.handout.workbook.worksheet import (
    BOLD,
    GOLD,
    HEAD,
    HINT,
    OPEN,
    PLACE,
    POINTS,
    TITLE,
    WRAPPED,
    Page,
    PrintSetup,
    Style,
    count_lines,
    fit_width,
    format_open_count,
    number_style,
    quote_text,
    say_heads,
)
from tournament.near_names import fold_name
from tournament.remarks import RoundText
from tournament.review.waiting import count_unnamed, is_final, name_settled_state, name_stage, name_state, write_day
from tournament.standings.places import Player, Standing, say_leaving
from tournament.standings.scorings import write_score
from tournament.standings.ties import name_parted, name_tie_rules

_LINE_PT, _HINT_PT, _LETTERS, _LETTERS_OF_TOTAL = 24.0, 15.0, 14, 15
"""Sizes in points; large enough to read on the wall."""

_SCORE = "+General;-General;0"
"""The number format of a score, which may be a fraction."""
_ASIDE: Style = BOLD | {"font_size": 14, "font_color": HEAD, "align": "right", "shrink": True}
_MORE_WIDTHS = {"start": 9.5, "left": 22.0}


def fill_players(plan: PlayersPlan, lang: Lang, standings: Sequence[Standing]) -> Page:
    """The worksheet, in the order of the names."""
    page, by_name = Page(plan.tab, lang, plan.heads), sort_by_name(standings)
    page.put_title(say(lang, "workbook.title.players"), say(lang, "workbook.hint.players"), page.find_column("club"))
    page.put_heads(plan.rows.start - 1, _say_heads(plan, plan.heads, lang))
    lines = number_lines(by_name)
    for at, n in enumerate(plan.rows):
        standing = by_name[at] if at < len(by_name) else None
        if standing:
            _put_player(page, n, standing, standings)
        else:
            page.put(n, "number", "", None, f'=IF($B{n}="","",{at + 1})')
            page.put(n, "name", "", number_style("@", bold=True), plan.find_new_name(at + 1 - len(by_name)))
            page.put(n, "withdrawn", 0)
            page.put(n, "tie", 0)
            if plan.scored:
                page.put(n, "was", "")
        values = {**_list_values(plan, standing, lang), "order": lines[at]} if standing else {}
        for head, formula in _make_formulas(plan, n, standing, lang):
            page.put(n, head, values.get(head, ""), _choose_style(head, lang), formula)
    page.draw_grid(plan.known, page.find_column("club"))
    name = fit_width([standing.player.name for standing in by_name], 18, 40)
    page.widths = [6.0, name, *[11.0] * len(plan.rounds), *[11.0] * 5, 13.0, 11.0, 22.0, 26.0]
    if plan.scored:
        page.widths += [6.0, 6.0, 11.0, 11.0]
    page.hidden_columns = [*({"start", "club", "left"} - set(plan.extras)), "withdrawn", "tie", *plan.scores[1:]]
    page.setup = PrintSetup(plan.rows.start - 1, 2, plan.rows.start + len(by_name) - 1, page.find_column("order"))
    return page


def _say_heads(plan: PlayersPlan, heads: Sequence[str], lang: Lang) -> list[str]:
    """The column headings in words; for a round the name of its worksheet."""
    rounds = {one.tab for one in plan.rounds}
    return [head if head in rounds else say(lang, f"workbook.head.{head}") for head in heads]


def sort_by_name(standings: Sequence[Standing]) -> list[Standing]:
    """The players in the order of `Spieler`."""
    return sorted(standings, key=lambda standing: (fold_name(standing.player.name), standing.player.number))


def number_lines(standings: Sequence[Standing]) -> list[int]:
    """For each player the line in `Stand` (from 1): by place, equal places in the given order."""
    places = [standing.place for standing in standings]
    return [place + places[:n].count(place) for n, place in enumerate(places)]


def _put_player(page: Page, n: int, standing: Standing, standings: Sequence[Standing]) -> None:
    """Writes the player's name, and the values that break ties by the tournament's rules when the workbook was made."""
    player = standing.player
    same = (one for one in standings if (one.player.rank_group, one.player.total) == (player.rank_group, player.total))
    page.put(n, "number", player.number)
    page.put(n, "name", player.name, BOLD)
    page.put(n, "start", player.start or None)
    page.put(n, "club", player.club)
    page.put(n, "left", say_leaving(player, page.lang))
    page.put(n, "withdrawn", player.rank_group)
    page.put(n, "tie", sum(one.place < standing.place for one in same))
    if standing.score is not None:
        page.put(n, "score", write_score(standing.score), number_style(_SCORE))
        page.put(n, "was", player.total)


def _list_values(plan: PlayersPlan, standing: Standing, lang: Lang) -> dict[str, int | float | str]:
    """The current values of a player's columns in both worksheets; none for a round in which the player has no seat."""
    player = standing.player
    rounds = {one.tab: player.get_points(one.round) for one in plan.rounds}
    values: dict[str, int | float | str | None] = {"rank": standing.place, "name": player.name, **rounds}
    values |= {"total": player.total, "best": player.best_round}
    values |= {"solos": player.solos_won, "open": player.open_items, "start": player.start or None}
    values |= {"left": say_leaving(player, lang)}
    values |= {} if standing.score is None else {"score": write_score(standing.score)}
    return {head: value for head, value in values.items() if value is not None}


def _choose_style(head: str, lang: Lang) -> Style:
    if head == "open":
        return number_style(format_open_count(lang))
    counts = {"solos": "0", "order": "0", "start": "0", "rank": PLACE, "score": _SCORE}
    return number_style(counts.get(head, POINTS), bold=head == "total")


def _make_formulas(plan: PlayersPlan, n: int, standing: Standing | None, lang: Lang) -> Iterator[tuple[str, str]]:
    """By column what a player's rounds come to; empty for a name that no round has, as in every spare line at
    first."""
    for one in plan.rounds:
        points, ids = one.find_range("points"), one.find_range("number")
        beside = plan.awards.ask_round(f"$A{n}", one.round) if plan.awards else ("", "")
        yield one.tab, f'=IF(COUNTIF({ids},$A{n}){beside[0]}=0,"",SUMIFS({points},{ids},$A{n}){beside[1]})'
    rounds = ":".join(f"{plan.find_letter(plan.rounds[at].tab)}{n}" for at in (0, -1))
    yield "total", f'=IF(COUNT({rounds})=0,"",SUM({rounds}))'
    waiting = (_add_rounds(plan, "open", n), *(_count_absences(plan, standing.player, lang) if standing else ()))
    rank = plan.find_letter("rank")
    formulas = {
        "best": f"MAX({rounds})",
        "solos": _add_rounds(plan, "solos", n),
        "open": "+".join(waiting),
        "rank": _place_scored(plan, standing) if plan.scored else _make_rank(plan, n),
        "order": f"${rank}{n}+COUNTIF(${rank}${plan.rows.start}:${rank}{n},${rank}{n})-1",
    }
    for head, formula in formulas.items():
        yield head, f'=IF({plan.name_cell("total", n)}="","",{formula})'


def _place_scored(plan: PlayersPlan, standing: Standing | None) -> str:
    """The place at the time of the export; after all others for a name that was typed later."""
    return str(standing.place) if standing else str(len(plan.known) + 1)


def _make_rank(plan: PlayersPlan, n: int) -> str:
    """The formula of the place: players who withdrew come last; then the total counts, then the rule for ties."""
    withdrawn, total, tie = ((plan.name_cells(head), plan.name_cell(head, n)) for head in ("withdrawn", "total", "tie"))
    alike = f"{withdrawn[0]},{withdrawn[1]}"
    before = (
        f'COUNTIFS({withdrawn[0]},"<"&{withdrawn[1]},{total[0]},">-1E9")',
        f'COUNTIFS({alike},{total[0]},">"&{total[1]})',
        f'COUNTIFS({alike},{total[0]},{total[1]},{tie[0]},"<"&{tie[1]})',
    )
    return f"1+{'+'.join(before)}"


def _add_rounds(plan: PlayersPlan, head: str, n: int) -> str:
    """The formula that adds up one player's values in one column over the worksheets of all rounds."""
    return "+".join(f"SUMIFS({r.find_range(head)},{r.find_range('number')},$A{n})" for r in plan.rounds)


def _count_absences(plan: PlayersPlan, player: Player, lang: Lang) -> Iterator[str]:
    """The formulas that count the rounds that lack the player, as long as they are not settled."""
    name = player.name.casefold()
    for matter in plan.matters:
        if name in map(str.casefold, matter.absent):
            yield plan.review.count_open_at(lang, RoundText(matter.round).in_(lang))


def fill_standings(plan: PlayersPlan, lang: Lang, book: Book) -> Page:
    """The worksheet: one line per player, and empty ones for names that are typed later. The last column is for the
    desk and is not printed; clubs are left out, since the letters would become too small."""
    more, score = tuple(head for head in ("start", "left") if head in plan.extras), plan.scores[:1]
    heads = ("rank", "name", *(one.tab for one in plan.rounds), "total", *score, "best", "solos", *more, "open")
    page, first = Page(say(lang, "workbook.tab.standings"), lang, heads), plan.rows.start
    _put_heading(page, plan, book)
    page.put_heads(first - 1, [*say_heads(lang, ["place"]), *_say_heads(plan, heads[1:], lang)])
    by_name = sort_by_name(book.standings)
    lines = dict(zip(number_lines(by_name), by_name, strict=True))
    for k, n in enumerate(plan.rows, 1):
        _put_standing(page, plan, n, k, lines.get(k))
    page.draw_grid(plan.known, len(heads))
    if plan.rows:
        _highlight(page, plan.rows, book.closed)
    names = fit_width([standing.player.name for standing in by_name], 24, 56, size=_LETTERS_OF_TOTAL)
    page.widths = [
        12.0,
        names,
        *[10.0] * len(plan.rounds),
        11.0,
        *(11.0 for _ in score),
        10.0,
        11.0,
        *(_MORE_WIDTHS[head] for head in more),
        16.0,
    ]
    page.foot = "" if book.ties else name_tie_rules((), scored=plan.scored).in_(lang)
    last = _list_below(page, plan.rows, book) or plan.known.stop - 1
    page.setup = PrintSetup(first - 1, 2, last, len(heads) - 1, upright=True)
    return page


def _put_standing(page: Page, plan: PlayersPlan, n: int, k: int, standing: Standing | None) -> None:
    """Writes line k; `standing` is None for a line that stays empty until somebody types a new name."""
    values = _list_values(plan, standing, page.lang) if standing else {}
    values |= {"rank": "–"} if standing and standing.player.unranked else {}
    line = f"MATCH({k},{plan.find_range('order')},0)"
    looks: dict[str, Style] = {
        "rank": BOLD,
        "name": BOLD | {"align": "left", "indent": 1, "shrink": True, "num_format": "@"},
        "total": {"font_size": _LETTERS_OF_TOTAL, "font_color": HEAD},
        "left": {"align": "left", "shrink": True, "num_format": "@"},
    }
    for head in page.heads:
        found = f"INDEX({plan.find_range(head)},{line})"
        if head in ("start", "left", "score"):  # INDEX makes 0 of an empty cell
            found = f'IF({found}="","",{found})'
        if head == "rank" and any(one.unranked for one in plan.players):
            found = f'IF(INDEX({plan.find_range("withdrawn")},{line})=2,"–",{found})'
        style = _choose_style(head, page.lang) | {"font_size": _LETTERS} | looks.get(head, {})
        page.put(n, head, values.get(head, ""), style, f'=IFERROR({found},"")')
    page.heights[n] = _LINE_PT


def _list_all_remarks(book: Book) -> tuple[Phrase, ...]:
    """All remarks: on prizes, on ties and the rules that broke them, and on rounds without points."""
    rules = (name_tie_rules(book.ties, scored=not book.scoring.is_plain),) if book.ties else ()
    return (*list_wall_remarks(book), *rules, *name_parted(book.standings))


def _list_below(page: Page, rows: range, book: Book) -> int:
    """Below the list who plays and is on no sheet yet, as long as nobody types the name into a round, why some have no
    points in a round, what was typed, and what was changed after closing; gives the last row, 0 where there is nothing
    of it."""
    said: list[str] = []
    for heading, notes in (("typed", book.typed), ("awards", book.awards), ("changed", book.changes)):
        said += [f"{say(page.lang, f'wall.{heading}')}:", *(one.in_(page.lang) for one in notes)] if notes else []
    remarks = [one.in_(page.lang) for one in _list_all_remarks(book)]
    lines = [(say(page.lang, "wall.missing") if player.missing else "–", player.name) for player in book.absent]
    lines += [(words, "") for words in (*remarks, *said)]
    n, names = rows.stop, f"$B${rows.start}:$B${rows.stop - 1}"
    for at, (words, name) in enumerate(lines, n):
        gone = f'SUMPRODUCT(--({names}={quote_text(trim_name(name))}))>0,""' if name else ""
        page.put(at, 1, words, HINT if name else HINT | WRAPPED, f"=IF({gone},{quote_text(words)})" if name else "")
        if name:
            page.put(at, 2, name, HINT | {"num_format": "@"}, f"=IF({gone},{quote_text(name)})")
        else:
            page.merged.append((at, 1, len(page.heads) - 1))
            page.heights[at] = _HINT_PT * count_lines([words], sum(page.widths[:-1]))
    return n + len(lines) - 1 if lines else 0


def _put_heading(page: Page, plan: PlayersPlan, book: Book) -> None:
    """Writes the heading: the stage of the tournament (final only while nothing is open), its title and date, and below
    whether the standings are provisional."""
    lang, last = page.lang, len(page.heads) - 1
    page.put_title("", "", last)
    page.merged = [(1, 1, 2), (1, 3, last), (2, 1, last)]
    page.put(1, 3, " · ".join(filter(None, (book.title, write_day(book.day, lang)))), _ASIDE)
    stage, final = (name_stage(book, final=final).in_(lang) for final in (False, True))
    formula = f'=IF({_ask_final(plan, lang)},"{final}","{stage}")' if book.closed else ""
    page.put(1, 1, final if book.closed and is_final(book) else stage, TITLE | {"shrink": True}, formula)
    page.put(2, 1, _say_state(book, lang), HINT | {"num_format": "@"}, _make_state(plan, book, lang))


def _ask_final(plan: PlayersPlan, lang: Lang) -> str:
    """The condition that no item is open except those signed off; used when all rounds are closed."""
    return f"({plan.review.count_unsigned(lang)})+{plan.count_unnamed()}=0"


def _say_state(book: Book, lang: Lang) -> str:
    """The current result of the formula of `_make_state`."""
    if is_final(book):
        return name_state(book).in_(lang)
    if not book.open_items and book.needs_person:
        return say(lang, "wall.state.missing")
    if not book.open_items and not count_unnamed(book):
        return name_settled_state(book).in_(lang)
    which = "many-open" if book.open_items > 1 else "one-open" if book.open_items else "unnamed"
    return say(lang, f"workbook.standings.{which}", count=book.open_items)


def _make_state(plan: PlayersPlan, book: Book, lang: Lang) -> str:
    """The formula of the sentence that says whether the standings are provisional."""
    count, unnamed, settled = plan.review.count_open_items(lang), plan.count_unnamed(), name_settled_state(book)
    one_open, nameless, too_many = (
        say(lang, f"workbook.standings.{which}") for which in ("one-open", "unnamed", "too-many-names")
    )
    before, after = say(lang, "workbook.standings.many-open", count="\0").split("\0")
    formula = f'IF({unnamed}>0,"{nameless}","{settled.in_(lang)}")'
    if plan.review.missing:
        formula = f'IF({plan.review.count_missing(lang)}>0,"{say(lang, "wall.state.missing")}",{formula})'
    formula = f'IF({count}=1,"{one_open}",{formula})'
    formula = f'IF({count}>1,"{before}"&({count})&"{after}",{formula})'
    if book.closed and plan.review.signed:
        signed_off = say(lang, "wall.state.signed-off")
        formula = f'IF(AND({count}>0,{_ask_final(plan, lang)}),"{signed_off}",{formula})'
    if plan.scored:
        formula = f'IF({plan.ask_changed()},"{say(lang, "workbook.standings.rescore")}",{formula})'
    return f'=IF({plan.count_too_many()}>0,"{too_many}",{formula})'


def _highlight(page: Page, rows: range, complete: bool) -> None:
    """Highlights the first three places, and provisional ones by a word and a colour; below the heading of final
    standings no place is provisional."""
    first, end, last = rows.start, rows.stop - 1, xl_col_to_name(len(page.heads) - 1)
    may_change = f"N(${last}{first})>0"
    provisional = f'AND({may_change},$A$1<>"{say(page.lang, "wall.stage.final")}")' if complete else may_change
    page.highlight(f"{last}{first}:{last}{end}", may_change, bg_color=OPEN)
    page.highlight(f"A{first}:A{end}", provisional, num_format=say(page.lang, "workbook.status.open-place"))
    page.highlight(f"A{first}:{last}{end}", f"AND(ISNUMBER($A{first}),$A{first}<=3)", bg_color=GOLD)

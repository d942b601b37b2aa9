"""The worksheet `Prüfung`: what waits for a person, each item with a picture of what was photographed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from texts.languages import Lang
from texts.sentences import say
from tournament.handout.workbook.names_plan import trim_name
from tournament.handout.workbook.workbook_plan import (
    _DECISION,
    _ITEM,
    _ITEM_HEADS,
    _ITEM_STATUS,
    _SIGNED,
    FIRST_ITEM,
    ReviewPlan,
)
from tournament.handout.workbook.worksheet import (
    BOLD,
    CENTRED,
    GOLD,
    OPEN,
    WRAPPED,
    CropSource,
    Highlight,
    Page,
    PrintSetup,
    Restriction,
    count_lines,
    name_column,
    number_style,
    put_picture,
)
from tournament.remarks import RoundText, attribute_faults
from tournament.review.open_items import OpenItem

_WIDTHS = (7.0, 18.0, 14.0, 78.0, 24.0, 52.0, 34.0, 10.0, 18.0)

_PICTURE_PX, _NAME_PX = (540, 96), 64
"""Widest and highest picture; a photographed row of a sheet is about 14 times as wide as high, and the players' names
stand above it. Excel's column of 78 characters has 546 pixels; a name by itself would fill it, and is kept lower."""

_LINE_PT, _HIGHEST_PT = 15.0, 400.0

_INPUT = replace(BOLD, horizontal="center", fill=GOLD)
"""The looks of a cell in which a decision is chosen."""


@dataclass(frozen=True, slots=True)
class Neighbours:
    """Cells of other worksheets, by sheet and seat: `who` says who counts there, `names` holds the name as it is typed.
    `rows`: the row of a game in `Spiele`, by sheet and game."""

    who: Mapping[tuple[int, int], str]
    names: Mapping[tuple[int, int], str]
    rows: Mapping[tuple[int, str], int]


def fill_review(
    plan: ReviewPlan, lang: Lang, items: Sequence[OpenItem], crop: CropSource | None, others: Neighbours
) -> Page:
    """The worksheet, one line an item."""
    page = Page(plan.tab, lang)
    page.put_title(say(lang, "workbook.title.review"), say(lang, "workbook.hint.review"), len(_ITEM_HEADS))
    hidden = ("item", "signed") if plan.signed else ("item",)
    page.put_heads(FIRST_ITEM - 1, [say(lang, f"workbook.head.{head}") for head in (*_ITEM_HEADS, *hidden)])
    for n, item in enumerate(items, FIRST_ITEM):
        with attribute_faults(item.sheet):
            _put_item(page, n, item, crop)
            _put_link(page, plan, n, item, others)
            _put_decision(page, n, item)
            _put_status(page, plan, n, item, others)
            if item.item in plan.signed:
                page.put_number(n, _SIGNED, 1)
    if not items:
        page.put_text(FIRST_ITEM, 1, say(lang, "workbook.item.nothing-open"), BOLD)
    page.draw_grid(range(FIRST_ITEM, FIRST_ITEM + len(items)), range(1, len(_ITEM_HEADS) + 1))
    page.set_widths(_WIDTHS)
    page.hidden_columns = [_ITEM, _SIGNED]
    _follow_typing(page, items)
    page.setup = PrintSetup(FIRST_ITEM - 1, 3, FIRST_ITEM + max(1, len(items)) - 1, len(_ITEM_HEADS))
    return page


def _put_item(page: Page, n: int, item: OpenItem, crop: CropSource | None) -> None:
    page.put_number(n, 1, item.sheet, number_style(bold=True))
    source = [item.photo, *_say_table(item, page.lang)]
    page.put_text(n, 2, "\n".join(source), WRAPPED)
    page.put_text(n, 3, item.place, replace(WRAPPED, bold=True))
    picture = crop(item.entry.sheet.source, item.fields) if crop and item.entry and item.fields else None
    highest = _NAME_PX if item.seat else _PICTURE_PX[1]
    height = put_picture(page, n, 4, picture, height_px=highest, width_px=_PICTURE_PX[0])
    seats = [f"{name}: {text or '–'}" for name, text in zip(item.names, item.written, strict=False)]
    for column, words in ((5, seats), (6, item.findings), (7, item.proposals)):
        page.put_text(n, column, "\n".join(words), replace(WRAPPED, vertical="top"))
    texts = {2: source, 5: seats, 6: item.findings, 7: item.proposals}
    most = max(2, *(count_lines(words, _WIDTHS[column - 1]) for column, words in texts.items()))
    page.heights[n] = min(_HIGHEST_PT, max(most * _LINE_PT, height * 0.75 + 6))


def _say_table(item: OpenItem, lang: Lang) -> list[str]:
    """The round and the table, so that one knows whom to ask, as far as the sheet says them."""
    entry = item.entry
    if entry is None or entry.round is None:
        return []
    round_ = RoundText(entry.round).in_(lang)
    return [round_ if entry.table is None else say(lang, "workbook.place.table", round=round_, table=entry.table)]


def _put_link(page: Page, plan: ReviewPlan, n: int, item: OpenItem, others: Neighbours) -> None:
    """A click on the place leads to the row's points in `Spiele`, or to the name in its round."""
    if item.game and item.sheet:
        row = others.rows[item.sheet, item.game]
        page.link_cell(n, 3, f"'{plan.games.tab}'!{plan.games.find_letter('counted')}{row}")
    elif item.seat and item.sheet:
        page.link_cell(n, 3, others.names[item.sheet, item.seat])


def _put_decision(page: Page, n: int, item: OpenItem) -> None:
    """The cell for the decision; of a name that is asked for none, for it is typed in its round."""
    page.put_text(n, _DECISION, "–" if item.seat else "", CENTRED if item.seat else _INPUT)
    page.put_text(n, _ITEM, item.item)


def _put_status(page: Page, plan: ReviewPlan, n: int, item: OpenItem, others: Neighbours) -> None:
    """Always a formula: a row has the status that it has in `Spiele`; a missing name is settled once it is typed into
    its round, anything else by its decision."""
    is_open, is_ok = (say(page.lang, f"workbook.status.{status}") for status in ("review", "ok"))
    if item.game and item.sheet:
        row = others.rows[item.sheet, item.game]
        still_open = f"""'{plan.games.tab}'!${plan.games.find_letter("status")}${row}="{is_open}\""""
    elif item.seat and item.entry:
        still_open = f'{others.who[item.entry.number, item.seat]}="{trim_name(item.entry.names[item.seat - 1])}"'
    else:
        still_open = f'${name_column(_DECISION)}{n}=""'
    page.put_formula(n, _ITEM_STATUS, f'=IF({still_open},"{is_open}","{is_ok}")', is_open, number_style("@", bold=True))


def _follow_typing(page: Page, items: Sequence[OpenItem]) -> None:
    """A decision is one of those that the item offers; nothing is typed over a status. Open items are coloured."""
    status, decision = name_column(_ITEM_STATUS), name_column(_DECISION)
    end = FIRST_ITEM + max(1, len(items)) - 1
    refusal = say(page.lang, "workbook.typed.bad-decision")
    for words, cells in _group_by_words(page.lang, items).items():
        page.restrictions.append(Restriction(" ".join(f"{decision}{n}" for n in cells), refusal, words))
    names = " ".join(f"{decision}{n}" for n, item in enumerate(items, FIRST_ITEM) if item.seat)
    if names:
        page.restrictions.append(Restriction(names, say(page.lang, "workbook.typed.name-elsewhere")))
    page.restrictions.append(
        Restriction(f"{status}{FIRST_ITEM}:{status}{end}", say(page.lang, "workbook.typed.decided"))
    )
    is_open = f'${status}{FIRST_ITEM}="{say(page.lang, "workbook.status.review")}"'
    page.highlights.append(Highlight(f"{status}{FIRST_ITEM}:{status}{end}", is_open, OPEN))


def _group_by_words(lang: Lang, items: Sequence[OpenItem]) -> dict[tuple[str, ...], list[int]]:
    """The rows of the worksheet by the decisions that their items offer; a name that is asked for offers none."""
    groups: dict[tuple[str, ...], list[int]] = {}
    for n, item in enumerate(items, FIRST_ITEM):
        if not item.seat:
            accept = ((say(lang, "workbook.decision.accept"), None),)
            offered = item.choice.list_words(lang) if item.choice else accept
            groups.setdefault(tuple(words for words, _ in offered), []).append(n)
    return groups

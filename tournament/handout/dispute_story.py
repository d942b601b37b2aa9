"""Explains a disputed result on one page: a sheet with each row's ink, points and running totals, or a player's rounds
and how the place came about. The lines and tables are the same for the screen, the page in the browser and the PDF.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from scoring.findings import write_points
from texts.languages import Lang
from texts.sentences import Moment, Phrase, say
from tournament.remarks import RoundText, RowText
from tournament.standings.places import write_marked
from tournament.standings.scorings import spell_score

Json = dict[str, Any]


class StoryRow(NamedTuple):
    """A row of a table, and the sentences below it."""

    cells: tuple[str, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StoryTable:
    """A table. `groups`: words above the headings, each over a number of columns; () for none. `wide`: the column of
    words."""

    heads: tuple[str, ...]
    rows: tuple[StoryRow, ...]
    groups: tuple[tuple[str, int], ...] = ()
    wide: int = 0


@dataclass(frozen=True, slots=True)
class Story:
    """A page: lines and tables in order. An indented line belongs to the one above."""

    title: str
    parts: tuple[str | StoryTable, ...]
    picture: bytes | None = None


def tell_sheet(document: Json, lang: Lang) -> Story:
    """The page of a sheet."""
    names = [f"{seat} {name}" for seat, name in enumerate(document["names"], 1)]
    place = {
        "round": RoundText(document["round"]),
        "table": document["table"] or "–",
        "photo": document["photo"] or "–",
    }
    said = [*document["findings"], *_tell_awards(document, lang), *_tell_changes(document, lang)]
    typed = [f"{say(lang, 'wall.typed')}: {document['typed']['sentence']}"] if document["typed"] else []
    return Story(say(lang, "dispute.sheet", **place), (", ".join(names), *typed, _make_rows(document, lang), *said))


def _tell_awards(document: Json, lang: Lang) -> Iterator[str]:
    if document["awards"]:
        yield f"{say(lang, 'awards.page.title')}:"
        yield from (f"  {one['sentence']}" for one in document["awards"])


def _tell_changes(document: Json, lang: Lang) -> Iterator[str]:
    if document["changed"]:
        yield f"{say(lang, 'wall.changed')}:"
        yield from (f"  {one['sentence']}" for one in document["changed"])


def _make_rows(document: Json, lang: Lang) -> StoryTable:
    seats = len(document["names"])
    numbers = tuple(str(seat) for seat in range(1, seats + 1))
    groups = tuple((say(lang, f"dispute.head.{head}"), seats) for head in ("written", "counted", "after"))
    rows = [
        StoryRow(
            (one["place"], *_write_ink(one["written"]), *_write_row(one["points"]), *_write_row(one["totals"])),
            tuple(_tell_row(one, lang)),
        )
        for one in document["rows"]
    ]
    blank = ("",) * seats
    sums = (say(lang, "dispute.head.sum"), *_write_ink(document["written_sums"] or blank), *blank)
    rows.append(StoryRow((*sums, *_write_row(document["totals"]))))
    return StoryTable((say(lang, "dispute.head.row"), *numbers * 3), tuple(rows), (("", 1), *groups))


def _write_ink(texts: Sequence[str]) -> tuple[str, ...]:
    return tuple(text or "–" for text in texts)


def _write_row(points: Sequence[int | None]) -> tuple[str, ...]:
    return tuple("–" if value is None else write_points(value) for value in points)


def _tell_row(one: Json, lang: Lang) -> Iterator[str]:
    """The row's crosses, whether it is open, what was asked, its findings, and who decided it and why."""
    marks = [say(lang, f"fields.mark-{name}") for name in ("solo", "offence") if one[name]]
    if one["status"] == "review":
        marks.append(say(lang, "dispute.open"))
    if marks:
        yield ", ".join(marks)
    if one["asked"]:
        yield say(lang, "decisions.audit.asked", asked=" ".join(one["asked"]))
    yield from one["findings"]
    if decided := one["decision"]:
        words = say(lang, "dispute.decided", by=decided["by"], when=Moment(decided["when"]))
        reason = say(lang, "decisions.audit.reason", reason=decided["reason"]) if decided["reason"] else ""
        yield f"{words} {reason}".strip()


def tell_player(document: Json, lang: Lang) -> Story:
    """The page of a player."""
    start = document["start"]
    title = say(lang, "dispute.player-start" if start else "dispute.player", name=document["name"], start=start or 0)
    parts: list[str | StoryTable] = [*_tell_place(document, lang)]
    if document["rounds"]:
        parts.append(_make_rounds(document, lang))
    parts += document["gaps"]
    parts += _tell_awards(document, lang)
    if document["changed"]:
        parts += [say(lang, "dispute.changed"), *(line for one in document["changed"] for line in _tell_one(one, lang))]
    return Story(title, tuple(parts))


def _tell_place(document: Json, lang: Lang) -> Iterator[str]:
    """Place and total, whether they may change, who has the same points, and the distance to the next places."""
    if "disqualified" in document:
        yield say(lang, "dispute.disqualified", total=write_points(document["total"]))
        return
    if document["place"] is None:
        yield say(lang, "dispute.no-place")
        return
    gaps = {"place": document["place"], "of": document["of"], "total": write_points(document["total"])}
    yield say(lang, "dispute.place-shared" if document["shared"] else "dispute.place", **gaps)
    by = "-score" if "score" in document else ""
    if by:
        yield say(lang, "dispute.score", score=spell_score(document["score"], lang), scoring=document["scoring"])
    if document["open"]:
        yield say(lang, "dispute.may-change", open=document["open"])
    elif not document["final"]:
        yield say(lang, "dispute.provisional")
    if document["ties"]:
        yield _tell_ties(document["ties"], document["name"], by, lang)
    for side in ("above", "below"):
        if beside := document[side]:
            key = f"dispute.{side}{by}" if beside["points"] else f"dispute.level{by}"
            yield say(lang, key, place=beside["place"], names=_name_few(beside["names"], lang), points=beside["points"])


_FEW = 4
"""Names that are listed for a shared place."""


def _name_few(names: Sequence[str], lang: Lang) -> str:
    more = len(names) - _FEW
    return ", ".join([*names[:_FEW], *([say(lang, "dispute.more", count=more)] if more > 0 else [])])


def _tell_ties(ties: Mapping[str, Any], name: str, by: str, lang: Lang) -> str:
    """Who has the same points (with `by` "-score": the same score, if that decides places), and which rule broke the
    tie with which numbers."""
    others = _name_few([one["name"] for one in ties["players"] if one["name"] != name], lang)
    if not ties["parted_by"]:
        return say(lang, f"dispute.tied{by}", names=others)
    rule = Phrase(f"standings.rule.{ties['parted_by']}")
    values = [f"{one['name']} {write_points(one['value'])}" for one in ties["players"] if "value" in one]
    key = f"dispute.parted-with{by}" if values else f"dispute.parted{by}"
    return say(lang, key, names=others, rule=rule, values=", ".join(values))


def _make_rounds(document: Json, lang: Lang) -> StoryTable:
    heads = tuple(say(lang, f"dispute.head.{head}") for head in ("round", "table", "with", "points", "total"))
    rows = tuple(
        StoryRow(
            (
                str(one["round"] or "–"),
                str(one["table"] or "–"),
                ", ".join(one["with"]),
                write_marked(one["points"], typed=one["typed"]),
                write_points(one["total"]),
            )
        )
        for one in document["rounds"]
    )
    return StoryTable(heads, rows, wide=2)


def _tell_one(one: Json, lang: Lang) -> Iterator[str]:
    """A row that somebody decided, or whose points differ from its first reading."""
    place = {"round": RoundText(one["round"]), "table": one["table"] or "–", "row": one["place"]}
    counts = RowText(tuple(one["points"]), one["solo"], one["offence"], "–")
    written = " ".join(text or "–" for text in one["written"])
    yield f"  {say(lang, 'dispute.row', **place, written=written, counts=counts)}"
    yield from (f"    {words}" for words in _tell_row(one | {"solo": False, "offence": False}, lang))


def write_story(story: Story) -> Iterator[str]:
    """The page as lines of text, tables with aligned columns."""
    yield story.title
    for part in story.parts:
        if isinstance(part, str):
            yield part
        else:
            yield from _write_table(part)


def _write_table(table: StoryTable) -> Iterator[str]:
    lines = [table.heads, *(row.cells for row in table.rows)]
    wide = [max(len(line[n]) for line in lines) for n in range(len(table.heads))]
    if table.groups:
        at, above = 0, ""
        for words, columns in table.groups:
            above += words.ljust(sum(wide[at : at + columns]) + 2 * columns)
            at += columns
        yield above.rstrip()
    yield _align(table.heads, wide, table.wide)
    for row in table.rows:
        yield _align(row.cells, wide, table.wide)
        yield from (f"    {note}" for note in row.notes)


def _align(cells: Sequence[str], wide: Sequence[int], words: int) -> str:
    """One line of a table: numbers aligned to the right, words to the left."""
    told = (
        cell.ljust(width) if n in (0, words) else cell.rjust(width)
        for n, (cell, width) in enumerate(zip(cells, wide, strict=True))
    )
    return "  ".join(told).rstrip()

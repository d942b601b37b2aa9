"""`kiebitz standings`: the places as they stand, how sure they are, and what hangs on them."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from desk.book.documents import read_document
from desk.cli.book.opening import open_book
from desk.cli.book.places.plain_table import align_table, write_euros
from desk.cli.progress import tell_wait
from desk.exits import Status
from scoring.findings import write_points
from texts.languages import Lang
from texts.sentences import say, write_number

if TYPE_CHECKING:
    pass

Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class StandingsOrder:
    """What the user asked for. `teams`: so many members of each club count, 0 for no teams. `sample`: the seed of an
    audit of the first `first` places, "" for none; `sums`: in it sum rows stand for their sheets. `statistics`: the
    workbook to write, None for none.
    """

    where: str
    as_json: bool = False
    teams: int = 0
    settle: bool = False
    sample: str = ""
    first: int = 1
    sums: bool = False
    statistics: Path | None = None
    lang: Lang = "de"

    @property
    def wants_more(self) -> bool:
        """Whether the standings alone do not do."""
        return bool(self.teams or self.settle or self.sample or self.statistics)


def show_standings(order: StandingsOrder) -> Status:
    """Prints the standings, from what the file keeps wherever that is of its newest entry."""
    if order.wants_more:
        return _show_more(order)
    with tell_wait(order.lang):
        posted = read_document(order.where, "standings", order.lang)
    if order.as_json:
        sys.stdout.write(json.dumps(posted, ensure_ascii=False) + "\n")
    else:
        _show_table(posted, order.lang)
    return Status.DONE


def _show_table(posted: Json, lang: Lang) -> None:
    """The places as a table, what they rest on below; one sentence where nothing was played yet."""
    if not posted["standings"]:
        sys.stdout.write(say(lang, "standings.title.none", title=posted["title"]) + "\n")
        return
    key = "final" if posted["final"] else "after"
    title = say(lang, f"standings.title.{key}", title=posted["title"], after=posted["after"])
    head, rows = _make_table(posted, lang)
    sys.stdout.write("\n".join((title, "", *align_table(head, rows), "", *_list_notes(posted, lang))) + "\n")


def _make_table(posted: Json, lang: Lang) -> tuple[list[str], list[list[str]]]:
    lines: Sequence[Json] = posted["standings"]
    extra = [key for key in ("place_points", "prize_cents", "cents") if any(key in line for line in lines)]
    rounds = [say(lang, "standings.column.round", round=number) for number in range(1, posted["after"] + 1)]
    head = [
        *(say(lang, f"standings.column.{key}") for key in ("place", "start", "name")),
        *rounds,
        *(say(lang, f"standings.column.{key}") for key in ("total", "solos", "open", "sure")),
        *(say(lang, f"standings.column.{key}") for key in extra),
    ]
    return head, [_write_line(line, extra, lang) for line in lines]


def _write_line(line: Json, extra: Sequence[str], lang: Lang) -> list[str]:
    return [
        f"{line['place']}.",
        str(line["start"] or ""),
        line["name"],
        *("" if points is None else write_points(points) for points in line["rounds"]),
        write_points(line["total"]),
        str(line["solos"] or ""),
        str(line["open"] or ""),
        write_number(line["sure"], ".1%", lang),
        *(
            write_number(float(line[key]), "g", lang) if key == "place_points" else write_euros(line[key], lang)
            for key in extra
        ),
    ]


def _list_notes(posted: Json, lang: Lang) -> Iterator[str]:
    """How sure the prizes are, which ties were parted, and who withdrew."""
    if posted["standard_error"]:
        yield say(lang, "standings.note.sure", sure=posted["sure"], error=posted["standard_error"])
    else:
        yield say(lang, "standings.note.sure-exactly", sure=posted["sure"])
    for line in posted["standings"]:
        if "parted_by" in line:
            rule = say(lang, f"standings.rule.{line['parted_by']}")
            yield say(lang, "standings.note.parted", place=line["place"], name=line["name"], rule=rule)
    if left := tuple(line["name"] for line in posted["standings"] if line.get("withdrawn")):
        yield say(lang, "standings.note.withdrawn", names=left)


def _show_more(order: StandingsOrder) -> Status:
    from desk.cli.book.places.awards import show_audit, show_payments, show_teams, write_statistics
    from tournament.record.open_store import open_store

    evening = open_book(open_store(order.where), order.lang)
    if order.teams:
        show_teams(evening, order.teams, order.lang)
    if order.settle:
        show_payments(evening, order.lang)
    if order.sample:
        show_audit(evening, order.sample, order.first, order.sums, order.lang)
    if order.statistics is not None:
        write_statistics(evening, order.statistics, order.lang)
    return Status.DONE

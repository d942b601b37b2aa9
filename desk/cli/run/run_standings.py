"""`kiebitz standings`: shows the places and how sure they are; also teams, payments, the rows of an audit, and the
workbook of statistics.

The places alone come from the cache, without any large library; all else is imported where it is needed.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from desk.cli.run.command_file import open_book, read_document
from desk.cli.screen import align_table, print_json, print_note, report_wait
from desk.exits import Status, WrongUse
from desk.outputs import check_workbook, place_workbook
from scoring.findings import write_points
from texts.languages import Lang
from texts.sentences import say, write_number
from tournament.standings.places import name_withdrawal, write_marked
from tournament.standings.prizes import name_euros
from tournament.standings.scorings import spell_score

if TYPE_CHECKING:
    from pathlib import Path

    from desk.cli.evening_orders import StandingsOrder
    from tournament.filing.opened.open_evening import Evening
    from tournament.review.game_rows import PlayedRow

Json = Mapping[str, Any]


def show_standings(order: StandingsOrder) -> Status:
    """Prints the standings, from the cache if it belongs to the file's newest entry."""
    if order.teams or order.settle or order.sample or order.statistics:
        return _show_more(order)
    with report_wait(order.lang):
        posted = read_document(order.where, "standings", order.lang)
    if order.as_json:
        print_json(posted)
    else:
        _show_table(posted, order.lang)
    return Status.DONE


def _show_table(posted: Json, lang: Lang) -> None:
    """Prints the places as a table with notes below; one sentence where nothing was played yet."""
    if not posted["standings"]:
        _print([say(lang, "standings.title.none", title=posted["title"])])
        return
    key = "final" if posted["final"] else "provisional"
    title = say(lang, f"standings.title.{key}", title=posted["title"], stage=posted["stage"], after=posted["after"])
    head, rows = _make_table(posted, lang)
    _print([title, "", *align_table(head, rows), "", *_list_notes(posted, lang)])


def _print(lines: Sequence[str]) -> None:
    sys.stdout.write("\n".join(lines) + "\n")


def _make_table(posted: Json, lang: Lang) -> tuple[list[str], list[list[str]]]:
    lines: Sequence[Json] = posted["standings"]
    scored = ["score"] if "scoring" in posted else []
    extra = [key for key in ("place_points", "prize_cents", "cents") if any(key in line for line in lines)]
    rounds = [say(lang, "standings.column.round", round=number) for number in range(1, posted["after"] + 1)]
    head = [
        *(say(lang, f"standings.column.{key}") for key in ("place", "start", "name")),
        *rounds,
        *(say(lang, f"standings.column.{key}") for key in ("total", *scored, "solos", "open", "sure")),
        *(say(lang, f"standings.column.{key}") for key in extra),
    ]
    return head, [_write_line(line, extra, lang, scored=bool(scored)) for line in lines]


def _write_line(line: Json, extra: Sequence[str], lang: Lang, *, scored: bool) -> list[str]:
    return [
        "–" if _is_unseen(line) or line.keys() & {"disqualified", "springer"} else f"{line['place']}.",
        str(line["start"] or ""),
        _write_name(line, lang),
        *(
            write_marked(points, typed=number in line.get("typed", ()), awarded=number in line.get("awarded", ()))
            for number, points in enumerate(line["rounds"], 1)
        ),
        _write_total(line, lang),
        *([_write_score(line, lang)] if scored else []),
        str(line["solos"] or ""),
        str(line["open"] or ""),
        "" if _is_unseen(line) else write_number(line["sure"], ".1%", lang),
        *(
            write_number(float(line[key]), "g", lang) if key == "place_points" else name_euros(line[key]).in_(lang)
            for key in extra
        ),
    ]


def _write_name(line: Json, lang: Lang) -> str:
    """The name, marked where the player left before the last round."""
    left = name_withdrawal(line.get("withdrew_after"))
    return f"{line['name']} ({left.in_(lang)})" if left else str(line["name"])


def _is_unseen(line: Json) -> bool:
    """Whether no sheet names the player yet."""
    return "unseen" in line


def _write_total(line: Json, lang: Lang) -> str:
    if _is_unseen(line):
        return say(lang, "wall.missing") if "missing" in line else "–"
    return write_points(line["total"])


def _write_score(line: Json, lang: Lang) -> str:
    """The score that decides the place; "" for a player who is on no sheet."""
    return spell_score(line["score"], lang) if "score" in line else "–"


def _list_notes(posted: Json, lang: Lang) -> Iterator[str]:
    """Notes: how places are decided, how sure the prizes are, which ties were broken, and why a round shows "–"."""
    if "scoring" in posted:
        yield posted["scoring"]
    if posted["standard_error"]:
        yield say(lang, "standings.note.sure", sure=posted["sure"], error=posted["standard_error"])
    else:
        yield say(lang, "standings.note.sure-exactly", sure=posted["sure"])
    for line in posted["standings"]:
        if "parted_by" in line:
            rule = say(lang, f"standings.rule.{line['parted_by']}")
            yield say(lang, "standings.note.parted", place=line["place"], name=line["name"], rule=rule)
    yield from posted["gaps"]
    if "typed" in posted:
        yield f"{say(lang, 'wall.typed')}:"
        yield from (f"  {one['sentence']}" for one in posted["typed"])
    if "awards" in posted:
        yield f"{say(lang, 'wall.awards')}:"
        yield from (f"  {one['sentence']}" for one in posted["awards"])
    if "teams" in posted:
        yield posted["teams"]
    if posted["changed"]:
        yield f"{say(lang, 'wall.changed')}:"
        yield from (f"  {one['sentence']}" for one in posted["changed"])


def _show_more(order: StandingsOrder) -> Status:
    from tournament.record.open_store import open_store

    evening = open_book(open_store(order.where), order.lang)
    parts: list[tuple[Json, Sequence[str]]] = []
    if order.teams:
        parts.append(_list_teams(evening, order.teams, order.lang))
    if order.settle:
        parts.append(_list_payments(evening, order.lang))
    if order.sample:
        parts.append(_list_audit(evening, order))
    if order.as_json:
        document = {"kiebitz": 1} | {key: value for part, _ in parts for key, value in part.items()}
        print_json(document)
    else:
        for _, lines in parts:
            _print(lines)
    if order.statistics is not None:
        _write_statistics(evening, order.statistics, order.lang)
    return Status.DONE


def _list_teams(evening: Evening, counting: int, lang: Lang) -> tuple[Json, Sequence[str]]:
    """The clubs by place, counting the best `counting` members of each: as JSON, and as lines."""
    from tournament.standings.prizes import find_teams, rank_teams

    clubs = {entrant.start: entrant.club for entrant in evening.tournament.players}
    players = evening.book.players
    teams = rank_teams(players, find_teams(players, clubs), counting)
    head = [say(lang, f"standings.column.{key}") for key in ("place", "members", "team", "total")]
    rows = [(f"{team.place}.", str(len(team.counted)), team.name, write_points(team.total)) for team in teams]
    plain = [
        {"place": team.place, "team": team.name, "members": len(team.counted), "total": team.total} for team in teams
    ]
    return {"teams": plain}, [say(lang, "standings.title.teams", count=counting), "", *align_table(head, rows)]


def _list_payments(evening: Evening, lang: Lang) -> tuple[Json, Sequence[str]]:
    """Who pays whom: as JSON, and as lines. Raises WrongUse where the rules have no money."""
    from tournament.standings.prizes import TILL, count_money, settle_up

    cents = evening.tournament.opening.rules.money.cents_per_point
    if not cents:
        raise WrongUse("standings.use.no-money", rules=evening.tournament.opening.rules.id)
    players = evening.book.players
    names = {one.number: one.name for one in players} | {TILL: say(lang, "standings.till")}
    head = [say(lang, f"standings.column.{key}") for key in ("cents", "payer", "payee")]
    payments = settle_up(count_money(players, cents))
    rows = [(name_euros(one.cents).in_(lang), names[one.payer], names[one.payee]) for one in payments]
    plain = [{"cents": one.cents, "payer": names[one.payer], "payee": names[one.payee]} for one in payments]
    return {"payments": plain}, [say(lang, "standings.title.payments"), "", *align_table(head, rows)]


def _list_audit(evening: Evening, order: StandingsOrder) -> tuple[Json, Sequence[str]]:
    """The rows that a referee compares with the paper, with the points that count: as JSON, and as lines.

    While an item is open that nobody signed off, the audit states no error bound; with sum rows the bound covers only
    these.
    """
    from tournament.review.game_rows import plan_book_audit
    from tournament.review.waiting import list_open
    from tournament.standings.audit_sample import RISK

    if not evening.book.scoring.is_plain:
        raise WrongUse("standings.use.no-audit", scoring=evening.book.scoring.name())
    audit = plan_book_audit(evening.book, order.sample, order.first, sums=order.sums)
    open_items = [item for item in list_open(evening.book) if item not in evening.book.signed]
    names = {one.number: one.name for one in evening.book.players}
    promise = "open" if open_items else "then-sums" if order.sums else "then"
    gaps = {
        "compared": len(audit.drawn),
        "rows": audit.count,
        "first": order.first,
        "seed": order.sample,
        "highest": audit.highest,
    }
    plain = {
        **gaps,
        "open": open_items,
        "promised": 1 - RISK if promise == "then" else None,
        "sums": [_describe_row(row, names) for row in audit.sums],
        "drawn": [_describe_row(row, names) for row in audit.drawn],
    }
    lines = [say(order.lang, "standings.audit.drawn", **gaps)]
    lines += [say(order.lang, "standings.audit.sums", sheets=len(audit.sums))] if order.sums else []
    lines += ["", *_align_rows((*audit.sums, *audit.drawn), names, order.lang), ""]
    return {"audit": plain}, [*lines, say(order.lang, f"standings.audit.{promise}", open=len(open_items))]


def _describe_row(row: PlayedRow, names: Mapping[int, str]) -> Json:
    points = [{"name": names[number], "points": points} for number, points in row.points.items()]
    return {"item": row.item, "round": row.round, "table": row.table, "points": points}


def _align_rows(rows: Sequence[PlayedRow], names: Mapping[int, str], lang: Lang) -> list[str]:
    head = [say(lang, f"standings.column.{key}") for key in ("in-round", "table", "row", "points")]
    lines = [
        (
            str(row.round or ""),
            str(row.table or ""),
            row.item,
            ", ".join(f"{names[number]} {write_points(points)}" for number, points in row.points.items()),
        )
        for row in rows
    ]
    return list(align_table(head, lines))


def _write_statistics(evening: Evening, path: Path, lang: Lang) -> None:
    """Writes the workbook of statistics."""
    from tournament.handout.handout import make_file, prepare_handout

    check_workbook(path)
    place_workbook(make_file("statistics", prepare_handout(evening, lang)), path, lang)
    print_note(lang, "standings.statistics.written", path=path)

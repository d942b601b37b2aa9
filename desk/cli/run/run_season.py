"""`kiebitz season`: adds the evenings of many files up to one table, and reports what is not settled about them.

It lists names that may belong to the same player; the answers are kept in a text file beside the season.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from desk.cli.run.command_file import open_book
from desk.cli.screen import print_note
from desk.exits import Status, WrongUse
from desk.outputs import HTML, PDF, XLSX, check_file, check_workbook, place_workbook, write_data

if TYPE_CHECKING:
    from collections.abc import Sequence

    from desk.cli.evening_orders import SeasonOrder
    from tournament.filing.opened.open_evening import Evening
    from tournament.handout.handout import Paper
    from tournament.handout.season_list import SeasonKind
    from tournament.standings.season import Season
    from tournament.standings.season_names import Answers

_KINDS: Final = {kind.suffix: kind for kind in (XLSX, PDF, HTML)}
_MOST_ASKED = 12


def make_season(order: SeasonOrder) -> Status:
    """Writes the season; reports evenings that may still change, and names that may belong to the same player."""
    from tournament.filing.season_answers import keep_answers, load_answers
    from tournament.handout.handout import add_up_season, make_season_figures
    from tournament.record.open_store import open_store

    ending = _check_output(order)
    opened = [open_book(open_store(file), order.lang) for file in order.files]
    _refuse_twice(order, opened)
    folder, new = order.output.parent, _read_typed(order)
    answers = load_answers(folder) + new
    season = add_up_season(order.title, opened, order.by, order.best or None, answers)
    _refuse_strangers(opened, new)
    if new.same or new.different:
        keep_answers(folder, new, order.lang)
    _write(order, ending, season)
    if order.statistics is not None:
        place_workbook(make_season_figures(opened, answers, order.lang), order.statistics, order.lang)
        print_note(order.lang, "standings.statistics.written", path=order.statistics)
    _report_doubts(order, season)
    print_note(order.lang, "standings.season.written", path=order.output, count=len(opened))
    return Status.DONE


def _check_output(order: SeasonOrder) -> str:
    """Checks that the output can be written; returns its ending. Raises WrongUse for an unknown one."""
    from tournament.handout.handout import PAPERS

    ending = order.output.suffix.lower()
    if order.statistics is not None:
        check_workbook(order.statistics)
    if ending not in _KINDS:
        raise WrongUse("standings.season.unknown-kind", path=order.output, kinds=tuple(_KINDS))
    if order.paper and ending != PDF.suffix:
        raise WrongUse("wall.export.paper-of-pdf", path=order.output)
    if order.paper and order.paper.lower() not in PAPERS:
        raise WrongUse("wall.export.unknown-paper", paper=order.paper, papers=PAPERS)
    if ending == XLSX.suffix:
        check_workbook(order.output)
    else:
        check_file(order.output, _KINDS[ending])
    return ending


def _refuse_twice(order: SeasonOrder, opened: Sequence[Evening]) -> None:
    """Raises WrongUse if two files hold the same evening, which would count twice."""
    seen: dict[str, str] = {}
    for file, evening in zip(order.files, opened, strict=True):
        key = evening.tournament.opening.key
        if key in seen:
            raise WrongUse("standings.season.twice", first=seen[key], second=file)
        seen[key] = file


def _read_typed(order: SeasonOrder) -> Answers:
    """The answers in `--same` and `--different`. Raises `UnclearNames`, and WrongUse for the sign of the other
    option."""
    from tournament.standings.season_names import NO_ANSWERS, make_answer, read_pair

    answers = NO_ANSWERS
    for option, typed, same in (("--same", order.same, True), ("--different", order.different, False)):
        for words in typed or ():
            pair, said = read_pair(words)
            if said is not same:
                raise WrongUse("standings.names.other-sign", option=option, words=words)
            answers += make_answer(pair, same)
    return answers


def _refuse_strangers(opened: Sequence[Evening], new: Answers) -> None:
    """Raises WrongUse for a name on the command line that occurs at no evening; the sentence suggests the nearest
    name."""
    from tournament.near_names import find_closest
    from tournament.standings.season_names import fold_key

    known = {fold_key(one.player.name): one.player.name for evening in opened for one in evening.book.standings}
    for name in (name for pair in (*new.same, *new.different) for name in pair):
        if fold_key(name) not in known:
            near = find_closest(name, known.values())
            raise WrongUse("standings.names.near" if near else "standings.names.nobody", name=name, near=near)


def _write(order: SeasonOrder, ending: str, season: Season) -> None:
    from tournament.handout.handout import make_season_file

    paper = cast("Paper", order.paper.lower() or "a4")
    data = make_season_file(cast("SeasonKind", ending.removeprefix(".")), season, order.lang, paper)
    if ending == XLSX.suffix:
        place_workbook(data, order.output, order.lang)
    else:
        write_data(order.output, data)


def _report_doubts(order: SeasonOrder, season: Season) -> None:
    from tournament.handout.season_list import list_doubts

    doubts = list_doubts(season)
    told = doubts[: len(doubts) - max(0, len(season.questions) - _MOST_ASKED)]
    for doubt in told:
        print_note(order.lang, doubt.key, **doubt.gaps)
    if season.questions:
        one, other = season.questions[0]
        print_note(order.lang, "standings.names.how", count=len(season.questions), one=one, other=other)

"""What was decided, in words: by the visitor, by somebody else, and by both, side by side where they differ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from desk.web.pages.review.item_view import view_item
from desk.web.pages.review.picture_addresses import find_row
from desk.web.pages.review.row_ways import STRIKES, read_name, read_way
from desk.web.pages.review.shown_item import get_crosses
from desk.web.running_desk import Queue
from scoring.rows.written_rows import Row
from texts.languages import Lang
from texts.sentences import Moment, say
from tournament.filing.decisions.deciding import Wish, read_points, read_settled
from tournament.filing.opened.open_evening import Evening
from tournament.human_decisions import HumanDecision
from tournament.judging.judged_sheet import JudgedRow
from tournament.judging.offers import write_settled
from tournament.judging.written_sheet import has_mark, has_solo
from tournament.record.clock_facts import RowsStruck
from tournament.record.entries import Entry
from tournament.record.facts import Decided, FieldKeyed, SheetRead, Undone
from tournament.review.waiting import write_all_points

STAYING = {"stay": "accept", "as-written": "as-written"}
"""How a matter is decided by a button."""


@dataclass(frozen=True, slots=True)
class Stand:
    """What one person decided. `points`: by seat, () for anything but a row; `words`: all of it in words; `solo`,
    `offence`: whether these crosses count; `sent`: what a form sends to decide so."""

    words: str
    points: tuple[str, ...] = ()
    solo: bool = False
    offence: bool = False
    sent: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Clash:
    """Both decisions. `by`, `when`: of the one that is in the record."""

    by: str
    when: str
    theirs: Stand
    mine: Stand

    @property
    def differing(self) -> tuple[bool, ...]:
        """By seat whether the points differ, then whether the crosses do."""
        pairs = zip(self.theirs.points, self.mine.points, strict=True)
        crosses = (self.theirs.solo, self.theirs.offence) != (self.mine.solo, self.mine.offence)
        return (*(one != other for one, other in pairs), crosses)

    @property
    def named(self) -> tuple[str, str]:
        """What the buttons name: the only number in which both differ, else all of each."""
        places = [place for place, differs in enumerate(self.differing) if differs]
        if len(places) == 1 and places[0] < len(self.theirs.points):
            return self.theirs.points[places[0]], self.mine.points[places[0]]
        return self.theirs.words, self.mine.words


def find_rival(evening: Evening, item: str, later: Sequence[Entry]) -> HumanDecision | None:
    """The decision in force on the item, if it is one of these entries."""
    ruling = evening.tournament.decisions.get(evening.tournament.names.name_today(item))
    return ruling if ruling and any(entry.number == ruling.entry for entry in later) else None


def describe_clash(
    evening: Evening, item: str, form: Mapping[str, str], rival: HumanDecision, lang: Lang
) -> Clash | None:
    """Both decisions; None if they are the same. Raises `RefusedDecision` for points that cannot be read."""
    found = find_row(evening, item)
    if found is not None:
        theirs, mine = _settle_theirs(found[1], rival, lang), _settle_mine(found[1], form, lang)
    else:
        theirs, mine = Stand(_word(rival.how, rival.name, lang)), _stand_otherwise(form, lang)
    same = replace(theirs, sent=()) == replace(mine, sent=()) or form.get("how") == rival.how == "as-written"
    return None if same else Clash(rival.by, Moment(rival.when).write_time(lang), theirs, mine)


def _settle_theirs(row: JudgedRow, rival: HumanDecision, lang: Lang) -> Stand:
    solo = has_solo(row.source) if rival.solo is None else rival.solo
    offence = has_mark(row.source.offence) if rival.offence is None else rival.offence
    return _stand(Row(row.game, rival.points, solo, offence), lang)


def _settle_mine(row: JudgedRow, form: Mapping[str, str], lang: Lang) -> Stand:
    """The row as the form decides it; left as written it is what the page said that it counts then."""
    if form.get("how") == "as-written":
        wish = read_way("", form.get("inked", ""), "")
    elif form.get("outcome"):
        wish = read_way("", form["outcome"], "")
    else:
        solo, offence = get_crosses(form)
        typed = ",".join(form[f"p{seat}"] for seat in range(1, len(row.points) + 1) if f"p{seat}" in form)
        wish = Wish("", "points", points=typed, solo=solo, offence=offence)
    solo = has_solo(row.source) if wish.solo is None else wish.solo
    offence = has_mark(row.source.offence) if wish.offence is None else wish.offence
    return _stand(Row(row.game, read_points(wish.points, len(row.points)), solo, offence), lang)


def _stand(row: Row, lang: Lang) -> Stand:
    points = tuple(write_all_points(row.points))
    inputs = [(f"p{seat}", text) for seat, text in enumerate(points, 1)]
    crosses = [(f"offered_{name}", "") for name in ("solo", "offence")]
    crossed = [(name, "x") for name, on in (("solo", row.solo), ("offence", row.offence)) if on]
    return Stand(
        write_settled(row, lang), points, row.solo, row.offence, (("how", "take"), *inputs, *crosses, *crossed)
    )


def _stand_otherwise(form: Mapping[str, str], lang: Lang) -> Stand:
    """The decision on a name or another matter."""
    how = form.get("how", "")
    name = read_name(form) if how.partition(":")[0] == "name" else ""
    sent = [(key, value) for key, value in form.items() if key not in ("csrf", "seen", "later", "shown")]
    return Stand(_word(STAYING.get(how, how), name, lang), sent=tuple(sent))


def _word(how: str, name: str, lang: Lang) -> str:
    kind = how.partition(":")[0]
    return name or say(lang, f"review.decided.{kind if kind in ('as-written', *STRIKES) else 'accept'}")


def describe_entry(entry: Entry, evening: Evening, queue: Queue, lang: Lang) -> dict[str, str]:
    """The words for a sentence on what somebody else entered."""
    fact, what, how, said = entry.fact, "undone", "", ""
    undone = next((one.fact for one in evening.entries if isinstance(fact, Undone) and one.number == fact.entry), None)
    item = undone.item if isinstance(undone, Decided) else ""
    if isinstance(fact, Decided):
        what, item, how, said = "decided", fact.item, fact.how, " ".join(write_all_points(fact.points)) or fact.name
    elif isinstance(fact, FieldKeyed):
        what, item = "keyed", fact.item
    elif isinstance(fact, SheetRead | RowsStruck):
        what, item = "read" if isinstance(fact, SheetRead) else "struck", fact.sheet_key
    view = view_item(evening, queue.items, item, lang) if item and what not in ("read", "struck") else None
    return {"what": what, "by": entry.by, "item": view.place if view else item, "how": how, "said": said}


def say_done(evening: Evening, queue: Queue, item: str, entry: Entry, lang: Lang) -> str:
    """What the visitor's own decision did: "Runde 1, Tisch 3, Spiel 4: +6 -2 -2 -2"."""
    view = view_item(evening, queue.items, item, lang)
    place, fact = view.place if view else "", entry.fact
    if not place or not isinstance(fact, Decided):
        return say(lang, "review.done")
    settled = find_row(evening, item)
    said = write_settled(read_settled(settled[1].source, fact), lang) if settled else fact.name
    return say(lang, "review.done-so", place=place, said=said) if said else say(lang, "review.done-at", place=place)

"""The crosses of a row on the page: whether they count, as a person sees and changes it, and as a form says it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import get_args

from scoring.rows.written_rows import Row
from texts.languages import Lang
from tournament.evening.decisions import CrossName
from tournament.filing.deciding import has_mark, has_solo
from tournament.judging.row.judged import JudgedRow
from tournament.remarks import RowText

CROSSES: tuple[CrossName, ...] = get_args(CrossName)


@dataclass(frozen=True, slots=True)
class CrossView:
    """A cross that the row's paper has a box for. `inked`: whether the ink crosses it; `offered`: whether it counts as
    the page proposes; `doubtful`: whether a look at it is asked for."""

    name: CrossName
    inked: bool
    offered: bool
    doubtful: bool


def view_crosses(row: JudgedRow, shown: Row, framed: tuple[str, ...]) -> tuple[CrossView, ...]:
    """The boxes of the row. `shown`: the row as the page proposes it; `framed`: the fields in doubt."""
    source = row.source
    solos = [one.id for one in (source.solo, *source.others) if one is not None and ".solo" in one.id]
    offences = [source.offence.id] if source.offence is not None else []
    views = (
        CrossView("solo", has_solo(source), shown.solo, any(one in framed for one in solos)),
        CrossView("offence", has_mark(source.offence), shown.offence, any(one in framed for one in offences)),
    )
    return tuple(view for view, boxes in zip(views, (solos, offences), strict=True) if boxes)


def spell_row(row: Row, lang: Lang) -> str:
    """The row as it would count: "+9 -3 -3 -3 Solo"."""
    return RowText(row.points, row.solo, row.offence, "–").spell(lang)


def read_wished(form: Mapping[str, str], name: CrossName) -> bool | None:
    """How the visitor wants the cross to count; None where the form has no box for it."""
    return name in form if f"offered_{name}" in form else None


def is_changed(form: Mapping[str, str]) -> bool:
    """Whether the visitor wants a cross to count otherwise than the page proposed."""
    wished = ((read_wished(form, name), bool(form.get(f"offered_{name}"))) for name in CROSSES)
    return any(now is not None and now != offered for now, offered in wished)

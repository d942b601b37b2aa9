"""The proposals of an open row: the one that the Enter key accepts, or two that are about equally likely."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from scoring.findings import Proposal, write_proposal
from scoring.rows.written_rows import Row
from texts.field_ids import parse_field
from texts.labels import Labels
from texts.languages import Lang
from texts.sentences import enumerate_things, say
from tournament.judging.causes import settle_as_proposed
from tournament.judging.judged_sheet import JudgedRow, is_whole
from tournament.remarks import Doubt, Remark, RowText


class Offer(NamedTuple):
    """A proposal, the row as it then counts, and whether the Enter key accepts it."""

    proposal: Proposal
    settled: Row
    key: bool

    def spell(self, lang: Lang, labels: Labels) -> str:
        """The changes in words."""
        return write_proposal(self.proposal, lang, labels)

    def spell_with_crosses(self, lang: Lang, labels: Labels) -> str:
        """The changes in words; if a cross counts then, with the row: "Ina: -6 statt -2 (dann +2 -6 +2 +2 Solo)"."""
        settled, changes = self.settled, self.spell(lang, labels)
        return self.spell_way(lang, labels) if settled.solo or settled.offence else changes

    def spell_way(self, lang: Lang, labels: Labels) -> str:
        """The changes in words, with the row as it then counts."""
        return say(
            lang, "decisions.refused.way", changes=self.spell(lang, labels), row=write_settled(self.settled, lang)
        )


def write_settled(row: Row, lang: Lang) -> str:
    """The row as it would count: "+9 -3 -3 -3 Solo"."""
    return RowText(row.points, row.solo, row.offence, "–").spell(lang)


@dataclass(frozen=True, slots=True)
class Offers:
    """All proposals of a row, for a sentence. `labels`: the names of the seats and rows of its sheet."""

    row: JudgedRow
    labels: Labels

    def in_(self, lang: Lang) -> str:
        """The proposals in words: Platz 2: +9 statt -3 (dann -3 +9 -3 -3 Solo) oder ..."""
        ways = [offer.spell_way(lang, self.labels) for offer in list_offers(self.row)]
        return enumerate_things(lang, ways, "common.or")


def list_offers(row: JudgedRow) -> tuple[Offer, ...]:
    """All proposals after which the row has points, in the order of its findings."""
    key = find_accepted(row)
    proposals = dict.fromkeys(proposal for _, proposal in _list_proposing(row))
    return tuple(Offer(one, settle_as_proposed(row, one), one == key) for one in proposals)


def find_accepted(row: JudgedRow) -> Proposal | None:
    """The proposal that the Enter key accepts; None if there is none, or if two are about equally likely."""
    return None if is_unsure(row) else next((proposal for _, proposal in _list_proposing(row)), None)


def is_unsure(row: JudgedRow) -> bool:
    """Whether the row's proposal is not much likelier than another one."""
    return any(isinstance(finding, Remark) and finding.unsure for finding, _ in _list_proposing(row))


def _list_proposing(row: JudgedRow) -> Iterator[tuple[Doubt, Proposal]]:
    """The findings with a proposal that changes only this row and leaves it with points."""
    for finding in row.findings:
        proposal = finding.proposal if finding.severity != "note" else None
        own = proposal and all(parse_field(change.field).line == row.place for change in proposal)
        if proposal and own and is_whole(settle_as_proposed(row, proposal).points):
            yield finding, proposal

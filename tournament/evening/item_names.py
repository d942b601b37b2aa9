"""The items that wait for a person: rows, and matters of a whole sheet or round, named by `texts.item_ids`; and what
each of them showed when somebody decided it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from texts.field_ids import parse_field
from texts.item_ids import make_name_item, make_place_key, make_round_key, make_row_item, make_sum_item
from tournament.human_decisions import Ink
from tournament.judging.judged_sheet import SUMS, JudgedSheet, about_sums, find_topic, group_by_topic
from tournament.judging.written_sheet import WrittenRow, WrittenSheet
from tournament.remarks import Doubt, Remark
from tournament.standings.places import Round


@dataclass(frozen=True, slots=True)
class RoundMatter:
    """Findings about a whole round, which belong to no sheet. `round`: None if they are about all rounds. `key`: the
    key of the sheet that they are about, if it does not count; else ""."""

    round: Round
    findings: tuple[Remark, ...]
    key: str = ""

    @property
    def absent(self) -> tuple[str, ...]:
        """The names of the players who are missing in this round."""
        lists = (finding.gaps.get("names") for finding in self.findings)
        return tuple(who.name for names in lists if isinstance(names, tuple) for who in names)


SWAPPED = "players-swapped"
"""The code of the question whether two players changed seats."""
NO_PLACE = "no-round"
"""The code of the question where a sheet belongs; its sentence changes with the tables that are free."""
WAY_UP = "way-up"
"""The code of the question which way up a foreign list lies."""
LISTS_BESIDE = "lists-beside"
"""The code of the question whether other lists that a photograph shows beside the one that was read count too."""
UNKNOWN_NAME = "unknown-name"
"""The code of what asks who sits at a table."""
SEAT_ORDER = "evening.seat-order"
OTHERS_ORDER = "evening.seat-order-others"
"""The sentences that ask once whether all sit as they were drawn, instead of for each seat: where no name can be read,
and where a moved sheet names others."""
SAID, PHOTO, ABOUT, SHARED, ENTRY = "said", "photo", "about", "shared", "entry"
"""The names under which an item's ink keeps what was shown: the sentences (`SAID`), the SHA-256 of their photograph
(`PHOTO`), what they are about in a form that does not change (`ABOUT`), the key of a question that concerns two sheets
(`SHARED`), and the numbers of entries that wait because their round is closed (`ENTRY`)."""
_COUNTED = ("game-count", "offence-count", "pflichtsolo", "wrong-sitter", "bock-block", "one-sided")
"""Codes of findings that depend only on the rows of the sheet, as do all findings on its sums."""
_MOST = 2000
"""How many letters of a sentence are kept: as many as an entry's text may have."""


@dataclass(frozen=True, slots=True)
class Matter:
    """One item of a whole sheet or round that a person must settle, with its findings. `photo`: the SHA-256 of the
    sheet's photograph, "" for a round."""

    item: str
    findings: tuple[Doubt, ...]
    photo: str = ""


def name_row_item(sheet: WrittenSheet, game: int) -> str:
    """The item of that row."""
    return make_row_item(find_key(sheet), game, sheet.code.games if sheet.code else 0)


def name_seat_item(sheet: WrittenSheet, seat: int) -> str:
    """The item of that seat's name."""
    return make_name_item(find_key(sheet), seat)


def find_key(sheet: WrittenSheet) -> str:
    """The sheet's key in the tournament's file; without a file the key of its place."""
    half = sheet.code.half if sheet.code else 0
    return sheet.key or make_place_key(sheet.round or 0, sheet.table or 0, half)


def list_sheet_matters(sheet: JudgedSheet) -> tuple[Matter, ...]:
    """The items of the whole sheet that a person must settle, each once."""
    return _make_matters(sheet, sheet.open_matters)


def list_held_matters(sheet: JudgedSheet) -> tuple[Matter, ...]:
    """The items that wait until another one is settled; they may be decided before."""
    return _make_matters(sheet, group_by_topic(sheet.held))


def _make_matters(sheet: JudgedSheet, groups: Iterable[tuple[Doubt, ...]]) -> tuple[Matter, ...]:
    source = sheet.source
    return tuple(Matter(name_matter_item(source, group), group, source.photo_sha256) for group in groups)


def name_round_item(matter: RoundMatter, finding: Doubt) -> str:
    """The item of a finding about a whole round: "r1.game-count"; of one about a sheet, "r1.t3.after-closing"; of one
    about two players, with their start numbers, "r1.players-swapped.3-7"."""
    starts = getattr(finding, "gaps", {}).get("starts", ()) if finding.code == SWAPPED else ()
    players = f".{'-'.join(map(str, starts))}" if starts else ""
    return f"{matter.key or make_round_key(matter.round)}.{finding.code}{players}"


def list_round_matters(matters: Sequence[RoundMatter]) -> tuple[Matter, ...]:
    """The items of whole rounds that a person must settle, each once."""
    found: dict[str, list[Doubt]] = {}
    for matter in matters:
        for finding in matter.findings:
            found.setdefault(name_round_item(matter, finding), []).append(finding)
    return tuple(Matter(item, tuple(findings)) for item, findings in found.items())


def name_matter_item(sheet: WrittenSheet, findings: Sequence[Doubt]) -> str:
    """The item of findings on the sheet as a whole: "r1.t3.sum", "r1.t3.name.p2", or their code, "r1.t3.unsigned"."""
    topic, seat = find_topic(findings[0])
    if seat:
        return name_seat_item(sheet, seat)
    return make_sum_item(find_key(sheet)) if (topic, seat) == SUMS else f"{find_key(sheet)}.{topic}"


def read_row_ink(row: WrittenRow) -> Ink:
    """The texts of the row's points and crosses, with their field ids."""
    shown = (*row.cells, row.solo, row.offence)
    return tuple((reading.id, reading.text) for reading in shown if reading is not None)


def read_matter_ink(matter: Matter) -> Ink:
    """What is kept with a decision on the matter: the sentences that were shown, the photograph that they were about,
    and the other keys above."""
    said = ((SAID, finding.message("de")[:_MOST]) for finding in matter.findings)
    about = ((ABOUT, key) for finding in matter.findings if (key := _identify(finding)))
    shared = ((SHARED, key) for key in list_shared(matter))
    held = ((ENTRY, str(number)) for one in matter.findings for number in getattr(one, "gaps", {}).get("entries", ()))
    return tuple(dict.fromkeys((*held, *said, *([(PHOTO, matter.photo)] if matter.photo else ()), *about, *shared)))


def list_shared(matter: Matter) -> tuple[str, ...]:
    """Keys of a matter that is also on another sheet: both claim one table, or one player. () if the matter has any
    other finding. A decision on one of the sheets settles the matter on both."""
    both = [one for one in matter.findings if isinstance(one, Remark) and one.sentence in SHARED_SENTENCES]
    if len(both) < len(matter.findings):
        return ()
    return tuple(
        " ".join(
            sorted(
                f"{value}" if key in ("one", "two") else f"{key}={value}"
                for key, value in one.gaps.items()
                if key not in _WORDS
            )
        )
        for one in both
    )


_WORDS = ("used", "other")
"""Gaps of these sentences that only repeat others in words."""
SHARED_SENTENCES = ("evening.same-table", "evening.two-tables")
"""The sentences of findings that two sheets have in common."""


def says_no_more(matter: Matter, then: Ink) -> bool:
    """Whether the matter has no finding that it had not `then`.

    The sentence must be the same. If the photograph is, numbers in the sentence can only have changed by decisions made
    meanwhile: then it is enough that the finding is about the same thing. A finding whose gap `about` names its
    photograph need not have the same one.
    """
    known = set(then)
    same = bool(matter.photo) and (PHOTO, matter.photo) in known
    return all(
        (SAID, finding.message("de")[:_MOST]) in known
        or (same and finding.code == NO_PLACE)
        or ((same or _get_about(finding) != "") and (ABOUT, _identify(finding)) in known)
        for finding in matter.findings
    )


def _identify(finding: Doubt) -> str:
    """What a finding is about, without the numbers of its sentence: if it depends only on the sheet's rows, or has a
    gap `about`; else ""."""
    if about := _get_about(finding):
        return f"{finding.code} {about}"
    if finding.code not in _COUNTED and not about_sums(finding):
        return ""
    sums = sorted(field for field in finding.fields if parse_field(field).is_sum)
    seat = getattr(finding, "gaps", {}).get("seat", "")
    return " ".join(map(str, (finding.code, getattr(finding, "sentence", ""), *sums, seat)))


def _get_about(finding: Doubt) -> str:
    return str(getattr(finding, "gaps", {}).get("about", ""))


@dataclass(frozen=True, slots=True)
class SeatOrder:
    """Who was drawn to the columns of a sheet, from the left: their start numbers and names, and to whom their points
    count. `read`: whose names the sheet has, () for none."""

    starts: tuple[int, ...]
    names: tuple[str, ...]
    counted: tuple[str, ...]
    read: tuple[str, ...]


def read_seat_order(findings: Sequence[Doubt]) -> SeatOrder | None:
    """The order that one of these findings asks about; None where none does."""
    asked = (one.gaps for one in findings if isinstance(one, Remark) and one.sentence in (SEAT_ORDER, OTHERS_ORDER))
    return next((SeatOrder(**gaps) for gaps in asked), None)  # type: ignore[arg-type]  # as they are put in above

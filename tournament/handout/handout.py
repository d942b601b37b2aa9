"""Makes each kind of export of an evening as bytes, for the command line and for the page in the browser.

Nothing here prints, asks, or writes to a path: the caller decides where the bytes go. Pictures come from a function
that the caller gives, so no photograph is decoded here. The writers are imported when their kind is made: each loads a
library for some hundred milliseconds (pandas, XlsxWriter, reportlab), and a command needs only one of them, the page at
most reportlab.
"""

from __future__ import annotations

import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from importlib.metadata import version
from io import BytesIO
from typing import TYPE_CHECKING, Final, Literal, get_args

from texts.languages import Lang
from tournament.evening.book import Book
from tournament.filing.opened.open_evening import Evening
from tournament.filing.stories.row_story import Audited, describe_audit
from tournament.handout.dispute_story import Story
from tournament.handout.season_list import SeasonKind, count_evening, make_season_wall
from tournament.handout.story_page import make_pages, write_audit
from tournament.handout.wall_list import WallList, make_document, make_wall_list
from tournament.record.entries import Entry, Head, write_head
from tournament.standings.season import Season, Worth, make_season
from tournament.standings.season_names import NO_ANSWERS, Answers, unite_names
from tournament.whole_files import encode_json

if TYPE_CHECKING:
    from tournament.handout.workbook.worksheet import CropSource
    from tournament.record.replay import Tournament

Paper = Literal["a4", "a3"]
PAPERS: Final[tuple[Paper, ...]] = get_args(Paper)
PROGRAM: Final = version("kiebitz")

Kind = Literal["xlsx", "pdf", "html", "json", "ods", "csv", "statistics", "certificates"]
"""Exports that are one file: the workbook, the list for the wall, the page for phones, the standings as JSON and as
OpenDocument tables, the CSV files in one ZIP, the workbook of statistics, and certificates as PDF. The first five are
also file endings."""


def _read_clock() -> datetime:
    return datetime.now()  # noqa: DTZ005 - as the clock on the wall; a time zone may be one that Python refuses


@dataclass(frozen=True, slots=True)
class Handout:
    """What all kinds are made from. `crop`: cuts the workbook's pictures, None for no pictures; `paper`: size of the
    list for the wall; `made`: date and time for the workbook; `head`: the last entry of the file it is made from, None
    for a temporary file. That entry's hash on a printed page shows later that no entry up to it was changed."""

    book: Book
    lang: Lang = "de"
    crop: CropSource | None = None
    paper: Paper = "a4"
    made: datetime = field(default_factory=_read_clock)
    head: Head | None = None

    @property
    def noted(self) -> str:
        """Number and hash of that entry in words, "" for none."""
        return write_head(self.head, self.lang) if self.head is not None else ""

    @property
    def wall(self) -> WallList:
        """The list for the wall, as plain values."""
        return make_wall_list(self.book, self.head)


def prepare_handout(evening: Evening, lang: Lang) -> Handout:
    """The handout of a tournament's file, without pictures, on A4."""
    return Handout(evening.book, lang, head=evening.tournament.head)


def make_file(kind: Kind, handout: Handout) -> bytes:
    """The file of that kind."""
    book, lang = handout.book, handout.lang
    match kind:
        case "xlsx":
            from tournament.handout.workbook.make_workbook import make_workbook

            noted, made = handout.noted, handout.made
            return make_workbook(book, program=PROGRAM, made=made, lang=lang, crop=handout.crop, noted=noted)
        case "pdf":
            from tournament.handout.wall_pdf import make_wall_pdf

            return make_wall_pdf(handout.wall, lang, handout.paper)
        case "html":
            from tournament.handout.phone_page import make_web_page

            return make_web_page(handout.wall, lang).encode("utf-8", errors="replace")
        case "json":
            return encode_json(make_document(handout.wall))
        case "ods":
            from tournament.handout.tables_csv import make_open_document

            return make_open_document(book, lang, handout.noted)
        case "csv":
            return pack_files(make_csv_folder(handout))
        case "certificates":
            from tournament.handout.certificates import make_certificates

            return make_certificates(handout.wall, lang)
        case "statistics":
            from tournament.handout.statistics_workbook import make_statistics

            return make_statistics(book, lang)


def make_csv_folder(handout: Handout) -> dict[str, bytes]:
    """The CSV files of a folder, by name; the standings come first."""
    from tournament.handout.tables_csv import make_csv_files

    return make_csv_files(handout.book, handout.lang)


def pack_files(files: Mapping[str, bytes]) -> bytes:
    """The files in one ZIP."""
    data = BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return data.getvalue()


def make_story(audited: Audited, evening: Evening, picture: bytes | None, lang: Lang) -> bytes:
    """A PDF that explains an item's points. `picture`: a JPEG of its ink, None for none."""
    title, *lines = write_audit(audited, describe_audit(audited, evening, lang), lang)
    return make_stories([Story(title, tuple(lines), picture)], evening, lang)


def make_draw_certificate(entries: Sequence[Entry], tournament: Tournament, lang: Lang) -> bytes:
    """A PDF on how each round was seated, with which anybody can draw the same again; one round is drawn at least."""
    from tournament.handout.draw_story import tell_draw

    return make_pages([tell_draw(entries, tournament, lang)], lang, tournament.head)


def make_stories(stories: Sequence[Story], evening: Evening, lang: Lang) -> bytes:
    """A PDF of stories about sheets or players: slips to cut out where several fit on a page."""
    return make_pages(stories, lang, evening.tournament.head)


def add_up_season(
    title: str, evenings: Sequence[Evening], worth: Worth, best: int | None, answers: Answers = NO_ANSWERS
) -> Season:
    """The season of these evenings. `best`: how many of them count for each player, None for all. Raises
    `UnclearNames`."""
    return make_season(title, [count_evening(one, worth) for one in evenings], worth, best, answers)


def make_season_figures(evenings: Sequence[Evening], answers: Answers, lang: Lang) -> bytes:
    """The workbook of statistics over these evenings. Raises `UnclearNames`."""
    from tournament.handout.statistics_workbook import make_season_statistics

    named = [(one.title, tuple(one.worth)) for one in (count_evening(one, "points") for one in evenings)]
    return make_season_statistics([one.book for one in evenings], unite_names(named, answers), lang)


def make_season_file(kind: SeasonKind, season: Season, lang: Lang, paper: Paper = "a4") -> bytes:
    """The season as a workbook, as the list for the wall, or as the page for phones."""
    match kind:
        case "xlsx":
            from tournament.handout.season_workbook import make_season_workbook

            return make_season_workbook(season, lang, _read_clock())
        case "pdf":
            from tournament.handout.wall_pdf import make_wall_pdf

            return make_wall_pdf(make_season_wall(season, lang), lang, paper)
        case "html":
            from tournament.handout.phone_page import make_web_page

            return make_web_page(make_season_wall(season, lang), lang).encode("utf-8", errors="replace")

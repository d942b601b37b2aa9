"""No visitor reads where the tournament lies, and nobody a password: neither on the wall nor on the command line."""

from __future__ import annotations

import re
import string
from pathlib import Path

import pytest

from desk.__main__ import main
from tests.desk.web.visitors import open_desk, read_words, visit
from texts.languages import LANGUAGES, Lang, load_table
from texts.sentences import Phrase, say_on_page
from tournament.record.database import hide_password, make_server_engine
from tournament.record.record_errors import StoreUnreachable
from tournament.record.store import Store

SECRET = "geh3im"
GONE = "postgresql://wart:{secret}@127.0.0.1:1/ligadb?options=-csearch_path%3Dt1&connect_timeout=2"
URLS = (
    GONE.format(secret=SECRET),
    f"postgresql://wart@127.0.0.1:1/ligadb?password={SECRET}",
    f"postgresql://wart@127.0.0.1:1/ligadb?sslmode=disable&sslpassword={SECRET}&passfile=/{SECRET}",
    f"postgresql://wart@127.0.0.1:1/ligadb?PASSWORD={SECRET}",
    f"postgres://wart:a@{SECRET}@127.0.0.1:1/ligadb",
    f"postgresql://wart:{SECRET}",
    f"postgresql://wart:a/{SECRET}@127.0.0.1:1/ligadb",
    f"postgresql+psycopg://wart:%{SECRET}@127.0.0.1:1/ligadb",
)
PLACES = {"where", "path", "reason", "lock"}


@pytest.mark.parametrize("url", URLS)
def test_the_command_line_shows_no_password(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    """However it stands in the address, or does not quite."""
    assert main(["status", url]) == 3
    told = capsys.readouterr()
    assert SECRET not in told.out + told.err
    assert SECRET not in hide_password(url)


def test_an_address_is_shown_as_far_as_it_is_no_secret() -> None:
    """Which schema is meant must be seen; options that nobody knows are left out."""
    shown = hide_password(GONE.format(secret=SECRET) + "&oauth_client_secret=x")
    assert shown == "postgresql://wart:***@127.0.0.1:1/ligadb?connect_timeout=2&options=-csearch_path%3Dt1"


def test_an_address_that_cannot_be_read_says_what_helps() -> None:
    """A password with an @ would make a host of its second half."""
    with pytest.raises(StoreUnreachable, match="%40"):
        make_server_engine(f"postgresql://wart:a@{SECRET}@host/ligadb")


@pytest.mark.parametrize("path", ["/stand/wand", "/stand", "/jetzt", "/foto"])
@pytest.mark.parametrize("url", URLS[:3])
def test_a_lost_database_says_nothing_of_its_address(tmp_path: Path, path: str, url: str) -> None:
    """Neither password nor user, host and port stand on any page when the server is gone."""
    desk = open_desk(tmp_path)
    client = visit(desk, "organiser")
    desk.store = Store(hide_password(url), make_server_engine(url))
    answer = client.get(path)
    words = read_words(answer.text)
    assert answer.status_code == 409
    assert "Die Datenbank ist gerade nicht zu erreichen." in words
    assert not [
        one for one in (SECRET, "wart", "127.0.0.1", "ligadb", "psycopg") if re.search(rf"\b{one}\b", answer.text)
    ]


def test_a_lost_file_says_nothing_of_its_place(tmp_path: Path) -> None:
    """Paths are the organiser's own business, too."""
    desk = open_desk(tmp_path)
    client = visit(desk, "public")
    Path(desk.where).unlink()
    words = read_words(client.get("/stand/wand").text)
    assert "lässt sich gerade nicht öffnen" in words
    assert str(tmp_path) not in words


def test_trouble_with_reading_says_nothing_of_the_place(tmp_path: Path) -> None:
    """What stands above the photographs is read by every table."""
    desk = open_desk(tmp_path)
    desk.trouble = StoreUnreachable("book.record.unreachable", where="postgresql://wart@h/a", reason="x").phrase
    for role, page in (("table", "/foto"), ("organiser", "/jetzt")):
        words = read_words(visit(desk, role, 1 if role == "table" else None).get(page).text)  # type: ignore[arg-type]
        assert "Die Datenbank ist gerade nicht zu erreichen." in words
        assert "wart@h" not in words


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_sentence_about_a_place_has_one_for_visitors(lang: Lang) -> None:
    """Of the record's and the files' sentences that name a place or the system's reason; the lists of people are those
    that the visitor sent."""
    table = {key: words for name in ("book", "files") for key, words in load_table(lang, name).items()}
    own = {"files.unwritable", "files.foreign", "files.open-elsewhere"}
    places = [
        key
        for key, words in table.items()
        if (key.startswith("book.record.") or key in own)
        and PLACES & {(gap or "").partition(":")[0] for _, gap, _, _ in string.Formatter().parse(words)}
    ]
    assert len(places) > 10
    for key in places:
        gaps = {"where": SECRET, "path": SECRET, "reason": SECRET, "hash": "1", "number": 1, "lock": SECRET}
        assert SECRET not in say_on_page(Phrase(key, gaps), lang), key

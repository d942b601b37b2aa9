"""One page for a tournament, and links that are those of one file: what was withdrawn stays withdrawn."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from io import BytesIO
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from desk.__main__ import main
from desk.cli.run import run_desk
from desk.exits import WrongUse
from desk.web import page_lock
from desk.web.access import Register, find_register
from desk.web.page_lock import hold_page
from desk.web.running_desk import Desk
from desk.web.serve import make_app
from tests.desk.web.readers import JPEG
from tests.desk.web.visitors import open_desk, read_session, read_words, visit

ADDRESS = "http://192.168.1.7:8377"
HOLDER = "import sys\nfrom pathlib import Path\nfrom desk.web.page_lock import hold_page\n" + (
    "with hold_page(Path(sys.argv[1]), 'http://there:1'):\n    print('held', flush=True)\n    sys.stdin.read()\n"
)


def open_own(where: str) -> Desk:
    """A page of that file, with its links where the command keeps them."""
    return Desk(where, Register(find_register(where, "key")), "de")


def test_a_second_page_is_told_where_the_first_one_runs(
    tmp_path: Path, home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """By its address and since when; the command ends, and no link is made."""
    monkeypatch.setattr(run_desk, "make_server", None)  # it is not reached
    where = open_desk(tmp_path).where
    links = find_register(where, Desk(where, Register(tmp_path / "x.json"), "de").open("de").tournament.opening.key)
    with hold_page(links.with_suffix(".lock"), ADDRESS):
        assert main(["desk", where, "--port", "0"]) == 2
    words = capsys.readouterr().err
    assert f"hat schon eine Seite: {ADDRESS}, seit " in words
    assert "Strg+C" in words
    assert not links.exists()
    assert home in links.parents


def test_a_page_that_is_just_beginning_has_no_address_yet(tmp_path: Path) -> None:
    """Then the sentence says only that there is one."""
    lock = tmp_path / "a.lock"
    with hold_page(lock, ADDRESS):
        lock.write_bytes(b"")
        with pytest.raises(WrongUse, match="gerade beginnt"), hold_page(lock, "http://there:2"):
            pass


def test_who_only_looks_keeps_nobody_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """To see whether a page runs, its lock is taken for a moment: whoever begins just then tries again."""
    take, looks = page_lock._take, iter((False, False))
    monkeypatch.setattr(page_lock, "_take", lambda file: next(looks, None) is None and take(file))
    with hold_page(tmp_path / "a.lock", ADDRESS):
        assert next(looks, None) is None


@pytest.mark.skipif(sys.platform == "win32", reason="there is no kill -9")
def test_the_lock_of_a_dead_page_is_taken_over(tmp_path: Path) -> None:
    """Nobody has to clear anything away after a power cut."""
    lock = tmp_path / "a.lock"
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(lock)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"held\n"
        with pytest.raises(WrongUse, match="http://there:1"), hold_page(lock, ADDRESS):
            pass
        os.kill(other.pid, signal.SIGKILL)
    assert b"there" in lock.read_bytes()
    with hold_page(lock, ADDRESS):
        assert ADDRESS.encode() in lock.read_bytes()


def test_a_page_that_ended_keeps_nobody_out(tmp_path: Path) -> None:
    """The next one begins at once."""
    for _ in range(2):
        with hold_page(tmp_path / "a.lock", ADDRESS):
            pass


def test_a_link_withdrawn_elsewhere_is_withdrawn_here_and_later(tmp_path: Path) -> None:
    """Two registers on one file know of each other, whatever each of them writes afterwards."""
    first, second = Register(tmp_path / "links.json"), Register(tmp_path / "links.json")
    token = first.issue("referee", "Rita", hours=1)
    cookie = second.open_session(token)
    assert cookie is not None
    first.withdraw(first.list_open()[0].id)
    assert second.find_visitor(cookie) is None
    second.issue("public", "", hours=1)
    first.issue("public", "", hours=1)
    for register in (first, second, Register(tmp_path / "links.json")):
        assert register.open_session(token) is None
        assert [access.role for access in register.list_open()] == ["public", "public"]


def test_a_one_time_link_opens_one_session_of_two_pages(tmp_path: Path) -> None:
    """Used on one is used on the other."""
    first, second = Register(tmp_path / "links.json"), Register(tmp_path / "links.json")
    token = first.issue("organiser", "Wart", hours=1, once=True)
    assert second.open_session(token) is not None
    assert first.open_session(token) is None


def test_a_register_that_is_none_lets_nobody_in(tmp_path: Path) -> None:
    """All links are made anew; one that breaks while the page runs ends no session."""
    path = tmp_path / "links.json"
    path.write_text('{"secret": "x", "accesses": [{"id": 1}]}')
    register = Register(path)
    assert register.list_open() == ()
    register.issue("public", "", hours=1)
    path.write_text("{")
    assert len(register.list_open()) == 1


def test_a_copy_has_links_and_photographs_of_its_own(tmp_path: Path, home: Path) -> None:
    """A link of the one opens nothing on the other, and neither shows what was sent to the other."""
    where = open_desk(tmp_path).where
    copy = shutil.copy(where, tmp_path / "kopie.kiebitz")
    first, second = open_own(where), open_own(str(copy))
    token = first.register.issue("organiser", "Wart", hours=1)
    assert first.register.open_session(token) is not None
    assert second.register.open_session(token) is None
    first.inbox.take_in(BytesIO(JPEG + b"1"), first.register.list_open()[0])
    assert [len(open_own(desk.where).inbox.list_sent()) for desk in (first, second)] == [1, 0]
    assert home.is_dir()


def test_another_tournament_in_the_same_place_has_other_links(home: Path) -> None:
    """The place alone opens nothing, either; a password in an address makes no difference."""
    assert find_register("a.kiebitz", "one") != find_register("a.kiebitz", "two")
    assert find_register("postgresql://u:x@h/a", "k") == find_register("postgresql://u:y@h/a", "k")
    assert home.is_dir()


def test_two_pages_of_one_computer_keep_their_sessions(tmp_path: Path) -> None:
    """Browsers send cookies to all ports: they are named by port and tournament."""
    one = open_desk(tmp_path)
    client = visit(one, "public")
    name, value = read_session(client)
    assert name == f"kiebitz-80-{one.register.name}"
    elsewhere = TestClient(make_app(one), base_url="http://testserver:81", cookies={name: value})
    assert elsewhere.get("/stand").status_code == 401
    assert "Stand" in read_words(client.get("/stand").text)

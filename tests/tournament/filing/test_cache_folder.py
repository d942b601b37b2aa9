"""What is kept to be quick: nothing that lies in the cache folder changes what is shown, or stops a command."""

from __future__ import annotations

import json
import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

import pytest
from platformdirs import user_cache_path

from desk.__main__ import main
from desk.adding_photos import file_judgements
from desk.cli.run.command_file import keep_status, make_beside
from scoring.counting.rules import RuleSet
from tests.desk.paper import ROUND, sheet
from tests.tournament.filing.files import NAMES, forget_judgements, open_tournament, put_in
from tournament.evening.book import judge_here
from tournament.filing.opened import cache_folder
from tournament.filing.opened.cache_folder import (
    find_document,
    forget_tournament,
    glance,
    keep_pieces,
    put_documents,
    read_pieces,
)
from tournament.filing.opened.open_evening import open_evening
from tournament.judging.judged_sheet import JudgedSheet
from tournament.judging.limits.judging_limits import Limits
from tournament.judging.written_sheet import WrittenSheet
from tournament.record.player_facts import Paid
from tournament.record.store import Store

Out = pytest.CaptureFixture[str]
TOURNAMENT = "1" * 64


@pytest.fixture(autouse=True)
def root(home: Path) -> Iterator[Path]:
    """An empty cache folder of this test alone, below its home; what another test judged is not remembered."""
    with forget_judgements():
        yield user_cache_path("kiebitz", appauthor=False)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """A table of which the standings were shown, so that judgement and documents are kept."""
    store = open_tournament(tmp_path, drawn=1)
    put_in(store, sheet("a.jpg", ROUND, names=NAMES[:4]))
    assert main(["standings", store.where, "--json"]) == 0
    return store


def ask(store: Store, capsys: Out) -> list[int]:
    """The totals that `kiebitz standings` shows."""
    capsys.readouterr()
    assert main(["standings", store.where, "--json"]) == 0
    return [one["total"] for one in json.loads(capsys.readouterr().out)["standings"]]


def list_pieces(root: Path) -> list[Path]:
    """Every piece of every tournament."""
    return sorted(path for path in root.glob("*/*") if not path.is_dir())


def count_judged(store: Store) -> int:
    """How many sheets a new process judges when the evening is opened."""
    judged: list[WrittenSheet] = []

    def count(rules: RuleSet, sheets: Sequence[WrittenSheet], limits: Limits) -> list[JudgedSheet]:
        judged.extend(sheets)
        return list(judge_here(rules, sheets, limits))

    with forget_judgements():
        open_evening(store, judge=count)
    return len(judged)


def test_judgements_and_documents_are_kept(store: Store, root: Path) -> None:
    """A tournament has a folder, and in it a piece for each judgement and document."""
    names = {path.name.partition(".")[0] for path in list_pieces(root)}
    assert names == {"judged", "status", "standings"}
    assert len({path.parent for path in list_pieces(root)}) == 1


def test_nobody_else_may_look(store: Store, root: Path) -> None:
    """Neither into the folders nor into the pieces."""
    assert {stat.S_IMODE(path.stat().st_mode) for path in list_pieces(root)} == {0o600}
    folders = {root, *(path.parent for path in list_pieces(root))}
    assert {stat.S_IMODE(path.stat().st_mode) for path in folders} == {0o700}


def test_the_file_holds_nothing_of_it(store: Store, root: Path) -> None:
    """What is worked out for a second language leaves the tournament's file as it was, byte by byte."""
    before = Path(store.where).read_bytes()
    assert main(["standings", store.where, "--lang", "en"]) == 0
    assert Path(store.where).read_bytes() == before
    assert glance(store.where, "standings", "en")


def test_a_new_entry_costs_the_documents_alone(store: Store, capsys: Out, root: Path) -> None:
    """The head moved: documents are worked out anew in place of the old ones, and no sheet is judged again."""
    pieces = list_pieces(root)
    store.append([Paid(1, True)], by="Wart")
    assert glance(store.where, "standings", "de") is None
    assert count_judged(store) == 0
    ask(store, capsys)
    assert glance(store.where, "standings", "de")
    assert list_pieces(root) == pieces


def test_another_version_works_it_out_anew(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """A document is of the program that made it."""
    monkeypatch.setattr(cache_folder, "version", lambda _: "9.9")
    assert glance(store.where, "standings", "de") is None


SPOILT: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda data: b"",
    "cut": lambda data: data[:-9],
    "one digit": lambda data: data.replace(b'"total": 9', b'"total": 8').replace(b'"points":[9,', b'"points":[8,'),
    "no JSON": lambda data: os.urandom(4_000),
    "deep": lambda data: b"[" * 100_000,
    "a bomb": lambda data: b" " * (cache_folder.MOST_BYTES + 100),
}


@pytest.mark.parametrize("how", SPOILT)
def test_what_was_damaged_is_worked_out_anew(store: Store, capsys: Out, root: Path, how: str) -> None:
    """Every piece is spoilt: the same is shown, without a word, and is kept again."""
    before = ask(store, capsys)
    for piece in list_pieces(root):
        piece.write_bytes(SPOILT[how](piece.read_bytes()) if how != "one digit" else _change_digit(piece))
    assert glance(store.where, "standings", "de") is None
    assert count_judged(store) == 1
    assert ask(store, capsys) == before
    assert glance(store.where, "standings", "de")


def _change_digit(piece: Path) -> bytes:
    changed = SPOILT["one digit"](piece.read_bytes())
    return changed.replace(b'"final": false', b'"final": true ')


@pytest.mark.parametrize(
    "document", [b"[" * 100_000, b"[1]", b'{"head": 1}', b"null", b'{"head": "2", "program": "x", "document": []}', b""]
)
def test_a_whole_piece_that_is_none_of_ours_is_none(document: bytes) -> None:
    """Even with the right sum in front, what is no document is not taken."""
    keep_pieces(TOURNAMENT, {"standings.de": document})
    assert find_document(TOURNAMENT, "2", "standings", "de") is None


def test_a_judgement_that_is_none_is_made_again(store: Store, root: Path) -> None:
    """A whole piece whose JSON is another thing."""
    [name] = [path.name for path in list_pieces(root) if path.name.startswith("judged")]
    for data in (b"[]", b'{"rows": 7}', b"\xff", b"[" * 100_000):
        keep_pieces(store.read_first(), {name: data})
        assert count_judged(store) == 1


def test_a_piece_is_of_one_tournament_and_one_name(store: Store, root: Path) -> None:
    """The standings of another evening, or of another language, put in the place of these are not believed."""
    for piece in list_pieces(root):
        if piece.name == "standings.de":
            shutil.copy(piece, piece.with_name("standings.en"))
            keep_pieces(TOURNAMENT, {"x": b""})
            [other] = [path.parent for path in list_pieces(root) if path.name == "x"]
            shutil.copy(piece, other / "standings.de")
    head = store.read_head().hash
    assert find_document(store.read_first(), head, "standings", "de")
    assert find_document(store.read_first(), head, "standings", "en") is None
    assert find_document(TOURNAMENT, head, "standings", "de") is None


@pytest.mark.parametrize("what", ["link", "pipe", "folder", "device"])
def test_only_plain_files_are_read(store: Store, capsys: Out, root: Path, what: str) -> None:
    """A link, a pipe that nobody writes into, a folder or a device in a piece's place: none of them holds a command
    up."""
    before = ask(store, capsys)
    for piece in list_pieces(root):
        piece.replace(root / "elsewhere")
        if what == "link":
            piece.symlink_to(root / "elsewhere")
        elif what == "pipe":
            os.mkfifo(piece)
        elif what == "folder":
            piece.mkdir()
        else:
            piece.symlink_to("/dev/zero")
    assert glance(store.where, "standings", "de") is None
    assert ask(store, capsys) == before


def test_another_users_pieces_are_not_read(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """A cache folder that somebody else filled."""
    assert glance(store.where, "standings", "de")
    mine = os.getuid()
    monkeypatch.setattr(os, "getuid", lambda: mine + 1)
    assert glance(store.where, "standings", "de") is None


def test_no_hash_of_a_file_leads_out_of_the_folder(root: Path) -> None:
    """A file of others may say anything in the place of its first entry's hash."""
    for tournament in ("../../x", "/etc/passwd", "\0", "a" * 10_000, ""):
        keep_pieces(tournament, {"status.de": b"1"})
        assert read_pieces(tournament, ["status.de"]) == [b"1"]
    assert {path.parent.parent for path in list_pieces(root)} == {root}


@pytest.mark.parametrize("how", ["file in its place", "may not be written"])
def test_without_a_folder_everything_works(store: Store, capsys: Out, root: Path, how: str) -> None:
    """Nothing can be kept: it is worked out each time, and how a sheet was judged still goes into the record."""
    before = ask(store, capsys)
    shutil.rmtree(root.parent)
    if how == "file in its place":
        root.parent.write_text("")
    else:
        root.parent.mkdir(mode=0o500)
        (root.parent / "kiebitz").symlink_to("/proc/nowhere")  # root may write anywhere, but for here
    assert ask(store, capsys) == before
    assert glance(store.where, "standings", "de") is None
    count = store.read_head().number
    evening = file_judgements(store, open_evening(store))
    assert evening.tournament.head == store.read_head()
    assert [entry.fact.kind for entry in evening.entries[count:]] == ["sheet-judged"]
    assert [entry.fact.kind for entry in store.read_entries()[count:]] == ["sheet-judged"]


@pytest.mark.parametrize("count", [2, pytest.param(4, marks=pytest.mark.slow)])
def test_processes_at_once(store: Store, root: Path, count: int) -> None:
    """Commands at the same moment on an empty folder: all show the same, and whole pieces are left."""
    forget_tournament(store.read_first())
    command = [sys.executable, "-m", "desk", "standings", store.where, "--json"]

    def run(_: int) -> str:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout

    with ThreadPoolExecutor(count) as pool:
        assert len(set(pool.map(run, range(count)))) == 1
    assert glance(store.where, "standings", "de")
    assert {path.name.partition(".")[0] for path in list_pieces(root)} == {"judged", "status", "standings"}


def test_threads_never_see_half_a_piece() -> None:
    """While one piece is written again and again, whoever reads it gets one of the two."""
    small, large = b"a", b"b" * 300_000

    def write(number: int) -> None:
        keep_pieces(TOURNAMENT, {"status.de": small if number % 2 else large})

    write(0)
    with ThreadPoolExecutor(4) as pool:
        writes = [pool.submit(write, number) for number in range(60)]
        reads = [pool.submit(read_pieces, TOURNAMENT, ["status.de"]) for _ in range(200)]
    assert {one.result()[0] in (small, large) for one in reads} == {True}
    assert [one.result() for one in writes] == [None] * 60


def test_the_folder_does_not_grow_without_end(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tournaments that were not asked for longest go, and of the last one the oldest pieces."""
    monkeypatch.setattr(cache_folder, "TIDY_EVERY_S", 0)
    monkeypatch.setattr(cache_folder, "MOST_TOURNAMENTS", 3)
    for number in range(6):
        keep_pieces(str(number), {"a": b"1"})
        _set_age(root, str(number), 100 - number)
    read_pieces("3", ["a"])
    keep_pieces("7", {"a": b"1"})
    assert [bool(read_pieces(str(number), ["a"])[0]) for number in range(8)] == [False] * 3 + [True, False, True] + [
        False,
        True,
    ]
    monkeypatch.setattr(cache_folder, "MOST_TOGETHER", 1_000)
    for number in range(9):
        keep_pieces("7", {str(number): bytes(200)})
        os.utime(list_pieces(root)[-1], (number, number))
    kept = [number for number in range(9) if read_pieces("7", [str(number)])[0]]
    assert 0 < len(kept) <= 4
    assert 8 in kept
    assert sum(path.stat().st_size for path in list_pieces(root)) <= 1_000


def _set_age(root: Path, tournament: str, seconds: int) -> None:
    folder = root / sha256(tournament.encode()).hexdigest()[:32]
    now = folder.stat().st_mtime
    os.utime(folder, (now - seconds, now - seconds))


def test_room_is_made_now_and_then(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not at every command: the folder is looked through every ten minutes."""
    monkeypatch.setattr(cache_folder, "MOST_TOURNAMENTS", 1)
    for number in range(4):
        keep_pieces(str(number), {"a": b"1"})
    assert len(list_pieces(root)) == 4
    os.utime(root / "tidied", (0, 0))
    keep_pieces("4", {"a": b"1"})
    assert len(list_pieces(root)) == 1


def test_what_is_too_large_is_not_kept(root: Path) -> None:
    """A piece over the limit is worked out each time, rather than refused each time."""
    keep_pieces(TOURNAMENT, {"status.de": bytes(cache_folder.MOST_BYTES + 1)})
    assert list_pieces(root) == []


def test_a_quick_look_loads_no_database_library(store: Store, root: Path) -> None:
    """Status and standings of an unchanged file are shown without SQLAlchemy and without pydantic."""
    put_documents(
        store.read_first(), store.read_head().hash, "de", {"status": {"kiebitz": 1, "rounds": [], "open": []}}
    )
    code = (
        "import sys\nfrom desk.cli.run.command_file import read_document\n"
        f"assert read_document({store.where!r}, 'status', 'de')['kiebitz'] == 1\n"
        "print([name for name in ('sqlalchemy', 'alembic', 'pydantic', 'numpy') if name in sys.modules])"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ended.stdout.strip() == "[]"


def test_a_file_with_a_strange_head_is_not_looked_at(store: Store, tmp_path: Path) -> None:
    """A view named like our table, another mark, another program's file: the store says what it is."""
    assert glance(tmp_path / "none.kiebitz", "status", "de") is None
    assert glance(tmp_path, "status", "de") is None
    assert glance("postgresql://x@localhost:1/y", "status", "de") is None
    with store.engine.begin() as connection:
        connection.exec_driver_sql("CREATE VIEW v AS SELECT 1")
    assert glance(store.where, "status", "de") is None


def test_anew_forgets_what_was_kept(store: Store, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`kiebitz verify --anew` judges every sheet again; without it a judgement of one's own is believed."""
    before = {path.name: path.stat().st_ino for path in list_pieces(root)}
    assert main(["verify", store.where]) == 0
    assert {path.name: path.stat().st_ino for path in list_pieces(root)} == before
    assert main(["verify", store.where, "--anew"]) == 0
    assert {path.name for path in list_pieces(root)}.isdisjoint({"status.de", "standings.de"})


def test_a_scan_whose_file_is_gone_leaves_nothing(root: Path, tmp_path: Path) -> None:
    """Nobody could ask for it again, and names should not lie about; also where the scan fails."""
    seen: list[Path] = []
    with make_beside(tmp_path / "x.xlsx", "pflichtsolo-40", lasting=False) as store:
        put_in(store, sheet("a.jpg", ROUND))
        keep_status(open_evening(store), "de")
        seen += list_pieces(root)
    with suppress(ZeroDivisionError), make_beside(tmp_path / "x.xlsx", "ddv", lasting=False) as store:
        keep_pieces(store.read_first(), {"x": b"1"})
        seen += list_pieces(root)
        raise ZeroDivisionError
    assert len(seen) == 4
    assert list_pieces(root) == []
    with make_beside(tmp_path / "x.xlsx", "ddv", lasting=True) as store:
        keep_pieces(store.read_first(), {"x": b"1"})
    assert len(list_pieces(root)) == 1

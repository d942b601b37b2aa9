"""A double click, on the program or on a tournament's file: the start page opens, and whatever stops it is shown."""

from __future__ import annotations

import os
import sys
import tomllib
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from queue import Queue
from urllib.request import urlopen

import pytest

import desk
from desk.__main__ import main
from desk.cli import double_click
from desk.cli.double_click import find_clicked_file, find_log, has_screen, is_own_window, show_sentence
from desk.cli.evening_orders import DeskOrder
from desk.cli.run import run_start
from desk.web.network_door import HERE
from desk.web.page_lock import hold_page
from desk.web.start.evening_house import find_start_lock
from tests.tournament.filing.files import open_tournament


@pytest.fixture(autouse=True)
def no_screen(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Folders of the user's own, and no screen."""
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[DeskOrder]:
    """What was to be served; each order says so on the output."""
    orders: list[DeskOrder] = []

    def note(order: DeskOrder) -> int:
        orders.append(order)
        sys.stdout.write("Käthe läuft\n")
        return 0

    monkeypatch.setattr(run_start, "serve_start", note)
    return orders


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The sentences that were shown in a window."""
    sentences: list[str] = []
    monkeypatch.setattr("desk.__main__.show_sentence", lambda sentence, _lang: sentences.append(sentence))
    return sentences


def test_without_a_terminal_the_start_page_opens(served: list[DeskOrder], shown: list[str]) -> None:
    """As by a double click, where nobody could read the help; the language is passed on."""
    assert main(["--lang", "en"]) == 0
    assert (served, shown) == ([DeskOrder(lang="en")], [])


def test_a_file_opens_its_evening(served: list[DeskOrder]) -> None:
    """Windows calls the program with the file's path, whatever is in it."""
    where = r"C:\Users\Käthe Öz\Doppel kopf\ABEND.Kiebitz"
    assert main([where]) == 0
    assert main(["--lang=en", where]) == 0
    assert served == [DeskOrder(where), DeskOrder(where, lang="en")]


@pytest.mark.parametrize(
    "words", [["desk"], ["abend.kiebitz", "draw"], ["--version"], ["abend.zip"], ["-x.kiebitz"], ["a.kiebitz", "--by"]]
)
def test_other_words_are_commands(words: list[str]) -> None:
    """Only a file and nothing else is a double click."""
    assert find_clicked_file(words) is None


def test_without_streams_the_log_has_it(served: list[DeskOrder], home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`pythonw` has none at all; and Windows takes its void for a terminal, in which somebody would read the help."""
    if sys.platform != "win32":
        keeper, terminal = os.openpty()
        monkeypatch.setattr(os, "devnull", os.ttyname(terminal))
    for name in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(sys, name, None)
    assert main([]) == 0
    assert served == [DeskOrder()]
    assert find_log().is_relative_to(home)
    assert find_log().read_text("utf-8").endswith("Z\nKäthe läuft\n")
    for void in (sys.stdin, sys.stdout, sys.stderr):
        void.close()
    if sys.platform != "win32":
        assert find_log().stat().st_mode & 0o077 == 0
        for handle in (keeper, terminal):
            os.close(handle)


def test_the_log_stays_small(served: list[DeskOrder], monkeypatch: pytest.MonkeyPatch) -> None:
    """It is begun anew when it is full; where it cannot be written, nothing is missing but the log."""
    monkeypatch.setattr(double_click, "MOST_BYTES", 60)
    counts = list[int]()
    for _ in range(3):
        main([])
        counts.append(find_log().read_text("utf-8").count("Käthe"))
    assert counts == [1, 2, 1]
    find_log().unlink()
    find_log().mkdir()
    assert main([]) == 0
    assert len(served) == 4


def test_a_bad_file_is_told_in_a_window(shown: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In the words of the page, since there is nobody who could type a command."""
    letter = tmp_path / "brief.kiebitz"
    letter.write_text("Lieber Wart")
    assert main([str(letter)]) == 3
    assert main([str(tmp_path / "weg.kiebitz")]) == 3
    assert ["keine Turnierdatei von Kiebitz" in shown[0], "ist nicht mehr da" in shown[1]] == [True, True]
    assert capsys.readouterr().err.splitlines() == [f"kiebitz: {sentence}" for sentence in shown]
    assert find_log().read_text("utf-8").count("kiebitz: ") == 2


def test_a_fault_of_ours_is_told_in_a_window(shown: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """One sentence with the name of the log, and no traceback anywhere else; Ctrl-C is no fault."""
    ends: list[BaseException] = [ZeroDivisionError("nobody plays"), KeyboardInterrupt()]

    def fail(_order: DeskOrder) -> int:
        raise ends.pop(0)

    monkeypatch.setattr(run_start, "serve_start", fail)
    assert [main([]), main([])] == [4, 130]
    assert len(shown) == 1
    assert "ZeroDivisionError" in shown[0]
    assert "Traceback" not in find_log().read_text("utf-8")


def test_a_command_shows_no_window(shown: list[str], tmp_path: Path) -> None:
    """In a script nobody sits in front of it."""
    assert main(["status", str(tmp_path / "weg.kiebitz")]) == 3
    assert shown == []
    assert not find_log().exists()


def test_the_sentence_is_shown_on_a_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there are no windows of Windows: once, in its language, and a file's name is only text. Without a screen
    nobody waits for anybody."""
    pages: Queue[str] = Queue()

    def visit(address: str) -> bool:
        with urlopen(address, timeout=20) as answer:
            pages.put(answer.read().decode())
        return True

    monkeypatch.setattr(webbrowser, "open", visit)
    monkeypatch.setattr(double_click, "SHOWN_S", 20.0)
    show_sentence("no screen", "de")
    monkeypatch.setenv("DISPLAY", ":0")
    show_sentence("„<b>“ ist leer.\nBitte öffnen.", "de")
    page = pages.get(timeout=20)
    assert pages.empty()
    assert '<html lang="de">' in page
    assert "<p>„&lt;b&gt;“ ist leer.</p><p>Bitte öffnen.</p>" in page


def test_no_browser_is_told_in_a_window(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the address that is to be typed."""
    told: list[str] = []
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setattr(webbrowser, "open", lambda _link: False)
    monkeypatch.setattr(run_start, "show_sentence", lambda sentence, _lang: told.append(sentence))
    run_start._open_browser("de", "http://127.0.0.1:8765/herein/x")
    assert [sentence.rpartition(" ")[2] for sentence in told] == ["http://127.0.0.1:8765/herein/x"]


def test_a_page_that_does_not_answer_is_told(
    shown: list[str], monkeypatch: pytest.MonkeyPatch, hold_start: Callable[[str], ExitStack]
) -> None:
    """A program that hangs keeps its lock: one sentence, and no page in the browser that never comes."""
    monkeypatch.setattr(run_start, "PATIENCE_S", 0.1)
    hold_start("http://127.0.0.1:9")
    assert main([]) == 3
    assert "antwortet aber nicht" in shown[0]


def test_a_program_that_ends_is_waited_for(
    monkeypatch: pytest.MonkeyPatch, hold_start: Callable[[str], ExitStack]
) -> None:
    """Whoever clicks while the last evening is being closed gets a program of his own a moment later."""
    ending, addresses = hold_start("http://127.0.0.1:9"), list[str]()
    monkeypatch.setattr(run_start.time, "sleep", lambda _s: ending.close())
    monkeypatch.setattr(run_start, "make_server", lambda _app: _Server())
    monkeypatch.setattr(run_start, "_open_start", lambda _lang, key, address, *_: addresses.append(f"{key} {address}"))
    assert main([]) == 0
    assert [one.rpartition(":")[0] for one in addresses] == [f"running http://{HERE}"]


def test_the_running_program_gets_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hold_start: Callable[[str], ExitStack]
) -> None:
    """Its page is opened with a link that goes on into the file's evening."""
    links: list[str] = []
    where = open_tournament(tmp_path, drawn=1).where
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setattr(webbrowser, "open", lambda link: bool(links.append(link)) or True)
    monkeypatch.setattr(run_start, "_answers", lambda _address: True)
    hold_start("http://127.0.0.1:9")
    assert [main([where]), main([])] == [0, 0]
    assert [link.startswith("http://127.0.0.1:9/herein/") for link in links] == [True, True]
    assert [link.endswith(f"?weiter=abend/{run_start.name_evening(where)}") for link in links] == [True, False]


class _Server:
    """Serves nobody."""

    should_exit = False

    def run(self, sockets: object) -> None:
        """Ends at once."""


@pytest.fixture
def hold_start() -> Iterator[Callable[[str], ExitStack]]:
    """Lets another program serve the start page at that address."""
    with ExitStack() as stack:

        def hold(address: str) -> ExitStack:
            stack.enter_context(hold_page(find_start_lock(), address))
            return stack

        yield hold


VENV = r"C:\Users\Ida\kiebitz\.venv\Scripts"


@pytest.mark.parametrize(
    ("programs", "own"),
    [
        ([rf"{VENV}\kiebitz.exe", rf"{VENV}\python.exe", r"C:\Python313\python.exe"], True),
        ([r"C:\Windows\py.exe", r"C:\Python313\python3.13.exe"], True),
        ([rf"{VENV}\kiebitz.exe", r"C:\Python313\python.exe", r"C:\Windows\System32\cmd.exe"], False),
        ([r"C:\Python313\python.exe", r"C:\Program Files\PowerShell\7\pwsh.exe"], False),
        ([r"C:\Python313\python.exe", r"D:\notpython.exe"], False),
        ([r"C:\Python313\python.exe", ""], False),
        ([], True),
    ],
)
def test_a_window_of_our_own_is_no_terminal(programs: list[str], *, own: bool) -> None:
    """Windows opens one for a double click, and it closes before anybody could read what is in it."""
    assert is_own_window(programs) is own


@pytest.mark.parametrize(
    ("platform", "environment", "shown"),
    [
        ("linux", {}, False),
        ("linux", {"WAYLAND_DISPLAY": "wayland-0"}, True),
        ("linux", {"BROWSER": "firefox"}, True),
        ("darwin", {}, True),
        ("win32", {}, True),
    ],
)
def test_a_browser_needs_a_screen(platform: str, environment: dict[str, str], *, shown: bool) -> None:
    """Without one Linux would open a browser of text inside a terminal."""
    assert has_screen(platform, environment) is shown


def test_who_installed_it_without_the_set_up_has_a_start_without_a_window() -> None:
    """Windows opens a black one for every program that is not called a graphical one; both begin in the same place."""
    project = tomllib.loads((Path(desk.__file__).parents[1] / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["gui-scripts"] == {"kiebitz-start": project["scripts"]["kiebitz"]}

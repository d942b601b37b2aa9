"""A start by double click, on the program or on a tournament's file: nobody types, and nobody reads what is written.

What is written is kept in a log, and what stops the program is shown in a window of Windows, elsewhere on a page in the
browser.
"""

from __future__ import annotations

import io
import os
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from texts.languages import Lang
from tournament.record.record_errors import SUFFIX

if TYPE_CHECKING:
    from http.server import BaseHTTPRequestHandler

MOST_BYTES = 1 << 20
"""Of the log; a fuller one is begun anew: half a year of evenings."""
SHOWN_S = 60.0
"""Seconds within which the browser must fetch the page with the sentence."""
_SCREENS = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
"""Environment variables of which Linux sets one where a browser can be shown."""
_OURS = re.compile(r"(?:^|[\\/])(?:kiebitz|python[\d.]*|py)\.exe$", re.IGNORECASE)


def find_clicked_file(arguments: Sequence[str]) -> str | None:
    """The tournament's file if nothing else is said, "" if nothing at all is; None for any other command line."""
    before = ("", *arguments)
    pairs = zip(arguments, before, strict=False)
    said = [word for word, last in pairs if "--lang" not in (word.partition("=")[0], last)]
    if not said:
        return ""
    is_file = len(said) == 1 and said[0].lower().endswith(SUFFIX) and not said[0].startswith("-")
    return said[0] if is_file else None


def is_double_click(arguments: Sequence[str]) -> bool:
    """Whether the program was started by a double click."""
    return find_clicked_file(arguments) is not None and is_without_terminal()


def is_without_terminal() -> bool:
    """Whether nobody types and nobody reads: there is no terminal, or a window that closes with the program."""
    if not (sys.stdin.isatty() or sys.stdout.isatty()):
        return True
    return sys.platform == "win32" and is_own_window(_list_window_programs())


def is_own_window(programs: Sequence[str]) -> bool:
    """Whether Windows opened the window for us, as it does by a double click. `programs`: the files of those that run
    in it: Python and the launchers that pip and venv put before it, or a shell, too, in which somebody types; none
    where there is no window, since Windows takes its void for a terminal."""
    return all(_OURS.search(program) for program in programs)


if sys.platform == "win32":
    import ctypes

    _MOST_PROGRAMS, _LONGEST_PATH, _ASK_NAME = 16, 1024, 0x1000
    _WARNING_IN_FRONT = 0x30 | 0x10000 | 0x40000
    """MB_ICONWARNING, MB_SETFOREGROUND and MB_TOPMOST."""

    def _list_window_programs() -> list[str]:
        kernel, ids = ctypes.WinDLL("kernel32"), (ctypes.c_uint32 * _MOST_PROGRAMS)()
        count = kernel.GetConsoleProcessList(ids, _MOST_PROGRAMS)
        return [_find_program(kernel, one) for one in ids[:count]]

    def _find_program(kernel: ctypes.WinDLL, process: int) -> str:
        """The program's file; "" where Windows does not tell."""
        kernel.OpenProcess.restype = ctypes.c_void_p
        handle = ctypes.c_void_p(kernel.OpenProcess(_ASK_NAME, False, process))
        name, size = ctypes.create_unicode_buffer(_LONGEST_PATH), ctypes.c_uint32(_LONGEST_PATH)
        kernel.QueryFullProcessImageNameW(handle, 0, name, ctypes.byref(size))
        kernel.CloseHandle(handle)
        return name.value

    def show_sentence(sentence: str, lang: Lang) -> None:
        """Shows the sentence in a window of Windows, which waits until somebody has read it."""
        ctypes.WinDLL("user32").MessageBoxW(None, sentence, "Kiebitz", _WARNING_IN_FRONT)

else:

    def _list_window_programs() -> list[str]:
        return []

    def show_sentence(sentence: str, lang: Lang) -> None:
        """Shows the sentence on a page in the browser, which is served once: a browser may be shut out of files."""
        if not has_screen(sys.platform, os.environ):
            return
        import webbrowser
        from http.server import HTTPServer
        from threading import Thread

        with HTTPServer(("127.0.0.1", 0), _make_page(sentence, lang)) as server:
            server.timeout = SHOWN_S
            Thread(target=webbrowser.open, args=(f"http://127.0.0.1:{server.server_port}/",), daemon=True).start()
            server.handle_request()


def _make_page(sentence: str, lang: Lang) -> type[BaseHTTPRequestHandler]:
    """Answers every request with the sentence."""
    from html import escape
    from http.server import BaseHTTPRequestHandler

    head = f'<!doctype html><html lang="{lang}"><meta charset="utf-8"><title>Kiebitz</title><h1>Kiebitz</h1>'
    page = "".join((head, *(f"<p>{escape(line)}</p>" for line in sentence.split("\n")))).encode()

    class _Page(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(page)))
            self.end_headers()
            self.wfile.write(page)

        def log_message(self, format: str, *args: object) -> None:
            """Says nothing."""

    return _Page


def has_screen(platform: str, environment: Mapping[str, str]) -> bool:
    """Whether a browser's window can be opened; on Linux it could otherwise be one inside the terminal."""
    return platform in ("win32", "darwin") or any(environment.get(name) for name in _SCREENS)


def find_log() -> Path:
    """Where is kept what the program writes after a double click."""
    from platformdirs import user_log_path

    return user_log_path("kiebitz") / "kiebitz.log"


@contextmanager
def keep_log() -> Iterator[None]:
    """Inside the `with`, what is written is kept in the log, too; where that cannot be written, it is not."""
    log = _open_log()
    if log is None:
        yield
        return
    with log, redirect_stdout(_Kept(sys.stdout, log)), redirect_stderr(_Kept(sys.stderr, log)):
        yield


def _open_log() -> TextIO | None:
    """The log, to be written on; only its owner may read it."""
    place = find_log()
    with suppress(OSError):
        place.parent.mkdir(parents=True, exist_ok=True)
        if place.exists() and place.stat().st_size > MOST_BYTES:
            place.unlink()
    try:
        handle = os.open(place, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    except OSError:
        return None
    log = os.fdopen(handle, "w", encoding="utf-8", errors="backslashreplace", buffering=1)
    log.write(f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}\n")
    return log


class _Kept(io.TextIOBase):
    """Writes on a stream and on the log. A disk that is full stops nobody."""

    def __init__(self, stream: TextIO, log: TextIO) -> None:
        self._stream, self._log = stream, log

    def write(self, text: str) -> int:
        with suppress(OSError, ValueError):
            self._log.write(text)
        return self._stream.write(text)

    def flush(self) -> None:
        self._stream.flush()

    def isatty(self) -> bool:
        return self._stream.isatty()

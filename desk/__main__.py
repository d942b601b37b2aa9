"""The entry of `kiebitz`: runs a command and turns whatever stops it into one sentence and an exit status."""

from __future__ import annotations

import errno
import gc
import io
import os
import signal
import sys
from collections.abc import Sequence
from typing import IO, NamedTuple

import typer

from desk.cli.double_click import find_clicked_file, is_double_click, keep_log, show_sentence
from desk.cli.screen import write_lines
from desk.exits import Broken, Status, Unusable
from texts.languages import Lang, find_language
from texts.sentences import say
from tournament.errors import find_reason

_ASKED = "_KIEBITZ_COMPLETE"
"""The environment's variable in which the script of `kiebitz completion` asks what may be typed next."""
_SELDOM = (100_000, 20, 100)
"""After so many new objects the young are looked through, and so seldom the older ones."""
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)
_LEFT = (errno.EPIPE, errno.EINVAL) if sys.platform == "win32" else (errno.EPIPE,)
"""The reader of our output has left, as `head` does."""


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the command line; returns its exit status. Never lets a traceback reach the user."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    lang = find_language(arguments)
    if argv is None:
        os.environ["KIEBITZ_LANG"] = lang  # for the help, which is written when desk.cli.program is imported
        signal.signal(signal.SIGTERM, signal.default_int_handler)  # cleans up as Ctrl-C does
    _set_up_libraries()
    _open_streams()
    if not is_double_click(arguments):
        return _tell(_run_to_end(arguments, lang))
    with keep_log():
        ending = _run_to_end(arguments, lang)
        _tell(ending)
    if ending.sentence and ending.status != Status.INTERRUPTED:
        show_sentence(ending.sentence, lang)
    return ending.status


class _Ending(NamedTuple):
    """How a command ended: its exit status, and what stopped it, "" for nothing."""

    status: int
    sentence: str = ""


def _run_to_end(arguments: list[str], lang: Lang) -> _Ending:
    try:
        return _run_guarded(arguments, lang)
    except KeyboardInterrupt:
        return _finish(Status.INTERRUPTED, lang)
    except (Exception, SystemExit) as error:  # noqa: BLE001 - the last resort: also a library that leaves the program
        return _report_crash(error, lang)


def _set_up_libraries() -> None:
    """Sets the threads of numeric libraries and the memory of worker processes, before these are loaded or started;
    and looks for garbage in cycles seldom, which took a third of the time in which an evening is opened.

    One thread in each process, since they share the cores. On Linux a worker keeps up to 64 MB that it let go of for
    the next photograph: pictures of 12 MB each that are handed back and asked for anew cost a tenth of the time.
    """
    gc.set_threshold(*_SELDOM)
    for library in ("OMP", "OPENBLAS", "MKL"):
        os.environ.setdefault(f"{library}_NUM_THREADS", "1")
    os.environ.setdefault("MALLOC_MMAP_THRESHOLD_", str(32 << 20))
    os.environ.setdefault("MALLOC_TRIM_THRESHOLD_", str(64 << 20))


def _open_streams() -> None:
    """Sets all output to UTF-8, so that umlauts arrive; a stream that the caller closed is replaced by a void."""
    for name in ("stdin", "stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, _open_nowhere("r" if name == "stdin" else "w"))
        elif isinstance(stream, io.TextIOWrapper) and name != "stdin":
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


class _Nowhere(io.TextIOWrapper):
    """A void. Windows takes its own for a terminal."""

    def isatty(self) -> bool:
        return False


def _open_nowhere(mode: str) -> IO[str]:
    return _Nowhere(open(os.devnull, f"{mode}b"), encoding="utf-8")  # noqa: PTH123 - lives as long as the process


def _run_guarded(arguments: list[str], lang: Lang) -> _Ending:
    try:
        return _finish(_run(arguments, lang), lang)
    except typer.TyperException as wrong:
        from desk.cli.wrong_use import explain_wrong_use

        if type(wrong).__name__ == "NoArgsIsHelpError":  # of a library's inside, with the whole page as its message
            sys.stderr.write(f"{wrong.message}\n")
            return _Ending(Status.USAGE)
        return _Ending(Status.USAGE, explain_wrong_use(wrong, lang, arguments))
    except Exception as error:
        if not (hasattr(error, "exit_status") and hasattr(error, "message")):
            raise
        return _Ending(int(error.exit_status), str(error.message(lang)))  # an error that has its sentence and status


def _run(arguments: list[str], lang: Lang) -> int:
    from desk.cli.program import app, open_clicked

    if _ASKED in os.environ:
        from desk.cli.help_pages import answer_shell

        return answer_shell(app)
    try:
        if clicked := find_clicked_file(arguments):
            return open_clicked(clicked, lang)
        status = int(app(args=arguments, prog_name="kiebitz", standalone_mode=False) or Status.DONE)
        sys.stdout.flush()
    except (OSError, SystemExit) as error:
        fault = error.__context__ if isinstance(error, SystemExit) else error  # Typer makes an exit of a lost reader
        if not isinstance(fault, OSError) or fault.filename is not None or fault.errno not in (*_LEFT, *_FULL):
            raise  # a file's troubles are reported where it is used
        sys.stdout = _open_nowhere("w")
        if fault.errno in _LEFT:
            return Status.DONE
        raise Unusable("desk.stop.output-lost", reason=find_reason(fault)) from error
    return status


def _finish(status: int, lang: Lang) -> _Ending:
    return _Ending(status, say(lang, "desk.stop.interrupted") if status == Status.INTERRUPTED else "")


def _tell(ending: _Ending) -> int:
    """Says on standard error what stopped the command; returns its exit status."""
    if ending.sentence:
        write_lines(f"kiebitz: {ending.sentence}".split("\n"), sys.stderr)
    return ending.status


def _report_crash(error: BaseException, lang: Lang) -> _Ending:
    from desk.exits import write_log

    broken = Broken("desk.stop.broken", reason=type(error).__name__, log=write_log(error))
    return _Ending(broken.exit_status, broken.message(lang))


if __name__ == "__main__":
    sys.exit(main())

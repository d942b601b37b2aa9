"""The entry of `kiebitz`: runs a command and turns whatever stops it into one sentence and an exit status."""

from __future__ import annotations

import errno
import io
import os
import signal
import sys
from collections.abc import Sequence
from typing import IO

import typer

from desk.exits import Broken, OutputLost, Status, Stop
from texts.languages import Lang, find_language, pick
from tournament.errors import find_reason

_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the command line; returns its exit status. Never lets a traceback reach the user."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    lang = find_language(arguments)
    if argv is None:
        os.environ["KIEBITZ_LANG"] = lang  # for the help, which is written when desk.cli.app is imported
        signal.signal(signal.SIGTERM, signal.default_int_handler)  # cleans up as Ctrl-C does
    _one_thread_each()
    _open_streams()
    try:
        return _guarded(arguments, lang)
    except KeyboardInterrupt:
        return _finish(Status.INTERRUPTED, lang)
    except (Exception, SystemExit) as error:  # noqa: BLE001 - the last resort: also a library that leaves the program
        return _last_resort(error, lang)


def _one_thread_each() -> None:
    """For this process and those it starts, before NumPy is loaded: they share the cores, threads would only wait."""
    for library in ("OMP", "OPENBLAS", "MKL"):
        os.environ.setdefault(f"{library}_NUM_THREADS", "1")


def _open_streams() -> None:
    """Umlauts reach the output whatever the system's code page is; a stream that the caller closed swallows all."""
    for name in ("stdin", "stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, _nowhere("r" if name == "stdin" else "w"))
        elif isinstance(stream, io.TextIOWrapper) and name != "stdin":
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def _nowhere(mode: str) -> IO[str]:
    return open(os.devnull, mode, encoding="utf-8")  # noqa: PTH123 - lives as long as the process


def _guarded(arguments: list[str], lang: Lang) -> int:
    try:
        return _finish(_run(arguments), lang)
    except typer.TyperException as wrong:
        from desk.cli.usage import explain

        return _say(explain(wrong, lang, arguments), Status.USAGE)
    except Stop as stop:
        return _say(stop.message(lang), stop.status)
    except Exception as error:
        if not (hasattr(error, "exit_status") and hasattr(error, "message")):
            raise
        return _say(str(error.message(lang)), int(error.exit_status))  # the other parts' errors tell both


def _run(arguments: list[str]) -> int:
    from desk.cli.app import app

    try:
        status = int(app(args=arguments, prog_name="kiebitz", standalone_mode=False) or Status.DONE)
        sys.stdout.flush()
    except (BrokenPipeError, SystemExit) as error:
        if isinstance(error, SystemExit) and not isinstance(error.__context__, BrokenPipeError):
            raise
        sys.stdout = _nowhere("w")  # the reader of our output has left, as `head` does; Typer makes an exit of it
        return Status.DONE
    except OSError as error:
        if error.filename is not None or error.errno not in _FULL:  # a file's troubles are told where it is used
            raise
        sys.stdout = _nowhere("w")
        raise OutputLost(reason=find_reason(error)) from error
    return status


def _finish(status: int, lang: Lang) -> int:
    if status == Status.INTERRUPTED:
        told = "Abgebrochen; halbe Dateien bleiben keine zurück.", "Interrupted; no half files are left behind."
        return _say(pick(*told, lang), status)
    return status


def _say(sentence: str, status: int) -> int:
    shown = "".join(char if char.isprintable() or char == "\n" else "?" for char in sentence)  # file names are quoted
    sys.stderr.write(f"kiebitz: {shown}\n")
    return status


def _last_resort(error: BaseException, lang: Lang) -> int:
    from desk.crash import write_log

    broken = Broken(reason=type(error).__name__, log=write_log(error))
    return _say(broken.message(lang), broken.status)


if __name__ == "__main__":
    sys.exit(main())

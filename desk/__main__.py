"""The entry of `kiebitz`: runs a command and turns whatever stops it into one sentence and an exit status."""

from __future__ import annotations

import errno
import gc
import io
import os
import signal
import sys
from collections.abc import Sequence
from typing import IO

import typer

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


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the command line; returns its exit status. Never lets a traceback reach the user."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    lang = find_language(arguments)
    if argv is None:
        os.environ["KIEBITZ_LANG"] = lang  # for the help, which is written when desk.cli.program is imported
        signal.signal(signal.SIGTERM, signal.default_int_handler)  # cleans up as Ctrl-C does
    _set_up_libraries()
    _open_streams()
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


def _open_nowhere(mode: str) -> IO[str]:
    return open(os.devnull, mode, encoding="utf-8")  # noqa: PTH123 - lives as long as the process


def _run_guarded(arguments: list[str], lang: Lang) -> int:
    try:
        return _finish(_run(arguments), lang)
    except typer.TyperException as wrong:
        from desk.cli.wrong_use import explain_wrong_use

        if type(wrong).__name__ == "NoArgsIsHelpError":  # of a library's inside, with the whole page as its message
            sys.stderr.write(f"{wrong.message}\n")
            return Status.USAGE
        return _write_error(explain_wrong_use(wrong, lang, arguments), Status.USAGE)
    except Exception as error:
        if not (hasattr(error, "exit_status") and hasattr(error, "message")):
            raise
        return _write_error(
            str(error.message(lang)), int(error.exit_status)
        )  # an error that has its sentence and status


def _run(arguments: list[str]) -> int:
    from desk.cli.program import app

    if _ASKED in os.environ:
        from desk.cli.help_pages import answer_shell

        return answer_shell(app)
    try:
        status = int(app(args=arguments, prog_name="kiebitz", standalone_mode=False) or Status.DONE)
        sys.stdout.flush()
    except (BrokenPipeError, SystemExit) as error:
        if isinstance(error, SystemExit) and not isinstance(error.__context__, BrokenPipeError):
            raise
        sys.stdout = _open_nowhere("w")  # the reader of our output has left, as `head` does; Typer makes an exit of it
        return Status.DONE
    except OSError as error:
        if error.filename is not None or error.errno not in _FULL:  # a file's troubles are reported where it is used
            raise
        sys.stdout = _open_nowhere("w")
        raise Unusable("desk.stop.output-lost", reason=find_reason(error)) from error
    return status


def _finish(status: int, lang: Lang) -> int:
    if status == Status.INTERRUPTED:
        return _write_error(say(lang, "desk.stop.interrupted"), status)
    return status


def _write_error(sentence: str, status: int) -> int:
    write_lines(f"kiebitz: {sentence}".split("\n"), sys.stderr)
    return status


def _report_crash(error: BaseException, lang: Lang) -> int:
    from desk.exits import write_log

    broken = Broken("desk.stop.broken", reason=type(error).__name__, log=write_log(error))
    return _write_error(broken.message(lang), broken.exit_status)


if __name__ == "__main__":
    sys.exit(main())

"""Files appear whole or not at all: written beside the target, then moved over it."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path

from tournament.errors import UnwritableFile, reasons

_MODE = 0o666


def write_whole(target: Path, write: Callable[[Path], object]) -> None:
    """Calls `write` with a new file's path in the target's folder and moves that over `target`; a link stays a link.

    Raises `UnwritableFile` for every reason that the disk has; what stood at `target` before is then untouched.
    """
    place = Path(os.path.realpath(target))
    try:
        handle, name = tempfile.mkstemp(prefix=".kiebitz-", suffix=place.suffix, dir=place.parent)
        os.close(handle)
    except OSError as error:
        raise unwritable(target, error) from error
    draft = Path(name)
    try:
        write(draft)
        draft.chmod(_MODE & ~_umask())
        draft.replace(place)
    except OSError as error:
        raise unwritable(target, error) from error
    finally:
        draft.unlink(missing_ok=True)


def unwritable(target: Path, error: OSError) -> UnwritableFile:
    """The error that names `target`, the system's reason and what helps."""
    german, english = reasons(error)
    return UnwritableFile(
        f"{target} lässt sich nicht schreiben ({german}); bitte Ordner, Rechte und freien Platz prüfen,"
        " und die Datei schließen, falls ein anderes Programm sie offen hat.",
        f"{target} cannot be written ({english}); check the folder, its permissions and the free space,"
        " and close the file in case another program has it open.",
    )


def _umask() -> int:
    """The process's file mode mask; it can only be read by setting it."""
    mask = os.umask(0)
    os.umask(mask)
    return mask

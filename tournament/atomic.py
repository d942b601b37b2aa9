"""Files appear whole or not at all: written beside the target, then moved over it."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path

from tournament.errors import UnwritableFile

_MODE = 0o666


def write_whole(target: Path, write: Callable[[Path], None]) -> None:
    """Calls `write` with a new file's path in the target's folder and moves that over `target`.

    Raises `UnwritableFile` for every reason that the disk has; what stood at `target` before is then untouched.
    """
    try:
        handle, name = tempfile.mkstemp(prefix=f".{target.name}.", suffix=target.suffix, dir=target.parent)
        os.close(handle)
    except OSError as error:
        raise unwritable(target, error) from error
    draft = Path(name)
    try:
        write(draft)
        draft.chmod(_MODE & ~_umask())
        draft.replace(target)
    except OSError as error:
        raise unwritable(target, error) from error
    finally:
        draft.unlink(missing_ok=True)


def unwritable(target: Path, error: OSError) -> UnwritableFile:
    """The error that names `target`, the system's reason and what helps."""
    why = error.strerror or str(error)
    return UnwritableFile(
        f"{target} lässt sich nicht schreiben ({why}); Ordner, Rechte und freien Platz prüfen,"
        " und die Datei schließen, falls sie noch in Excel offen ist.",
        f"{target} cannot be written ({why}); check the folder, its permissions and the free space,"
        " and close the file in case it is still open in Excel.",
    )


def _umask() -> int:
    """The process's file mode mask; it can only be read by setting it."""
    mask = os.umask(0)
    os.umask(mask)
    return mask

"""Drives of this computer beside the one on which its user's folder lies: sticks, memory cards, further disks.

A network's drives are not among them: one that is away would stop the page for minutes.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Drive:
    """A drive. `name`: what people call it: its label, its letter; `path`: its top folder, without links."""

    name: str
    path: Path


def list_drives() -> list[Drive]:
    """Those that are plugged in and may be read, by name."""
    with suppress(OSError):
        return sorted(_find_drives(), key=lambda one: one.name.casefold())
    return []


if sys.platform == "win32":
    import ctypes

    _REMOVABLE, _FIXED = 2, 3
    _ASK_NOBODY = 0x1
    """SEM_FAILCRITICALERRORS: no window of Windows that asks for a medium."""
    _LONGEST_LABEL = 261

    def _find_drives() -> Iterator[Drive]:
        kernel, label = ctypes.WinDLL("kernel32"), ctypes.create_unicode_buffer(_LONGEST_LABEL)
        kernel.SetThreadErrorMode(_ASK_NOBODY, None)
        for letter in list_letters(kernel.GetLogicalDrives()):
            top = f"{letter}:\\"
            if Path.home().drive.upper() == f"{letter}:" or kernel.GetDriveTypeW(top) not in (_REMOVABLE, _FIXED):
                continue
            if kernel.GetVolumeInformationW(top, label, _LONGEST_LABEL, None, None, None, None, 0):
                name = f"{label.value} ({letter}:)" if label.value else f"{letter}:"
                yield Drive(name, Path(top).resolve())

elif sys.platform == "darwin":

    def _find_drives() -> Iterator[Drive]:
        return find_volumes(Path("/Volumes"))

else:

    def _find_drives() -> Iterator[Drive]:
        return find_mounted(Path("/proc/self/mounts").read_text("utf-8", errors="replace"))


def list_letters(mask: int) -> str:
    """The letters of Windows' mask: of its bits the lowest stands for A."""
    return "".join(chr(ord("A") + bit) for bit in range(26) if mask >> bit & 1)


def find_volumes(folder: Path) -> Iterator[Drive]:
    """The drives that macOS lays in that folder; its own is a link there."""
    with os.scandir(folder) as entries:
        found = [one.name for one in entries if one.is_dir(follow_symlinks=False) and not one.name.startswith(".")]
    yield from (Drive(name, folder / name) for name in found)


_PLUGGED = re.compile(r"/(?:media|run/media|mnt)/.+")
"""Where Linux lays what is plugged in."""


def find_mounted(table: str) -> Iterator[Drive]:
    """The drives in Linux' table of what is mounted where: disks, no network, in the folders for what is plugged in."""
    for device, where, *_ in (line.split(" ") for line in table.splitlines()):
        path = Path(re.sub(r"\\([0-7]{3})", lambda octal: chr(int(octal[1], 8)), where))
        if device.startswith("/dev/") and _PLUGGED.fullmatch(str(path)) and os.access(path, os.R_OK | os.X_OK):
            yield Drive(path.name, path)

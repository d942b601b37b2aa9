"""How Tesseract gets onto this computer: by its system."""

from __future__ import annotations

import platform
import sys

from texts.sentences import Phrase

_MAC = "brew install tesseract tesseract-lang"
_LINUX = {
    "debian": "apt-get install tesseract-ocr tesseract-ocr-deu",
    "ubuntu": "apt-get install tesseract-ocr tesseract-ocr-deu",
    "fedora": "dnf install tesseract tesseract-langpack-deu",
    "suse": "zypper install tesseract-ocr tesseract-ocr-traineddata-german",
    "arch": "pacman -S tesseract tesseract-data-deu",
}


def find_tesseract_remedy() -> str | Phrase:
    """What to type, or to click, on this computer: a command is the same in every language."""
    if sys.platform == "win32":
        return Phrase("evening.tesseract.windows")
    if sys.platform == "darwin":
        return _MAC
    return next((_LINUX[name] for name in _list_systems() if name in _LINUX), Phrase("evening.tesseract.any"))


def _list_systems() -> list[str]:
    """What this Linux calls itself, and those that it is like: "linuxmint", "ubuntu", "debian"."""
    try:
        release = platform.freedesktop_os_release()
    except OSError:
        return []
    return f"{release.get('ID', '')} {release.get('ID_LIKE', '')}".split()

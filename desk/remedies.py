"""How Tesseract gets onto this computer: by its system."""

from __future__ import annotations

import platform
import sys

Words = tuple[str, str]
"""German, English."""

_WINDOWS = (
    "„winget install UB-Mannheim.TesseractOCR“ oder das Installationsprogramm von UB Mannheim, darin „German“ anwählen",
    "“winget install UB-Mannheim.TesseractOCR” or UB Mannheim's installer, and choose “German” in it",
)
_MAC = "brew install tesseract tesseract-lang"
_LINUX = {
    "debian": "apt-get install tesseract-ocr tesseract-ocr-deu",
    "ubuntu": "apt-get install tesseract-ocr tesseract-ocr-deu",
    "fedora": "dnf install tesseract tesseract-langpack-deu",
    "suse": "zypper install tesseract-ocr tesseract-ocr-traineddata-german",
    "arch": "pacman -S tesseract tesseract-data-deu",
}
_ANY = ("Tesseract mit deutschen Sprachdaten (deu) installieren", "install Tesseract with its German data (deu)")


def tesseract_remedy() -> Words:
    """What to type, or to click, on this computer."""
    if sys.platform == "win32":
        return _WINDOWS
    if sys.platform == "darwin":
        return _MAC, _MAC
    return next(((_LINUX[name],) * 2 for name in _systems() if name in _LINUX), _ANY)


def _systems() -> list[str]:
    """What this Linux calls itself, and those that it is like: "linuxmint", "ubuntu", "debian"."""
    try:
        told = platform.freedesktop_os_release()
    except OSError:
        return []
    return f"{told.get('ID', '')} {told.get('ID_LIKE', '')}".split()

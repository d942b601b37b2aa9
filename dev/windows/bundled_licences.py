"""The licences of all that the set-up program brings, as files that everybody can read."""

from __future__ import annotations

import re
import shutil
from email.parser import Parser
from pathlib import Path

from dev.tools.sbom import list_shipped, read_licences

_FILE = re.compile(r"(?i)(licen[cs]e|copying|notice|authors|thirdpartynotices)")
_COMMON = Path("/usr/share/common-licenses")
_BESIDE = {"LGPL-3.0": "LGPL-3", "GPL-3.0": "GPL-3", "Apache-2.0": "Apache-2.0"}
"""Texts that some parts only name, with Debian's file of each."""
_OURS_OR_WINDOWS = {
    "kiebitz": "MIT",
    "colorama": "BSD-3-Clause",
    "msvc-runtime": "LicenseRef-Microsoft-Visual-Cpp-Redistributable",
}
"""Parts of the set-up program that `docs/licences.md`, which is about all systems, does not list."""
_HEAD = """Kiebitz steht unter der MIT-Lizenz (kiebitz.txt). Was sonst noch eingerichtet wurde, steht hier mit seiner
Lizenz; die Texte liegen in den Dateien daneben.

Kiebitz is under the MIT licence (kiebitz.txt). What else was installed is listed with its licence; the texts are in
the files beside this one.

libheif und libde265 (in pi-heif) stehen unter der LGPL 3.0: Sie liegen als eigene Dateien (libheif-*.dll,
libde265-*.dll) in app\\Lib\\site-packages und dürfen durch eigene Fassungen ersetzt werden. Ihr Quelltext:
github.com/strukturag/libheif, github.com/strukturag/libde265; welche Fassung es ist, steht in pi-heif.txt.

"""


def write_licences(app: Path, folder: Path) -> None:
    """Writes `Lizenzen.txt` with all parts and a text for each. Raises ValueError for one without a licence."""
    folder.mkdir()
    licences, rows = read_licences() | _OURS_OR_WINDOWS, []
    for place in sorted(app.glob("Lib/site-packages/*.dist-info")):
        name, version = _read_name(place)
        spdx = licences.get(name)
        if spdx is None:
            raise ValueError(f"docs/licences.md does not say under which licence {name} is")
        rows.append(f"{name} {version}: {spdx}")
        _write_texts(place, folder / f"{name}.txt", spdx)
    rows += [f"{path}: {licences[path]}" for path in list_shipped()]
    shutil.copy(app / "LICENSE.txt", folder / "Python.txt")
    for name, file in _BESIDE.items():
        shutil.copy(_COMMON / file, folder / f"{name}.txt")
    rows += ["Python: PSF-2.0 (Python.txt)", "NSIS: Zlib"]
    (folder / "Lizenzen.txt").write_text(_HEAD + "\n".join(rows) + "\n", encoding="utf-8", newline="\r\n")


def _read_name(place: Path) -> tuple[str, str]:
    about = Parser().parsestr((place / "METADATA").read_text("utf-8"), headersonly=True)
    return re.sub(r"[-_.]+", "-", about["Name"]).lower(), about["Version"]


def _write_texts(place: Path, target: Path, spdx: str) -> None:
    """One file with all licence texts that a library brings."""
    package = place.parent / place.name.partition("-")[0]
    files = [one for one in sorted(place.rglob("*")) if one.is_file() and _FILE.search(str(one.relative_to(place)))]
    files = files or [one for one in sorted(package.glob("*")) if one.is_file() and _FILE.match(one.name)]
    if not files and not any(name in spdx for name in _BESIDE):
        raise ValueError(f"{place.name} brings no text of its licence, {spdx}")
    texts = [one.read_text("utf-8", errors="replace") for one in files] or [f"{spdx}.txt"]
    target.write_text("\n\n".join(texts), encoding="utf-8")

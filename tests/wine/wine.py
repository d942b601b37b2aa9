"""Windows, as far as Wine imitates it: a user without rights, in a Debian of its own that `dev/windows/try.sh` made."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PureWindowsPath
from select import select

_USER, _HOME = "1000", "/home/kiebitz"
_MOST_S, _LAST_WORDS_S = 900.0, 0.2
"""Time limit for one command on a busy computer; and how long what it said may take to arrive after its end."""
PROGRAM = r"C:\users\kiebitz\AppData\Local\Programs\Kiebitz"


class Wine:
    """One user's Windows. `disk`: its C: as a folder of this system."""

    def __init__(self, root: Path, name: str) -> None:
        self.root, self.prefix = root, f"{_HOME}/{name}"
        self.disk = root / self.prefix.lstrip("/") / "drive_c"
        self.home = self.disk / "users" / "kiebitz"

    def begin(self) -> None:
        """A new, empty Windows: a copy of one that was never used, which is made once."""
        fresh = Wine(self.root, "fresh")
        home = self.root / _HOME.lstrip("/")
        if not (fresh.disk / "ready").exists():
            shutil.rmtree(home, ignore_errors=True)
            home.mkdir(parents=True)
            os.chown(home, int(_USER), int(_USER))
            assert fresh.run_plain("wineboot", "--init").returncode == 0
            fresh.end()
            (fresh.disk / "ready").touch()
        shutil.rmtree(self.disk.parent, ignore_errors=True)
        subprocess.run(["cp", "-a", fresh.disk.parent, self.disk.parent], check=True)
        self.run_plain("wineserver", "--persistent")  # else Windows would start anew for each command

    def end(self) -> None:
        """Ends whatever still runs there, and waits for it."""
        self.run_plain("wineserver", "--kill")
        self.run_plain("wineserver", "--wait")

    def find(self, path: str) -> Path:
        r"""A path of C:\ as a path of this system."""
        return self.disk.joinpath(*PureWindowsPath(path).parts[1:])

    def make_folder(self, path: str) -> Path:
        """A folder that the user owns, with those above it."""
        place = self.find(path)
        for one in (*reversed(place.parents), place):
            if one.is_relative_to(self.disk) and not one.exists():
                one.mkdir()
                os.chown(one, int(_USER), int(_USER))
        return place

    def share(self, folder: str, name: str) -> None:
        r"""Gives a folder of C:\ a second name, as a network does: a drive ("N:") or a share ("\\server\files")."""
        letter = name.lower() if name.endswith(":") else ""
        if letter:
            self.run("reg", "add", r"HKLM\Software\Wine\Drives", "/v", letter, "/d", "network", "/f")
        link = self.disk.parent / "dosdevices" / (letter or "unc" + name.replace("\\\\", "/").replace("\\", "/"))
        link.parent.mkdir(parents=True, exist_ok=True)
        link.symlink_to(self._find_inside(folder))

    def put(self, source: Path, folder: str) -> Path:
        """Copies a file into a folder there."""
        target = self.make_folder(folder) / source.name
        shutil.copy(source, target)
        os.chown(target, int(_USER), int(_USER))
        return target

    def run(
        self, *words: str, folder: str = "C:\\", most_s: float = _MOST_S, **environment: str
    ) -> subprocess.CompletedProcess[str]:
        """Runs a program of Windows in a folder and waits; output and errors are one text."""
        process = self.start(*words, folder=folder, **environment)
        said = finish(process, most_s)
        return subprocess.CompletedProcess(words, process.returncode, said)

    def start(self, *words: str, folder: str = "C:\\", **environment: str) -> subprocess.Popen[str]:
        """Starts a program of Windows. Its streams are pipes: without them Python does not start under Wine."""
        return self._open(["wine", *words], self._find_inside(folder), environment)

    def run_plain(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Runs one of Wine's own programs."""
        process = self._open([*words], "/", {})
        said = finish(process)
        return subprocess.CompletedProcess(words, process.returncode, said)

    def _open(self, words: list[str], folder: str, environment: dict[str, str]) -> subprocess.Popen[str]:
        settings = {
            "HOME": _HOME, "XDG_RUNTIME_DIR": _HOME, "USER": "kiebitz", "LANG": "de_DE.UTF-8", "PATH": "/usr/bin:/bin",
            "WINEARCH": "win64", "WINEPREFIX": self.prefix, "WINEDEBUG": "-all", "KIEBITZ_LANG": "de",
            **environment,
        }  # fmt: skip
        command = ["chroot", f"--userspec={_USER}:{_USER}", str(self.root), "env", "-i"]
        command += [f"{name}={value}" for name, value in settings.items()]
        command += ["sh", "-c", 'cd "$1" && shift && exec "$@"', "sh", folder, *words]
        pipe = subprocess.PIPE
        return subprocess.Popen(
            command, stdin=pipe, stdout=pipe, stderr=subprocess.STDOUT, text=True, encoding="utf-8", errors="replace"
        )

    def _find_inside(self, folder: str) -> str:
        return f"/{self.find(folder).relative_to(self.root)}"

    def run_kiebitz(self, *words: str, folder: str = "C:\\", **environment: str) -> subprocess.CompletedProcess[str]:
        """Runs a command of the installed Kiebitz."""
        return self.run(rf"{PROGRAM}\app\python.exe", "-m", "kiebitz", *words, folder=folder, **environment)

    def start_kiebitz(self, *words: str, folder: str = "C:\\", **environment: str) -> subprocess.Popen[str]:
        """Starts a command of the installed Kiebitz."""
        return self.start(rf"{PROGRAM}\app\python.exe", "-m", "kiebitz", *words, folder=folder, **environment)

    def list_running(self) -> list[int]:
        """The processes of this system that are Windows' Python there, and of no other Debian beside it."""
        found = []
        for place in Path("/proc").glob("[0-9]*"):
            try:
                words = (place / "cmdline").read_bytes()
                here, root = (place / "environ").read_bytes(), (place / "root").readlink()
            except OSError:
                continue
            mine = root == self.root.resolve() and f"WINEPREFIX={self.prefix}\0".encode() in here
            if b"python" in words.partition(b"\0")[0] and mine:
                found.append(int(place.name))
        return found

    def kill_python(self) -> None:
        """As a battery that is empty: every process of Python at once."""
        for number in self.list_running():
            os.kill(number, signal.SIGKILL)

    @contextmanager
    def serve(self, *words: str, folder: str, **environment: str) -> Iterator[tuple[str, str]]:
        """`kiebitz desk` there, on a free port: another Kiebitz may run here. Its address and the organiser's link."""
        process = self.start_kiebitz("desk", *words, "--port", "0", folder=folder, **environment)
        assert process.stdout is not None
        try:
            lines = [process.stdout.readline().rstrip().rpartition(" ")[2] for _ in range(2)]
            yield lines[0], lines[1]
        finally:
            self.kill_python()
            finish(process)


def finish(process: subprocess.Popen[str], most_s: float = _MOST_S) -> str:
    """Waits for a program of Windows; returns what it said. The services that it may have started keep its output open,
    so that one must not wait for its end."""
    assert process.stdin is not None
    assert process.stdout is not None
    said, end = b"", time.monotonic() + most_s
    with process.stdin, process.stdout as stream:
        while (spoke := select([stream], [], [], _LAST_WORDS_S)[0]) or process.poll() is None:
            assert time.monotonic() < end, said
            piece = os.read(stream.fileno(), 1 << 16) if spoke else b"-"
            if not piece:
                break
            said += piece if spoke else b""
    process.wait(most_s)
    return said.decode("utf-8", "replace").replace("\r\n", "\n")


def wait_for_link(opened: Path, number: int, most_s: float = _MOST_S) -> str:
    """The address that the program opened as the `number`-th, which a script in place of a browser noted in a file."""
    end = time.monotonic() + most_s
    while True:
        links = opened.read_text(encoding="ascii").split() if opened.exists() else []
        if len(links) >= number:
            return links[number - 1].strip('"')
        assert time.monotonic() < end, links
        time.sleep(0.2)


def wait_for(path: Path, most_s: float = _MOST_S) -> None:
    """Until a file is there."""
    end = time.monotonic() + most_s
    while not path.exists():
        assert time.monotonic() < end, path
        time.sleep(0.2)

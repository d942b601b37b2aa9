"""Uploads cut anywhere, over real sockets, while the desk is killed and started again: none is lost, none counts twice.

`KIEBITZ_CUTS=500 sh test.sh -m slow tests/desk/web/test_cut_uploads.py` cuts 500.
"""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import socket
import struct
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from dev.tools.browser import PHONE, open_window, start_chromium
from dev.tools.running_desk import RunningDesk, run_desk
from tests.desk.web.browser import need_browser
from tests.desk.web.sockets import JPEG
from tests.desk.web.test_photo_queue_browser import make_photos
from tests.tournament.filing.files import open_tournament
from tournament.record.entries import hash_bytes

CUTS = int(os.environ.get("KIEBITZ_CUTS", "60"))
CUTS_A_PHOTO, CUTS_A_DESK = 5, 50
AT_ONCE = struct.pack("ii", 1, 0)
"""Of SO_LINGER: the connection is reset, and what is on its way is thrown away."""

AS_IT_IS = {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
"""Of Chromium: the network is as fast as it is."""


@dataclass(slots=True)
class Sender:
    """A browser that sends photographs by the same steps as the script. `cut`: how many requests it cut."""

    port: int
    headers: dict[str, str] = field(default_factory=dict)
    dice: random.Random = field(default_factory=lambda: random.Random(36))
    cut: int = 0
    receipts: list[str] = field(default_factory=list)

    def enter(self, link: str) -> None:
        """Comes in by the link, which opens once; the session outlives the desk's process."""
        with closing(HTTPConnection("127.0.0.1", self.port, timeout=120)) as line:
            line.request("GET", f"/herein/{link.rpartition('/')[2]}")
            self.headers["cookie"] = (line.getresponse().getheader("set-cookie") or "").partition(";")[0]
        self.headers["x-csrf"] = re.findall(r'data-mark="([^"]+)"', self.request("GET", "/foto").decode())[0]

    def request(self, method: str, path: str, body: bytes = b"") -> bytes:
        """The content of the answer."""
        with closing(HTTPConnection("127.0.0.1", self.port, timeout=120)) as line:
            line.request(method, path, body or None, self.headers)
            answer = line.getresponse()
            assert answer.status == 200, answer.status
            return answer.read()

    def ask(self, upload: str, size: int) -> dict[str, Any]:
        """What is there of the upload."""
        found: dict[str, Any] = json.loads(self.request("GET", f"/foto/teil/{upload}?groesse={size}"))
        return found

    def send_cut(self, upload: str, photo: bytes) -> None:
        """Sends the rest of the photograph up to a byte drawn at random, also among the headers, then cuts."""
        start = self.ask(upload, len(photo))["bytes"]
        request = self._write_head(upload, start, len(photo)) + photo[start:]
        with socket.create_connection(("127.0.0.1", self.port), timeout=120) as line:
            line.sendall(request[: self.dice.randrange(len(request) + 1)])
            if self.dice.random() < 0.5:
                line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
        self.cut += 1

    def send_rest(self, upload: str, photo: bytes) -> None:
        """Sends all that is not there yet, and keeps what the server says of it."""
        there = self.ask(upload, len(photo))
        while not there["receipt"]:
            assert not there["wait_s"]
            address = f"/foto/teil/{upload}?ab={there['bytes']}&groesse={len(photo)}"
            there = json.loads(self.request("POST", address, photo[there["bytes"] :]))
        self.receipts.append(there["receipt"])

    def _write_head(self, upload: str, start: int, size: int) -> bytes:
        given = {"host": f"127.0.0.1:{self.port}", **self.headers}
        lines = [f"POST /foto/teil/{upload}?ab={start}&groesse={size} HTTP/1.1"]
        lines += [f"{name}: {value}" for name, value in {**given, "content-length": str(size - start)}.items()]
        return ("\r\n".join(lines) + "\r\n\r\n").encode()


@contextmanager
def run_killed(file: str, folder: Path, port: int) -> Iterator[RunningDesk]:
    """A desk that is killed in the end, without a chance to tidy up."""
    with run_desk(file, folder / "state", port=port) as desk:
        yield desk
        desk.process.kill()
        desk.process.wait()


def list_stored(file: str) -> list[str]:
    """The SHA-256 of every photograph in the folder."""
    folder = Path(file).with_name("abend-fotos")
    return sorted(hash_bytes(path.read_bytes()) for path in folder.iterdir())


@pytest.mark.slow
def test_no_cut_upload_is_lost(tmp_path: Path, port: int, capsys: pytest.CaptureFixture[str]) -> None:
    """Each photograph is cut five times at random, the desk is killed after every fifty cuts."""
    file, dice = open_tournament(tmp_path, drawn=1).where, random.Random(7)
    photos = [
        (f"{number:032x}", JPEG + dice.randbytes(dice.choice((900, 70_000, 900_000))))
        for number in range(-(-CUTS // CUTS_A_PHOTO))
    ]
    jobs = [photo for photo in photos for _ in range(CUTS_A_PHOTO)]
    dice.shuffle(jobs)
    sender = Sender(port)
    for first in range(0, len(jobs), CUTS_A_DESK):
        with run_killed(file, tmp_path, port) as desk:
            if not sender.headers:
                sender.enter(desk.link)
            for upload, photo in jobs[first : first + CUTS_A_DESK]:
                sender.send_cut(upload, photo)
    with run_desk(file, tmp_path / "state", port=port):
        for upload, photo in (*photos, *photos[:3]):
            sender.send_rest(upload, photo)
    assert sender.cut >= CUTS
    assert set(sender.receipts) <= {"new", "again"}
    assert list_stored(file) == sorted(hash_bytes(photo) for _, photo in photos)
    with capsys.disabled():
        print(f"\n{sender.cut} cut uploads of {len(photos)} photographs, none lost, none twice")  # noqa: T201


@pytest.mark.slow
def test_a_desk_killed_while_photographs_come_in_loses_none(tmp_path: Path, port: int) -> None:
    """The browser goes on by itself once the desk runs again, with what was on its way too."""
    need_browser()
    file = open_tournament(tmp_path, drawn=1).where
    photos = make_photos(20, 400_000)
    with start_chromium() as chromium:
        with run_killed(file, tmp_path, port) as desk:
            browser = open_window(chromium, desk.address, size=PHONE)
            browser.enter(desk.link)
            browser.open_page("/foto")
            line = browser.page.context.new_cdp_session(browser.page)
            line.send("Network.enable")
            line.send(
                "Network.emulateNetworkConditions", {**AS_IT_IS, "uploadThroughput": 400_000}
            )  # one photo a second
            browser.page.set_input_files("#pictures", photos)
            browser.page.wait_for_function("() => photoQueue.arrived() >= 3")
        expect(browser.page.locator(".strip[data-lost]")).to_contain_text("warten auf Verbindung")
        line.send("Network.emulateNetworkConditions", AS_IT_IS)
        with run_desk(file, tmp_path / "state", port=port):
            browser.page.wait_for_function("() => photoQueue.arrived() === 20")
            expect(browser.page.locator(".strip[data-lost]")).to_be_empty()
    assert list_stored(file) == sorted(hash_bytes(one["buffer"]) for one in photos)
    with suppress(OSError):
        shutil.rmtree(tmp_path / "state")

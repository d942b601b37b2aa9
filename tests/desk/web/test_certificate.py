"""HTTPS: with a certificate of our own or a given one, and one sentence for each that cannot be used."""

from __future__ import annotations

import shutil
import ssl
import stat
import sys
from datetime import timedelta
from http.client import HTTPSConnection
from pathlib import Path

import pytest

from desk.cli.evening_orders import DeskOrder
from desk.cli.run import run_desk
from desk.exits import WrongUse
from desk.web.certificate import LASTS, Certificate, check_certificate, keep_certificate
from tests.desk.web.browser import run_server
from tests.desk.web.certificates import NOW, write_pair
from tests.desk.web.visitors import open_desk


def refuse(file: Path, key: Path | None) -> str:
    """The sentence about a certificate that cannot be used."""
    with pytest.raises(WrongUse) as wrong:
        check_certificate(file, key, NOW)
    return wrong.value.message("de")


def test_our_own_certificate_is_kept(tmp_path: Path) -> None:
    """The same on the next start, for its owner's eyes only; its key opens with it."""
    made = keep_certificate(tmp_path, ["192.168.2.7"])
    assert made.is_own
    assert keep_certificate(tmp_path, ["192.168.2.7"]) == made
    assert keep_certificate(tmp_path, []) == made
    if sys.platform != "win32":
        assert stat.S_IMODE(made.file.stat().st_mode) == 0o600


def test_our_own_certificate_is_made_anew(tmp_path: Path) -> None:
    """For another address, shortly before its end, when the clock was wrong, and when its file is damaged."""
    made = [keep_certificate(tmp_path, ["192.168.2.7"], NOW)]
    made.append(keep_certificate(tmp_path, ["10.0.0.3", "fe80::1%wlan0"], NOW))
    made.append(keep_certificate(tmp_path, ["10.0.0.3"], NOW + LASTS - timedelta(days=3)))
    made.append(keep_certificate(tmp_path, ["10.0.0.3"], NOW))
    made[-1].file.write_text("x")
    made.append(keep_certificate(tmp_path, ["10.0.0.3"], NOW))
    assert len({one.fingerprint for one in made}) == 5


def test_a_given_certificate_is_taken(tmp_path: Path) -> None:
    """With its key beside it, or in the same file."""
    file, key = write_pair(tmp_path, "verein")
    assert check_certificate(file, key, NOW).key == key
    file.write_bytes(file.read_bytes() + key.read_bytes())
    both = check_certificate(file, None, NOW)
    assert both.key == file
    assert not both.is_own


def test_each_wrong_certificate_has_its_sentence(tmp_path: Path) -> None:
    """Missing, none at all, ended, not begun, and the sentence names the file or the day."""
    file, key = write_pair(tmp_path, "verein")
    assert "fehlt.pem lässt sich nicht lesen" in refuse(tmp_path / "fehlt.pem", key)
    assert "verein.key ist kein Zertifikat" in refuse(key, key)
    assert "am 21.04.2026 abgelaufen" in refuse(*write_pair(tmp_path, "alt", begin_days=-30, days=-10))
    assert "gilt erst ab 03.05.2026" in refuse(*write_pair(tmp_path, "neu", begin_days=2))
    assert "fehlt.key lässt sich nicht lesen" in refuse(file, tmp_path / "fehlt.key")


def test_each_wrong_key_has_its_sentence(tmp_path: Path) -> None:
    """Missing in the file, none at all, another's, locked; nothing asks for a password."""
    file, _ = write_pair(tmp_path, "verein")
    assert "steht kein Schlüssel" in refuse(file, None)
    assert "ist kein Schlüssel" in refuse(file, file)
    assert "gehört nicht zum Zertifikat" in refuse(file, write_pair(tmp_path, "andere")[1])
    assert "mit einem Passwort" in refuse(*write_pair(tmp_path, "zu", password="geheim"))


def test_a_key_without_certificate_is_no_quiet_http(tmp_path: Path) -> None:
    """Whoever gives a key wants HTTPS."""
    order = DeskOrder(open_desk(tmp_path).where, port=0, key=tmp_path / "x.key")
    with pytest.raises(WrongUse, match="--certificate"):
        run_desk.serve_desk(order)


def test_the_terminal_shows_what_to_compare(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Of our own certificate the fingerprint, with one sentence why telephones warn; of a given one nothing."""
    run_desk._report_start("de", "https://10.0.0.3:8765", "https://10.0.0.3:8765/l/x", keep_certificate(tmp_path, []))
    own = capsys.readouterr().out
    assert keep_certificate(tmp_path, []).fingerprint in own.splitlines()
    assert "deshalb warnt jedes Telefon einmal" in own
    run_desk._report_start("de", "https://10.0.0.3:8765", "https://10.0.0.3:8765/l/x", _give_certificate(tmp_path))
    assert "Zertifikat" not in capsys.readouterr().out


@pytest.mark.parametrize("own", [True, False])
def test_a_browser_that_trusts_the_certificate_comes_in(tmp_path: Path, *, own: bool) -> None:
    """Over a real socket: name and chain hold, and cookies go over HTTPS only. Without trust there is no answer."""
    certificate = keep_certificate(tmp_path, []) if own else _give_certificate(tmp_path)
    desk = open_desk(tmp_path)
    token = desk.register.issue("organiser", "Wart", hours=1)
    with run_server(desk, certificate) as address:
        port = int(address.rpartition(":")[2])
        line = HTTPSConnection("localhost", port, context=ssl.create_default_context(cafile=str(certificate.file)))
        line.request("GET", f"/herein/{token}")
        answer = line.getresponse()
        assert "secure" in str(answer.getheader("set-cookie")).lower().split("; ")
        line.close()
        with pytest.raises(ssl.SSLCertVerificationError):
            HTTPSConnection("localhost", port, context=ssl.create_default_context()).request("GET", "/")


def _give_certificate(folder: Path) -> Certificate:
    return check_certificate(*write_pair(folder, "verein", begin_days=-3650, days=36500))


@pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl is not installed")
def test_the_fingerprint_is_that_of_other_programs(tmp_path: Path) -> None:
    """A person compares it with what the browser shows."""
    import subprocess

    made = keep_certificate(tmp_path, [])
    run = subprocess.run(
        ["openssl", "x509", "-in", made.file, "-noout", "-fingerprint", "-sha256"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.strip().endswith(f"={made.fingerprint}")

"""The program started again while it runs, after it was killed, and by another user of the same computer."""

from __future__ import annotations

import os
import signal
import sys
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import HTTPCookieProcessor, OpenerDirector, ProxyHandler, build_opener

import pytest

from tests.desk.web.started_program import MOST_S, Program

pytestmark = [pytest.mark.slow, pytest.mark.skipif(sys.platform == "win32", reason="the browser is a shell script")]


def make_browser() -> OpenerDirector:
    """A browser without a window, which keeps its cookies."""
    return build_opener(ProxyHandler({}), HTTPCookieProcessor(CookieJar()))


def read_page(browser: OpenerDirector, address: str) -> tuple[str, str]:
    """The address at which the browser arrives, and the page there."""
    with browser.open(address, timeout=MOST_S) as answer:
        return answer.url, answer.read().decode()


def find_base(address: str) -> str:
    """The server of that address."""
    return "/".join(address.split("/")[:3])


def test_every_double_click_leads_in(program: Program, tmp_path: Path) -> None:
    """On a file into its evening, on another one while the program runs, on the program to the start page; of another
    user at the same time to pages of his own; and after a kill as if nothing had been."""
    liga, pokal = (str(program.folder / f"{name}.kiebitz") for name in ("liga", "pokal"))
    browser = make_browser()
    with program.run(1, liga) as (process, link):
        first, page = read_page(browser, link)
        assert first.endswith("/jetzt")
        assert "Vereinsabend" in page
        for number, words, arrived in ((2, [pokal], "/jetzt"), (3, [], "/"), (4, [liga], "/jetzt")):
            with program.start(*words) as again:
                assert again.wait(MOST_S) == 0
            address, _ = read_page(browser, program.wait_for_link(number))
            assert address.endswith(arrived)
        assert find_base(address) == find_base(first)

        other = Program(tmp_path / "other")
        with other.run() as (_, theirs):
            assert find_base(theirs) != find_base(link)
            assert "Vereinsabend" not in read_page(make_browser(), theirs)[1]
            token = theirs.rpartition("/")[2]
            with pytest.raises(HTTPError, match="401"):
                make_browser().open(f"{find_base(link)}/herein/{token}", timeout=MOST_S)
        assert process.poll() is None
        os.kill(process.pid, signal.SIGKILL)
        process.wait(MOST_S)
    with program.run(5, pokal) as (_, link):
        assert read_page(browser, link)[0].endswith("/jetzt")

"""The organisers' page: every command on it runs, in its order, and says what the page shows."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from dev.filler.evening import Shots, compose_round
from dev.filler.pens.glyphs import load_font_hand
from tests.desk.web.visitors import WRONG, open_desk, visit

PAGE = (Path(__file__).parents[2] / "docs" / "abend.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```", PAGE, flags=re.DOTALL | re.MULTILINE)
SHOTS = Shots(megapixels=7.0, mistaken=2, seed=2, quality=62, conditions=("clean",))
SPARES = {1: frozenset[int](), 2: frozenset({3})}
"""The tables of each round that wrote on a blank sheet."""
HANDS = ("playwrite-de-grund", "kalam", "patrick-hand")


@pytest.mark.slow
def test_the_page_for_organisers_is_an_evening(tmp_path: Path) -> None:
    """Typed one after the other the commands are a whole evening; each line that is shown was said by them."""
    hands, said = [load_font_hand(name) for name in HANDS], ""
    for kind, text in BLOCKS:
        if kind == "csv":
            (tmp_path / "spieler.csv").write_text(text, encoding="utf-8")
        elif kind == "text":
            assert [line for line in text.splitlines() if line not in said.splitlines()] == []
        else:
            said = "".join(_type(line, tmp_path) for line in text.splitlines())
        for round_ in (1, 2):
            photos = tmp_path / f"runde{round_}"
            if f"-o {photos.name}.pdf" in text:
                compose_round(
                    str(tmp_path / "abend.kiebitz"), round_, hands, photos, replace(SHOTS, spares=SPARES[round_])
                )


def _type(line: str, folder: Path) -> str:
    """What the command says; it must end well."""
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    run = subprocess.run(
        ["sh", "-c", line],
        cwd=folder,
        env=os.environ | {"PATH": path},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert run.returncode == 0, f"{line}\n{run.stdout}"
    return run.stdout


def test_the_page_shows_every_command_of_an_evening() -> None:
    """From the list of players to the list on the wall, none is left out."""
    typed = "".join(text for kind, text in BLOCKS if kind == "sh")
    shown = set(re.findall(r"^kiebitz (\w+)", typed, flags=re.MULTILINE))
    assert shown >= {
        "new",
        "players",
        "draw",
        "draws",
        "print",
        "scan",
        "enter",
        "move",
        "status",
        "decide",
        "close",
        "reopen",
        "standings",
        "export",
        "take",
        "audit",
        "verify",
        "undo",
        "season",
    }


def list_page_steps() -> list[tuple[str, str]]:
    """Each step that the table shows on a page: the page's name, and the words to press there, "" for none."""
    rows = re.findall(r"^\|[^|]*\|([^|]*)\|[^|]*`kiebitz", PAGE, flags=re.MULTILINE)
    return [step for row in rows for step in re.findall(r"\*(\w+)\*(?:, ([A-ZÄÖÜ][\w ]+))?", row)]


def test_every_step_on_a_page_can_be_pressed(tmp_path: Path) -> None:
    """Each page is in the organiser's menu, and has the words that the table names, as a link, a button or a
    heading."""
    client = visit(open_desk(tmp_path, WRONG), "organiser")
    menu = dict(re.findall(r'<a href="([^"]+)"[^>]*>([^<]+)</a>', client.get("/hilfe").text))
    addresses = {words.strip(): address for address, words in menu.items()}
    assert len(list_page_steps()) > 15
    for page, words in list_page_steps():
        shown = client.get(addresses[page]).text
        pressed = re.findall(r"<(?:a|button|h2|summary|b)\b[^>]*>(.*?)</", shown, flags=re.DOTALL)
        assert not words or any(words.strip() in one for one in pressed) or words.startswith("Taste"), (page, words)


def test_no_step_needs_a_terminal() -> None:
    """Each row of the table names a page."""
    table = PAGE[PAGE.index("| Schritt |") : PAGE.index("## Vorher")]
    rows = re.findall(r"^\| (\w.+?) \| (.+?) \| .*\|$", table, flags=re.MULTILINE)[1:]
    assert len(rows) > 20
    assert [step for step, pages in rows if "*" not in pages] == []

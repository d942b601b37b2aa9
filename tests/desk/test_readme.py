"""What the README tells people to type works as it stands there."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def commands(text: str) -> list[str]:
    """Every line of the fenced shell blocks, without comments."""
    blocks = re.findall(r"^```sh\n(.*?)^```", text, flags=re.DOTALL | re.MULTILINE)
    lines = (line.split("  #")[0].strip() for block in blocks for line in block.splitlines())
    return [line for line in lines if line]


SET_UP = [line for line in commands(README) if line.startswith("sh ")]
KIEBITZ = [line for line in commands(README) if not line.startswith("sh ")]
WHOLE_ROUNDS = {line: [pytest.mark.slow] for line in KIEBITZ if "kiebitz scan" in line}
"""They read up to twenty photographs each."""


def test_the_readme_has_the_four_main_commands() -> None:
    """Each of them is shown at least once."""
    shown = {name for line in KIEBITZ for name in re.findall(r"kiebitz (\w+)", line)}
    assert shown >= {"scan", "sheet", "read", "score"}


@pytest.mark.parametrize("line", [pytest.param(line, marks=WHOLE_ROUNDS.get(line, ())) for line in KIEBITZ])
def test_a_command_of_the_readme_runs(line: str, tmp_path: Path) -> None:
    """Typed in the project's folder it ends with status 0 and complains of nothing but unusable samples."""
    (tmp_path / "samples").symlink_to(ROOT / "samples")
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    run = subprocess.run(
        ["sh", "-c", line], cwd=tmp_path, env=os.environ | {"PATH": path}, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    assert "Traceback" not in run.stderr


@pytest.mark.parametrize("line", SET_UP)
def test_the_set_up_commands_are_plain_shell(line: str) -> None:
    """They are there, and a plain POSIX shell takes them; running them is the continuous check's first step."""
    script = ROOT / line.split()[1]
    assert script.is_file()
    for part in (script, ROOT / "dev" / "tools" / "prepare.sh"):
        assert subprocess.run(["sh", "-n", str(part)], check=False).returncode == 0


DOCUMENTS = sorted(str(page.relative_to(ROOT)) for part in (".", "docs", "samples") for page in
                   (ROOT / part).glob("*.md" if part == "." else "**/*.md"))
PACKAGES = "desk|dev|docs|samples|scanner|scoring|templates|tests|texts|tournament"


@pytest.mark.parametrize("document", DOCUMENTS)
def test_links_lead_somewhere(document: str) -> None:
    """Every relative link names a file or folder of the project."""
    page = ROOT / document
    links = re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_every_module_of_the_journey_exists() -> None:
    """The front page names modules; none of them may be gone."""
    journey = README.split("## Try it")[0]
    named = re.findall(r"`((?:scanner|tournament|scoring|desk)(?:\.\w+)*)`", journey)
    assert len(named) >= 10
    assert [name for name in named if not _exists(name)] == []


def test_the_flagged_row_of_the_front_page_is_flagged() -> None:
    """The explanation is the program's own, word for word."""
    from desk.workers.reading import ReadTask, read_pages
    from scoring.rulesets import load
    from tournament.evening.book import keep_book

    readings = list(read_pages(ReadTask(ROOT / "samples" / "r2-t3-mistakes-in-rows.jpg")))
    [entry] = keep_book(load("pflichtsolo-40"), readings).entries
    [row] = [row for row in entry.sheet.open_rows if row.game == 16]
    told = [finding.message() for finding in row.findings] + [finding.proposal_text() for finding in row.findings]
    quoted = " ".join(README.replace("\n>", "").split())
    assert told
    assert [text for text in told if text not in quoted] == []


def _exists(module: str) -> bool:
    place = ROOT / module.replace(".", "/")
    return place.is_dir() or place.with_suffix(".py").is_file()


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_file_and_module_that_is_named_is_there(document: str) -> None:
    """A path or a module in a document that was moved since would send the reader nowhere."""
    text = (ROOT / document).read_text(encoding="utf-8")
    paths = re.findall(rf"[`\s]((?:{PACKAGES})/[\w./-]*\w)[`\s]", text)
    modules = re.findall(rf"`((?:{PACKAGES})(?:\.\w+)+)`|python -m ((?:{PACKAGES})[.\w]*)", text)
    names = [*paths, *(name.replace(".", "/") for pair in modules for name in pair if name)]
    assert [name for name in names if not _there(name)] == []


def _there(name: str) -> bool:
    """As a file, a folder, a module, or something in a module (`scanner.reading.Reading`)."""
    places = (ROOT / name, ROOT / f"{name}.py", (ROOT / name).parent.with_suffix(".py"))
    return any(place.exists() for place in places) or (ROOT / name).parent.parent.with_suffix(".py").exists()

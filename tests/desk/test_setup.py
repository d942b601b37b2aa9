"""The set-up script in machines that lack something: imitated programs on a PATH of their own, no network."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TOOLS = ("sh", "cat", "dirname", "basename", "grep", "sha256sum", "env", "printf", "touch", "mkdir", "cp", "chmod")

PYTHON = """#!/bin/sh
echo "$*" >>"$MACHINE/calls"
case "$*" in
    *"(3, 11)"*) exit $OLD_PYTHON ;;
    "-m venv"*) mkdir -p .venv/bin && cp "$0" .venv/bin/python ;;
esac
"""
TESSERACT = "#!/bin/sh\necho 'List of available languages'\necho eng\n"


class Machine:
    """A folder with the project's set-up files, and programs that can be left out."""

    def __init__(self, folder: Path) -> None:
        self.project, self.programs = folder / "project", folder / "bin"
        (self.project / "dev" / "tools").mkdir(parents=True)
        self.programs.mkdir()
        for name in ("dev/tools/prepare.sh", "requirements.txt", "requirements-dev.txt", "pyproject.toml"):
            shutil.copy(ROOT / name, self.project / name)
        for tool in TOOLS:
            (self.programs / tool).symlink_to(str(shutil.which(tool)))
        self.add("python3", PYTHON)
        self.add("id", "#!/bin/sh\necho 1000\n")
        self.add("tesseract", TESSERACT + "echo deu\n")

    def add(self, program: str, text: str) -> None:
        """Installs an imitation."""
        (self.programs / program).unlink(missing_ok=True)
        (self.programs / program).write_text(text)
        (self.programs / program).chmod(0o755)

    def prepare(self, *arguments: str, old_python: bool = False) -> subprocess.CompletedProcess[str]:
        """Runs the script."""
        environment = {"PATH": str(self.programs), "MACHINE": str(self.programs), "OLD_PYTHON": str(int(old_python))}
        return subprocess.run(
            ["sh", "dev/tools/prepare.sh", "requirements.txt", *arguments],
            cwd=self.project,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )

    @property
    def calls(self) -> list[str]:
        """How Python was called."""
        return (self.programs / "calls").read_text().splitlines()


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    """A machine with all that is needed."""
    return Machine(tmp_path)


def test_the_first_run_installs_with_hashes_and_the_second_does_nothing(machine: Machine) -> None:
    """A second run asks Python no more than its version and whether it can make environments."""
    assert machine.prepare().returncode == 0
    first = machine.calls
    assert [call for call in first if "--require-hashes -r requirements.txt" in call]
    assert [call for call in first if "--no-deps" in call and "-e ." in call]
    again = machine.prepare()
    assert (again.returncode, again.stderr) == (0, "")
    assert not [call for call in machine.calls[len(first) :] if "pip " in call]


def test_changed_requirements_are_installed(machine: Machine) -> None:
    """A new version of the project brings its libraries."""
    machine.prepare()
    before = len(machine.calls)
    with (machine.project / "requirements.txt").open("a") as lines:
        lines.write("\n")
    assert machine.prepare().returncode == 0
    assert [call for call in machine.calls[before:] if "--require-hashes" in call]


def test_an_old_python_is_told(machine: Machine) -> None:
    """One sentence with what is needed."""
    run = machine.prepare(old_python=True)
    assert run.returncode == 4
    assert "Python 3.11" in run.stderr


def test_without_root_and_sudo_the_missing_package_is_named(machine: Machine) -> None:
    """A user without rights gets the command to hand to somebody who has them."""
    machine.add("apt-get", "#!/bin/sh\nexit 100\n")
    run = machine.prepare("libreoffice-calc-nogui:soffice")
    assert run.returncode == 4
    assert "apt-get install" in run.stderr
    assert "libreoffice-calc-nogui" in run.stderr


def test_without_tesseract_nothing_is_asked_for(machine: Machine) -> None:
    """The library reads printed names; who may install nothing is not told of it."""
    (machine.programs / "tesseract").unlink()
    run = machine.prepare()
    assert (run.returncode, len(run.stderr.splitlines())) == (0, 1)
    assert "tesseract" not in run.stderr


def test_sudo_is_used_when_there_is_no_root(machine: Machine) -> None:
    """Without a terminal it may not ask for a password; what is better to have comes with what is missing."""
    (machine.programs / "tesseract").unlink()
    machine.add("sudo", '#!/bin/sh\necho "$*" >>"$MACHINE/sudo-calls"\n')
    machine.add("apt-get", "#!/bin/sh\nexit 1\n")
    assert machine.prepare("libreoffice-calc-nogui:soffice").returncode == 0
    said = (machine.programs / "sudo-calls").read_text().splitlines()
    assert said[0].startswith("-n apt-get")
    assert said[1].endswith("--no-install-recommends libreoffice-calc-nogui")
    languages = "tesseract-ocr-deu tesseract-ocr-tur tesseract-ocr-pol"
    assert said[2].endswith(f"--no-install-recommends tesseract-ocr {languages}")


def test_languages_that_only_help_stop_nothing(machine: Machine) -> None:
    """Turkish and Polish cannot be had: root is told, and the set-up goes on."""
    machine.add("id", "#!/bin/sh\necho 0\n")
    machine.add("apt-get", "#!/bin/sh\nexit 100\n")
    run = machine.prepare()
    assert (run.returncode, "tesseract-ocr-tur tesseract-ocr-pol" in run.stderr) == (0, True)
    machine.add("tesseract", TESSERACT + "echo deu\necho tur\necho pol\n")
    assert machine.prepare().stderr == ""


def test_the_locked_libraries_name_no_place_to_load_from() -> None:
    """Every library is pinned with hashes; where they come from is the installing person's business."""
    for lock in ROOT.glob("requirements*.txt"):
        text = lock.read_text()
        assert "://" not in text
        assert "--index" not in text
        assert "--find-links" not in text
        pins = [line for line in text.splitlines() if line and not line.startswith((" ", "#"))]
        assert all("==" in pin and pin.endswith("\\") for pin in pins)
        assert {"kiebitz"} & {pin.split("==")[0] for pin in pins} == set()


def test_no_pytorch_at_run_time() -> None:
    """Neither the run-time nor the test libraries hold it."""
    for name in ("requirements.txt", "requirements-dev.txt"):
        pins = {line.split("==")[0] for line in (ROOT / name).read_text().splitlines() if "==" in line}
        assert not pins & {"torch", "tensorflow", "jax"}
        assert {"opencv-python-headless", "onnxruntime", "numpy"} <= pins
    assert os.access(ROOT / ".ci" / "run", os.X_OK)

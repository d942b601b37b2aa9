"""Wrong use: one sentence on standard error, exit status 2, never a traceback."""

from __future__ import annotations

import errno
import io
import subprocess
import sys
from pathlib import Path

import pytest

from desk.__main__ import main
from desk.cli import program
from texts.languages import find_language

ROOT = Path(__file__).parents[2]


@pytest.mark.few(13)
@pytest.mark.parametrize(
    ("line", "status", "said"),
    [
        ("tanzen", 2, "tanzen"),
        ("scan", 2, "FOTO"),
        ("scan x.jpg", 2, "-o"),
        ("scan x.jpg --rules pflichtsolo-40", 2, "-o"),
        ("scan x.jpg --rules pflichtsolo-40 -o a.xlsx --foo", 2, "--foo"),
        ("scan x.jpg --rules pflichtsolo-40 -o a.xlsx --jobs -1", 2, "--jobs"),
        ("scan x.jpg --rules pflichtsolo-40 -o a.xlsx --jobs viele", 2, "--jobs"),
        ("scan x.jpg --rules skat -o a.xlsx", 2, "pflichtsolo-40"),
        ("score --rules skat", 2, "pflichtsolo-40"),
        ("score --rules", 2, "--rules"),
        ("sheet --rules skat -o a.pdf", 2, "pflichtsolo-40"),
        ("sheet --rules pflichtsolo-40 -o a.pdf --seats 6", 2, "--seats"),
        ("sheet --rules pflichtsolo-40 -o a.pdf --games 61", 2, "30"),
        ("sheet --rules pflichtsolo-40 -o a.pdf --games 0", 2, "30"),
        ("sheet --rules pflichtsolo-40 -o a.pdf --style bunt", 2, "points"),
        ("sheet --rules pflichtsolo-40 -o a.pdf --names A,B,C", 2, "3"),
        ("sheet --rules pflichtsolo-40 -o a.pdf --round 100", 2, "--round"),
        ("read", 2, "FOTO"),
        ("read -IMG_1.JPG", 2, "als Datei ./-IMG_1.JPG schreiben"),
        ("scan -o.jpg --rules pflichtsolo-40 --lang en", 2, "for a file write ./-o.jpg"),
        ("frobeln", 2, "Diesen Befehl gibt es nicht: frobeln"),
        ("statsu", 2, "Diesen Befehl gibt es nicht: statsu. Meinten Sie status? Hilfe: kiebitz --help"),
        ("sacn --lang en", 2, "There is no such command: sacn. Did you mean scan? Help: kiebitz --help"),
        ("auslosen", 2, "Meinten Sie draw?"),
        ("tanzen", 2, "Diesen Befehl gibt es nicht: tanzen. Hilfe"),
        ("rules shwo", 2, "Meinten Sie show? Hilfe: kiebitz rules --help"),
        ("players a.kiebitz add Anna --culb K", 2, "Meinten Sie --club? Hilfe: kiebitz players DATEI add --help"),
        ("scan x.jpg --ruels ddv", 2, "Diese Option gibt es nicht: --ruels. Meinten Sie --rules?"),
        ("scan x.jpg --ro 3", 2, "Meinten Sie --round?"),
        ("r", 2, "Diesen Befehl gibt es nicht: r. Hilfe"),
        ("scan -x", 2, "Diese Option gibt es nicht: -x. Hilfe: kiebitz scan --help"),
        ("scan x.jpg --strict=ja", 2, "Option --strict steht ohne Wert. Hilfe: kiebitz scan --help"),
        ("season a.kiebitz -o a.xlsx --by foo", 2, "foo; möglich sind points, places"),
        ("players a.kiebitz", 2, "Es fehlt, was zu tun ist. Hilfe: kiebitz players --help"),
        ("score --rules ddv zuviel", 2, "Das ist zu viel: zuviel"),
        ("scan x.jpg --rules ddv -o a.xlsx --jobs -1", 2, "mindestens 0"),
        ("scan x.jpg --rules ddv -o a.xlsx --jobs viele", 2, "eine ganze Zahl wird gebraucht"),
        ("sheet --rules ddv -o a.pdf --round 100", 2, "höchstens 99"),
        ("score --rules ddv --lang fr", 2, "fr; möglich sind de, en"),
    ],
)
def test_wrong_use_is_one_sentence_with_the_remedy(
    line: str,
    status: int,
    said: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each names what does not fit; nothing is written, and standard output stays empty."""
    monkeypatch.chdir(tmp_path)
    assert main(line.split()) == status
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("kiebitz: ")
    assert said in told.err
    assert "Traceback" not in told.err
    assert len(told.err.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


def test_a_broken_rule_set_file_names_file_and_key(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A club's own TOML with a slip is an unusable file, and the sentence leads to the slip in either language."""
    rules = tmp_path / "verein.toml"
    rules.write_text('id = "verein"\nversion = 1\nextends = "pflichtsolo-40"\nunsinn = 3\n')
    assert main(["score", "--rules", str(rules)]) == 3
    assert main(["score", "--rules", str(rules), "--lang", "en"]) == 3
    german, english = capsys.readouterr().err.splitlines()
    assert "verein.toml: unsinn: Diesen Eintrag gibt es nicht" in german
    assert "verein.toml: unsinn: unknown key" in english


@pytest.mark.parametrize(
    ("arguments", "lang"),
    [
        ([], "de"),
        (["--lang", "en"], "en"),
        (["--lang=en"], "en"),
        (["--lang", "de"], "de"),
        (["--lang"], "de"),
        (["--lang", "fr"], "de"),
    ],
)
def test_the_language_is_known_before_the_options_are_parsed(arguments: list[str], lang: str) -> None:
    """Errors of the command line itself come in the language that it asks for."""
    assert find_language(arguments) == lang


def test_errors_come_in_english_on_demand(capsys: pytest.CaptureFixture[str]) -> None:
    """The same sentence in both languages."""
    assert main(["scan", "--lang", "en"]) == 2
    assert "Missing: " in capsys.readouterr().err


def test_a_fault_of_our_own_is_a_sentence_and_a_log(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The last resort: status 4, one sentence that names the log, and the traceback is in it."""

    def sabotage(*_args: object, **_options: object) -> int:
        raise ZeroDivisionError("a secret detail")

    monkeypatch.setattr(program, "app", sabotage)
    assert main(["score"]) == 4
    told = capsys.readouterr().err.strip()
    assert len(told.splitlines()) == 1
    log = Path(told.split()[-1].rstrip("."))
    assert "ZeroDivisionError: a secret detail" in log.read_text()
    assert "Traceback" not in told
    log.unlink()


@pytest.mark.parametrize("code", [0, 1, None, "Invalid tesseract version"])
def test_a_library_that_leaves_the_program_is_a_fault(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], code: int | str | None
) -> None:
    """Whatever status it leaves with: nothing was done, so it is status 4 and a sentence, never silence and 0."""

    def leave(*_args: object, **_options: object) -> int:
        raise SystemExit(code)

    monkeypatch.setattr(program, "app", leave)
    assert main(["score"]) == 4
    told = capsys.readouterr().err.strip()
    assert "SystemExit" in told
    Path(told.split()[-1].rstrip(".")).unlink()


def test_an_interrupt_is_a_sentence(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Ctrl-C ends with the shells' status 130."""

    def interrupted(*_args: object, **_options: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(program, "app", interrupted)
    assert main(["score"]) == 130
    assert capsys.readouterr().err == "kiebitz: Abgebrochen; halbe Dateien bleiben keine zurück.\n"


def test_a_reader_that_leaves_is_no_error(tmp_path: Path) -> None:
    """`kiebitz score | head -1` ends without a word."""
    (tmp_path / "lines").write_text("nix\n" * 20000, "ascii")
    command, pipe = [sys.executable, "-m", "desk", "score", "--rules", "pflichtsolo-40"], subprocess.PIPE
    with (tmp_path / "lines").open() as lines, subprocess.Popen(command, stdin=lines, stdout=pipe, stderr=pipe) as run:
        assert run.stdout is not None
        assert run.stderr is not None
        assert run.stdout.readline()
        run.stdout.close()
        assert run.stderr.read() == b""
    assert run.returncode == 0


def test_windows_calls_a_lost_reader_an_invalid_argument(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Status 0 and no word; where it is none of the output's, it stays a fault."""

    def write_on(**_options: object) -> int:
        raise OSError(errno.EINVAL, "Invalid argument")

    monkeypatch.setattr(program, "app", write_on)
    for left, status in (((errno.EPIPE, errno.EINVAL), 0), ((errno.EPIPE,), 4)):
        monkeypatch.setattr("desk.__main__._LEFT", left)
        monkeypatch.setattr(sys, "stdout", io.StringIO())
        assert main(["score"]) == status
        sys.stdout.close()  # the void in its place
        assert ("OSError" in capsys.readouterr().err) is bool(status)


@pytest.mark.parametrize(("options", "word"), [([], "Regelwerk"), (["--lang", "en"], "Rule set")])
def test_the_help_comes_in_the_language_asked_for(options: list[str], word: str) -> None:
    """The help is written before any option is parsed, and is in English all the same."""
    command = [sys.executable, "-m", "desk", "scan", "--help", *options]
    assert word in subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=True).stdout


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a disk that is always full")
def test_a_full_disk_under_the_output_is_told() -> None:
    """`kiebitz score > file` on a full disk: status 3 and one sentence."""
    command = f"{sys.executable} -m desk score --rules pflichtsolo-40 >/dev/full"
    run = subprocess.run(["sh", "-c", command], input="nix\n", capture_output=True, text=True, cwd=ROOT, check=False)
    assert run.returncode == 3
    assert run.stderr.splitlines() == [run.stderr.strip()]
    assert "Die Ausgabe lässt sich nicht schreiben" in run.stderr


def test_closed_streams_are_no_fault() -> None:
    """Whoever closes input and output gets neither, and no complaint."""
    command = f"{sys.executable} -m desk score --rules pflichtsolo-40 <&- >&-"
    run = subprocess.run(["sh", "-c", command], capture_output=True, text=True, cwd=ROOT, check=False)
    assert (run.returncode, run.stdout, run.stderr) == (0, "", "")


@pytest.mark.parametrize("asked", [True, False])
def test_the_version_is_told_without_the_network(asked: bool) -> None:
    """Whether there is a newer one is no business of the program: nobody is asked, not even for an address."""
    deaf = "import sys; sys.addaudithook(lambda event, _: event.startswith('socket.') and exit(event))"
    ask = "from desk.__main__ import main; sys.exit(main(['--version']))" if asked else "import socket; socket.socket()"
    run = subprocess.run(
        [sys.executable, "-c", f"{deaf}\n{ask}"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (run.returncode, run.stdout[:8], run.stderr[:7]) == ((0, "kiebitz ", "") if asked else (1, "", "socket."))


def test_a_quick_command_loads_no_large_library() -> None:
    """Whoever asks for the standings between two games waits for none of these: `kiebitz rules list` stands for all."""
    large = ("pydantic", "sqlalchemy", "rich", "numpy", "cv2", "pandas", "openpyxl", "scipy")
    program = (
        "import sys; from desk.__main__ import main; main(['rules', 'list', '--lang', 'en']);"
        f"print([name for name in {large} if name in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT, check=True)
    assert run.stdout.splitlines()[-1] == "[]"

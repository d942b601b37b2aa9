"""`kiebitz rules new`: a stranger answers questions and has a sound file and is shown what it changes, and a page of
it."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest

from desk.__main__ import main
from scoring.drafting.rule_questions import QUESTIONS
from scoring.rulesets.load_rules import load
from texts.sentences import say

Out = pytest.CaptureFixture[str]


class Keyboard(io.StringIO):
    """What somebody types into a terminal."""

    def isatty(self) -> bool:
        """It is one."""
        return True


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Where the new file goes."""
    return tmp_path / "verein.toml"


def type_in(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    """These lines are typed, and then the input ends."""
    monkeypatch.setattr("sys.stdin", Keyboard("".join(f"{line}\n" for line in lines)))


def test_a_walk_through_the_questions(monkeypatch: pytest.MonkeyPatch, capsys: Out, file: Path) -> None:
    """Name, base and what differs are typed, all else is taken with Enter; each question is explained in a line."""
    typed = {"name": "Alle Neune", "base": "2", "calls": "1", "bock": "1, 7"}
    type_in(monkeypatch, *(typed.get(question.key, "") for question in QUESTIONS))
    assert main(["rules", "new", str(file)]) == 0
    told = capsys.readouterr()
    rules = load(file)
    assert rules.id == "alle-neune"
    assert rules.extends == QUESTIONS[2].choices[1]
    assert [one.id for one in rules.bock.triggers] == ["null-spiel", "herz"]
    assert "Anders als in kurzregeln-48" in told.out
    assert "in Ordnung (alle-neune" in told.out
    for key in ("name", "base", "extras", "bock_meets"):
        assert say("de", f"newrules.ask.{key}") in told.err
        assert " ".join(say("de", f"newrules.why.{key}").split()) in " ".join(told.err.split())


def test_a_wrong_answer_is_asked_again(monkeypatch: pytest.MonkeyPatch, capsys: Out, file: Path) -> None:
    """An answer that is no choice is reported, and the question is asked again."""
    type_in(monkeypatch, "Verein", "", "99", "1", *[""] * len(QUESTIONS))
    assert main(["rules", "new", str(file), "--lang", "en"]) == 0
    assert "there is no '99'" in capsys.readouterr().err
    assert load(file).extends == QUESTIONS[2].choices[0]


def test_who_stops_has_no_file(monkeypatch: pytest.MonkeyPatch, capsys: Out, file: Path) -> None:
    """When the input ends between two questions, nothing is written."""
    type_in(monkeypatch, "Verein", "")
    assert main(["rules", "new", str(file)]) == 2
    assert "es wurde nichts geschrieben" in capsys.readouterr().err
    assert not file.exists()


def test_answers_from_a_file_and_options(capsys: Out, file: Path, tmp_path: Path) -> None:
    """A script gives answers as TOML, or one by one; nothing is asked, and an option goes before the file."""
    answers = tmp_path / "antworten.toml"
    answers.write_text('name = "Verein"\nbase = "ddv"\nextras = ["fuchs"]\ngames = 12\n', encoding="utf-8")
    assert main(["rules", "new", str(file), "--answers", str(answers), "--answer", "games=16"]) == 0
    rules = load(file)
    assert [one.id for one in rules.sheet.sonderpunkte] == ["fuchs"]
    assert rules.sheet.games[0].games == 16
    assert "?" not in capsys.readouterr().err


def test_the_page_to_hand_out(file: Path) -> None:
    """Beside the file lies a page: the rules with the club's source, every text escaped, no script."""
    assert main(["rules", "new", str(file), "--yes", "--answer", "name=<b>Wir</b>", "--answer", "gegen=never"]) == 0
    page = file.with_suffix(".html").read_text(encoding="utf-8")
    assert "&lt;b&gt;Wir&lt;/b&gt;" in page
    assert "<b>" not in page
    assert "<script" not in page
    assert page.count("<ul>") == page.count("</ul>") > 5
    assert page.count("<li>") == page.count("</li>") > 30
    assert "* " not in re.sub(r"<style>.*?</style>", "", page, flags=re.DOTALL)


def test_rules_show_writes_the_same_page(file: Path, tmp_path: Path) -> None:
    """`rules show -o` makes the page of any rule set."""
    assert main(["rules", "new", str(file), "--yes", "--answer", "name=Verein"]) == 0
    other = tmp_path / "seite.html"
    assert main(["rules", "show", str(file), "-o", str(other)]) == 0
    assert other.read_bytes() == file.with_suffix(".html").read_bytes()


def test_nothing_is_overwritten_unasked(capsys: Out, file: Path) -> None:
    """A file that is there stays, and so does a page beside it; with --force both are replaced."""
    for path in (file, file.with_suffix(".html")):
        path.write_text("mine", encoding="utf-8")
        assert main(["rules", "new", str(file), "--yes"]) == 2
        assert "gibt es schon" in capsys.readouterr().err
        assert path.read_text(encoding="utf-8") == "mine"
        path.unlink()
    file.write_text("", encoding="utf-8")
    assert main(["rules", "new", str(file), "--yes", "--force"]) == 0
    assert load(file).id == "unsere-runde"


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ([], "Hier kann niemand antworten"),
        (["--answer", "calls"], "FRAGE=ANTWORT"),
        (["--answer", "farbe=rot"], "wird nicht gefragt"),
        (["--answer", "base=skat"], "„skat“ gibt es nicht"),
        (["--answers", "fehlt.toml"], "keine Datei mit Antworten"),
    ],
)
def test_a_wrong_call_says_what_helps(
    monkeypatch: pytest.MonkeyPatch, capsys: Out, file: Path, given: list[str], told: str
) -> None:
    """Without a terminal, with half an answer, an unknown question, choice or file: a sentence, and no file."""
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert main(["rules", "new", str(file), *given]) == (3 if "--answers" in given else 2)
    assert told in capsys.readouterr().err
    assert not file.exists()

"""`kiebitz score`: one line in, one line out, whatever the line is."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import tracemalloc
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from desk.__main__ import main
from desk.inputs import read_lines
from scoring.counting.game_json import LONGEST

GAME = {
    "kind": "normal",
    "re": [1, 3],
    "calls": {"re": "k60", "kontra": "kontra"},
    "augen": 177,
    "extras": {"re": {"fuchs": 1}},
}
Score = Callable[..., tuple[int, list[dict[str, Any]]]]


@pytest.fixture
def score(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Score:
    """Runs the command on raw bytes; the exit status and the decoded lines."""

    def run(text: bytes, *options: str) -> tuple[int, list[dict[str, Any]]]:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text)))
        status = main(["score", "--rules", "pflichtsolo-40", *options])
        return status, [json.loads(line) for line in capsys.readouterr().out.splitlines()]

    return run


def test_a_game_becomes_points_and_lines_that_add_up(score: Score) -> None:
    """The contract's own example: the points by seat, the value, and lines that explain it."""
    status, [result] = score(json.dumps(GAME).encode())
    assert status == 0
    assert result["points"] == [-20, 20, -20, 20]
    assert (result["value"], result["winner"], result["findings"]) == (-20, "kontra", [])
    assert sum(line["points"] for line in result["lines"]) == result["value"]


def test_what_is_no_game_gets_a_finding_and_the_next_line_goes_on(score: Score) -> None:
    """Garbage, bytes that are no UTF-8, an empty line and impossible games each get their line, in order."""
    bad = [
        b"garbage",
        b"\xff\xfe\x00",
        b"",
        b'{"kind":"solo","solo":"pferde","re":[1],"augen":130}',
        json.dumps(GAME | {"augen": 241}).encode(),
        json.dumps(GAME | {"extras": {"re": {"fuchs": 3}}}).encode(),
    ]
    status, results = score(b"\n".join([*bad, json.dumps(GAME).encode()]) + b"\n")
    assert status == 0
    assert [result["points"] for result in results] == [None] * len(bad) + [[-20, 20, -20, 20]]
    assert all(result["findings"] for result in results[:-1])
    assert "garbage" in results[0]["findings"][0]["message"]


@pytest.mark.parametrize(("text", "status"), [(json.dumps(GAME).encode(), 0), (b"garbage\n", 1)])
def test_strict_asks_for_a_person_when_there_are_findings(score: Score, text: bytes, status: int) -> None:
    """With --strict the exit status shows whether everything was clean."""
    assert score(text, "--strict")[0] == status


def test_findings_and_lines_come_in_english_on_demand(score: Score) -> None:
    """--lang en is in English where German is the default."""
    _, [german] = score(b"garbage\n")
    _, [english] = score(b"garbage\n", "--lang", "en")
    assert "Zeile" in german["findings"][0]["message"]
    assert "line" in english["findings"][0]["message"]


def test_a_byte_order_mark_does_not_spoil_the_first_game(score: Score) -> None:
    """Files from Windows begin with one."""
    assert score(b"\xef\xbb\xbf" + json.dumps(GAME).encode())[1][0]["value"] == -20


def test_no_input_gives_no_output(score: Score) -> None:
    """An empty file holds no game."""
    assert score(b"") == (0, [])


def test_lines_that_come_in_pieces(monkeypatch: pytest.MonkeyPatch, score: Score) -> None:
    """Wherever a long input is cut into pieces, each line is answered once and whole; the last needs no line break."""
    games = [json.dumps(GAME | {"augen": augen}).encode() for augen in (177, 130, 90, 0)]
    whole = [result["value"] for result in score(b"\n".join(games))[1]]
    for size in (1, 7, len(games[0]), len(games[0]) + 1, 1000):
        monkeypatch.setattr("desk.inputs._CHUNK", size)
        assert [result["value"] for result in score(b"\r\n".join(games) + b"\r\n")[1]] == whole
        assert [result["value"] for result in score(b"\n".join(games))[1]] == whole


def endless(size: int) -> bytes:
    """A line of many unknown entries."""
    return b"{" + b",".join(b'"k%d":1' % n for n in range(size // 8)) + b"}"


@pytest.mark.parametrize(
    "line",
    [
        endless(60_000),
        endless(3_000_000),
        b"x" * 3_000_000,
        b'"' + b"\xf0\x9f\x82\xa1" * 500_000 + b'"',
        b'{"kind":"' + b"k" * 60_000 + b'"}',
        b'{"kind":"solo","re":[1],"augen":1,"solo":"' + b"s" * 60_000 + b'"}',
        b'{"' + b"k" * 60_000 + b'":1}',
        b'{"kind":"normal","re":[' + b"1," * 30_000 + b"3]}",
        b'{"kind":"normal","re":[1,3],"augen":130,"extras":{"re":{' + endless(60_000)[1:-1] + b"}}}",
        b'{"kind":"normal","re":[1,3],"augen":130,"extras":{"re":{"' + b"e" * 60_000 + b'":1}}}',
        b'{"kind":"normal","re":[1,3],"augen":' + b"9" * 60_000 + b"}",
        b"[" * 60_000,
        b'{"kind":' * 9_000,
    ],
)
def test_the_answer_to_a_huge_line_is_small(score: Score, line: bytes) -> None:
    """Its findings quote the beginning and name twenty faults at most; the next line goes on."""
    _, [huge, game] = score(line + b"\n" + json.dumps(GAME).encode())
    assert huge["points"] is None
    assert huge["findings"]
    assert len(json.dumps(huge)) < 10_000
    assert game["points"] == [-20, 20, -20, 20]


def test_the_faults_beyond_twenty_are_counted(score: Score) -> None:
    """Nobody reads hundreds; that there are more is said."""
    _, [result] = score(b'{"kind":"normal",' + b",".join(b'"k%d":1' % n for n in range(31)) + b"}")
    assert len(result["findings"]) == 21
    assert result["findings"][-1]["message"] == "Dazu kommen 11 weitere Fehler in dieser Zeile."


def test_a_game_with_much_space_around_it_is_a_game_up_to_the_limit(score: Score) -> None:
    """What is cut off could be anything: a longer line is reported, never scored by its beginning."""
    game = json.dumps(GAME).encode()
    fits, beyond = (game + b" " * (size - len(game)) for size in (2**16, 2**16 + 1))
    assert [result["points"] for result in score(fits)[1]] == [[-20, 20, -20, 20]]
    for line in (beyond, game + b" " * 3_000_000, game + b" " * 3_000_000 + b"}"):
        _, [result] = score(line)
        assert result["points"] is None
        assert "65536 Zeichen" in result["findings"][0]["message"]


def test_a_line_without_end_takes_no_memory_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two gigabytes without a line break a quarter of a megabyte is kept."""

    class Endless(io.RawIOBase):
        left = 2**31

        def read1(self, size: int) -> bytes:
            self.left -= size
            return b"x" * size if self.left >= 0 else b""

    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=Endless()))
    tracemalloc.start()
    [line] = read_lines()
    assert tracemalloc.get_traced_memory()[1] < 2**22
    tracemalloc.stop()
    assert len(line) > LONGEST


def test_who_asks_line_by_line_is_answered_line_by_line() -> None:
    """A program that keeps the pipe open and waits for its answer gets it before it sends more."""
    command = [sys.executable, "-m", "desk", "score", "--rules", "ddv"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin
        assert process.stdout
        for augen, winner in ((130, "re"), (90, "kontra")):
            process.stdin.write(json.dumps(GAME | {"calls": {}, "augen": augen}) + "\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["winner"] == winner
        process.stdin.close()
        assert process.wait(timeout=600) == 0

"""Whoever changes what a file keeps to be quick changes nothing that is shown, and `kiebitz verify` finds it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
import sqlalchemy as sa

from desk.__main__ import main
from tests.desk.paper import ROUND, sheet
from tests.tournament.filing.files import NAMES, open_tournament, put_in
from tournament.record.database import CACHES
from tournament.record.glance import glance
from tournament.record.seals import make_row_key
from tournament.record.store import Store

Out = pytest.CaptureFixture[str]
Change = Callable[[bytes], bytes]


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """A table of which the standings were shown, so that judgement and documents are kept."""
    store = open_tournament(tmp_path, drawn=1)
    put_in(store, sheet("a.jpg", ROUND, names=NAMES[:4]))
    assert main(["standings", store.where, "--json"]) == 0
    return store


def tamper(store: Store, what: str, change: Change) -> int:
    """Changes every kept piece whose key begins so, behind the store's back; returns how many."""
    with store.engine.begin() as connection:
        rows = connection.execute(sa.select(CACHES).where(CACHES.c.key.startswith(what))).all()
        for row in rows:
            connection.execute(sa.update(CACHES).where(CACHES.c.key == row.key).values(data=change(row.data)))
    return len(rows)


def ask(store: Store, capsys: Out) -> list[int]:
    """The totals that `kiebitz standings` shows."""
    capsys.readouterr()
    assert main(["standings", store.where, "--json"]) == 0
    return [one["total"] for one in json.loads(capsys.readouterr().out)["standings"]]


def verify(store: Store, capsys: Out, *options: str) -> tuple[int, bool]:
    """The status of `kiebitz verify`, and whether it speaks of changed results."""
    capsys.readouterr()
    status = main(["verify", store.where, *options])
    return status, "Zwischenergebnisse" in capsys.readouterr().out


def move_to_another_user(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """From here on it is somebody else's Kiebitz that runs."""
    monkeypatch.setenv("XDG_STATE_HOME", str(folder))
    monkeypatch.setenv("LOCALAPPDATA", str(folder))


SPOILT = [
    ("judged:", b'"points":[9,-3,-3,-3]', b'"points":[-3,9,-3,-3]'),
    ("standings:", b'"total": ', b'"total": 9'),
    ("status:", b'"open": [', b'"open": [ '),
]


@pytest.mark.parametrize(("what", "old", "new"), SPOILT)
def test_changed_results_are_found(store: Store, capsys: Out, what: str, old: bytes, new: bytes) -> None:
    """Judgements, standings, status: `verify` tells what was changed, and with --anew it throws that away."""
    assert verify(store, capsys) == (0, False)
    assert tamper(store, what, lambda data: data.replace(old, new)) == 1
    assert verify(store, capsys) == (3, True)
    assert verify(store, capsys, "--anew") == (3, True)
    assert verify(store, capsys) == (0, False)


@pytest.mark.parametrize(("what", "old", "new"), SPOILT)
def test_changed_results_are_not_shown(store: Store, capsys: Out, what: str, old: bytes, new: bytes) -> None:
    """What was changed is worked out again."""
    before = ask(store, capsys)
    tamper(store, what, lambda data: data.replace(old, new))
    if what == "judged:":  # or the kept standings would be shown
        tamper(store, "standings:", lambda _: b"")
    assert ask(store, capsys) == before


def test_nobody_believes_another_users_results(
    store: Store, capsys: Out, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file that was mailed is worked out anew; what came with it is compared, and told when it is another."""
    before = ask(store, capsys)
    move_to_another_user(monkeypatch, tmp_path / "other")
    assert glance(store.where, "standings", "de") is None
    assert verify(store, capsys) == (0, False)
    assert tamper(store, "standings:de@", lambda data: data.replace(b'"name": "Anna"', b'"name": "Arno"')) > 0
    assert verify(store, capsys) == (3, True)
    assert ask(store, capsys) == before


def test_a_seal_is_of_one_tournament(store: Store, capsys: Out, tmp_path: Path) -> None:
    """The same user's results of another evening, put under the same key, are not believed."""
    (tmp_path / "other").mkdir()
    other = open_tournament(tmp_path / "other", rounds=3)
    other.keep_cache("standings:de", b"{}")
    assert other.read_cache("standings:de") == b"{}"
    with other.engine.begin() as connection:
        [data] = connection.scalars(sa.select(CACHES.c.data)).all()
    tamper(store, make_row_key("standings:de"), lambda _: data)
    assert store.read_cache("standings:de") is None


def test_without_a_place_for_the_key_all_is_worked_out(
    store: Store, capsys: Out, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder that cannot be made: nothing is believed, and everything works."""
    before = ask(store, capsys)
    (tmp_path / "file").write_text("")
    move_to_another_user(monkeypatch, tmp_path / "file")
    assert glance(store.where, "standings", "de") is None
    assert ask(store, capsys) == before

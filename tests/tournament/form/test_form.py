"""The form of a tournament: its keys and values, the entry, the command and the page."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from desk.__main__ import main
from desk.web.access import Register
from desk.web.running_desk import Desk
from tests.desk.web.visitors import read_words, visit
from tests.tournament.filing.files import open_tournament
from tournament.errors import RefusedOrder, UnreadableTable
from tournament.filing.decisions.undoing import undo_entry
from tournament.filing.entering import Overtaken, enter_change
from tournament.filing.setup.form_entries import make_form_change
from tournament.filing.stories.chronicle import Chronicle
from tournament.form import form_file
from tournament.form.form_file import KEYS, Settings, check_settings, read_form_file, read_typed
from tournament.form.form_keys import Form, make_number_key
from tournament.form.form_words import write_file
from tournament.form.seating_form import join_words, list_words, read_seating
from tournament.record.entries import Entry
from tournament.record.facts import Closed, SealingBegan, Undone
from tournament.record.open_store import open_store
from tournament.record.player_facts import FormSet, PlayerRenamed
from tournament.record.record_errors import BrokenChain
from tournament.record.replay import replay
from tournament.record.sealed_rounds import trace_seals
from tournament.record.store import Store

Out = pytest.CaptureFixture[str]


def read_again(settings: Settings, folder: Path) -> Settings:
    """The settings written into a file, and read back."""
    path = folder / "written.toml"
    path.write_text(write_file(Form().set(settings)), "utf-8")
    return read_form_file(path)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """Eight players, two rounds, none drawn."""
    return open_tournament(tmp_path)


def test_the_last_word_on_a_key_holds(store: Store) -> None:
    """ "" takes a key back to its default, and so does taking the entry back."""
    store.append([FormSet((("final", "places"), ("moves", "0,0,1,1,2"))), FormSet((("final", "snake"),))], by="Wart")
    state = replay(store.read_entries())
    assert dict(state.form.values) == {"final": "snake", "moves": "0,0,1,1,2"}
    store.append([FormSet((("moves", ""),)), undo_entry(store.read_entries(), None)[0]], by="Wart")
    assert dict(replay(store.read_entries()).form.values) == {"final": "places"}


def test_a_file_says_the_same_as_the_command_line(tmp_path: Path) -> None:
    """A list, a number and a table with a dot are text in the end."""
    path = tmp_path / "club.toml"
    path.write_text(
        'seating = ["draw", "same"]\nfinal = "places"\nmoves = [0, 1, 1, 2, 2]\n[apart]\nclubs = 30\n', "utf-8"
    )
    assert read_form_file(path) == read_again(read_form_file(path), tmp_path)
    typed = read_typed(["seating=draw, same", "final=places", "moves=0, 1, 1, 2, 2", "apart.clubs=30"])
    assert read_form_file(path) == typed
    seating = read_seating(Form().set(typed), 5)
    assert [*seating.ways.values()] == ["draw", "same", "draw", "same", "places"]
    assert (seating.moves, seating.clubs, seating.opponents) == ((0, 1, 1, 2, 2), 30, 100)


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("seating", "„seating“ ist keine Einstellung; bitte so: seating=progressive."),
        ("seatin=draw", "„seatin“ ist keine Einstellung; gemeint ist vielleicht: seating."),
        ("final=oben", "final = oben: möglich ist draw, same, plan, progressive, places oder snake."),
        ("seating=draw oben", "seating = draw oben: möglich sind, mit Komma, draw, same"),
        ("apart.clubs=viel", "apart.clubs = viel: eine ganze Zahl von 0 bis 9999."),
        ("moves=1,2", "moves = 1,2: 5 ganze Zahlen mit Komma, jede von -99 bis 99."),
        ("plan=1 2 3 4 | 4 5 6 7", "plan = 1 2 3 4 | 4 5 6 7: eine Zeile je Runde"),
        ("plan=1 2", "plan = 1 2: eine Zeile je Runde"),
    ],
)
def test_what_no_key_can_be_is_refused(typed: str, words: str) -> None:
    """With what it may be."""
    with pytest.raises(RefusedOrder) as caught:
        read_typed([typed])
    assert caught.value.message("de").startswith(words)


@pytest.mark.parametrize(
    ("data", "words"), [(b"a = [", "ist keine TOML-Datei"), (b"#" * 300_000, "mehr als 256000 Byte")]
)
def test_a_file_that_is_no_form(tmp_path: Path, data: bytes, words: str) -> None:
    """Broken, too large, or not there: one sentence."""
    path = tmp_path / "form.toml"
    path.write_bytes(data)
    with pytest.raises(UnreadableTable) as caught:
        read_form_file(path)
    assert words in caught.value.message("de")
    with pytest.raises(UnreadableTable):
        read_form_file(tmp_path / "none.toml")


def test_a_plan_is_written_as_lines_or_as_a_list(tmp_path: Path) -> None:
    """Both are the same plan."""
    lines = ("1 2 3 4 | 5 6 7 8", "1 5 2 6 | 3 7 4 8")
    (path := tmp_path / "plan.toml").write_text(f"plan = {json.dumps(lines)}\n", "utf-8")
    assert read_form_file(path) == (("plan", "\n".join(lines)),)
    path.write_text('plan = """\n' + "\n".join(lines) + '\n"""\n', "utf-8")
    assert read_form_file(path) == (("plan", "\n".join(lines)),)


def test_every_default_can_be_read() -> None:
    """And a key at its default, written out, sets nothing."""
    for key in KEYS.values():
        key.of(Form())
        if key.default:
            assert check_settings([(key.name, key.default)])


def test_only_what_is_new_is_entered(store: Store) -> None:
    """What holds already, the default written out too, is no entry."""
    state = replay(store.read_entries())
    change = make_form_change(state, (("seating", "draw"), ("final", "places")))
    assert change.facts == (FormSet((("final", "places"),)),)
    with pytest.raises(RefusedOrder, match=r"nothing-new|gilt schon"):
        make_form_change(state, (("seating", "draw"),))


def test_a_key_of_a_newer_version_stops_the_reading(store: Store) -> None:
    """What it does to the results is not known here."""
    store.append([FormSet((("elo", "1"),))], by="Wart")
    with pytest.raises(BrokenChain) as caught:
        replay(store.read_entries())
    assert caught.value.unknown


def test_two_who_set_the_same_key(store: Store) -> None:
    """The second is told; another key, or another entry, is in nobody's way."""

    def make(state: object, settings: tuple[tuple[str, str], ...]) -> object:
        if len(store.read_entries()) == count:
            store.append([FormSet((("final", "snake"),)), PlayerRenamed(1, "Anne")], by="Eva")
        return make_form_change(state, settings)  # type: ignore[arg-type]

    count = len(store.read_entries())
    with pytest.raises(Overtaken):
        enter_change(store, lambda state: make(state, (("final", "places"),)), "Wart")  # type: ignore[arg-type,return-value]
    count = len(store.read_entries())
    enter_change(store, lambda state: make(state, (("seating", "same"),)), "Wart")  # type: ignore[arg-type,return-value]
    assert replay(store.read_entries()).form.values == {"final": "snake", "seating": "same"}


def test_a_key_that_counts_is_sealed_with_the_rounds(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a reason it waits behind a closing; with one it counts; where people sit never waits."""
    monkeypatch.setattr(form_file, "KEYS", {**KEYS, "price": replace(make_number_key("price", 0, 0, 9), counts=True)})
    store.append([SealingBegan(), Closed(1), FormSet((("price", "3"),))], by="Wart")
    held = trace_seals(store.read_entries()).held
    assert set(held) == {store.read_head().number}
    assert replay(store.read_entries()).form.values == {}
    store.append([FormSet((("price", "4"),), "beschlossen"), FormSet((("final", "places"),))], by="Wart")
    assert replay(store.read_entries()).form.values == {"price": "4", "final": "places"}


def test_the_command_shows_and_changes(store: Store, capsys: Out, tmp_path: Path) -> None:
    """As a table, as JSON, by settings and from a file; the chronicle has the sentence."""
    assert main(["form", store.where, "seating=progressive", "apart.clubs=30"]) == 0
    said = "Festgelegt: Runden: Vorrücken nach Platz am Tisch, Verein nicht am selben Tisch: 30."
    assert said in capsys.readouterr().err
    assert main(["form", store.where]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "Runde 2: Vorrücken nach Platz am Tisch" in shown
    assert main(["form", store.where, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["form"]["apart.clubs"], found["set"]) == ("30", ["apart.clubs", "seating"])
    assert main(["form", store.where, "--toml"]) == 0
    assert capsys.readouterr().out == '"seating" = "progressive"\n"apart.clubs" = "30"\n'
    entries = store.read_entries()
    line = Chronicle(entries, replay(entries)).describe(entries[-1], "de")
    assert line.words == "Turnierform: Runden: Vorrücken nach Platz am Tisch, Verein nicht am selben Tisch: 30."
    path = tmp_path / "club.toml"
    path.write_text('final = "snake"\n')
    assert main(["form", store.where, "--from", str(path)]) == 0
    assert main(["form", store.where, "final=", "--from", str(path)]) == 2
    assert main(["form", store.where, "final="]) == 0
    assert "Letzte Runde: wie üblich" in capsys.readouterr().err


def test_a_tournament_begins_with_a_form(tmp_path: Path) -> None:
    """With `new --form`; a form with a fault makes no file."""
    path, file = tmp_path / "club.toml", str(tmp_path / "a.kiebitz")
    path.write_text('seating = "oben"\n')
    order = ["new", file, "--rules", "ddv", "--title", "T", "--rounds", "3", "--form", str(path)]
    assert main(order) == 2
    assert not Path(file).exists()
    path.write_text('seating = "progressive"\n')
    assert main(order) == 0
    assert replay(open_store(file).read_entries()).form.values == {"seating": "progressive"}


def test_the_page_shows_and_changes(store: Store, tmp_path: Path) -> None:
    """Only what is new is entered; a slip is said beside what was typed; nobody but the organiser gets in."""
    desk = Desk(store.where, Register(tmp_path / "links.json"), "de")
    client = visit(desk, "organiser")
    assert "Turnierform" in read_words(client.get("/turnierform").text)
    sent = {
        "key.seating": ["draw", "draw"],
        "key.final": "places",
        "key.plan": "1 2 3 4 | 5 6 7 8\r\n1 5 2 6 | 3 7 4 8",
    }
    assert client.post("/turnierform", data=sent, follow_redirects=False).status_code == 303
    values = {"final": "places", "plan": "1 2 3 4 | 5 6 7 8\n1 5 2 6 | 3 7 4 8"}
    assert replay(store.read_entries()).form.values == values
    sent["key.seating"] = ["plan", "plan"]
    assert client.post("/turnierform", data=sent, follow_redirects=False).status_code == 303
    assert replay(store.read_entries()).form.values == {**values, "seating": "plan"}
    refused = client.post("/turnierform", data={**sent, "key.moves": "viel"})
    assert (refused.status_code, "5 ganze Zahlen" in read_words(refused.text)) == (409, True)
    assert 'value="viel"' in refused.text
    for role in ("referee", "table", "public"):
        assert visit(desk, role, 1 if role == "table" else None).get("/turnierform").status_code == 403


def test_old_files_have_the_usual_form(store: Store) -> None:
    """A file without such an entry draws as ever."""
    entries: tuple[Entry, ...] = store.read_entries()
    assert not any(isinstance(entry.fact, FormSet | Undone) for entry in entries)
    assert set(read_seating(replay(entries).form, 2).ways.values()) == {"draw"}


@pytest.mark.parametrize(
    ("text", "rounds", "words", "short"),
    [
        ("draw, same", 4, "draw same draw same", "draw, same"),
        ("progressive", 3, "draw progressive progressive", "draw, progressive, progressive"),
        ("plan", 2, "plan plan", "plan"),
        ("draw, places, same", 2, "draw places", "draw, places"),
    ],
)
def test_words_go_on_from_the_beginning(text: str, rounds: int, words: str, short: str) -> None:
    """As many as there are rounds, the first one drawn or planned; and back to the shortest text that says the same."""
    listed = list_words(Form({"seating": text}), rounds)
    assert listed == tuple(words.split())
    assert join_words(listed) == short
    assert list_words(Form({"seating": short}), rounds) == listed

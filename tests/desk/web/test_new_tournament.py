"""A new tournament from the start page: three pages of questions, then a file that nobody had before."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from fastapi.testclient import TestClient

from desk.__main__ import main
from desk.web.club_rules import MOST_KEPT, OwnRules, check_dropped, own_rules
from desk.web.start.evening_house import House
from scoring.rulesets.load_rules import BIGGEST, list_known, load
from scoring.rulesets.rule_gist import tell_gist
from scoring.rulesets.rule_page import write_page
from tests.desk.web.visitors import enter, read_words
from tournament.errors import RefusedOrder
from tournament.record.open_store import open_store
from tournament.record.replay import Tournament, replay

ASKED = {"title": "Ligaabend 3", "day": "2026-11-28", "rules": "pflichtsolo-40", "rounds": "3", "games": "16"}
CLUB = (Path(__file__).parents[1] / "wild_club.toml").read_bytes()


@pytest.fixture
def client(house: House) -> TestClient:
    """This computer's browser on the start page, which sends what its forms send."""
    return enter(house)


def read_new(house: House) -> dict[str, Tournament]:
    """The tournaments in the folder for new ones, by file name."""
    return {path.name: replay(open_store(path).read_entries()) for path in sorted(house.folder.glob("*.kiebitz"))}


def test_the_three_pages_lead_to_a_file(house: House, client: TestClient) -> None:
    """Each page carries the answers on in its address; nothing is written before the last; then the evening is open."""
    assert 'type="date"' in client.get("/neu").text
    rules = client.get("/neu/regeln", params={"title": "Ligaabend 3", "day": "2026-11-28"}).text
    assert rules.count('type="radio"') == len(list_known())
    for name in list_known():
        assert all(line in unescape(rules) for line in tell_gist(load(name), "de"))
        assert client.get(f"/neu/regeln/{name}").status_code == 200
    rounds = client.get("/neu/runden", params={"title": "Ligaabend 3", "day": "2026-11-28", "rules": "ddv"}).text
    assert re.search(r'name="games"[^>]* value="24"', rounds)
    back = re.search(r'href="(/neu/regeln\?[^"]*)"', rounds)
    assert back is not None
    assert re.search(r'value="ddv"[^>]* checked', client.get(unescape(back[1])).text)
    assert read_new(house) == {}
    made = client.post("/neu", data=ASKED | {"rules": "ddv", "games": "24", "fee": "7,50"})
    assert made.status_code == 303
    evening = urlsplit(made.headers["location"])
    assert (evening.hostname, evening.path.startswith("/herein/")) == ("127.0.0.1", True)
    (name, state), *others = read_new(house).items()
    opening = state.opening
    assert (name, others) == ("ligaabend-3-2026-11-28.kiebitz", [])
    assert (opening.title, opening.day, opening.rules.id) == ("Ligaabend 3", "2026-11-28", "ddv")
    assert (opening.rounds, opening.games, opening.seats, state.fee) == (3, 24, 4, 750)
    assert [one.title for one in house.recent.list_all()] == ["Ligaabend 3"]


def test_it_is_the_file_that_the_command_makes(house: House, client: TestClient, tmp_path: Path) -> None:
    """The same entries, but for the day, which the command does not ask for."""
    client.post("/neu", data=ASKED | {"day": "", "title": "Con"})
    assert list(read_new(house)) == ["turnier-con.kiebitz"]  # that name is a device's on Windows
    client.post("/neu", data=ASKED | {"day": ""})
    own = str(tmp_path / "a.kiebitz")
    assert main(["new", own, "--rules", "pflichtsolo-40", "--title", "Ligaabend 3", "--rounds", "3"]) == 0
    made = [entry.fact for entry in open_store(house.folder / "ligaabend-3.kiebitz").read_entries()]
    assert made == [entry.fact for entry in open_store(own).read_entries()]


def test_no_file_is_ever_overwritten(house: House, client: TestClient) -> None:
    """The same title on the same day gets a number; hostile titles stay in the folder."""
    for title in ("Ligaabend 3", "Ligaabend 3", "../../x", "CON", "<b>&\u202e", "=cmd|' /C'!A0", "?" * 150, "čaj"):
        assert client.post("/neu", data=ASKED | {"title": title}).status_code == 303, title
    names = list(read_new(house))
    assert {"ligaabend-3-2026-11-28-2.kiebitz", "ligaabend-3-2026-11-28.kiebitz"} < set(names)
    assert {path.parent for path in house.folder.rglob("*.kiebitz")} == {house.folder}
    assert len(names) == 8
    page = client.get("/neu/regeln", params={"title": "<script>x</script>"}).text
    assert "<script>x" not in page


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"title": " "}, "Bitte einen Titel angeben"),
        ({"title": "x" * 250}, "Bitte einen Titel angeben"),
        ({"day": "morgen"}, "„morgen“ ist kein Tag"),
        ({"rules": "keines"}, "Bitte eines der Regelwerke wählen"),
        ({"rules": "eigen-0123"}, "Bitte die Datei noch einmal geben"),
        ({"rounds": "0"}, "Bitte Zahlen angeben"),
        ({"games": "1e9"}, "Bitte Zahlen angeben"),
        ({"seats": "7"}, "wird nicht mit 7 Plätzen gespielt"),
        ({"fee": "viel"}, "„viel“ ist kein Betrag"),
    ],
)
def test_what_cannot_be_is_said_on_its_page(
    house: House, client: TestClient, wrong: dict[str, str], words: str
) -> None:
    """One sentence on the page of the question, with all other answers kept; no file is made."""
    answer = client.post("/neu", data=ASKED | wrong)
    assert answer.status_code == 409
    told = read_words(answer.text)
    assert words in told
    assert not {"kiebitz", "--"} & set(told.split())
    assert read_new(house) == {}
    kept = "2026-11-28" if "day" not in wrong else "Ligaabend 3"
    assert kept in answer.text


def test_a_clubs_own_rules_are_checked_and_taken(house: House, client: TestClient) -> None:
    """What is wrong is said with the visitor's name of the file; what is sound is chosen, and goes into the file."""
    query = "/neu/regeln?title=T&day="
    wrong = client.post(query, files={"own": ("../verein.toml", b'id = "x"\nextends = "ddv"\nquatsch = 1\n')})
    assert wrong.status_code == 409
    assert "verein.toml: quatsch" in read_words(wrong.text)
    for data in (b"\xff\xfe\x00", b"a" * (BIGGEST + 10), b"[" * 5000, b"PK\x03\x04"):
        assert client.post(query, files={"own": ("x.toml", data)}).status_code == 409
    taken = client.post(query, files={"own": ("verein.toml", CLUB)})
    assert taken.status_code == 303
    page = client.get(taken.headers["location"]).text
    chosen = re.search(r'value="(eigen-\w+)"[^>]* checked', page)
    assert chosen is not None
    assert client.get(f"/neu/regeln/{chosen[1]}").status_code == 200
    assert client.get("/neu/regeln/eigen-nichts").status_code == 404
    assert client.post("/neu", data=ASKED | {"rules": chosen[1], "games": ""}).status_code == 303
    (state,) = read_new(house).values()
    assert state.opening.texts[0].encode() == CLUB


def test_only_some_own_rules_are_kept() -> None:
    """Whoever drops one after the other fills no memory; the last ones are there."""
    kept = OwnRules()
    chosen, _ = check_dropped("a.toml", CLUB, "de")
    assert chosen is not None
    names = [
        kept.keep(type(chosen)(chosen.rules, f"{chosen.own}\n# {at}\n", chosen.base)) for at in range(MOST_KEPT + 1)
    ]
    assert kept.find(names[-1]).own.endswith(f"# {MOST_KEPT}\n")
    with pytest.raises(RefusedOrder):
        kept.find(names[0])


@pytest.mark.parametrize("name", list_known())
def test_the_five_lines_say_what_the_page_says(name: str) -> None:
    """Solos and Sonderpunkte of the lines are those of the whole page, in both languages."""
    rules = load(name)
    for lang in ("de", "en"):
        lines, page = tell_gist(rules, lang), "\n".join(write_page(rules, lang))
        assert len(lines) == 5
        named = [one.title.in_(lang) for one in (*rules.sheet.solos, *rules.sheet.sonderpunkte, *rules.levels)]
        assert all(title in page and any(title in line for line in lines) for title in named)
        assert str(sum(card.copies for card in rules.deck)) in lines[0]


def read_questions(html: str) -> dict[str, list[str]]:
    """What the page of questions would send as it is."""
    form = html[html.index('action="/neu/fragen?') :]
    found: dict[str, list[str]] = {}
    for tag in re.findall(r"<input[^>]*>", form):
        name, value = re.search(r'name="(q\.\w+)"', tag), re.search(r'value="([^"]*)"', tag)
        if name and value and (" checked" in tag or ('type="radio"' not in tag and 'type="checkbox"' not in tag)):
            found.setdefault(name[1], []).append(unescape(value[1]))
    return found


@pytest.mark.parametrize("base", list_known())
def test_questions_make_a_clubs_own_rules(client: TestClient, base: str) -> None:
    """Left as they are, the answers are the rules they build on; one that is changed is in the rules that are made."""
    page = client.get("/neu/fragen", params={"title": "T", "base": base}).text
    form = read_questions(page)
    made = client.post("/neu/fragen?title=T", data=form | {"q.solos": ["trumpf"], "q.name": ["<b>Runde</b>"]})
    assert made.status_code == 303, read_words(made.text)
    name = made.headers["location"].rpartition("rules=")[2]
    rules = own_rules.find(name).rules
    assert [solo.id for solo in rules.sheet.solos] == ["trumpf"]
    assert rules.deck == load(base).deck
    chosen = client.get(made.headers["location"]).text
    assert ("&lt;b&gt;Runde" in chosen, "<b>Runde" in chosen) == (True, False)
    same = client.post("/neu/fragen?title=T", data=form).headers["location"].rpartition("rules=")[2]
    assert own_rules.find(same).rules.value == load(base).value


def test_an_answer_that_is_none_is_said_by_its_question(client: TestClient) -> None:
    """In the question's own words; every other answer stays."""
    form = read_questions(client.get("/neu/fragen").text)
    for wrong, words in (
        ({"q.games": ["99"]}, "Wie viele Spiele hat eine Runde zu viert?: Bitte eine Zahl"),
        ({"q.name": [" "]}, "Wie heißt Ihre Runde oder Ihr Turnier?: Bitte 1 bis"),
        ({"q.calls": ["viel"]}, "Was bringen Re und Kontra?: „viel“ gibt es nicht"),
        ({"q.base": ["x"]}, "Worauf bauen Ihre Regeln auf?: „x“ gibt es nicht"),
        ({"q.solos": ["x"] * 150}, "Welche Soli gibt es?"),
    ):
        answer = client.post("/neu/fragen", data=form | {"q.source": ["Beschluss 7"]} | wrong)
        assert (answer.status_code, words in read_words(answer.text)) == (409, True), words
        assert "Beschluss 7" in answer.text


def test_every_page_is_in_english_too(client: TestClient) -> None:
    """The choice of language holds on every step."""
    client.cookies.set("lang", "en")
    told = {
        "/neu": "New tournament",
        "/neu/regeln?title=T": "Which rules?",
        "/neu/runden?title=T": "How much is played?",
        "/neu/fragen": "Your club's rules",
    }
    for address, words in told.items():
        page = read_words(unescape(client.get(address).text))
        assert (words in page, "Regeln" in page, "Spiele " in page) == (True, False, False), address

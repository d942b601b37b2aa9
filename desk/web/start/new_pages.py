"""The first three steps to a tournament, one page each: title and day, rules, rounds and games.

The answers stand in the pages' addresses: the browser's way back and forth is the way through the steps, and nothing
lies on the disk before the tournament's file is written, whole, by the last step.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Form, Query, UploadFile
from fastapi.responses import RedirectResponse, Response

from desk.outputs import name_download
from desk.web.club_rules import OWN, check_dropped, own_rules
from desk.web.known_lists import find_known_list, list_known_lists
from desk.web.page_kit import read_number, require
from desk.web.setup_steps import StepName, list_new_steps
from desk.web.start.start_kit import Call, Starter
from scoring.rulesets.load_rules import BIGGEST, list_known
from scoring.rulesets.rule_gist import tell_gist
from scoring.rulesets.rule_page import write_page
from texts.sentences import SpokenError, say, say_on_page
from tournament.draw.table_sizes import FOUR, USUAL
from tournament.errors import RefusedOrder
from tournament.filing.setup.opening_entries import (
    LONGEST_TITLE,
    MOST_GAMES,
    MOST_ROUNDS,
    ChosenRules,
    NewTournament,
    make_first_facts,
    read_day,
    read_title,
)
from tournament.form.form_file import KEYS, Settings, check_settings
from tournament.form.form_keys import FormKey
from tournament.form.seating_form import APART_CLUBS, FINAL, SEATING
from tournament.printing.sheet_orders import choose_games
from tournament.record.open_store import create_store
from tournament.record.record_errors import SUFFIX, FileTaken
from tournament.whole_files import is_name_everywhere

router = APIRouter(prefix="/neu")
FIRST = "pflichtsolo-40"
"""The rule set that is chosen at first."""
FORM_KEYS: tuple[FormKey[Any], ...] = (SEATING, FINAL, APART_CLUBS)
"""What of the tournament's form is asked at once; all of it can be settled later."""
_MOST_FILES = 100
Said = Annotated[str, Query(max_length=300)]


@dataclass(frozen=True, slots=True)
class Answers:
    """What the address says so far, as typed. `rules`: the name of a rule set, as `OwnRules` has it."""

    title: str = ""
    day: str = ""
    rules: str = FIRST
    rounds: str = ""
    games: str = ""
    seats: str = ""
    fee: str = ""

    @property
    def query(self) -> str:
        """The answers as the query of an address; those that were not given are left out."""
        return urlencode({name: said for name, said in asdict(self).items() if said})


def read_new_answers(
    title: Said = "",
    day: Said = "",
    rules: Said = FIRST,
    rounds: Said = "",
    games: Said = "",
    seats: Said = "",
    fee: Said = "",
) -> Answers:
    """Reads the answers from an address."""
    return Answers(title.strip(), day.strip(), rules, rounds, games, seats, fee)


Answered = Annotated[Answers, Depends(read_new_answers)]


@router.get("")
def ask_title(call: Starter, said: Answered) -> Response:
    """Step 1: title and day."""
    return _show_title(call, said)


def _show_title(call: Call, said: Answers, refusal: str = "") -> Response:
    day = said.day if said.day or said.title else datetime.now().astimezone().date().isoformat()
    return _show(call, "title", said, refusal, day=day, longest=LONGEST_TITLE)


@router.get("/regeln")
def ask_rules(call: Starter, said: Answered) -> Response:
    """Step 2: by which rules."""
    return _refuse_title(call, said) or _show_rules(call, said)


@router.post("/regeln")
def take_rules(call: Starter, said: Answered, own: UploadFile) -> Response:
    """Checks a club's own rule set; one that is sound is chosen."""
    try:
        chosen, faults = check_dropped(own.filename or "", own.file.read(BIGGEST + 1), call.lang)
    except SpokenError as refused:
        return _show_rules(call, said, say_on_page(refused.phrase, call.lang))
    if chosen is None:
        return _show_rules(call, said, say(call.lang, "setup.rules.faults", count=len(faults)), faults)
    said = Answers(**{**asdict(said), "rules": own_rules.keep(chosen), "games": "", "seats": ""})
    return RedirectResponse(f"/neu/regeln?{said.query}", 303)


@router.get("/regeln/{name}")
def show_rule_set(call: Starter, name: str) -> Response:
    """One rule set on a page of its own, with every entry and its source."""
    try:
        rules = own_rules.find(name).rules
    except RefusedOrder:
        rules = None
    return call.show("rules_page.html", rules=require(rules), lines=list(write_page(require(rules), call.lang)))


def _show_rules(call: Call, said: Answers, refusal: str = "", faults: tuple[str, ...] = ()) -> Response:
    names = (*list_known(), *([said.rules] if said.rules.startswith(OWN) else ()))
    choices = []
    for name in sorted(names, key=lambda one: (not one.startswith(OWN), one != FIRST, one)):
        try:
            rules = own_rules.find(name).rules
        except RefusedOrder as gone:
            refusal = refusal or say_on_page(gone.phrase, call.lang)
        else:
            choices.append((name, rules.title.in_(call.lang), tell_gist(rules, call.lang)))
    return _show(call, "rules", said, refusal, choices=choices, faults=faults)


@router.get("/runden")
def ask_rounds(call: Starter, said: Answered) -> Response:
    """Step 3: rounds, games and tables."""
    if refused := _refuse_title(call, said):
        return refused
    try:
        chosen = own_rules.find(said.rules)
    except SpokenError as refusal:
        return _show_rules(call, said, say_on_page(refusal.phrase, call.lang))
    return _show_rounds(call, said, chosen)


def _show_rounds(call: Call, said: Answers, chosen: ChosenRules, refusal: str = "") -> Response:
    sheet, seats = chosen.rules.sheet, read_number(said.seats) or FOUR
    usual = sheet.count_games(seats) or sheet.count_games(sheet.seats[0])
    return _show(
        call,
        "rounds",
        said,
        refusal,
        rules=chosen.rules.title.in_(call.lang),
        rounds=said.rounds or max(sheet.rounds.count, 1),
        games=said.games or usual,
        seats=seats,
        possible=[one for one in USUAL if one in sheet.seats],
        keys=FORM_KEYS,
        lists=[(one.id, one.say(call.lang)) for one in list_known_lists()],
        most_rounds=MOST_ROUNDS,
        most_games=MOST_GAMES,
    )


def _show(call: Call, step: StepName, said: Answers, refusal: str, **given: object) -> Response:
    status = 409 if refusal else 200
    steps = list_new_steps(step, said.query)
    values = {"said": said, "answers": asdict(said), "refusal": refusal, "steps": steps, **given}
    return call.show(f"new_{step}.html", status, **values)


def _refuse_title(call: Call, said: Answers) -> Response | None:
    """The first page again where its answers are none."""
    try:
        read_title(said.title)
        read_day(said.day)
    except RefusedOrder as refused:
        return _show_title(call, said, say_on_page(refused.phrase, call.lang))
    return None


@router.post("")
def answer_rounds_asked(
    call: Starter,
    title: Annotated[str, Form(max_length=300)],
    rules: Annotated[str, Form(max_length=300)],
    rounds: Annotated[str, Form(max_length=20)],
    games: Annotated[str, Form(max_length=20)] = "",
    seats: Annotated[str, Form(max_length=20)] = "4",
    day: Annotated[str, Form(max_length=300)] = "",
    fee: Annotated[str, Form(max_length=300)] = "",
    own_list: Annotated[str, Form(max_length=300)] = "",
    key: Annotated[list[str], Form()] = [],  # noqa: B006 - FastAPI copies it
) -> Response:
    """Writes the tournament's file and leads into the evening, to its players."""
    said = Answers(title.strip(), day.strip(), rules, rounds, games, seats, fee)
    if refused := _refuse_title(call, said):
        return refused
    try:
        chosen = own_rules.find(rules)
    except SpokenError as gone:
        return _show_rules(call, said, say_on_page(gone.phrase, call.lang))
    try:
        facts = make_first_facts(replace(_read_new(said, chosen, key), own_list=_read_own_list(own_list)))
        path = _name_free(call.house.folder, said)
        create_store(path, facts, by=say(call.lang, "web.serve.name"))
    except SpokenError as refusal:
        return _show_rounds(call, said, chosen, say_on_page(refusal.phrase, call.lang))
    return call.enter(str(path))


def _read_new(said: Answers, chosen: ChosenRules, typed: list[str]) -> NewTournament:
    """The tournament that the answers say. Raises `SpokenError`."""
    rounds, games, seats = (read_number(one) for one in (said.rounds, said.games, said.seats))
    if rounds is None or not 1 <= rounds <= MOST_ROUNDS or (said.games.strip() and not 1 <= (games or 0) <= MOST_GAMES):
        raise RefusedOrder("setup.rounds.no-number", rounds=MOST_ROUNDS, games=MOST_GAMES)
    number = choose_games(chosen.rules, seats or FOUR, games)
    form = _read_form(typed)
    return NewTournament(said.title, chosen, rounds, number, seats or FOUR, said.day, said.fee.strip(), form=form)


def _read_own_list(evening: str) -> str:
    """The list that the evening of that name read; "" for none. Raises `RefusedOrder`."""
    known = find_known_list(evening) if evening else None
    if evening and known is None:
        raise RefusedOrder("ownlist.refusal.gone")
    return known.layout_toml if known else ""


def _read_form(typed: list[str]) -> Settings:
    """The settings that differ from the usual ones."""
    settings = check_settings((key.name, text) for key, text in zip(FORM_KEYS, typed, strict=False))
    return tuple((name, text) for name, text in settings if text not in ("", KEYS[name].default))


def _name_free(folder: Path, said: Answers) -> Path:
    """A name for the new file that no other file has. Raises `FileTaken` after a hundred."""
    stem = name_download(said.title, read_day(said.day), ending="x").removesuffix(".x") or "turnier"
    if not is_name_everywhere(stem):
        stem = f"turnier-{stem}"
    names = (stem, *(f"{stem}-{number}" for number in range(2, _MOST_FILES)))
    paths = (folder / f"{name}{SUFFIX}" for name in names)
    free = next((path for path in paths if not path.exists() and not path.is_symlink()), None)
    if free is None:
        raise FileTaken("book.record.taken", where=folder)
    return free

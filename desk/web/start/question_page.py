"""A club's own rules by answering questions, on one page: what the rules build on is already chosen in each of them.

The questions and what their answers make of a rule set are those of `kiebitz rules new`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import RedirectResponse, Response
from starlette.datastructures import FormData

from desk.web.club_rules import own_rules
from desk.web.start.start_kit import Call, Starter
from scoring.drafting.rule_drafts import write_draft
from scoring.drafting.rule_questions import (
    BY_KEY,
    QUESTIONS,
    Answer,
    WrongAnswer,
    complete,
    load_answered_base,
    read_answer,
)
from scoring.rulesets.load_rules import list_known, load, load_texts, read_from_texts
from texts.sentences import Phrase, SpokenError, say, say_on_page
from tournament.filing.setup.opening_entries import ChosenRules

router = APIRouter(prefix="/neu/fragen")
FIELD = "q."
"""Prefix of a form field's name, before the question's key."""
FIRST = ("name", "source")
"""Questions that are answered in words."""
_MOST: Mapping[str, Answer] = {"calls": "double", "extras": ("fuchs",), "solos": ("trumpf",), "bock": ("herz",)}
"""Answers after which all is asked that a rule set lets be asked."""
_LONGEST = 200
Said = Annotated[str, Query(max_length=300)]


async def read_questions_form(request: Request) -> FormData:
    """What the form says; a question with several answers has several fields."""
    return await request.form()


@router.get("")
def ask_club(call: Starter, title: Said = "", day: Said = "", base: Said = "") -> Response:
    """The questions, each with the answer of the rule set that the club's rules build on."""
    chosen = base if base in list_known() else str(BY_KEY["base"].usual(load(list_known()[0])))
    usual = complete({"base": chosen})
    words = {key: say(call.lang, f"newrules.screen.usual-{key}") for key in FIRST}
    return _show(call, title, day, {**usual, **words})


@router.post("")
def answer_club(
    call: Starter, form: Annotated[FormData, Depends(read_questions_form)], title: Said = "", day: Said = ""
) -> Response:
    """Makes the rule set of the answers, which is then chosen on the page of rules."""
    typed = {one.key: _read_typed(form, one.key) for one in QUESTIONS}
    try:
        name = own_rules.keep(_make_rules(_read_answers(typed)))
    except WrongAnswer as wrong:
        asked = {**wrong.phrase.gaps, "key": say(call.lang, f"newrules.ask.{wrong.phrase.gaps['key']}")}
        return _show(call, title, day, typed, Phrase(wrong.phrase.key, asked).in_(call.lang))
    except SpokenError as refused:
        return _show(call, title, day, typed, say_on_page(refused.phrase, call.lang))
    return RedirectResponse(f"/neu/regeln?{urlencode({'title': title, 'day': day, 'rules': name})}", 303)


def _read_typed(form: FormData, key: str) -> Answer:
    """The answer as typed: the words of its field, or of all its fields."""
    given = tuple(str(value)[:_LONGEST] for value in form.getlist(FIELD + key))
    return given if BY_KEY[key].form == "some" else "".join(given[:1])


def _read_answers(typed: Mapping[str, Answer]) -> dict[str, Answer]:
    """The answers; one that the others make needless does not count. Raises `WrongAnswer`."""
    answers = dict[str, Answer]()
    for one in QUESTIONS:
        if one.needed(load_answered_base(answers), complete(answers)):
            answers[one.key] = read_answer(one, typed[one.key])
    return answers


def _make_rules(answers: Mapping[str, Answer]) -> ChosenRules:
    own, below = write_draft(answers), load_texts(load_answered_base(answers).id)[0]
    return ChosenRules(read_from_texts("regeln.toml", own, below), own, below)


def _show(call: Call, title: str, day: str, answers: Mapping[str, Answer], refusal: str = "") -> Response:
    base = str(answers["base"]) if answers["base"] in list_known() else list_known()[0]
    return call.show(
        "new_questions.html",
        409 if refusal else 200,
        refusal=refusal,
        title=title,
        day=day,
        answers=answers,
        questions=[one for one in QUESTIONS if one.key != "base" and one.needed(load(base), {**answers, **_MOST})],
        base=base,
        bases=[(name, load(name).title.in_(call.lang)) for name in list_known()],
        field=FIELD,
        query=urlencode({"title": title, "day": day}),
    )

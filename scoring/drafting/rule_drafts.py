"""Writes a rule set file from answers: only what differs from the extended rule set, each with the club's source."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from scoring.drafting.rule_questions import Answers, complete, load_answered_base
from scoring.drafting.value_drafts import Draft, Table, change_value
from scoring.rulesets.load_rules import list_known, load
from texts.languages import LANGUAGES
from texts.sentences import say

_LETTERS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})
_CARDS = {
    "karlchen_gefangen": ("bube",),
    "dulle_gefangen": ("zehn", "zehn"),
    "fuchs_am_end": ("ass",),
    "fuchs": ("ass",),
    "karlchen": ("bube",),
    "herzstich": ("ass",),
}
"""The cards that lie in a trick with that Sonderpunkt; a Doppelkopf has 40 Augen."""
_MOST = {"fuchs": 2, "doppelkopf": 4}
_LAST_TRICK = ("karlchen", "karlchen_gefangen", "fuchs_am_end")


def write_draft(answers: Answers) -> str:
    """The text of the file."""
    full = complete(answers)
    base = load_answered_base(answers)
    draft = Draft(base, full)
    table: Table = {"extends": base.id, "id": make_id(str(full["name"])), "version": 1}
    table["title"] = {"de": full["name"], "en": full["name"], "source": full["source"]}
    for name, change in _CHANGES.items():
        made = change(draft)
        if made:
            table[name] = made
    return "".join(_write_table(table))


def make_id(name: str) -> str:
    """A rule set's id from a club's name: small letters, digits and hyphens."""
    plain = re.sub(r"[^a-z0-9]+", "-", name.casefold().translate(_LETTERS)).strip("-")[:30].strip("-") or "verein"
    return f"{plain}-eigen" if plain in list_known() else plain


def _change_kinds(draft: Draft) -> list[Table]:
    """Adds or removes the Armut, and sets whether a solo may serve as a Pflichtsolo."""
    changes = []
    solo, owed = draft.base.find_kind("solo"), bool(draft.asked("pflichtsolo"))
    if solo and solo.pflicht != owed:
        changes.append(draft.entry(id="solo", pflicht=owed))
    had = draft.base.find_kind("armut") is not None
    if draft.armut and not had:
        title = {"de": "Armut", "en": "Armut"}
        changes.append(draft.entry(id="armut", title=title, re_seats=2, solo_cross=False, pflicht=False))
    if had and not draft.armut:
        changes.append({"id": "armut", "remove": True})
    return changes


def _change_bock(draft: Draft) -> Table:
    """What starts a Bock round, and what happens to one that comes while another runs."""
    old, chosen = {one.id: one for one in draft.base.bock.triggers}, draft.asked("bock")
    new = [draft.entry(**_make_trigger(name)) for name in chosen if name not in old]
    triggers = [*({"id": name, "remove": True} for name in old if name not in chosen), *new]
    meets = draft.asked("bock_meets")
    if not triggers and (not chosen or meets == draft.base.bock.meets):
        return {}
    table: Table = draft.entry(**({} if old else {"per_game": 1}))
    return {**table, **({"meets": meets} if chosen else {}), **({"triggers": triggers} if triggers else {})}


def _make_trigger(name: str) -> Table:
    unseen = {"when": "unseen"} if name == "herz" else {}
    single = {"single": True} if name == "armut" else {}
    return {"id": name, "title": _say_twice(f"newrules.choice.bock.{name}"), **unseen, **single}


def _say_twice(key: str) -> dict[str, str]:
    return {lang: say(lang, key) for lang in LANGUAGES}


def _change_rows(draft: Draft) -> Table:
    """Whose points are written, and whether losers pay into a pot."""
    law = draft.asked("rows")
    if draft.is_usual("rows"):
        return {}
    return draft.entry(**({"law": "losers", "pot": True} if law == "pot" else {"law": law}))


def _change_offence(draft: Draft) -> Table:
    """What a broken rule costs."""
    if draft.base.offence.played_out or draft.is_usual("fine"):
        return {}
    return draft.entry(offender=-draft.asked("fine"), others=draft.asked("fine") // 3)


def _change_sheet(draft: Draft) -> Table:
    """Sonderpunkte, solos, Pflichtsoli and games."""
    sheet: Table = {}
    extras = _list_differences([one.id for one in draft.base.sheet.sonderpunkte], draft.asked("extras"))
    solos = _list_differences([one.id for one in draft.base.sheet.solos], draft.asked("solos"))
    if extras:
        sheet["sonderpunkte"] = [one if "remove" in one else _make_extra(draft, one["id"]) for one in extras]
    if solos:
        sheet["solos"] = [one if "remove" in one else _make_solo(draft, one["id"]) for one in solos]
    if not draft.is_usual("pflichtsolo"):
        owed, old = draft.asked("pflichtsolo"), draft.base.sheet.pflichtsolo
        less = (
            {} if owed else {name: value for name, value in (("section", False), ("within", 0)) if getattr(old, name)}
        )
        sheet["pflichtsolo"] = draft.entry(per_player=owed, **less)
    if not draft.is_usual("games"):
        sheet["games"] = [*_list_games(draft)]
    return sheet


def _list_differences(old: list[str], wanted: tuple[str, ...]) -> list[Table]:
    """Table entries that remove old names and add new ones."""
    gone: list[Table] = [{"id": name, "remove": True} for name in old if name not in wanted]
    return [*gone, *({"id": name} for name in wanted if name not in old)]


def _list_games(draft: Draft) -> Iterator[Table]:
    """Games of a round, as many for each of five as for each of four; free where no number was given."""
    for old in draft.base.sheet.games:
        games = draft.asked("games") * old.seats // 4
        yield draft.entry(seats=old.seats, **({"games": games, "free": False} if games else {"free": True}))


def _make_extra(draft: Draft, name: str) -> Table:
    """A Sonderpunkt with the least Augen that its trick has."""
    augen = {card.rank: card.augen for card in draft.base.deck}
    cards = [augen[rank] for rank in _CARDS.get(name, ())]
    least = sum(cards) + (4 - len(cards)) * min(augen.values()) if cards else 40
    last = {"last_trick": True} if name in _LAST_TRICK else {}
    title = _say_twice(f"newrules.choice.extras.{name}")
    head = {"head": _say_twice(f"newrules.head.{name}")} if name.endswith("_gefangen") else {}
    return draft.entry(id=name, title=title, **head, most=_MOST.get(name, 1), augen=least, **last)


def _make_solo(draft: Draft, name: str) -> Table:
    """A solo as a shipped rule set with the same cards has it."""
    ranks = {card.rank for card in draft.base.deck}
    known = (rules for rules in map(load, list_known()) if {card.rank for card in rules.deck} == ranks)
    solo = next(one for rules in known for one in rules.sheet.solos if one.id == name)
    trumps = {"order": solo.trumps.order, "chosen": solo.trumps.chosen, "plain": solo.trumps.plain}
    title = {lang: solo.title.in_(lang) for lang in LANGUAGES}
    return draft.entry(id=name, title=title, suits=solo.suits, trumps=draft.entry(**trumps))


def _change_checks(draft: Draft) -> Table:
    """Pflichtsoli and Böcke are checked where there are any."""
    applied = {check.id for check in draft.base.checks.apply}
    wanted = {"S4": bool(draft.asked("pflichtsolo")), "S9": bool(draft.asked("bock"))}
    gone: list[Table] = [
        {"id": name, "remove": True} for name, is_wanted in wanted.items() if name in applied and not is_wanted
    ]
    new = [draft.entry(id=name) for name, is_wanted in wanted.items() if is_wanted and name not in applied]
    return {"apply": [*gone, *new]} if gone or new else {}


_CHANGES: Mapping[str, Callable[[Draft], Table | list[Table]]] = {
    "kinds": _change_kinds,
    "value": change_value,
    "offence": _change_offence,
    "bock": _change_bock,
    "rows": _change_rows,
    "sheet": _change_sheet,
    "checks": _change_checks,
}
"""The function that makes each part of the file; an empty part is left out."""


def _write_table(table: Table) -> Iterator[str]:
    """The file's text: plain entries first, then lists of entries, a line each, then tables."""
    plain = {key: value for key, value in table.items() if not isinstance(value, list) and key not in _CHANGES}
    yield from (f"{key} = {_write(value)}\n" for key, value in plain.items())
    yield from (_write_list(key, value) for key, value in table.items() if isinstance(value, list))
    for key, value in table.items():
        if key in _CHANGES and isinstance(value, dict):
            yield f"\n[{key}]\n"
            yield from (
                _write_list(name, entry) if _has_tables(entry) else f"{name} = {_write(entry)}\n"
                for name, entry in value.items()
            )


def _has_tables(value: object) -> bool:
    return isinstance(value, list) and any(isinstance(entry, dict) for entry in value)


def _write_list(key: str, entries: list[Table]) -> str:
    lines = "".join(f"    {_write(entry)},\n" for entry in entries)
    return f"{key} = [\n{lines}]\n"


def _write(value: Any) -> str:
    """A value of TOML in one line; its texts are as JSON writes them."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_write(one)}" for key, one in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_write, value)) + "]"
    return json.dumps(value, ensure_ascii=False)

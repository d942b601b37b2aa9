"""The sentences of the page for players that no rule set changes."""

from __future__ import annotations

from texts.languages import Lang
from texts.sentences import say


def describe_group(lang: Lang, group: str) -> tuple[str, str]:
    """A group of a full sheet's columns, as `templates.full_sheet.group_columns` names it: heading and what is written."""
    return say(lang, f"printing.guide.heading.{group}"), say(lang, f"printing.guide.step.{group}")


def list_number_hints(lang: Lang) -> tuple[str, ...]:
    """How numbers are written."""
    return tuple(say(lang, "printing.guide.hints.numbers").split("\n"))


def list_list_hints(lang: Lang) -> tuple[str, ...]:
    """What is different on the lists."""
    return tuple(say(lang, "printing.guide.hints.lists").split("\n"))


def list_photo_hints(lang: Lang) -> tuple[str, ...]:
    """How the sheet is photographed."""
    return tuple(say(lang, "printing.guide.hints.photo").split("\n"))

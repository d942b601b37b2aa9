"""The `source` notes of the shipped rule sets in German: they are written in English, quotations in German.

A note is looked up part by part ("17; D: also when nobody wins"), and after the paragraph that a part begins with
("11: Charly am End").
"""

from __future__ import annotations

from collections.abc import Mapping

from scoring.texts import notes_game, notes_sheet

GERMAN: Mapping[str, str] = {**notes_game.GERMAN, **notes_sheet.GERMAN}


def entry(lang: str, words: str, source: str) -> str:
    """An entry of a page with its source in brackets."""
    return f"{words} [{note(lang, source)}]"


def note(lang: str, source: str) -> str:
    """The note in that language. A club's own notes, which nobody has put into German, stay as they are."""
    return source if lang == "en" else "; ".join(map(_german, source.split("; ")))


def _german(part: str) -> str:
    place, colon, rest = part.partition(": ")
    known = GERMAN.get(part)
    if known is not None or not colon:
        return known or _quoted(part)
    return f"{GERMAN.get(place) or _quoted(place)}: {_german(rest)}"


def _quoted(part: str) -> str:
    """With German quotation marks."""
    pieces = part.split("'")
    return "".join(piece if n % 2 == 0 else f"„{piece}“" for n, piece in enumerate(pieces)) if len(pieces) % 2 else part

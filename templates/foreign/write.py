"""A draft as a TOML file that a person can mend: every line says what it means, every assumption stands at the top."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence

from templates.errors import Lang
from templates.foreign.draft import Block, Draft, Words
from templates.foreign.guess_columns import KINDS
from templates.foreign.headings import told

_WIDTH = 118
_LONGEST = 600
"""Letters of a comment; remarks quote at most 40 of a heading."""


def layout_text(draft: Draft, picture: str, lang: Lang) -> str:
    """The file's text; `picture`: the name of the picture to check by. `load_layout` reads it."""
    lines = [*_head(draft, picture, lang), "", *_top(draft, lang), "", *_table(draft, lang)]
    for block in draft.blocks:
        lines += ["", *_block(block, lang)]
    return "\n".join(lines) + "\n"


def _pick(words: Words, lang: Lang) -> str:
    return words.en if lang == "en" else words.de


def _head(draft: Draft, picture: str, lang: Lang) -> Iterator[str]:
    yield from _comment(_pick(Words(
        "Dieses Layout hat Kiebitz aus einem Bild gelernt. Bitte vor dem ersten Gebrauch mit dem Prüfbild"
        f" {told(picture)} vergleichen: Farbe und Beschriftung jeder Spalte sagen, was Kiebitz dort liest.",
        f"Kiebitz learnt this layout from a picture. Before its first use compare it with the picture {told(picture)}:"
        " colour and label of each column say what Kiebitz reads there."), lang))
    if draft.remarks:
        yield "#"
        doubt = Words("Das war nicht sicher, bitte prüfen:", "This was not certain, please check:")
        yield from _comment(_pick(doubt, lang))
        for remark in draft.remarks:
            yield from _comment(f"* {_pick(remark, lang)}", "  ")
    yield "#"
    yield from _comment(_pick(Words("Die Spalten, wie sie gelesen wurden:", "The columns as they were read:"), lang))
    for column in draft.columns:
        kind = _pick(Words("kein Feld", "no field") if column.kind is None else KINDS[column.kind], lang)
        yield from _comment(f"  {column.number}: {kind} – {_pick(column.why, lang)}", "     ")
    yield "#"
    yield from _comment(_pick(Words("Mögliche Arten (kind): ", "Possible kinds: "), lang)
                        + "; ".join(f'"{kind}" = {_pick(words, lang)}' for kind, words in KINDS.items()) + ".", "  ")


def _top(draft: Draft, lang: Lang) -> Iterator[str]:
    yield f"id = {_quoted(draft.id)}  # " + _pick(Words("Name des Layouts: a-z, 0-9, Bindestrich",
                                                      "name of the layout: a-z, 0-9, hyphen"), lang)
    yield f"title = {_quoted(draft.title)}  # " + _pick(Words("nur für Menschen", "only for people"), lang)
    if draft.seats:
        yield f"seats = {draft.seats}  # " + _pick(Words(
            "Plätze am Tisch; ist es keine Liste von Spielen, diese und die nächste Zeile löschen",
            "seats at the table; if this is no list of games, delete this line and the next"), lang)
        yield f"games = {draft.games}  # " + _pick(Words("Zeilen für Spiele (g01, g02 ...)",
                                                         "rows for games (g01, g02 ...)"), lang)


def _table(draft: Draft, lang: Lang) -> Iterator[str]:
    seen = draft.table
    yield "[table]"
    yield from _comment(_pick(Words(
        "Lage jeder durchgehenden Linie, von links nach rechts und von oben nach unten. Es sind Verhältnisse, keine"
        " gemessenen Millimeter. Eine Linie zu viel: ihre Zahl löschen; eine zu wenig: ihre Zahl einfügen.",
        "Place of every rule that spans the table, from left to right and from top to bottom. They are proportions, not"
        " measured millimetres. A rule too many: delete its number; one too few: insert its number."), lang))
    yield from _places("x_mm", seen.xs_mm)
    yield from _places("y_mm", seen.ys_mm)
    for key, edges, rules in (("x_open_mm", seen.edges_x_mm, seen.xs_mm), ("y_open_mm", seen.edges_y_mm, seen.ys_mm)):
        open_ = tuple(edge for edge in edges if edge not in rules)
        if open_:
            yield from _comment(_pick(Words("Grenzen von Zellen, an denen keine Linie gedruckt ist:",
                                            "Edges of cells where no rule is printed:"), lang))
            yield from _places(key, open_)


def _block(block: Block, lang: Lang) -> Iterator[str]:
    yield "[[fields]]"
    yield from _comment(_pick(block.what, lang))
    yield f"id = {_quoted(block.id)}"
    yield f'kind = "{block.kind}"'
    yield f"rows = {_span(block.rows)}  # " + _pick(Words("erste und letzte Zeile von oben, die Überschriften mit",
                                                         "first and last row from the top, headings counted"), lang)
    yield f"columns = {_span(block.columns)}  # " + _pick(Words("erste und letzte Spalte, von links gezählt",
                                                               "first and last column from the left"), lang)
    if block.first_row != 1:
        yield f"first_row = {block.first_row}"
    if block.first_column != 1 and "{column" in block.id:
        yield f"first_column = {block.first_column}"


def _span(ends: tuple[int, int]) -> str:
    return str(ends[0]) if ends[0] == ends[1] else f"[{ends[0]}, {ends[1]}]"


def _places(key: str, values: Sequence[float]) -> Iterator[str]:
    """The list on one line, or on several."""
    numbers = [f"{value:g}" for value in values]
    line = f"{key} = [{', '.join(numbers)}]"
    if len(line) <= _WIDTH:
        yield line
        return
    yield f"{key} = ["
    yield from _wrapped((f"{number}," for number in numbers), "  ", "  ")
    yield "]"


def _comment(text: str, indent: str = "") -> Iterator[str]:
    """`text` as comment lines; text from a picture may hold anything, so it is made one clean line first."""
    lead = text[: len(text) - len(text.lstrip(" "))]
    yield from _wrapped(told(text, _LONGEST).split(" "), f"# {lead}", f"# {indent}")


def _wrapped(words: Iterable[str], first: str, other: str) -> Iterator[str]:
    line = first
    for word in words:
        if len(line) + len(word) + 1 > _WIDTH and line.strip("# "):
            yield line.rstrip()
            line = other
        line += f"{word} "
    yield line.rstrip()


def _quoted(text: str) -> str:
    """A TOML basic string. JSON escapes what TOML needs escaped, the same way, but for DEL."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007F")


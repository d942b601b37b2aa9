"""What a person must look at before a learnt layout is used: nothing is guessed in silence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from templates.foreign.draft import Column, Words
from templates.foreign.guess_rows import Row
from templates.foreign.headings import told
from templates.foreign.seen import SeenTable, ShortRule
from templates.sentences import counted, number

_MOST = 12
"""Remarks of one sort that are told; beyond, their number."""


def remarks(
    seen: SeenTable, rows: Sequence[Row], columns: Sequence[Column], seats: Sequence[int]
) -> tuple[Words, ...]:
    """Every assumption about the table, in the order of the paper."""
    return (*_whole(seen), *_rows(seen, rows), *_columns(columns, seats), *_cells(seen, rows, columns))


def _whole(seen: SeenTable) -> Iterator[Words]:
    if not seen.turned:
        yield Words("Es wurde keine Schrift gelesen, an der oben und unten zu erkennen wäre; die Tabelle gilt so, wie"
                    " sie im Bild steht.",
                    "No print was read that tells up from down; the table is taken as it stands in the picture.")
    open_x = [edge for edge in seen.edges_x_mm if edge not in seen.xs_mm]
    if open_x:
        edges = counted(len(open_x), "Spaltengrenze", "Spaltengrenzen"), counted(len(open_x), "edge", "edges")
        yield Words(f"An {edges[0]} steht keine Linie; ihre Lage (x_open_mm) ist aus den Überschriften geschätzt oder"
                    " das Ende der waagerechten Linien: bitte im Prüfbild nachsehen.",
                    f"No rule is printed at {edges[1]} of columns; their places (x_open_mm) are guessed from the"
                    " headings, or the ends of the level rules: please look at the picture.")
    if seen.columns == 1:
        yield Words("Die Tabelle hat nur eine Spalte: im Rahmen steht keine senkrechte Linie, und es wurden keine"
                    " Überschriften gelesen, die Spalten trennen; fehlende Grenzen bitte als x_open_mm eintragen.",
                    "The table has one column only: no upright rule within the frame, and no headings were read"
                    " that part columns; enter missing edges as x_open_mm.")
    open_y = [edge for edge in seen.edges_y_mm if edge not in seen.ys_mm]
    if open_y:
        yield Words("Oben oder unten fehlt die Linie; dort gilt das Ende der senkrechten Linien (y_open_mm).",
                    "The rule at the top or at the foot is missing; the upright rules' end counts (y_open_mm).")
    for rule in seen.short[:_MOST]:
        yield _short(rule)


def _short(rule: ShortRule) -> Words:
    kind = ("senkrechte", "upright") if rule.upright else ("waagerechte", "level")
    mm = rule.at_mm, rule.start_mm, rule.end_mm
    at, start, end = (number(place, "g", "de") for place in mm)
    german = f"Eine {kind[0]} Linie bei {at} mm läuft nur von {start} bis {end} mm; sie ist ausgelassen."
    at, start, end = (number(place, "g", "en") for place in mm)
    return Words(german, f"The {kind[1]} rule at {at} mm runs only from {start} to {end} mm; it is left out.")


def _rows(seen: SeenTable, rows: Sequence[Row]) -> Iterator[Words]:
    for row in rows:
        if row.use == "merged":
            ink = any(cell.ink for cell in seen.cells[row.number - 1])
            what = ("mit Schrift", "with print") if ink else ("leer", "blank")
            yield Words(f"Zeile {row.number} hat keine senkrechten Linien ({what[0]}); sie hat keine Felder.",
                        f"Row {row.number} has no upright rules ({what[1]}); it has no fields.")
    if rows and not any(row.use == "head" for row in rows) and not seen.headed_above:
        yield Words("Es wurde keine Überschriftenzeile erkannt; alle Zeilen gelten als auszufüllen.",
                    "No row of headings was recognised; all rows count as to be filled in.")


def _columns(columns: Sequence[Column], seats: Sequence[int]) -> Iterator[Words]:
    for column in columns:
        if not column.sure and column.number not in seats:
            yield Words(f"Spalte {column.number}: {column.why.de}.", f"Column {column.number}: {column.why.en}.")
    if seats:
        first, last = seats[0], seats[-1]
        heads = ", ".join(f"„{told(columns[n - 1].heading, 20)}“" for n in seats if columns[n - 1].heading) or "–"
        yield Words(f"Spalten {first} bis {last} (Überschriften: {heads}) sind gleich breit und gelten als die Punkte"
                    f" der {len(seats)} Plätze.",
                    f"Columns {first} to {last} (headings: {heads}) are of one width and count as the points of the"
                    f" {len(seats)} seats.")


def _cells(seen: SeenTable, rows: Sequence[Row], columns: Sequence[Column]) -> Iterator[Words]:
    """Cells to write in between which no rule was seen."""
    found = [
        (row.number, left.number)
        for row in rows if row.use in ("body", "sum", "offence", "sign")
        for left, right in pairwise(columns)
        if left.kind is not None and right.kind is not None and not seen.walls[row.number - 1][left.number]
    ]
    for row, column in found[:_MOST]:
        yield Words(f"Zeile {row}: zwischen Spalte {column} und {column + 1} ist keine Linie zu sehen; sie gelten als"
                    " getrennte Zellen.",
                    f"Row {row}: no rule is seen between columns {column} and {column + 1}; they count as two cells.")
    if len(found) > _MOST:
        yield Words(f"Das gilt für {counted(len(found) - _MOST, 'weitere Stelle', 'weitere Stellen')}.",
                    f"So at {counted(len(found) - _MOST, 'more place', 'more places')}.")

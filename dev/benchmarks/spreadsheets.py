"""Tables as clubs make them in a spreadsheet: printed by LibreOffice in several rulings, filled in by the filler."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from itertools import accumulate
from pathlib import Path

import cv2
import numpy as np

from dev.filler.pens import hand as write
from dev.filler.pens.glyphs import load_font_hands
from dev.filler.pens.habits import Scribe, choose_scribe
from dev.filler.pens.sheet import FilledSheet
from dev.rounds.points import draw_points_round as play_round
from dev.rounds.written import write_round as faithful
from templates.drawing.picture import picture
from templates.layout import Field, FieldKind, Grid, Layout

MARGIN_MM = 15.0
PX_PER_MM = 10.0
RULINGS = ("all", "thin", "grey", "thick-head", "double-sum", "merged-head", "level")
"""Every rule 0.5 pt; hairlines; grey ones; a thick one under the headings; a double one over the sum; a heading over
several columns; level rules in a frame."""
_BORDERS = {"thin": "0.05pt solid #000000", "grey": "0.5pt solid #909090"}


@dataclass(frozen=True, slots=True)
class Table:
    """One table: headings with the kind that is written below (None: print), widths in mm, rows to fill in, the row
    height, and whether a row of sums ends it. `numbered`: the first column counts the rows. `group`: columns that a
    merged heading spans, in the ruling `merged-head`.
    """

    name: str
    heads: tuple[tuple[str, FieldKind | None], ...]
    widths: tuple[float, ...]
    rows: int
    row_mm: float
    sums: bool
    numbered: bool
    ruling: str
    group: tuple[int, int, str] = (1, 2, "")

    @property
    def top_rows(self) -> int:
        """Rows of headings."""
        return 2 if self.ruling == "merged-head" else 1

    @property
    def all_rows(self) -> int:
        """Rows of the printed table."""
        return self.top_rows + self.rows + self.sums

    @property
    def landscape(self) -> bool:
        """Whether it needs the paper across."""
        return sum(self.widths) > 180

    def layout(self) -> Layout:
        """The truth: every cell as a field `r1.c1`, in mm from the table's corner."""
        xs = tuple(accumulate(self.widths, initial=0.0))
        ys = tuple(accumulate([self.row_mm] * self.all_rows, initial=0.0))
        cells = [
            Field(f"r{row}.c{column}", "points", (x, y, self.widths[column - 1], self.row_mm))
            for row, y in enumerate(ys[:-1], 1) for column, x in enumerate(xs[:-1], 1)
        ]
        return Layout(self.name, (xs[-1], ys[-1]), Grid(xs, ys), tuple(cells))


_FORMS: tuple[tuple[tuple[tuple[str, FieldKind | None], ...], tuple[float, ...], tuple[int, int, str]], ...] = (
    ((("Nr.", None), ("Anna", "points"), ("Bernd", "points"), ("Claus", "points"), ("Doris", "points")),
     (18, 38, 38, 38, 38), (1, 4, "Spieler")),
    ((("Spiel", None), ("Spieler 1", "points"), ("Spieler 2", "points"), ("Spieler 3", "points"),
      ("Spieler 4", "points"), ("Solo", "cross")), (18, 32, 32, 32, 32, 15), (1, 4, "Punkte")),
    ((("Nr", None), ("Name", "text"), ("Punkte", "points"), ("Solo", "cross"), ("Bock", "cross"), ("Summe", "points")),
     (18, 58, 28, 16, 16, 30), (2, 4, "Runde")),
    ((("Datum", "text"), ("Name", "text"), ("Punkte", "points"), ("Unterschrift", "signature")),
     (30, 60, 35, 55), (1, 2, "Teilnehmer")),
    ((("Runde", None), ("Karl", "points"), ("Lena", "points"), ("Mia", "points"), ("Noah", "points"),
      ("Otto", "points"), ("Re", "cross"), ("Kontra", "cross")), (18, 36, 36, 36, 36, 36, 17, 20), (6, 7, "Partei")),
    ((("Platz", None), ("Spieler", "text"), ("1. Runde", "points"), ("2. Runde", "points"), ("3. Runde", "points"),
      ("Gesamt", "points")), (18, 60, 26, 26, 26, 24), (2, 4, "Punkte")),
    ((("Lfd. Nr.", None), ("Augen", "number"), ("Wert", "number"), ("Bemerkung", "text")), (20, 35, 35, 85),
     (1, 2, "Spiel")),
)


def tables(count: int, seed: int) -> list[Table]:
    """So many tables, every form in every ruling in turn, sizes by chance."""
    rng = np.random.default_rng(seed)
    made = []
    for number in range(count):
        heads, widths, group = _FORMS[number % len(_FORMS)]
        ruling = RULINGS[(number // len(_FORMS) + number) % len(RULINGS)]
        tall = sum(widths) <= 180
        row_mm = float(rng.uniform(7.5, 11)) if tall else float(rng.uniform(8, 10))
        most = int(((240 if tall else 150) - 30) / row_mm)
        rows = int(rng.integers(6, max(7, min(24, most))))
        numbered = heads[0][1] is None
        made.append(Table(f"t{number:03}", heads, widths, rows, round(row_mm, 1), numbered and bool(rng.random() < 0.6),
                          numbered, ruling, group))
    return made


def pdfs(made: Sequence[Table], folder: Path) -> list[Path]:
    """The tables as PDF files, all by one run of LibreOffice."""
    folder.mkdir(parents=True, exist_ok=True)
    sources = [folder / f"{table.name}.fods" for table in made]
    for table, source in zip(made, sources, strict=True):
        source.write_text(_fods(table), encoding="utf-8")
    profile = f"-env:UserInstallation=file://{(folder / 'profile').resolve()}"
    subprocess.run(["soffice", profile, "--headless", "--convert-to", "pdf", "--outdir", str(folder),
                    *map(str, sources)], check=True, capture_output=True, timeout=600)
    return [source.with_suffix(".pdf") for source in sources]


def filled(table: Table, pdf: Path, rng: np.random.Generator, by_hand: bool) -> tuple[FilledSheet, dict[str, str]]:
    """The printed sheet, filled in or blank, and what stands in its number cells, by cell (`r1.c1`)."""
    printed = cv2.cvtColor(picture(pdf.read_bytes(), PX_PER_MM), cv2.COLOR_GRAY2BGR).astype(np.float32)
    page = np.clip(printed * 0.82 + 38 + rng.normal(0, 2.5, printed.shape), 0, 255).astype(np.uint8)
    hands = load_font_hands()
    scribe = choose_scribe(hands[int(rng.integers(len(hands)))], 4, rng)
    texts = _written(table, write.Desk(page, PX_PER_MM), scribe, rng) if by_hand else {}
    layout, round_ = table.layout(), faithful(play_round(4, 16, rng))
    return FilledSheet(page, PX_PER_MM, layout, None, {}, round_, origin_mm=(MARGIN_MM, MARGIN_MM)), texts


def _written(table: Table, desk: write.Desk, scribe: Scribe, rng: np.random.Generator) -> dict[str, str]:
    texts = {}
    for field in table.layout().fields:
        row, column = (int(part[1:]) for part in field.id.split("."))
        kind = table.heads[column - 1][1]
        if row <= table.top_rows or kind is None or (row > table.top_rows + table.rows and kind != "points"):
            continue
        x, y, width, height = field.box_mm
        left, top = (x + MARGIN_MM) * PX_PER_MM, (y + MARGIN_MM) * PX_PER_MM
        box = left, top, width * PX_PER_MM, height * PX_PER_MM
        if kind in ("points", "number"):
            value = int(rng.integers(-20, 60)) if kind == "points" else int(rng.integers(0, 240))
            write.write_number(desk, box, str(value), scribe, rng)
            texts[field.id] = str(value)
        elif kind == "cross" and rng.random() < 0.3:
            write.mark_box(desk, box, "cross", scribe, rng)
        elif kind == "text":
            write.write_words(desk, box, str(rng.choice(["Anna", "Bernd", "Jürgen", "Uschi", "12.3."])), scribe, rng)
    return texts


def _fods(table: Table) -> str:
    """The spreadsheet as flat OpenDocument: exact widths and heights, borders by ruling."""
    across = table.landscape
    width, height = ("297mm", "210mm") if across else ("210mm", "297mm")
    columns = "".join(f'<table:table-column table:style-name="c{n}"/>' for n in range(len(table.widths)))
    widths = "".join(
        f'<style:style style:name="c{n}" style:family="table-column"><style:table-column-properties '
        f'style:column-width="{mm}mm"/></style:style>' for n, mm in enumerate(table.widths)
    )
    kinds = [(row, column) for row in range(table.all_rows) for column in range(len(table.widths))]
    cells = "".join(_cell_style(table, row, column) for row, column in kinds)
    rows = "".join(f'<table:table-row table:style-name="r">{_cells(table, row)}</table:table-row>'
                   for row in range(table.all_rows))
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"
 xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"
 xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"
 xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"
 office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.spreadsheet">
<office:automatic-styles>{widths}
<style:style style:name="r" style:family="table-row"><style:table-row-properties style:row-height="{table.row_mm}mm"
 style:use-optimal-row-height="false"/></style:style>{cells}
<style:style style:name="t" style:family="table" style:master-page-name="m"/>
<style:page-layout style:name="p"><style:page-layout-properties fo:page-width="{width}" fo:page-height="{height}"
 style:print-orientation="{'landscape' if across else 'portrait'}" fo:margin="{MARGIN_MM}mm"/>
<style:header-style/><style:footer-style/></style:page-layout></office:automatic-styles>
<office:master-styles><style:master-page style:name="m" style:page-layout-name="p"><style:header style:display="false"/>
<style:footer style:display="false"/></style:master-page></office:master-styles>
<office:body><office:spreadsheet><table:table table:name="T" table:style-name="t">{columns}{rows}</table:table>
</office:spreadsheet></office:body></office:document>"""


def _cell_style(table: Table, row: int, column: int) -> str:
    usual = _BORDERS.get(table.ruling, "0.75pt solid #000000")
    sides = dict.fromkeys(("top", "bottom", "left", "right"), usual)
    last_row, last_column = table.all_rows - 1, len(table.widths) - 1
    if table.ruling == "level":
        sides["left"] = usual if column == 0 else "none"
        sides["right"] = usual if column == last_column else "none"
    if table.ruling == "thick-head" and row == 0:
        sides["bottom"] = "2.5pt solid #000000"
    if table.ruling == "thick-head" and row == 1:
        sides["top"] = "2.5pt solid #000000"
    double = "2.5pt double #000000"
    if table.ruling == "double-sum" and table.sums and row in (last_row, last_row - 1):
        sides["top" if row == last_row else "bottom"] = double
    borders = " ".join(f'fo:border-{side}="{line}"' for side, line in sides.items())
    return (f'<style:style style:name="x{row}-{column}" style:family="table-cell">'
            f'<style:table-cell-properties {borders} style:vertical-align="middle"/>'
            '<style:paragraph-properties fo:text-align="center"/><style:text-properties'
            f' fo:font-size="{11 if table.row_mm > 8 else 10}pt" fo:font-family="Liberation Sans"'
            f'{" fo:font-weight=" + chr(34) + "bold" + chr(34) if row < table.top_rows else ""}/></style:style>')


def _cells(table: Table, row: int) -> str:
    out = []
    first, last, over = table.group
    for column in range(len(table.widths)):
        name, text, span = f"x{row}-{column}", _text(table, row, column), ""
        if table.ruling == "merged-head" and row == 0:
            text = over if column == first else ""
            if first < column <= last:
                out.append(f'<table:covered-table-cell table:style-name="{name}"/>')
                continue
            if column == first:
                span = f' table:number-columns-spanned="{last - first + 1}" table:number-rows-spanned="1"'
        out.append(f'<table:table-cell table:style-name="{name}"{span} office:value-type="string">'
                   f"<text:p>{escape(text)}</text:p></table:table-cell>")
    return "".join(out)


def _text(table: Table, row: int, column: int) -> str:
    if row == table.top_rows - 1:
        return table.heads[column][0]
    if column or row < table.top_rows:
        return ""
    if row >= table.top_rows + table.rows:
        return "Summe"
    return str(row - table.top_rows + 1) if table.numbered else ""

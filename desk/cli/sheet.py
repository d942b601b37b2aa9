"""`kiebitz sheet`: an empty sheet for a rule set as PDF, and its geometry; or all sheets there are."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from desk.cli.paper_order import Wish, sheets
from desk.exits import Status, WrongUse
from desk.outputs import JSON, PDF, check_file, check_folder, write_json, write_whole
from desk.rules import load_rules
from texts.languages import Lang, pick

if TYPE_CHECKING:
    from scoring.counting.rules import RuleSet
    from templates.spec import SheetSpec

__all__ = ["Wish", "print_all", "print_sheet"]

_STYLES = ("points", "totals", "full")


def print_sheet(wish: Wish, target: Path | None, geometry: Path | None) -> Status:
    """Writes the PDF and, when asked for, the geometry as JSON; where a round needs two sheets, one of each."""
    from templates.drawing.draw import sheet_pdf
    from templates.geometry import geometry_json
    from templates.registry import layout_for

    if target is None or not wish.rules:
        raise WrongUse(
            text_de="Es fehlt --rules oder --output; alle Bögen auf einmal druckt --all ORDNER.",
            text_en="There is no --rules or no --output; --all FOLDER prints all sheets at once.",
        )
    rules = load_rules(wish.rules)
    specs = sheets(wish, rules)
    pages = [(layout_for(spec.code), spec) for spec in specs]
    plans = _numbered(geometry, len(pages)) if geometry is not None else []
    check_file(target, PDF)
    for path in plans:
        check_file(path, JSON)
    _save(target, sheet_pdf(*specs))
    if wish.style == "totals":
        sys.stderr.write(_unwanted(rules, wish.lang))
    for path, (layout, spec) in zip(plans, pages, strict=False):
        write_json(path, geometry_json(layout, spec.code.text()))
    two = pick(" (zwei Blätter)", " (two sheets)", wish.lang) if len(specs) > 1 else ""
    sys.stderr.write(pick(f"Bogen: {target}{two}\n", f"Sheet: {target}{two}\n", wish.lang))
    return Status.DONE


def _unwanted(rules: RuleSet, lang: Lang) -> str:
    """That these rules want no list of totals, where that is so; it is printed all the same."""
    return "" if rules.sheet.totals.allowed else pick(
        f"Achtung: Nach {rules.id} werden keine Zwischenstände aufgeschrieben; kiebitz scan beanstandet jeden Bogen"
        " --style totals. Zum Spielen bitte --style points oder full.\n",
        f"Mind: {rules.id} allows no running totals; kiebitz scan objects to every sheet of --style totals. To play"
        " with, please take --style points or full.\n", lang,
    )


def print_all(rules: str, folder: Path, langs: Sequence[Lang], lang: Lang) -> Status:
    """Writes every sheet of one rule set, or of all, in `langs`: each style and number of seats; and a contact page."""
    from scoring.rulesets import list_known
    from templates.drawing.contact import contact_pdf
    from templates.drawing.draw import sheet_pdf

    systems = [load_rules(name) for name in ((rules,) if rules else list_known())]
    check_folder(folder)
    contact = folder / pick("uebersicht.pdf", "overview.pdf", lang)
    planned = {name: specs for system in systems for name, specs in every_sheet(system, langs)}
    for path in (contact, *(folder / f"{name}.pdf" for name in planned)):
        check_file(path, PDF)
    sys.stderr.writelines(_unwanted(system, lang) for system in systems)
    shown: list[tuple[str, bytes]] = []
    for name, specs in planned.items():
        pdf = sheet_pdf(*specs)
        _save(folder / f"{name}.pdf", pdf)
        shown.append((name, pdf))
    title = pick("Alle Bögen", "All sheets", lang)
    _save(contact, contact_pdf(title, shown))
    sys.stderr.write(pick(f"{len(shown)} Bögen in {folder}, Übersicht: {contact}\n",
                          f"{len(shown)} sheets in {folder}, overview: {contact}\n", lang))
    return Status.DONE


def every_sheet(rules: RuleSet, langs: Sequence[Lang] = ("de", "en")) -> Iterator[tuple[str, tuple[SheetSpec, ...]]]:
    """File name and sheets of every style, number of seats and these languages; the points list on A5 too where it
    fits."""
    from templates.points import MAX_SMALL

    for seats in rules.sheet.seats:
        small = (rules.sheet.count_games(seats) or 0) <= MAX_SMALL
        for style, paper in (*((style, "a4") for style in _STYLES), *((("points", "a5"),) if small else ())):
            for lang in langs:
                wish = Wish(rules.id, style, seats, None, "", None, None, "", lang, paper=paper)
                name = f"{rules.id}-{style}{'-a5' if paper == 'a5' else ''}-{seats}-{lang}"
                yield name, sheets(wish, rules)


def _save(path: Path, pdf: bytes) -> None:
    write_whole(path, lambda draft: draft.write_bytes(pdf))


def _numbered(path: Path, count: int) -> list[Path]:
    """The path itself for one page; `sheet-1.json`, `sheet-2.json` for two."""
    return [path] if count == 1 else [path.with_stem(f"{path.stem}-{number}") for number in range(1, count + 1)]

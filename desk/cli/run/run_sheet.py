"""`kiebitz sheet`: writes an empty sheet for a rule set as PDF, and its geometry; or all sheets."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from desk.cli.screen import print_note
from desk.exits import Status, WrongUse
from desk.inputs import load_paper_rules, load_rules
from desk.outputs import JSON, PDF, check_file, check_folder, write_data, write_json
from texts.languages import LANGUAGES, Lang
from texts.sentences import say
from tournament.printing.sheet_orders import SheetOrder, make_sheets

if TYPE_CHECKING:
    from typer import Context

    from desk.cli.paper_orders import PaperOrder
    from scoring.counting.rules import RuleSet
    from templates.sheet_spec import SheetSpec


_USUAL_RULES = "pflichtsolo-40"
_STYLES = ("points", "totals", "full")


def print_sheets(order: PaperOrder) -> Status:
    """Writes the guide, all sheets or one sheet, as asked for. Raises WrongUse for options that do not apply to it."""
    if order.guide is not None:
        _refuse_others(order.typed, "guide")
        return print_guide(order.rules, order.guide, order.lang)
    if order.all_sheets is not None:
        _refuse_others(order.typed, "all_sheets")
        langs = (order.lang,) if "lang" in _list_typed(order.typed) else LANGUAGES
        return print_all_sheets(order.rules, order.all_sheets, langs, order.lang)
    if order.output is None or not order.rules:
        raise WrongUse("desk.use.no-target")
    asked = {field: getattr(order, field) for field in order._fields if field in SheetOrder.__dataclass_fields__}
    return print_sheet(SheetOrder(**asked), order.output, order.geometry)


def _refuse_others(context: Context, name: str) -> None:
    """Raises WrongUse for typed options that have no effect together with `name`."""
    options = {parameter.name: parameter.opts[-1] for parameter in context.command.params}
    if others := tuple(options[other] for other in _list_typed(context) if other not in (name, "rules", "lang")):
        raise WrongUse("desk.use.other-options", option=options[name], others=others)


def _list_typed(context: Context) -> list[str]:
    """The parameters that were typed."""
    return [
        name
        for name in context.params
        if (source := context.get_parameter_source(name)) is not None and source.name == "COMMANDLINE"
    ]


def print_sheet(order: SheetOrder, target: Path, geometry: Path | None) -> Status:
    """Writes the PDF and, when asked for, the geometry as JSON: one file for each sheet where a round needs two."""
    from templates.drawing.sheet_pdf import make_sheet_pdf
    from templates.layout import describe_geometry
    from templates.sheet_spec import make_layout

    rules = load_paper_rules(order.rules)
    specs = make_sheets(order, rules)
    pages = [(make_layout(spec.code), spec) for spec in specs]
    plans = _number_paths(geometry, len(pages)) if geometry is not None else []
    check_file(target, PDF)
    for path in plans:
        check_file(path, JSON)
    write_data(target, make_sheet_pdf(*specs))
    if order.style == "totals":
        sys.stderr.write(warn_of_totals(rules, order.lang))
    for path, (layout, spec) in zip(plans, pages, strict=False):
        write_json(path, describe_geometry(layout, spec.code.spell()))
    key = "desk.sheet.two-written" if len(specs) > 1 else "desk.sheet.written"
    print_note(order.lang, key, path=target)
    return Status.DONE


def warn_of_totals(rules: RuleSet, lang: Lang) -> str:
    """The warning that these rules do not allow a list of totals, "" where they do; the list is printed all the
    same."""
    return "" if rules.sheet.totals.allowed else say(lang, "desk.sheet.no-totals", rules=rules.id) + "\n"


def print_all_sheets(rules: str, folder: Path, langs: Sequence[Lang], lang: Lang) -> Status:
    """Writes every sheet of one rule set, or of all, in `langs`, and a page with small pictures of them.

    `lang`: the language of that page and of what is said.
    """
    from scoring.rulesets.load_rules import list_known
    from templates.drawing.sheet_pdf import make_contact_pdf, make_sheet_pdf

    systems = [load_rules(name) for name in ((rules,) if rules else list_known())]
    check_folder(folder)
    contact = folder / f"{say(lang, 'desk.sheet.overview-file')}.pdf"
    planned = {name: specs for system in systems for name, specs in make_every_sheet(system, langs)}
    for path in (contact, *(folder / f"{name}.pdf" for name in planned)):
        check_file(path, PDF)
    sys.stderr.writelines(warn_of_totals(system, lang) for system in systems)
    shown: list[tuple[str, bytes]] = []
    for name, specs in planned.items():
        pdf = make_sheet_pdf(*specs)
        write_data(folder / f"{name}.pdf", pdf)
        shown.append((name, pdf))
    write_data(contact, make_contact_pdf(say(lang, "desk.sheet.overview"), shown))
    print_note(lang, "desk.sheet.all-written", count=len(shown), folder=folder, overview=contact)
    return Status.DONE


def make_every_sheet(rules: RuleSet, langs: Sequence[Lang] = LANGUAGES) -> Iterator[tuple[str, tuple[SheetSpec, ...]]]:
    """Yields file name and sheets of every style, number of seats and language; the points list on A5 too."""
    from templates.list_sheets import MAX_SMALL_GAMES

    for seats in rules.sheet.seats:
        small = (rules.sheet.count_games(seats) or 0) <= MAX_SMALL_GAMES
        for style, paper in (*((style, "a4") for style in _STYLES), *((("points", "a5"),) if small else ())):
            for lang in langs:
                order = SheetOrder(rules.id, style, seats, None, "", None, None, "", lang, paper=paper)
                name = f"{rules.id}-{style}{'-a5' if paper == 'a5' else ''}-{seats}-{lang}"
                yield name, make_sheets(order, rules)


def _number_paths(path: Path, count: int) -> list[Path]:
    """The path itself for one page; `sheet-1.json`, `sheet-2.json` for two."""
    return [path] if count == 1 else [path.with_stem(f"{path.stem}-{number}") for number in range(1, count + 1)]


def print_guide(rules: str, target: Path, lang: Lang) -> Status:
    """Writes the page as PDF; its examples are counted by `rules`, or by a usual rule set."""
    from tournament.printing.player_guide import make_guide_file

    system = load_rules(rules or _USUAL_RULES)
    check_file(target, PDF)
    write_data(target, make_guide_file(system, lang))
    print_note(lang, "desk.sheet.guide-written", path=target)
    return Status.DONE

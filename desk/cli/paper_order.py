"""From what the user asked for to the sheets to print: one, or two where a round's games fill two."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from desk.exits import WrongUse
from texts.languages import Lang
from tournament.printing.paper_example import example
from tournament.printing.paper_key import full_key, list_key, offence_line

if TYPE_CHECKING:
    from scoring.counting.rules import RuleSet
    from templates.code import SheetCode
    from templates.columns import Columns
    from templates.spec import SheetSpec


_LONGEST_HEAD = 12  # letters that a turned heading has room for


@dataclass(frozen=True, slots=True)
class Wish:
    """What the user asked for, as typed. `names`: by seat, with commas; `games`: None for what the rules say."""

    rules: str
    style: str
    seats: int
    games: int | None
    title: str
    round: int | None
    table: int | None
    names: str
    lang: Lang
    plus: bool = False
    paper: str = "a4"


def sheets(wish: Wish, rules: RuleSet) -> tuple[SheetSpec, ...]:
    """The sheets, in order; raises WrongUse or `UnknownSheet` for what cannot be printed."""
    from templates.registry import layout_for

    codes = _halves(_code(wish, rules))
    for code in codes:
        layout_for(code)  # says in words what is not made, before anything is written about it
    return tuple(_spec(wish, rules, code) for code in codes)


def _spec(wish: Wish, rules: RuleSet, code: SheetCode) -> SheetSpec:
    from templates.spec import Example, SheetSpec

    full, pflicht = wish.style == "full", rules.sheet.pflichtsolo
    usual = code.games == rules.sheet.count_games(wish.seats)
    return SheetSpec(
        code, wish.title, _names(wish),
        key_lines=() if full else list_key(rules, wish.style, wish.seats, wish.plus, wish.lang, small=code.small),
        lang=wish.lang,
        key=full_key(rules, wish.seats, wish.plus, wish.lang) if full else (),
        heads=_heads(rules, wish.lang) if full else (),
        example=example(rules, wish.seats, wish.plus) if full else Example(),
        section=pflicht.per_player * wish.seats if pflicht.section and usual else 0,
        offence=" ".join(offence_line(rules, wish.lang)),
        minor=rules.offence.counts_as_game,
        sitters=rules.sheet.sitter.rotation == "dealer",
    )


def _code(wish: Wish, rules: RuleSet) -> SheetCode:
    from templates.code import SheetCode

    games = wish.games if wish.games is not None else rules.sheet.count_games(wish.seats)
    if games is None or wish.seats not in rules.sheet.seats:
        seats = " oder ".join(map(str, rules.sheet.seats)), " or ".join(map(str, rules.sheet.seats))
        raise WrongUse(
            text_de=f"{rules.id} wird nicht mit {wish.seats} Plätzen gespielt; möglich: --seats {seats[0]}.",
            text_en=f"{rules.id} is not played with {wish.seats} seats; possible: --seats {seats[1]}.",
        )
    if wish.paper not in ("a4", "a5"):
        raise WrongUse(
            text_de=f"Das Papier „{wish.paper}“ kenne ich nicht; möglich: --paper a4 oder a5.",
            text_en=f"There is no paper '{wish.paper}'; possible: --paper a4 or a5.",
        )
    code = SheetCode(rules.id, wish.style, wish.seats, games, wish.round, wish.table, plus=wish.plus,
                     small=wish.paper == "a5", columns=_columns(wish.style, rules))
    return replace(code, offences=_offences(code, rules))


def _offences(code: SheetCode, rules: RuleSet) -> int | None:
    """Extra rows where an offence, or a minor one, is no game and costs points of its own; None where the name of the
    rules tells it."""
    from templates.points import MINOR_ROWS, OFFENCE_ROWS, offence_rows

    extra = rules.offence.offender != 0 and not rules.offence.counts_as_game
    rows = OFFENCE_ROWS if extra else MINOR_ROWS if rules.offence.minor.extra_row else 0
    return None if offence_rows(code) == rows else rows


def _halves(code: SheetCode) -> tuple[SheetCode, ...]:
    """The code itself, or its two halves where the games do not fit on one side."""
    from templates.full import MOST_ROWS

    most = MOST_ROWS.get(code.seats, 0)
    if code.style != "full" or not most < code.games <= 2 * most:
        return (code,)
    return replace(code, half=1), replace(code, half=2)


def _columns(style: str, rules: RuleSet) -> str:
    """The letters of the columns that these rules need on a sheet of that style."""
    from templates.columns import KINDS, Columns, without_letter

    crossed = rules.offence.offender != 0 and rules.offence.counts_as_game
    options = (*(("bock",) if rules.bock.triggers else ()), *(("offence",) if crossed else ()))
    if style == "points":
        return "" if crossed else Columns().text()
    if style != "full":
        return Columns(options=options).text()
    options += ("verworfen",) if rules.offence.played_out else ()
    columns = Columns(
        tuple(kind.id for kind in rules.kinds if kind.id in KINDS.values()),
        tuple(solo.id for solo in rules.sheet.solos),
        tuple(extra.id for extra in rules.sheet.sonderpunkte), options,
    )
    _check_columns(rules, columns, without_letter(columns))
    return columns.text()


def _check_columns(rules: RuleSet, columns: Columns, strange: tuple[str, ...]) -> None:
    if strange:
        names = ", ".join(strange)
        raise WrongUse(
            text_de=f"Für {names} aus {rules.id} hat der volle Bogen keine Spalte; bitte --style points wählen.",
            text_en=f"The full sheet has no column for {names} of {rules.id}; please choose --style points.",
        )


def _heads(rules: RuleSet, lang: Lang) -> tuple[tuple[str, str], ...]:
    """The rule set's own words where they begin otherwise than the usual heading; of long ones the first word."""
    from templates.drawing.words import WORDS

    usual = WORDS[lang].heads
    titles = (*((solo.id, solo.title.in_(lang)) for solo in rules.sheet.solos),
              *((extra.id, extra.title.in_(lang)) for extra in rules.sheet.sonderpunkte))
    return tuple((id_, title if len(title) <= _LONGEST_HEAD else title.split()[0]) for id_, title in titles
                 if not title.lower().startswith(usual[id_].lower().split(" at ")[0]))


def _names(wish: Wish) -> tuple[str, ...]:
    """By seat; none when nothing but commas was given. How many there must be, the paper knows."""
    names = tuple(name.strip() for name in wish.names.split(","))
    return names if any(names) else ()

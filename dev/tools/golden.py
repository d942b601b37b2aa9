"""Writes what every game of a rule set is worth into `tests/scoring/golden/ID.txt`: `python -m dev.tools.golden [ID
...]`.

A section holds the kinds of game that count alike. A row of it begins with what Re and Kontra said; then it says from
which Augen of Re on who wins (R, K, N for nobody) and how much, from Re's view: `121 R+2`. All Augen from 0 to 240 are
played. `each 2` is what a Sonderpunkt of Re adds there, and one of Kontra takes: tried with every Sonderpunkt of either
party in every number, and with all of them at once. Below the rows are the points by seat for each value. At the end
are all values that check R5 lets pass: of two against two, of a lone player, and of one who is crossed as a soloist.
Writes the pages of these rule sets, and of a made-up club's, into `tests/scoring/pages`, too: in English.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, product
from pathlib import Path

from scoring.counting.game import AUGEN, PARTIES, Calls, Extras, Game
from scoring.counting.rules import RuleSet
from scoring.counting.score import find_lone_values, find_pair_values, score
from scoring.rulesets import load_rules
from scoring.rulesets.rule_page import write_page

FOLDER = Path(__file__).parents[2] / "tests" / "scoring" / "golden"
PAGES = FOLDER.parent / "pages"
CLUB = PAGES / "verein.toml"


def main(names: Sequence[str]) -> None:
    """Writes one table and one page a rule set, and the club's page."""
    for name in names:
        (FOLDER / f"{name}.txt").write_text(make_table(load_rules.load(name)), encoding="utf-8")
    for rules in (*map(load_rules.load, names), load_rules.load(CLUB)):
        (PAGES / f"{rules.id}.txt").write_text(make_page(rules), encoding="utf-8")


def make_page(rules: RuleSet) -> str:
    """The page of a rule set, its examples counted aloud."""
    return "".join(f"{line}\n" for line in write_page(rules, "en"))


def make_table(rules: RuleSet) -> str:
    """The whole table of a rule set."""
    sections: dict[str, list[str]] = {}
    for title, game in _list_games(rules):
        sections.setdefault("\n".join(_write_section(rules, game)), []).append(title)
    parts = [f"[{', '.join(titles)}]\n{rows}\n" for rows, titles in sections.items()]
    return "\n".join([f"{rules.id}\n", *parts, *_write_fines(rules), *_write_values(rules)])


def _list_games(rules: RuleSet) -> Iterator[tuple[str, Game]]:
    """Every kind of game with its name: every solo, and in Bock, where there is Bock."""
    names = [solo.id for solo in rules.sheet.solos]
    for kind, bock in product(rules.kinds, (False, True) if rules.bock.triggers else (False,)):
        for solo in names if kind.id == "solo" else (None,):
            title = " ".join(filter(None, (kind.id, solo, "bock" if bock else "")))
            yield title, Game(kind.id, tuple(range(1, kind.re_seats + 1)), solo=solo, bock=bock)


@dataclass(frozen=True, slots=True)
class _Cell:
    """What one game is worth."""

    winner: str | None
    value: int | None
    points: tuple[int, ...] | None

    def __str__(self) -> str:
        return f"{(self.winner or 'nobody')[0].upper()}{self.value:+d}"


def _count_cell(rules: RuleSet, game: Game) -> _Cell:
    result = score(rules, game)
    return _Cell(result.winner, result.value, result.points)


def _write_section(rules: RuleSet, game: Game) -> Iterator[str]:
    """All rows of a kind of game, and the points by seat for every value among them."""
    points: dict[int | None, tuple[int, ...] | None] = {}
    for calls in map(Calls, *zip(*product(rules.calls, rules.calls), strict=True)):
        said = replace(game, calls=calls)
        cells = [(augen, _count_cell(rules, replace(said, augen=augen))) for augen in range(AUGEN + 1)]
        runs = [next(run) for _, run in groupby(cells, key=lambda cell: cell[1])]
        points |= {cell.value: cell.points for _, cell in runs}
        worth = [(augen, _tell_worth(rules, replace(said, augen=augen), cell.value or 0)) for augen, cell in runs]
        told = [next(run) for _, run in groupby(worth, key=lambda told: told[1])]
        names = " ".join(f"{rules.name_call(party, calls.of(party)) or '-':7}" for party in PARTIES)
        yield f"{names}| {_write_runs(runs)} | {_write_runs(told)}"
    yield from (f"{value:+d}: {_write_points(points[value])}" for value in sorted(points, key=lambda value: value or 0))


def _write_runs(runs: Iterable[tuple[int, object]]) -> str:
    return ", ".join(f"{augen} {told}" for augen, told in runs)


def _write_points(points: tuple[int, ...] | None) -> str:
    return " ".join(f"{entry:+d}" for entry in points or ())


def _tell_worth(rules: RuleSet, game: Game, bare: int) -> str:
    """What Sonderpunkte add: "each 2", or by name where they differ; "uneven" where they do not just add up."""
    worth = {
        entry.id: _count_added(rules, game, bare, Extras(re=((entry.id, 1),))) for entry in rules.sheet.sonderpunkte
    }
    if any(_count_added(rules, game, bare, extras) != _add_worth(worth, extras) for extras in _list_extras(rules)):
        return "uneven"
    if len(set(worth.values())) == 1:
        return f"each {next(iter(worth.values()))}"
    return " ".join(f"{name} {added}" for name, added in worth.items())


def _count_added(rules: RuleSet, game: Game, bare: int, extras: Extras) -> int:
    return (score(rules, replace(game, extras=extras)).value or 0) - bare


def _add_worth(worth: Mapping[str, int], extras: Extras) -> int:
    return sum(worth[name] * (count if party == "re" else -count) for party, name, count in extras)


def _list_extras(rules: RuleSet) -> Iterator[Extras]:
    """Every Sonderpunkt of either party in every number, and all of them at once, but one in the last trick: Re's,
    Kontra's, by turns."""
    entries = rules.sheet.sonderpunkte
    for party, entry in product(PARTIES, entries):
        yield from (Extras(**{party: ((entry.id, count),)}) for count in range(1, entry.most + 1))
    last = [entry for entry in entries if entry.last_trick]
    every = tuple((entry.id, entry.most) for entry in entries if entry not in last[1:])
    yield from (Extras(re=every), Extras(kontra=every), Extras(every[::2], every[1::2]))


def _write_fines(rules: RuleSet) -> Iterator[str]:
    """Every offence of the first player."""
    offence = rules.offence
    serious = range(5 if offence.has_absagen else 1)
    games = [(f"strafe absagen {count}", Game("strafe", offender=1, absagen=count)) for count in serious]
    games += [("strafe minor", Game("strafe", offender=1, minor=True))] if offence.has_minor else []
    if offence.solo.soloist:
        games += [
            (f"strafe solo absagen {count}", Game("strafe", offender=1, absagen=count, soloist=2)) for count in serious
        ]
        games += [("strafe solo minor", Game("strafe", offender=1, minor=True, soloist=2))]
        games += [("strafe solo by soloist", Game("strafe", offender=1, soloist=1))]
    for title, game in () if offence.played_out else games:
        cell = _count_cell(rules, game)
        yield f"[{title}]\n{cell.value:+d}: {_write_points(cell.points)}\n"


def _write_values(rules: RuleSet) -> Iterator[str]:
    """All possible values."""
    lone, solo = (find_lone_values(rules, crossed) for crossed in (False, True))
    for title, values in (("two against two", find_pair_values(rules)), ("lone", lone), ("crossed as a solo", solo)):
        yield f"[values, {title}]\n{' '.join(map(str, sorted(values)))}\n"


if __name__ == "__main__":
    main(sys.argv[1:] or load_rules.list_known())

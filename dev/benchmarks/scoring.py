"""How many games a second each rule set scores on one core: through the library and through `kiebitz score`.

    python -m dev.benchmarks.scoring [RULES ...] [--games 20000] [--rounds 3]

Two kinds of games: `played`, spread as at a table, and `any`, every legal thing equally often, so that far more is
said, reached and counted. Ratios are to the JSON round trip of the same games in the same run, so that another machine,
or a busy one, changes them little. `score`: points, value, winner, findings. `lines`: the explanation, too. `kiebitz
score`: the whole command, from lines of JSON to lines of JSON with the explanation, less its start. `values`: deriving
every value that a game can have, with nothing kept from before. Processor time; the best of the rounds.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from itertools import chain
from pathlib import Path
from typing import TypeVar

from scoring import rulesets
from scoring.counting import possible_values as feasible
from scoring.counting import tally, value
from scoring.counting.game import AUGEN, PARTIES, Call, Calls, Extras, Game
from scoring.counting.rules import RuleSet
from scoring.counting.score import score
from scoring.wire.lines import describe_game

Item = TypeVar("Item")

SAID = (55, 30, 9, 4, 1.5, 0.5)
"""How often of 100 games a party says nothing, Re or Kontra, keine 90 ... schwarz: an estimate."""


def main() -> None:
    """Prints one block a rule set."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("rules", nargs="*", default=rulesets.list_known())
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    print(f"{'':16}{'':8}{'round trips/s':>14}{'score/s':>10}{'ratio':>7}{'lines/s':>10}{'ratio':>7}"
          f"{'kiebitz score/s':>17}{'ratio':>7}")
    for name in arguments.rules:
        _system(rulesets.load(name), name, arguments.games, arguments.rounds)


def _system(rules: RuleSet, name: str, count: int, rounds: int) -> None:
    for title, draw in (("played", played), ("any", legal)):
        chance = random.Random(1)
        games = [draw(rules, chance) for _ in range(count)]
        lines = [json.dumps(describe_game(game)) for game in games]
        trips = _rate(lambda line: json.dumps(json.loads(line)), lines, rounds)
        rates = (
            _rate(lambda game: score(rules, game), games, rounds),
            _rate(lambda game: score(rules, game).lines, games, rounds),
            _command_rate(name, lines, rounds),
        )
        widths = (10, 10, 17)
        told = "".join(f"{rate:{width},.0f}{rate / trips:7.2f}" for rate, width in zip(rates, widths, strict=True))
        print(f"{rules.id if title == 'played' else '':16}{title:8}{trips:14,.0f}{told}")
    print(f"{'':16}values: {_values_seconds(rules, rounds) * 1e3:.1f} ms")


def played(rules: RuleSet, chance: random.Random) -> Game:
    """A game as at a table: mostly ordinary ones, few Absagen, Augen around 130, a Sonderpunkt now and then."""
    kind = rules.kinds[0] if chance.random() < 0.8 else chance.choice(rules.kinds)
    augen = min(max(round(chance.gauss(130, 35)), 0), AUGEN)
    calls = Calls(*chance.choices(tuple(Call), SAID, k=2))
    return _game(rules, chance, kind.id, calls, augen, _extras(rules, chance, augen, 0.2))


def legal(rules: RuleSet, chance: random.Random) -> Game:
    """Any game in which nothing is wrong: kinds, calls and Augen all equally often, many Sonderpunkte."""
    least = max(rules.least_trick, 1)
    augen = chance.choice((0, *range(least, AUGEN - least + 1), AUGEN))
    kind, calls = chance.choice(rules.kinds), Calls(*chance.choices(tuple(Call), k=2))
    return _game(rules, chance, kind.id, calls, augen, _extras(rules, chance, augen, 0.5))


def _extras(rules: RuleSet, chance: random.Random, augen: int, often: float) -> Extras:
    """Each Sonderpunkt that often, of either party, as far as the party's Augen allow it."""
    made: dict[str, list[tuple[str, int]]] = {"re": [], "kontra": []}
    for entry in rules.sheet.sonderpunkte:
        party, count = chance.choice(PARTIES), chance.randint(1, entry.most)
        if chance.random() < often and (augen if party == "re" else AUGEN - augen) >= entry.augen * count:
            made[party].append((entry.id, count))
    return Extras(**{party: tuple(counts) for party, counts in made.items()})


def _game(rules: RuleSet, chance: random.Random, kind: str, calls: Calls, augen: int, extras: Extras) -> Game:
    """The game at any table, with any seats; a solo is any of the system's."""
    seats = chance.choice(rules.sheet.seats)
    sits = chance.randint(1, 5) if seats == 5 else None
    playing = [seat for seat in range(1, seats + 1) if seat != sits]
    facts = rules.find_kind(kind)
    assert facts
    re = tuple(sorted(chance.sample(playing, facts.re_seats)))
    solo = chance.choice(rules.sheet.solos).id if kind == "solo" else None
    bock = bool(rules.bock.triggers) and chance.random() < 0.3
    return Game(kind, re, calls, augen, extras=extras, solo=solo, bock=bock, seats=seats, sits=sits)


def _rate(work: Callable[[Item], object], items: list[Item], rounds: int) -> float:
    """Items a second."""
    return len(items) / min(_seconds(lambda: [work(item) and None for item in items]) for _ in range(rounds))


def _command_rate(name: str, lines: Iterable[str], rounds: int) -> float:
    """Games a second of the whole command, less its start."""
    games = list(lines)
    start, whole = (min(_command_seconds(name, text) for _ in range(rounds)) for text in ([], games))
    return len(games) / (whole - start)


def _command_seconds(name: str, lines: list[str]) -> float:
    with tempfile.TemporaryDirectory() as folder:
        source, answers = Path(folder) / "games.jsonl", Path(folder) / "scores.jsonl"
        source.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        with source.open() as told, answers.open("w") as written:
            command = [sys.executable, "-m", "desk", "score", "--rules", name]
            subprocess.run(command, stdin=told, stdout=written, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        assert answers.read_bytes().count(b"\n") == len(lines)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _values_seconds(rules: RuleSet, rounds: int) -> float:
    return min(_seconds(lambda: _values(rules)) for _ in range(rounds))


def _values(rules: RuleSet) -> list[int]:
    """Every value of a pair, of a lone player, of a crossed solo, with nothing kept from before."""
    for module in (tally, value, feasible):
        for kept in vars(module).values():
            if hasattr(kept, "cache_clear"):
                kept.cache_clear()
    lone = (feasible.find_lone_values(rules, crossed) for crossed in (False, True))
    return list(chain(feasible.find_pair_values(rules), *lone))


def _seconds(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


if __name__ == "__main__":
    main()

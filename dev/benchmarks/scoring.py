"""How many games a second each rule set scores on one core: through the library and through `kiebitz score`.

    python -m dev.benchmarks.scoring [RULES ...] [--games 20000] [--rounds 3]

There are two kinds of games, both of `dev.rounds`: `played`, spread as at a table, and `any`, every legal thing equally
often, so that far more is said, reached and counted. Ratios are to the JSON round trip of the same games in the same
run; another machine, or a busy one, changes them little. `score`: points, value, winner, findings. `lines`: the
explanation as well. `kiebitz score`: the whole command, from lines of JSON to lines of JSON with the explanation, less
its start. `values`: deriving every value that a game can have, with nothing kept from before. Processor time; the best
of the rounds.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from pathlib import Path
from typing import TypeVar

import numpy as np

from dev.rounds.any_games import draw_any_game
from dev.rounds.games import draw_game
from scoring.counting import game_value
from scoring.counting import score as counting
from scoring.counting.game import Game
from scoring.counting.game_json import describe_game
from scoring.counting.rules import RuleSet
from scoring.rulesets import load_rules

Item = TypeVar("Item")


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints one block a rule set; returns the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("rules", nargs="*", default=load_rules.list_known())
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args(arguments)
    print(
        f"{'':16}{'':8}{'round trips/s':>14}{'score/s':>10}{'ratio':>7}{'lines/s':>10}{'ratio':>7}"
        f"{'kiebitz score/s':>17}{'ratio':>7}"
    )
    for name in options.rules:
        _measure_rules(load_rules.load(name), name, options.games, options.rounds)
    return 0


def _measure_rules(rules: RuleSet, name: str, count: int, rounds: int) -> None:
    for title, draw in (("played", _draw_played), ("any", draw_any_game)):
        rng = np.random.default_rng(1)
        games = [draw(rules, rng) for _ in range(count)]
        lines = [json.dumps(describe_game(game)) for game in games]
        trips = _measure_rate(lambda line: json.dumps(json.loads(line)), lines, rounds)
        rates = (
            _measure_rate(lambda game: counting.score(rules, game), games, rounds),
            _measure_rate(lambda game: counting.score(rules, game).lines, games, rounds),
            _measure_command(name, lines, rounds),
        )
        widths = (10, 10, 17)
        told = "".join(f"{rate:{width},.0f}{rate / trips:7.2f}" for rate, width in zip(rates, widths, strict=True))
        print(f"{rules.id if title == 'played' else '':16}{title:8}{trips:14,.0f}{told}")
    print(f"{'':16}values: {_time_values(rules, rounds) * 1e3:.1f} ms")


def _draw_played(rules: RuleSet, rng: np.random.Generator) -> Game:
    """A game as at a table, with any seats."""
    seats = int(rng.choice(rules.sheet.seats))
    return draw_game(rules, seats, int(rng.integers(1, 6)) if seats == 5 else None, None, rng)


def _measure_rate(work: Callable[[Item], object], items: list[Item], rounds: int) -> float:
    """Items a second."""
    return len(items) / min(_time_work(lambda: [work(item) and None for item in items]) for _ in range(rounds))


def _measure_command(name: str, lines: Iterable[str], rounds: int) -> float:
    """Games a second of the whole command, less its start."""
    games = list(lines)
    start, whole = (min(_time_command(name, text) for _ in range(rounds)) for text in ([], games))
    return len(games) / (whole - start)


def _time_command(name: str, lines: list[str]) -> float:
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


def _time_values(rules: RuleSet, rounds: int) -> float:
    return min(_time_work(lambda: _derive_values(rules)) for _ in range(rounds))


def _derive_values(rules: RuleSet) -> list[int]:
    """Every value of a pair, of a lone player, of a crossed solo, with nothing kept from before."""
    for module in (counting, game_value):
        for kept in vars(module).values():
            if hasattr(kept, "cache_clear"):
                kept.cache_clear()
    lone = (counting.find_lone_values(rules, crossed) for crossed in (False, True))
    return list(chain(counting.find_pair_values(rules), *lone))


def _time_work(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


if __name__ == "__main__":
    raise SystemExit(main())

"""Evenings for tests as plain values: each round a line a table, "Anna+12 Bernd-4 Clara-4 Dora-4"."""

from __future__ import annotations

import random
import re

from hypothesis import strategies as st

from tournament.standings.places import Player, Sitting


def play(*rounds: str, solos: str = "", withdrawn: str = "") -> tuple[Player, ...]:
    """The players of such an evening: tables of a round stand between "/"; `solos`: "Anna2 Dora1" for solos won."""
    sittings: dict[str, list[Sitting]] = {}
    sheet = 0
    for round_, tables in enumerate(rounds, 1):
        for table, words in enumerate(tables.split("/"), 1):
            sheet += 1
            for seat, (name, points) in enumerate(re.findall(r"(\w+?)([+-]?\d+)", words), 1):
                sittings.setdefault(name, []).append(Sitting(sheet, seat, round_, table, int(points)))
    won = {name: int(count) for name, count in re.findall(r"([^\W\d]+)(\d+)", solos)}
    return tuple(
        Player(
            number,
            name,
            tuple(found),
            won.get(name, 0),
            start=number,
            left_after=0 if name in withdrawn.split() else None,
        )
        for number, (name, found) in enumerate(sittings.items(), 1)
    )


@st.composite
def draw_evenings(draw: st.DrawFn, most_points: int = 6) -> tuple[Player, ...]:
    """Any evening of one to four tables and one to three rounds whose tables add up to 0; ties are frequent."""
    tables, rounds = draw(st.integers(1, 4)), draw(st.integers(1, 3))
    rng = random.Random(draw(st.integers(0, 10**6)))
    names = [f"Spieler{number}" for number in range(1, 4 * tables + 1)]
    sittings: dict[str, list[Sitting]] = {name: [] for name in names}
    for round_ in range(1, rounds + 1):
        seated = rng.sample(names, len(names))
        for table in range(tables):
            points = [rng.randint(-most_points, most_points) for _ in range(3)]
            for seat, (name, value) in enumerate(zip(seated[4 * table :], [*points, -sum(points)], strict=False), 1):
                sittings[name].append(Sitting((round_ - 1) * tables + table + 1, seat, round_, table + 1, value))
    return tuple(
        Player(
            number,
            name,
            tuple(sittings[name]),
            rng.randint(0, 1),
            start=number,
            left_after=0 if rng.random() < 0.1 else None,
        )
        for number, name in enumerate(names, 1)
    )

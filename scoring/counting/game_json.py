"""Games and scores as JSON, one a line: `Game` from a JSON object and back, `Score` and `Finding` to JSON objects.

Each reader of an entry returns the value, or raises `Wrong` with what would be right.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache, partial
from itertools import takewhile
from typing import Any

from scoring.counting.count_steps import Apart, Idle, Sonderpunkte, Step, list_lines
from scoring.counting.game import PARTIES, Calls, Counts, Extras, Game, NoTrick, Party
from scoring.counting.game_faults import make_impossible
from scoring.counting.rules import RuleSet
from scoring.counting.score import KEPT, Score, Tally, score
from scoring.findings import Finding
from texts.languages import Lang
from texts.sentences import say

_MOST_COUNTED = 10**6  # a number beyond this is no count of anything in a game
_LONGEST = 60  # letters of a name; those of kinds, solos and Sonderpunkte have a third
_LONGEST_LIST = 20  # seats, or Sonderpunkte of one party
_SIDES = frozenset(PARTIES)


class Wrong(Exception):
    """A value of the wrong type; says what would be right. `parse_game` turns it into a finding."""


def _read_text(value: object) -> str:
    if isinstance(value, str):
        return _cut(value)
    raise Wrong('"..."')


def _cut(name: str) -> str:
    """The name; one that is too long to be any is cut, so that a sentence can repeat it."""
    return name if len(name) <= _LONGEST else name[: _LONGEST - 1] + "…"


def _read_number(value: object) -> int:
    if type(value) is int and -_MOST_COUNTED < value < _MOST_COUNTED:  # true is an int by its class, but no number
        return value
    if isinstance(value, float) and value.is_integer():  # tables exported by other programs write 177.0
        return _read_number(int(value))
    raise Wrong("0, 1, 2 ...")


def _read_flag(value: object) -> bool:
    if isinstance(value, bool):
        return value
    raise Wrong("true, false")


def _read_seats(value: object) -> tuple[int, ...]:
    if isinstance(value, list) and len(value) <= _LONGEST_LIST:
        return tuple(map(_read_number, value))
    raise Wrong("[1, 3]")


def _read_sitters(value: object) -> tuple[int, ...]:
    """One seat, or a list of them where several sit out."""
    return _read_seats(value) if isinstance(value, list) else (_read_number(value),)


def _read_party(value: object) -> Party:
    if value in PARTIES:
        return value
    raise Wrong('"re", "kontra"')


def _read_no_trick(value: object) -> NoTrick:
    if value == "none" or value in PARTIES:
        return value
    raise Wrong('"re", "kontra", "none"')


def _read_by_party(value: object) -> dict[str, Any]:
    if isinstance(value, dict) and _SIDES.issuperset(value):
        return value
    raise Wrong('{"re": ..., "kontra": ...}')


def _read_calls(rules: RuleSet, value: object) -> Calls:
    said = _read_by_party(value)
    return Calls(_read_call(rules, "re", said.get("re")), _read_call(rules, "kontra", said.get("kontra")))


def _read_call(rules: RuleSet, party: Party, value: object) -> int:
    names = rules.calls_by_name[party]
    if value is None or isinstance(value, str):
        call = names.get(value)
        if call is not None:
            return call
    raise Wrong(", ".join(json.dumps(name) for name in names))


def _read_extras(value: object) -> Extras:
    made = _read_by_party(value)
    return Extras(_read_counts(made.get("re")), _read_counts(made.get("kontra")))


def _read_counts(value: object) -> Counts:
    if value is None:
        return ()
    if isinstance(value, dict) and len(value) <= _LONGEST_LIST:
        return tuple([(_cut(name), _read_number(count)) for name, count in value.items() if count is not None])
    raise Wrong('{"fuchs": 1}')


def _read_bock(value: object) -> int:
    """Whether it is a Bock game, or how many Böcke count in it."""
    if isinstance(value, bool | int):
        return _read_number(int(value))
    raise Wrong("true, false, 2")


READERS: dict[str, Callable[[Any], object]] = {
    "kind": _read_text,
    "re": _read_seats,
    "calls": _read_by_party,
    "augen": _read_number,
    "no_trick": _read_no_trick,
    "extras": _read_extras,
    "solo": _read_text,
    "pflicht": _read_flag,
    "bock": _read_bock,
    "seats": _read_number,
    "sits": _read_sitters,
    "offender": _read_number,
    "minor": _read_flag,
    "absagen": _read_number,
    "soloist": _read_number,
    "verworfen": _read_party,
    "losers": _read_seats,
    "jungfern": _read_number,
}
"""The public names of a game's entries; which calls there are, the rule set says."""


@lru_cache(maxsize=64)
def _make_readers(rules: RuleSet) -> dict[str, Callable[[Any], object]]:
    return READERS | {"calls": partial(_read_calls, rules)}


Parsed = tuple[Game | None, tuple[Finding, ...]]
"""The game, or None and why there is none."""

LONGEST = 2**16
"""Characters that a line may have; a game has some 200."""
_QUOTED = 60  # characters of a bad line that its finding repeats
_MOST_FINDINGS = 20  # findings of a line that are listed; the rest is counted


def parse_game(rules: RuleSet, data: object) -> Parsed:
    """The game in a decoded JSON object. Wrong types and unknown keys are findings; then there is no game.

    In a Ramsch, `losers` are the seats that pay, which stand in Re's place.
    """
    if not isinstance(data, Mapping):
        return None, (Finding("illegible", "error", (), {"line": _quote_json(data)}, sentence="faults.line.no-object"),)
    findings: list[Finding] = []
    entries: dict[str, Any] = {}
    readers = _make_readers(rules)
    for key, value in data.items():
        reader = readers.get(key)
        try:
            if reader is None:
                named = _quote(str(key))
                findings.append(make_impossible("faults.line.unknown-key", named, key=named, known=tuple(readers)))
            elif value is not None:
                entries[key] = reader(value)
        except Wrong as wrong:
            gaps = {"key": key, "value": _quote_json(value), "hint": str(wrong)}
            findings.append(make_impossible("faults.line.wrong-type", str(key), **gaps))
    if not data.get("kind"):
        findings.append(make_impossible("faults.line.no-kind", "kind"))
    if len(findings) > _MOST_FINDINGS:
        findings[_MOST_FINDINGS:] = [make_impossible("faults.line.more-wrong", count=len(findings) - _MOST_FINDINGS)]
    if findings:
        return None, tuple(findings)
    losers = entries.pop("losers", None)
    return Game(**entries if losers is None else entries | {"re": losers}), ()


def parse_line(rules: RuleSet, line: str) -> Parsed:
    """The game in one line of JSON. A line that is no JSON, or too long for a game, gets a finding that quotes it."""
    if len(line) > LONGEST:
        gaps = {"line": _quote(line), "most": LONGEST}
        return None, (Finding("illegible", "error", (), gaps, sentence="faults.line.long-line"),)
    try:
        return parse_game(rules, _DECODER.decode(line))
    except (ValueError, RecursionError):
        return None, (Finding("illegible", "error", (), {"line": _quote(line)}, sentence="faults.line.no-json"),)


def score_line(rules: RuleSet, line: str) -> Score:
    """The score of one line; a line without a game has findings only."""
    game, findings = parse_line(rules, line)
    return score(rules, game) if game else Score(None, None, None, findings)


def score_each_line(rules: RuleSet, lines: Iterable[str]) -> Iterator[Score]:
    """One score for every line, in order, as the lines come. `findings` of a score say whether a person should look."""
    return (score_line(rules, line) for line in lines)


def write_score(result: Score, lang: Lang = "de") -> str:
    """The score as the command line promises it, in one line.

    Put together by hand, because encoding all lines again takes longer than scoring the game.
    """
    points = "null" if result.points is None else list(result.points)
    value = "null" if result.value is None else result.value
    winner = f'"{result.winner}"' if result.winner else "null"
    lines = ", ".join(_write_lines(result.tally, result.extras, lang)) if result.tally else ""
    findings = _encode([describe_finding(finding, lang) for finding in result.findings]) if result.findings else "[]"
    return f'{{"points": {points}, "value": {value}, "winner": {winner}, "lines": [{lines}], "findings": {findings}}}'


def _write_lines(tally: Tally, extras: Extras, lang: Lang) -> Iterator[str]:
    """The lines of a score in JSON. Those above its Sonderpunkte are cached: many games share them."""
    head, total, rest = _write_head(tally, lang)
    yield from head
    for line in list_lines(rest, extras, total):
        yield _write_line(line.name, line.points, tuple(line.gaps.items()), lang)


@lru_cache(maxsize=KEPT)
def _write_head(tally: Tally, lang: Lang) -> tuple[tuple[str, ...], int, tuple[Step, ...]]:
    """For all games of that tally: their first lines in one string, the points so far, and the remaining steps."""
    steps = tuple(takewhile(lambda step: not isinstance(step, Sonderpunkte | Idle | Apart), tally.steps))
    lines = tuple(list_lines(steps, Extras()))
    head = ", ".join(_write_line(line.name, line.points, tuple(line.gaps.items()), lang) for line in lines)
    return (head,) if head else (), sum(line.points for line in lines), tally.steps[len(steps) :]


@lru_cache(maxsize=2**12)
def _write_line(name: str, points: int, gaps: tuple[tuple[str, object], ...], lang: Lang) -> str:
    """A line of a score in JSON, cached: a rule set has only a few hundred different ones."""
    return _encode({"text": say(lang, f"counting.{name}", **dict(gaps)), "points": points})


def _encode(data: object) -> str:
    """JSON with umlauts as they are; lone surrogates, which no output can hold, become "?"."""
    return _ENCODER.encode(data).encode(errors="replace").decode()


def describe_finding(finding: Finding, lang: Lang = "de") -> dict[str, object]:
    """The finding as the reports promise it; `proposal` is null or a list of changes."""
    changes = [{"field": c.field, "written": c.written, "proposed": c.proposed} for c in finding.proposal or ()]
    return {
        "code": finding.code,
        "severity": finding.severity,
        "message": finding.message(lang),
        "fields": list(finding.fields),
        "proposal": changes or None,
    }


def describe_game(rules: RuleSet, game: Game) -> dict[str, object]:
    """The game as a JSON object that `parse_game` reads back; what is as usual is left out."""
    data: dict[str, object] = {"kind": game.kind}
    kind = rules.find_kind(game.kind)
    if game.re:
        data["losers" if kind and kind.is_ramsch else "re"] = list(game.re)
    if game.calls != Calls():
        data["calls"] = {party: rules.name_call(party, game.calls.of(party)) or None for party in PARTIES}
    if game.extras != Extras():
        data["extras"] = {party: dict(game.extras.of(party)) for party in PARTIES}
    for key in ("augen", "no_trick", "solo", "offender", "soloist", "verworfen"):
        if getattr(game, key) is not None:
            data[key] = getattr(game, key)
    if game.sits:
        data["sits"] = list(game.sits) if game.sits[1:] else game.sits[0]
    for key, usual in (("seats", 4), ("pflicht", False), ("minor", False), ("absagen", 0), ("jungfern", 0)):
        if getattr(game, key) != usual:
            data[key] = getattr(game, key)
    if game.bock:
        data["bock"] = True if game.bock == 1 else game.bock
    return data


def _refuse_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object in which no key comes twice: of two "augen" neither may win silently."""
    table = dict(pairs)
    if len(table) != len(pairs):
        raise ValueError("a key comes twice")
    return table


def _refuse(name: str) -> float:
    raise ValueError(f"{name} is no JSON")


_DECODER = json.JSONDecoder(object_pairs_hook=_refuse_twice, parse_constant=_refuse)
_ENCODER = json.JSONEncoder(ensure_ascii=False)


def _quote_json(data: object) -> str:
    return _quote(json.dumps(data, ensure_ascii=False))


def _quote(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _QUOTED else text[: _QUOTED - 1] + "…"

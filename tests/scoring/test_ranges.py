"""How large the numbers of a rule set may be: just inside and just outside of every range."""

from __future__ import annotations

from pathlib import Path

import pytest

from scoring.rulesets import load_rules

HEAD = 'extends = "ddv"\nid = "verein"\ntitle = { de = "Verein", en = "Club", source = "x" }\n'
RANGES = """
version = N | version | 1 | 9999
deck = [{ rank = "ass", copies = N, source = "x" }] | deck[ass].copies | 1 | 40
deck = [{ rank = "ass", augen = N, source = "x" }] | deck[ass].augen | 0 | 40
needs = [{ said = "re", re = N, source = "x" }] | needs[re].re | 1 | 240
needs = [{ said = "re", kontra = N, source = "x" }] | needs[re].kontra | 1 | 240
levels = [{ id = "k90", re = N, source = "x" }] | levels[k90].re | 0 | 240
levels = [{ id = "k90", kontra = N, source = "x" }] | levels[k90].kontra | 0 | 240
levels = [{ id = "k90", cards = N, source = "x" }] | levels[k90].cards | 0 | 20
levels = [{ id = "k90", against = N, source = "x" }] | levels[k90].against | 0 | 240
deadline = { ansage_cards = N, source = "x" } | deadline.ansage_cards | 1 | 20
deadline = { reply_fewer = N, source = "x" } | deadline.reply_fewer | 0 | 20
deadline = { hochzeit_shift = N, source = "x" } | deadline.hochzeit_shift | 0 | 3
value = [{ rule = "gegen", points = N, source = "x" }] | value[gegen].points | 1 | 1000
offence = { offender = N, source = "x" } | offence.offender | -1000 | 0
offence = { others = N, source = "x" } | offence.others | 0 | 1000
offence.minor = { offender = N, source = "x" } | offence.minor.offender | -1000 | 0
offence.absage = { others = N, source = "x" } | offence.absage.others | 0 | 1000
bock = { triggers = [], per_game = N, source = "x" } | bock.per_game | 1 | 10
money = { cents_per_point = 0, entry_cents = N, source = "x" } | money.entry_cents | 0 | 1000000
money = { entry_cents = 0, cents_per_point = N, source = "x" } | money.cents_per_point | 0 | 10000
checks.unit = { step = N, source = "x" } | checks.unit.step | 1 | 1000
checks.unusual = { above = N, source = "x" } | checks.unusual.above | 0 | 100000
sheet.rounds = { count = N, source = "x" } | sheet.rounds.count | 1 | 99
sheet.games = [{ seats = 4, games = N, source = "x" }] | sheet.games[4].games | 1 | 99
sheet.sonderpunkte = [{ id = "fuchs", most = N, source = "x" }] | sheet.sonderpunkte[fuchs].most | 1 | 20
sheet.sonderpunkte = [{ id = "fuchs", augen = N, source = "x" }] | sheet.sonderpunkte[fuchs].augen | 0 | 240
sheet.pflichtsolo = { per_player = N, source = "x" } | sheet.pflichtsolo.per_player | 0 | 9
sheet.pflichtsolo = { within = N, source = "x" } | sheet.pflichtsolo.within | 0 | 99
"""


def out_of_range(path: Path, line: str, number: int) -> list[str]:
    """What a club is told about ranges when it writes this number."""
    version = "" if line.startswith("version") else "version = 1\n"
    path.write_text(HEAD + version + line.replace("= N", f"= {number}"), encoding="utf-8")
    _, faults = load_rules.inspect(path)
    off = [fault for fault in faults if fault.sentence == "rulefile.entry.range"]
    return [fault.message("en").removeprefix(f"{path}: ") for fault in off]


@pytest.mark.parametrize("case", RANGES.strip().splitlines())
def test_range(tmp_path: Path, case: str) -> None:
    """The bounds themselves may be; one less or one more is reported with the key and both bounds."""
    line, key, low, high = (part.strip() for part in case.split(" | "))
    path = tmp_path / "verein.toml"
    sentence = f"{key}: this must be a number from {low} to {high}."
    told = [out_of_range(path, line, number) for number in (int(low) - 1, int(low), int(high), int(high) + 1)]
    assert told == [[sentence], [], [], [sentence]]


@pytest.mark.parametrize("rule", ["bock", "verdoppelt"])
def test_factors(tmp_path: Path, rule: str) -> None:
    """What multiplies is kept smaller than what adds."""
    line = f'value = [{{ rule = "{rule}", points = N, kinds = ["solo"], nobody = true, source = "x" }}]'
    told = [out_of_range(tmp_path / "verein.toml", line, number) for number in (1, 10, 11)]
    assert told == [[], [], [f"value[{rule}].points: this must be a number from 1 to 10."]]


@pytest.mark.parametrize(
    ("letters", "entries", "faults"), [(1000, 100, []), (1001, 101, ["title.de", "trumps.order", "examples[1].game"])]
)
def test_lengths(tmp_path: Path, letters: int, entries: int, faults: list[str]) -> None:
    """Texts and lists may be long, but not so long that a page or a count never ends."""
    path = tmp_path / "verein.toml"
    order = ", ".join('"herz-zehn"' for _ in range(entries))
    title = '{ de = "x", en = "x" }'
    example = f'examples = [{{ title = {title}, game = "{"x" * letters}", points = [], source = "x" }}]\n'
    path.write_text(
        HEAD.replace('de = "Verein"', f'de = "{"x" * letters}"')
        + "version = 1\n"
        + example
        + f'trumps = {{ order = [{order}], source = "x" }}',
        encoding="utf-8",
    )
    found = load_rules.inspect(path)[1]
    assert [fault.key for fault in found if fault.sentence == "rulefile.entry.length"] == faults


@pytest.mark.parametrize("kind", ["minor", "absage"])
def test_every_fine_makes_nothing_together(tmp_path: Path, kind: str) -> None:
    """What the offender loses, the others get: in a minor offence and for each Absage, too."""
    path = tmp_path / "verein.toml"
    path.write_text(f'{HEAD}version = 1\noffence.{kind} = {{ offender = -4, source = "x" }}', encoding="utf-8")
    (fault,) = load_rules.inspect(path)[1]
    assert (fault.key, fault.sentence) == (f"offence.{kind}", "rulefile.entry.offence")

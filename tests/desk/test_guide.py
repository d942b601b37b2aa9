"""The page for players: one page, whole sentences, examples that the rule set has counted."""

from itertools import combinations
from pathlib import Path

import pypdfium2  # type: ignore[import-untyped]  # it ships no types
import pytest

from desk.__main__ import main
from scoring.rulesets.load_rules import list_known, load
from templates.full_sheet import group_columns
from templates.list_sheets import has_offence_boxes
from tests.templates.printed import apart, printable, printed, within
from tournament.printing.player_guide import describe_group, make_guide
from tournament.printing.sheet_orders import SheetOrder, make_sheets


@pytest.mark.few(2)
@pytest.mark.parametrize("lang", ["de", "en"])
@pytest.mark.parametrize("rules", list_known())
def test_the_guide_is_one_page_of_whole_sentences(tmp_path: Path, rules: str, lang: str) -> None:
    """For every rule set it fits one page; nothing is cut, and no word stands on another."""
    target = tmp_path / "guide.pdf"
    assert main(["sheet", "--guide", str(target), "--rules", rules, "--lang", lang]) == 0
    document = pypdfium2.PdfDocument(target)
    assert len(document) == 1
    document.close()
    runs = printed(target.read_bytes())
    assert all(within(box, printable((210, 297))) for _, box in runs)
    assert all(apart(one, other) for (_, one), (_, other) in combinations(runs, 2))
    everything = "".join("".join(text.split()) for text, _ in runs)
    assert "…" not in everything
    said = make_guide(load(rules), lang)  # type: ignore[arg-type]
    for line in (
        said.intro,
        *(words for _, words in said.steps),
        *(told.words for told in said.examples),
        said.list_words,
        *said.marks,
        *said.numbers,
        *said.lists,
        *said.photo,
    ):
        assert "".join(line.split()) in everything, line


@pytest.mark.parametrize("rules", list_known())
def test_every_group_of_columns_is_explained_in_its_turn(rules: str) -> None:
    """The numbers below the sheet's picture are those of the sentences; what is crossed on a list, it has a box for."""
    said, system = make_guide(load(rules), "de"), load(rules)
    full, listed = (
        make_sheets(SheetOrder(rules, style, 4, 12, "", None, None, "", "de"), system)[0].code
        for style in ("full", "points")
    )
    assert [title for title, _ in said.steps] == [
        describe_group(system, "de", group)[0] for group, _ in group_columns(full)
    ]
    assert any("Strafe: ankreuzen" in line for line in said.lists) is has_offence_boxes(listed)
    assert any("Verworfen" in line for line in said.lists) is system.offence.played_out


@pytest.mark.parametrize("rules", list_known())
def test_examples_are_counted_by_the_rule_set(rules: str) -> None:
    """Three games whose points add up to zero, crossed where the sheet has columns."""
    for told in make_guide(load(rules), "de").examples:
        points = {name: int(text.replace("−", "-")) for name, text in told.row.written if name[0] == "p"}
        assert sorted(points) == ["p1", "p2", "p3", "p4"]
        assert sum(points.values()) == 0
        alone = sum(name[:2] == "re" and name[2:].isdigit() for name in told.row.crossed) == 1
        value = int(dict(told.row.written)["value"])
        assert sorted({abs(number) for number in points.values()}) == ([value, 3 * value] if alone else [value])


@pytest.mark.parametrize("rules", list_known())
def test_the_same_games_stand_on_the_list(rules: str) -> None:
    """The list of totals shows what the three games above it add up to, winners crossed; where the rules want no
    totals, it is the points list."""
    said = make_guide(load(rules), "de")
    points = [[_number(dict(told.row.written), f"p{seat}") for seat in range(1, 5)] for told in said.examples]
    totals = load(rules).sheet.totals.allowed
    for count, row in enumerate(said.list_rows, 1):
        written = dict(row.written)
        name, due = ("total", map(sum, zip(*points[:count], strict=True))) if totals else ("p", iter(points[count - 1]))
        assert [_number(written, f"{name}{seat}") for seat in range(1, 5)] == list(due)
        won = {f"win{seat}" for seat, one in enumerate(points[count - 1], 1) if one > 0}
        assert {name for name in row.crossed if name != "solo"} == (won if totals else set())
    silent = load(rules).find_kind("stille-hochzeit")
    assert silent
    assert ["solo" in row.crossed for row in said.list_rows] == [False, True, load(rules).is_crossed(silent)]


def _number(written: dict[str, str], name: str) -> int:
    return int(written[name].replace("−", "-"))


def test_the_guide_is_told_where_it_cannot_be_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A folder that is not there is one sentence, with the usual exit status."""
    assert main(["sheet", "--guide", str(tmp_path / "none" / "guide.pdf")]) == 3
    assert "guide.pdf" in capsys.readouterr().err

"""How many drawn sheets are judged as every combination of their fields shows.

    python -m tests.oracle points --sheets 10000

Styles: points, plus, half (of a round), shifted (sitters out of step), full, full-plus, totals, totals-plus.

Printed is each sheet that differs, then how many do: in the chance of a field, row or total, or in the smallest
explanation.
"""

from __future__ import annotations

import argparse
import sys

from scoring.rulesets.load_rules import load
from tests.oracle.compared import explain_exactly, explain_full_exactly, judge_exactly, judge_list_exactly
from tests.oracle.drawn import draw_sheet
from tests.oracle.drawn_lists import draw_list

STYLES = ("points", "plus", "half", "shifted", "full", "full-plus", "totals", "totals-plus")


def main() -> int:
    """Compares the sheets; 1 where some differ."""
    parser = argparse.ArgumentParser(prog="python -m tests.oracle")
    parser.add_argument("style", choices=STYLES)
    parser.add_argument("--sheets", type=int, default=100)
    parser.add_argument("--first", type=int, default=0, help="number of the first sheet")
    options = parser.parse_args()
    numbers = range(options.first, options.first + options.sheets)
    differ = [number for number in numbers if not is_judged_exactly(number, options.style)]
    sys.stdout.write(f"{options.style}: {len(differ)} of {len(numbers)} differ {differ or ''}\n")
    return int(bool(differ))


def is_judged_exactly(number: int, style: str) -> bool:
    """Whether the drawn sheet of that number is judged as it should be."""
    drawn = (draw_list if style.startswith("totals") else draw_sheet)(number, style)
    rules = load(drawn.name)
    try:
        if style.startswith("totals"):
            judge_list_exactly(rules, drawn.reading)
            return True
        judge_exactly(rules, drawn.reading)
        (explain_full_exactly if style.startswith("full") else explain_exactly)(rules, drawn.reading)
    except AssertionError as error:
        sys.stdout.write(f"{style} {number}: {drawn.name} {drawn.lines} {drawn.sums!r}: {error}\n")
        return False
    return True


if __name__ == "__main__":
    raise SystemExit(main())

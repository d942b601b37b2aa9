"""Checks of the people on a sheet: who signed it, and whether they are those whom the draw put at this table.

The rule sheets say nothing about either; both checks are decisions (D).
"""

from __future__ import annotations

from scoring.checks.row import Findings
from scoring.counting.rules import RuleSet
from scoring.findings import Finding
from scoring.rows.row import Sheet, make_name_id, make_signature_id


def check_signatures(rules: RuleSet, sheet: Sheet) -> Findings:
    """S10: each player signs the sheet, which accepts it. Three signatures, none at seat 2."""
    missing = tuple(seat for seat, signed in enumerate(sheet.signed, 1) if signed is False)
    if missing and any(not row.blank for row in sheet.rows):
        sentence = "faults.sheet.unsigned-all" if len(missing) == sheet.seats else ""
        fields = tuple(map(make_signature_id, missing))
        yield Finding("unsigned", "warning", fields, {"seats": missing}, sentence=sentence)


def check_drawn_names(rules: RuleSet, sheet: Sheet) -> Findings:
    """S11: the players are those whom the draw put at this table, in any order. Anna, Bernd, Chris and Doris were
    drawn, but Emil sits here.
    """
    drawn = {_simplify(player) for player in sheet.drawn}
    written = [None if player is None else _simplify(player) for player in sheet.names]
    missing = tuple(player for player in sheet.drawn if _simplify(player) not in written) or ("–",)
    for seat, player in enumerate(written if drawn else (), 1):
        gaps = {"seat": seat, "name": sheet.names[seat - 1], "missing": missing}
        if player is not None and player not in drawn:
            yield Finding("unknown-name", "error", (make_name_id(seat),), gaps, sentence="faults.sheet.name-not-drawn")
        elif player is not None and player in written[: seat - 1]:
            gaps |= {"other": written.index(player) + 1}
            yield Finding("unknown-name", "error", (make_name_id(seat),), gaps, sentence="faults.sheet.name-twice")


def _simplify(player: str) -> str:
    return " ".join(player.split()).casefold()

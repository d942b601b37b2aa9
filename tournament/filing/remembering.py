"""Judgements that this process has decoded before: a program that stays, like the page, asks at every change."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

from scoring.counting.rules import RuleSet
from tournament.filing.codec import decode_judged
from tournament.judging.row.judged import JudgedSheet
from tournament.judging.written_sheet import WrittenSheet

MOST = 512
"""So many judgements are remembered, of some 0.2 MB each: three times the sheets of an evening of 200 players."""

_JudgedFrom = tuple[RuleSet, WrittenSheet]
_LOCK = Lock()
_DECODED: OrderedDict[tuple[str, bytes], tuple[_JudgedFrom, JudgedSheet]] = OrderedDict()


def recall_judged(data: bytes, rules: RuleSet, sheet: WrittenSheet) -> JudgedSheet:
    """The same as `decode_judged`, at once where these bytes were decoded for the same sheet and rules before.

    Raises `UnreadableContent`.
    """
    key, ground = (sheet.key, data), (rules, sheet)
    with _LOCK:
        known = _DECODED.get(key)
    if known is not None and known[0] == ground:  # values that are the same objects are compared at once
        return known[1]
    judged = decode_judged(data, rules, sheet)
    with _LOCK:
        _DECODED[key] = ground, judged
        while len(_DECODED) > MOST:
            _DECODED.popitem(last=False)
    return judged

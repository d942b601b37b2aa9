"""What a file keeps to be quick, compared with what its entries say: nothing there may say something else."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from math import isclose
from typing import Any

from texts.languages import LANGUAGES
from texts.sentences import Phrase, SpokenError
from tournament.filing.evening_status import keep_documents
from tournament.filing.open_evening import VERSION, open_evening
from tournament.record.glance import DOCUMENTS, make_kept_key
from tournament.record.store import Cached, Store

_ROUNDING = 0.002
"""By how much a share may differ that another machine worked out; points and places are whole numbers."""


def check_caches(store: Store, *, anew: bool = False) -> Iterator[Phrase]:
    """What in the file's caches is not as it should be, in a sentence.

    A piece under this user's seal is as it was worked out here, and one without it was changed. What others wrote is
    worked out anew and compared. `anew`: so is everything, and the caches are emptied before.
    """
    kept = list(store.list_caches())
    if anew:
        store.drop_caches()
    changed = [one for one in kept if one.own and not one.sealed]
    doubtful = [one for one in kept if one not in changed and (anew or not one.own)]
    if doubtful:
        with suppress(SpokenError):  # what is wrong with the entries is told elsewhere
            changed += _find_false(store, doubtful)
    if changed:
        yield Phrase("book.verify.caches", {"count": len(changed), "where": store.where})


def _find_false(store: Store, doubtful: Sequence[Cached]) -> list[Cached]:
    """Those that say something else than what is worked out now. What nobody would be shown any more is left out."""
    evening = open_evening(store)
    wanted = {one.key for one in doubtful}
    for lang in LANGUAGES:
        if wanted & {make_kept_key(name, lang) for name in DOCUMENTS}:
            keep_documents(store, evening if lang == "de" else open_evening(store, lang), lang)
    keys = [one.key for one in doubtful]
    fresh = zip(doubtful, store.read_caches(keys), strict=True)
    head = evening.tournament.head.hash
    return [old for old, now in fresh if now is not None and not _is_same(_load(old.data), _load(now), head)]


def _load(data: bytes) -> Any:
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        return None


def _is_same(old: Any, now: Any, head: str) -> bool:
    """Whether the two say the same, or the old one is a document of an earlier entry or another version."""
    if isinstance(old, dict) and "document" in old and (old.get("head"), old.get("program")) != (head, VERSION):
        return True
    return _is_like(old, now)


def _is_like(one: Any, other: Any) -> bool:
    """Whether the values are equal but for the last digits of shares."""
    if float in (type(one), type(other)) and {type(one), type(other)} <= {float, int}:
        return isclose(one, other, abs_tol=_ROUNDING)
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_is_like(value, other[key]) for key, value in one.items())
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_is_like, one, other))
    return bool(one == other)

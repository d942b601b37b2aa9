"""German is the default; `--lang en` or the environment's KIEBITZ_LANG=en asks for English."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Literal

Lang = Literal["de", "en"]
LANGUAGES: tuple[Lang, ...] = ("de", "en")


def default_language() -> Lang:
    """What holds where no option says otherwise; an unknown KIEBITZ_LANG counts as unset."""
    wish = os.environ.get("KIEBITZ_LANG", "de")[:2].lower()
    return "en" if wish == "en" else "de"


def find_language(arguments: Sequence[str]) -> Lang:
    """The language that the command line asks for, found before its options are parsed: errors need it too."""
    for option, value in zip(("", *arguments), (*arguments, ""), strict=True):
        if option == "--lang" or option.startswith("--lang="):
            wish = value if option == "--lang" else option[len("--lang=") :]
            return "en" if wish == "en" else "de"
    return default_language()

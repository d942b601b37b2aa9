"""The user's own folders in a place of the tests: what the environment is to say, on Linux and on Windows."""

from __future__ import annotations

from pathlib import Path

_STATE = ("XDG_STATE_HOME", "XDG_CACHE_HOME")
_DOCUMENTS = ("XDG_DOCUMENTS_DIR", "WIN_PD_OVERRIDE_PERSONAL")
_HOME = ("HOME", "USERPROFILE")


def name_state(place: Path | str) -> dict[str, str]:
    """What the program keeps for itself lies there; on Windows one folder deeper, as the tournaments' "Kiebitz" would
    be the same as its "kiebitz"."""
    return dict.fromkeys(_STATE, str(place)) | {"WIN_PD_OVERRIDE_LOCAL_APPDATA": str(Path(place, "AppData"))}


def name_home(place: Path | str) -> dict[str, str]:
    """The user's documents and all else lie there, too."""
    return dict.fromkeys(_HOME, str(place)) | name_state(place) | name_documents(place)


def name_documents(place: Path | str) -> dict[str, str]:
    """The user's documents lie there."""
    return dict.fromkeys(_DOCUMENTS, str(place))

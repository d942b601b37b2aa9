"""Puts a folder on the user's PATH on Windows, or takes it off: `python user_path.py add|remove FOLDER`.

Windows keeps it in the registry. NSIS would cut one of more than 1,024 letters.
"""

from __future__ import annotations

import ctypes
import sys

_CHANGED, _EVERYBODY, _IF_HUNG, _WAIT_MS = 0x001A, 0xFFFF, 0x0002, 2000


def change_path(value: str, folder: str, order: str) -> str:
    """The PATH with the folder at its end, or without it."""
    kept = [one for one in value.split(";") if one and one.rstrip("\\").casefold() != folder.rstrip("\\").casefold()]
    return ";".join([*kept, folder] if order == "add" else kept)


def main(order: str, folder: str) -> None:
    """Changes it for programs that start from now on."""
    assert sys.platform == "win32"
    import winreg

    with winreg.CreateKeyEx(winreg.HKEY_CURRENT_USER, "Environment", access=winreg.KEY_ALL_ACCESS) as key:
        try:
            value, kind = winreg.QueryValueEx(key, "Path")
        except FileNotFoundError:
            value, kind = "", winreg.REG_EXPAND_SZ
        changed = change_path(value, folder, order)
        if changed != value:
            winreg.SetValueEx(key, "Path", 0, kind, changed)
    ctypes.windll.user32.SendMessageTimeoutW(_EVERYBODY, _CHANGED, 0, "Environment", _IF_HUNG, _WAIT_MS, None)


if __name__ == "__main__":
    main(*sys.argv[1:])

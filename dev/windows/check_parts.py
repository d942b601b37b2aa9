"""Whether a gathered folder is whole: every library that one asks for, and every part of Windows' that is not Windows'
own."""

from __future__ import annotations

from collections.abc import Iterator
from email.parser import Parser
from pathlib import Path

import pefile
from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

_WINDOWS = """
advapi32 bcrypt bcryptprimitives comctl32 comdlg32 crypt32 dbghelp dwmapi dxgi gdi32 imm32 iphlpapi kernel32 msvcrt
netapi32 ntdll ole32 oleaut32 propsys psapi rpcrt4 secur32 setupapi shell32 shlwapi ucrtbase user32 userenv uxtheme
version winmm wldap32 ws2_32 wsock32
"""
"""The libraries that each Windows 10 and 11 has, without anything installed."""
_IMPORTS = [
    pefile.DIRECTORY_ENTRY["IMAGE_DIRECTORY_ENTRY_IMPORT"],
    pefile.DIRECTORY_ENTRY["IMAGE_DIRECTORY_ENTRY_DELAY_IMPORT"],
]


def check_parts(app: Path) -> None:
    """Raises ValueError with all that is missing."""
    missing = sorted({*_find_missing_libraries(app), *_find_missing_code(app)})
    if missing:
        raise ValueError("missing in the set-up program:\n" + "\n".join(missing))


def _find_missing_libraries(app: Path) -> Iterator[str]:
    """What the metadata asks for on Windows, and no gathered library is, in that version."""
    abouts = [Parser().parsestr(file.read_text("utf-8")) for file in app.glob("Lib/site-packages/*.dist-info/METADATA")]
    have = {canonicalize_name(about["Name"]): about["Version"] for about in abouts}
    environment = _describe_windows(app)
    for about in abouts:
        for line in about.get_all("Requires-Dist", []):
            need = Requirement(line)
            if need.marker is not None and not need.marker.evaluate(environment):
                continue
            version = have.get(canonicalize_name(need.name))
            if version is None or not need.specifier.contains(version, prereleases=True):
                yield f"{about['Name']} needs {need}, there is {version}"


def _describe_windows(app: Path) -> dict[str, str]:
    (library,) = app.glob("python3?*.dll")
    version = f"3.{library.stem.removeprefix('python3')}"
    described = {key: str(value) for key, value in default_environment().items()}
    return described | {
        "os_name": "nt",
        "sys_platform": "win32",
        "platform_system": "Windows",
        "platform_machine": "AMD64",
        "python_version": version,
        "python_full_version": f"{version}.0",
        "extra": "",
    }


def _find_missing_code(app: Path) -> Iterator[str]:
    """What a library's compiled code asks Windows to load that neither Windows nor the folder has."""
    files = sorted(one for kind in ("dll", "pyd", "exe") for one in app.rglob(f"*.{kind}"))
    have, own = {file.name.lower() for file in files}, set(_WINDOWS.split())
    for file in files:
        for name in _read_imports(file) - have:
            if name.removesuffix(".dll") not in own and not name.startswith("api-ms-win-"):
                yield f"{file.relative_to(app)} needs {name}"


def _read_imports(file: Path) -> set[str]:
    with pefile.PE(str(file), fast_load=True) as code:
        code.parse_data_directories(_IMPORTS)
        entries = [*getattr(code, "DIRECTORY_ENTRY_IMPORT", []), *getattr(code, "DIRECTORY_ENTRY_DELAY_IMPORT", [])]
        return {entry.dll.decode("ascii").lower() for entry in entries}

"""Fills two functions of Wine's C run-time library that NumPy calls when it is imported and Wine 10 leaves empty:
`python -m dev.windows.patch_wine UCRTBASE.DLL`. Windows has them; for tests under Wine only.

`crealf` and `cimagf` get a complex number of two floats in RCX and return one half in XMM0.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pefile

_CODE = {b"crealf": "660F6EC1C3", b"cimagf": "48C1E920660F6EC1C3"}
"""movd xmm0, ecx; ret. shr rcx, 32; movd xmm0, ecx; ret."""


def patch(library: Path) -> None:
    """Overwrites the library; once more changes nothing."""
    data = bytearray(library.read_bytes())
    with pefile.PE(data=bytes(data), fast_load=False) as code:
        for symbol in code.DIRECTORY_ENTRY_EXPORT.symbols:
            if symbol.name in _CODE:
                start, filling = code.get_offset_from_rva(symbol.address), bytes.fromhex(_CODE[symbol.name])
                data[start : start + len(filling)] = filling
    library.write_bytes(data)


if __name__ == "__main__":
    patch(Path(sys.argv[1]))

"""One thread a library: the tests share the machine's cores among themselves."""

from __future__ import annotations

import os

for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ.setdefault(variable, "1")
os.environ.pop("KIEBITZ_LANG", None)

"""One thread a library, since the tests share the machine's cores; and no test is timed."""

from __future__ import annotations

import os

from hypothesis import settings

for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ.setdefault(variable, "1")
os.environ.pop("KIEBITZ_LANG", None)

settings.register_profile("kiebitz", deadline=None)
settings.load_profile("kiebitz")

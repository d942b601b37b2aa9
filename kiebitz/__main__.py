"""`python -m kiebitz`, for where the folder of the command `kiebitz` is not on the PATH."""

from __future__ import annotations

import sys

from desk.__main__ import main

if __name__ == "__main__":  # worker processes on Windows and macOS import this module once more
    sys.exit(main())

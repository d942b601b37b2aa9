"""What the documents ask people to type, typed into the system's own shell."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path


def type_line(line: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Types it in that folder. The command lies beside Python, or where the set-up for Windows puts it."""
    here = Path(sys.executable).parent
    path = os.pathsep.join((str(here), str(here.parent / "bin"), os.environ["PATH"]))
    return subprocess.run(
        line, shell=True, cwd=folder, env=os.environ | {"PATH": path}, capture_output=True, text=True, check=False
    )

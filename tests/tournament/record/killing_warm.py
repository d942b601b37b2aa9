"""Whoever imports this has run every command once: processes that split off from it begin with all that is loaded."""

from __future__ import annotations

import tempfile
from pathlib import Path

from tests.tournament.record import killing

with tempfile.TemporaryDirectory() as _folder:
    killing.prepare(Path(_folder))
    _prepared = (Path(_folder) / "abend.kiebitz").read_bytes()
    for _name in killing.COMMANDS:
        (Path(_folder) / "abend.kiebitz").write_bytes(_prepared)
        killing.run_command(_folder, _name)

"""What reading one file may cost, and what is lost when it costs more: no decoder may hold up the whole evening."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Budget:
    """What a worker process may take before it is ended.

    `memory`: bytes of address space beyond what a ready worker has; 50 megapixels of any promised kind need 0.9 GB.
    `page_s`: seconds for one page, opening the file included; a full sheet takes half a second (docs/performance.md).
    `file_s`: seconds for a file; every page that it gave adds `more_s`, so that a scanner's feed of 100 pages fits.
    `start_s`: seconds until a worker is ready.
    """

    memory: int = 1536 * 1024**2
    page_s: float = 20.0
    file_s: float = 60.0
    more_s: float = 2.0
    start_s: float = 120.0


BUDGET = Budget()
"""What every run has."""

Why = Literal["page-slow", "file-slow", "memory", "died", "fault"]


@dataclass(frozen=True, slots=True)
class Loss:
    """Why a page has no result. `page` (from 0) of `of` pages in its file, 0 of 0 where the file was not even opened.

    `limit`: seconds that were not enough; `reason`: the class of the fault; `log`: the file with its details.
    """

    why: Why
    page: int = 0
    of: int = 0
    limit: float = 0.0
    reason: str = ""
    log: str = ""

"""Processes beside this one for long measurements, each begun afresh.

A forked copy of a process that has used OpenCV waits for ever: its threads are not copied, and the copy's first call
waits for them. So a set that was composed here was never measured in two processes.
"""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from desk.workers.worker_process import START_METHOD


def open_processes(jobs: int) -> ProcessPoolExecutor:
    """So many processes, which are to be closed; what they do must be importable by name."""
    return ProcessPoolExecutor(jobs, get_context(START_METHOD))

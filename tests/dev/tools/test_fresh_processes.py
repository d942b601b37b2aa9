"""Measuring in several processes does not hang after this one has used OpenCV, as it has where it composed the set."""

from __future__ import annotations

import cv2
import numpy as np

from desk.workers.read_photos import use_one_thread
from dev.tools.fresh_processes import open_processes


def blur(shade: int) -> int:
    """A picture made in one thread, as measurements are."""
    use_one_thread()
    return int(cv2.GaussianBlur(np.full((900, 900), shade, np.uint8), (0, 0), 5).max())


def test_processes_begin_without_this_ones_threads() -> None:
    """Forked after such a call here they would wait for threads that they do not have."""
    before = cv2.getNumThreads()
    cv2.setNumThreads(2)
    try:
        picture = np.full((3000, 3000), 7, np.uint8)
        for _ in range(3):
            cv2.warpPerspective(picture, np.eye(3), (3000, 3000))
        with open_processes(2) as processes:
            assert list(processes.map(blur, (3, 5, 8))) == [3, 5, 8]
    finally:
        cv2.setNumThreads(before)

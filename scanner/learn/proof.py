"""The proof of a learnt layout: the picture that it came from is followed with it, as any other picture would be."""

from __future__ import annotations

from scanner.find.page import Page, locate_sheet
from scanner.follow.grid import follow_rules
from scanner.pyramid import Pyramid
from scanner.quality import judge_quality, measure_quality
from scanner.reading import Problem
from templates.layout import Layout


def find_fault(pyramid: Pyramid, layout: Layout) -> Problem | None:
    """Why the photo cannot be read with `layout`. None when its table is found and every rule followed."""
    page = locate_sheet(pyramid, layout)
    if not isinstance(page, Page):
        return page
    followed = follow_rules(pyramid, page.layout, page.to_px)
    return judge_quality(page, followed, measure_quality(page, followed), pyramid.size_px)

"""The proof of a learnt layout: the picture that it came from, read with it as any other."""

from __future__ import annotations

from scanner.find.page import Page, locate
from scanner.follow.grid import follow
from scanner.pyramid import Pyramid
from scanner.quality import judge, measure
from scanner.reading import Problem
from templates.layout import Layout


def fault_of(pyramid: Pyramid, layout: Layout) -> Problem | None:
    """Why the photo cannot be read with `layout`; None when its table is found and every rule followed."""
    page = locate(pyramid, layout)
    if not isinstance(page, Page):
        return page
    followed = follow(pyramid, page.layout, page.to_px)
    return judge(page, followed, measure(page, followed), pyramid.size_px)

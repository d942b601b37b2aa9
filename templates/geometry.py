"""The sheet's geometry as JSON, as published with `kiebitz sheet --geometry`."""

from __future__ import annotations

from typing import Any

from templates.layout import Layout


def describe_geometry(layout: Layout, code_text: str) -> dict[str, Any]:
    """The layout in its public form, version 1, ready for `json.dumps`; every length is in millimetres."""
    return {
        "kiebitz": 1,
        "layout": layout.id,
        "page_mm": list(layout.page_mm),
        "code": code_text,
        "fields": [{"id": field.id, "kind": field.kind, "box_mm": list(field.box_mm)} for field in layout.fields],
    }

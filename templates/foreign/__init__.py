"""Foreign ruled sheets (a club's own list, a Kniffel card, a sudoku), described in a TOML file: `docs/layouts.md`."""

from templates.foreign.layout_file import load_layout

__all__ = ["load_layout"]

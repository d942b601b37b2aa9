"""Foreign ruled sheets (a club's own list, a Kniffel card, a sudoku), described in a TOML file: `docs/layouts.md`."""

"""Names of columns and ranges as formulas write them."""

from __future__ import annotations

from xlsxwriter.utility import xl_col_to_name


def name_column(column: int) -> str:
    """The letters of a column: 1 is A, 27 is AA."""
    return str(xl_col_to_name(column - 1))


def name_range(tab: str, column: int, rows: range) -> str:
    """The range of one column on another worksheet: 'Spiele'!$J$5:$J$260."""
    return f"'{tab}'!{name_cells(column, rows)}"


def name_cells(column: int, rows: range) -> str:
    """The range of one column on the same worksheet: $J$5:$J$260."""
    letter = name_column(column)
    return f"${letter}${rows.start}:${letter}${rows.stop - 1}"

"""Makes the Excel workbook, whose totals and places are formulas, and reads the corrections typed into it."""

"""The Excel workbook, tab by tab, whose totals and places are formulas, and the corrections typed into it."""

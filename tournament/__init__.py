"""The book: written rows, reconciling, names, standings, workbook and report. Imports scoring and the scanner's plain
data."""

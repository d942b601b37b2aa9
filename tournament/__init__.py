"""The book of a tournament: sheets judged, players named, standings counted, workbook and report written.

It imports the scoring and the scanner's plain data.
"""

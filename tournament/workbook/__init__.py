"""What is handed out: the Excel workbook, the CSV tables, the JSON report."""

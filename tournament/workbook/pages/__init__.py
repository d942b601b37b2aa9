"""The worksheets of the workbook, a module each: where everything stands on them, and what fills them."""

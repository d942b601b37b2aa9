"""Pages on which numbers are checked: items, sheets, second readers, results by hand."""

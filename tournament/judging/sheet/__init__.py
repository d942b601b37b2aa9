"""The rows of a sheet together: columns, sum row, and the smallest explanation."""

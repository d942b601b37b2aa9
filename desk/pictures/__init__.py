"""Pictures cut from an evening's photographs: strips of rows, straightened sheets, and reduced copies."""

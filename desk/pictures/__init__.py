"""Pictures cut from the photographs of an evening: strips of rows, flat sheets, and reduced copies."""

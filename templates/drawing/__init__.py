"""The sheets as PDF: rules, letters, key and guide."""

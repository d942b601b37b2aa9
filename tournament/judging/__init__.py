"""Judges one sheet: from its fields to rows that count, findings and proposals."""

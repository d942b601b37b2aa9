"""One sheet judged: from fields to rows that count, findings and proposals."""

"""All sentences in German and English. The lowest layer: every package may import it.

A sentence has a key ("scanner.damaged") and is in two tables, `de/scanner.toml` and `en/scanner.toml`.
"""

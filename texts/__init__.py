"""The one way to say a sentence in German or English. The ground floor: every package may use it.

A sentence has a key ("scanner.damaged") and is in two tables, `de/scanner.toml` and `en/scanner.toml`.
"""

"""The tournament's file: entries that are only ever added, each chained to the one before by hash.

`facts`: what an entry may say. `entries`: how facts are sealed into a chain. `store`: where the chain is kept.
`replay`: the tournament's state, worked out from its entries.
"""

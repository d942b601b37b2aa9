"""From the tournament's file to its book: readings and judgements come out, decisions go in.

`codec`: readings and judgements as JSON. `making`: the book of a file. `sheets`: how a photograph gets in.
"""

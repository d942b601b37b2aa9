"""One generator of rounds: what a table plays, what it writes, and the mistakes that people make.

`games` draws games under any rule set, `points` rounds of which only the points are known. Both give a `Round` of rows
(`rows`). `mistakes` plants mistakes in it by their names (`row_mistakes`, `detail_mistakes`, `list_mistakes`,
`round_mistakes`). Then it is written: for the filler's pen (`written`), or as the text of every field (`sheets`),
which a simulated reader reads (`reader`).
"""

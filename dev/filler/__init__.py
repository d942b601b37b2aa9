"""Fills printed sheets as people do and photographs them: pictures with known truth, for tests, training and samples.

`dev.rounds` makes the round and its mistakes. Here it is written on the sheet (`fill`, `pens`) and photographed
(`camera`); `truth` writes down what stands where.
"""

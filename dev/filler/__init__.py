"""Fills printed sheets as people do and photographs them: pictures with known truth, for tests, training and samples.

A round is played (`people`), mistakes are planted (`mistakes`), it is written on the sheet (`fill`) and photographed
(`camera`).
"""

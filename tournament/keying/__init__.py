"""Blind second keying: a second person reads fields of decided rows without seeing what the first decided.

`fields`: which fields there are. `asking`: all or a sample of them are put before a second person. `reading`: what that
person keys. `comparing`: whether the two agree, and what was settled. `rates`: how often each person was wrong.
"""

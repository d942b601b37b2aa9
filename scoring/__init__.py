"""The rules of Doppelkopf tournaments: scoring a game, checking a written row and a whole sheet.

Standard library only.
"""

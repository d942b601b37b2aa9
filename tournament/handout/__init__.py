"""Exports of an evening: for the wall, for phones, as tables, as statistics; the module `handout` makes every kind."""

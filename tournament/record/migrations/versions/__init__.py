"""One module a step; `REVISIONS` in `tournament.record.open_store` lists them in order."""

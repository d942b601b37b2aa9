"""One module a step; `REVISIONS` in `tournament.record.upgrade` lists them in order."""

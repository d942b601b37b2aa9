"""Pages on what came out: standings, what is handed out, the season, and the entries behind it."""

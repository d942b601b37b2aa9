"""What is handed out of an evening: on the wall, on phones, as tables, as statistics; `handout` makes every kind."""

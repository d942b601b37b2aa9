"""What was entered, told afterwards: every entry, a row, a sheet, a player's evening."""

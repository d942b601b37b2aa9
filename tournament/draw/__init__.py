"""Who sits where: tables and seats of the rounds of a tournament, as pure functions on start numbers."""
